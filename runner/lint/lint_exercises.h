/* Lint: exercises, as shipped, solved and answered wrongly. */
#ifndef WARPSCHOOL_LINT_LINT_EXERCISES_H
#define WARPSCHOOL_LINT_LINT_EXERCISES_H

#include "lint/linting.h"

void lint_exercises(Linting *lint); /* as shipped, the solution, the mutants, the dodges */

#endif
