#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Lines that arrive in messages, as an input that can be read like any other. One thread adds. */
typedef struct Feed {
    int input_fd;  /* to be read */
    int output_fd; /* what is added goes in here */
    char *waiting; /* what has not gone in yet */
    size_t length;
    size_t capacity;
} Feed;

/* False without a pipe. */
bool feed_init(Feed *feed);
void feed_destroy(Feed *feed);

/* Adds a line; the newline is added, too. Never blocks: what the pipe does not take waits. */
void feed_add(Feed *feed, const char *line, size_t length);

/* Puts in what waits, as far as there is room. */
void feed_flush(Feed *feed);
