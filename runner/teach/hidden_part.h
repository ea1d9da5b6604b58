/* The hidden part of an exercise: what the instructor's grading.yaml launches and asks beside the lesson.
 *
 * Nothing of its launches leaves this file but whether each of its entries is met: no output, finding, printf,
 * message of a compiler, value, input or seed. */
#ifndef WARPSCHOOL_TEACH_HIDDEN_PART_H
#define WARPSCHOOL_TEACH_HIDDEN_PART_H

#include "course/grading.h"
#include "teach/exercises.h"

/* The grading file that holds: of --grading, else grading.yaml in the pack. NULL: there is none. It is read once; with
 * mistakes in it its parts must not be used. */
const Grading *session_grading(Session *session);

/* What there is to say of the exercise's hidden part; NULL: it has none. In scratch. judge: launch it, else only say
 * that there is one. *interrupted: by Ctrl-C. */
const HiddenReport *hidden_part_report(Session *session, const Exercise *exercise);
const HiddenReport *hidden_part_judge(Session *session, const ExerciseJob *job, bool *interrupted);

#endif
