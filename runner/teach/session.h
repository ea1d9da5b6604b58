/* A Session is the state of one run of the program: its options, the pack, the student's place in it, and its
 * output. main opens one, then either runs one command on it or passes it to the REPL.
 *
 * Memory: the session owns the pack, the progress and the devices. `scratch` lives as long as one command. A launch
 * owns its buffers (execute.c), because they can be large. */
#ifndef WARPSCHOOL_TEACH_SESSION_H
#define WARPSCHOOL_TEACH_SESSION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "course/course.h"
#include "device.h"
#include "report/report.h"
#include "terminal/line.h"
#include "terminal/options.h"

struct Command;
struct ProgramBuilds;
struct CommandTable;

/* Exit codes beside those of verdict_exit_code. */
enum { STATUS_DONE = 0, STATUS_USAGE = 2, STATUS_ERROR = 7, STATUS_INTERRUPTED = 130 };

typedef enum Mode {
    MODE_COMMAND, /* one command from the command line */
    MODE_TYPED,   /* the REPL, at a terminal */
    MODE_PIPED,   /* the REPL, commands from a pipe or a file */
} Mode;

enum { SESSION_BINDINGS = 32 };

/* How a GPU is found: device_open_gpu and device_survey_gpu in the program, others in tests. */
typedef struct GpuSource {
    Device *(*open)(const GpuPlace *place, Arena *arena, const char **why);
    void (*survey)(const GpuPlace *place, Arena *arena, GpuSurvey *survey);
} GpuSource;

/* Where this session's launches run: see devices.c. */
typedef struct Devices {
    const GpuSource *source;
    Device *sim;
    Device *gpu;          /* NULL: not looked for yet, or none */
    const char *gpu_arch; /* what the compiler can make for the GPU: the GPU's own architecture or the nearest before
                             it; NULL: nothing */
    const char *missing;  /* why there is no GPU; NULL before one was looked for */
    const char *told;     /* the reason for using only the simulator that was printed last */
    bool uncounted_told;  /* why the hardware's counters cannot be read was shown */
} Devices;

/* A quiz that was left at a question: `quiz` goes on there. */
typedef struct QuizLeft {
    const Lesson *lesson; /* NULL: none was left */
    size_t question;
    size_t given, right, skipped; /* before that question */
} QuizLeft;

typedef struct Session {
    Options options;
    Mode mode;
    Style style;
    Arena *arena;   /* as long as the session */
    Arena *scratch; /* as long as one command */
    Pack *pack;
    char *pack_path;               /* absolute */
    bool pack_installed;           /* its files are nobody's own: pack_is_installed */
    const struct Grading *grading; /* NULL: not read yet, or there is none: see hidden_part.c */
    Progress *progress;
    bool progress_warned, compiler_told, folder_told, pack_told;
    bool play_told; /* how to run a step with other values: once for each lesson */
    /* in scratch: the diagnostics that the command printed already, which further launches need not repeat */
    DiagList said;
    DiagList complaints; /* the errors of a command with --json */
    Devices devices;
    bool walled;                  /* whole programs are strangers', whoever's file it is: they run in walls */
    struct ProgramBuilds *builds; /* whole programs that were built: whole_program.c */
    bool device_set;              /* by `set device=...` at the prompt, to: */
    DeviceChoice device;

    Lesson *lesson;    /* where the student is; NULL: nowhere yet */
    size_t step;       /* step that `next` comes to, or has begun; step_count when all are done */
    bool shown;        /* that step's text was shown; its launch comes next */
    bool asked;        /* its prediction was asked already, with the kernel's text */
    bool quiz_offered; /* in this session */
    QuizLeft quiz_left;
    Exercise *exercise; /* the one `check` judges */
    bool exercise_shown;
    bool at_exercise;      /* show, source and compare are about it: it was used later than the lesson's steps */
    bool announced;        /* the end of the lesson was announced */
    const Step *last_step; /* the one that was launched last at the prompt, and what was counted; NULL: none */
    Metrics last_metrics;
    size_t set_count;  /* the student's own parameter values, for the current step */
    bool set_launched; /* a launch was made with them */
    Binding set[SESSION_BINDINGS];

    const struct CommandTable *commands; /* all there are: see teach/command.h */
    const struct Command *running;       /* the one that runs */
    Lines *lines;                        /* the input of questions and commands; NULL: there is none */
    char *deferred;                      /* a command typed where an answer was asked for; malloc'd */
    int (*obey)(struct Session *session, const char *line); /* a line as at the prompt; NULL: there is no prompt */
    int failure; /* the exit code that belongs to a NULL or false from the functions below */
    int status;  /* the exit code of the last command at the prompt */
    bool leaving;
} Session;

/* Finds and loads the pack, opens the progress. Never fails: what is wrong with the pack is said by the commands that
 * need it (session_pack). */
void session_open(Session *session, const Options *options, Mode mode, const struct CommandTable *commands,
                  const GpuSource *gpus);
void session_close(Session *session);
/* Whether the prompt has the lesson's score of predictions, so that no sentence need say it. */
bool session_prompts_with_score(const Session *session);
/* Frees the scratch memory of the last command, before another one. */
void session_renew_scratch(Session *session);
/* True where there are lessons; else prints why not and what to do. The functions below need lessons. */
bool session_pack(Session *session);
/* Lets questions of a command from the command line be answered on standard input. */
void session_take_answers(Session *session);
/* How this shell calls the program for this course: its name, with --pack where that was given. In scratch. */
const char *session_call(const Session *session);
/* The same on what others read, who have such a course in their current folder. */
const char *session_call_there(const Session *session);
/* After a change of progress: prints once that it could not be saved. */
void session_check_progress(Session *session);

/* The lesson of that name; NULL with the complaint made. A lesson that could not be loaded is such a failure too. */
Lesson *session_find_lesson(Session *session, const char *name);
Lesson *session_current_lesson(Session *session); /* the session's, else the one kept in the progress, else the first */
Lesson *session_first_usable(Session *session);   /* NULL: none */
Lesson *session_first_unfinished(Session *session); /* NULL: all done */
/* The exercise of that name, or the current lesson's next one for NULL; NULL with the complaint made. */
Exercise *session_find_exercise(Session *session, const char *name, Lesson **lesson);
Lesson *session_lesson_of(const Session *session, const Exercise *exercise);
/* Makes it the one that `check` judges and that `show` and `source` are about. */
void session_take_exercise(Session *session, Exercise *exercise);
/* The lesson's first exercise that is not passed; NULL: none. */
Exercise *session_next_exercise(const Session *session, const Lesson *lesson);

#endif
