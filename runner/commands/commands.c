/* The commands, once. Completion, help and the REPL read this table; tests/golden holds the man page to it. */
#include <string.h>

#include "commands/session.h"

const Command command_table[] = {
    {"list", "", 0, ARGUMENT_NONE, true, command_list, "the lessons, and how far you are",
     "Lists the lessons of the pack with what you have done and, in 120 columns or more, what they are about. A lesson "
     "that "
     "cannot be loaded is listed with the reason."},
    {"start", "[LESSON] [STEP]", 2, ARGUMENT_LESSON, false, command_start, "open a lesson where you left it",
     "Opens a lesson at the step that comes next, or at STEP. LESSON may be its name, its number, or the beginning of "
     "either: "
     "`start 5`, `start banks`. `start LESSON 1` begins again; nothing you have done is lost."},
    {"next", "", 0, ARGUMENT_NONE, false, command_next, "go on; Enter alone does the same",
     "Goes on: the next text, the launch that belongs to it, the questions, the exercise. The next lesson opens only "
     "after you were told that this one is done."},
    {"run", "[LESSON] [PARAM=VALUE...]", -1, ARGUMENT_LESSON_OR_PARAMETER, true, command_run,
     "launch the step's kernel",
     "At the prompt, without a lesson: launches the current step, with the values that you have `set`. With a lesson: "
     "makes all its launches and holds them to what the lesson expects. The exit code is 0 when every expectation "
     "holds. "
     "`--step ID` picks one step; `--json` prints every launch for programs."},
    {"set", "[PARAM=VALUE...]", -1, ARGUMENT_PARAMETER, false, command_set, "change a parameter for the next `run`",
     "`set stride=4` changes a parameter of the lesson until you go on to the next step; `set` alone lists the "
     "parameters "
     "with what they may be. `set device=gpu` (or `sim`, `auto`) says where kernels run from now on."},
    {"sweep", "[LESSON] PARAM=LIST", -1, ARGUMENT_LESSON_OR_PARAMETER, true, command_sweep,
     "launch once for each value, in one table",
     "`sweep stride=1,2,4` or `sweep stride=1..33`: one launch for each value, with the metrics that change."},
    {"predict", "", 0, ARGUMENT_NONE, false, command_predict, "answer the step's prediction again",
     "Asks the prediction of the current step again, measures, and compares."},
    {"quiz", "[LESSON]", 1, ARGUMENT_LESSON, true, command_quiz, "the lesson's questions",
     "Asks the questions of a lesson. Answers are measured wherever the machine can. Without a terminal they are "
     "read from standard input, one a line; `--json` prints the questions with their answers instead."},
    {"exercise", "[EXERCISE]", 1, ARGUMENT_EXERCISE, false, command_exercise, "show the task and the file to edit",
     "Shows an exercise: what to do, in which file, and what `check` will look at. Without a name: the next one of the "
     "lesson."},
    {"check", "[EXERCISE] [FILE]", 2, ARGUMENT_EXERCISE_OR_FILE, true, command_check, "judge your file",
     "Compiles and launches the exercise's file, several times with different sizes and inputs, and judges it by its "
     "output, by what was seen while it ran, and by the goals. The verdict is one of passed, wrong, unsafe, missed, "
     "uncompiled, stuck and error. `check EXERCISE FILE` judges another file."},
    {"hint", "[EXERCISE]", 1, ARGUMENT_EXERCISE, false, command_hint, "the next hint for the exercise",
     "Shows the next hint, from a nudge to nearly the answer; how many you have seen is remembered. After the last one "
     "it "
     "shows them all."},
    {"solution", "[EXERCISE]", 1, ARGUMENT_EXERCISE, false, command_solution, "one way to solve the exercise",
     "Shows a solution once you have passed the exercise, or have seen all its hints and say that you want it."},
    {"reset", "[EXERCISE]", 1, ARGUMENT_EXERCISE, false, command_reset,
     "put the exercise's file back as it was shipped",
     "Puts the exercise's file back as it was shipped; in a git checkout, as its authors committed it last. Your "
     "version is "
     "kept beside your progress, and you are told where."},
    {"lint", "[PACK | LESSON]", 1, ARGUMENT_LESSON, true, command_lint, "look over a pack before a class sees it",
     "For authors: reads and runs everything in a pack, or one lesson, as students will; without a name, in the pack "
     "of "
     "the current folder, else in the one that lessons come from. Texts must fit and name what "
     "exists; expectations must hold; questions need one right answer; exercises must fail as shipped; solutions must "
     "pass "
     "for every architecture that the compiler knows and in every order of the warps; mutants must be rejected with "
     "the "
     "verdict that their first line states. Findings look like a compiler's; the exit code is 1 where one is an "
     "error."},
    {"new", "lesson NAME | pack DIR", 2, ARGUMENT_NONE, false, command_new, "a lesson or a pack to begin with",
     "For authors: `new lesson my-topic` writes a small lesson into the pack of the current folder (or of `--pack`): "
     "YAML, "
     "kernel, exercise, solution and two mutants. `new pack DIR` makes a pack with one such lesson. Both lint clean "
     "from "
     "the start. Nothing that exists is overwritten."},
    {"metrics", "[METRIC]", 1, ARGUMENT_METRIC, true, command_metrics, "what is counted, and what it means",
     "Lists the metrics that reports, goals and JSON use, with unit and meaning; `metrics shared` lists those that "
     "begin "
     "so. For one alone it also tells the Nsight Compute metric that it equals."},
    {"doctor", "", 0, ARGUMENT_NONE, true, command_doctor,
     "what works on this machine, and what to do where it does not",
     "Looks at the compiler, the folders, the pack and the terminal. Each problem comes with the command that mends "
     "it."},
    {"help", "[COMMAND]", 1, ARGUMENT_COMMAND, false, command_help, "this list, or one command in full",
     "Lists the commands, or tells all about one."},
    {"quit", "", 0, ARGUMENT_NONE, false, command_quit, "leave; Ctrl-D does the same",
     "Leaves. Your progress is kept."},
};
const size_t command_count = sizeof command_table / sizeof command_table[0];

