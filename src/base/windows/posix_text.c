#include <stdarg.h>
#include <stdbool.h>

#undef fopen
#undef fclose

#define STREAMS 8

/* Streams of open_memstream(). */
static struct {
    FILE *stream;
    char **text;
    size_t *size;
} streams[STREAMS];

FILE *posix_open_memstream(char **text, size_t *size) {
    size_t slot = 0;
    while (slot < STREAMS && streams[slot].stream)
        slot++;
    char *name = slot < STREAMS ? _tempnam(NULL, "quorum") : NULL;
    FILE *stream =
        name ? fopen(name, "w+bTD") : NULL; /* in memory if need be, and gone when closed */
    free(name);
    if (stream) {
        streams[slot].stream = stream;
        streams[slot].text = text;
        streams[slot].size = size;
    }
    return stream;
}

/* Takes the text out of a stream of open_memstream(). */
static bool take_text(FILE *stream, char **text, size_t *size) {
    const long length = ftell(stream);
    *text = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (!*text)
        return false;
    rewind(stream);
    *size = fread(*text, 1, (size_t)length, stream);
    (*text)[*size] = '\0';
    return *size == (size_t)length;
}

int posix_fclose(FILE *stream) {
    bool good = true;
    for (size_t i = 0; i < STREAMS; i++) {
        if (streams[i].stream == stream) {
            streams[i].stream = NULL;
            good = !ferror(stream) && take_text(stream, streams[i].text, streams[i].size);
        }
    }
    return fclose(stream) == 0 && good ? 0 : EOF;
}

ssize_t posix_getline(char **line, size_t *size, FILE *stream) {
    size_t used = 0;
    for (int character = '\0'; character != '\n' && (character = getc(stream)) != EOF;) {
        if (used + 2 > *size) {
            char *larger = realloc(*line, 2 * *size + 128);
            if (!larger)
                return -1;
            *line = larger;
            *size = 2 * *size + 128;
        }
        (*line)[used++] = (char)character;
        (*line)[used] = '\0';
    }
    return used > 0 ? (ssize_t)used : -1;
}

int posix_dprintf(int file, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return write(file, text, (unsigned)strlen(text));
}

char *posix_strndup(const char *text, size_t size) {
    const size_t length = strnlen(text, size);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

void *posix_memrchr(const void *bytes, int byte, size_t size) {
    const unsigned char *at = bytes;
    while (size > 0 && at[size - 1] != (unsigned char)byte)
        size--;
    return size > 0 ? (void *)(uintptr_t)(at + size - 1) : NULL;
}
