/* exec: runs a whole CUDA program on a simulated device, and reports on its kernels and on its host code. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/vec.h"
#include "commands/commands.h"
#include "compile/compile.h"
#include "finding_kinds.h"
#include "program/programs.h"
#include "teach/launch/devices.h"
#include "teach/say.h"
#include "terminal/terminal.h"

enum { WARNINGS_SHOWN = 10 }; /* of the compiler's */

typedef struct Shown {
    Metric metrics[METRIC_CAPACITY];
    size_t count;
} Shown;

/* The names in a list with commas. */
static bool read_metrics(Session *session, const char *list, Shown *shown) {
    char *rest = list != NULL ? arena_string(session->scratch, list) : NULL;
    for (char *name = strsep(&rest, ","); name != NULL; name = strsep(&rest, ",")) {
        Metric metric = metric_find(name);
        if (metric == METRIC_NONE) {
            complain(session, "warpschool metrics lists them", "%s is no metric", name);
            return false;
        }
        if (shown->count < METRIC_CAPACITY) shown->metrics[shown->count++] = metric;
    }
    return true;
}

/* The counts of all kernels by line, as of one launch of the file. */
static void take_lines(Session *session, const ProgramReport *report, const char *file, Result *result,
                       LaunchReport *launch) {
    size_t size;
    const char *why;
    *result = (Result){.status = RUN_FINISHED, .program = &report->seen};
    result->lines = program_lines(report, session->scratch, &result->line_count);
    result->findings = program_findings(report, session->scratch, &result->finding_count);
    *launch = (LaunchReport){.result = result, .source_file = file};
    launch->source = file_read_text(session->scratch, file, &size, &why);
}

/* The file with what its lines cost in the margin. */
static void say_source(Session *session, const ProgramReport *report, const char *file) {
    Result result;
    LaunchReport launch;
    Text out = {0};
    take_lines(session, report, file, &result, &launch);
    if (launch.source == NULL || result.line_count == 0) return;
    report_annotated(&out, &session->style, &launch, "", NULL);
    say_gap(session);
    say(session, &out);
}

static json_t *report_as_json(Session *session, const ProgramReport *report, const Shown *shown) {
    json_t *object = program_report_json(report, shown->metrics, shown->count);
    Result result;
    LaunchReport launch;
    if (!session->options.source) return object;
    take_lines(session, report, report->name, &result, &launch);
    json_object_set_new(object, "lines", json_lines(&result));
    return object;
}

/* Which words explain what was found: of each kind once, errors before warnings. */
static void say_explained(Session *session, const ProgramReport *report) {
    enum { MOST = 3 };
    size_t count, said = 0;
    const Finding *kernels = program_findings(report, session->scratch, &count);
    bool seen[FINDING_KIND_COUNT] = {false};
    Text names = {0};
    for (int warning = 0; warning < 2; warning++)
        for (size_t i = 0; i < count + report->findings.count && said < MOST; i++) {
            const HostFinding *host = i < count ? NULL : &report->findings.at[i - count];
            FindingKind kind = host != NULL ? host->kind : kernels[i].kind;
            if ((host != NULL ? host->warning : kernels[i].warning) != (warning == 1) || seen[kind]) continue;
            seen[kind] = true;
            text_printf(&names, "%sexplain %s", said++ > 0 ? ", " : "", finding_name[kind]);
        }
    if (said > 0)
        say_styled(session, ROLE_DIM, "%s %s why it matters.", text_take(&names, session->scratch),
                   said > 1 ? "say" : "says");
    text_free(&names);
}

static void say_report(Session *session, const ProgramReport *report, const Shown *shown) {
    const Options *options = &session->options;
    Text out = {0};
    if (options->json) {
        terminal_write_json(report_as_json(session, report, shown));
    } else if (options->csv) {
        program_report_csv(&out, report, shown->metrics, shown->count);
        terminal_write(out.data, out.size);
        text_free(&out);
    } else {
        program_report_text(&out, &session->style, report, shown->metrics, shown->count, options->findings);
        say(session, &out);
        say_explained(session, report);
        if (options->source) say_source(session, report, report->name);
    }
}

/* Why the file is no program: the compiler's messages, each with its place. What is no message, as a linker's words, is
 * printed as it is. */
static void say_unbuilt(Session *session, const char *file, const ProgramBuild *build, const DiagList *diags) {
    DiagList messages = diag_list(session->scratch);
    size_t size = 0;
    const char *why, *text = build->built != NULL ? file_read_text(session->scratch, file, &size, &why) : NULL;
    program_messages(build->log, file, text != NULL ? text : "", size, &messages);
    if (session->options.json && build->built != NULL) {
        for (const Diag *diag = diags->first; diag != NULL && messages.errors == 0; diag = diag->next)
            diag_add(&messages, diag->severity, (Loc){file, 0, 0}, diag->hint, "%s", diag->message);
        terminal_write_json(json_pack("{s:i, s:s, s:s, s:o}", "format", 1, "program", file, "verdict",
                                      verdict_name[VERDICT_UNCOMPILED], "messages", json_messages(&messages)));
        return;
    }
    for (const Diag *diag = diags->first; diag != NULL; diag = diag->next)
        complain(session, diag->hint, "%s %s", file, diag->message);
    if (messages.errors > 0) {
        say_diags(session, &messages, text_equal(messages.first->loc.file, file) ? text : NULL);
    } else if (!session->options.json) {
        Text out = {0};
        style_add(&out, &session->style, ROLE_PLAIN, build->log);
        say(session, &out);
    }
}

