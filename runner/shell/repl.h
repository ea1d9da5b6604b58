/* The REPL: reads a line, runs it, until the end. */
#ifndef WARPSCHOOL_SHELL_REPL_H
#define WARPSCHOOL_SHELL_REPL_H

#include <stdint.h>

#include "teach/session.h"

#define STEP_WHERE_LEFT SIZE_MAX

/* Reads commands until the end; the program's exit code. lesson: opened first, at that step; NULL: where the student
 * is. */
int repl_run(Session *session, Lesson *lesson, size_t step);

#endif
