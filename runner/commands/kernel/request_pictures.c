#include "commands/kernel/request_pictures.h"

#include <string.h>

#include "finding_kinds.h"
#include "teach/say.h"
#include "terminal/terminal.h"

enum { PICTURES = 3, LINES_LISTED = 8 };

static const char *const space_name[] = {[PICTURED_SHARED] = "shared", [PICTURED_GLOBAL] = "global"};

/* ---- lines ------------------------------------------------------------------------------------------------------- */

void pictures_say_lines(Session *session, const LaunchOutcome *outcome, PicturedSpace space) {
    size_t seen = 0;
    for (size_t i = 0; i < outcome->result.line_count; i++) {
        const LineCounts *line = &outcome->result.lines[i];
        if (!report_line_uses(&outcome->report, line, space)) continue;
        if (seen++ == 0) say_styled(session, ROLE_PLAIN, "These lines use %s memory:", space_name[space]);
        if (seen > LINES_LISTED) continue;
        Text out = {0};
        report_line(&out, &session->style, outcome->source_text, line->loc.line);
        say(session, &out);
    }
    if (seen > LINES_LISTED) say_styled(session, ROLE_DIM, "and %zu more", seen - LINES_LISTED);
    if (seen == 0) say_styled(session, ROLE_PLAIN, "No line of this launch uses %s memory.", space_name[space]);
}

/* ---- banks and sectors ------------------------------------------------------------------------------------------- */

static bool at_terminal(const Session *session) {
    return session->mode == MODE_TYPED || (session->mode == MODE_COMMAND && terminal_edits());
}

/* One pass after the other; at a terminal each Enter shows the next one. */
static void say_passes(Session *session, const RequestSample *sample) {
    int passes = report_bank_passes(sample);
    bool asks = at_terminal(session);
    if (asks) session_take_answers(session);
    for (int pass = 0; pass < passes; pass++) {
        say_gap(session);
        say_styled(session, ROLE_STRONG, "Pass %d of %d", pass + 1, passes);
        Text out = {0};
        report_bank_pass(&out, &session->style, sample, pass);
        say(session, &out);
        const char *line;
        if (!asks || pass + 1 == passes) continue;
        LineStatus status = lines_read(session->lines, "Enter: the next pass, q: no more>", false, &line);
        if (status != LINE_READ && status != LINE_EARLY) return;
        if (*line == 'q') return;
    }
}

static void say_banks(Session *session, const LaunchOutcome *outcome) {
    const Result *result = &outcome->result;
    for (size_t i = 0; i < result->recorded_bank_count && i < PICTURES; i++) {
        Text out = {0};
        report_banks(&out, &session->style, &result->recorded_banks[i], outcome->source_text);
        say_gap(session);
        say(session, &out);
        if (session->options.passes) say_passes(session, &result->recorded_banks[i]);
    }
}

static void say_sectors(Session *session, const LaunchOutcome *outcome) {
    const Result *result = &outcome->result;
    for (size_t i = 0; i < result->recorded_sector_count && i < PICTURES; i++) {
        Text out = {0};
        report_sectors(&out, &session->style, &result->recorded_sectors[i], outcome->source_text);
        say_gap(session);
        say(session, &out);
    }
}

Recording pictures_recording(const Session *session, int line) {
    const Options *options = &session->options;
    return (Recording){.line = line,
                       .block = options->block,
                       .warp = options->warp,
                       .request = options->request > 0 ? options->request - 1 : -1};
}

static bool chooses(const Session *session) {
    return session->options.block >= 0 || session->options.warp >= 0 || session->options.request >= 0;
}

void pictures_say(Session *session, const LaunchOutcome *outcome, PicturedSpace space, int line) {
    const Result *result = &outcome->result;
    size_t count = space == PICTURED_SHARED ? result->recorded_bank_count : result->recorded_sector_count;
    if (count > PICTURES)
        say_styled(session, ROLE_DIM, "Line %d makes %zu kinds of requests; the first %d are shown.", line, count,
                   PICTURES);
    if (space == PICTURED_SHARED)
        say_banks(session, outcome);
    else
        say_sectors(session, outcome);
    if (count > 0) return;
    say_gap(session);
    say_styled(session, ROLE_WARNING,
               chooses(session) ? "Line %d made no such request to %s memory: leave out --block, --warp or --request."
                                : "Line %d made no request to %s memory.",
               line, space_name[space]);
    if (result->status == RUN_STOPPED)
        say_styled(session, ROLE_WARNING, "The launch was stopped before its end%s%s, so lines may be missing here.",
                   result->finding_count > 0 ? ": " : "",
                   result->finding_count > 0 ? finding_name[result->findings[0].kind] : "");
    pictures_say_lines(session, outcome, space);
}

/* Whether a finding is a race with an access on that line; 0: on any. */
static bool races_on(const Finding *finding, int line) {
    bool race = finding->race != NULL || finding->kind == FINDING_RACE || finding->kind == FINDING_UNORDERED;
    return race && (line == 0 || finding->loc.line == line || finding->other.line == line);
}

size_t pictures_say_races(Session *session, const LaunchOutcome *outcome, int line) {
    size_t seen = 0;
    for (size_t i = 0; i < outcome->result.finding_count; i++) {
        const Finding *finding = &outcome->result.findings[i];
        Text out = {0};
        if (seen >= PICTURES || !races_on(finding, line) ||
            !report_race(&out, &session->style, &outcome->report, finding))
            continue;
        seen++;
        say_gap(session);
        say(session, &out);
    }
    return seen;
}

void pictures_say_undrawn_races(Session *session, const LaunchOutcome *outcome, int line) {
    Finding *findings = arena_array(session->scratch, Finding, outcome->result.finding_count);
    Result races = {.status = outcome->result.status, .findings = findings};
    LaunchReport report = outcome->report;
    Text out = {0};
    for (size_t i = 0; i < outcome->result.finding_count; i++) {
        const Finding *finding = &outcome->result.findings[i];
        if (finding->race == NULL && races_on(finding, line)) findings[races.finding_count++] = *finding;
    }
    if (races.finding_count == 0) return;
    report.result = &races;
    say_gap(session);
    say_styled(session, ROLE_DIM, "%s not drawn. In words:",
               outcome->result.program != NULL
                   ? "A whole program's races are"
                   : "A race within one instruction, and one with an asynchronous copy, is");
    report_findings(&out, &session->style, &report);
    say(session, &out);
}

bool pictures_has_race(const LaunchOutcome *outcome, int line) {
    for (size_t i = 0; i < outcome->result.finding_count; i++)
        if (races_on(&outcome->result.findings[i], line)) return true;
    return false;
}