/* What the compiler warns of in a file that it compiled. JSON has one object, the report's. */
static void say_warned(Session *session, const char *file, const ProgramBuild *build) {
    DiagList messages = diag_list(session->scratch), shown = diag_list(session->scratch);
    size_t size;
    const char *why;
    if (build->built == NULL || *build->log == '\0' || session->options.json) return;
    const char *text = file_read_text(session->scratch, file, &size, &why);
    if (text == NULL) return;
    program_messages(build->log, file, text, size, &messages);
    for (const Diag *diag = messages.first; diag != NULL && shown.count < WARNINGS_SHOWN; diag = diag->next)
        if (diag->severity == SEVERITY_WARNING && text_equal(diag->loc.file, file))
            diag_add(&shown, diag->severity, diag->loc, NULL, "%s", diag->message);
    say_diags(session, &shown, text);
}

/* What --gpu names, else the first GPU of the architecture; NULL, and it was said why. */
static const ProgramGpu *choose_gpu(Session *session) {
    const char *name = session->options.gpu, *arch = session->options.arch;
    if (name == NULL) return program_gpu_of(session_arch(session));
    const ProgramGpu *gpu = program_gpu_find(name);
    if (gpu == NULL)
        complain(session, arena_printf(session->scratch, "known are %s", program_gpu_names(session->scratch)),
                 "%s is no GPU that is known here", name);
    else if (arch != NULL && strcmp(arch, gpu->arch) != 0) {
        complain(session, "leave out --arch", "--gpu %s is of %s, and not of %s", gpu->name, gpu->arch, arch);
        return NULL;
    }
    return gpu;
}

/* What --walls asks for; false where there can be none, which has been said. */
static bool raise_walls(Session *session, const char *path, const char *folder, ProgramWalls *walls) {
    const char *why, *hint;
    if (!file_exists(path)) return true; /* building it says so */
    if (program_walls(walls, path, folder, session->options.timeout, session->options.memory, session->scratch, &why,
                      &hint))
        return true;
    complain(session, hint, "%s is not started: %s", path, why);
    return false;
}

static int run(Session *session, const char *program, const ProgramSource *how, int count, char **words,
               const ProgramGpu *gpu, const Shown *shown) {
    Arena *arena = session->scratch;
    const Options *options = &session->options;
    VEC(char *) argv = {0};
    for (int i = 0; i < count; i++) vec_push(arena, &argv, words[i]);
    vec_push(arena, &argv, NULL);
    ProgramJob job = {.program = program,
                      .words = argv.at,
                      .name = words[0],
                      .arch = how->arch,
                      .gpu = gpu,
                      .folder = how->folder,
                      .walls = how->walls,
                      .reads_sources = how->walls == NULL,
                      .schedule = options->schedule,
                      .seed = options->seed,
                      .memory = options->memory,
                      .threads = options->threads,
                      .output_aside = options->json || options->csv,
                      .interrupted = terminal_interrupted()};
    ProgramReport report;
    program_run(&job, arena, &report);
    if (report.refused != NULL) {
        complain(session, report.hint, "%s cannot be run: %s", words[0], report.refused);
        return STATUS_ERROR;
    }
    say_report(session, &report, shown);
    if (report.interrupted) return STATUS_INTERRUPTED;
    if (options->strict && program_errors(&report) > 0) return verdict_exit_code(VERDICT_UNSAFE);
    return report.status;
}

int command_exec(Session *session, int count, char **words) {
    Shown shown = {0};
    if (count == 0) return command_usage(session);
    if (!read_metrics(session, session->options.metrics, &shown)) return STATUS_USAGE;
    const ProgramGpu *gpu = choose_gpu(session);
    if (gpu == NULL) return STATUS_USAGE;
    const char *folder = program_make_folder(session->scratch);
    if (folder == NULL) {
        complain(session, "set TMPDIR to a folder that you may write to", "there is no room for temporary files");
        return STATUS_ERROR;
    }
    ProgramWalls walls = {.kind = WALLS_NONE};
    if (session->options.walls && !raise_walls(session, words[0], folder, &walls)) {
        file_remove_folder(folder);
        return STATUS_ERROR;
    }
    ProgramBuild build;
    DiagList diags = diag_list(session->scratch);
    const char *arch = session->options.gpu != NULL ? gpu->arch : session_arch(session);
    ProgramSource how = {.arch = arch, .compiler = session->options.compiler, .folder = folder};
    if (walls.kind != WALLS_NONE) how.walls = &walls, how.folder = walls.folder;
    const char *path = walls.kind != WALLS_NONE ? walls.program : words[0];
    program_build(path, &how, session->scratch, &build, &diags);
    int status = file_exists(words[0]) ? verdict_exit_code(VERDICT_UNCOMPILED) : STATUS_USAGE;
    if (build.program != NULL) {
        say_warned(session, words[0], &build);
        status = run(session, build.program, &how, count, words, gpu, &shown);
    } else if (*terminal_interrupted()) {
        say_styled(session, ROLE_WARNING, "Stopped.");
        status = STATUS_INTERRUPTED;
    } else
        say_unbuilt(session, words[0], &build, &diags);
    file_remove_folder(folder);
    return status;
}
