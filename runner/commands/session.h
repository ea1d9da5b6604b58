/* Commands: what a student types, at the prompt or on the command line.
 *
 * A Session is everything that one run of the program knows: its options, the pack, where the student is in it, and how
 * to talk to whoever reads. main opens one, then either runs one command on it or hands it to the REPL. A command is a
 * function that takes the session and its words and returns an exit code; commands.c lists them all, once, for main,
 * the REPL, completion, help and the man page's test.
 *
 * Memory: the session owns the pack, the progress and the devices. `scratch` lives as long as one command. A launch
 * owns its buffers (execute.c), because they can be large.
 *
 * Sections below, one a file: options.c, terminal.c, pager.c, session.c, workspace.c, checkout.c, devices.c, merge.c,
 * execute.c, line.c, question.c, teach.c, check.c, program.c, commands.c, repl.c. */
#ifndef WARPSCHOOL_COMMANDS_SESSION_H
#define WARPSCHOOL_COMMANDS_SESSION_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "compile/compile.h"
#include "course/course.h"
#include "device.h"
#include "report/report.h"

#ifndef WARPSCHOOL_VERSION
#define WARPSCHOOL_VERSION "0.1"
#endif

/* Exit codes beside those of verdict_exit_code. */
enum { STATUS_DONE = 0, STATUS_USAGE = 2, STATUS_ERROR = 7, STATUS_INTERRUPTED = 130 };

typedef struct Session Session;

/* ---- options.c: what stands before or after a command ------------------------------------------------------------ */

typedef enum DeviceChoice {
    DEVICE_AUTO, /* the simulator, and a GPU beside it where there is one */
    DEVICE_SIM,
    DEVICE_GPU, /* a GPU or nothing; the simulator beside it where a verdict needs its findings and counts */
} DeviceChoice;

typedef struct Options {
    const char *pack; /* --pack or WARPSCHOOL_PACK; NULL: found from the executable */
    const char *arch; /* a name that arch_find knows; NULL: session_arch chooses */
    DeviceChoice device;
    CompilerChoice compiler;
    Schedule schedule;
    uint64_t seed;
    unsigned threads;
    const char *step; /* --step of run; NULL: all */
    int width;        /* 0: ask the terminal */
    bool json, ascii, no_color, no_pager, help, version;
} Options;

Options options_default(void);

/* Reads the options out of argv (argv[0] is skipped) and moves the other words to its end: the first of them is
 * argv[*first]. False with *error (in arena) set to a sentence with its hint. Options given before are kept, so that a
 * command at the prompt can add to those of the command line. */
bool options_parse(Options *options, int argc, char **argv, int *first, Arena *arena, const char **error);
/* How many options there are; where cells is given, two of them each: how it is written, what it does. */
size_t options_describe(Arena *arena, const char **cells);
const char *const *options_names(size_t *count); /* "--pack", ... for completion */
extern const char *const device_choice_name[];   /* "auto", "sim", "gpu" */
bool device_choice_find(const char *name, DeviceChoice *choice);

/* ---- terminal.c: what is on the other side ----------------------------------------------------------------------- */

void terminal_start(void); /* locale, signals, standard streams; once, first thing in main */
bool terminal_edits(void); /* both ends are a terminal that can move its cursor */
Style terminal_style(const Options *options);
void terminal_keep_running(void);                        /* from now on Ctrl-C never ends the program */
const volatile sig_atomic_t *terminal_interrupted(void); /* non-zero after a Ctrl-C */
void terminal_forget_interrupt(void);
int terminal_ended(void);          /* the signal that asks us to leave, or 0 */
bool terminal_take_resize(void);   /* true once after the window changed its size */
bool terminal_take_continue(void); /* true once after the program was stopped (Ctrl-Z) and goes on */
/* Writes to standard output at once. After a failure nothing more is written and terminal_failed gives the errno. */
void terminal_write(const char *bytes, size_t size);
int terminal_failed(void);
bool terminal_wrote(void); /* anything was written, or should have been */
void terminal_gap(void);   /* an empty line, unless there is one above already */
void terminal_typed(void); /* a line was typed: what follows needs no gap */
/* on: what is written from now on waits. Off: what waits is shown, through a pager where it is longer than the screen.
 * Gives what it was before. */
