#include "machine/policy.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/integers.h"

static const char *const POLICY_NAMES[] = {"auto", "system", "hardware", "none"};
static const char *const PLACEMENTS[] = {"auto", "compact", "scatter", "cores", "none"};
const NamedValues PLACEMENT_NAMES = {PLACEMENTS, ARRAY_LENGTH(PLACEMENTS)};

/* A list on its way into a policy. */
typedef struct ListReader {
    Text text;
    size_t at;
    NumaPolicy policy;
    uint64_t listed[(NUMA_POLICY_MAX_PU + 1 + 63) / 64];
    Reason *error;
} ListReader;

static bool fail(ListReader *reader, size_t at, const char *what) {
    return reason_set(reader->error, "column %zu: %s", at + 1, what);
}

static bool read_number(ListReader *reader, int *number) {
    size_t start = reader->at;
    int value = 0;
    for (; reader->at < reader->text.length; reader->at++) {
        int digit = reader->text.data[reader->at] - '0';
        if (digit < 0 || digit > 9)
            break;
        value = 10 * value + digit;
        if (value > NUMA_POLICY_MAX_PU)
            return fail(reader, start, "the number is too large for a processor");
    }
    if (reader->at == start)
        return fail(reader, start, "the number of a processor is expected");
    *number = value;
    return true;
}

static bool append_range(ListReader *reader, NumaPolicyRange range) {
    NumaPolicy *policy = &reader->policy;
    NumaPolicyRange *ranges =
        realloc(policy->ranges, ((size_t)policy->range_count + 1) * sizeof *ranges);
    if (!ranges)
        return fail(reader, reader->at, "no memory for the rest of the list");
    policy->ranges = ranges;
    ranges[policy->range_count++] = range;
    return true;
}

static bool read_range(ListReader *reader) {
    size_t start = reader->at;
    NumaPolicyRange range = {.node = reader->policy.node_count - 1};
    if (!read_number(reader, &range.first))
        return false;
    range.last = range.first;
    if (reader->at < reader->text.length && reader->text.data[reader->at] == '-') {
        reader->at++;
        if (!read_number(reader, &range.last))
            return false;
        if (range.last < range.first)
            return fail(reader, start, "the range runs backwards");
    }
    for (int pu = range.first; pu <= range.last; pu++) {
        uint64_t bit = 1ULL << pu % 64;
        if (reader->listed[pu / 64] & bit) {
            char what[64];
            snprintf(what, sizeof what, "processor %d is listed twice", pu);
            return fail(reader, start, what);
        }
        reader->listed[pu / 64] |= bit;
    }
    return append_range(reader, range);
}

static bool read_list(ListReader *reader) {
    reader->policy.node_count = 1;
    for (;;) {
        if (!read_range(reader))
            return false;
        if (reader->at == reader->text.length)
            return true;
        char separator = reader->text.data[reader->at];
        if (separator == ':')
            reader->policy.node_count++;
        else if (separator != ',')
            return fail(reader, reader->at, "a comma, a hyphen or a colon is expected");
        reader->at++;
    }
}

static int compare_ranges(const void *a, const void *b) {
    const NumaPolicyRange *left = a, *right = b;
    if (left->node != right->node)
        return left->node < right->node ? -1 : 1;
    return left->first < right->first ? -1 : left->first > right->first;
}

static void tidy_ranges(NumaPolicy *policy) {
    qsort(policy->ranges, (size_t)policy->range_count, sizeof *policy->ranges, compare_ranges);
    int kept = 0;
    for (int i = 1; i < policy->range_count; i++) {
        NumaPolicyRange *last = &policy->ranges[kept];
        if (policy->ranges[i].node == last->node && policy->ranges[i].first == last->last + 1)
            last->last = policy->ranges[i].last;
        else
            policy->ranges[++kept] = policy->ranges[i];
    }
    policy->range_count = kept + 1;
}

static bool parse_list(Text text, size_t column, NumaPolicy *policy, Reason *error) {
    ListReader *reader = calloc(1, sizeof *reader);
    if (!reader)
        return reason_set(error, "no memory for the list");
    reader->text = text;
    reader->at = column;
    reader->policy.kind = NUMA_POLICY_LIST;
    reader->error = error;
    bool good = read_list(reader);
    if (good) {
        tidy_ranges(&reader->policy);
        *policy = reader->policy;
    } else {
        free(reader->policy.ranges);
    }
    free(reader);
    return good;
}

bool numa_policy_parse(Text text, NumaPolicy *policy, Reason *error) {
    const Text value = text_trim(text);
    int kind;
    if (named_values_parse(NAMED_VALUES(POLICY_NAMES), value, &kind)) {
        *policy = (NumaPolicy){.kind = (NumaPolicyKind)kind};
        return true;
    }
    if (value.length == 0 || value.data[0] < '0' || value.data[0] > '9')
        return reason_set(
            error,
            "\"%.*s\" is not one of auto, system, hardware, none, or a list such as 0-7:8-15",
            (int)size_min(value.length, 20), value.data);
    size_t before = (size_t)(value.data - text.data);
    Text counted_from_start = {text.data, before + value.length};
    return parse_list(counted_from_start, before, policy, error);
}

bool numa_policy_copy(const NumaPolicy *policy, NumaPolicy *copy) {
    const size_t bytes = (size_t)policy->range_count * sizeof *policy->ranges;
    NumaPolicyRange *ranges = bytes > 0 ? malloc(bytes) : NULL;
    if (bytes > 0 && !ranges)
        return false;
    if (bytes > 0)
        memcpy(ranges, policy->ranges, bytes);
    *copy = *policy;
    copy->ranges = ranges;
    return true;
}

void numa_policy_clear(NumaPolicy *policy) {
    free(policy->ranges);
    *policy = (NumaPolicy){.kind = NUMA_POLICY_AUTO};
}

size_t numa_policy_format(const NumaPolicy *policy, char *text, size_t size) {
    if (policy->kind != NUMA_POLICY_LIST)
        return (size_t)snprintf(text, size, "%s", POLICY_NAMES[policy->kind]);
    size_t length = 0;
    for (int i = 0; i < policy->range_count; i++) {
        const NumaPolicyRange *range = &policy->ranges[i];
        const char *separator = "";
        if (i > 0)
            separator = range->node == range[-1].node ? "," : ":";
        char last[16] = "";
        if (range->last > range->first)
            snprintf(last, sizeof last, "-%d", range->last);
        size_t room = length < size ? size - length : 0;
        length += (size_t)snprintf(room > 0 ? text + length : NULL, room, "%s%d%s", separator,
                                   range->first, last);
    }
    return length;
}

const char *placement_name(ThreadPlacement placement) {
    return named_values_name(PLACEMENT_NAMES, (int)placement);
}
