#ifndef QUORUM_TOOLS_NETWORK_H
#define QUORUM_TOOLS_NETWORK_H

#include <jansson.h>

#include "engine/engine.h"
#include "tools/html.h"

/* The option `--eval-file FILE` of the commands that search, and what their reports say of it. */

#define NETWORK_OPTION_NAME "eval-file"
#define NETWORK_OPTION_HELP "Evaluate with the network in FILE (the program's own)"

/* An engine that only holds the network of a file, for others to take with engine_share_network();
 * the caller destroys it. With path NULL its network is the program's own. NULL, with the
 * reason (a line) in error: the file holds no network that can be used, or there is no memory. */
Engine *network_holder(const char *path, char *error, size_t error_size);

/* The member `network` of a report: the id in hexadecimal. */
json_t *network_json(uint64_t id);

/* What that member says, for people. */
const char *network_of_report(const json_t *report);

/* The same for the open list of facts of a page. */
void network_add_fact(HtmlPage *page, uint64_t id);

#endif
