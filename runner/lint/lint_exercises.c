/* Lint: exercises. As shipped an exercise compiles and fails; its solution passes whatever the architecture and the
 * order of the warps; every mutant is rejected, with the verdict that it states. */
#include "lint/lint_exercises.h"

#include <string.h>

#include "base/file.h"
#include "base/vec.h"
#include "lint/lint_dodges.h"
#include "lint/lint_files.h"
#include "lint/remembering.h"
#include "teach/exercises.h"

static Judgement judge(Linting *lint, const Exercise *exercise, const char *path, bool solution, unsigned draw) {
    Source source;
    const char *why;
    if (source_read(lint->session->scratch, path, &source, &why) == SOURCE_READ)
        return lint_judge(lint, exercise, &source, solution, draw);
    diag_add(&lint->diags, SEVERITY_ERROR, (Loc){path, 0, 0}, NULL, "this file %s", why);
    return (Judgement){0};
}

/* ---- as shipped -------------------------------------------------------------------------------------------------- */

static void lint_shipped(Linting *lint, LintedExercise *linted) {
    const Exercise *exercise = linted->exercise;
    const char *path = lint_path(lint->session->pack, lint->session->scratch, "exercises", exercise->file);
    lint_progress(lint, "exercise %s as shipped", exercise->id);
    Judgement judgement = judge(lint, exercise, path, false, 0);
    if (!judgement.known) return;
    linted->shipped_judged = true;
    linted->shipped = judgement.verdict;
    Loc loc = {path, 1, 1};
    if (judgement.unassembled)
        lint_unjudged(lint, loc, "the exercise as it is shipped");
    else if (judgement.verdict == VERDICT_PASSED)
        diag_add(&lint->diags, SEVERITY_ERROR, loc, "there is nothing left to do: change the file, or its goals",
                 "the exercise passes as it is shipped");
    else if (judgement.verdict == VERDICT_UNCOMPILED || judgement.verdict == VERDICT_ERROR ||
             judgement.verdict == VERDICT_UNSUPPORTED)
        diag_add(&lint->diags, SEVERITY_ERROR, loc,
                 "a student should begin with a file that compiles and can be judged",
                 "the exercise is %s as it is shipped: %s", verdict_name[judgement.verdict], judgement.reason);
}

/* ---- the solution ------------------------------------------------------------------------------------------------ */

/* What a solution was rejected for, and where: what differs in numbers alone is one finding. */
typedef struct Rejection {
    Verdict verdict;
    const char *reason;
    VEC(size_t) launches;     /* that decided, from 1 */
    VEC(const char *) orders; /* on the architecture of this run */
    VEC(const char *) others; /* architectures, in the first order */
} Rejection;

typedef struct Rejections {
    VEC(Rejection) all;
    const char *order, *arch; /* the first order's name, the architecture of this run */
} Rejections;

/* Whether two reasons say the same of other values. */
static bool same_but_for_numbers(const char *a, const char *b) {
    static const char numbers[] = "-.,0123456789";
    for (;; a++, b++) {
        a += strspn(a, numbers);
        b += strspn(b, numbers);
        if (*a != *b || *a == '\0') return *a == *b;
    }
}

static void note_launch(Arena *arena, Rejection *rejection, size_t launch) {
    for (size_t i = 0; i < rejection->launches.count; i++)
        if (rejection->launches.at[i] == launch) return;
    vec_push(arena, &rejection->launches, launch);
}

static void note_rejection(Linting *lint, Rejections *rejections, const Judgement *judgement, const char *arch,
                           const char *order) {
    Arena *arena = lint->session->scratch;
    Rejection *found = NULL;
    for (size_t i = 0; i < rejections->all.count && found == NULL; i++) {
        Rejection *known = &rejections->all.at[i];
        if (known->verdict == judgement->verdict && same_but_for_numbers(known->reason, judgement->reason))
            found = known;
    }
    if (found == NULL) {
        Rejection fresh = {.verdict = judgement->verdict, .reason = judgement->reason};
        vec_push(arena, &rejections->all, fresh);
        found = &rejections->all.at[rejections->all.count - 1];
    }
    note_launch(arena, found, judgement->launch);
    if (text_equal(arch, rejections->arch))
        vec_push(arena, &found->orders, order);
    else
        vec_push(arena, &found->others, arch);
}

