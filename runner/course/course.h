/* Course: YAML to Lesson, expressions, references, verdicts, progress. docs/lesson-format.md describes the format for
 * authors; the keys are listed once, in the tables of lesson.c, lesson_values.c, pack_file.c and grading.c. */
#ifndef WARPSCHOOL_COURSE_COURSE_H
#define WARPSCHOOL_COURSE_COURSE_H

#include "course/expr.h"        /* expressions of goals, sizes, answers */
#include "course/launch_spec.h" /* a launch as a lesson writes it */
#include "course/lesson.h"      /* steps, questions, exercises, goals */
#include "course/pack.h"        /* a folder of lessons */
#include "course/prepared.h"    /* a launch with its buffers; outputs against references */
#include "course/progress.h"    /* what a student has done */
#include "course/verdict.h"     /* passed, wrong, unsafe, missed... */

#endif