bool terminal_hold(bool on);

/* ---- pager.c: what is longer than the screen --------------------------------------------------------------------- */

bool pager_wanted(const Options *options); /* a terminal, a pager, and nobody declined it */
/* Waits until it has been read. False where it was not shown: it fits, or no pager could be started. */
bool pager_show(const char *text, size_t size);

/* ---- session.c: the session itself, and how commands talk -------------------------------------------------------- */

typedef enum Mode {
    MODE_COMMAND, /* one command from the command line */
    MODE_TYPED,   /* the REPL, at a terminal */
    MODE_PIPED,   /* the REPL, commands from a pipe or a file */
} Mode;

enum { SESSION_BINDINGS = 32 };

/* How a GPU is found: device_open_gpu and device_survey_gpu in the program, others in tests. */
typedef struct GpuSource {
    Device *(*open)(Arena *arena, const char **why);
    void (*survey)(Arena *arena, GpuSurvey *survey);
} GpuSource;

/* Where this session's launches run: see devices.c. */
typedef struct Devices {
    const GpuSource *source;
    Device *sim;
    Device *gpu;          /* NULL: not looked for yet, or none */
    const char *gpu_arch; /* what the compiler can make for the GPU: the GPU's own architecture or the nearest before
                             it; NULL: nothing */
    const char *missing;  /* why there is none; NULL before it was looked for */
    const char *told;     /* the reason for the simulator alone that was told last */
    bool uncounted_told;  /* why the hardware's counters cannot be read was shown */
} Devices;

struct Session {
    Options options;
    Mode mode;
    Style style;
    Arena *arena;   /* as long as the session */
    Arena *scratch; /* as long as one command */
    Pack *pack;
    char *pack_path; /* absolute */
    Progress *progress;
    bool progress_warned, compiler_told;
    DiagList said;       /* in scratch: what the command said already, which further launches need not repeat */
    DiagList complaints; /* what a command with --json complained of */
    Devices devices;
    bool device_set; /* by `set device=...` at the prompt, to: */
    DeviceChoice device;

    Lesson *lesson;     /* where the student is; NULL: nowhere yet */
    size_t step;        /* step that `next` comes to, or has begun; step_count when all are done */
    bool shown;         /* that step's text stands on the screen already; its launch comes next */
    bool asked;         /* its prediction was asked already */
    bool quiz_offered;  /* in this session */
    Exercise *exercise; /* the one `check` judges */
    bool exercise_shown;
    bool announced;   /* that the lesson is done */
    size_t set_count; /* the student's own parameter values, for the current step */
    Binding set[SESSION_BINDINGS];

    struct Lines *lines; /* where questions and commands are read from; NULL: nobody can answer */
    char *deferred;      /* a command typed where an answer was asked for; malloc'd */
    int failure;         /* the exit code that belongs to a NULL or false from the functions below */
    int status;          /* the exit code of the last command at the prompt */
    bool leaving;
};

/* Finds and loads the pack, opens the progress. Never fails: what is wrong with the pack is said by the commands that
 * need it (session_pack). */
void session_open(Session *session, const Options *options, Mode mode, const GpuSource *gpus);
void session_close(Session *session);
/* True where there are lessons; else says why not and what to do. */
bool session_pack(Session *session);

