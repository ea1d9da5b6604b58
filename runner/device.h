/* The interface between lessons and devices: a Device is a struct of functions that take a Launch and give a Result.
 *
 * course, report and commands know nothing else of a device. The maker of a Launch owns its buffers; a device reads
 * them, runs the kernel and writes back what the kernel left there. A Result and everything in it belongs to the
 * arena that was given to run. */
#ifndef WARPSCHOOL_DEVICE_H
#define WARPSCHOOL_DEVICE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "metric.h"

/* Element types of buffers and values, by the names that lessons use. */
typedef enum Scalar {
    SCALAR_I8,
    SCALAR_U8,
    SCALAR_I16,
    SCALAR_U16,
    SCALAR_I32,
    SCALAR_U32,
    SCALAR_I64,
    SCALAR_U64,
    SCALAR_F16,
    SCALAR_F32,
    SCALAR_F64,
    SCALAR_COUNT
} Scalar;
extern const char *const scalar_name[SCALAR_COUNT]; /* "i8", "u8", ... "f64" */
size_t scalar_size(Scalar scalar);                  /* bytes */
/* One element as a double (i64 and u64 lose bits above 2^53), and back with C's conversion; element is unaligned. */
double scalar_get(Scalar scalar, const void *element);
void scalar_set(Scalar scalar, void *element, double value);

/* What one kernel needs, from the real assembler's report; -1 where it was not reported. Without an assembler the PTX
 * tells the static shared memory. */
typedef struct KernelResources {
    const char *kernel;
    int registers;                 /* per thread */
    int shared_static;             /* bytes per block */
    int stack;                     /* bytes per thread (local memory) */
    int spill_stores, spill_loads; /* bytes */
    int barriers;
} KernelResources;

/* A compiled source file: what the compile part makes and a device loads. Whoever compiled it owns it. */
typedef struct Image {
    const char *file;   /* the name the student knows, "exercises/05-banks.cu" */
    const char *arch;   /* "sm_90" */
    const char *source; /* CUDA C++, 0-terminated, for the names of local arrays and for returns; may be NULL */
    /* Where there is no source: the text of a file that the PTX names, in arena; NULL where it cannot be read. It is
     * called by several threads. NULL: no file may be read. */
    const char *(*read_source)(const char *file, Arena *arena);
    const char *ptx; /* 0-terminated */
    size_t ptx_size;
    const void *cubin; /* may be NULL */
    size_t cubin_size;
    const KernelResources *resources; /* of every kernel that the file defines */
    size_t resource_count;
} Image;

/* The resources of the kernel of that name; NULL where the file defines none. */
const KernelResources *image_resources(const Image *image, const char *kernel);

/* A buffer in global memory. The device copies bytes in before the launch and back after it, or works on them. */
typedef struct Buffer {
    const char *name;
    Scalar type;
    size_t count;       /* elements */
    void *bytes;        /* count * scalar_size(type) */
    bool output;        /* copied back */
    const char *symbol; /* the source's __constant__ or __device__ variable that holds these bytes from its beginning
                           on, in the place of an allocation; no argument refers to it. NULL: an allocation */
} Buffer;

/* How a texture object reads its buffer, in the words of cudaTextureDesc. */
typedef enum TextureAddress { TEXTURE_WRAP, TEXTURE_CLAMP, TEXTURE_MIRROR, TEXTURE_BORDER } TextureAddress;
typedef enum TextureFilter { TEXTURE_POINT, TEXTURE_LINEAR } TextureFilter;
typedef struct Texture {
    uint32_t width, height, depth; /* texels; height 0: a texture of one dimension; depth 0: of two at most */
    uint32_t layers;               /* of a layered texture of one or two dimensions; 0: it is none */
    uint64_t row, slice; /* bytes from row to row, and from slice (or layer) to slice; 0: they lie without a gap */
    int channels;        /* 1, 2 or 4 elements of the buffer make a texel */
    TextureAddress address[3];
    TextureFilter filter;
    bool
        linear_memory; /* the texels lie in linear memory and not in a CUDA array: one dimension, for tex1Dfetch only */
    bool normalised_coordinates;
    bool
        normalised_values; /* cudaReadModeNormalizedFloat: 8- and 16-bit integers read as floats in [0, 1] or [-1, 1] */
} Texture;

typedef enum ArgKind { ARG_BUFFER, ARG_VALUE, ARG_TEXTURE } ArgKind;

/* One kernel argument, in the kernel's order. */
typedef struct Arg {
    ArgKind kind;
    size_t buffer;     /* ARG_BUFFER, ARG_TEXTURE: index into Launch.buffers; a texture reads a CUDA array with that
                         contents */
    Scalar type;       /* ARG_VALUE */
    uint64_t value;    /* ARG_VALUE: the value's bytes, little endian, in the low end */
    const void *bytes; /* ARG_VALUE: the bytes of a struct, in the place of type and value; else NULL */
    size_t size;       /* of those bytes */
    const char *name;  /* for messages: the buffer's name or the value's text */
    Texture texture;   /* ARG_TEXTURE: the kernel's cudaTextureObject_t */
} Arg;

