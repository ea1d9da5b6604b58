/* A device that outlives a launch: memory, modules and a heap that stay, and launches that work on them in place.
 *
 * A program allocates, copies, launches and frees as often as it likes; a SimContext is what lies on the other side of
 * its calls. Device addresses are never given out twice, so that a use after a release is seen as one, and allocations
 * lie apart by gaps, so that an address past an end is never the next one's start. A launch that has to be repeated (to
 * watch races more closely, or to see whether an undefined value matters) finds memory as it was: what it wrote is
 * taken back first. device.h's run is a context with one launch.
 *
 * A context is used by one thread at a time; a launch uses workers of its own. What a context returns belongs to it,
 * unless an arena is given: then it belongs to that. */
#ifndef WARPSCHOOL_SIM_CONTEXT_H
#define WARPSCHOOL_SIM_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device.h"

typedef struct SimContext SimContext;
typedef struct SimModule SimModule;

typedef struct SimContextSettings {
    const char *arch; /* "sm_90": the limits of launches; NULL: each module's own */
    /* Where allocations and variables have their bytes: a mapping that the caller made, zeroed, beginning at a multiple
     * of 4096, and that outlives the context. Each allocation begins at a multiple of 4096 in it, so that the caller
     * can map one allocation elsewhere too. NULL: the context takes memory of its own. */
    void *region;
    size_t region_size;
    uint64_t heap;          /* bytes for malloc in kernels, cudaLimitMallocHeapSize; 0: 8 MiB, as CUDA has it */
    uint64_t memory;        /* see Launch.memory */
    uint64_t budget;        /* see Launch.budget */
    uint64_t launch_budget; /* see Launch.launch_budget */
    unsigned threads;       /* worker threads; 0: one per core */
    const volatile sig_atomic_t *interrupted; /* polled; non-zero ends a launch. May be NULL */
} SimContextSettings;

SimContext *sim_context_new(const SimContextSettings *settings);
void sim_context_free(SimContext *context); /* and its modules; NULL is allowed */

/* ---- memory: context_memory.c ------------------------------------------------------------------------------------ */

/* An allocation, or a __device__ or __constant__ variable. */
typedef struct SimAllocation {
    uint64_t address, size; /* bytes, as they were asked for */
    const char *name;       /* of a variable: as the source writes it */
    Loc loc;                /* where the host asked for it; line 0: unknown, or a variable */
    bool variable;
    bool released; /* its bytes are gone; the record stays for messages */
} SimAllocation;

/* Zeroed memory that counts as not initialised. The device address is a multiple of 512. bytes 0 is allowed. name may
 * be NULL, then it is "allocation 3"; it and loc's file are copied. 0: out of memory. */
uint64_t sim_context_allocate(SimContext *context, size_t bytes, const char *name, Loc loc);
/* False where no live allocation begins at the address (a variable is none). */
bool sim_context_release(SimContext *context, uint64_t address);
/* The allocation or variable that holds the address, or that a released one held; else false. */
bool sim_context_find(const SimContext *context, uint64_t address, SimAllocation *found);
/* Goes through allocations that are not released, in the order of their addresses: *cursor is 0 at first. False at the
 * end. Variables are left out. */
bool sim_context_next(const SimContext *context, size_t *cursor, SimAllocation *found);

/* How many pieces of memory kernels took from the device's heap and have not freed, and their bytes as asked for. */
uint64_t sim_context_heap_left(const SimContext *context, uint64_t *bytes);

/* Where those bytes lie in the region (or in the context's own memory); NULL where they are not all inside one live
 * allocation or variable. Valid until it is released. */
uint8_t *sim_context_bytes(SimContext *context, uint64_t address, size_t size);

/* The host, a copy or a memset wrote these bytes: kernels may read them. Bytes that a launch wrote are known without
 * it. Bytes that lie nowhere are left out. */
