/* Options: the words before or after a command that begin with -, on the command line and at the prompt. */
#ifndef WARPSCHOOL_TERMINAL_OPTIONS_H
#define WARPSCHOOL_TERMINAL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "compile/compile.h"
#include "device.h"
#include "terminal/option_table.h"

typedef enum DeviceChoice {
    DEVICE_AUTO, /* the simulator, and a GPU beside it where there is one */
    DEVICE_SIM,
    DEVICE_GPU, /* a GPU or nothing; the simulator beside it where a verdict needs its findings and counts */
} DeviceChoice;
extern const char *const device_choice_name[]; /* "auto", "sim", "gpu" */
bool device_choice_find(const char *name, DeviceChoice *choice);

typedef struct Options {
    const char *pack; /* --pack or WARPSCHOOL_PACK; NULL: found from the executable */
    const char *arch; /* a name that arch_find knows; NULL: session_arch chooses */
    DeviceChoice device;
    CompilerChoice compiler;
    Schedule schedule;
    uint64_t seed;
    bool every_schedule;  /* --schedule all */
    bool all;             /* --all of check */
    const char *grading;  /* --grading; NULL: grading.yaml in the pack, where there is one */
    const char *launcher; /* --launch with words, which start the GPU's part; NULL: it runs here */
    unsigned threads;
    int timeout;          /* seconds of processor time that a launch may take in the simulator */
    uint64_t memory;      /* bytes; see Launch.memory */
    const char *step;     /* --step of run and report; NULL: all */
    const char *exercise; /* --exercise, several with commas between; NULL: none was named */
    /* --launch and --request count from 1, --block and --warp from 0; -1: not given */
    int64_t launch, block, warp, request;
    int64_t banks, sectors;             /* --banks and --sectors of try: a source line; -1: not given */
    bool passes;                        /* --passes */
    const char *out;                    /* --out of grade and try: a folder; NULL: not given */
    const char *deadline;               /* of grade; NULL: not given */
    int jobs;                           /* processes that judge at the same time; 0: one for each core */
    bool similar;                       /* --similar of grade */
    bool unwalled;                      /* --unwalled of grade */
    bool slurm, no_wait, merge;         /* of grade */
    const char *share;                  /* --share of grade; NULL: not given */
    const char *html, *svg;             /* the files that report writes; NULL: none */
    const char *dodges;                 /* --dodges of lint: the folder that they are written into; NULL: none */
    bool no_dodges;                     /* --no-dodges of lint */
    int width;                          /* 0: ask the terminal */
    bool errorfile;                     /* --errorfile of check */
    const char *gpu;                    /* --gpu of exec: as it was written; NULL: the architecture's */
    const char *metrics;                /* --metrics of exec: names with commas between them; NULL: a choice */
    bool findings, csv, strict, source; /* of exec */
    bool walls;                         /* --walls of exec */
    bool json, ascii, no_color, no_pager, plain, help, version;
    uint64_t given; /* a bit for each OptionId that stood in the words read last */
} Options;

Options options_default(void);

/* Reads the options out of argv (argv[0] is skipped) and moves the other words to its end: the first of them is
 * argv[*first]. False with *error (in arena) set to a sentence with its hint. Options given before are kept, so that a
 * command at the prompt can add to those of the command line. */
bool options_parse(Options *options, int argc, char **argv, int *first, Arena *arena, const char **error);

/* Whether an option was given that the command of this name does not take; command NULL: the prompt, which takes
 * settings only. *error and *hint (in arena) then say which, and which commands take it. */
bool options_misfit(const Options *options, const char *command, Arena *arena, const char **error, const char **hint);

#endif
