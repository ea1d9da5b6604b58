/* Lint, as far as no device is needed: the consistency of a pack's files, and their texts.
 *
 * The loader finds errors that make a lesson unusable. Lint finds mistakes that a class would notice: a metric that
 * is misspelt in a sentence, a link that leads nowhere, two equal choices, a table too wide for a terminal, a file
 * that no lesson names. lint_launches.c and lint_exercises.c test what has to be compiled and run. */
#ifndef WARPSCHOOL_LINT_LINT_FILES_H
#define WARPSCHOOL_LINT_LINT_FILES_H

#include "course/course.h"

enum { LINT_COLUMNS = 80 }; /* the terminal that texts are held to */

/* A file of the pack as messages name it: "exercises/05-banks.cu", below the pack's folder where that is not the
 * current one. In arena. */
char *lint_path(const Pack *pack, Arena *arena, const char *folder, const char *file);

/* Adds the mistakes in the lesson's file and its exercises' files to diags. The lesson must be usable. */
void lint_lesson(const Pack *pack, const Lesson *lesson, Arena *arena, DiagList *diags);

/* Adds the mistakes that concern no single lesson: files that nothing names, mutants of no exercise. */
void lint_files(const Pack *pack, Arena *arena, DiagList *diags);

/* A plausible wrong answer to an exercise: mutants/EXERCISE/NAME.cu, or tests/mutants/EXERCISE/NAME.cu, below the pack.
 * Its first line says the verdict that the check must give: "// verdict: missed - what is wrong". */
typedef struct Mutant {
    const char *path;
    Verdict verdict;
    bool stated; /* false: the first line names no verdict, or `passed` or `error`, which no mutant may get */
} Mutant;

/* Is there a folder for mutants at all? An installed pack is without. */
bool lint_keeps_mutants(const Pack *pack);

/* The mutants of an exercise, sorted by path; in arena. */
Mutant *lint_mutants(const Pack *pack, const Exercise *exercise, Arena *arena, size_t *count);

/* The verdict that a mutant's first line states; false where it states none that a mutant may have. */
bool lint_stated_verdict(const char *source, Verdict *verdict);

/* A choice as the value that it stands for: a number or truth value where it is an expression of such (over the
 * lesson's parameters at their defaults), else its text. In arena. */
Value lint_choice_value(const Lesson *lesson, const char *choice, Arena *arena);

#endif
