/* Watching an exercise's file: it is judged again whenever it is saved. watching.c judges,
 * watch_screen.c has the screen with its keys, watch_lines.c prints verdicts below each other where there is none, and
 * watch_views.c has what both show. */
#ifndef WARPSCHOOL_CHECKING_WATCHING_H
#define WARPSCHOOL_CHECKING_WATCHING_H

#include <time.h>

#include "base/file_watch.h"
#include "base/text.h"
#include "checking/checking.h"
#include "terminal/attendant.h"

typedef enum WatchView {
    WATCH_RESULT, /* the verdict's reasons; the others are one key away */
    WATCH_HINTS,
    WATCH_PICTURES,
    WATCH_SOURCE,
    WATCH_DIFFERENCES,
    WATCH_LIST,
    WATCH_SOLUTION,
} WatchView;

typedef struct Watching {
    Session *session;
    Lesson *lesson;
    Exercise *exercise;
    const char *path; /* of the student's file, in `arena` */
    FileWatch *file;
    Arena *arena; /* as long as one exercise is watched */

    bool judged; /* checking and checked are set; in scratch */
    Checking checking;
    Source reference; /* the lesson's own kernels */
    Checked checked;
    const char *problem; /* why nothing could be judged, a sentence; in scratch. NULL: nothing is wrong */
    const char *remedy;  /* of the problem, Markdown in scratch; NULL: none but to wait */
    bool stopped;        /* by Ctrl-C */
    bool again;          /* it was saved while it was judged */
    CheckPast *before;   /* the check before, in past_arena; or NULL */
    Arena *past_arena;
    unsigned checks; /* how many were made; of the last: */
    time_t checked_at;
    long noticed_ms, took_ms; /* when the save was noticed, and how long it took from then on */

    bool leaving;
    int status; /* the exit code */
} Watching;

/* ---- watching.c -------------------------------------------------------------------------------------------------- */

void watching_choose(Watching *watching, Lesson *lesson, Exercise *exercise); /* watches this one from now on */
void watching_end(Watching *watching);
/* Judges the file as it is now. attendant: who looks after the terminal meanwhile. What the launches say to a person
 * (that there is no GPU) is left out. */
void watching_check(Watching *watching, const AttendantSetup *attendant);
/* Where the last check was passed and no earlier one: notes that down. Nothing is said. */
void watching_record_pass(Watching *watching);
/* Repeats the last launch for the picture over sectors, if there is one to draw; it takes as long once more. */
void watching_record(Watching *watching);
bool watching_may_show_solution(const Watching *watching); /* passed, or all hints were seen */
/* What follows the watched one: the next that is not passed, over all lessons; NULL: all are. */
Exercise *watching_next(const Watching *watching, Lesson **lesson);

/* ---- until the student leaves, or the input ends: watch_screen.c and watch_lines.c ------------------------------- */

bool watch_on_screen(Watching *watching); /* false: this is no terminal for a screen, and nothing was done */
void watch_in_lines(Watching *watching);

/* ---- watch_views.c: what is shown, in the session's style -------------------------------------------------------- */

void watch_view_head(Watching *watching, const char *state, Text *out); /* state: NULL, or what goes on now */
void watch_view_body(Watching *watching, WatchView view, Text *out);
/* The exercise in the current lesson's list under that number, from 1; NULL: none. */
Exercise *watch_view_listed(const Watching *watching, int number);

#endif
