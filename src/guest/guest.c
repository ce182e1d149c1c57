#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "chess/fen.h"
#include "guest/process.h"

/* How long one that is told to quit, or that seems to have ended, may take for it. */
#define QUIT_US 1000000

/* The same of mpirun, which ends others; killed, it leaves its files behind. */
#define RANKS_QUIT_US 5000000

static int64_t quit_us(const Guest *guest) {
    return guest_is_in_ranks(guest->wish) ? RANKS_QUIT_US : QUIT_US;
}

bool guest_fail(Guest *guest, Reason *error) {
    Reason how;
    Conversation *conversation = &guest->conversation;
    /* One that has ended says more by how than by what it did not answer. Ranks are to end in
     * order, whatever the reason is. */
    const bool seems_ended = conversation->is_broken;
    const bool may_quit = seems_ended || guest_is_in_ranks(guest->wish);
    if (child_end(conversation->child, clock_now_us() + (may_quit ? quit_us(guest) : 0), &how) &&
        seems_ended)
        reason_set(error, "it %s", how.text);
    conversation->child = NULL;
    return false;
}

static void take_name(Guest *guest, Text name) {
    text_copy_visible(text_trim(name), guest->name, sizeof guest->name);
}

/* Cuts words off *rest up to `last`, which is cut off as well; what is before is returned. */
static Text cut_to(Text *rest, const char *last) {
    Text word;
    const Text all = text_trim(*rest);
    for (Text at = all; text_next_token(&at, &word);) {
        if (text_equals(word, last)) {
            *rest = at;
            return text_trim((Text){all.data, (size_t)(word.data - all.data)});
        }
    }
    *rest = (Text){all.data + all.length, 0};
    return all;
}

/* `name NAME type spin default N min N max N`, and the like. */
static void take_option(Guest *guest, Text rest) {
    Text word, number;
    cut_to(&rest, "name");
    const Text name = cut_to(&rest, "type");
    guest->has_chess960 |= text_equals_ignoring_case(name, "UCI_Chess960");
    for (int i = 0; i < guest->setting_count; i++) {
        Setting *setting = &guest->settings[i];
        if (!text_same_words(name, setting->name))
            continue;
        setting->is_known = true;
        for (Text at = rest; text_next_token(&at, &word);) {
            if (text_equals(word, "min") && text_next_token(&at, &number))
                text_parse_integer(number, &setting->least);
            else if (text_equals(word, "max") && text_next_token(&at, &number))
                text_parse_integer(number, &setting->most);
        }
    }
}

static bool greet(Guest *guest, Reason *error) {
    Conversation *conversation = &guest->conversation;
    const int64_t deadline_us = conversation_deadline(conversation);
    if (!conversation_send(conversation, error, "uci\n"))
        return false;
    for (Text line, word;;) {
        const ConversationRead read = conversation_read(conversation, &line, deadline_us);
        if (read != CONVERSATION_LINE_READ)
            return conversation_explain(read, "uciok", conversation, error);
        if (!text_next_token(&line, &word))
            continue;
        if (text_equals(word, "uciok"))
            return true;
        if (text_equals(word, "option"))
            take_option(guest, line);
        else if (text_equals(word, "id") && text_next_token(&line, &word) &&
                 text_equals(word, "name"))
            take_name(guest, line);
    }
}

static bool check_setting(const Setting *setting, Reason *error) {
    int64_t number;
    const int length = (int)setting->name.length;
    if (!setting->is_known)
        return !setting->is_needed ||
               reason_set(error, "it has no option %.*s", length, setting->name.data);
    const bool is_bounded = setting->least != INT64_MIN || setting->most != INT64_MAX;
    if (setting->value && is_bounded &&
        (!text_parse_integer(text_of(setting->value), &number) || number < setting->least ||
         number > setting->most))
        return reason_set(error, "its option %.*s takes no %s", length, setting->name.data,
                          setting->value);
    return true;
}

static bool set_options(Guest *guest, Reason *error) {
    Conversation *conversation = &guest->conversation;
    for (int i = 0; i < guest->setting_count; i++) {
        const Setting *setting = &guest->settings[i];
        if (!check_setting(setting, error))
            return false;
        if (setting->is_known &&
            !conversation_send(conversation, error, "setoption name %.*s%s%s\n",
                               (int)setting->name.length, setting->name.data,
                               setting->value ? " value " : "",
                               setting->value ? setting->value : ""))
            return false;
    }
    return conversation_send(conversation, error, "isready\n") &&
           conversation_await_ready(conversation, error);
}

/* Processes that its command starts. */
static int rank_count(const GuestWish *wish, const GuestTerms *terms) {
    return guest_is_in_ranks(wish) && terms->threads > 0 ? terms->threads : 1;
}

