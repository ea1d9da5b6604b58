/* The launches of steps as JSON. */
#ifndef WARPSCHOOL_TEACH_STEPS_JSON_H
#define WARPSCHOOL_TEACH_STEPS_JSON_H

#include "teach/session.h"

/* Makes the launches of steps and prints them as one JSON object; the exit code. */
int steps_as_json(Session *session, const Lesson *lesson, const Step *steps, size_t count);

#endif
