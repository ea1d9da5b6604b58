/* try: runs any kernel of a file. What the launch is like: see trial.c. */
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "commands/commands.h"
#include "commands/kernel/request_pictures.h"
#include "commands/kernel/subject.h"
#include "course/npy.h"
#include "finding_kinds.h"
#include "teach/launch/execute.h"
#include "teach/say.h"

static void say_pictures(Session *session, const LaunchOutcome *outcome) {
    const Options *options = &session->options;
    if (options->banks > 0) pictures_say(session, outcome, PICTURED_SHARED, (int)options->banks);
    if (options->sectors > 0) pictures_say(session, outcome, PICTURED_GLOBAL, (int)options->sectors);
    pictures_say_races(session, outcome, 0);
}

/* ---- outputs as files -------------------------------------------------------------------------------------------- */

/* A parameter's name comes from the student's file, and becomes a file's. */
static bool is_plain_name(const char *name) {
    const char *c = name;
    while (isalnum((unsigned char)*c) || *c == '_') c++;
    return c > name && *c == '\0';
}

static const char *output_path(const Session *session, const char *name) {
    return path_join(session->scratch, session->options.out, arena_printf(session->scratch, "%s.npy", name));
}

/* Whether the path is free, or holds what an earlier run wrote there. */
static bool may_write_array(Session *session, const char *path) {
    const char *why;
    if (!file_exists(path) || file_begins(session->scratch, path, npy_mark, &why)) return true;
    complain(session, "name another folder, or remove that file first", "%s exists, and is no .npy file", path);
    return false;
}

/* Whether all outputs may be written, which is asked before anything runs; complains where not. */
static bool may_write_outputs(Session *session, const LaunchSpec *spec) {
    const char *folder = session->options.out;
    if (file_exists(folder) && !file_is_directory(folder)) {
        complain(session, "name another folder", "%s is no folder", folder);
        return false;
    }
    for (size_t i = 0; i < spec->arg_count; i++) {
        const ArgSpec *arg = &spec->args[i];
        if (arg->output && is_plain_name(arg->name) && !may_write_array(session, output_path(session, arg->name)))
            return false;
    }
    return true;
}

/* Writes what the kernel may have changed, each buffer to NAME.npy in the folder of --out; false with the complaint
 * made. */
static bool write_outputs(Session *session, const LaunchOutcome *outcome) {
    const Launch *launch = &outcome->prepared.launch;
    Arena *arena = session->scratch;
    for (size_t i = 0; i < launch->buffer_count; i++) {
        const Buffer *buffer = &launch->buffers[i];
        if (!buffer->output || buffer->bytes == NULL || !is_plain_name(buffer->name)) continue;
        size_t size;
        NpyArray array = {.type = buffer->type, .count = buffer->count, .bytes = buffer->bytes};
        const char *path = output_path(session, buffer->name);
        const void *content = npy_content(arena, &array, &size);
        if (file_write(path, content, size)) continue;
        complain(session, "name a folder that you may write", "%s could not be written: %s", path, strerror(errno));
        return false;
    }
    return true;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

/* A kernel that takes elements for indices leaves its buffers where they are random. */
static void say_made_up(Session *session, const Trial *trial, const Result *result) {
    bool outside = false;
    for (size_t i = 0; i < result->finding_count; i++) outside |= result->findings[i].kind == FINDING_OUT_OF_BOUNDS;
    if (outside && trial->made_up != NULL)
        say_prose(session,
                  "The values of `%s` are made up. If they are indices, give others: `%s=@FILE.npy`, or "
                  "`%s=COUNT:iota`.",
                  trial->made_up, trial->made_up, trial->made_up);
}

/* What is found may be a mistake of the launch that was made up here, and not of the kernel. */
static void say_guessed(Session *session, const Trial *trial, const Result *result) {
    if (result->finding_count > 0 && trial->guessed != NULL)
        say_prose(
            session,
            "Nobody said how many threads a block has: %s is a guess. If the kernel is made for other blocks, what "
            "was found may come from that: say how many, such as `%s`.",
            trial->guessed, trial->guess);
}

static int say_launch(Session *session, const Trial *trial, const LaunchOutcome *outcome) {
    say_styled(session, ROLE_DIM, "%s, kernel=%s %s", trial->source.name, trial->kernel, trial->told);
    if (trial->note != NULL) say_styled(session, ROLE_DIM, "%s", trial->note);
    say_outcome(session, outcome);
    if (outcome->ran) say_pictures(session, outcome);
    if (outcome->ran) say_made_up(session, trial, &outcome->result);
    if (outcome->ran) say_guessed(session, trial, &outcome->result);
    return status_after(STATUS_DONE, outcome);
}

static int say_as_json(Session *session, Trial *trial, LaunchOutcome *outcome) {
    Subject subject = {.lesson = &trial->lesson, .trial = trial, .source = trial->source, .count = 1};
    return subject_write_json(session, &subject, &outcome, 1);
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
    int status = STATUS_ERROR;
    if (session->options.out == NULL || !outcome->ran || write_outputs(session, outcome))
        status = session->options.json ? say_as_json(session, trial, outcome) : say_launch(session, trial, outcome);
    outcome_free(outcome);
    return status;
}

int command_try(Session *session, int count, char **words) {
    if (count == 0) return command_usage(session);
    const char *kernel = count > 1 && strchr(words[1], '=') == NULL ? words[1] : NULL;
    int first = kernel != NULL ? 2 : 1;
    Trial *trial = trial_read(session, words[0], kernel, count - first, words + first);
    if (trial == NULL) return session->failure;
    if (session->options.out != NULL && !may_write_outputs(session, &trial->spec)) return STATUS_USAGE;
    return launch(session, trial);
}
