/* show: pictures of what a launch did: a request over the banks or the sectors, a race, the occupancy. */
#include <string.h>

#include "commands/commands.h"
#include "commands/kernel/request_pictures.h"
#include "commands/kernel/subject.h"
#include "commands/page_file.h"
#include "report/html/html.h"
#include "teach/say.h"

/* ---- as a file --------------------------------------------------------------------------------------------------- */

/* The first picture of the line's requests. */
static int write_request(Session *session, const LaunchOutcome *outcome, PicturedSpace space, int line) {
    const Result *result = &outcome->result;
    Text out = {0};
    if (space == PICTURED_SHARED && result->recorded_bank_count > 0) {
        svg_banks(&out, &result->recorded_banks[0], 0);
    } else if (space == PICTURED_GLOBAL && result->recorded_sector_count > 0) {
        svg_sectors(&out, &result->recorded_sectors[0], 0);
    } else {
        pictures_say(session, outcome, space, line);
        return STATUS_USAGE;
    }
    return page_write(session, session->options.svg, &out);
}

static int write_occupancy(Session *session, const LaunchOutcome *outcome) {
    const Launch *launch = &outcome->prepared.launch;
    Text out = {0};
    if (svg_occupancy(&out, &outcome->report, image_resources(launch->image, launch->kernel), 0))
        return page_write(session, session->options.svg, &out);
    complain(session, NULL, "no block of this size fits on a multiprocessor");
    return STATUS_USAGE;
}

/* A number is a line, also where the student may have meant a lesson. */
static void say_number_is_line(Session *session, const Subject *subject, PicturedSpace space, int line) {
    const char *nearest, *picture = space == PICTURED_SHARED ? "banks" : "sectors";
    const Lesson *lesson = pack_find(session->pack, arena_printf(session->scratch, "%d", line), &nearest);
    if (lesson == NULL || lesson == subject->lesson || subject->step == NULL) return;
    say_prose(session, "%d is taken for a line of %s. Of lesson %d: `show %s %s`.", line, subject->lesson->id, line,
              picture, lesson->id);
}

/* ---- banks and sectors ------------------------------------------------------------------------------------------- */

static int show_requests(Session *session, const Subject *subject, PicturedSpace space, int line) {
    size_t number;
    if (!subject_number(session, subject, &number)) return session->failure;
    LaunchOutcome *outcome = subject_launch(session, subject, number, NULL, pictures_recording(session, line));
    PicturedLine worst = {.space = space, .metric = METRIC_NONE};
    if (outcome->ran && line == 0 && report_worst_line(&outcome->report, &worst)) {
        line = worst.at->loc.line;
        outcome_free(outcome);
        outcome = subject_launch(session, subject, number, NULL, pictures_recording(session, line));
    }
    int status = STATUS_DONE;
    if (session->options.json) {
        status = subject_write_json(session, subject, &outcome, 1);
    } else if (!outcome->ran) {
        say_outcome(session, outcome);
        status = status_after(STATUS_DONE, outcome);
    } else if (session->options.svg != NULL) {
        status = write_request(session, outcome, space, line);
    } else {
        subject_say(session, subject, number);
        const Result *result = &outcome->result;
        size_t drawn = space == PICTURED_SHARED ? result->recorded_bank_count : result->recorded_sector_count;
        if (line != 0) {
            pictures_say(session, outcome, space, line);
            if (drawn == 0) say_number_is_line(session, subject, space, line);
        } else
            pictures_say_lines(session, outcome, space);
    }
    outcome_free(outcome);
    return status;
}

/* ---- races and occupancy ----------------------------------------------------------------------------------------- */

/* That there is none, and where the run ended before there could be one. */
static void say_no_race(Session *session, const Subject *subject, int line, const char *stopped) {
    bool one = session->options.launch > 0 || subject->count == 1;
    const char *where = one ? "this launch" : arena_printf(session->scratch, "its %zu launches", subject->count);
    const char *at = line > 0 ? arena_printf(session->scratch, " at line %d", line) : "";
    if (stopped != NULL)
        say_styled(session, ROLE_WARNING, "No race%s was found in %s up to the place where it was stopped: %s.", at,
                   where, stopped);
    else
        say_styled(session, ROLE_GOOD, "No race%s was found in %s.", at, where);
}

