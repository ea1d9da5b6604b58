/* Launches that the CUDA runtime would refuse. Each function that refuses fills in result and returns true. */
#ifndef WARPSCHOOL_SIM_REFUSE_H
#define WARPSCHOOL_SIM_REFUSE_H

#include "device.h"
#include "ptx/ptx.h"

/* Index of the launch's kernel among the module's functions; -1 where there is none, refused. */
int32_t sim_find_kernel(const Launch *launch, const PtxModule *module, Arena *arena, Result *result);
/* Shape of grid and block, launch bounds, registers, arguments. resources may be NULL. */
bool sim_refuse_launch(const Launch *launch, const PtxModule *module, int32_t kernel, const KernelResources *resources,
                       Arena *arena, Result *result);
/* Static and dynamic shared memory together. */
bool sim_refuse_shared(const Launch *launch, uint64_t shared_static, Arena *arena, Result *result);

#endif
