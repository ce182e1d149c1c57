#include "tools/epd/ranks.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/processors.h"
#include "cluster/dealer.h"
#include "cluster/hand.h"
#include "cluster/identity.h"

/* What a rank sends; our own engines have no faults to point to. */
typedef struct Answer {
    size_t index;
    EpdAttempt attempt;
} Answer;

bool epd_ranks_join(EpdSettings *settings, Reason *error) {
    const EpdLimits *limits = &settings->limits;
    char text[sizeof error->text + 512], network[32] = "";
    if (settings->network_of)
        snprintf(network, sizeof network, "network %016" PRIx64,
                 engine_network_id(settings->network_of));
    snprintf(text, sizeof text,
             "%s\n--movetime %" PRId64 "\n--nodes %" PRIu64
             "\n--depth %d\n--mate %d\n--stable %d\n--threads %d\n--hash %zu\n--concurrency %d",
             settings->network_of ? network : error->text, limits->movetime_ms, limits->nodes,
             limits->depth, limits->mate, limits->stable, settings->threads, settings->hash_mib,
             settings->engines);
    const bool agreed = identity_agree(settings->cluster, EPD_TAG_IDENTITY, text, error);
    if (agreed)
        settings->sharers = cluster_sharers(settings->cluster, EPD_TAG_PROCESSORS,
                                            processors_fingerprint(), &settings->sharer, NULL);
    return agreed && settings->network_of;
}

/* Who gets attempts from rank 0. */
typedef struct Dealing {
    const EpdSource *source;
    const EpdEngines *engines; /* of rank 0 itself */
} Dealing;

static bool take_task(void *context, void *task) {
    const EpdSource *source = ((const Dealing *)context)->source;
    return source->take(source->context, task);
}

static void accept_answer(void *context, const void *result) {
    const EpdSource *source = ((const Dealing *)context)->source;
    Answer answer;
    memcpy(&answer, result, sizeof answer);
    source->deliver(source->context, answer.index, &answer.attempt);
}

static bool goes_on(void *context, int out) {
    const Dealing *dealing = context;
    return out > 0 && !dealing->source->gives_up(dealing->source->context) &&
           !epd_engines_have_failed(dealing->engines);
}

void epd_ranks_deal(const EpdSettings *settings, const EpdSource *source,
                    const EpdEngines *engines) {
    Dealing dealing = {source, engines};
    dealer_deal(&(Deal){.cluster = settings->cluster,
                        .most = settings->engines * DEALER_HELD,
                        .unit_size = sizeof(EpdTask),
                        .result_size = sizeof(Answer),
                        .take = take_task,
                        .accept = accept_answer,
                        .goes_on = goes_on,
                        .context = &dealing});
}

static bool take_dealt(void *hand, EpdTask *task) {
    return hand_take(hand, task, sizeof *task);
}

static void give(void *hand, size_t index, const EpdAttempt *attempt) {
    const Answer answer = {index, *attempt};
    hand_give(hand, &answer, sizeof answer);
}

bool epd_ranks_follow(const EpdSettings *settings, bool *refused, Reason *error) {
    Hand hand;
    const EpdSource source = {take_dealt, give, hand_is_over, &hand};
    hand_begin(&hand, settings->cluster);
    EpdEngines *engines =
        epd_engines_begin(settings, &source, settings->engines, settings->engines);
    const bool good =
        engines ? epd_engines_end(engines, refused, error) : reason_set(error, "not enough memory");
    hand_end(&hand);
    return good;
}
