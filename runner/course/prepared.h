/* From a spec to a launch with its buffers (prepare.c), what came out against its references (judge.c), and the names
 * that expressions and texts see afterwards (env.c, interpolate.c). */
#ifndef WARPSCHOOL_COURSE_PREPARED_H
#define WARPSCHOOL_COURSE_PREPARED_H

#include "course/lesson.h"

/* A launch ready to compile and run, with its buffers filled. arena owns all; spec and lesson must outlive it. */
typedef struct Prepared {
    const LaunchSpec *spec;
    Binding *bindings; /* every parameter of the lesson with its value here */
    size_t binding_count;
    const char **define_names, **define_values;
    size_t define_count;
    Launch launch;      /* image is the caller's to set */
    void **before;      /* for each buffer: its bytes before the launch */
    const char **words; /* of a whole program, and the lines that it must print */
    size_t word_count;
    const char **prints;
    size_t print_count;
    int exit_code;
    uint64_t memory;
    uint64_t bytes, flops; /* `bytes` and `flops`, 0 where not given */
} Prepared;

enum { PREPARED_BYTES_LIMIT = 1 << 30 }; /* all buffers of a launch together: 1 GiB */

/* overrides win over spec->with, which wins over the lesson's defaults. False with errors in diags (an expression that
 * fails, a size out of bounds, an unknown parameter). */
bool launch_prepare(const Lesson *lesson, const LaunchSpec *spec, const Binding *overrides, size_t override_count,
                    Arena *arena, DiagList *diags, Prepared *prepared);

/* How an output differs from its reference. */
typedef struct Mismatch {
    const char *buffer;
    size_t index; /* first element that differs */
    size_t count; /* elements that differ */
    size_t total; /* elements */
    double expected, got;
    bool poisoned; /* that element was never written */
    Scalar type;
    bool secret; /* nothing but count and total may be shown */
} Mismatch;

/* What must be known to judge: the launch as it ran and its result. */
typedef struct Judged {
    bool correct;
    bool judged;       /* false: no output has a reference */
    Mismatch mismatch; /* where !correct: the first output that differs */
    const char *why;   /* of a whole program: what else is wrong, a clause ("it ended with exit code 1"); or NULL */
} Judged;

/* Compares every output with its reference. Reference kernels have to have run already: reference_after[b] holds the
 * bytes that buffer b's reference kernel left, NULL for buffers with another kind of reference. */
void launch_judge(const Prepared *prepared, void *const *reference_after, Arena *arena, DiagList *diags,
                  Judged *judged);

/* What `correct` means everywhere: every block ran to its end, and every output that has a reference equals it. */
bool launch_correct(const Result *result, const Judged *judged);

/* The environment that expectations, goals, answers and texts see after a launch. result and judged may be NULL (before
 * a launch): then only parameters, device and arch are known. */
typedef struct LaunchEnv {
    ExprEnv env; /* pass &env.env */
    const Binding *bindings;
    size_t binding_count;
    const Result *result;
    const Judged *judged;
    const char *device;
    int arch;
} LaunchEnv;
void launch_env(LaunchEnv *env, const Binding *bindings, size_t binding_count, const Result *result,
                const Judged *judged, const char *device, const char *arch);

/* Replaces {{ expression }} in a Markdown text. Errors become "(unknown)" and a diagnostic. */
char *interpolate_markdown(Arena *arena, const char *markdown, const ExprEnv *env, Loc loc, DiagList *diags);
/* The same for what is said of a missed goal: at most two decimals from 1 on. */
char *interpolate_told(Arena *arena, const char *markdown, const ExprEnv *env, Loc loc, DiagList *diags);
/* The same for what a program prints: numbers as printf prints them, without commas. */
char *interpolate_plain(Arena *arena, const char *text, const ExprEnv *env, Loc loc, DiagList *diags);

#endif
