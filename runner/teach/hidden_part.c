#include "teach/hidden_part.h"

#include "base/file.h"

const Grading *session_grading(Session *session) {
    if (session->grading != NULL || session->pack == NULL) return session->grading;
    const char *path = session->options.grading;
    if (path == NULL) {
        path = path_join(session->arena, session->pack_path, "grading.yaml");
        if (!file_exists(path)) return NULL;
    }
    return session->grading = grading_load(path, session->pack, session->arena);
}

const HiddenReport *hidden_part_report(Session *session, const Exercise *exercise) {
    const Grading *grading = session_grading(session);
    if (grading == NULL && !exercise->hidden_elsewhere) return NULL;
    HiddenReport *report = arena_make(session->scratch, HiddenReport);
    *report = (HiddenReport){.elsewhere = grading == NULL, .failed = grading != NULL && grading->diags.errors > 0};
    if (report->failed || report->elsewhere) return report;
    const HiddenPart *part = grading_part(grading, exercise);
    if (part == NULL) return NULL;
    report->items = part->items;
    report->count = part->item_count;
    return report;
}

static bool could_not_be_judged(Verdict verdict) {
    return verdict == VERDICT_ERROR; /* what a student can bring about is none */
}

const HiddenReport *hidden_part_judge(Session *session, const ExerciseJob *job, bool *interrupted) {
    const HiddenReport *known = hidden_part_report(session, job->exercise);
    if (known == NULL || known->failed || known->elsewhere) return known;
    Arena *arena = session->scratch;
    const HiddenPart *part = grading_part(session_grading(session), job->exercise);
    ExerciseJob hidden = *job;
    hidden.exercise = &part->judged;
    hidden.all = true;
    hidden.keep_bytes = false;
    size_t count;
    LaunchOutcome **outcomes = exercise_execute(session, &hidden, &count);
    LaunchJudgement *judgements = arena_array(arena, LaunchJudgement, count + 1);
    HiddenReport *report = arena_make(arena, HiddenReport);
    *report = *known;
    report->judged = true;
    for (size_t i = 0; i < count; i++) {
        *interrupted = *interrupted || outcomes[i]->interrupted;
        report->failed = report->failed || could_not_be_judged(outcomes[i]->verdict);
        judgements[i] = (LaunchJudgement){outcomes[i]->verdict, outcomes[i]->ran ? outcomes[i]->report.outcomes : NULL};
    }
    report->met = hidden_items_met(part, judgements, count, arena);
    for (size_t i = 0; i < count; i++) outcome_free(outcomes[i]);
    return report;
}
