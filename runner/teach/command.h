/* Commands: what a student types, at the prompt or on the command line.
 *
 * A command is a function that takes the session and its words and returns an exit code. One table lists them for
 * the program, the REPL, completion, help and the man page's test. The table is in runner/commands, which may not be
 * included from here: session_open gets it as an argument. */
#ifndef WARPSCHOOL_TEACH_COMMAND_H
#define WARPSCHOOL_TEACH_COMMAND_H

#include "teach/session.h"

/* What completion offers for a command's argument. */
typedef enum ArgumentKind {
    ARGUMENT_NONE,
    ARGUMENT_LESSON,
    ARGUMENT_LESSON_OR_EXERCISES, /* a lesson, or the word exercises */
    ARGUMENT_LESSON_OR_PARAMETER,
    ARGUMENT_EXERCISE,
    ARGUMENT_EXERCISE_OR_FILE, /* a file of CUDA */
    ARGUMENT_FILE,
    ARGUMENT_PARAMETER,
    ARGUMENT_METRIC,
    ARGUMENT_WORD, /* of the glossary, a metric or a finding */
    ARGUMENT_COMMAND
} ArgumentKind;

typedef struct Command {
    const char *name;
    const char *arguments; /* as help prints them */
    int most;              /* words it takes; -1: any number */
    ArgumentKind completes;
    bool json;       /* it can print JSON */
    bool paged;      /* it only tells, in a text that is printed at once and may be longer than the screen; typed for an
                        answer it leaves the question open */
    bool needs_pack; /* it does nothing without lessons */
    bool looks_up;   /* of lessons, on the command line, it asks for those that it is about; other commands see all */
    bool on_enter;   /* an empty line at the prompt runs it; one in a table */
    bool on_help;    /* --help runs it; one in a table */
    const char *at_question; /* said instead of running it where a question is open; NULL: it may leave the question */
    int (*run)(Session *session, int count, char **words);
    const char *about;   /* one line */
    const char *details; /* Markdown */
} Command;

typedef struct CommandTable {
    const Command *at;
    size_t count;
} CommandTable;

const Command *command_find(const CommandTable *table, const char *name); /* NULL: none */
/* the one with the most similar name; NULL: none */
const Command *command_nearest(const CommandTable *table, const char *name);
const Command *command_on_enter(const CommandTable *table);
const Command *command_on_help(const CommandTable *table);
/* "list, run and doctor": those that can print JSON. In arena. */
const char *command_json_names(const CommandTable *table, Arena *arena);
/* Complains about the usage of the running command; returns STATUS_USAGE. */
int command_usage(Session *session);

#endif