/* What is to be started, for the caller to free; NULL without memory. */
static char *make_command(const Guest *guest) {
    char *copy = NULL;
    const char *command = guest->wish->command;
    const char *sign = strstr(command, GUEST_RANKS);
    if (!sign)
        return strdup(command);
    const int length = asprintf(&copy, "%.*s%d%s", (int)(sign - command), command,
                                rank_count(guest->wish, &guest->terms), sign + strlen(GUEST_RANKS));
    return length < 0 ? NULL : copy;
}

/* Starts a process, if there is none. */
static bool start(Guest *guest, Reason *error) {
    Conversation *conversation = &guest->conversation;
    if (conversation->child)
        return true;
    conversation->used = conversation->taken = 0;
    conversation->is_cut = conversation->is_broken = guest->is_chess960 = false;
    char *command = make_command(guest);
    if (!command)
        return reason_set(error, "not enough memory");
    conversation->child = child_start(command, error);
    free(command);
    return conversation->child &&
           ((greet(guest, error) && set_options(guest, error)) || guest_fail(guest, error));
}

/* An option of that name that is not wished for anyway; 0 leaves it to the engine. */
static void add_number(Guest *guest, const char *name, uint64_t number, bool is_needed,
                       char text[NUMBER_SIZE]) {
    bool is_wished = false;
    for (int i = 0; i < guest->setting_count; i++)
        is_wished |= text_same_words(guest->settings[i].name, text_of(name));
    if (number == 0 || is_wished)
        return;
    snprintf(text, NUMBER_SIZE, "%" PRIu64, number);
    guest->settings[guest->setting_count++] =
        (Setting){text_of(name), text, is_needed, false, INT64_MIN, INT64_MAX};
}

/* Of the table of each process; they have one memory, whatever their number. */
static size_t hash_of_each(const GuestWish *wish, const GuestTerms *terms) {
    const size_t share = terms->hash_mib / (size_t)rank_count(wish, terms);
    return share == 0 && terms->hash_mib > 0 ? 1 : share;
}

Guest *guest_start(const GuestWish *wish, const GuestTerms *terms, Reason *error) {
    Guest *guest = calloc(1, sizeof *guest);
    if (!guest) {
        reason_set(error, "not enough memory");
        return NULL;
    }
    guest->wish = wish;
    guest->terms = *terms;
    guest->conversation.terms = &guest->terms;
    take_name(guest, text_of(wish->command));
    for (int i = 0; i < wish->option_count; i++)
        guest->settings[guest->setting_count++] = (Setting){
            wish->options[i].name, wish->options[i].value, true, false, INT64_MIN, INT64_MAX};
    const int threads = guest_is_in_ranks(wish) ? 1 : terms->threads;
    add_number(guest, "Threads", (uint64_t)threads, threads > 1, guest->threads);
    add_number(guest, "Hash", hash_of_each(wish, terms), false, guest->hash);
    if (start(guest, error))
        return guest;
    free(guest);
    return NULL;
}

void guest_end(Guest *guest) {
    Reason unused;
    if (guest && guest->conversation.child) {
        conversation_send(&guest->conversation, &unused, "quit\n");
        child_end(guest->conversation.child, clock_now_us() + quit_us(guest), &unused);
    }
    free(guest);
}

const char *guest_name(const Guest *guest) {
    return guest->name;
}

bool guest_is_in_ranks(const GuestWish *wish) {
    return strstr(wish->command, GUEST_RANKS);
}

bool guest_plays_chess960(const Guest *guest) {
    return guest->has_chess960;
}

bool guest_is_given_up(const Guest *guest) {
    return guest->terms.gives_up && guest->terms.gives_up(guest->terms.gives_up_context);
}

bool guest_new_game(Guest *guest, Reason *error) {
    Conversation *conversation = &guest->conversation;
    if (!start(guest, error))
        return false;
    return (conversation_send(conversation, error, "ucinewgame\nisready\n") &&
            conversation_await_ready(conversation, error)) ||
           guest_fail(guest, error);
}

bool guest_send_position(Guest *guest, const Position *start, Text moves, Reason *error) {
    char fen[FEN_SIZE];
    Conversation *conversation = &guest->conversation;
    if (start->chess960 != guest->is_chess960) {
        if (!guest->has_chess960)
            return reason_set(error, "it does not play Chess960");
        guest->is_chess960 = start->chess960;
        if (!conversation_send(conversation, error, "setoption name UCI_Chess960 value %s\n",
                               start->chess960 ? "true" : "false"))
            return false;
    }
    fen_format(start, fen);
    return conversation_send(conversation, error, "position fen %s%s%.*s\n", fen,
                             moves.length > 0 ? " moves " : "", (int)moves.length, moves.data);
}
