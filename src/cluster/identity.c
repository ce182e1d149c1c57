#include "cluster/identity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/version.h"

/* Cuts the first line off the front of *rest. */
static Text cut_line(Text *rest) {
    const char *end = rest->length > 0 ? memchr(rest->data, '\n', rest->length) : NULL;
    const size_t length = end ? (size_t)(end - rest->data) : rest->length;
    const Text line = {rest->data, length};
    const size_t past = end ? length + 1 : length;
    *rest = (Text){rest->data + past, rest->length - past};
    return line;
}

static bool same(Text a, Text b) {
    return a.length == b.length && (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

static bool compare(Text own, Text other, int rank, Reason *reason) {
    while (own.length > 0 || other.length > 0) {
        const Text mine = cut_line(&own);
        const Text its = cut_line(&other);
        if (!same(mine, its))
            return reason_set(reason,
                              "rank %d has \"%.*s\", rank 0 has \"%.*s\": they cannot play "
                              "together",
                              rank, (int)its.length, its.data, (int)mine.length, mine.data);
    }
    return true;
}

bool identity_agree(Cluster *cluster, int tag, const char *text, Reason *reason) {
    if (cluster_size(cluster) == 1)
        return true;
    char *identity;
    if (asprintf(&identity, "version " QUORUM_VERSION "\n%s", text) < 0)
        cluster_abort(cluster, EXIT_FAILURE); /* the others would wait for ever */
    bool agreed = true;
    if (cluster_rank(cluster) > 0) {
        cluster_send(cluster, 0, tag, identity, strlen(identity));
        reason_set(reason, "refused by rank 0");
    }
    ClusterMessage message = {0};
    for (int rank = 1; cluster_rank(cluster) == 0 && rank < cluster_size(cluster); rank++) {
        cluster_await(cluster, rank, tag, &message);
        agreed =
            agreed && compare(text_of(identity), (Text){message.bytes, message.size}, rank, reason);
    }
    cluster_message_free(&message);
    free(identity);
    return cluster_decide(cluster, tag, agreed);
}
