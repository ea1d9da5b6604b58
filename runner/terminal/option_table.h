/* The options, once: what each is called, which commands take it and what it does. Parsing, help, completion and the
 * refusal of an option that does nothing for its command read this table; tests/golden holds the man page to it. */
#ifndef WARPSCHOOL_TERMINAL_OPTION_TABLE_H
#define WARPSCHOOL_TERMINAL_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

/* An option with one of its meanings. --launch and --schedule have two kinds of values, which are two options here. */
typedef enum OptionId {
    OPTION_PACK,
    OPTION_ARCH,
    OPTION_DEVICE,
    OPTION_COMPILER,
    OPTION_SCHEDULE,
    OPTION_SCHEDULE_ALL,
    OPTION_THREADS,
    OPTION_TIMEOUT,
    OPTION_MEMORY,
    OPTION_STEP,
    OPTION_EXERCISE,
    OPTION_LAUNCH,
    OPTION_LAUNCH_WORDS,
    OPTION_BLOCK,
    OPTION_WARP,
    OPTION_REQUEST,
    OPTION_PASSES,
    OPTION_BANKS,
    OPTION_SECTORS,
    OPTION_OUT,
    OPTION_DEADLINE,
    OPTION_JOBS,
    OPTION_SIMILAR,
    OPTION_UNWALLED,
    OPTION_SLURM,
    OPTION_NO_WAIT,
    OPTION_SHARE,
    OPTION_MERGE,
    OPTION_HTML,
    OPTION_SVG,
    OPTION_JSON,
    OPTION_ERRORFILE,
    OPTION_ALL,
    OPTION_GRADING,
    OPTION_GPU,
    OPTION_METRICS,
    OPTION_FINDINGS,
    OPTION_CSV,
    OPTION_STRICT,
    OPTION_SOURCE,
    OPTION_WALLS,
    OPTION_WIDTH,
    OPTION_ASCII,
    OPTION_DODGES,
    OPTION_NO_DODGES,
    OPTION_NO_COLOR,
    OPTION_NO_PAGER,
    OPTION_PLAIN,
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_COUNT
} OptionId;

/* One meaning of an option. Rows of the same name stand together. */
typedef struct OptionRow {
    const char *name, *argument; /* argument NULL: it takes none */
    OptionId id;
    const char *commands; /* those that take it, with blanks between; NULL: all of them, but for... */
    const char *but;      /* ...these, which do as they must whatever it says; NULL: none */
    const char *about;
} OptionRow;

extern const OptionRow option_rows[];
extern const size_t option_row_count;

/* Whether the option means something to the command of this name; command NULL: to the prompt. */
bool option_fits(OptionId id, const char *command);
/* "run, show and source": the commands that take the option; "" for one that others than some take. In arena. */
const char *option_commands(OptionId id, Arena *arena);
/* "--step": as it is written. In arena. */
const char *option_written(OptionId id, Arena *arena);

/* How many rows a command has that are its own and no settings (NULL: how many rows there are of any command); where
 * cells is given, two of them each: how it is written, what it does, with the commands' names before it for NULL. */
size_t options_describe(Arena *arena, const char *command, const char **cells);
/* "--pack", ... of a command (NULL: all), for completion; in arena. */
const char *const *options_names(Arena *arena, const char *command, size_t *count);

#endif
