#include "cuda/stream.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/version.h"
#include "cuda/wire.h"

enum { GREETING = 256, BANNER_LINES = 1000 };

bool stream_take(int file, void *bytes, size_t size) {
    for (char *at = bytes; size > 0;) {
        ssize_t step = read(file, at, size);
        if (step < 0 && errno == EINTR) continue;
        if (step <= 0) return false;
        at += step;
        size -= (size_t)step;
    }
    return true;
}

bool stream_send(int file, const Frame *frame, const void *bytes) {
    return file_write_all(file, frame, sizeof *frame) && file_write_all(file, bytes, (size_t)frame->size) &&
           file_write_all(file, "\n", 1);
}

bool stream_receive(int file, Frame *frame) {
    return stream_take(file, frame, sizeof *frame);
}

bool stream_pass(int file, uint64_t size, int other_file) {
    char block[1 << 14];
    while (size > 0) {
        size_t step = size < sizeof block ? (size_t)size : sizeof block;
        if (!stream_take(file, block, step)) return false;
        if (other_file >= 0 && !file_write_all(other_file, block, step)) return false;
        size -= step;
    }
    return true;
}

bool stream_end(int file) {
    char end;
    return stream_take(file, &end, 1) && end == '\n';
}

static void write_greeting(char line[GREETING]) {
    snprintf(line, GREETING, "warpschool %s gpu relay %zu %zu %zu\n", WARPSCHOOL_VERSION, sizeof(Frame), sizeof(Hello),
             sizeof(Request));
}

bool stream_greet(int file) {
    char line[GREETING];
    write_greeting(line);
    return file_write_all(file, line, strlen(line));
}

/* One line, with its end; of a longer one the first part. Byte by byte, so that nothing behind it is taken. */
static bool take_line(int file, char line[GREETING]) {
    size_t size = 0;
    while (size < GREETING - 1 && (size == 0 || line[size - 1] != '\n')) {
        if (!stream_take(file, &line[size], 1)) return false;
        size++;
    }
    line[size] = '\0';
    return true;
}

bool stream_await(int file) {
    char wanted[GREETING], line[GREETING];
    write_greeting(wanted);
    for (int i = 0; i < BANNER_LINES; i++) {
        if (!take_line(file, line)) return false;
        if (strcmp(line, wanted) == 0) return true;
        file_write_all(STDERR_FILENO, line, strlen(line));
    }
    return false;
}
