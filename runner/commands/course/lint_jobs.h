/* Looks over several lessons at the same time, each in a process of its own. */
#ifndef WARPSCHOOL_COMMANDS_COURSE_LINT_JOBS_H
#define WARPSCHOOL_COMMANDS_COURSE_LINT_JOBS_H

#include "commands/course/lint_report.h"

/* What is done with a lesson's report (lint_report.h), which was printed. */
typedef void LintTake(void *data, const Lesson *lesson, const json_t *report);

/* Looks over the lessons, up to jobs of them at a time, and prints and hands over their reports in their order. A
 * lesson whose process ends without a report gets one with an error that says so. After Ctrl-C the rest is left out,
 * and false is returned. */
bool lint_lessons_apart(Session *session, const Lesson *const *lessons, size_t count, int jobs, const char **archs,
                        size_t arch_count, LintTake *take, void *data);

#endif
