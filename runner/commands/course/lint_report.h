/* What lint says of a lesson, and of the files of a pack: findings as a compiler prints them, lines of what was tried,
 * and the same as JSON. */
#ifndef WARPSCHOOL_COMMANDS_COURSE_LINT_REPORT_H
#define WARPSCHOOL_COMMANDS_COURSE_LINT_REPORT_H

#include <jansson.h>

#include "teach/session.h"

/* Looks over a lesson and prints what was found. Gives {"lesson": as --json shows it, "messages": [...], "mutants": N,
 * "unjudged": N, "stopped": whether Ctrl-C ended it, and then nothing is printed}. shows_progress: on a terminal, a
 * line says what is tried. */
json_t *lint_report_lesson(Session *session, const Lesson *lesson, const char **archs, size_t arch_count,
                           bool shows_progress);
/* The same for what belongs to no lesson: {"messages": [...]}. */
json_t *lint_report_files(Session *session);
/* Prints findings; gives them as JSON. */
json_t *lint_report_findings(Session *session, const DiagList *diags);

/* "1 lesson", "3 lessons"; in arena. */
const char *lint_counted(Arena *arena, size_t count, const char *one, const char *many);

#endif
