#include "guest/guest_json.h"

#include <stdlib.h>

#include "report/report.h"
#include "report/utf8.h"

/* Words of the command line, which may be of any bytes. */
static json_t *text_json(Text text) {
    char *copy = utf8_copy(text);
    json_t *json = copy ? json_string(copy) : NULL;
    free(copy);
    return json;
}

json_t *guest_json(const GuestWish *wish, const char *name) {
    if (!wish)
        return json_null();
    json_t *options = json_object();
    for (int i = 0; i < wish->option_count; i++) {
        char *key = utf8_copy(wish->options[i].name);
        const char *value = wish->options[i].value;
        if (key)
            json_object_set_new(options, key, value ? text_json(text_of(value)) : json_null());
        free(key);
    }
    return json_pack("{s:s, s:o, s:o}", "name", name, "command", text_json(text_of(wish->command)),
                     "options", options);
}

void guest_add_facts(const json_t *engine, HtmlPage *page) {
    const char *name;
    json_t *value;
    html_fact(page, "Engine", "%s", report_text(engine, "name"));
    html_fact(page, "Command", "%s", report_text(engine, "command"));
    json_object_foreach(json_object_get(engine, "options"), name, value)
        html_fact(page, "Option", "%s = %s", name,
                  json_is_string(value) ? json_string_value(value) : "pressed");
}
