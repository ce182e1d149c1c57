#include "tools/epd/score.h"

#include <stdlib.h>
#include <string.h>

/* Themes have so many positions on average, or they say nothing. */
#define LEAST_IN_THEME 4

/* The move that most attempts play; of several the one that was played first. */
static Move most_frequent_move(const EpdAttempt *attempts, int count) {
    Move best = attempts[0].move;
    int most = 0;
    for (int i = 0; i < count; i++) {
        int same = 0;
        for (int j = 0; j < count; j++)
            same += attempts[j].move == attempts[i].move;
        if (same > most) {
            most = same;
            best = attempts[i].move;
        }
    }
    return best;
}

/* Of the times with that offset in each attempt; those below 0 are none. */
static int64_t median_time(const EpdAttempt *attempts, int count, size_t offset) {
    double *times = malloc((size_t)count * sizeof(double));
    if (!times)
        return -1;
    size_t known = 0;
    for (int i = 0; i < count; i++) {
        int64_t time = *(const int64_t *)((const char *)&attempts[i] + offset);
        if (time >= 0)
            times[known++] = (double)time;
    }
    int64_t median = known > 0 ? (int64_t)statistics_median(times, known) : -1;
    free(times);
    return median;
}

EpdResult epd_result(const EpdRun *run, size_t index) {
    const EpdEntry *entry = run->suite->entries[index];
    const EpdAttempt *attempts = &run->attempts[index * (size_t)run->settings->repeat];
    int count = 0;
    while (count < run->settings->repeat && attempts[count].done)
        count++;
    EpdResult result = {.engine = run->settings->guest_name,
                        .attempts = count,
                        .entry = entry,
                        .runs = attempts,
                        .move = most_frequent_move(attempts, count)};
    uint64_t nodes = 0;
    int depth = 0;
    for (int i = 0; i < count; i++) {
        result.solved_attempts += attempts[i].solved;
        result.faults += attempts[i].move == MOVE_NONE;
        result.points += epd_entry_points(entry, attempts[i].move);
        nodes += attempts[i].nodes;
        depth += attempts[i].depth;
    }
    result.solved = 2 * result.solved_attempts > count;
    result.points /= count;
    result.nodes = nodes / (uint64_t)count;
    result.depth = depth / count;
    result.first_us = median_time(attempts, count, offsetof(EpdAttempt, first_us));
    result.stable_us = median_time(attempts, count, offsetof(EpdAttempt, stable_us));
    return result;
}

void epd_name_move(const EpdEntry *entry, Move move, char text[SAN_SIZE]) {
    if (move == MOVE_NONE)
        strcpy(text, "none");
    else
        notation_san(&entry->position, move, text);
}

void epd_totals_add(EpdTotals *totals, const EpdEntry *entry, const EpdResult *result) {
    totals->total++;
    totals->solved += result->solved;
    totals->attempts += (uint64_t)result->attempts;
    totals->solved_attempts += (uint64_t)result->solved_attempts;
    totals->faults += (uint64_t)result->faults;
    totals->points += result->points;
    totals->most_points += entry->most_points;
}

double epd_totals_rate(const EpdTotals *totals) {
    return totals->attempts > 0 ? (double)totals->solved_attempts / (double)totals->attempts : 0;
}

EpdThemes epd_themes_begin(size_t positions) {
    size_t most = positions / LEAST_IN_THEME;
    return (EpdThemes){.themes = calloc(most + 1, sizeof(EpdTheme)), .most = most};
}

EpdTheme *epd_themes_find(EpdThemes *themes, const char *name) {
    size_t i = 0;
    while (themes->themes && i < themes->count && strcmp(themes->themes[i].name, name) != 0)
        i++;
    if (!themes->themes || i > themes->most)
        return NULL;
    themes->count += i == themes->count;
    themes->themes[i].name = name;
    return &themes->themes[i];
}

void epd_themes_end(EpdThemes *themes) {
    if (themes->count < 2 || themes->count > themes->most)
        epd_themes_free(themes);
}

void epd_themes_free(EpdThemes *themes) {
    free(themes->themes);
    *themes = (EpdThemes){0};
}