/* The bytes that the argument takes among the kernel's parameters. */
size_t launch_arg_size(const Arg *arg);

/* The order in which ready warps run: what a race's wrong output depends on. */
typedef enum Schedule { SCHEDULE_LOCKSTEP, SCHEDULE_REVERSE, SCHEDULE_RANDOM, SCHEDULE_COUNT } Schedule;
extern const char *const schedule_name[SCHEDULE_COUNT]; /* "lockstep", "reverse", "random" */

/* The order in which blocks begin. In all but the ascending one each begins after the end of the one before. */
typedef enum BlockOrder { BLOCKS_ASCENDING, BLOCKS_DESCENDING, BLOCKS_SHUFFLED } BlockOrder;

/* Where the host keeps the buffers, for launches that measure the copies too. HOST_NONE: they are not measured. */
typedef enum HostMemory { HOST_NONE, HOST_PAGEABLE, HOST_PINNED } HostMemory;

/* Requests to shared and global memory that a launch keeps for pictures: for each operation on each variable that a
 * source line makes, the costliest one that matches. Numbers below 0 match any. */
typedef struct Recording {
    int line;        /* of the image's own file; 0: none are kept */
    int64_t block;   /* the block's linear number */
    int64_t warp;    /* within its block */
    int64_t request; /* how many such requests the warp has made before in its block */
} Recording;

typedef struct Launch {
    const Image *image;
    const char *kernel;
    uint32_t grid[3], block[3]; /* all at least 1 */
    uint64_t shared_dynamic;    /* bytes */
    bool shared_optin; /* cudaFuncAttributeMaxDynamicSharedMemorySize was set to shared_dynamic: the block may have
                          more than 48 KiB, up to the architecture's limit */
    bool cooperative;  /* cudaLaunchCooperativeKernel: all blocks run at the same time. sim */
    uint64_t resident_blocks; /* sim: as many of the kernel's blocks run at the same time where one waits for a later
                                 one; 0: that is a finding */
    Buffer *buffers;
    size_t buffer_count;
    const bool *poisoned; /* for each buffer: its bytes are no contents, and to read one that was not written is a
                             finding. NULL: none is */
    const Arg *args;
    size_t arg_count;
    uint64_t budget;        /* warp instructions that one warp may execute; 0: the device's default */
    uint64_t launch_budget; /* that all warps together may execute; 0: the device's default */
    uint64_t memory; /* bytes that the file's own variables and its threads' local memory may take in the simulator,
                        with what it remembers of them; 0: the device's default */
    Schedule schedule;
    uint64_t seed;          /* SCHEDULE_RANDOM */
    unsigned threads;       /* worker threads; 0: one per core. Results never depend on it. */
    bool skip_races;        /* true leaves race detection off, for measurements of speed */
    BlockOrder block_order; /* sim */
    bool lanes_descending;  /* sim: the lanes of a warp do an atomic in descending order */
    bool owners;            /* sim: keep which thread stored each byte of shared memory (owners.c) */
    bool sums;              /* sim: add up what each instruction stores */
    const char *lanes;      /* sim: which code does the lanes, "plain", "avx2" or "avx512"; NULL: the best that this
                          processor runs. For measurements of speed; results never depend on it. */
    Recording recording;    /* sim */
    bool timed;             /* gpu: repeat the launch and time it */
    bool counted;           /* gpu: read the hardware's counters where it lets us */
    HostMemory host;        /* gpu: time the copies to and from this kind of host memory as well */
    unsigned chunks; /* gpu, with host: cut the buffers, and the grid's x dimension, into this many equal parts, each
                          copied, launched and copied back in a stream of its own; 0 and 1: one */
    const volatile sig_atomic_t *interrupted; /* polled; non-zero ends the run. May be NULL. */
} Launch;

/* Sets the launch.* metrics: what is asked for, and what the assembler reported of the kernel. Every device sets them
 * in every Result, whether the kernel ran or not. */
void launch_metrics(const Launch *launch, Metrics *metrics);

/* An enumerator of finding_kinds.h. Only who names single kinds includes that header, so that a new kind
 * rebuilds few files. */
typedef unsigned FindingKind;
enum { FINDING_ANY = 0x7fffffff }; /* where a function may be asked about all kinds */
extern const FindingKind finding_kind_count;
extern const char *const finding_name[]; /* finding_kind_count of them: "race", "barrier", "out-of-bounds", ... */
typedef struct FindingInfo {             /* a row of finding.def, which says what each is */
    const char *title, *meaning, *why;
} FindingInfo;
extern const FindingInfo finding_info[];

