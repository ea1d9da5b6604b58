/* Lint: the dodges that are made from an exercise's solution (dodges.h), and which of them its goals let pass. */
#ifndef WARPSCHOOL_LINT_LINT_DODGES_H
#define WARPSCHOOL_LINT_LINT_DODGES_H

#include "lint/linting.h"

/* Judges each dodge as an answer and warns of those that pass, unless the exercise names them under `harmless`. One
 * that does not compile is not counted. With --dodges they are written into that folder as well. Nothing is done where
 * the solution itself does not pass. */
void lint_dodges(Linting *lint, LintedExercise *linted);

#endif
