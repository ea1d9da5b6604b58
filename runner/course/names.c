/* The names of expressions, and messages about unknown ones. */
#include "course/names.h"

#include <string.h>

#include "base/vec.h"
#include "program_seen.h"

/* What else an expression may name after a launch, besides parameters, metrics, findings.KIND and warnings.KIND. */
static const char *const after_launch[] = {"correct", "findings", "warnings", "launched", "finished", "device", "arch"};
enum { AFTER_LAUNCH = sizeof after_launch / sizeof *after_launch };

typedef VEC(const char *) NameVec;

typedef struct Check {
    Names names;
    const Lesson *lesson;
    const LaunchSpec *launch;
    Arena *arena;
    DiagList *diags; /* NULL: only count */
    size_t unknown;
} Check;

bool finding_kind_named(const char *name, FindingKind *kind) {
    bool kinds = text_starts(name, "findings.") || text_starts(name, "warnings.");
    if (!kinds) return false;
    const char *tail = strchr(name, '.') + 1;
    for (FindingKind k = 0; k < finding_kind_count; k++) {
        const char *word = finding_name[k];
        size_t i = 0;
        while (word[i] && (word[i] == tail[i] || (word[i] == '-' && tail[i] == '_'))) i++;
        if (!word[i] && !tail[i]) return *kind = k, true;
    }
    return false;
}

bool name_is_reserved(const char *name) {
    for (size_t i = 0; i < AFTER_LAUNCH; i++)
        if (strcmp(after_launch[i], name) == 0) return true;
    static const char *const words[] = {"i", "true", "false", "min", "max", "abs", "ceil_div", "counts"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], name) == 0) return true;
    return metric_find(name) != METRIC_NONE;
}

static bool is_buffer(const LaunchSpec *launch, const char *name) {
    for (size_t i = 0; launch != NULL && i < launch->arg_count; i++)
        if (arg_has_buffer(&launch->args[i]) && text_equal(launch->args[i].name, name)) return true;
    return false;
}

static bool known(const Check *check, const char *name, bool indexed) {
    FindingKind kind;
    if (indexed) return check->names == NAMES_BUFFERS && is_buffer(check->launch, name);
    if (lesson_param(check->lesson, name) != NULL) return true;
    bool element = check->names == NAMES_ELEMENT || check->names == NAMES_BUFFERS;
    if (element && strcmp(name, "i") == 0) return true;
    bool device = check->names == NAMES_BEFORE && (strcmp(name, "device") == 0 || strcmp(name, "arch") == 0);
    if (device) return true;
    if (check->names != NAMES_LAUNCH) return false;
    for (size_t i = 0; i < AFTER_LAUNCH; i++)
        if (strcmp(after_launch[i], name) == 0) return true;
    return metric_find(name) != METRIC_NONE || finding_kind_named(name, &kind) || program_is_name(name);
}

static void candidates(const Check *check, bool indexed, NameVec *names) {
    const LaunchSpec *launch = check->names == NAMES_BUFFERS ? check->launch : NULL;
    for (size_t i = 0; indexed && launch != NULL && i < launch->arg_count; i++)
        if (launch->args[i].name != NULL) vec_push(check->arena, names, launch->args[i].name);
    if (indexed) return;
    for (size_t i = 0; i < check->lesson->param_count; i++)
        vec_push(check->arena, names, check->lesson->params[i].name);
    if (check->names != NAMES_LAUNCH) return;
    for (size_t i = 0; i < AFTER_LAUNCH; i++) vec_push(check->arena, names, after_launch[i]);
    for (size_t i = 0; i < metric_count; i++) vec_push(check->arena, names, metric_info[i].name);
    for (size_t i = 0; i < program_name_count; i++) vec_push(check->arena, names, program_names[i].name);
    for (size_t i = 0; i < finding_kind_count; i++) {
        char *name = arena_printf(check->arena, "findings.%s", finding_name[i]);
        for (char *c = name; *c; c++)
            if (*c == '-') *c = '_';
        vec_push(check->arena, names, name);
    }
}

static const char *joined(Arena *arena, const char *before, const NameVec *names) {
    const char *list = before;
    for (size_t i = 0; i < names->count && i < 12; i++)
        list = arena_printf(arena, "%s%s%s", list, i ? ", " : "", names->at[i]);
    return list;
}

