/* The CUDA C++ features behind instructions that the simulator does not execute, for the message that refuses them. */
#include <string.h>

#include "sim/load/load.h"

typedef struct Construct {
    const char *start, *within; /* the instruction's text starts with the one and contains the other */
    const char *name;
} Construct;

static const Construct constructs[] = {
    {"wmma.", "", "tensor cores (nvcuda::wmma)"},
    {"wgmma.", "", "tensor cores (wgmma)"},
    {"tcgen05.", "", "tensor cores (tcgen05)"},
    {"mma.", "", "tensor cores (mma)"},
    {"ldmatrix.", "", "loading a matrix for tensor cores"},
    {"stmatrix.", "", "storing a matrix of tensor cores"},
    {"movmatrix.", "", "a matrix of tensor cores"},
    {"cp.async.bulk", "", "a bulk copy from shared memory, or of a tensor map"},
    {"cp.reduce.async.bulk", "", "a bulk reduction (cuda::ptx::cp_reduce_async_bulk)"},
    {"cp.async.mbarrier", "", "cuda::memcpy_async with a cuda::barrier"},
    {"mbarrier.", "", "cuda::barrier or cuda::pipeline"},
    {"st.async", "", "a store to another block of the cluster (cuda::ptx::st_async)"},
    {"red.async", "", "a reduction in another block of the cluster (cuda::ptx::red_async)"},
    {"barrier.cluster", "", "a cluster of thread blocks (cooperative_groups::this_cluster)"},
    {"mapa", "", "distributed shared memory (cluster.map_shared_rank)"},
    {"getctarank", "", "a cluster of thread blocks (cooperative_groups::this_cluster)"},
    {"", "%cluster", "a cluster of thread blocks (cooperative_groups::this_cluster)"},
    {"", "%is_explicit_cluster", "a cluster of thread blocks (cooperative_groups::this_cluster)"},
    {"", "%envreg", "a register of the driver's (%envreg)"},
    {"multimem.", "", "multicast memory of several GPUs"},
    {"tensormap.", "", "a tensor map (CUtensorMap)"},
    {"tex.", "", "a texture (tex1D, tex2D, tex3D, tex1Dfetch...)"},
    {"tld4.", "", "a texture (tex2Dgather)"},
    {"txq.", "", "a texture's properties"},
    {"suld.", "", "a surface (surf1Dread, surf2Dread...)"},
    {"sust.", "", "a surface (surf1Dwrite, surf2Dwrite...)"},
    {"sured.", "", "a surface reduction"},
    {"suq.", "", "a surface's properties"},
    {"istypep", "", "a texture or surface reference"},
    {"alloca", "", "alloca() or an array of variable length"},
    {"stacksave", "", "alloca() or an array of variable length"},
    {"stackrestore", "", "alloca() or an array of variable length"},
    {"cvt.rs.", "", "stochastic rounding"},
    {"", ".e4m3", "8-bit floating point (__nv_fp8_e4m3)"},
    {"", ".e5m2", "8-bit floating point (__nv_fp8_e5m2)"},
    {"", ".e2m3", "6-bit floating point (__nv_fp6_e2m3)"},
    {"", ".e3m2", "6-bit floating point (__nv_fp6_e3m2)"},
    {"", ".e2m1", "4-bit floating point (__nv_fp4_e2m1)"},
    {"", ".ue8m0", "8-bit scale factors (__nv_fp8_e8m0)"},
    {"", ".tf32", "tensor cores' TF32 (__float_to_tf32)"},
    {"", ".b128", "a 16-byte atomic (atomicCAS or atomicExch of a 16-byte type) or __int128 assembly"},
    {"atom", ".v2.f32", "atomicAdd of a float2"},
    {"red", ".v2.f32", "atomicAdd of a float2"},
    {"atom", ".v4.f32", "atomicAdd of a float4"},
    {"red", ".v4.f32", "atomicAdd of a float4"},
    {"redux.sync.", "f32", "a warp reduction of floats (__reduce_min_sync on a float)"},
    {"clusterlaunchcontrol", "", "work stealing between clusters"},
};

const char *sim_construct(const char *text) {
    if (*text == '@') { /* skip the guard */
        text += strcspn(text, " \t");
        text += strspn(text, " \t");
    }
    for (size_t i = 0; i < sizeof constructs / sizeof *constructs; i++)
        if (strncmp(text, constructs[i].start, strlen(constructs[i].start)) == 0 &&
            strstr(text, constructs[i].within) != NULL)
            return constructs[i].name;
    return NULL;
}
