/* Whole CUDA programs: built, started as a process of their own, served with a simulated device, and reported on.
 *
 * The program's calls of CUDA's runtime come over a socket (protocol.h) from a small library that stands in the
 * place of CUDA's (runtime/). Device memory, kernels, counts and findings are here, so that the program cannot write
 * its verdict.
 *
 * program_build.c makes a program of a .cu file, or looks at one that was built already: program_clang.c with clang,
 * fatbin.c finds the PTX, program_tools.c runs other programs. program_start.c starts it, program_walls.c in walls, and
 * then program_watch.c stands beside it; program_sleep.c tells whether it sleeps. gpus.c knows GPUs by name. server.c
 * and the other files that server.h names answer its calls, host_lines.c finds the lines that they came from.
 * program_sums.c adds up what was counted; program_text.c and program_json.c print what was seen. */
#ifndef WARPSCHOOL_PROGRAM_PROGRAMS_H
#define WARPSCHOOL_PROGRAM_PROGRAMS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"
#include "compile/compile.h"
#include "compile/walls.h"
#include "device.h"
#include "program/gpus.h"
#include "program_seen.h"
#include "report/report.h"

/* More than the address space in which a program, its server and their tools run: all of the device's addresses are
 * reserved there. A limit on a process that runs programs leaves as much. */
#define PROGRAM_ADDRESS_SPACE (UINT64_C(64) << 40)

/* ---- walls: program_walls.c -------------------------------------------------------------------------------------- */

/* For a program that is not to be trusted: it and its compiler are started in walls (compile/walls.h), with limits. It
 * reads its own folder, the system's libraries and nothing else, writes below a folder that is gone afterwards, gets
 * none of the user's environment, and speaks to nobody but the server. */
typedef struct ProgramWalls {
    WallKind kind;
    const char *bubblewrap;
    const char *program; /* its file, or its source */
    const char *source;  /* the folder that it lies in */
    const char *folder;  /* for what is built, and the runtime libraries */
    const char *scratch; /* in it: where the program may write */
    unsigned seconds;    /* of processor time */
    unsigned patience;   /* seconds of the clock, where it is judged of sleep alone */
    uint64_t memory;     /* bytes of its own memory; as many again of the device's */
} ProgramWalls;
/* Around the program at path, which must exist. folder: new and empty. seconds and memory: the limits that the user
 * gave; of processor time it gets a minute at most. All paths in walls are absolute and have no links. False with *why,
 * a sentence's rest, and *hint, where there can be no walls. */
bool program_walls(ProgramWalls *walls, const char *path, const char *folder, int seconds, uint64_t memory,
                   Arena *arena, const char **why, const char **hint);

/* ---- building: program_build.c ----------------------------------------------------------------------------------- */

typedef struct ProgramBuild {
    const char *program;  /* the file to start; NULL: there is none, and diags say why */
    const char *built;    /* what was compiled: "transpose.cu"; NULL: it was a program already */
    const char *log;      /* what the compiler printed; "" for nothing */
    const char *compiler; /* "nvcc" or "clang"; NULL: none was found, or none was needed */
} ProgramBuild;

typedef struct ProgramSource {
    const char *arch;          /* "sm_90" */
    CompilerChoice compiler;   /* COMPILER_AUTO: nvcc, else clang; COMPILER_NVRTC stands for nvcc */
    const char *folder;        /* where to put what is built, with its length of life */
    const ProgramWalls *walls; /* NULL: the compiler is started as it is */
} ProgramSource;

/* path is CUDA source (its name ends in .cu, .cpp, .cc or .c) or a program. */
/* The compiler's messages as diagnostics of the file, where it names a place in it. */
void program_messages(const char *log, const char *file, const char *text, size_t size, DiagList *diags);
/* The architecture that source is compiled for, as 86: programs for different ones may be built alike, because clang
 * makes PTX for none that is newer than sm_86, and PTX runs on every newer one. */
int program_built_arch(const ProgramSource *how, Arena *arena);
void program_build(const char *path, const ProgramSource *how, Arena *arena, ProgramBuild *build, DiagList *diags);

/* A new folder for what is built, in arena; NULL: there is none to be had. */
char *program_make_folder(Arena *arena);

/* Writes the runtime libraries into a folder; false with errno set. */
bool program_write_libraries(const char *folder, Arena *arena);

/* Runs a tool to its end and adds what it prints to output (standard output alone, or with both also its standard
 * error). Its exit code; -1: it could not be started, or took too long in walls (NULL: none). words end with NULL. */
int program_tool(const ProgramWalls *walls, const char *const *words, bool both, Text *output);

/* ---- running ----------------------------------------------------------------------------------------------------- */

enum { PROGRAM_SITE_FRAMES = 40 };

/* Where host code called: addresses in the program's file, innermost first. loc is filled in when the program has
 * ended, as far as the program was built with lines. */
typedef struct HostSite {
    uint64_t frames[PROGRAM_SITE_FRAMES];
    size_t count;
    Loc loc;
    Loc caller;           /* the call of that function, likewise; line 0: not known */
    const char *function; /* or NULL */
    bool library;         /* the call itself stands in CUDA's C++ libraries, whose user has no say in it */
    const char *kernel;   /* of a launch: the compiler's function of that name stands between it and the launch */
} HostSite;

typedef struct HostFinding {
    FindingKind kind; /* HOST_... of finding_kinds.h */
    bool warning;
    const char *message; /* one sentence */
    HostSite site;
    HostSite other; /* where what it is about began: the allocation, the call that failed; count 0: nowhere */
    bool freed;     /* other is where the memory was freed */
    uint64_t count;
} HostFinding;

