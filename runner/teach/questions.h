/* The questions at the end of a lesson, one after another. */
#ifndef WARPSCHOOL_TEACH_QUESTIONS_H
#define WARPSCHOOL_TEACH_QUESTIONS_H

#include "teach/session.h"

/* How many of the lesson's questions were not answered rightly yet. */
size_t quiz_open_questions(const Session *session, const Lesson *lesson);

/* Asks those, or all of them again, from where the quiz was left. Returns the exit status. */
int quiz_take(Session *session, Lesson *lesson, bool again);

#endif