/* What a launch was stopped by, as a finding or in its own words; NULL: it came to its end. */
static const char *stopped_by(const LaunchOutcome *outcome) {
    const Result *result = &outcome->result;
    if (!outcome->ran || result->status != RUN_STOPPED) return NULL;
    return result->finding_count > 0 ? finding_name[result->findings[0].kind] : "see `check` or `try`";
}

/* Without --launch: the first launch that has a race. line 0: any. */
static int show_race(Session *session, const Subject *subject, int line) {
    size_t first, number;
    const char *stopped = NULL;
    if (!subject_number(session, subject, &first)) return session->failure;
    for (number = first; number < subject->count; number++) {
        LaunchOutcome *outcome = subject_launch(session, subject, number, NULL, (Recording){0});
        bool raced = outcome->ran && pictures_has_race(outcome, line), useless = !outcome->ran;
        int status = useless ? status_after(STATUS_DONE, outcome) : STATUS_DONE;
        bool last = raced || useless || number + 1 == subject->count || session->options.launch > 0;
        if (session->options.json && last) {
            status = subject_write_json(session, subject, &outcome, 1);
        } else if (raced) {
            subject_say(session, subject, number);
            pictures_say_races(session, outcome, line);
            pictures_say_undrawn_races(session, outcome, line);
        } else if (useless) {
            say_outcome(session, outcome);
        }
        if (stopped == NULL) stopped = stopped_by(outcome);
        outcome_free(outcome);
        if (raced || useless || (session->options.json && last)) return status;
        if (session->options.launch > 0) break;
    }
    subject_say(session, subject, first);
    say_no_race(session, subject, line, stopped);
    return STATUS_DONE;
}

static int show_occupancy(Session *session, const Subject *subject) {
    size_t number;
    if (!subject_number(session, subject, &number)) return session->failure;
    LaunchOutcome *outcome = subject_launch(session, subject, number, NULL, (Recording){0});
    int status = STATUS_DONE;
    if (session->options.json) {
        status = subject_write_json(session, subject, &outcome, 1);
    } else if (!outcome->ran) {
        say_outcome(session, outcome);
        status = status_after(STATUS_DONE, outcome);
    } else if (outcome->prepared.launch.image == NULL) {
        complain(session, "a lesson or an exercise that launches one kernel has one",
                 "a whole program has no picture of occupancy");
        status = STATUS_USAGE;
    } else if (session->options.svg != NULL) {
        status = write_occupancy(session, outcome);
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
    bool requests = text_equal(picture, pictures[0]) || text_equal(picture, pictures[1]);
    bool race = text_equal(picture, pictures[2]), lines = requests || race;
    bool known_picture = lines || text_equal(picture, pictures[3]);
    if (!known_picture) {
        const char *nearest = text_nearest(picture, pictures, 4);
        complain(session,
                 nearest != NULL ? arena_printf(session->scratch, "did you mean '%s'?", nearest)
                                 : "there are banks, sectors, race and occupancy",
                 "there is no picture '%s'", picture);
        return STATUS_USAGE;
    }
    int at = 1;
    /* 06 is a lesson, 6 a line */
    if (lines && count > 1 && *words[1] != '0' && text_to_i64(words[1], &line)) at = 2;
    int settings = subject_settings(count - at, words + at);
    count -= settings;
    if (line < 0 || line > INT32_MAX || count > at + 1) return command_usage(session);
    Subject subject;
    if (!subject_find_set(session, count > at ? words[at] : NULL, settings, words + count, &subject))
        return session->failure;
    if (race && session->options.svg != NULL) {
        complain(session, "show banks, show sectors and show occupancy do", "a race is not drawn as SVG");
        return STATUS_USAGE;
    }
    if (subject_holds_back(session, &subject)) return STATUS_DONE;
    if (session->options.svg != NULL && !page_may_write(session, session->options.svg, svg_mark)) return STATUS_USAGE;
    if (requests)
        return show_requests(session, &subject, *picture == 'b' ? PICTURED_SHARED : PICTURED_GLOBAL, (int)line);
    return race ? show_race(session, &subject, (int)line) : show_occupancy(session, &subject);
}