void say(Session *session, Text *text); /* writes and frees it; nothing with --json */
void say_gap(Session *session);         /* sets off what follows by an empty line */
/* One paragraph in one look, wrapped to the width. */
void say_styled(Session *session, Role role, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* A Markdown sentence or more of our own, wrapped to the width. Values belong in `code spans`: see code_span. */
void say_prose(Session *session, const char *format, ...) __attribute__((format(printf, 2, 3)));
void say_markdown(Session *session, const char *markdown, const ExprEnv *env, Loc loc); /* a lesson's own text */
/* What went wrong; hint may be NULL. On standard error for a command, in the dialogue at the prompt. */
void complain(Session *session, const char *hint, const char *format, ...) __attribute__((format(printf, 3, 4)));
void say_diags(Session *session, const DiagList *diags,
               const char *source); /* those that this command did not say yet */
/* After a change of progress: says once that it could not be kept. */
void session_check_progress(Session *session);
/* For a command with --json that printed no object of its own: one that holds its complaints, so that whoever reads
 * standard output always finds exactly one. */
void print_json_problem(const DiagList *complaints);
struct json_t;
void print_json(struct json_t *value); /* on one line of standard output; takes the reference */
/* text for a Markdown code span: whatever it holds, it stays inside. */
const char *code_span(Session *session, const char *text);
/* path as a person in the current folder would write it, where that is shorter. In arena. */
char *path_for_person(Arena *arena, const char *path);

/* The lesson of that name; NULL with the complaint made. A lesson that could not be loaded is such a failure too. */
Lesson *session_find_lesson(Session *session, const char *name);
Lesson *session_current_lesson(Session *session); /* the session's, else the one kept in the progress, else the first */
Lesson *session_first_usable(Session *session);   /* NULL: none */
Lesson *session_first_unfinished(Session *session); /* NULL: all done */
/* The exercise of that name, or the current lesson's next one for NULL; NULL with the complaint made. */
Exercise *session_find_exercise(Session *session, const char *name, Lesson **lesson);
Lesson *lesson_of_exercise(const Session *session, const Exercise *exercise);
Exercise *lesson_next_exercise(const Session *session, const Lesson *lesson); /* first that is not passed; NULL: none */

/* ---- workspace.c: the files a student edits ---------------------------------------------------------------------- */

/* A source text. name: as messages name it. */
typedef struct Source {
    const char *path, *name;
    const char *text;
    size_t size;
} Source;

typedef enum SourceStatus {
    SOURCE_READ,
    SOURCE_MISSING,  /* no such file, a folder, not readable: nothing to judge */
    SOURCE_UNUSABLE, /* empty, binary, too large: no CUDA source */
} SourceStatus;

SourceStatus source_read(Arena *arena, const char *path, Source *source, const char **why);
/* The same for a file that someone else may have handed in: a symbolic link that leads out of its folder is not
 * followed, because messages about a file quote its lines. */
SourceStatus source_read_answer(Arena *arena, const char *path, Source *source, const char **why);
/* The lesson's own kernels; complains where they cannot be read. */
bool source_of_lesson(Session *session, Arena *arena, const Lesson *lesson, Source *source);

/* Keeps a copy of every exercise file that has none yet, so that reset can restore it. */
void workspace_keep_originals(Session *session);
/* Where the student edits this exercise: in the pack, or, where that cannot be written, in a copy that is made now. */
char *workspace_file(Session *session, Arena *arena, const Exercise *exercise);
char *workspace_solution(Session *session, Arena *arena, const Exercise *exercise);
/* Puts the shipped text back; *backup is where the student's version went, NULL where it had not been changed. */
bool workspace_reset(Session *session, Arena *arena, const Exercise *exercise, char **backup, const char **why);

/* ---- checkout.c: packs under git --------------------------------------------------------------------------------- */

/* The bytes of folder/file as the pack's authors committed them last, in arena; NULL: no checkout, no git, not tracked.
 */
const void *checkout_read(Arena *arena, const char *folder, const char *file, size_t *size);

/* ---- devices.c: where kernels run -------------------------------------------------------------------------------- */

/* The GPU that launches run on, or NULL: none, none that can run what is compiled, or --device sim. The first call
 * looks for one. */
Device *session_gpu(Session *session);
/* What kernels are compiled for: --arch, else the GPU's own architecture, else sm_90. */
const char *session_arch(Session *session);
/* "gpu" where a GPU takes part, else "sim": the `device` of expressions. */
const char *session_device(Session *session);
/* The `device` of JSON: "gpu" where --device gpu asked for it, else "sim". */
const char *session_json_device(const Session *session);
/* False where --device gpu asks for a GPU and there is none to use: *what and *remedy (in scratch) say why and what to
 * do. */
bool session_has_device(Session *session, const char **what, const char **remedy);
/* Says once, in a dim line, that launches run on the simulator alone although a GPU would have been used. */
void say_devices(Session *session);
/* The newest of archs ("sm_75 sm_80", what the compiler knows) that runs on a GPU of architecture gpu; NULL: none. */
const char *arch_for_gpu(const char *gpu, const char *archs, Arena *arena);

/* ---- merge.c: two devices, one result ---------------------------------------------------------------------------- */

/* A launch on one device. */
typedef struct DeviceRun {
    Launch launch; /* with that device's own copies of the outputs */
    Result result;
    Judged judged;
} DeviceRun;

typedef struct Merged {
    Result result;
    Judged judged;
    const char **notes; /* sentences on where the two part */
    size_t note_count;
} Merged;

/* sim and gpu ran the same launch; gpu NULL: the simulator ended it, so that it was not handed on. arch: what the
 * simulator stood for. */
void runs_merge(const DeviceRun *sim, const DeviceRun *gpu, const char *arch, Arena *arena, Merged *merged);
/* Sets time, bandwidth and throughput from what the GPU's clock measured, if it did. */
void metrics_from_timing(const Timing *timing, uint64_t bytes, uint64_t flops, Metrics *metrics);

/* ---- execute.c: a launch from its spec to its report ------------------------------------------------------------- */

typedef struct LaunchJob {
    const Lesson *lesson;
    const LaunchSpec *spec;
    const char *label;       /* for report and JSON */
    const Source *source;    /* what is launched */
    const Source *reference; /* the lesson's own kernels, which reference kernels come from */
    const char
        *reference_arch; /* in the simulator: what they are compiled for, where the launch's own is varied; or NULL */
    const Binding *overrides;
    size_t override_count;
    const Goal *goals;
    size_t goal_count;
    const Step *step;    /* whose `show` the report follows; may be NULL */
    bool own;            /* values of the student's own: nothing is judged, so that a GPU may run it alone */
    bool timed, counted; /* a time and the hardware's counters are wanted, where a GPU gives them */
} LaunchJob;

typedef struct LaunchOutcome {
    Arena *arena; /* owns all but the buffers */
    Arena *bytes; /* owns the buffers; NULL once dropped */
    bool ran;     /* prepared, result, judged, report and env are set */
    bool interrupted;
    bool no_compiler, no_device; /* nothing here can compile it; --device gpu, and there is none */
    Verdict verdict;
    DiagList diags; /* what was wrong before the launch could run, and compiler warnings */
    const char *source_file, *source_text;
    struct CompileAhead *reference; /* the lesson's kernels on their way into the cache, or NULL */
    Prepared prepared;
    Prepared shown; /* the same with the bindings that a person wants to see */
    Result result;
    Judged judged;
    bool simulated, on_gpu; /* which devices it ran on: */
    DeviceRun sim, gpu;
    GpuReport gpu_report;
    LaunchReport report;
    LaunchEnv env;
} LaunchOutcome;

/* Never NULL; free with outcome_free. */
LaunchOutcome *launch_execute(Session *session, const LaunchJob *job);
void outcome_free(LaunchOutcome *outcome);
void outcome_drop_bytes(LaunchOutcome *outcome); /* the buffers go, the numbers stay */
/* The report of one launch, or why there is none. */
const char *outcome_source(const LaunchOutcome *outcome);
void say_outcome(Session *session, const LaunchOutcome *outcome);

/* ---- check.c: an exercise's launches ----------------------------------------------------------------------------- */

typedef struct ExerciseJob {
    const Lesson *lesson;
    const Exercise *exercise;
    const Source *source, *reference; /* as in LaunchJob, and so is reference_arch */
    const char *reference_arch;
    bool keep_bytes; /* else the buffers of all launches but the last are dropped */
} ExerciseJob;

/* Launches the source as the exercise says, up to the first launch that is not passed: the last one decides. *count is
 * at least 1, the array in scratch; each outcome is the caller's to free. */
LaunchOutcome **exercise_execute(Session *session, const ExerciseJob *exercise, size_t *count);

/* ---- line.c, complete.c: reading what is typed ------------------------------------------------------------------- */

typedef struct Lines Lines;
typedef enum LineStatus { LINE_READ, LINE_CLEARED /* Ctrl-C */, LINE_END } LineStatus;

Lines *lines_open(Session *session); /* an editor with history at a terminal, else plain lines */
void lines_close(Lines *lines);
/* One line without its newline, valid until the next call. prompt is plain text; command lines go into the history and
 * have completion, answers do not. */
LineStatus lines_read(Lines *lines, const char *prompt, bool command, const char **line);

/* The words that may stand where the cursor is, for the line up to there. Sorted; in arena. *word_start: where in line
 * the word that is being completed begins. */
char **complete_words(Session *session, Arena *arena, const char *line, size_t *word_start, size_t *count);

/* ---- question.c: predictions and trivia -------------------------------------------------------------------------- */

typedef struct Measured {
    bool known, launched; /* launched: a run gave it, not arithmetic */
    Value value;
    const char *text;    /* the value as a person reads it */
    const char *why_not; /* !known */
    bool elsewhere;      /* !known, because only a GPU, or the assembler, gives it */
    bool unassembled;    /* elsewhere: the assembler */
    const char *why;     /* the lesson's explanation with its {{ }} filled in, or NULL */
} Measured;

/* Runs what the question needs and evaluates its answer. step: the prediction's own, or NULL for trivia. In scratch. */
Measured question_measure(Session *session, const Lesson *lesson, const Question *question, const Step *step);
/* The same where the launch has run already. */
Measured question_evaluate(Session *session, const Question *question, const LaunchEnv *env);

typedef enum Reply {
    REPLY_GIVEN,
    REPLY_SKIPPED, /* an empty line */
    REPLY_ASIDE,   /* Ctrl-C, or a command instead, which waits in session->deferred */
    REPLY_NONE,    /* the end of the input */
} Reply;

void question_show(Session *session, const Lesson *lesson, const Question *question, const char *head);
/* Asks until there is something to compare. *answer is in scratch, NULL where none was given. */
Reply question_ask(Session *session, const Question *question, const char **answer);
bool question_is_right(const Question *question, const Measured *measured, const char *answer);
/* Says whether answer (NULL: none was given) is what was measured, and why. */
void question_tell(Session *session, const Question *question, const Measured *measured, const char *answer);

/* ---- steps.c: the launches of a step ----------------------------------------------------------------------------- */

/* Calls visit for each launch of a step, in order: one, or one for each point of a sweep or row of a comparison. visit
 * owns the outcome; label is what tells it from the others ("stride=4", "padded"), or the step's id. Stops when visit
 * returns false. With values of the student's own the lesson's expectations do not apply. */
typedef bool LaunchVisit(void *context, const Step *step, const char *label, LaunchOutcome *outcome);
void step_each_launch(Session *session, const Lesson *lesson, const Step *step, const Source *source,
                      LaunchVisit *visit, void *context);

/* A step that has run and was reported. The outcomes' buffers are dropped. */
typedef struct StepRun {
    LaunchOutcome **outcomes;
    size_t count;
    int status; /* the exit code of the first verdict that is not passed, else 0 */
    bool interrupted, no_compiler, no_device;
} StepRun;
void step_run(Session *session, const Lesson *lesson, const Step *step, StepRun *run);
void step_run_free(StepRun *run);
/* Takes an outcome into an exit code: the first that is not passed stays. */
int status_after(int status, const LaunchOutcome *outcome);
/* Prints the launches of steps as one JSON object; the exit code. */
int steps_as_json(Session *session, const Lesson *lesson, const Step *steps, size_t count);
/* What texts see before anything ran: parameters, device and architecture. In scratch. */
void lesson_env(Session *session, const Lesson *lesson, LaunchEnv *env);
const LaunchSpec *step_launch(const Step *step); /* the first one; NULL for a step of text only */

/* ---- teach.c: a lesson, step by step ----------------------------------------------------------------------------- */

void teach_open(Session *session, Lesson *lesson, size_t step); /* shows where we are and the step's text */
int teach_next(Session *session);                          /* the next thing: a text, a launch, the quiz, an exercise */
bool teach_step_waits(const Session *session);             /* a text was shown whose launch has not run yet */
bool teach_step_uses(const Step *step, const char *param); /* does one of its launches depend on the parameter? */
const Step *teach_current_step(const Session *session);    /* the last one with a launch that was reached; NULL: none */
int teach_predict(Session *session, const Lesson *lesson, const Step *step); /* asks, runs, compares */
int teach_quiz(Session *session, Lesson *lesson, bool again);
void teach_say_exercise(Session *session, const Exercise *exercise);
void teach_exercise_passed(Session *session, Lesson *lesson, const Exercise *exercise);
/* The whole lesson without a student: texts, measured answers, launches, exercises. */
int teach_play(Session *session, Lesson *lesson);

/* ---- set.c: values of parameters --------------------------------------------------------------------------------- */

/* NAME=VALUE for one of the lesson's parameters goes into session->set; complains about anything else. */
bool param_assign(Session *session, const Lesson *lesson, const char *word);
/* NAME=1,2,4 or NAME=1..33, or both mixed; values in scratch. */
bool param_list(Session *session, const Lesson *lesson, const char *word, const char **name, int64_t **values,
                size_t *count);
/* The words with blanks around = and , closed up: "stride = 4" is one word then. */
size_t param_words(Session *session, int count, char **words, char ***joined);

/* ---- commands.c, repl.c ------------------------------------------------------------------------------------------ */

typedef enum ArgumentKind { /* what completion offers */
                            ARGUMENT_NONE,
                            ARGUMENT_LESSON,
                            ARGUMENT_LESSON_OR_PARAMETER,
                            ARGUMENT_EXERCISE,
                            ARGUMENT_EXERCISE_OR_FILE,
                            ARGUMENT_PARAMETER,
                            ARGUMENT_METRIC,
                            ARGUMENT_COMMAND
} ArgumentKind;

typedef struct Command {
    const char *name;
    const char *arguments; /* as help prints them */
    int most;              /* words it takes; -1: any number */
    ArgumentKind completes;
    bool json; /* it can print JSON */
    int (*run)(Session *session, int count, char **words);
    const char *about;   /* one line */
    const char *details; /* Markdown */
} Command;

extern const Command command_table[];
extern const size_t command_count;

const Command *command_find(const char *name); /* NULL: none */
/* words[0] is the command. Sets up and frees scratch. */
int command_dispatch(Session *session, int count, char **words);
int command_usage(Session *session, const Command *command);

/* ---- program.c: argv to a command -------------------------------------------------------------------------------- */

/* The whole program; its exit code. gpus: NULL for a program without a GPU device. */
int program_main(int argc, char **argv, const GpuSource *gpus);

#define STEP_WHERE_LEFT SIZE_MAX
/* Reads commands until the end. lesson: opened first, at that step; NULL: where the student is. */
int repl_run(Session *session, Lesson *lesson, size_t step);

int command_list(Session *session, int count, char **words);
int command_start(Session *session, int count, char **words);
int command_next(Session *session, int count, char **words);
int command_run(Session *session, int count, char **words);
int command_set(Session *session, int count, char **words);
int command_sweep(Session *session, int count, char **words);
int command_predict(Session *session, int count, char **words);
int command_quiz(Session *session, int count, char **words);
int command_exercise(Session *session, int count, char **words);
int command_check(Session *session, int count, char **words);
int command_hint(Session *session, int count, char **words);
int command_solution(Session *session, int count, char **words);
int command_reset(Session *session, int count, char **words);
int command_lint(Session *session, int count, char **words);
int command_new(Session *session, int count, char **words);
int command_metrics(Session *session, int count, char **words);
int command_doctor(Session *session, int count, char **words);
int command_help(Session *session, int count, char **words);
int command_quit(Session *session, int count, char **words);

#endif