/* "sm_80, sm_86 and sm_89" */
static const char *names_list(Arena *arena, const char *const *names, size_t count) {
    Text list = {0};
    text_add(&list, "");
    for (size_t i = 0; i < count; i++)
        text_printf(&list, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " and ", names[i]);
    return text_take(&list, arena);
}

static void say_rejections(Linting *lint, const Rejections *rejections, Loc loc) {
    Arena *arena = lint->session->scratch;
    for (size_t i = 0; i < rejections->all.count; i++) {
        const Rejection *one = &rejections->all.at[i];
        Text where = {0};
        if (one->orders.count > 0)
            text_printf(&where, "%s with --schedule %s", rejections->arch,
                        names_list(arena, one->orders.at, one->orders.count));
        if (one->others.count > 0)
            text_printf(&where, "%s%s with --schedule %s", one->orders.count > 0 ? ", and for " : "",
                        names_list(arena, one->others.at, one->others.count), rejections->order);
        const char **launches = arena_array(arena, const char *, one->launches.count + 1);
        for (size_t k = 0; k < one->launches.count; k++) launches[k] = arena_printf(arena, "%zu", one->launches.at[k]);
        diag_add(&lint->diags, SEVERITY_ERROR, loc, NULL, "the solution is %s for %s, in launch%s %s: %s",
                 verdict_name[one->verdict], text_take(&where, arena), one->launches.count > 1 ? "es" : "",
                 names_list(arena, launches, one->launches.count), one->reason);
    }
}

static bool passes(Linting *lint, const Exercise *exercise, const char *path, const char *arch, const Order *order,
                   Rejections *rejections) {
    const char *name = order_name(lint->session->scratch, *order);
    unsigned draw = (unsigned)(order - exercise_orders); /* each order of the warps meets other values */
    bool first = draw == 0 && text_equal(arch, lint->arch);
    Options *options = &lint->session->options, before = *options;
    lint_progress(lint, "solution of %s, %s, %s", exercise->id, arch, name);
    options->arch = arch;
    options->schedule = order->schedule;
    options->seed = order->seed;
    Judgement judgement = judge(lint, exercise, path, first, draw);
    *options = before;
    if (!judgement.known || judgement.verdict == VERDICT_PASSED) return judgement.known;
    note_rejection(lint, rejections, &judgement, arch, name);
    return false;
}

/* The schedule changes the order of the warps, the architecture what the compiler makes of the source. Each is varied
 * while the other stays as it is: all pairs would take too long. */
static void lint_solution(Linting *lint, LintedExercise *linted) {
    Arena *arena = lint->session->scratch;
    const Exercise *exercise = linted->exercise;
    const char *path = lint_path(lint->session->pack, arena, "solutions", exercise->file);
    const char *here = lint->arch;
    Rejections rejections = {.order = order_name(arena, exercise_orders[0]), .arch = here};
    linted->solution_tried = true;
    for (size_t i = 0; i < EXERCISE_ORDERS && !lint->stopped && !lint->no_compiler; i++)
        if (passes(lint, exercise, path, here, &exercise_orders[i], &rejections))
            vec_push(arena, &linted->schedules, order_name(arena, exercise_orders[i]));
    if (linted->schedules.count > 0) vec_push(arena, &linted->archs, here);
    Device *sim = lint->session->devices.sim;
    lint->session->devices.sim = remembering_open(sim);
    for (size_t i = 0; i < lint->arch_count && !lint->stopped && !lint->no_compiler; i++)
        if (!text_equal(lint->archs[i], here) &&
            passes(lint, exercise, path, lint->archs[i], &exercise_orders[0], &rejections))
            vec_push(arena, &linted->archs, lint->archs[i]);
    lint->session->devices.sim->close(lint->session->devices.sim);
    lint->session->devices.sim = sim;
    say_rejections(lint, &rejections, (Loc){path, 1, 1});
}

