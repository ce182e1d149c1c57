#pragma once

#include <jansson.h>
#include <stdint.h>

#include "report/html.h"

/* What reports say of the network that the engine evaluates by. */

/* The member `network` of a report: the id in hexadecimal. */
json_t *network_json(uint64_t id);

/* What that member says, for people. */
const char *network_of_report(const json_t *report);

/* The same for the open list of facts of a page. */
void network_add_fact(HtmlPage *page, uint64_t id);
