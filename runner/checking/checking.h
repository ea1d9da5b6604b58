/* Judging an exercise's file: what `check` does once and `watch` after every save. */
#ifndef WARPSCHOOL_CHECKING_CHECKING_H
#define WARPSCHOOL_CHECKING_CHECKING_H

#include "report/report.h"
#include "teach/launch/execute.h"

typedef struct Checking {
    const Lesson *lesson;
    const Exercise *exercise;
    Source source; /* the student's */
    bool own;      /* the file that the student edits, so that passing counts */
    bool all;      /* launch on although one launch is not passed, and count points */
} Checking;

typedef struct Checked {
    Verdict verdict;
    bool interrupted;
    LaunchOutcome **outcomes; /* those that were begun, in order; none where the file could not be read */
    size_t count;
    size_t deciding;         /* the first that is not passed, else the last */
    LaunchOutcome *recorded; /* the deciding launch once more, for a picture; or NULL */
    CheckReport report;
} Checked;

/* Launches the file as the exercise defines, up to the first launch that is not passed, or all; with --schedule all
 * each in several orders of the warps. reference: the lesson's own kernels. Prints nothing. Everything is in scratch,
 * or to be freed with checked_free. */
void checking_run(Session *session, const Checking *checking, const Source *reference, Checked *checked);
/* The same for a file that is no CUDA source: `why` says what it is. */
void checking_refuse(Session *session, const Checking *checking, const char *why, const char *hint, Checked *checked);
/* Repeats the launch that decided, so that report has what a picture over the sectors of global memory needs: of the
 * line that misses a goal, else, where any is set, of the line that wastes most. Nothing where there is no such line,
 * or where the launch took more than `seconds`. */
void checked_record(Session *session, const Checking *checking, const Source *reference, Checked *checked, bool any,
                    double seconds);
/* The exercise's launch number `number` on another text than the one that is judged, or with requests recorded; to be
 * freed with outcome_free. */
LaunchOutcome *checking_launch(Session *session, const Checking *checking, size_t number, const Source *source,
                               const Source *reference, Recording recording);
void checked_free(Checked *checked);
/* The launch that decided; NULL: there was none. */
const LaunchOutcome *checked_last(const Checked *checked);

/* The verdict and everything behind it, as one JSON object on a line. */
void checked_write_json(Session *session, const Checking *checking, const Checked *checked);

#endif
