/* Goals and the verdict.
 *
 * A verdict names the first of these that applies, which is the order in which a student should look: a launch that
 * was refused, one that never ended, a finding, a wrong output, a missed goal. A goal may ask for the opposite (a
 * lesson on races expects one), so a goal that names `launched`, `finished`, `findings` or `correct` replaces the
 * rule on that matter: met, the matter is excused; missed, the verdict is the rule's. */
#include <string.h>

#include "course/course.h"
#include "course/names.h"
#include "finding_kinds.h"

const char *const verdict_name[VERDICT_COUNT] = {
    [VERDICT_PASSED] = "passed",         [VERDICT_WRONG] = "wrong",
    [VERDICT_UNSAFE] = "unsafe",         [VERDICT_MISSED] = "missed",
    [VERDICT_UNCOMPILED] = "uncompiled", [VERDICT_STUCK] = "stuck",
    [VERDICT_ERROR] = "error",           [VERDICT_UNSUPPORTED] = "unsupported",
};

int verdict_exit_code(Verdict verdict) {
    static const int code[VERDICT_COUNT] = {
        [VERDICT_PASSED] = 0,     [VERDICT_WRONG] = 1, [VERDICT_UNSAFE] = 3, [VERDICT_MISSED] = 4,
        [VERDICT_UNCOMPILED] = 5, [VERDICT_STUCK] = 6, [VERDICT_ERROR] = 7,  [VERDICT_UNSUPPORTED] = 8,
    };
    return code[verdict];
}

/* ---- what a goal says now ---------------------------------------------------------------------------------------- */

typedef struct Now {
    const ExprEnv *env;
    Arena *arena;
    const char *text; /* "a is 1, b is 2" so far */
    size_t names;
    bool exact; /* all decimals: with two of them both sides of the comparison would look the same */
} Now;

static void add_now(Now *now, const char *what, const Value *value) {
    const char *shown = now->exact ? value_show(now->arena, *value) : value_told(now->arena, *value);
    const char *part = arena_printf(now->arena, "%s is %s", what, shown);
    if (strstr(now->text, part) != NULL) return;
    now->text = now->text[0] ? arena_printf(now->arena, "%s, %s", now->text, part) : part;
}

static void visit_now(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc;
    Now *now = context;
    Value value;
    const char *why;
    now->names++;
    if (!indexed && now->env->lookup(now->env, name, &value, &why)) add_now(now, name, &value);
}

static void add_side(Now *now, const Expr *side) {
    Value value;
    const char *why;
    Now names = {.env = now->env, .arena = now->arena, .text = ""};
    expr_each_name(side, visit_now, &names);
    if (names.names && expr_eval(side, now->env, now->arena, &value, &why)) add_now(now, expr_text(side), &value);
}

static bool look_the_same(const Expr *comparison, const ExprEnv *env, Arena *arena) {
    Value a, b;
    const char *why;
    return expr_eval(expr_left(comparison), env, arena, &a, &why) &&
           expr_eval(expr_right(comparison), env, arena, &b, &why) && !value_equal(a, b) &&
           text_equal(value_told(arena, a), value_told(arena, b));
}

/* The values in a goal. Of a comparison the sides that are not plain numbers: "shared.load.ways is 32". Of anything
 * else every name in it. */
static const char *goal_now(const Expr *expr, const ExprEnv *env, Arena *arena) {
    Now now = {.env = env, .arena = arena, .text = ""};
    if (expr_left(expr) != NULL) {
        now.exact = look_the_same(expr, env, arena);
        add_side(&now, expr_left(expr));
        add_side(&now, expr_right(expr));
    } else {
        expr_each_name(expr, visit_now, &now);
    }
    return now.text;
}

/* ---- goals ------------------------------------------------------------------------------------------------------- */

typedef struct Unassembled {
    const Result *result;
    bool found;
} Unassembled;

static void visit_unassembled(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc, (void)indexed;
    Unassembled *unassembled = context;
    Metric metric = metric_find(name);
    bool unknown =
        metric != METRIC_NONE && metric_needs_assembler(metric) && !unassembled->result->metrics.known[metric];
    if (unknown || (unassembled->result->launch_assumed && strcmp(name, "launched") == 0)) unassembled->found = true;
}

/* A launch that finished has all of the assembler's metrics, or was compiled without one. */
bool result_lacks_assembler(const Expr *expr, const Result *result) {
    Unassembled unassembled = {result, false};
    if (result->status == RUN_FINISHED) expr_each_name(expr, visit_unassembled, &unassembled);
    return unassembled.found;
}

bool goal_waits_for(const GoalOutcome *outcomes, size_t count, const char *name) {
    bool found = outcomes == NULL;
    for (size_t i = 0; i < count; i++) found |= outcomes[i].later && names_mention(outcomes[i].goal->expr, name);
    return found;
}

static GoalOutcome judge_goal(const Goal *goal, const Result *result, const ExprEnv *env, Arena *arena) {
    GoalOutcome outcome = {.goal = goal, .now = "", .wanted = expr_text(goal->expr)};
    Value value;
    const char *why;
    if (result->status == RUN_UNSUPPORTED) { /* neither met nor missed */
        outcome.error = "nothing ran";
        return outcome;
    }
    outcome.evaluated = expr_eval(goal->expr, env, arena, &value, &why);
    if (outcome.evaluated && value.kind == VALUE_TEXT) {
        outcome.evaluated = false;
        why = "a text is neither true nor false";
    }
    if (!outcome.evaluated) outcome.error = arena_string(arena, why);
    outcome.unassembled = !outcome.evaluated && result_lacks_assembler(goal->expr, result);
    outcome.later = !outcome.evaluated && names_need_repetition(goal->expr);
    outcome.elsewhere = outcome.later || outcome.unassembled || (!outcome.evaluated && names_need_gpu(goal->expr));
    outcome.met = outcome.evaluated && value_truth(value);
    outcome.now = goal_now(goal->expr, env, arena);
    DiagList quiet = diag_list(arena); /* messages about missing values are left to lint */
    if (!outcome.met && goal->say != NULL)
        outcome.say = interpolate_told(arena, goal->say, env, expr_loc(goal->expr), &quiet);
    if (quiet.count > 0) outcome.say = NULL; /* "(unknown) times the mean" */
    return outcome;
}

