/* The program: argv to a command. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "shell/command_line.h"
#include "shell/dispatch.h"
#include "shell/repl.h"
#include "teach/say.h"
#include "teach/teach.h"
#include "terminal/screen.h"
#include "terminal/terminal.h"

/* Shows one lesson from start to end, where standard input is no terminal (a build server, `make run </dev/null`). */
static int play(Session *session) {
    const char *nearest;
    if (!session_pack(session)) return session->failure;
    pack_read_all(session->pack);
    Lesson *lesson = pack_find(session->pack, "05-banks", &nearest);
    if (lesson == NULL || !lesson->usable) lesson = session_first_usable(session);
    if (lesson == NULL) lesson = session_current_lesson(session); /* complains that there is none */
    return lesson != NULL ? teach_play(session, lesson) : session->failure;
}

static bool input_is_over(void) {
    if (isatty(STDIN_FILENO)) return false;
    int c = getc(stdin);
    if (c == EOF) return true;
    ungetc(c, stdin);
    return false;
}

/* For a command with --json that printed no object of its own: prints one that holds its errors, so that standard
 * output always has exactly one. */
static void write_problem(const DiagList *complaints) {
    Arena *arena = arena_new();
    const char *text = json_problem(arena, complaints);
    terminal_write(text, strlen(text));
    terminal_write("\n", 1);
    arena_free(arena);
}

/* Memory is exhausted: prints a fixed text, on standard output too where an object is expected there. Nothing was
 * written yet, because objects are written whole. */
static bool exhausted_as_json;

static void on_exhausted(void) {
    static const char text[] = "warpschool: out of memory; smaller sizes may do\n";
    static const char object[] =
        "{\"format\": 1, \"verdict\": \"error\", \"messages\": [{\"file\": null, \"line\": 0, \"column\": 0, "
        "\"severity\": \"error\", \"message\": \"out of memory\", \"hint\": \"smaller sizes may do\"}]}\n";
    screen_restore();
    if (write(STDERR_FILENO, text, sizeof text - 1) >= 0 && exhausted_as_json && !terminal_wrote())
        if (write(STDOUT_FILENO, object, sizeof object - 1) < 0) _exit(STATUS_ERROR);
    _exit(STATUS_ERROR);
}

static int run(const Options *options, int count, char **words, const CommandTable *commands, const GpuSource *gpus) {
    Session session;
    exhausted_as_json = options->json;
    session_open(&session, options, MODE_COMMAND, commands, gpus);
    int status;
    if (count > 0) {
        const Command *command = command_find(commands, words[0]);
        terminal_hold(command != NULL && command->paged && terminal_pages(options));
        status = command_dispatch(&session, count, words);
        terminal_hold(false);
    } else if (input_is_over())
        status = play(&session);
    else
        status = repl_run(&session, NULL, STEP_WHERE_LEFT);
    if (options->json && !terminal_wrote()) write_problem(&session.complaints);
    session_close(&session);
    return status;
}

/* Complains about wrong options. Whether --json is meant is seen in argv alone, because the options could not be
 * read. */
static int refuse(int argc, char **argv, Arena *arena, const char *error, const char *hint) {
    bool json = false;
    for (int i = 1; i < argc; i++) json = json || text_starts(argv[i], "--json");
    DiagList complaints = diag_list(arena);
    diag_add(&complaints, SEVERITY_ERROR, (Loc){NULL, 0, 0}, hint, "%s", error);
    fprintf(stderr, "warpschool: %s%s%s\n", error, hint != NULL ? "; " : "", hint != NULL ? hint : "");
    if (json) write_problem(&complaints);
    return STATUS_USAGE;
}

/* The exit code after standard output could not be written. Where its reader has gone (`warpschool list | head -1`),
 * nobody lost anything: the program ends silently and by the signal, as other filters do. */
static int end_unwritten(int error) {
    if (error == EPIPE) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
        return 128 + SIGPIPE;
    }
    fprintf(stderr, "warpschool: standard output cannot be written: %s\n", strerror(error));
    return STATUS_ERROR;
}

int command_line_main(int argc, char **argv, const CommandTable *commands, const GpuSource *gpus) {
    terminal_start();
    signal(SIGCHLD, SIG_DFL); /* who started it may have left it ignored: then no child's end can be waited for */
    memory_on_exhausted(on_exhausted);
    memory_keep();
    Arena *arena = arena_new();
    Options options = options_default();
    int first, status;
    const char *error, *hint;
    if (!options_parse(&options, argc, argv, &first, arena, &error)) {
        status = refuse(argc, argv, arena, error, NULL);
    } else if (options.version) {
        terminal_write("warpschool " WARPSCHOOL_VERSION "\n", sizeof "warpschool " WARPSCHOOL_VERSION);
        status = STATUS_DONE;
    } else if (options.help && first == argc) {
        options.help = false;
        status = run(&options, 1, (char *[]){arena_string(arena, command_on_help(commands)->name)}, commands, gpus);
    } else if (options.json && first == argc) {
        status = refuse(argc, argv, arena, "--json needs a command", "for example: warpschool list --json");
    } else if (first == argc && options_misfit(&options, NULL, arena, &error, &hint)) {
        status = refuse(argc, argv, arena, error, hint);
    } else {
        status = run(&options, argc - first, argv + first, commands, gpus);
    }
    arena_free(arena);
    return terminal_failed() == 0 ? status : end_unwritten(terminal_failed());
}
