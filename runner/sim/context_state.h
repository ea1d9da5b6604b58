/* The inside of a context: for the files behind context.h, attempts.c, and sim.c, a context with one launch. */
#ifndef WARPSCHOOL_SIM_CONTEXT_STATE_H
#define WARPSCHOOL_SIM_CONTEXT_STATE_H

#include "sim/context.h"
#include "sim/launch.h"
#include "sim/load/places.h"
#include "sim/memory/texture.h"

struct SimContext {
    SimContextSettings settings;
    Arena *arena;   /* names */
    size_t unnamed; /* allocations without a name so far */
    SimMemory *memory;
    bool warns_of_heap; /* after each launch: of chunks that it did not free */
    SimModule **modules;
    size_t module_count;
    SimTexture *textures; /* by handle - SIM_TEXTURE_HANDLE; surfaces, too */
    size_t texture_count;
    uint64_t grid_workspace; /* the address of what grid.sync() counts in; 0: no launch has needed it */
};

/* A decoded kernel, for launches of one shape. */
typedef struct DecodedKernel {
    Arena *arena; /* NULL: this place is free */
    int32_t kernel;
    uint32_t grid[3], block[3];
    uint64_t shared_dynamic;
    const char *lanes;
    uint64_t used; /* the number of the launch that used it last */
    bool cooperative;
    uint32_t later_pc; /* a block waited here for a later one in an earlier launch; UINT32_MAX: none did */
    uint32_t overlaps; /* how many orders of blocks at the same time were tried (attempts.c) */
    bool is_short;     /* that launch executed so few instructions that further threads would not have been worth it */
    SimPlacing placing;
    uint64_t param_size;
    SimProgram *program;
} DecodedKernel;

enum { DECODED_KEPT = 64 };

struct SimModule {
    SimContext *context;
    Arena *arena;
    bool own_arena;
    Image image;
    const PtxModule *ptx;
    SimVariables variables;
    uint64_t variables_cost; /* bytes */
    SimKernel *kernels;      /* by index; name NULL: not asked for yet */
    int32_t *kernel_at;      /* by index: the function */
    size_t kernel_count;
    DecodedKernel decoded[DECODED_KEPT];
    uint64_t decodes, launches;
};

/* context_module.c. module_parse keeps *image, and gives no memory to variables: module_place does. Both fill in result
 * where they fail. only: the one kernel that will be launched; NULL: any may be. home: where the module lies, what
 * results refer to included; NULL: an arena of its own. */
SimModule *module_parse(SimContext *context, const Image *image, const char *only, Arena *home, Arena *arena,
                        Result *result);
bool module_place(SimModule *module, uint64_t limit, bool watched, Arena *arena, Result *result);
void module_free(SimModule *module);
/* Fills in result where wanted bytes are more than limit: a lesson must not use up a machine's memory. The sizes are
 * those of the declarations, so that the answer is the same on every machine. */
bool module_refuses_memory(uint64_t wanted, uint64_t limit, const char *what, Arena *arena, Result *result);
/* The decoded kernel for the launch; NULL, and result says why. */
DecodedKernel *module_decoded(SimModule *module, int32_t kernel, const Launch *request, Arena *arena, Result *result);

/* context_memory.c: the handle of a texture or surface. */
uint64_t context_add_texture(SimContext *context, SimTexture texture);

/* attempts.c: runs one launch on the context's memory, as context.h says; request has no buffers and no arguments. */
void launch_run(SimModule *module, const Launch *request, const uint8_t *params, Arena *arena, Result *result);

#endif
