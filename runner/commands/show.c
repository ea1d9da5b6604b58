/* show: pictures of what a launch did: a request over the banks or the sectors, a race, the occupancy. */
#include <string.h>

#include "commands/commands.h"
#include "commands/request_pictures.h"
#include "commands/subject.h"
#include "teach/say.h"

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
    } else {
        subject_say(session, subject, number);
        if (line != 0)
            pictures_say(session, outcome, space, line);
        else
            pictures_say_lines(session, outcome, space);
    }
    outcome_free(outcome);
    return status;
}

/* ---- races and occupancy ----------------------------------------------------------------------------------------- */

/* Without --launch: the first launch that has a race. */
static int show_race(Session *session, const Subject *subject) {
    size_t first, number;
    if (!subject_number(session, subject, &first)) return session->failure;
    for (number = first; number < subject->count; number++) {
        LaunchOutcome *outcome = subject_launch(session, subject, number, NULL, (Recording){0});
        bool raced = outcome->ran && pictures_has_race(outcome), useless = !outcome->ran;
        int status = useless ? status_after(STATUS_DONE, outcome) : STATUS_DONE;
        bool last = raced || useless || number + 1 == subject->count || session->options.launch > 0;
        if (session->options.json && last) {
            status = subject_write_json(session, subject, &outcome, 1);
        } else if (raced) {
            subject_say(session, subject, number);
            pictures_say_races(session, outcome);
        } else if (useless) {
            say_outcome(session, outcome);
        }
        outcome_free(outcome);
        if (raced || useless || (session->options.json && last)) return status;
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
    if (session->options.json) {
        status = subject_write_json(session, subject, &outcome, 1);
    } else if (!outcome->ran) {
        say_outcome(session, outcome);
        status = status_after(STATUS_DONE, outcome);
    } else if (outcome->prepared.launch.image == NULL) {
        complain(session, "a lesson or an exercise that launches one kernel has one",
                 "a whole program has no picture of occupancy");
        status = STATUS_USAGE;
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
    /* 06 is a lesson, 6 a line */
    if (lines && count > 1 && *words[1] != '0' && text_to_i64(words[1], &line)) at = 2;
    int settings = subject_settings(count - at, words + at);
    count -= settings;
    if (line < 0 || line > INT32_MAX || count > at + 1) return command_usage(session);
    Subject subject;
    if (!subject_find_set(session, count > at ? words[at] : NULL, settings, words + count, &subject))
        return session->failure;
    if (lines) return show_requests(session, &subject, *picture == 'b' ? PICTURED_SHARED : PICTURED_GLOBAL, (int)line);
    return *picture == 'r' ? show_race(session, &subject) : show_occupancy(session, &subject);
}
