/* What a check shows beyond its verdict. */
#ifndef WARPSCHOOL_TEACH_AFTER_CHECK_H
#define WARPSCHOOL_TEACH_AFTER_CHECK_H

#include "teach/execute.h"

typedef struct AfterCheck {
    const Lesson *lesson;
    const Exercise *exercise;
    const Source *source, *reference; /* the judged file; the lesson's kernels */
    const LaunchOutcome *last;        /* the launch that decided */
    size_t number;                    /* which of the exercise's it was, from 0 */
} AfterCheck;

/* Of a missed goal on shared or global memory: the picture of the line that misses it. Of a pass: what the metrics that
 * the goals name were for the file as shipped, and are now. Else nothing. */
void say_after_check(Session *session, const AfterCheck *check);

#endif
