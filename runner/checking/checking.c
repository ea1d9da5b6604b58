#include "checking/checking.h"

#include <jansson.h>

#include "teach/exercises.h"
#include "teach/hidden_part.h"
#include "teach/launch/devices.h"
#include "teach/launch/provenance.h"
#include "teach/say.h"
#include "terminal/terminal.h"

static void fill_report(Session *session, const Checking *checking, const DiagList *diags, Checked *checked) {
    LaunchReport *launches = arena_array(session->scratch, LaunchReport, checked->count + 1);
    const LaunchOutcome *last = checked_last(checked);
    size_t ran = 0;
    for (size_t i = 0; i < checked->count && i <= checked->deciding; i++)
        if (checked->outcomes[i]->ran) launches[ran++] = checked->outcomes[i]->report;
    checked->report = (CheckReport){.lesson = checking->lesson,
                                    .exercise = checking->exercise,
                                    .file = checking->source.name,
                                    .shown_file = path_for_message(session->scratch, checking->source.name),
                                    .device = session_json_device(session),
                                    .arch = session_arch(session),
                                    .verdict = checked->verdict,
                                    .diags = diags,
                                    .source = checking->source.text,
                                    .launches = launches,
                                    .launch_count = ran,
                                    .broken_by = last != NULL ? last->broken_by : NULL,
                                    .every_schedule = session->options.every_schedule};
}

/* All launches and their points. A launch that did not run has a report of its verdict alone. */
static const CheckTotal *total_of(Session *session, const Checking *checking, const Checked *checked) {
    Arena *arena = session->scratch;
    CheckTotal *total = arena_make(arena, CheckTotal);
    LaunchReport *launches = arena_array(arena, LaunchReport, checked->count + 1);
    const char **broken_by = arena_array(arena, const char *, checked->count + 1);
    LaunchJudgement *judgements = arena_array(arena, LaunchJudgement, checked->count + 1);
    for (size_t i = 0; i < checked->count; i++) {
        const LaunchOutcome *outcome = checked->outcomes[i];
        launches[i] = outcome->report;
        launches[i].verdict = outcome->verdict;
        broken_by[i] = outcome->broken_by;
        judgements[i] = (LaunchJudgement){outcome->verdict, outcome->ran ? outcome->report.outcomes : NULL};
    }
    *total = (CheckTotal){.launches = launches, .broken_by = broken_by, .launch_count = checked->count};
    exercise_points(checking->exercise, judgements, checked->count, checked->report.hidden, arena, &total->points);
    return total;
}

/* Launches the hidden part where all that is shown is met, or every launch is wanted. What is missed of it makes a pass
 * a miss. */
static const HiddenReport *checking_hidden(Session *session, const ExerciseJob *job, Checked *checked) {
    bool passed = checked->verdict == VERDICT_PASSED;
    bool judge = !checked->interrupted && checked->verdict != VERDICT_UNCOMPILED && (passed || job->all);
    const HiddenReport *hidden =
        judge ? hidden_part_judge(session, job, &checked->interrupted) : hidden_part_report(session, job->exercise);
    if (hidden == NULL || !passed) return hidden;
    for (size_t i = 0; hidden->judged && i < hidden->count; i++)
        if (!hidden->met[i]) checked->verdict = VERDICT_MISSED;
    if (hidden->failed) checked->verdict = VERDICT_ERROR;
    return hidden;
}