/* ---- mutants ----------------------------------------------------------------------------------------------------- */

enum { MUTANTS_WANTED = 2, MUTANT_DRAWS = 4 };

/* The judgement of a mutant with the first draw that lets it pass, or gives it another verdict than it states; where
 * none does, with the last one. */
static Judgement judge_mutant(Linting *lint, const Mutant *mutant, const Exercise *exercise) {
    unsigned draws = exercise_draws(exercise) ? MUTANT_DRAWS : 1;
    Judgement judgement = judge(lint, exercise, mutant->path, false, 0);
    for (unsigned draw = 1; draw < draws && judgement.known && judgement.verdict == mutant->verdict; draw++)
        judgement = judge(lint, exercise, mutant->path, false, draw);
    return judgement;
}

static void lint_mutant(Linting *lint, const Mutant *mutant, LintedExercise *linted) {
    const Exercise *exercise = linted->exercise;
    Loc loc = {mutant->path, 1, 1};
    lint_progress(lint, "mutant %s/%s", exercise->id, path_base(mutant->path));
    if (!mutant->stated) {
        diag_add(&lint->diags, SEVERITY_ERROR, loc,
                 "begin with '// verdict: missed - what is wrong'; the others are wrong, unsafe, uncompiled and stuck",
                 "the first line does not state the verdict that this mutant must get");
        return;
    }
    Judgement judgement = judge_mutant(lint, mutant, exercise);
    if (!judgement.known) return;
    LintedMutant judged = {mutant->path, mutant->verdict, judgement.verdict};
    vec_push(lint->session->scratch, &linted->mutants, judged);
    if (judgement.unassembled && mutant->verdict != VERDICT_UNCOMPILED)
        lint_unjudged(lint, loc, "this mutant");
    else if (judgement.verdict == VERDICT_PASSED)
        diag_add(&lint->diags, SEVERITY_ERROR, loc,
                 "add a goal or a launch to the exercise that tells this answer from a right one",
                 "the check lets this mutant pass, and it must be %s", verdict_name[mutant->verdict]);
    else if (judgement.verdict != mutant->verdict)
        diag_add(&lint->diags, SEVERITY_ERROR, loc, NULL, "this mutant is %s, and its first line says %s: %s",
                 verdict_name[judgement.verdict], verdict_name[mutant->verdict], judgement.reason);
}

static void lint_all_mutants(Linting *lint, LintedExercise *linted) {
    const Exercise *exercise = linted->exercise;
    size_t count;
    Mutant *mutants = lint_mutants(lint->session->pack, exercise, lint->session->scratch, &count);
    linted->mutants_tried = true;
    if (count < MUTANTS_WANTED && lint_keeps_mutants(lint->session->pack))
        diag_add(&lint->diags, SEVERITY_WARNING, exercise->loc,
                 arena_printf(lint->session->scratch, "put plausible wrong answers into mutants/%s/", exercise->id),
                 "exercise '%s' has %s, so nothing shows that its check rejects a wrong answer", exercise->id,
                 count == 0 ? "no mutants" : "only one mutant");
    for (size_t i = 0; i < count && !lint->stopped && !lint->no_compiler; i++) lint_mutant(lint, &mutants[i], linted);
}

void lint_exercises(Linting *lint) {
    for (size_t i = 0; i < lint->lesson->exercise_count && !lint->stopped && !lint->no_compiler; i++) {
        LintedExercise linted = {.exercise = &lint->lesson->exercises[i]};
        lint_shipped(lint, &linted);
        bool solved = !lint->session->pack->handed_out;
        if (solved && !lint->stopped && !lint->no_compiler) lint_solution(lint, &linted);
        if (!lint->stopped && !lint->no_compiler) lint_all_mutants(lint, &linted);
        bool dodged = !exercise_is_program(linted.exercise) && !lint->session->options.no_dodges;
        if (!lint->stopped && !lint->no_compiler && dodged) lint_dodges(lint, &linted);
        vec_push(lint->session->scratch, &lint->exercises, linted);
    }
}