typedef struct Blame {
    const Result *result;
    bool found;
} Blame;

static void visit_blame(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc, (void)indexed;
    Blame *blame = context;
    Metric metric = metric_find(name);
    if (metric != METRIC_NONE && !blame->result->metrics.known[metric] &&
        !metric_was_not_requested(&blame->result->metrics, metric))
        blame->found = true;
}

/* Whether a goal without a value is no mistake of the student's. It is one where the kernel did not do what is
 * measured (no request, so no efficiency); it is not where the device does not know the metric at all. */
static bool not_the_students(const GoalOutcome *outcome, const Result *result) {
    if (outcome->evaluated || result->status == RUN_REFUSED) return false;
    Blame blame = {result, false};
    expr_each_name(outcome->goal->expr, visit_blame, &blame);
    return blame.found;
}

/* ---- the verdict ------------------------------------------------------------------------------------------------- */

typedef struct Case {
    const Result *result;
    const Judged *judged;
    const GoalOutcome *outcomes;
    size_t count;
} Case;

enum { MATTER_NAMES = 3 };

typedef struct Mention {
    const char *const *names; /* MATTER_NAMES of them, NULL where fewer */
    bool found;
} Mention;

static void visit_mention(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc, (void)indexed;
    Mention *mention = context;
    for (size_t i = 0; i < MATTER_NAMES; i++)
        if (text_equal(mention->names[i], name)) mention->found = true;
}

/* Whether a goal mentions one of the names, and all goals that do are met. */
static bool excused(const Case *at_hand, const char *const names[MATTER_NAMES]) {
    bool taken_over = false;
    for (size_t i = 0; i < at_hand->count; i++) {
        Mention mention = {names, false};
        expr_each_name(at_hand->outcomes[i].goal->expr, visit_mention, &mention);
        if (mention.found && !at_hand->outcomes[i].met) return false;
        taken_over |= mention.found;
    }
    return taken_over;
}

static bool finding_excused(const Case *at_hand, FindingKind kind) {
    char name[64] = "findings.";
    size_t size = strlen(name);
    for (const char *c = finding_name[kind]; *c && size + 1 < sizeof name; c++) name[size++] = *c == '-' ? '_' : *c;
    const char *const names[MATTER_NAMES] = {"findings", name, kind == FINDING_BUDGET ? "finished" : NULL};
    return excused(at_hand, names);
}

static bool any_finding(const Case *at_hand, bool budget) {
    for (FindingKind kind = 0; kind < finding_kind_count; kind++)
        if ((kind == FINDING_BUDGET) == budget && result_findings(at_hand->result, kind) > 0 &&
            !finding_excused(at_hand, kind))
            return true;
    return false;
}

static bool refused(const Case *at_hand) {
    static const char *const names[MATTER_NAMES] = {"launched"};
    return at_hand->result->status == RUN_REFUSED && !excused(at_hand, names);
}

/* Whether the output is wrong. A kernel that an expected finding stopped could not finish its output. */
static bool wrong(const Case *at_hand) {
    static const char *const names[MATTER_NAMES] = {"correct"};
    const Judged *judged = at_hand->judged;
    return at_hand->result->status == RUN_FINISHED && judged != NULL && judged->judged && !judged->correct &&
           !excused(at_hand, names);
}

/* Whether the launch was stopped without a finding. */
static bool unexplained(const Result *result) {
    return result->status == RUN_STOPPED && result_findings(result, FINDING_ANY) == 0;
}

Verdict launch_verdict(const Result *result, const Judged *judged, const Goal *goals, size_t goal_count, GoalUse use,
                       const ExprEnv *env, Arena *arena, GoalOutcome **outcomes) {
    GoalOutcome *all = arena_array(arena, GoalOutcome, goal_count + 1);
    bool missed = false, not_judged = false;
    for (size_t i = 0; i < goal_count; i++) {
        all[i] = judge_goal(&goals[i], result, env, arena);
        if (all[i].later || all[i].unassembled || (use == GOALS_EXPECTED && all[i].elsewhere)) continue;
        missed |= !all[i].met;
        not_judged |= not_the_students(&all[i], result);
    }
    if (outcomes != NULL) *outcomes = all;
    Case at_hand = {result, judged, all, goal_count};
    if (result->status == RUN_UNSUPPORTED && result->unknown_to_device) return VERDICT_UNSUPPORTED;
    if (result->status == RUN_UNSUPPORTED || result->status == RUN_INTERRUPTED || unexplained(result))
        return VERDICT_ERROR;
    if (refused(&at_hand)) return VERDICT_WRONG;
    if (any_finding(&at_hand, true)) return VERDICT_STUCK;
    if (any_finding(&at_hand, false)) return VERDICT_UNSAFE;
    if (wrong(&at_hand)) return VERDICT_WRONG;
    if (not_judged) return VERDICT_ERROR;
    return missed ? VERDICT_MISSED : VERDICT_PASSED;
}
