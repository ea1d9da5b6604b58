/* The terminal, or any other standard input and output: its abilities, its signals, and the one place where standard
 * output is written. */
#ifndef WARPSCHOOL_TERMINAL_TERMINAL_H
#define WARPSCHOOL_TERMINAL_TERMINAL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "report/report.h"
#include "terminal/options.h"

struct json_t;

void terminal_start(void); /* locale, signals, standard streams; once, first thing in main */

/* ---- what it can do ---------------------------------------------------------------------------------------------- */

bool terminal_edits(void);                   /* both ends are a terminal that can move its cursor */
bool terminal_pages(const Options *options); /* what is longer than the screen is shown through a pager */
Style terminal_style(const Options *options);

/* ---- signals.c --------------------------------------------------------------------------------------------------- */

void terminal_catch_signals(void);                       /* of terminal_start */
void terminal_keep_running(void);                        /* from now on Ctrl-C never ends the program */
const volatile sig_atomic_t *terminal_interrupted(void); /* non-zero after a Ctrl-C */
void terminal_clear_interrupt(void);
void terminal_interrupt(void); /* stops what runs, as a Ctrl-C does; from any thread */
/* From now on the program is interrupted when all its threads together have used that many seconds of processor
 * time, until the limit is removed with 0; then the result tells whether it was so and by nothing else, and what runs
 * next is not interrupted. After a Ctrl-C the result is false, whether the time was up or not. Processor time gives the
 * same result on a busy machine as on an idle one. */
bool terminal_limit_time(int seconds);
int terminal_ended(void);          /* the signal that asks us to leave, or 0 */
bool terminal_take_resize(void);   /* true once after the window changed its size */
bool terminal_take_continue(void); /* true once after the program was stopped (Ctrl-Z) and continued */

/* ---- writing ----------------------------------------------------------------------------------------------------- */

/* Writes to standard output at once. After a failure nothing more is written and terminal_failed gives the errno. */
void terminal_write(const char *bytes, size_t size);
/* A JSON value on one line; takes the reference. */
void terminal_write_json(struct json_t *value);
int terminal_failed(void);
bool terminal_wrote(void); /* anything was written, or should have been */
void terminal_gap(void);   /* an empty line, unless there is one above already */
void terminal_typed(void); /* a line was typed: what follows needs no gap */
/* on: output is held from now on. Off: held output is shown, through a pager where it is longer than the screen.
 * Returns the setting before. */
bool terminal_hold(bool on);
/* What is written from now on until held output is shown is shown even where the pager is left before it. */
void terminal_need_from_here(void);
/* From now on what is written is added to `text` and not shown, until this is called with NULL. */
void terminal_divert(Text *text);

#endif
