#include "search/current_line.h"

#include <string.h>

void current_line_reset(CurrentLine *line) {
    atomic_store_explicit(&line->answers, 0, memory_order_relaxed);
    line->answered = 0;
}

/* Requests and answers are sequentially consistent: three places are enough only if a worker that
 * sees a request has already shown its answers to all before. It happens about once a second. */
void current_line_ask(_Atomic uint32_t *requests) {
    atomic_fetch_add(requests, 1);
}

void current_line_answer(CurrentLine *line, const _Atomic uint32_t *requests, const Move *moves,
                         int length) {
    line->answered = atomic_load(requests);
    uint32_t answers = atomic_load_explicit(&line->answers, memory_order_relaxed) + 1;
    line->lengths[answers % CURRENT_LINE_PLACES] = length;
    memcpy(line->moves[answers % CURRENT_LINE_PLACES], moves, (size_t)length * sizeof(Move));
    atomic_store(&line->answers, answers);
}

bool current_line_read(const CurrentLine *line, MoveLine *answer) {
    uint32_t answers = atomic_load(&line->answers);
    uint32_t place = answers % CURRENT_LINE_PLACES;
    *answer = (MoveLine){line->lengths[place], line->moves[place]};
    return answers > 0;
}
