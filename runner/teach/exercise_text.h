/* An exercise as a student reads it: its task, what `check` looks at, and which file to edit. */
#ifndef WARPSCHOOL_TEACH_EXERCISE_TEXT_H
#define WARPSCHOOL_TEACH_EXERCISE_TEXT_H

#include "teach/session.h"

void exercise_say(Session *session, const Exercise *exercise);

#endif
