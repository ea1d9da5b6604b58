#include "commands/request_pictures.h"

#include <string.h>

#include "base/file.h"
#include "metric_names.h"
#include "teach/say.h"
#include "terminal/terminal.h"

enum { PICTURES = 3, LINES_LISTED = 8 };

static const char *const space_name[] = {[PICTURED_SHARED] = "shared", [PICTURED_GLOBAL] = "global"};

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static double known(const Metrics *metrics, Metric metric) {
    return metrics->known[metric] ? metrics->value[metric] : 0;
}

static double requests_of(const Metrics *m, PicturedSpace space) {
    if (space == PICTURED_SHARED)
        return known(m, METRIC_SHARED_LOAD_REQUESTS) + known(m, METRIC_SHARED_STORE_REQUESTS) +
               known(m, METRIC_SHARED_ATOMIC_REQUESTS);
    return known(m, METRIC_GLOBAL_LOAD_REQUESTS) + known(m, METRIC_GLOBAL_STORE_REQUESTS) +
           known(m, METRIC_GLOBAL_ATOMIC_REQUESTS);
}

/* What the line costs beyond the fewest wavefronts or sectors; for equal ones, what it costs at all. */
static double waste_of(const Metrics *m, PicturedSpace space, double *cost) {
    if (space == PICTURED_SHARED) {
        *cost = known(m, METRIC_SHARED_LOAD_WAVEFRONTS) + known(m, METRIC_SHARED_STORE_WAVEFRONTS) +
                known(m, METRIC_SHARED_ATOMIC_WAVEFRONTS);
        return known(m, METRIC_SHARED_LOAD_CONFLICTS) + known(m, METRIC_SHARED_STORE_CONFLICTS) +
               known(m, METRIC_SHARED_ATOMIC_CONFLICTS);
    }
    *cost = known(m, METRIC_GLOBAL_LOAD_SECTORS) + known(m, METRIC_GLOBAL_STORE_SECTORS) +
            known(m, METRIC_GLOBAL_ATOMIC_SECTORS);
    return *cost - known(m, METRIC_GLOBAL_LOAD_IDEAL_SECTORS) - known(m, METRIC_GLOBAL_STORE_IDEAL_SECTORS) -
           known(m, METRIC_GLOBAL_ATOMIC_SECTORS);
}

static bool is_own_line(const LaunchOutcome *outcome, const LineCounts *line) {
    return line->loc.file == NULL || text_equal(path_base(line->loc.file), path_base(outcome->source_file));
}

int pictures_worst_line(const LaunchOutcome *outcome, PicturedSpace space) {
    int worst = 0;
    double most = 0, dearest = 0;
    for (size_t i = 0; i < outcome->result.line_count; i++) {
        const LineCounts *line = &outcome->result.lines[i];
        double cost, waste = waste_of(&line->metrics, space, &cost);
        if (requests_of(&line->metrics, space) == 0 || !is_own_line(outcome, line)) continue;
        if (worst != 0 && (waste < most || (waste == most && cost <= dearest))) continue;
        worst = line->loc.line;
        most = waste;
        dearest = cost;
    }
    return worst;
}

void pictures_say_lines(Session *session, const LaunchOutcome *outcome, PicturedSpace space) {
    size_t seen = 0;
    for (size_t i = 0; i < outcome->result.line_count; i++) {
        const LineCounts *line = &outcome->result.lines[i];
        double requests = requests_of(&line->metrics, space);
        if (requests == 0 || !is_own_line(outcome, line)) continue;
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
        if (lines_read(session->lines, "Enter: the next pass, q: no more>", false, &line) != LINE_READ) return;
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
    pictures_say_lines(session, outcome, space);
}

size_t pictures_say_races(Session *session, const LaunchOutcome *outcome) {
    size_t seen = 0;
    for (size_t i = 0; i < outcome->result.finding_count; i++) {
        const Finding *finding = &outcome->result.findings[i];
        Text out = {0};
        if (seen >= PICTURES || !report_race(&out, &session->style, &outcome->report, finding)) continue;
        seen++;
        say_gap(session);
        say(session, &out);
    }
    return seen;
}

bool pictures_has_race(const LaunchOutcome *outcome) {
    for (size_t i = 0; i < outcome->result.finding_count; i++)
        if (outcome->result.findings[i].race != NULL) return true;
    return false;
}