/* REQUEST_FREE: a call of free() in a kernel, which races with accesses to what it gives back; never in a sample. */
typedef enum RequestOp { REQUEST_LOAD, REQUEST_STORE, REQUEST_ATOMIC, REQUEST_FREE } RequestOp;

/* The two accesses of a race, in the order in which they ran; for the picture. */
typedef struct RaceAccess {
    RequestOp op;
    const char *thread; /* "(3,0,0)", with " of block (1,0,0)" where the other thread is in another block */
} RaceAccess;
typedef struct RacePair {
    const char *place;   /* "words[3]" */
    RaceAccess first;    /* at Finding.other */
    RaceAccess second;   /* at Finding.loc */
    const char *missing; /* "with no __syncthreads() between" */
} RacePair;

/* A defect seen while running. Findings of one kind at one pair of lines are one Finding with a count; which occurrence
 * gives the message does not depend on the number of workers. */
typedef struct Finding {
    FindingKind kind;
    bool warning;        /* true: reported, but it does not decide a verdict */
    Loc loc;             /* line 0 where the compiler gave none */
    Loc other;           /* the second line of a race; line 0 where there is none */
    const char *message; /* one sentence a student understands: variable and element, threads, what is missing */
    uint64_t count;
    const RacePair *race; /* of a race between two accesses, seen in the simulator; else NULL */
} Finding;

/* One source line's counts. Only metrics with per_line set are kept. */
typedef struct LineCounts {
    Loc loc;
    Metrics metrics;
    /* Where Launch.sums asks for it: over all values that its stores stored, and all addresses of its atomics on shared
     * memory. */
    uint64_t sum;
} LineCounts;

enum { WARP_SIZE = 32 };            /* lanes of a warp */
enum { BANKS = 32, BANK_WORD = 4 }; /* of shared memory; bytes that each delivers in a pass */
#define ALL_LANES UINT32_C(0xffffffff)

/* One warp's request to shared memory, kept for the picture: for each instruction the first one of those that needed
 * the most wavefronts (lowest block, then warp, then time). */
typedef struct RequestSample {
    Loc loc;
    RequestOp op;
    uint32_t block[3];
    uint32_t warp;               /* within the block */
    uint64_t request;            /* of a recorded one: how many such requests the warp made before; else 0 */
    int width;                   /* bytes per lane: 1, 2, 4, 8 or 16 */
    uint32_t mask;               /* active lanes */
    uint32_t address[WARP_SIZE]; /* byte address in shared memory, as the hardware's bank = address / 4 % 32 sees it */
    int wavefronts, conflicts, ways;
    bool
        asynchronous; /* the store of a copy: the banks of its source may cost more wavefronts, which are not in here */
    int8_t group[WARP_SIZE]; /* the group that each lane is served in, from 0; -1 for inactive lanes */
    int8_t pass[WARP_SIZE];  /* the wavefront within its group that delivers the lane's lowest word; -1 likewise */
    const char *variable;    /* the shared variable that lane's lowest address lies in, or NULL */
} RequestSample;

/* One warp's request to global memory, recorded for the picture (Launch.recording). */
typedef struct SectorSample {
    Loc loc;
    RequestOp op;
    uint32_t block[3];
    uint32_t warp;               /* within the block */
    uint64_t request;            /* how many such requests the warp made before */
    int width;                   /* bytes per lane */
    uint32_t mask;               /* active lanes */
    uint64_t address[WARP_SIZE]; /* byte addresses in global memory */
    int sectors, ideal;          /* 32-byte sectors that it touches; as few as would hold its bytes */
    const char *variable;        /* the buffer or variable that the lowest lane's address lies in, or NULL */
    uint64_t variable_start;     /* its address */
} SectorSample;

/* How long a launch took, by the GPU's own clock. */
typedef struct Timing {
    unsigned repetitions;              /* launches that were timed, after warm-up, each with a cold L2; 0: not timed */
    double median_ms, low_ms, high_ms; /* of those launches; low and high are the 10th and 90th percentiles */
    double
        copy_gbps; /* the device's own copy in the same run, bytes read and bytes written added up; 0: not measured */
} Timing;

typedef enum RunStatus {
    RUN_FINISHED,    /* every block ran to its end (findings may still exist) */
    RUN_STOPPED,     /* a finding ended it: out of bounds, a divergent barrier, the budget... */
    RUN_REFUSED,     /* the launch itself failed, as cudaLaunchKernel would: error says why */
    RUN_INTERRUPTED, /* the student's Ctrl-C */
    RUN_UNSUPPORTED, /* the device cannot run this kernel, or failed itself: error says what, where and what to do.
                        Nobody's mistake */
} RunStatus;

