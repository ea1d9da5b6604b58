/* See terminal.h. */
#include "terminal.h"

#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

const char *program;
const char *scenario;
bool failed;
Terminal terminal;

void fail(const Terminal *terminal, const char *format, ...) {
    va_list args;
    if (failed) return;
    failed = true;
    printf("%s: ", scenario);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    size_t from = terminal->text_size > 1500 ? terminal->text_size - 1500 : 0;
    printf("\n--- the screen said:\n%.*s\n---\n", (int)(terminal->text_size - from), terminal->text + from);
}

long now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void start_with(Terminal *terminal, int columns, int rows, const char *term, const char *pack,
                const char *const *words) {
    memset(terminal, 0, sizeof *terminal);
    struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
    terminal->columns = columns;
    terminal->child = forkpty(&terminal->master, NULL, NULL, &size);
    if (terminal->child < 0) { /* and never kill(-1): that is every process of this user */
        perror("forkpty");
        exit(1);
    }
    if (terminal->child != 0) return;
    setenv("TERM", term, 1);
    const char *argv[8] = {program, "--pack", pack};
    for (size_t i = 0; i < 4 && words[i] != NULL; i++) argv[3 + i] = words[i];
    execv(program, (char *const *)(uintptr_t)argv);
    _exit(127);
}

void start(Terminal *terminal, int columns, int rows, const char *term, const char *pack, const char *word) {
    start_with(terminal, columns, rows, term, pack, (const char *const[]){word, NULL});
}

void watch(Terminal *terminal, int columns, int rows, const char *term, const char *exercise) {
    start_with(terminal, columns, rows, term, "pack", (const char *const[]){"watch", exercise, NULL});
}

/* Obeys an escape sequence: a place for the cursor, or a line to clear. */
static void obey(Terminal *terminal, char last) {
    int row = 0, column = 0;
    if (last == 'H' && sscanf(terminal->sequence, "[%d;%d", &row, &column) == 2) {
        terminal->row = row - 1;
        terminal->column = column - 1;
    }
    if (last == 'K' && terminal->row < ROWS && terminal->column < COLUMNS)
        memset(terminal->cell[terminal->row] + terminal->column, 0, (size_t)(COLUMNS - terminal->column));
}

static void put(Terminal *terminal, char c) {
    if (((unsigned char)c & 0xc0) == 0x80) return; /* the rest of a character takes no column */
    if (c == '\r' || c == '\n') {
        terminal->column = 0;
        terminal->row += c == '\n';
    } else if (terminal->row >= 0 && terminal->row < ROWS && terminal->column >= 0 && terminal->column < COLUMNS) {
        terminal->cell[terminal->row][terminal->column++] = c;
    }
}

static void keep(Terminal *terminal, char c) {
    if (terminal->raw_size < KEPT - 1) terminal->raw[terminal->raw_size++] = c;
    if (terminal->in_escape && terminal->sequence_size < sizeof terminal->sequence - 1) {
        terminal->sequence[terminal->sequence_size++] = c;
        terminal->sequence[terminal->sequence_size] = '\0';
    }
    if (c == '\033') {
        terminal->sequence_size = 0;
        terminal->in_escape = true;
        terminal->in_sequence = false;
    } else if (terminal->in_escape && !terminal->in_sequence && (c == '[' || c == '(' || c == ']')) {
        terminal->in_sequence = true;
    } else if (terminal->in_escape) {
        terminal->in_escape = terminal->in_sequence && !(c >= '@' && c <= '~') && c != '\a';
        if (!terminal->in_escape) obey(terminal, c);
    } else if (c != '\r' && c != '\a' && terminal->text_size < KEPT - 1) {
        terminal->text[terminal->text_size++] = c;
        terminal->text[terminal->text_size] = '\0';
        put(terminal, c);
    } else if (c == '\r') {
        put(terminal, c);
    }
}

void pump(Terminal *terminal, int wait_ms) {
    struct pollfd input = {.fd = terminal->master, .events = POLLIN};
    while (!terminal->ended && poll(&input, 1, wait_ms) > 0) {
        char bytes[4096];
        ssize_t got = read(terminal->master, bytes, sizeof bytes);
        if (got < 0 && errno == EINTR) continue;
        terminal->ended = got <= 0;
        for (ssize_t i = 0; i < got; i++) keep(terminal, bytes[i]);
        wait_ms = 0;
    }
}

void expect(Terminal *terminal, const char *text) {
    long end = now_ms() + PATIENCE_MS;
    while (!failed) {
        const char *found = strstr(terminal->text + terminal->seen, text);
        if (found != NULL) {
            terminal->seen = (size_t)(found - terminal->text) + strlen(text);
            return;
        }
        if (terminal->ended || now_ms() > end)
            fail(terminal, "'%s' did not appear", text);
        else
            pump(terminal, 200);
    }
}

void type(Terminal *terminal, const char *keys) {
    if (failed) return;
    if (write(terminal->master, keys, strlen(keys)) < 0) fail(terminal, "the keys could not be typed");
}

void expect_exit(Terminal *terminal, int code) {
    long end = now_ms() + PATIENCE_MS;
    int status = 0;
    pid_t ended = 0;
    while (ended == 0 && now_ms() < end) {
        pump(terminal, 20);
        ended = waitpid(terminal->child, &status, WNOHANG);
    }
    if (ended == 0) {
        kill(terminal->child, SIGKILL);
        waitpid(terminal->child, &status, 0);
        fail(terminal, "the program did not end");
    } else if (!WIFEXITED(status) || WEXITSTATUS(status) != code) {
        fail(terminal, "the program ended with status %#x, not with exit code %d", (unsigned)status, code);
    }
    close(terminal->master);
}

void leave(Terminal *terminal) {
    if (failed)
        kill(terminal->child, SIGKILL);
    else
        type(terminal, "quit\r");
    bool before = failed;
    expect_exit(terminal, 0);
    failed = failed || before;
}

int widest_line(const Terminal *terminal) {
    int widest = 0, width = 0;
    for (size_t i = 0; i < terminal->text_size; i++) {
        unsigned char c = (unsigned char)terminal->text[i];
        width = c == '\n' ? 0 : width + ((c & 0xc0) != 0x80);
        if (width > widest) widest = width;
    }
    return widest;
}

void skip_question(Terminal *terminal) {
    expect(terminal, "Your answer:");
    usleep(1000000);
    type(terminal, "\r");
}

int expect_row(Terminal *terminal, const char *text) {
    long end = now_ms() + PATIENCE_MS;
    while (!failed) {
        for (int row = 0; row < ROWS; row++)
            if (strstr(terminal->cell[row], text) != NULL) return row;
        if (terminal->ended || now_ms() > end)
            fail(terminal, "'%s' is not on the screen", text);
        else
            pump(terminal, 20);
    }
    return -1;
}

bool on_screen(const Terminal *terminal, const char *text) {
    for (int row = 0; row < ROWS; row++)
        if (strstr(terminal->cell[row], text) != NULL) return true;
    return false;
}
