/* show: pictures of what a launch did: a request over the banks or the sectors, a race, the occupancy. */
#include <string.h>

#include "base/file.h"
#include "commands/commands.h"
#include "commands/subject.h"
#include "metric_names.h"
#include "teach/say.h"
#include "terminal/terminal.h"

enum { PICTURES = 3, LINES_LISTED = 8 };

typedef enum Space { SPACE_SHARED, SPACE_GLOBAL } Space;

static const char *const space_name[] = {[SPACE_SHARED] = "shared", [SPACE_GLOBAL] = "global"};

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static double known(const Metrics *metrics, Metric metric) {
    return metrics->known[metric] ? metrics->value[metric] : 0;
}

static double requests_of(const Metrics *m, Space space) {
    if (space == SPACE_SHARED)
        return known(m, METRIC_SHARED_LOAD_REQUESTS) + known(m, METRIC_SHARED_STORE_REQUESTS) +
               known(m, METRIC_SHARED_ATOMIC_REQUESTS);
    return known(m, METRIC_GLOBAL_LOAD_REQUESTS) + known(m, METRIC_GLOBAL_STORE_REQUESTS) +
           known(m, METRIC_GLOBAL_ATOMIC_REQUESTS);
}

/* What the line costs beyond the fewest wavefronts or sectors; for equal ones, what it costs at all. */
static double waste_of(const Metrics *m, Space space, double *cost) {
    if (space == SPACE_SHARED) {
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

/* The line that wastes most; 0 where no line uses the space. */
static int worst_line(const LaunchOutcome *outcome, Space space) {
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

/* The lines that do use the space. */
static void say_lines(Session *session, const LaunchOutcome *outcome, Space space) {
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

/* Which requests the options ask for. */
static Recording recording_of(const Session *session, int line) {
    const Options *options = &session->options;
    return (Recording){.line = line,
                       .block = options->block,
                       .warp = options->warp,
                       .request = options->request > 0 ? options->request - 1 : -1};
}

static bool chooses(const Session *session) {
    return session->options.block >= 0 || session->options.warp >= 0 || session->options.request >= 0;
}

static void say_requests(Session *session, const LaunchOutcome *outcome, Space space, int line) {
    const Result *result = &outcome->result;
    size_t count = space == SPACE_SHARED ? result->recorded_bank_count : result->recorded_sector_count;
    if (count > PICTURES)
        say_styled(session, ROLE_DIM, "Line %d makes %zu kinds of requests; the first %d are shown.", line, count,
                   PICTURES);
    if (space == SPACE_SHARED)
        say_banks(session, outcome);
    else
        say_sectors(session, outcome);
    if (count > 0) return;
    say_gap(session);
    say_styled(session, ROLE_WARNING,
               chooses(session) ? "Line %d made no such request to %s memory: leave out --block, --warp or --request."
                                : "Line %d made no request to %s memory.",
               line, space_name[space]);
    say_lines(session, outcome, space);
}

static int show_requests(Session *session, const Subject *subject, Space space, int line) {
    size_t number;
    if (!subject_number(session, subject, &number)) return session->failure;
    LaunchOutcome *outcome = subject_launch(session, subject, number, NULL, recording_of(session, line));
    if (outcome->ran && line == 0 && (line = worst_line(outcome, space)) != 0) {
        outcome_free(outcome);
        outcome = subject_launch(session, subject, number, NULL, recording_of(session, line));
    }
    int status = STATUS_DONE;
    if (!outcome->ran) {
        say_outcome(session, outcome);
        status = status_after(STATUS_DONE, outcome);
    } else {
        subject_say(session, subject, number);
        if (line != 0)
            say_requests(session, outcome, space, line);
        else
            say_lines(session, outcome, space);
    }
    outcome_free(outcome);
    return status;
}

/* ---- races and occupancy ----------------------------------------------------------------------------------------- */

/* Draws the launch's races; how many there are. */
static size_t say_races(Session *session, const LaunchOutcome *outcome) {
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

static bool has_race(const LaunchOutcome *outcome) {
    for (size_t i = 0; i < outcome->result.finding_count; i++)
        if (outcome->result.findings[i].race != NULL) return true;
    return false;
}

/* Without --launch: the first launch that has a race. */
static int show_race(Session *session, const Subject *subject) {
    size_t first, number;
    if (!subject_number(session, subject, &first)) return session->failure;
    for (number = first; number < subject->count; number++) {
        LaunchOutcome *outcome = subject_launch(session, subject, number, NULL, (Recording){0});
        bool raced = outcome->ran && has_race(outcome), useless = !outcome->ran;
        int status = useless ? status_after(STATUS_DONE, outcome) : STATUS_DONE;
        if (raced) subject_say(session, subject, number);
        if (raced) say_races(session, outcome);
        if (useless) say_outcome(session, outcome);
        outcome_free(outcome);
        if (raced || useless) return status;
        if (session->options.launch > 0) break;
    }
    say_styled(session, ROLE_GOOD, "No race was found in %s.",
               session->options.launch > 0 || subject->count == 1
                   ? "this launch"
                   : arena_printf(session->scratch, "its %zu launches", subject->count));
    return STATUS_DONE;
}

static int show_occupancy(Session *session, const Subject *subject) {
    size_t number;
    if (!subject_number(session, subject, &number)) return session->failure;
    LaunchOutcome *outcome = subject_launch(session, subject, number, NULL, (Recording){0});
    int status = STATUS_DONE;
    if (!outcome->ran) {
        say_outcome(session, outcome);
        status = status_after(STATUS_DONE, outcome);
    } else {
        const Launch *launch = &outcome->prepared.launch;
        Text out = {0};
        report_occupancy(&out, &session->style, &outcome->report, image_resources(launch->image, launch->kernel));
        subject_say(session, subject, number);
        say_gap(session);
        say(session, &out);
    }
    outcome_free(outcome);
    return status;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

int command_show(Session *session, int count, char **words) {
    static const char *const pictures[] = {"banks", "sectors", "race", "occupancy"};
    if (count == 0) return command_usage(session);
    int64_t line = 0;
    const char *picture = words[0];
    bool lines = text_equal(picture, pictures[0]) || text_equal(picture, pictures[1]), known_picture = lines;
    for (size_t i = 2; i < 4; i++) known_picture |= text_equal(picture, pictures[i]);
    if (!known_picture) {
        const char *nearest = text_nearest(picture, pictures, 4);
        complain(session,
                 nearest != NULL ? arena_printf(session->scratch, "did you mean '%s'?", nearest)
                                 : "there are banks, sectors, race and occupancy",
                 "there is no picture '%s'", picture);
        return STATUS_USAGE;
    }
    int at = 1;
    if (lines && count > 1 && text_to_i64(words[1], &line)) at = 2;
    if (line < 0 || line > INT32_MAX || count > at + 1) return command_usage(session);
    Subject subject;
    if (!subject_find(session, count > at ? words[at] : NULL, &subject)) return session->failure;
    if (lines) return show_requests(session, &subject, *picture == 'b' ? SPACE_SHARED : SPACE_GLOBAL, (int)line);
    return *picture == 'r' ? show_race(session, &subject) : show_occupancy(session, &subject);
}
