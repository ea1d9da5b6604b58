/* Further reading, once an exercise is passed. */
#ifndef WARPSCHOOL_TEACH_FURTHER_H
#define WARPSCHOOL_TEACH_FURTHER_H

#include "teach/session.h"

/* Says which steps of other lessons are about what the exercise's goals count: for each word of the glossary, a few at
 * most, where it is introduced, or where a later lesson goes on with it. Nothing where there are none. */
void further_say(Session *session, const Lesson *lesson, const Exercise *exercise);
/* Says where the first kind of finding that decides (a warning where none does) is explained, and which step is about
 * it. Nothing where nothing was found. */
void further_say_finding(Session *session, const Result *result);

#endif
