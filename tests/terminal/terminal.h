/* A terminal driven for real: the program runs on a pseudo-terminal, keys are typed, and what appears is waited for.
 *
 * What the program writes is kept as it came and, with escape sequences taken out, as text; expect() looks in the text
 * after the place where the last expectation was met. prompt.c, pages.c, watch.c and tools.c have the scenarios; each
 * starts with an empty state folder (main.c). */
#ifndef WARPSCHOOL_TESTS_TERMINAL_H
#define WARPSCHOOL_TESTS_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { PATIENCE_MS = 30000, KEPT = 1 << 20, ROWS = 50, COLUMNS = 140 };

typedef struct Terminal {
    pid_t child;
    int master;
    char raw[KEPT], text[KEPT];
    size_t raw_size, text_size, seen;
    bool in_escape, in_sequence, ended;
    /* what a terminal would show, as far as `watch` moves its cursor; a byte a cell */
    char cell[ROWS][COLUMNS + 1];
    int row, column, columns;
    char sequence[32];
    size_t sequence_size;
} Terminal;

extern const char *program;  /* the path of the one that is tried */
extern const char *scenario; /* the name of the one that runs */
extern bool failed;          /* the scenario has; what follows in it does nothing */
extern Terminal terminal;

/* Says once what was expected, with the end of the text. */
void fail(const Terminal *terminal, const char *format, ...);
long now_ms(void);

/* Starts the program on a terminal of that size with at most four words, with one (NULL: none), or as `watch
 * EXERCISE`. */
void start_with(Terminal *terminal, int columns, int rows, const char *term, const char *pack,
                const char *const *words);
void start(Terminal *terminal, int columns, int rows, const char *term, const char *pack, const char *word);
void watch(Terminal *terminal, int columns, int rows, const char *term, const char *exercise);
/* Reads what is there, waiting at most wait_ms for the first of it. */
void pump(Terminal *terminal, int wait_ms);
/* Waits until the text appears, or fails. */
void expect(Terminal *terminal, const char *text);
void type(Terminal *terminal, const char *keys);
/* Waits for the end of the program, and closes the terminal. */
void expect_exit(Terminal *terminal, int code);
/* Says `quit` and expects the end. */
void leave(Terminal *terminal);
/* The columns of the widest line; every byte that starts a character counts one. */
int widest_line(const Terminal *terminal);
/* Enter, after the time in which a question can be read. */
void skip_question(Terminal *terminal);
/* The row of the screen that has the text once it appears; fails where it does not. */
int expect_row(Terminal *terminal, const char *text);
bool on_screen(const Terminal *terminal, const char *text);

/* ---- scenarios --------------------------------------------------------------------------------------------------- */

typedef struct Scenario {
    const char *name;
    bool compiles; /* needs a CUDA compiler */
    void (*run)(void);
} Scenario;

#define SCENARIO(name, compiles)                                                                                       \
    { #name, compiles, name }

/* Each ends with a row without a name. */
extern const Scenario prompt_scenarios[], pages_scenarios[], watch_scenarios[], tools_scenarios[];

#endif
