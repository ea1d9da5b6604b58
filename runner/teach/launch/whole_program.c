#include "teach/launch/whole_program.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sha256.h"
#include "finding_kinds.h"
#include "program/programs.h"
#include "teach/launch/devices.h"
#include "teach/say.h"
#include "terminal/terminal.h"

enum { BUILDS_KEPT = 4, OUTPUT_SHOWN = 256 << 10, MOST_TRIED = 16 };

/* ---- building ---------------------------------------------------------------------------------------------------- */

/* A program that was built from a text, so that further launches of the same text need not build it again. */
typedef struct KeptBuild {
    char *digest, *folder, *program;
    const char *compiler;
    const ProgramWalls *walls; /* NULL: it has the user's rights */
} KeptBuild;

typedef struct ProgramBuilds {
    KeptBuild kept[BUILDS_KEPT];
    size_t next; /* the one to give up for another */
} ProgramBuilds;

static void forget(KeptBuild *build) {
    if (build->folder != NULL) file_remove_folder(build->folder);
    free(build->digest);
    free(build->folder);
    free(build->program);
    *build = (KeptBuild){0};
}

void whole_program_forget(Session *session) {
    for (size_t i = 0; session->builds != NULL && i < BUILDS_KEPT; i++) forget(&session->builds->kept[i]);
}

static const char *digest_of(Session *session, Arena *arena, const Source *source, bool walled) {
    Text text = {0};
    const ProgramSource how = {.arch = session_arch(session), .compiler = session->options.compiler};
    text_printf(&text, "%d %d %d %s %zu\n", program_built_arch(&how, arena), (int)how.compiler, walled, source->name,
                source->size);
    text_add_n(&text, source->text, source->size);
    const char *digest = sha256_text(arena, text.data, text.size);
    text_free(&text);
    return digest;
}

static const KeptBuild *find_build(const Session *session, const char *digest) {
    for (size_t i = 0; session->builds != NULL && i < BUILDS_KEPT; i++)
        if (text_equal(session->builds->kept[i].digest, digest)) return &session->builds->kept[i];
    return NULL;
}

static const KeptBuild *keep_build(Session *session, const char *digest, const char *folder, const ProgramBuild *build,
                                   const ProgramWalls *walls) {
    if (session->builds == NULL) session->builds = arena_make(session->arena, ProgramBuilds);
    KeptBuild *kept = &session->builds->kept[session->builds->next++ % BUILDS_KEPT];
    forget(kept);
    *kept = (KeptBuild){strdup(digest), strdup(folder), strdup(build->program), build->compiler, walls};
    return kept;
}

static bool fail(LaunchOutcome *outcome, const char *hint, const char *what) {
    diag_add(&outcome->diags, SEVERITY_ERROR, (Loc){NULL, 0, 0}, hint, "%s", what);
    return false;
}

/* The compiler's messages with the file's own name and lines; where it gave none, all that it wrote. */
static void take_messages(LaunchOutcome *outcome, const Source *source, const ProgramBuild *build,
                          const DiagList *diags) {
    program_messages(build->log, source->name, source->text, source->size, &outcome->diags);
    for (const Diag *diag = diags->first; diag != NULL && outcome->diags.errors == 0; diag = diag->next)
        diag_add(&outcome->diags, diag->severity, (Loc){source->name, 0, 0}, diag->hint, "this file %s%s%s",
                 diag->message, *build->log != '\0' ? ": " : "", build->log);
}

/* Walls that last as long as the build; NULL, and it was said why, where there can be none. */
static const ProgramWalls *raise_walls(Session *session, const char *path, const char *folder, LaunchOutcome *outcome) {
    const char *why, *hint;
    ProgramWalls *walls = arena_make(session->arena, ProgramWalls);
    if (program_walls(walls, path, folder, session->options.timeout, session->options.memory, session->arena, &why,
                      &hint))
        return walls;
    fail(outcome, hint,
         arena_printf(outcome->arena, "the program is not run, because it is somebody else's native code: %s", why));
    return NULL;
}

