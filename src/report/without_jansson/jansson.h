#pragma once

#include <stddef.h>

/* What is included in the place of jansson's header where a program is built without the library:
 * every value is NULL, or what the library says of that, and every change fails, as if there were
 * no memory. Whoever wants JSON has been told so by report_has_json() before. Any thread. */

typedef struct json_t json_t;
typedef long long json_int_t;
typedef struct json_error_t {
    int line;
    char text[160];
} json_error_t;

/* Ignores what it is given. */
__attribute__((unused)) static void *jansson_null(const char *first, ...) {
    (void)first;
    return NULL;
}

/* The same for what returns a number. */
__attribute__((unused)) static int jansson_failure(const char *first, ...) {
    (void)first;
    return -1;
}

#define JANSSON_VALUE(...)  ((json_t *)jansson_null("" __VA_OPT__(, ) __VA_ARGS__))
#define JANSSON_TEXT(...)   ((char *)jansson_null("" __VA_OPT__(, ) __VA_ARGS__))
#define JANSSON_FALSE(...)  (jansson_failure("" __VA_OPT__(, ) __VA_ARGS__) > 0)
#define JANSSON_NUMBER(...) ((json_int_t)JANSSON_FALSE(__VA_ARGS__))
#define JANSSON_REAL(...)   ((double)JANSSON_FALSE(__VA_ARGS__))
#define JANSSON_SIZE(...)   ((size_t)(jansson_failure("" __VA_OPT__(, ) __VA_ARGS__) + 1))

#define json_pack                  JANSSON_VALUE
#define json_sprintf               JANSSON_VALUE
#define json_object                JANSSON_VALUE
#define json_array                 JANSSON_VALUE
#define json_string                JANSSON_VALUE
#define json_stringn               JANSSON_VALUE
#define json_integer               JANSSON_VALUE
#define json_real                  JANSSON_VALUE
#define json_boolean               JANSSON_VALUE
#define json_null                  JANSSON_VALUE
#define json_object_get            JANSSON_VALUE
#define json_array_get             JANSSON_VALUE
#define json_loadb(text, ...)      JANSSON_VALUE(text)
#define json_load_file(path, ...)  JANSSON_VALUE(path)
#define json_string_value          JANSSON_TEXT
#define json_dumps(value, ...)     JANSSON_TEXT(value)
#define json_integer_value         JANSSON_NUMBER
#define json_number_value          JANSSON_REAL
#define json_array_size            JANSSON_SIZE
#define json_object_size           JANSSON_SIZE
#define json_is_array              JANSSON_FALSE
#define json_is_false              JANSSON_FALSE
#define json_is_object             JANSSON_FALSE
#define json_is_integer            JANSSON_FALSE
#define json_is_null               JANSSON_FALSE
#define json_is_number             JANSSON_FALSE
#define json_is_string             JANSSON_FALSE
#define json_is_true               JANSSON_FALSE
#define json_equal                 JANSSON_FALSE
#define json_unpack_ex(...)        jansson_failure("" __VA_OPT__(, ) __VA_ARGS__)
#define json_array_append_new(...) jansson_failure("" __VA_OPT__(, ) __VA_ARGS__)
#define json_object_set_new(...)   jansson_failure("" __VA_OPT__(, ) __VA_ARGS__)
#define json_object_update_new     json_object_set_new
#define json_object_update_missing json_object_set_new
#define json_set_alloc_funcs       json_object_set_new
#define json_decref                json_object_set_new
#define json_incref                JANSSON_VALUE
#define json_object_foreach(object, name, value)                                                   \
    for ((void)(object), (name) = NULL, (value) = NULL; (value) && (name);)
