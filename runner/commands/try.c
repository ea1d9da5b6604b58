/* try: runs any kernel of a file. What the launch is like: see trial.c. */
#include <string.h>

#include "commands/commands.h"
#include "commands/request_pictures.h"
#include "commands/subject.h"
#include "teach/execute.h"
#include "teach/say.h"

static void say_pictures(Session *session, const LaunchOutcome *outcome) {
    const Options *options = &session->options;
    if (options->banks > 0) pictures_say(session, outcome, PICTURED_SHARED, (int)options->banks);
    if (options->sectors > 0) pictures_say(session, outcome, PICTURED_GLOBAL, (int)options->sectors);
    pictures_say_races(session, outcome, 0);
}

static int launch(Session *session, Trial *trial) {
    int64_t banks = session->options.banks, line = banks > 0 ? banks : session->options.sectors;
    Step step = {.kind = STEP_LAUNCH, .id = "try", .launch = &trial->spec, .show_extra = SHOW_LINES | SHOW_OUTPUT};
    if (line < 0) step.show_extra |= SHOW_BANKS;
    LaunchJob job = {.lesson = &trial->lesson,
                     .spec = &trial->spec,
                     .label = "try",
                     .source = &trial->source,
                     .reference = &trial->source,
                     .step = &step,
                     .recording = pictures_recording(session, line > 0 ? (int)line : 0),
                     .timed = true,
                     .counted = true};
    LaunchOutcome *outcome = launch_execute(session, &job);
    if (outcome->ran) outcome->shown.launch.kernel = trial->kernel;
    if (session->options.json) {
        Subject subject = {.lesson = &trial->lesson, .trial = trial, .source = trial->source, .count = 1};
        int written = subject_write_json(session, &subject, &outcome, 1);
        outcome_free(outcome);
        return written;
    }
    say_styled(session, ROLE_DIM, "%s, kernel=%s %s", trial->source.name, trial->kernel, trial->told);
    if (trial->note != NULL) say_styled(session, ROLE_DIM, "%s", trial->note);
    say_outcome(session, outcome);
    if (outcome->ran) say_pictures(session, outcome);
    int status = status_after(STATUS_DONE, outcome);
    outcome_free(outcome);
    return status;
}

int command_try(Session *session, int count, char **words) {
    if (count == 0) return command_usage(session);
    const char *kernel = count > 1 && strchr(words[1], '=') == NULL ? words[1] : NULL;
    int first = kernel != NULL ? 2 : 1;
    Trial *trial = trial_read(session, words[0], kernel, count - first, words + first);
    return trial != NULL ? launch(session, trial) : session->failure;
}