static const char *advice(const Check *check, const char *name, bool indexed) {
    NameVec names = {0};
    if (check->diags->count >= 100) return NULL; /* it will only be counted: a hostile file may hold a million */
    candidates(check, indexed, &names);
    const char *near = strlen(name) <= 60 ? text_nearest(name, names.at, names.count) : NULL;
    if (near != NULL) return arena_printf(check->arena, "did you mean '%s'?", near);
    if (indexed && check->names != NAMES_BUFFERS) return "only the formula of a `reference` may read buffers";
    if (indexed) return joined(check->arena, "the launch's buffers are ", &names);
    if (check->names == NAMES_LAUNCH)
        return "`warpschool metrics` lists the metrics; parameters are named under `params`";
    if (name_is_reserved(name)) return "its value is known only after a launch";
    if (!names.count) return "the lesson has no parameters; they are named under `params`";
    return joined(check->arena, "the lesson's parameters are ", &names);
}

static void visit(void *context, const char *name, Loc loc, bool indexed) {
    Check *check = context;
    if (known(check, name, indexed)) return;
    check->unknown++;
    if (check->diags == NULL) return;
    const char *what = indexed ? "buffer" : check->names == NAMES_LAUNCH ? "parameter or metric" : "parameter";
    diag_add(check->diags, SEVERITY_ERROR, loc, advice(check, name, indexed), "unknown %s '%.60s'", what, name);
}

void names_check(const Expr *expr, Names names, const Lesson *lesson, const LaunchSpec *launch, Arena *arena,
                 DiagList *diags) {
    Check check = {names, lesson, launch, arena, diags, 0};
    if (names != NAMES_UNCHECKED) expr_each_name(expr, visit, &check);
}

bool names_all_known(const Expr *expr, Names names, const Lesson *lesson) {
    Check check = {.names = names, .lesson = lesson};
    expr_each_name(expr, visit, &check);
    return check.unknown == 0;
}

typedef struct Measured {
    bool found;
} Measured;

static void visit_measured(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc, (void)indexed;
    Measured *measured = context;
    FindingKind kind;
    bool before = strcmp(name, "device") == 0 || strcmp(name, "arch") == 0;
    if (!before && ((name_is_reserved(name) && strcmp(name, "i") != 0) || finding_kind_named(name, &kind) ||
                    program_is_name(name)))
        measured->found = true;
}

bool names_measured(const Expr *expr) {
    Measured measured = {false};
    expr_each_name(expr, visit_measured, &measured);
    return measured.found;
}

static void visit_gpu(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc, (void)indexed;
    Metric metric = metric_find(name);
    if (metric != METRIC_NONE && metric_needs_gpu(metric)) ((Measured *)context)->found = true;
}

bool names_need_gpu(const Expr *expr) {
    Measured measured = {false};
    expr_each_name(expr, visit_gpu, &measured);
    return measured.found;
}

static void visit_assembler(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc, (void)indexed;
    Metric metric = metric_find(name);
    if (metric != METRIC_NONE && metric_needs_assembler(metric)) ((Measured *)context)->found = true;
}

const char names_only_assembler[] = "only the CUDA Toolkit's assembler tells it";

bool names_need_assembler(const Expr *expr) {
    Measured measured = {false};
    expr_each_name(expr, visit_assembler, &measured);
    return measured.found;
}

static void visit_repetition(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc, (void)indexed;
    Metric metric = metric_find(name);
    if (program_needs_repetition(name) ||
        (metric != METRIC_NONE && metric_info[metric].source == METRIC_SOURCE_REPEATED))
        ((Measured *)context)->found = true;
}

bool names_need_repetition(const Expr *expr) {
    Measured measured = {false};
    expr_each_name(expr, visit_repetition, &measured);
    return measured.found;
}

typedef struct Mentioned {
    const char *wanted;
    bool found;
} Mentioned;

static void visit_mentioned(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc, (void)indexed;
    Mentioned *mentioned = context;
    mentioned->found |= strcmp(name, mentioned->wanted) == 0;
}

bool names_mention(const Expr *expr, const char *name) {
    Mentioned mentioned = {.wanted = name};
    expr_each_name(expr, visit_mentioned, &mentioned);
    return mentioned.found;
}