static const KeptBuild *build_in(Session *session, const char *folder, const char *digest, const Source *source,
                                 bool walled, LaunchOutcome *outcome) {
    Arena *arena = outcome->arena;
    const char *path = path_join(arena, folder, path_base(source->name));
    if (!file_write(path, source->text, source->size))
        return fail(outcome, "set TMPDIR to a folder that you may write to", "there is no room for temporary files"),
               NULL;
    ProgramBuild build;
    DiagList diags = diag_list(arena);
    ProgramSource how = {.arch = session_arch(session), .compiler = session->options.compiler, .folder = folder};
    how.walls = walled ? raise_walls(session, path, folder, outcome) : NULL;
    if (walled && how.walls == NULL) return NULL;
    if (walled) how.folder = how.walls->folder;
    program_build(walled ? how.walls->program : path, &how, arena, &build, &diags);
    outcome->compiler = build.compiler;
    if (build.program != NULL) return keep_build(session, digest, folder, &build, how.walls);
    outcome->no_compiler = build.compiler == NULL;
    outcome->verdict = outcome->no_compiler ? VERDICT_ERROR : VERDICT_UNCOMPILED;
    take_messages(outcome, source, &build, &diags);
    return NULL;
}

static const KeptBuild *build(Session *session, const Source *source, bool walled, LaunchOutcome *outcome) {
    const char *digest = digest_of(session, outcome->arena, source, walled);
    const KeptBuild *found = find_build(session, digest);
    if (found != NULL) {
        outcome->compiler = found->compiler;
        return found;
    }
    char *folder = program_make_folder(outcome->arena);
    if (folder == NULL)
        return fail(outcome, "set TMPDIR to a folder that you may write to", "there is no room for temporary files"),
               NULL;
    found = build_in(session, folder, digest, source, walled, outcome);
    if (found == NULL) file_remove_folder(folder);
    return found;
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

/* The outputs that the server is to look for; false where two cannot be told apart. */
static bool ask_for_outputs(LaunchOutcome *outcome, ProgramJob *job) {
    Launch *launch = &outcome->prepared.launch;
    job->outputs = arena_array(outcome->arena, ProgramOutput, launch->buffer_count + 1);
    for (size_t b = 0; b < launch->buffer_count; b++) {
        Buffer *buffer = &launch->buffers[b];
        uint64_t size = buffer->count * scalar_size(buffer->type);
        if (!buffer->output) continue;
        for (size_t i = 0; i < job->output_count; i++)
            if (job->outputs[i].size == size)
                return fail(outcome, "give them different sizes", "two outputs of the program have one size");
        job->outputs[job->output_count++] = (ProgramOutput){.size = size, .bytes = buffer->bytes};
    }
    return true;
}

/* What kernels are to find in memory. */
static void name_inputs(LaunchOutcome *outcome, ProgramJob *job) {
    const Launch *launch = &outcome->prepared.launch;
    ProgramInput *inputs = arena_array(outcome->arena, ProgramInput, launch->buffer_count + 1);
    for (size_t b = 0; b < launch->buffer_count; b++) {
        const Buffer *buffer = &launch->buffers[b];
        if (!buffer->output)
            inputs[job->input_count++] = (ProgramInput){buffer->bytes, buffer->count * scalar_size(buffer->type)};
    }
    job->inputs = inputs;
}

static void set_order(const Session *session, const LaunchJob *launch, ProgramJob *job) {
    bool given = session->options.schedule != SCHEDULE_LOCKSTEP;
    job->schedule = given ? session->options.schedule : launch->spec->schedule;
    job->seed = given ? session->options.seed : launch->spec->seed;
    if (launch->order != NULL) job->schedule = launch->order->schedule, job->seed = launch->order->seed;
}

static char **words_of(LaunchOutcome *outcome, const Source *source) {
    const Prepared *prepared = &outcome->prepared;
    char **words = arena_array(outcome->arena, char *, prepared->word_count + 2);
    words[0] = arena_string(outcome->arena, path_base(source->name));
    for (size_t i = 0; i < prepared->word_count; i++) words[i + 1] = arena_string(outcome->arena, prepared->words[i]);
    return words;
}

/* What the program wrote, as text. */
static const char *read_output(LaunchOutcome *outcome, int file, bool *cut) {
    char *text = arena_alloc(outcome->arena, OUTPUT_SHOWN + 1, 1);
    ssize_t size = pread(file, text, OUTPUT_SHOWN, 0);
    char more;
    if (size < 0) size = 0;
    for (ssize_t i = 0; i < size; i++)
        if (text[i] == '\0') text[i] = '?';
    text[size] = '\0';
    *cut = pread(file, &more, 1, OUTPUT_SHOWN) == 1;
    return text;
}

/* Places in the copy that was compiled are places in the file. */
static void name_file(Loc *loc, const Source *source) {
    if (loc->file != NULL && text_equal(path_base(loc->file), path_base(source->name))) loc->file = source->name;
}

static void out_of_time(const Session *session, LaunchOutcome *outcome, Result *result) {
    Finding *all = arena_array(outcome->arena, Finding, result->finding_count + 1);
    if (result->finding_count > 0) memcpy(all + 1, result->findings, result->finding_count * sizeof *all);
    all[0] = (Finding){.kind = FINDING_BUDGET,
                       .count = 1,
                       .message = arena_printf(outcome->arena,
                                               "the program was ended after %d second%s: does it wait for something "
                                               "that never comes? (--timeout allows more)",
                                               session->options.timeout, session->options.timeout == 1 ? "" : "s")};
    result->findings = all;
    result->finding_count++;
    result->status = RUN_STOPPED;
}

/* What the simulator does not have is no mistake of the program's. */
static void note_unsupported(const ProgramReport *report, Result *result) {
    for (size_t i = 0; i < report->findings.count && result->status == RUN_FINISHED; i++) {
        const HostFinding *finding = &report->findings.at[i];
        if (finding->kind != HOST_UNSUPPORTED) continue;
        result->status = RUN_UNSUPPORTED;
        result->unknown_to_device = true;
        result->error = finding->message;
        result->error_loc = finding->site.loc;
    }
}

static void take_report(const Session *session, LaunchOutcome *outcome, const Source *source, ProgramReport *report) {
    Arena *arena = outcome->arena;
    Result *result = &outcome->result;
    ProgramSeen *seen = arena_make(arena, ProgramSeen);
    *seen = report->seen;
    seen->read = seen->sent = seen->needed = seen->unnoticed = -1;
    result->status = RUN_FINISHED;
    result->program = seen;
    program_metrics(report, &result->metrics);
    result->lines = program_lines(report, arena, &result->line_count);
    result->findings = program_findings(report, arena, &result->finding_count);
    for (size_t i = 0; i < result->line_count; i++) name_file(&result->lines[i].loc, source);
    for (size_t i = 0; i < result->finding_count; i++) {
        name_file(&result->findings[i].loc, source);
        name_file(&result->findings[i].other, source);
    }
    if (report->out_of_time) out_of_time(session, outcome, result);
    note_unsupported(report, result);
    name_file(&result->error_loc, source);
}

/* What is altered in a run, the launch that is left out and the call that fails, by their numbers; 0: nothing. */
typedef struct Altered {
    int64_t look, send, launch, failed;
} Altered;

static bool run(Session *session, const LaunchJob *launch, const KeptBuild *built, Altered altered,
                LaunchOutcome *outcome, ProgramJob *job) {
    Arena *arena = outcome->arena;
    ProgramReport report;
    const char *path = path_join(arena, built->folder, "output");
    *job = (ProgramJob){.program = built->program,
                        .words = words_of(outcome, launch->source),
                        .name = launch->source->name,
                        .arch = session_arch(session),
                        .gpu = program_gpu_of(session_arch(session)),
                        .folder = built->walls != NULL ? built->walls->folder : built->folder,
                        .walls = built->walls,
                        .memory = session->options.memory,
                        .device_memory = outcome->prepared.memory,
                        .threads = session->options.threads,
                        .captured = true,
                        .altered_look = altered.look,
                        .altered_send = altered.send,
                        .left_out = altered.launch,
                        .failed_call = altered.failed,
                        .seconds = session->options.timeout,
                        .interrupted = terminal_interrupted()};
    set_order(session, launch, job);
    if (!ask_for_outputs(outcome, job)) return false;
    name_inputs(outcome, job);
    job->output = open(path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    if (job->output < 0) return fail(outcome, NULL, "the program's output cannot be kept");
    terminal_limit_time(session->options.timeout);
    program_run(job, arena, &report);
    bool late = terminal_limit_time(0);
    report.out_of_time |= late;
    outcome->result.printed = read_output(outcome, job->output, &outcome->result.printed_cut);
    close(job->output);
    outcome->interrupted = *terminal_interrupted() != 0;
    if (outcome->interrupted) return false;
    if (report.refused != NULL) return fail(outcome, report.hint, report.refused);
    take_report(session, outcome, launch->source, &report);
    return true;
}

/* ---- judging ----------------------------------------------------------------------------------------------------- */

static bool is_line(const char *at, size_t size, const char *wanted) {
    while (size > 0 && strchr(" \t\r", at[size - 1]) != NULL) size--;
    return strlen(wanted) == size && memcmp(at, wanted, size) == 0;
}

/* The first of the lines that is not printed after those before it; NULL: all are. */
static const char *missing_line(const Prepared *prepared, const char *printed) {
    size_t found = 0;
    for (const char *at = printed; *at != '\0' && found < prepared->print_count;) {
        size_t size = strcspn(at, "\n");
        found += is_line(at, size, prepared->prints[found]);
        at += size + (at[size] == '\n');
    }
    return found < prepared->print_count ? prepared->prints[found] : NULL;
}

/* The name of an output that did not come to the host, with its bytes; NULL: there is none. */
static const char *uncopied(const LaunchOutcome *outcome, const ProgramJob *job, uint64_t *size) {
    const Launch *launch = &outcome->prepared.launch;
    size_t number = 0;
    for (size_t b = 0; b < launch->buffer_count; b++)
        if (launch->buffers[b].output && !job->outputs[number++].copied) {
            *size = job->outputs[number - 1].size;
            return launch->buffers[b].name;
        }
    return NULL;
}

/* What is wrong beside the elements of outputs, as a clause; NULL: nothing. */
static const char *wrong_end(const LaunchOutcome *outcome, const ProgramJob *job) {
    Arena *arena = outcome->arena;
    const Prepared *prepared = &outcome->prepared;
    const ProgramSeen *seen = outcome->result.program;
    uint64_t size = 0;
    const char *name = uncopied(outcome, job, &size), *line = missing_line(prepared, outcome->result.printed);
    if (seen->signal != 0) return arena_printf(arena, "signal %d (%s) ended it", seen->signal, strsignal(seen->signal));
    if (seen->exit_code != prepared->exit_code)
        return arena_printf(arena, "its exit code is %d, not %d", (int)seen->exit_code, prepared->exit_code);
    if (name != NULL)
        return arena_printf(arena,
                            "`%s` never came from the device to the host, as %s bytes of one copy or of memory that "
                            "both reach",
                            name, text_grouped(arena, size));
    if (line != NULL) return arena_printf(arena, "it did not print the line `%s`", line);
    return NULL;
}

static void judge(LaunchOutcome *outcome, const ProgramJob *job) {
    Judged *judged = &outcome->judged;
    *judged = (Judged){.correct = true};
    if (outcome->result.status != RUN_FINISHED) return;
    const char *why = wrong_end(outcome, job);
    if (why == NULL) launch_judge(&outcome->prepared, NULL, outcome->arena, &outcome->diags, judged);
    bool asked = job->output_count + outcome->prepared.print_count > 0 || outcome->prepared.spec->exit_code != NULL;
    judged->judged = asked || why != NULL;
    if (why == NULL) return;
    judged->correct = false;
    judged->why = why;
}

/* Whether the lesson is of the pack that came with Warpschool, whose programs are known to be harmless. */
static bool is_shipped(Session *session, const Lesson *lesson) {
    const char *folder = lesson->folder != NULL ? lesson->folder : session->pack_path;
    const char *shipped = pack_shipped(session->scratch);
    char here[PATH_MAX], there[PATH_MAX];
    return shipped != NULL && folder != NULL && realpath(folder, here) != NULL && realpath(shipped, there) != NULL &&
           text_equal(here, there);
}

static const KeptBuild *build_for(Session *session, const LaunchJob *job, LaunchOutcome *outcome) {
    bool lessons_own = job->source == job->reference;
    bool walled = session->walled || (lessons_own && !is_shipped(session, job->lesson));
    return build(session, job->source, walled, outcome);
}

bool whole_program_run(Session *session, const LaunchJob *job, LaunchOutcome *outcome) {
    outcome->verdict = VERDICT_ERROR;
    ProgramJob program;
    const KeptBuild *built = build_for(session, job, outcome);
    if (built == NULL || !run(session, job, built, (Altered){0}, outcome, &program)) return false;
    outcome->simulated = true;
    outcome->sim.launch = outcome->prepared.launch;
    judge(outcome, &program);
    return outcome->diags.errors == 0;
}

/* ---- what the answer needs --------------------------------------------------------------------------------------- */

/* A copy of the outcome with outputs of its own. */
static LaunchOutcome trial_of(const LaunchOutcome *outcome) {
    LaunchOutcome trial = *outcome;
    Launch *launch = &trial.prepared.launch;
    Buffer *buffers = arena_array(outcome->arena, Buffer, launch->buffer_count + 1);
    for (size_t i = 0; i < launch->buffer_count; i++) {
        buffers[i] = launch->buffers[i];
        size_t size = buffers[i].count * scalar_size(buffers[i].type);
        if (!buffers[i].output) continue;
        buffers[i].bytes = arena_alloc(outcome->arena, size + 1, 8);
        memcpy(buffers[i].bytes, launch->buffers[i].bytes, size);
    }
    launch->buffers = buffers;
    return trial;
}

/* Whether the answer is no longer right where something is altered. */
static bool is_needed(Session *session, const LaunchJob *job, Altered altered, LaunchOutcome *outcome) {
    const KeptBuild *built = build_for(session, job, outcome);
    if (built == NULL || outcome->interrupted) return true;
    LaunchOutcome trial = trial_of(outcome);
    ProgramJob program;
    bool ran = run(session, job, built, altered, &trial, &program);
    outcome->interrupted = trial.interrupted;
    if (!ran) return true;
    judge(&trial, &program);
    return trial.result.status != RUN_FINISHED || !trial.judged.correct;
}

/* Whether the program ends with another exit code than 0, and has not printed all that it prints where nothing fails,
 * when one of its calls tells of an error. */
static bool notices(Session *session, const LaunchJob *job, int64_t call, LaunchOutcome *outcome) {
    const KeptBuild *built = build_for(session, job, outcome);
    if (built == NULL || outcome->interrupted) return true;
    LaunchOutcome trial = trial_of(outcome);
    ProgramJob program;
    bool ran = run(session, job, built, (Altered){.failed = call}, &trial, &program);
    outcome->interrupted = trial.interrupted;
    if (!ran) return true;
    const ProgramSeen *seen = trial.result.program;
    bool went_on = trial.prepared.print_count > 0 && missing_line(&trial.prepared, trial.result.printed) == NULL;
    return trial.result.status == RUN_FINISHED && seen->signal == 0 && seen->exit_code != 0 && !went_on;
}

void whole_program_try(Session *session, const LaunchJob *job, LaunchOutcome *outcome, const GoalOutcome *outcomes) {
    ProgramSeen *seen = arena_make(outcome->arena, ProgramSeen);
    *seen = *outcome->result.program;
    bool asks_read = goal_waits_for(outcomes, job->goal_count, "program.read");
    bool asks_sent = goal_waits_for(outcomes, job->goal_count, "program.sent");
    bool asks_needed = goal_waits_for(outcomes, job->goal_count, "program.launches.needed");
    seen->read = asks_read ? 0 : -1;
    seen->sent = asks_sent ? 0 : -1;
    seen->needed = asks_needed ? 0 : -1;
    bool asks_errors = goal_waits_for(outcomes, job->goal_count, "program.errors.unnoticed");
    seen->unnoticed = asks_errors ? 0 : -1;
    for (int64_t look = 1; asks_read && look <= seen->looks; look++)
        seen->read += look > MOST_TRIED || is_needed(session, job, (Altered){.look = look}, outcome);
    for (int64_t send = 1; asks_sent && send <= seen->sends; send++)
        seen->sent += send > MOST_TRIED || is_needed(session, job, (Altered){.send = send}, outcome);
    for (int64_t launch = 1; asks_needed && launch <= seen->launches; launch++)
        seen->needed += launch > MOST_TRIED || is_needed(session, job, (Altered){.launch = launch}, outcome);
    for (int64_t call = 1; asks_errors && call <= seen->failable; call++)
        seen->unnoticed += call > MOST_TRIED || !notices(session, job, call, outcome);
    outcome->result.program = seen;
}

uint64_t whole_program_addresses(void) {
    return PROGRAM_ADDRESS_SPACE;
}
