/* Lint: whether the buffers and values of a launch are of the types that its kernel takes. */
#ifndef WARPSCHOOL_LINT_LINT_ARGUMENTS_H
#define WARPSCHOOL_LINT_LINT_ARGUMENTS_H

#include "lint/linting.h"

/* A launch takes bytes as they are: a buffer of another type than the kernel's pointer shows as a wrong output, if at
 * all. Types of another size, and whole numbers for real ones, are warned of. */
void lint_arguments(Linting *lint);

#endif
