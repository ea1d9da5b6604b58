/* Launches that the CUDA runtime would refuse, judged from the kernel's PTX, with the same messages on every device.
 * Each function that refuses fills in result and returns true. */
#ifndef WARPSCHOOL_PTX_REFUSE_H
#define WARPSCHOOL_PTX_REFUSE_H

#include "device.h"
#include "ptx/ptx.h"

/* Index of the launch's kernel among the module's functions; -1 where there is none, refused. */
int32_t ptx_find_kernel(const Launch *launch, const PtxModule *module, Arena *arena, Result *result);
/* Index of the __constant__ or __device__ variable of that name, as the source or as PTX writes it; -1 where there is
 * none. */
int32_t ptx_find_symbol(const PtxModule *module, const char *name);
/* Shape of grid and block, launch bounds, registers, arguments, textures, symbols. resources may be NULL. */
bool refuse_launch(const Launch *launch, const PtxModule *module, int32_t kernel, const KernelResources *resources,
                   Arena *arena, Result *result);
/* The first three of these: for a launch with a raw parameter block. */
bool refuse_launch_shape(const Launch *launch, const PtxModule *module, int32_t kernel,
                         const KernelResources *resources, Arena *arena, Result *result);
/* Whether it is unknown if a GPU would launch the kernel: no assembler has said how many registers a thread needs, the
 * kernel states no __launch_bounds__, and with 255 registers for each thread the block would not fit a
 * multiprocessor. */
bool refuse_is_unknown(const Launch *launch, const PtxFunction *function, const KernelResources *resources);
/* Static and dynamic shared memory together. */
bool refuse_launch_shared(const Launch *launch, uint64_t shared_static, Arena *arena, Result *result);

#endif
