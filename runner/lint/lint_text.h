/* Between the files of lint: the Markdown texts of a lesson. */
#ifndef WARPSCHOOL_LINT_LINT_TEXT_H
#define WARPSCHOOL_LINT_LINT_TEXT_H

#include "course/yaml.h"
#include "lint/lint_files.h"

typedef struct LessonLint {
    const Pack *pack;
    const Lesson *lesson;
    const char *yaml; /* the lesson's whole file */
    Arena *arena;
    DiagList *diags;
} LessonLint;

/* Checks a Markdown text: metrics and commands in code spans, links and file names, numbers
 * without commas, what is too wide to be shown. */
void lint_text(const LessonLint *lint, const Node *node);

/* The position of word, which begins at text[offset] of a scalar. */
Loc lint_text_loc(const LessonLint *lint, const Node *node, size_t offset, const char *word);

#endif
