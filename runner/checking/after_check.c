#include "checking/after_check.h"

#include <string.h>

#include "teach/further.h"
#include "teach/say.h"

/* Launches that took longer than this are not repeated for a picture or a comparison. */
#define SECONDS_MOST 2.0

/* What `show` and `source` need to come to the same file. */
static const char *file_and_exercise(Session *session, const Checking *check) {
    const char *own = workspace_file(session, session->scratch, check->exercise);
    if (text_equal(check->source.path, own)) return check->exercise->id;
    if (text_equal(check->source.name, path_for_person(session->scratch, own))) return check->exercise->id;
    return arena_printf(session->scratch, "%s --exercise %s", check->source.name, check->exercise->id);
}

static void say_missed(Session *session, const Checking *check, const Source *reference, Checked *checked) {
    PicturedLine missed;
    const LaunchReport *last = &checked_last(checked)->report;
    if (!report_missed_line(last, &missed)) return;
    checked_record(session, check, reference, checked, false, SECONDS_MOST);
    Text out = {0};
    if (report_line_picture(&out, &session->style, last, &missed, checked->report.recorded)) say_gap(session);
    say(session, &out);
    say_prose(session, "`show %s %d %s%s` draws it again, `source %s` shows what every line costs.",
              missed.space == PICTURED_GLOBAL ? "sectors" : "banks", missed.at->loc.line,
              file_and_exercise(session, check),
              checked->deciding > 0 ? arena_printf(session->scratch, " --launch %zu", checked->deciding + 1) : "",
              file_and_exercise(session, check));
}

static void say_gains(Session *session, const Checking *check, const Source *reference, const Checked *checked) {
    const char *why;
    const LaunchOutcome *last = checked_last(checked);
    const char *text = workspace_shipped(session, session->scratch, check->exercise, &why);
    if (text == NULL || text_equal(text, check->source.text)) return;
    if (last->result.host_seconds > SECONDS_MOST) return;
    Source shipped = {.path = check->source.path, .name = check->source.name, .text = text, .size = strlen(text)};
    LaunchOutcome *before = checking_launch(session, check, checked->deciding, &shipped, reference, (Recording){0});
    if (before->ran && before->result.status == RUN_FINISHED) {
        Text out = {0};
        report_gains(&out, &session->style, check->exercise, &before->result.metrics, &last->result.metrics);
        if (out.size > 0) say_gap(session);
        say(session, &out);
    }
    outcome_free(before);
}

static void say_race(Session *session, const Checking *check, const Checked *checked) {
    const Result *result = &checked_last(checked)->result;
    for (size_t i = 0; i < result->finding_count; i++)
        if (result->findings[i].race != NULL && !result->findings[i].warning) {
            say_prose(session, "`show race %s` draws it in time.", file_and_exercise(session, check));
            return;
        }
}

void say_after_check(Session *session, const Checking *check, const Source *reference, Checked *checked) {
    if (!checked_last(checked)->ran || session->options.json) return;
    if (checked->verdict == VERDICT_MISSED) say_missed(session, check, reference, checked);
    if (checked->verdict == VERDICT_UNSAFE) say_race(session, check, checked);
    if (checked->verdict != VERDICT_PASSED) further_say_finding(session, &checked_last(checked)->result);
    if (checked->verdict == VERDICT_PASSED) say_gains(session, check, reference, checked);
}
