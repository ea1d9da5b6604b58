/* Which names an expression may mention. Checked when a lesson is loaded, so that its author and not a student finds
 * a typing mistake. */
#ifndef WARPSCHOOL_COURSE_NAMES_H
#define WARPSCHOOL_COURSE_NAMES_H

#include "course/course.h"

typedef enum Names {
    NAMES_UNCHECKED, /* any: the caller checks them later */
    NAMES_PARAMS,    /* the lesson's parameters */
    NAMES_ELEMENT,   /* and i, an element's index */
    NAMES_BUFFERS,   /* and the buffers of the launch, as name[index] */
    NAMES_BEFORE,    /* parameters, device, arch: texts that are shown before a launch */
    NAMES_LAUNCH,    /* parameters, metrics and everything else that is known after a launch */
} Names;

/* Reports every name in expr that is not one of names, with the nearest one. launch is for NAMES_BUFFERS, else NULL. */
void names_check(const Expr *expr, Names names, const Lesson *lesson, const LaunchSpec *launch, Arena *arena,
                 DiagList *diags);

/* The same without a message. */
bool names_all_known(const Expr *expr, Names names, const Lesson *lesson);

/* The {{ expressions }} in a Markdown text whose first byte is at loc: each must parse and know its names. */
void interpolate_check(const char *markdown, Loc loc, Names names, const Lesson *lesson, Arena *arena, DiagList *diags);

/* Whether expr mentions anything that is known only after a launch. */
bool names_measured(const Expr *expr);

/* Does expr mention a metric that only a GPU gives? */
bool names_need_gpu(const Expr *expr);

/* Does expr mention a metric that needs the assembler's report, which clang alone does not give? */
bool names_need_assembler(const Expr *expr);
extern const char names_only_assembler[]; /* why something has no value where no assembler was asked */

/* Does expr mention a metric that takes further runs of the launch? */
bool names_need_repetition(const Expr *expr);

/* Does expr mention the name? */
bool names_mention(const Expr *expr, const char *name);

/* Is name one of the fixed names or metrics (which no parameter may hide)? */
bool name_is_reserved(const char *name);

/* "findings.out_of_bounds" or "warnings.out_of_bounds" to FINDING_OUT_OF_BOUNDS; false where it is no such name. */
bool finding_kind_named(const char *name, FindingKind *kind);

/* Is metric a ratio without a value because nothing of its kind was requested? */
bool metric_was_not_requested(const Metrics *metrics, Metric metric);

#endif