void checking_run(Session *session, const Checking *checking, const Source *reference, Checked *checked) {
    *checked = (Checked){0};
    ExerciseJob job = {.lesson = checking->lesson,
                       .exercise = checking->exercise,
                       .source = &checking->source,
                       .reference = reference,
                       .keep_bytes = session->options.json,
                       .all = checking->all,
                       .every_schedule = session->options.every_schedule};
    checked->outcomes = exercise_execute(session, &job, &checked->count);
    checked->deciding = exercise_deciding(checked->outcomes, checked->count);
    LaunchOutcome *last = checked->outcomes[checked->deciding];
    if (checking->source.note != NULL)
        diag_add(&last->diags, SEVERITY_NOTE, (Loc){checking->source.name, 0, 0}, NULL, "%s", checking->source.note);
    checked->verdict = last->verdict;
    checked->interrupted = checked->outcomes[checked->count - 1]->interrupted;
    const HiddenReport *hidden = checking_hidden(session, &job, checked);
    fill_report(session, checking, &last->diags, checked);
    checked->report.hidden = hidden;
    if (checking->all) checked->report.total = total_of(session, checking, checked);
}

void checking_refuse(Session *session, const Checking *checking, const char *why, const char *hint, Checked *checked) {
    *checked = (Checked){.verdict = VERDICT_UNCOMPILED};
    DiagList *diags = arena_make(session->scratch, DiagList);
    *diags = diag_list(session->scratch);
    diag_add(diags, SEVERITY_ERROR, (Loc){checking->source.name, 0, 0}, hint, "this file %s", why);
    fill_report(session, checking, diags, checked);
    checked->report.hidden = hidden_part_report(session, checking->exercise);
    if (checking->all) checked->report.total = total_of(session, checking, checked);
}

LaunchOutcome *checking_launch(Session *session, const Checking *checking, size_t number, const Source *source,
                               const Source *reference, Recording recording) {
    LaunchJob job = {.lesson = checking->lesson,
                     .label = checking->exercise->id,
                     .source = source,
                     .reference = reference,
                     .recording = recording};
    ExerciseJob drawn = {.exercise = checking->exercise, .source = &checking->source};
    exercise_draw(session->scratch, &drawn, number, &job);
    return launch_execute(session, &job);
}

/* Which line a picture over sectors is wanted of. */
static bool wants_sectors(const LaunchReport *last, Verdict verdict, bool any, PicturedLine *pictured) {
    if (last->result == NULL || last->result->status != RUN_FINISHED) return false;
    if (verdict == VERDICT_MISSED && report_missed_line(last, pictured) && pictured->space == PICTURED_GLOBAL)
        return true;
    if (any && report_deciding_line(last, verdict, pictured) && pictured->space == PICTURED_GLOBAL) return true;
    *pictured = (PicturedLine){.space = PICTURED_GLOBAL, .metric = METRIC_NONE};
    return any && report_worst_line(last, pictured);
}

void checked_record(Session *session, const Checking *checking, const Source *reference, Checked *checked, bool any,
                    double seconds) {
    const LaunchOutcome *last = checked_last(checked);
    PicturedLine *pictured = &checked->report.pictured;
    if (last == NULL || !last->ran || checked->recorded != NULL || last->result.host_seconds > seconds) return;
    if (!wants_sectors(&last->report, checked->verdict, any, pictured)) return;
    Recording recording = {.line = pictured->at->loc.line, .block = -1, .warp = -1, .request = -1};
    checked->recorded = checking_launch(session, checking, checked->deciding, &checking->source, reference, recording);
    if (checked->recorded->ran) checked->report.recorded = &checked->recorded->result;
}

void checked_free(Checked *checked) {
    outcome_free(checked->recorded);
    for (size_t i = 0; i < checked->count; i++) outcome_free(checked->outcomes[i]);
    *checked = (Checked){0};
}

const LaunchOutcome *checked_last(const Checked *checked) {
    return checked->count > 0 ? checked->outcomes[checked->deciding] : NULL;
}

void checked_write_json(Session *session, const Checking *checking, const Checked *checked) {
    json_t *object = json_check(&checked->report);
    const LaunchOutcome *last = checked_last(checked);
    const char *compiler = last != NULL ? last->compiler : NULL;
    json_object_set_new(object, "provenance", provenance_json(session, &checking->source, compiler));
    terminal_write_json(object);
}