/* A finding of the simulator in one of the program's kernels. */
typedef struct DeviceFinding {
    Finding finding;
    HostSite launch; /* the first launch that had it */
    HostSite memory; /* where the allocation was made that the message names; count 0: it names none */
} DeviceFinding;

typedef struct ProgramKernel {
    const char *name;   /* as the source writes it */
    const char *symbol; /* as PTX does */
    uint64_t launches, refused;
    uint32_t grid[3], block[3]; /* of the last one */
    bool shapes;                /* it was launched in several shapes */
    Metrics metrics;            /* of all launches, added up; maxima of maxima */
    VEC(LineCounts) lines;      /* likewise, in no order */
    VEC(DeviceFinding) findings;
    const char *problem; /* what the simulator does not know of it; NULL: nothing */
} ProgramKernel;

typedef struct ProgramReport {
    const char *name; /* as the user named the program */
    const char *arch;
    const char *quotable; /* the folder of which files may be quoted; NULL: any, the program is the user's own */
    int status;           /* the exit code; 128 and the signal's number where a signal ended it */
    int ended_by;         /* the signal, or 0 */
    bool interrupted;
    const char *refused; /* why the program could not be run at all, or NULL; hint says what to do */
    const char *hint;
    VEC(ProgramKernel) kernels;
    VEC(HostFinding) findings;
    uint64_t calls, allocated, peak; /* calls of the runtime; bytes in all; most bytes at a time */
    bool timed;                      /* the program asked for times of events */
    bool connected;                  /* it used the runtime */
    bool out_of_time;                /* it was ended because it did not end by itself */
    ProgramSeen seen;                /* its numbers; kernels and calls are filled in at the end */
} ProgramReport;

/* An output that the lesson asks for. The server takes what the program copies last from the device to the host in one
 * piece of just that size, or what lies in pinned or managed memory of that size when the host waits: what the program
 * prints of it does not count. An input may be as large: once the device has made one of them, only memory that a
 * kernel has changed is taken. */
typedef struct ProgramOutput {
    uint64_t size;
    void *bytes;
    bool copied;
    bool by_device; /* it was copied from the device, or a kernel has changed the memory that it was taken from */
    bool rewritten; /* something else has changed that memory since the last kernel */
} ProgramOutput;

/* An input of the lesson's, as a kernel is to find it in the device's memory (server_outputs.c). */
typedef struct ProgramInput {
    const void *bytes;
    uint64_t size;
} ProgramInput;

typedef struct ProgramJob {
    const char *program; /* the file */
    char *const *words;  /* its argv, ended by NULL */
    const char *name;    /* as the user named it */
    const char *arch;
    const ProgramGpu *gpu; /* what the device is like; of another architecture: in all but that */
    const char *folder;    /* for the runtime libraries */
    Schedule schedule;
    uint64_t seed, memory;
    uint64_t device_memory; /* bytes that the device has; 0: what its GPU has */
    unsigned threads;
    bool output_aside; /* the program's standard output goes to standard error */
    bool captured;     /* both go to the file `output`, input is empty, and the program is a process group of its own */
    int output;
    int seconds; /* of processor time, and without a call; 0: without limit */
    /* At which of its looks (program_seen.h) the host is shown other bytes, and with which of its sends the device gets
     * others; 0: with none. */
    int64_t altered_look, altered_send;
    int64_t left_out;    /* which of its launches does nothing; 0: none */
    int64_t failed_call; /* which of its calls that may fail (program_seen.h) tells of an error; 0: none */
    const ProgramInput *inputs;
    size_t input_count;
    ProgramOutput *outputs;
    size_t output_count;
    const ProgramWalls *walls; /* NULL: the program has the user's rights */
    bool reads_sources;        /* the files that its PTX names may be read, for the returns in its kernels */
    const volatile sig_atomic_t *interrupted;
} ProgramJob;

/* Runs the program to its end. */
void program_run(const ProgramJob *job, Arena *arena, ProgramReport *report);

/* Findings that are no warnings, host and device together; warnings: those that are. */
size_t program_errors(const ProgramReport *report);
size_t program_warnings(const ProgramReport *report);

/* Adds to a line what adds up: what is counted. Others of its metrics stay those of the first launch. */
void program_add_line(LineCounts *sum, const LineCounts *more);
/* Kernels and calls for report->seen, from what the server kept. */
void program_sum_up(ProgramReport *report, Arena *arena);
/* What all kernels did together. Counts of a program that launched nothing are 0. */
void program_metrics(const ProgramReport *report, Metrics *metrics);
/* The counts of all kernels by line, sorted by file and line. */
LineCounts *program_lines(const ProgramReport *report, Arena *arena, size_t *count);
/* Every finding of kernels and host code, errors first, each sorted by line. */
Finding *program_findings(const ProgramReport *report, Arena *arena, size_t *count);

/* ---- reports ----------------------------------------------------------------------------------------------------- */

/* The text of a source that a program was built from, in arena; NULL where it cannot be read. A program may name any
 * file: it is only asked for where the program is the user's own, or could read the file itself. */
const char *program_source(const char *file, Arena *arena);

/* show: the metrics of the table a kernel; 0 of them: a choice. */
void program_report_text(Text *out, const Style *style, const ProgramReport *report, const Metric *show, size_t count,
                         bool only_findings);
void program_report_csv(Text *out, const ProgramReport *report, const Metric *show, size_t count);
struct json_t *program_report_json(const ProgramReport *report, const Metric *show, size_t count);

#endif