typedef struct Result {
    RunStatus status;
    const char *error;      /* RUN_REFUSED, RUN_UNSUPPORTED: one sentence */
    const char *error_code; /* RUN_REFUSED: the runtime's name for it, "cudaErrorInvalidValue" */
    bool unknown_to_device; /* RUN_UNSUPPORTED: the kernel uses what the device does not know, and error names it; else
                               the device itself failed */
    Loc error_loc;          /* RUN_UNSUPPORTED: the source line, if known */
    Metrics metrics;
    LineCounts *lines; /* sorted by file, then line */
    size_t line_count;
    Finding *findings; /* errors first, each sorted by line */
    size_t finding_count;
    RequestSample *samples; /* sorted by line */
    size_t sample_count;
    RequestSample *recorded_banks; /* what Launch.recording asked for, the costliest first; sim only */
    size_t recorded_bank_count;
    SectorSample *recorded_sectors;
    size_t recorded_sector_count;
    const char *printed; /* what the kernel's printf wrote, "" for nothing */
    bool printed_cut;    /* true: there was more than the device keeps */
    /* sim: it ran, but its number of registers is not known, and the block might need more than there are: a GPU might
     * refuse it */
    bool launch_assumed;
    Timing timing;         /* gpu only */
    const char *untimed;   /* gpu, timed or host: why some time that was asked for is missing; else NULL */
    const char *uncounted; /* gpu: why the hardware's counters, or some of them, could not be read, and who can change
                              that; else NULL */
    bool from_events[METRIC_CAPACITY]; /* gpu: which of its counts the hardware's own counters gave. They see warps that
                               collide; the others were derived from the addresses of executed instructions, exactly */
    double host_seconds;               /* how long the device took on this machine: for benchmarks, never a GPU time */
    const struct ProgramSeen *program; /* of a whole program (program_seen.h); NULL: a kernel was launched */
} Result;

typedef struct Device Device;
struct Device {
    const char *name;         /* "sim" or "gpu" */
    const char *about;        /* gpu: "NVIDIA H200"; sim: NULL */
    const char *arch;         /* gpu: what it is, "sm_90"; sim: NULL, it takes what it is handed */
    unsigned multiprocessors; /* gpu; sim: 0 */
    void (*run)(Device *device, const Launch *launch, Arena *arena, Result *result);
    void (*close)(Device *device);
    void *state;
};

/* The warp simulator. Needs no GPU. */
Device *device_open_sim(void);

/* One GPU of this machine and what its driver says of it. */
typedef struct GpuInfo {
    const char *name; /* "NVIDIA H200" */
    const char *arch; /* "sm_90" */
    int multiprocessors;
    uint64_t memory;                                                   /* bytes */
    int shared_per_block, shared_per_block_optin, registers_per_block; /* bytes, bytes, registers */
    int clock_khz, memory_clock_khz, memory_bus_bits;
    uint64_t l2; /* bytes */
} GpuInfo;

/* What this machine has, for `doctor` and for the choice of a device. */
typedef struct GpuSurvey {
    const char *driver_path; /* libcuda as dlopen found it; NULL: none */
    int cuda_version;        /* what the driver supports, 13000 for 13.0; 0 where there is none */
    const GpuInfo *gpus;
    size_t count;
    const char *problem;     /* one sentence why no GPU can be used, or NULL */
    const char *remedy;      /* what to do about it, or NULL */
    const char *counters;    /* "allowed", or one sentence why the hardware's counters cannot be read, and the remedy */
    const char *counters_by; /* what reads them, "ncu, /usr/bin/ncu"; NULL where there is nothing */
} GpuSurvey;
/* Where the GPU is. */
typedef struct GpuPlace {
    /* words that start the process for the GPU on its machine, "srun --gres=gpu:1", which sees this program by the same
     * path; NULL: it is this machine */
    const char *launch;
    const volatile sig_atomic_t *interrupted; /* ends the wait for it; may be NULL */
} GpuPlace;

/* Runs in a process by itself, because a driver may crash or hang. */
void device_survey_gpu(const GpuPlace *place, Arena *arena, GpuSurvey *survey);

/* The machine's first GPU, or NULL: then *why says why in one sentence, in the arena. Kernels run in a worker process,
 * so that an illegal address or an endless kernel ends only that. */
Device *device_open_gpu(const GpuPlace *place, Arena *arena, const char **why);

/* The number of findings that are no warnings, of one kind or (FINDING_ANY) of any, whatever their counts. */
size_t result_findings(const Result *result, FindingKind kind);

/* The number of findings that are warnings, whatever their counts. */
size_t result_warnings(const Result *result);
size_t result_warnings_of(const Result *result, FindingKind kind);

#endif
