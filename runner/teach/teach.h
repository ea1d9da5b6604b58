/* A lesson, step by step. */
#ifndef WARPSCHOOL_TEACH_TEACH_H
#define WARPSCHOOL_TEACH_TEACH_H

#include "teach/question.h"
#include "teach/session.h"

void teach_open(Session *session, Lesson *lesson, size_t step); /* shows the lesson's title and the step's text */
int teach_next(Session *session);                          /* the next thing: a text, a launch, the quiz, an exercise */
int teach_back(Session *session);                          /* the step before the one that was shown last */
bool teach_step_waits(const Session *session);             /* a text was shown whose launch has not run yet */
bool teach_step_uses(const Step *step, const char *param); /* does one of its launches depend on the parameter? */
const Step *teach_current_step(const Session *session);    /* the last one with a launch that was reached; NULL: none */
int teach_predict(Session *session, const Lesson *lesson, const Step *step); /* asks, runs, compares */
/* The same with the answer given: measures, compares, keeps and says it. answer NULL: none, so that one which is given
 * later is not the first try. */
Measured teach_take_prediction(Session *session, const Lesson *lesson, const Step *step, const char *answer);
/* At the prompt: whether a step that was not passed yet asks for a prediction that was not made yet. */
bool teach_prediction_open(const Session *session, const Lesson *lesson, const Step *step);
/* What it asks for is shown now: if its prediction is open, one that is made later does not count as right at the first
 * try. */
void teach_see_answer(Session *session, const Lesson *lesson, const Step *step);
/* The same after a command that measures and says so. */
void teach_give_up_prediction(Session *session, const Lesson *lesson, const Step *step);
void teach_exercise_passed(Session *session, Lesson *lesson, const Exercise *exercise);
/* The whole lesson without a student: texts, measured answers, launches, exercises. */
int teach_play(Session *session, Lesson *lesson);

#endif