const Command *command_find(const char *name) {
    for (size_t i = 0; i < command_count; i++)
        if (text_equal(command_table[i].name, name)) return &command_table[i];
    return NULL;
}

int command_usage(Session *session, const Command *command) {
    complain(session, arena_printf(session->scratch, "`help %s` says more", command->name), "usage: %s%s%s%s",
             session->mode == MODE_COMMAND ? "warpschool " : "", command->name, *command->arguments != '\0' ? " " : "",
             command->arguments);
    return STATUS_USAGE;
}

static int unknown_command(Session *session, const char *name) {
    const char *names[sizeof command_table / sizeof command_table[0]];
    for (size_t i = 0; i < command_count; i++) names[i] = command_table[i].name;
    const char *nearest = text_nearest(name, names, command_count);
    const Step *step =
        session->mode == MODE_TYPED && teach_step_waits(session) ? &session->lesson->steps[session->step] : NULL;
    bool question_waits = step != NULL && step->predict != NULL && !session->asked;
    const char *hint = nearest != NULL                 ? arena_printf(session->scratch, "did you mean '%s'?", nearest)
                       : question_waits                ? "press Enter first: then comes the question"
                       : session->mode == MODE_COMMAND ? "`warpschool help` lists them"
                                                       : "`help` lists them";
    complain(session, hint, "unknown command '%s'", name);
    return STATUS_USAGE;
}

int command_dispatch(Session *session, int count, char **words) {
    arena_free(session->scratch);
    session->scratch = arena_new();
    session->said = diag_list(session->scratch);
    const Command *command = command_find(words[0]);
    if (command == NULL) return unknown_command(session, words[0]);
    if (session->options.help) {
        session->options.json = false; /* help is for people */
        return command_help(session, 1, words);
    }
    if (command->most >= 0 && count - 1 > command->most) return command_usage(session, command);
    if (session->options.json && !command->json) {
        complain(session, "list, run, sweep, quiz, check, lint, metrics and doctor do", "%s prints no JSON",
                 command->name);
        return STATUS_USAGE;
    }
    return command->run(session, count - 1, words + 1);
}
