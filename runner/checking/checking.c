#include "checking/checking.h"

#include <jansson.h>

#include "teach/devices.h"
#include "teach/exercises.h"
#include "teach/provenance.h"
#include "terminal/terminal.h"

static void fill_report(Session *session, const Checking *checking, const DiagList *diags, Checked *checked) {
    LaunchReport *launches = arena_array(session->scratch, LaunchReport, checked->count + 1);
    size_t ran = 0;
    for (size_t i = 0; i < checked->count; i++)
        if (checked->outcomes[i]->ran) launches[ran++] = checked->outcomes[i]->report;
    checked->report = (CheckReport){.lesson = checking->lesson,
                                    .exercise = checking->exercise,
                                    .file = checking->source.name,
                                    .device = session_json_device(session),
                                    .arch = session_arch(session),
                                    .verdict = checked->verdict,
                                    .diags = diags,
                                    .source = checking->source.text,
                                    .launches = launches,
                                    .launch_count = ran};
}

void checking_run(Session *session, const Checking *checking, const Source *reference, Checked *checked) {
    *checked = (Checked){0};
    ExerciseJob job = {.lesson = checking->lesson,
                       .exercise = checking->exercise,
                       .source = &checking->source,
                       .reference = reference,
                       .keep_bytes = session->options.json};
    checked->outcomes = exercise_execute(session, &job, &checked->count);
    LaunchOutcome *last = checked->outcomes[checked->count - 1];
    if (checking->source.note != NULL)
        diag_add(&last->diags, SEVERITY_NOTE, (Loc){checking->source.name, 0, 0}, NULL, "%s", checking->source.note);
    checked->verdict = last->verdict;
    checked->interrupted = last->interrupted;
    fill_report(session, checking, &last->diags, checked);
}

void checking_refuse(Session *session, const Checking *checking, const char *why, const char *hint, Checked *checked) {
    *checked = (Checked){.verdict = VERDICT_UNCOMPILED};
    DiagList *diags = arena_make(session->scratch, DiagList);
    *diags = diag_list(session->scratch);
    diag_add(diags, SEVERITY_ERROR, (Loc){checking->source.name, 0, 0}, hint, "this file %s", why);
    fill_report(session, checking, diags, checked);
}

LaunchOutcome *checking_launch(Session *session, const Checking *checking, size_t number, const Source *source,
                               const Source *reference, Recording recording) {
    LaunchJob job = {.lesson = checking->lesson,
                     .spec = &checking->exercise->launches[number],
                     .label = checking->exercise->id,
                     .source = source,
                     .reference = reference,
                     .recording = recording};
    return launch_execute(session, &job);
}

/* Which line a picture over sectors is wanted of. */
static bool wants_sectors(const LaunchReport *last, Verdict verdict, bool any, PicturedLine *pictured) {
    if (last->result == NULL || last->result->status != RUN_FINISHED) return false;
    if (verdict == VERDICT_MISSED && report_missed_line(last, pictured) && pictured->space == PICTURED_GLOBAL)
        return true;
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
    checked->recorded = checking_launch(session, checking, checked->count - 1, &checking->source, reference, recording);
    if (checked->recorded->ran) checked->report.recorded = &checked->recorded->result;
}

void checked_free(Checked *checked) {
    outcome_free(checked->recorded);
    for (size_t i = 0; i < checked->count; i++) outcome_free(checked->outcomes[i]);
    *checked = (Checked){0};
}

const LaunchOutcome *checked_last(const Checked *checked) {
    return checked->count > 0 ? checked->outcomes[checked->count - 1] : NULL;
}

void checked_write_json(Session *session, const Checking *checking, const Checked *checked) {
    json_t *object = json_check(&checked->report);
    const LaunchOutcome *last = checked_last(checked);
    const char *compiler = last != NULL ? last->compiler : NULL;
    json_object_set_new(object, "provenance", provenance_json(session, &checking->source, compiler));
    terminal_write_json(object);
}
