/* Lint: the instructor's grading.yaml. */
#ifndef WARPSCHOOL_LINT_LINT_GRADING_H
#define WARPSCHOOL_LINT_LINT_GRADING_H

#include "lint/linting.h"

/* Adds what the loader says of the file. */
void lint_grading_file(Session *session, DiagList *diags);
/* Each solution must meet the hidden part of its exercise. What is wrong is told in full: this is for the author. */
void lint_grading(Linting *lint);

#endif
