#include "teach/after_check.h"

#include <string.h>

#include "teach/say.h"

/* Launches that took longer than this are not repeated for a picture or a comparison. */
#define SECONDS_MOST 2.0

static LaunchOutcome *launch_again(Session *session, const AfterCheck *check, const Source *source,
                                   Recording recording) {
    LaunchJob job = {.lesson = check->lesson,
                     .spec = &check->exercise->launches[check->number],
                     .label = check->exercise->id,
                     .source = source,
                     .reference = check->reference,
                     .recording = recording};
    return launch_execute(session, &job);
}

/* The sectors of the costliest request on the line, for which the launch is repeated. */
static void say_sectors(Session *session, const AfterCheck *check, const MissedRequest *missed) {
    Recording recording = {.line = missed->line, .block = -1, .warp = -1, .request = -1};
    LaunchOutcome *again = launch_again(session, check, check->source, recording);
    const Result *result = &again->result;
    for (size_t i = 0; again->ran && i < result->recorded_sector_count; i++) {
        if (!missed->any_op && result->recorded_sectors[i].op != missed->op) continue;
        Text out = {0};
        report_sectors(&out, &session->style, &result->recorded_sectors[i], again->source_text);
        say_gap(session);
        say(session, &out);
        break;
    }
    outcome_free(again);
}

/* What `show` and `source` need to come to the same file. */
static const char *file_and_exercise(Session *session, const AfterCheck *check) {
    const char *own = workspace_file(session, session->scratch, check->exercise);
    if (text_equal(check->source->path, own)) return check->exercise->id;
    if (text_equal(check->source->name, path_for_person(session->scratch, own))) return check->exercise->id;
    return arena_printf(session->scratch, "%s --exercise %s", check->source->name, check->exercise->id);
}

static void say_missed(Session *session, const AfterCheck *check) {
    MissedRequest missed;
    if (!report_missed_request(&check->last->report, &missed)) return;
    if (missed.global && check->last->result.host_seconds > SECONDS_MOST) return;
    if (missed.global) {
        say_sectors(session, check, &missed);
    } else {
        Text out = {0};
        report_banks(&out, &session->style, missed.sample, check->last->source_text);
        say_gap(session);
        say(session, &out);
    }
    say_styled(session, ROLE_DIM, "show %s %d %s%s draws it again, source %s shows what every line costs.",
               missed.global ? "sectors" : "banks", missed.line, file_and_exercise(session, check),
               check->number > 0 ? arena_printf(session->scratch, " --launch %zu", check->number + 1) : "",
               file_and_exercise(session, check));
}

static void say_gains(Session *session, const AfterCheck *check) {
    const char *why;
    const char *text = workspace_shipped(session, session->scratch, check->exercise, &why);
    if (text == NULL || text_equal(text, check->source->text)) return;
    if (check->last->result.host_seconds > SECONDS_MOST) return;
    Source shipped = {.path = check->source->path, .name = check->source->name, .text = text, .size = strlen(text)};
    LaunchOutcome *before = launch_again(session, check, &shipped, (Recording){0});
    if (before->ran && before->result.status == RUN_FINISHED) {
        Text out = {0};
        report_gains(&out, &session->style, check->exercise, &before->result.metrics, &check->last->result.metrics);
        if (out.size > 0) say_gap(session);
        say(session, &out);
    }
    outcome_free(before);
}

static void say_race(Session *session, const AfterCheck *check) {
    const Result *result = &check->last->result;
    for (size_t i = 0; i < result->finding_count; i++)
        if (result->findings[i].race != NULL && !result->findings[i].warning) {
            say_styled(session, ROLE_DIM, "show race %s draws it in time.", file_and_exercise(session, check));
            return;
        }
}

void say_after_check(Session *session, const AfterCheck *check) {
    if (!check->last->ran || session->options.json) return;
    if (check->last->verdict == VERDICT_MISSED) say_missed(session, check);
    if (check->last->verdict == VERDICT_UNSAFE) say_race(session, check);
    if (check->last->verdict == VERDICT_PASSED) say_gains(session, check);
}