void sim_context_written(SimContext *context, uint64_t address, size_t size);
/* The bytes hold no defined value any more, as after a copy from memory that nobody wrote. */
void sim_context_undefined(SimContext *context, uint64_t address, size_t size);
/* The offset within the range of its first byte that nobody wrote; size where all were written. */
size_t sim_context_first_unwritten(const SimContext *context, uint64_t address, size_t size);
/* The bytes of the allocation at address that launches wrote. */
uint64_t sim_context_stored(const SimContext *context, uint64_t address);

/* ---- modules: context_module.c ----------------------------------------------------------------------------------- */

/* A kernel and its parameter block. */
typedef struct SimParameter {
    uint32_t offset, size; /* bytes */
} SimParameter;
typedef struct SimKernel {
    const char *name; /* as PTX writes it */
    const SimParameter *parameters;
    size_t parameter_count, parameter_bytes;
    uint64_t shared_static; /* bytes per block */
    uint64_t local;         /* bytes per thread, of variables */
    int registers;          /* per thread; -1: no assembler has said it */
    uint32_t max_threads;   /* __launch_bounds__; else 1024 */
} SimKernel;

/* Reads the image's PTX and gives its variables their memory and initial values. The image is copied. NULL: *result
 * says why, in arena: RUN_UNSUPPORTED, or RUN_STOPPED where the variables take too much memory. */
SimModule *sim_context_load(SimContext *context, const Image *image, Arena *arena, Result *result);
/* The address of the variable of that name (as the source or PTX writes it), and its size; 0 where there is none. */
uint64_t sim_module_variable(const SimModule *module, const char *name, uint64_t *size);
/* The kernel of that name; NULL where there is none. */
const SimKernel *sim_module_kernel(SimModule *module, const char *name);
/* What the kernel, with the functions that it may call, does with a __device__ variable by its name. Where it takes the
 * address, it may write: which accesses go there is not followed. */
typedef enum SimVariableUse { SIM_VARIABLE_UNUSED, SIM_VARIABLE_READ, SIM_VARIABLE_WRITTEN } SimVariableUse;
SimVariableUse sim_kernel_variable_use(const SimModule *module, const SimKernel *kernel, const char *variable);
/* How many programs have been decoded for the module's launches: one for each kernel and shape of launch. */
uint64_t sim_module_decodes(const SimModule *module);

/* ---- textures: context_memory.c ---------------------------------------------------------------------------------- */

/* A cudaTextureObject_t that reads the elements at address; surface: a cudaSurfaceObject_t, by which kernels write
 * them, too. 0: they do not lie in one live allocation, or the simulator does not know such textures. Texels are read
 * as they are when the kernel runs. */
uint64_t sim_context_texture(SimContext *context, const Texture *how, Scalar type, uint64_t address, bool surface);
/* False where it is no such object, or was released. */
bool sim_context_texture_release(SimContext *context, uint64_t handle, bool surface);

/* ---- launches: context_launch.c ---------------------------------------------------------------------------------- */

typedef struct ContextLaunch {
    const char *kernel;
    uint32_t grid[3], block[3];
    uint64_t shared_dynamic;  /* bytes */
    bool shared_optin;        /* see Launch.shared_optin */
    const void *parameters;   /* the raw block, SimKernel.parameter_bytes of it; NULL: zeros */
    bool cooperative;         /* cudaLaunchCooperativeKernel: refused where there are more than resident_blocks */
    uint64_t resident_blocks; /* the blocks of this kernel for which the device has room at once; 0: not known */
    Schedule schedule;
    uint64_t seed;
    bool skip_races;     /* see Launch.skip_races */
    Recording recording; /* see Launch.recording */
} ContextLaunch;

/* Runs the kernel on the context's memory. Where it stops early, what it wrote stays written. What it printed is in
 * result; memory from malloc stays for later launches. */
void sim_context_launch(SimContext *context, SimModule *module, const ContextLaunch *launch, Arena *arena,
                        Result *result);

/* The error that CUDA would give for the launch, now or at the next synchronise: *code is its number, the result its
 * name, "cudaErrorIllegalAddress". "cudaSuccess" where there is none; findings that a GPU does not notice are none.
 * *sticky: every later call fails with it. */
const char *sim_context_error(const Result *result, int *code, bool *sticky);

#endif
