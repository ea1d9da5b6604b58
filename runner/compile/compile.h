/* Compile: CUDA C++ to PTX, cubin and resource usage.
 *
 * The real compiler, NVRTC or where there is none clang, runs in a child process that is limited in time and memory
 * and can read nothing but the source that it was given and the toolkit's headers: a student's #include of another
 * file fails there. Results are cached by content.
 *
 * clang makes PTX and no cubin, and without an assembler registers and spills stay unknown. It compiles for the
 * newest architecture that it knows and that is not above the requested one. The image's arch is the requested one,
 * so that limits and occupancy follow the student's choice; only the PTX's .target is the older one, which every
 * newer GPU runs. */
#ifndef WARPSCHOOL_COMPILE_COMPILE_H
#define WARPSCHOOL_COMPILE_COMPILE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "device.h"

typedef struct Define {
    const char *name, *value;
} Define;

typedef enum CompilerChoice {
    COMPILER_AUTO, /* NVRTC; clang where none is found */
    COMPILER_NVRTC,
    COMPILER_CLANG,
    COMPILER_CHOICES
} CompilerChoice;
extern const char *const compiler_choice_name[COMPILER_CHOICES]; /* "auto", "nvrtc", "clang" */

typedef struct CompileRequest {
    const char *file;   /* the name that messages carry, "exercises/05-banks.cu" */
    const char *source; /* 0-terminated; the file itself is not opened */
    size_t source_size;
    const char *arch; /* "sm_90" */
    const Define *defines;
    size_t define_count;
    int max_registers; /* per thread; 0: the compiler decides. Ignored by clang, which allocates none */
    bool unassembled;  /* only PTX is needed, in half the time: no cubin, and resources as far as the PTX tells them */
    CompilerChoice compiler;
    const volatile sig_atomic_t *interrupted; /* may be NULL */
} CompileRequest;

typedef enum CompileStatus {
    COMPILE_DONE,
    COMPILE_FAILED,      /* the student's mistake: log and diags say what */
    COMPILE_NO_COMPILER, /* none found, or none for the architecture: diags say what is missing and what still works */
    COMPILE_STUCK,       /* ran into the time or memory limit */
    COMPILE_INTERRUPTED,
    COMPILE_BROKEN, /* a fault of ours: the child died, NVRTC refused to start... */
} CompileStatus;

typedef struct CompileResult {
    CompileStatus status;
    Image *image;    /* COMPILE_DONE; in the arena */
    DiagList diags;  /* its errors and warnings, with the student's file name, line and column where given */
    const char *log; /* the compiler's whole text as it wrote it, without our own options' noise and absolute paths */
    const char *compiler; /* NULL where no compiler ran */
    bool cached;
    bool crashed; /* with COMPILE_BROKEN: the compiler crashed, on other files too; if not on others: COMPILE_FAILED */
} CompileResult;

void compile(const CompileRequest *request, Arena *arena, CompileResult *result);

/* A compile that runs beside the caller and leaves its result in the cache, where compile() finds it. It must be
 * waited for, before the same request is compiled, or stopped. NULL where it would gain nothing: the result is in
 * the cache already, or NVRTC is not the compiler. request and what it points to must stay unchanged until then. */
typedef struct CompileAhead CompileAhead;
CompileAhead *compile_ahead(const CompileRequest *request, Arena *arena);
void compile_ahead_wait(CompileAhead *ahead); /* NULL is allowed, and a compile that has ended */
void compile_ahead_stop(CompileAhead *ahead); /* likewise */

/* What was found, for `doctor` and for messages. Paths are NULL where nothing was found. */
typedef struct Toolchain {
    const char *nvrtc_path; /* the library that dlopen would take */
    int nvrtc_major, nvrtc_minor;
    const char *include_path; /* the toolkit's headers */
    bool has_cccl;            /* libcu++ (<cuda/atomic>) is among the headers */
    const char *archs;        /* the architectures that can be compiled for and that we know */
    const char *searched;     /* the places that were searched, one a line, for the message when it is missing */
    const char *nvrtc_others; /* libraries that were found and not chosen, one a line; "" for none */
    const char *clang_others; /* every clang found, one a line, clang_path among them */
    const char *isolation; /* how the child is kept from reading other files: "landlock", "chroot", or "source check":
                              the system offers neither, and a source that includes anything but <a toolkit header>
                              is refused before it is compiled. NULL where no compiler was found */
    const char *cache_path;
    const char *clang_path;
    int clang_major, clang_minor; /* 0 where it cannot be used */
    const char *clang_problem;    /* why it cannot be used; NULL where it can */
    /* the architectures that it makes PTX for; newer ones get PTX for the newest of these */
    const char *clang_archs;
    bool uses_clang; /* kernels are compiled by clang: archs and isolation are clang's */
} Toolchain;
void compile_toolchain(Arena *arena, CompilerChoice choice, Toolchain *toolchain);

/* For an editor's language server, which is a clang: the options with which a source is read as it is when it is
 * compiled without a toolkit. An -isystem with the folder of the headers has to follow them, an -include of
 * compile_reading_header, which every source begins with, and an architecture. */
const char *const *compile_reading_options(size_t *count);
extern const char compile_reading_header[];
/* Writes the headers that stand for the toolkit's into a folder, which is made; what is there is replaced. False with
 * errno set. */
bool compile_write_headers(Arena *arena, const char *folder);
/* The same without those that stand for the C and C++ library's and for the toolkit's own: for a program whose host
 * code has a C library. */
bool compile_write_device_headers(Arena *arena, const char *folder);

/* Theoretical occupancy by CUDA's own calculator header (cuda_occupancy.h), where the program was built with it; sets
 * occupancy.* in metrics, or leaves them unknown. block_threads: threads per block. */
void occupancy_fill(const KernelResources *resources, const char *arch, int block_threads, size_t shared_dynamic,
                    Metrics *metrics);
bool occupancy_available(void);

#endif
