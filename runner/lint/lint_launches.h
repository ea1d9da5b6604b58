/* Lint: the launches of a lesson, what it expects of them, and its questions. */
#ifndef WARPSCHOOL_LINT_LINT_LAUNCHES_H
#define WARPSCHOOL_LINT_LINT_LAUNCHES_H

#include "lint/linting.h"

void lint_steps(Linting *lint); /* every launch, expectation and prediction */
void lint_trivia(Linting *lint);

#endif
