/* exec: runs a whole CUDA program on a simulated device, and reports on its kernels and on its host code. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/vec.h"
#include "commands/commands.h"
#include "compile/compile.h"
#include "program/programs.h"
#include "teach/devices.h"
#include "teach/say.h"
#include "terminal/terminal.h"

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

/* A folder for the program, its libraries and headers, of which nothing is left. */
static const char *make_folder(Arena *arena) {
    const char *base = getenv("TMPDIR");
    char *path = path_join(arena, base != NULL && *base == '/' ? base : "/tmp", "warpschool-XXXXXX");
    return mkdtemp(path);
}

static void say_report(Session *session, const ProgramReport *report, const Shown *shown) {
    const Options *options = &session->options;
    Text out = {0};
    if (options->json) {
        terminal_write_json(program_report_json(report, shown->metrics, shown->count));
    } else if (options->csv) {
        program_report_csv(&out, report, shown->metrics, shown->count);
        terminal_write(out.data, out.size);
        text_free(&out);
    } else {
        program_report_text(&out, &session->style, report, shown->metrics, shown->count, options->findings);
        say(session, &out);
    }
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
               const Shown *shown) {
    Arena *arena = session->scratch;
    const Options *options = &session->options;
    VEC(char *) argv = {0};
    for (int i = 0; i < count; i++) vec_push(arena, &argv, words[i]);
    vec_push(arena, &argv, NULL);
    ProgramJob job = {.program = program,
                      .words = argv.at,
                      .name = words[0],
                      .arch = session_arch(session),
                      .folder = how->folder,
                      .walls = how->walls,
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
    const char *folder = make_folder(session->scratch);
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
    ProgramSource how = {.arch = session_arch(session), .compiler = session->options.compiler, .folder = folder};
    if (walls.kind != WALLS_NONE) how.walls = &walls, how.folder = walls.folder;
    const char *path = walls.kind != WALLS_NONE ? walls.program : words[0];
    program_build(path, &how, session->scratch, &build, &diags);
    int status = file_exists(words[0]) ? verdict_exit_code(VERDICT_UNCOMPILED) : STATUS_USAGE;
    if (build.program != NULL)
        status = run(session, build.program, &how, count, words, &shown);
    else {
        for (const Diag *diag = diags.first; diag != NULL; diag = diag->next)
            complain(session, diag->hint, "%s %s", words[0], diag->message);
        if (*build.log != '\0' && !session->options.json) say_styled(session, ROLE_PLAIN, "%s", build.log);
    }
    file_remove_folder(folder);
    return status;
}
