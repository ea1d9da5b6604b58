#include "lint/lint_grading.h"

#include "lint/lint_files.h"
#include "teach/hidden_part.h"

void lint_grading_file(Session *session, DiagList *diags) {
    const Grading *grading = session_grading(session);
    if (grading == NULL) return;
    for (const Diag *diag = grading->diags.first; diag != NULL; diag = diag->next)
        diag_add(diags, diag->severity, diag->loc, diag->hint, "%s", diag->message);
}

/* The entry that launches it; NULL: it is one of the lesson's own, launched again for a hidden goal. */
static const HiddenItem *item_of(const HiddenPart *part, size_t launch) {
    for (size_t i = 0; i < part->item_count; i++) {
        const HiddenItem *item = &part->items[i];
        if (!item->is_goal && launch >= item->first && launch < item->first + item->count) return item;
    }
    return NULL;
}

static void lint_part(Linting *lint, const HiddenPart *part, const char *path, const Source *solution) {
    ExerciseJob job = {.lesson = lint->lesson,
                       .exercise = &part->judged,
                       .source = solution,
                       .reference = &lint->kernels,
                       .all = true};
    size_t count;
    LaunchOutcome **outcomes = exercise_execute(lint->session, &job, &count);
    lint->launches += count;
    for (size_t i = 0; i < count; i++) {
        const HiddenItem *item = item_of(part, i);
        lint->stopped |= outcomes[i]->interrupted;
        lint->no_compiler |= outcomes[i]->no_compiler;
        if (outcomes[i]->verdict != VERDICT_PASSED && !lint->stopped && !lint->no_compiler)
            diag_add(&lint->diags, SEVERITY_ERROR, item != NULL ? item->loc : part->loc, NULL,
                     "the solution %s is %s in this hidden part: %s", path, verdict_name[outcomes[i]->verdict],
                     lint_reason(lint, outcomes[i]));
    }
    for (size_t i = 0; i < count; i++) outcome_free(outcomes[i]);
}

void lint_grading(Linting *lint) {
    const Grading *grading = session_grading(lint->session);
    if (grading == NULL || grading->diags.errors > 0) return;
    for (size_t i = 0; i < lint->lesson->exercise_count && !lint->stopped && !lint->no_compiler; i++) {
        const Exercise *exercise = &lint->lesson->exercises[i];
        const HiddenPart *part = grading_part(grading, exercise);
        const char *path = lint_path(lint->session->pack, lint->session->scratch, "solutions", exercise->file), *why;
        Source solution;
        if (part == NULL || source_read(lint->session->scratch, path, &solution, &why) != SOURCE_READ) continue;
        lint_progress(lint, "hidden part of %s", exercise->id);
        lint_part(lint, part, path, &solution);
    }
}
