#pragma once

#include <jansson.h>

#include "guest/guest.h"
#include "report/html.h"

/* How reports name a guest. Main thread only. */

/* The member `engine` of a report: `name`, `command` and `options`, an object of texts (null for a
 * button); null for our own engine, which is a wish of NULL. */
json_t *guest_json(const GuestWish *wish, const char *name);

/* Adds to the open list of facts what such a member says. */
void guest_add_facts(const json_t *engine, HtmlPage *page);
