#include "search/options.h"

#include "base/integers.h"

SearchOptions search_options_default(void) {
    return (SearchOptions){
#define SEARCH_OPTION_DEFAULT(name, field, value, least, most) .field = value,
        SEARCH_OPTIONS(SEARCH_OPTION_DEFAULT)
#undef SEARCH_OPTION_DEFAULT
    };
}

void search_options_set(SearchOptions *options, SearchOption option, int number) {
    switch (option) {
#define SEARCH_OPTION_CASE(name, field, value, least, most)                                        \
    case SEARCH_##name:                                                                            \
        options->field = int_clamp(number, least, most);                                           \
        break;
        SEARCH_OPTIONS(SEARCH_OPTION_CASE)
#undef SEARCH_OPTION_CASE
    }
}
