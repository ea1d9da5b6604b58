#pragma once
/* What a kernel can use of the driver's interface. */
#if defined(__CUDACC_VER_MAJOR__) && !defined(CUDA_VERSION)
#define CUDA_VERSION (__CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10)
#endif
typedef unsigned long long CUdeviceptr;
typedef struct CUtensorMap_st { alignas(64) unsigned long long opaque[16]; } CUtensorMap;
