/* Lines: reading what is typed, with an editor, history and completion at a terminal. */
#ifndef WARPSCHOOL_TERMINAL_LINE_H
#define WARPSCHOOL_TERMINAL_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "report/report.h"

typedef struct Lines Lines;
typedef enum LineStatus {
    LINE_READ,
    LINE_EARLY,   /* an answer that was entered before its question could be read, or an empty one at once after */
    LINE_CLEARED, /* Ctrl-C */
    LINE_END,
} LineStatus;

/* The words that may stand where the cursor is, for the line up to there: sorted, in arena. *word_start: where in line
 * the word that is being completed begins. */
typedef char **LineComplete(void *context, Arena *arena, const char *line, size_t *word_start, size_t *count);

typedef struct LineSetup {
    bool edited;            /* with an editor and history, where the terminal can; else plain lines */
    const Style *style;     /* read for each prompt; outlives the Lines */
    LineComplete *complete; /* NULL: Tab completes nothing */
    void *context;          /* handed to complete */
} LineSetup;

Lines *lines_open(const LineSetup *setup);
void lines_close(Lines *lines); /* lines may be NULL */

/* One line without its newline, valid until the next call. prompt is plain text; command lines go into the history and
 * have completion, answers do not. LINE_EARLY is for answers that come from a terminal. */
LineStatus lines_read(Lines *lines, const char *prompt, bool command, const char **line);

#endif
