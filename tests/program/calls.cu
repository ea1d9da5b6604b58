// What calls answer that are wrong, or at an edge of what is allowed. The argument says which calls.
//
// ../hardware/runtime_calls_h200.txt is what an H200 answers.
#include "calls.h"

__global__ void dynamic(int *out) {
    extern __shared__ int words[];
    words[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (out) out[threadIdx.x] = words[threadIdx.x ^ 1];
}
__global__ void fixed(int *out) {
    __shared__ int words[10000];
    words[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (out) out[threadIdx.x] = words[threadIdx.x ^ 1];
}
__global__ void __launch_bounds__(128) bounded(int *out) {
    out[threadIdx.x] = 1;
}
__device__ int variable[4];
__constant__ int constants[4];
__managed__ int managed[4];

#if CUDART_VERSION >= 13000
// clang-format off
#define AT cudaMemLocation{cudaMemLocationTypeDevice, 0}
#define PLACE AT, 0, 0
// clang-format on
#else
#define AT 0
#define PLACE 0, 0
#endif
static void *null = nullptr;

static void launches() {
    LAUNCH(fill<<<0, 32>>>(device));
    LAUNCH(fill<<<1, 0>>>(device));
    LAUNCH(fill<<<1, 1024>>>(device));
    LAUNCH(fill<<<1, 1025>>>(device));
    LAUNCH(fill<<<dim3(1, 65535), 1>>>(device));
    LAUNCH(fill<<<dim3(1, 65536), 1>>>(device));
    LAUNCH(fill<<<dim3(1, 1, 65536), 1>>>(device));
    LAUNCH(fill<<<1, dim3(1, 1, 64)>>>(device));
    LAUNCH(fill<<<1, dim3(1, 1, 65)>>>(device));
    LAUNCH(dynamic<<<1, 32, 49152>>>(device));
    LAUNCH(dynamic<<<1, 32, 49153>>>(device));
    LAUNCH(fixed<<<1, 32, 9152>>>(device));
    LAUNCH(fixed<<<1, 32, 9153>>>(device));
    LAUNCH(fill<<<1, 32, 49153>>>(device));
    LAUNCH(bounded<<<1, 128>>>(device));
    LAUNCH(bounded<<<1, 129>>>(device));
    ASK(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448));
    LAUNCH(dynamic<<<1, 32, 232448>>>(device));
    LAUNCH(dynamic<<<1, 32, 232449>>>(device));
    ASK(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 232449));
    ASK(cudaFuncSetAttribute(fixed, cudaFuncAttributeMaxDynamicSharedMemorySize, 192448));
    ASK(cudaFuncSetAttribute(fixed, cudaFuncAttributeMaxDynamicSharedMemorySize, 192449));
    ASK(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
    ASK(cudaFuncSetAttribute(dynamic, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    ASK(cudaFuncSetAttribute(dynamic, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
    ASK(cudaFuncSetAttribute(null, cudaFuncAttributeMaxDynamicSharedMemorySize, 0));
    cudaFuncAttributes attributes;
    ASK(cudaFuncGetAttributes(&attributes, (const void *)&managed));
    ASK(cudaFuncGetAttributes(&attributes, (const void *)bounded));
    printf("%d threads, %zu shared, %d dynamic\n", attributes.maxThreadsPerBlock, attributes.sharedSizeBytes,
           attributes.maxDynamicSharedSizeBytes);
    ASK(cudaFuncGetAttributes(&attributes, (const void *)fixed));
    printf("%d threads, %zu shared, %d dynamic\n", attributes.maxThreadsPerBlock, attributes.sharedSizeBytes,
           attributes.maxDynamicSharedSizeBytes);
    int blocks = 77, size = 77, least = 77;
    ASK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 0, 0));
    printf("%d\n", blocks);
    ASK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 1025, 0));
    printf("%d\n", blocks);
    ASK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 1024, 0));
    printf("%d\n", blocks);
    ASK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 256, 0));
    printf("%d\n", blocks);
    ASK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill, 32, 60000));
    printf("%d\n", blocks);
    ASK(cudaOccupancyMaxPotentialBlockSize(&least, &size, fill, 0, 0));
    printf("%d %d\n", least, size);
    ASK(cudaOccupancyMaxPotentialBlockSize(&least, &size, bounded, 0, 0));
    printf("%d %d\n", least, size);
    void *arguments[] = {&device};
    ASK(cudaLaunchKernel((const void *)fill, dim3(1), dim3(32), arguments, 0, 0));
    ASK(cudaLaunchKernel((const void *)&managed, dim3(1), dim3(32), arguments, 0, 0));
    ASK(cudaLaunchKernel((const void *)fill, dim3(1), dim3(2048), arguments, 0, 0));
    ASK(cudaLaunchCooperativeKernel((const void *)fill, dim3(1), dim3(2048), arguments, 0, 0));
    ASK(cudaLaunchCooperativeKernel((const void *)fill, dim3(100000), dim3(32), arguments, 0, 0));
    ASK(cudaDeviceSynchronize());
}

static void memory() {
    void *p = (void *)7;
    ASK(cudaMalloc(&p, 0));
    printf("%d\n", p == nullptr);
    ASK(cudaMalloc((void **)nullptr, 4));
    ASK(cudaMalloc(&p, (size_t)1 << 50));
    ASK(cudaMallocManaged(&p, 0));
    ASK(cudaMallocManaged(&p, 16, 0));
    ASK(cudaMallocManaged(&p, 16, 3));
    ASK(cudaMallocManaged(&p, 16, cudaMemAttachHost));
    ASK(cudaFree(p));
    p = (void *)7;
    ASK(cudaMallocHost(&p, 0));
    printf("%d\n", p == nullptr);
    ASK(cudaHostAlloc(&p, 16, 64));
    ASK(cudaHostAlloc(&p, 16, cudaHostAllocMapped | cudaHostAllocPortable));
    ASK(cudaFreeHost(p));
    ASK(cudaFree(nullptr));
    ASK(cudaFree(pageable));
    ASK(cudaFree(pinned + 1));
    ASK(cudaFree(device + 1));
    ASK(cudaFreeHost(nullptr));
    ASK(cudaFreeHost(device));
    ASK(cudaFreeHost(pageable));
    ASK(cudaFreeHost(pinned + 4));
    ASK(cudaMalloc(&p, 16));
    ASK(cudaFree(p));
    ASK(cudaFree(p));
    ASK(cudaMallocHost(&p, 16));
    ASK(cudaFreeHost(p));
    ASK(cudaFreeHost(p));
    ASK(cudaFree(pinned));
    ASK(cudaMallocHost(&pinned, 4096));
    ASK(cudaMemset(device, 1, 4096));
    ASK(cudaMemset(device, 1, 4097));
    ASK(cudaMemset(nullptr, 1, 4));
    ASK(cudaMemset(nullptr, 1, 0));
    ASK(cudaMemset(pageable, 1, 4));
    ASK(cudaMemset(pinned, 1, 4));
    ASK(cudaMemset2D(device, 64, 1, 65, 2));
    ASK(cudaMemset2D(device, 64, 1, 64, 65));
    ASK(cudaMemset2D(device, 64, 1, 64, 64));
    ASK(cudaMemcpy(device, pageable, 4096, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy(device, pageable, 4096, cudaMemcpyDeviceToHost));
    ASK(cudaMemcpy(device, pageable, 4096, cudaMemcpyDeviceToDevice));
    ASK(cudaMemcpy(device, pageable, 4096, cudaMemcpyHostToHost));
    ASK(cudaMemcpy(device, pageable, 4096, cudaMemcpyDefault));
    ASK(cudaMemcpy(device, pageable, 4096, (cudaMemcpyKind)9));
    ASK(cudaMemcpy(device, pageable, 4100, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy(device + 1, pageable, 4096, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy(pageable, device, 4100, cudaMemcpyDeviceToHost));
    ASK(cudaMemcpy(nullptr, pageable, 4, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy(device, nullptr, 4, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy(pinned, pageable, 4, cudaMemcpyHostToHost));
    ASK(cudaMemcpy(pinned, pageable, 4, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy(pinned, device, 4, cudaMemcpyDeviceToDevice));
    ASK(cudaMemcpy(pinned, device, 4, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy(pageable, pageable + 8, 4, cudaMemcpyDefault));
    ASK(cudaMemcpy(uni, pageable, 4, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy(uni, pageable, 4, cudaMemcpyHostToHost));
    ASK(cudaMemcpy(pageable, uni, 4, cudaMemcpyHostToHost));
    ASK(cudaMemcpy(uni, pinned, 4, cudaMemcpyDeviceToDevice));
    ASK(cudaMemcpyAsync(device, pageable, 4096, cudaMemcpyHostToDevice, 0));
    ASK(cudaMemcpyAsync(device, pinned, 4096, cudaMemcpyDeviceToHost, 0));
    ASK(cudaMemcpy2D(device, 64, pageable, 64, 64, 64, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy2D(device, 64, pageable, 64, 65, 2, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy2D(device, 64, pageable, 32, 64, 2, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy2D(device, 64, pageable, 64, 64, 65, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy2D(device, 64, pageable, 64, 0, 65, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy2D(device, (size_t)1 << 32, pageable, 64, 4, 1, cudaMemcpyHostToDevice));
    ASK(cudaMemcpyToSymbol(variable, pageable, 16));
    ASK(cudaMemcpyToSymbol(variable, pageable, 16, 4));
    ASK(cudaMemcpyToSymbol(variable, pageable, 4, 12));
    ASK(cudaMemcpyToSymbol(variable, pageable, 4, 13));
    ASK(cudaMemcpyToSymbol(variable, pageable, 4, 0, cudaMemcpyDeviceToHost));
    ASK(cudaMemcpyFromSymbol(pageable, constants, 20));
    ASK(cudaMemcpyFromSymbol(pageable, constants, 16, 0, cudaMemcpyHostToDevice));
    ASK(cudaMemcpyFromSymbol(pageable, managed, 16));
    ASK(cudaMemcpyToSymbol(*(int *)pageable, pageable, 4));
    ASK(cudaGetSymbolAddress(&p, *(int *)pageable));
    size_t bytes = 0;
    ASK(cudaGetSymbolSize(&bytes, variable));
    printf("%zu\n", bytes);
    void *q = nullptr;
    ASK(cudaHostGetDevicePointer(&q, pageable, 0));
    ASK(cudaHostGetDevicePointer(&q, pinned, 0));
    printf("%d\n", q == pinned);
    ASK(cudaHostGetDevicePointer(&q, device, 0));
    ASK(cudaHostGetDevicePointer(&q, pinned + 4, 0));
    printf("%d\n", q == pinned + 4);
    unsigned flags = 77;
    ASK(cudaHostGetFlags(&flags, pinned));
    printf("%u\n", flags);
    ASK(cudaHostGetFlags(&flags, pageable));
    cudaPointerAttributes a;
    int local;
    struct {
        const char *name;
        void *p;
    } all[] = {{"device", device}, {"inside", device + 100}, {"behind", device + 1024},
               {"pinned", pinned}, {"managed", uni},         {"pageable", pageable},
               {"local", &local},  {"null", nullptr},        {"variable managed", managed}};
    for (auto &one : all) {
        memset(&a, 0x77, sizeof a);
        cudaError_t e = cudaPointerGetAttributes(&a, one.p);
        printf("%s: %s, type %d, device %d, %d %d\n", one.name, cudaGetErrorName(e), a.type, a.device,
               a.devicePointer == one.p, a.hostPointer == one.p);
        cudaGetLastError();
    }
    ASK(cudaHostRegister(pageable, 4096, 0));
    ASK(cudaHostUnregister(pageable));
    ASK(cudaHostRegister(pageable, 0, 0));
    ASK(cudaHostRegister(nullptr, 16, 0));
    ASK(cudaHostRegister(device, 16, 0));
    ASK(cudaHostRegister(pinned, 16, 0));
    ASK(cudaHostUnregister(pinned));
    ASK(cudaHostUnregister(device));
    ASK(cudaHostUnregister(nullptr));
    size_t pitch = 0;
    ASK(cudaMallocPitch(&p, &pitch, 1, 1));
    printf("%zu\n", pitch);
    ASK(cudaFree(p));
    ASK(cudaMallocPitch(&p, &pitch, 513, 3));
    printf("%zu\n", pitch);
    ASK(cudaFree(p));
    ASK(cudaMallocPitch(&p, &pitch, 0, 3));
    printf("%zu\n", pitch);
    ASK(cudaMallocPitch(&p, &pitch, 16, 0));
    cudaPitchedPtr box;
    ASK(cudaMalloc3D(&box, make_cudaExtent(100, 3, 2)));
    printf("%zu %zu %zu\n", box.pitch, box.xsize, box.ysize);
    ASK(cudaFree(box.ptr));
    ASK(cudaMalloc3D(&box, make_cudaExtent(0, 3, 2)));
    ASK(cudaMemPrefetchAsync(device, 16, PLACE));
    ASK(cudaMemPrefetchAsync(uni, 16, PLACE));
    ASK(cudaMemPrefetchAsync(uni, 1 << 20, PLACE));
    ASK(cudaMemPrefetchAsync(uni, 0, PLACE));
    ASK(cudaMemAdvise(uni, 16, cudaMemAdviseSetReadMostly, AT));
    ASK(cudaMemAdvise(device, 16, cudaMemAdviseSetReadMostly, AT));
    ASK(cudaMallocAsync(&p, 16, 0));
    ASK(cudaFreeAsync(p, 0));
    ASK(cudaFreeAsync(p, 0));
    ASK(cudaFreeAsync(nullptr, 0));
    ASK(cudaMallocAsync(&p, 0, 0));
    ASK(cudaMallocAsync(&p, 16, 0));
    ASK(cudaFree(p));
    ASK(cudaFreeAsync(pageable, 0));
    ASK(cudaMalloc(&p, 16));
    ASK(cudaFreeAsync(p, 0));
    ASK(cudaDeviceSynchronize());
}

static void order() {
    cudaStream_t s;
    cudaEvent_t a, b, untimed;
    float ms = -1;
    ASK(cudaStreamCreateWithFlags(&s, 5));
    ASK(cudaStreamCreate(&s));
    ASK(cudaEventCreate(&a));
    ASK(cudaEventCreate(&b));
    ASK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    ASK(cudaEventCreateWithFlags(&b, 64));
    ASK(cudaEventQuery(a));
    ASK(cudaEventSynchronize(a));
    ASK(cudaStreamWaitEvent(s, a, 0));
    ASK(cudaEventElapsedTime(&ms, a, b));
    ASK(cudaEventRecord(a, s));
    ASK(cudaEventElapsedTime(&ms, a, b));
    ASK(cudaStreamSynchronize(s));
    ASK(cudaEventElapsedTime(&ms, a, b));
    ASK(cudaEventRecord(untimed));
    ASK(cudaEventRecord(b));
    ASK(cudaEventSynchronize(b));
    ASK(cudaEventElapsedTime(&ms, a, untimed));
    ASK(cudaEventElapsedTime(&ms, untimed, b));
    ASK(cudaEventElapsedTime(nullptr, a, b));
    ASK(cudaEventElapsedTime(&ms, b, a));
    printf("%d\n", ms <= 0);
    ASK(cudaEventElapsedTime(&ms, a, a));
    printf("%g\n", ms);
    ASK(cudaEventRecord(nullptr));
    ASK(cudaEventQuery(nullptr));
    ASK(cudaEventSynchronize(nullptr));
    ASK(cudaEventDestroy(nullptr));
    ASK(cudaStreamWaitEvent(s, nullptr, 0));
    ASK(cudaStreamWaitEvent(s, a, 9));
    ASK(cudaStreamDestroy(nullptr));
    ASK(cudaStreamDestroy(cudaStreamLegacy));
    ASK(cudaStreamDestroy(cudaStreamPerThread));
    ASK(cudaStreamSynchronize(nullptr));
    ASK(cudaStreamQuery(cudaStreamPerThread));
    ASK(cudaLaunchHostFunc(s, nullptr, nullptr));
    ASK(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, 100));
    int priority = 7;
    ASK(cudaStreamGetPriority(s, &priority));
    printf("%d\n", priority);
    ASK(cudaStreamCreateWithPriority(&s, 0, -100));
    ASK(cudaStreamGetPriority(s, &priority));
    printf("%d\n", priority);
    ASK(cudaStreamAttachMemAsync(s, uni));
    ASK(cudaStreamAttachMemAsync(s, device));
}

static void devices() {
    int n = 77;
    cudaDeviceProp prop;
    size_t size = 0;
    unsigned flags = 77;
    ASK(cudaGetDeviceCount(&n));
    printf("%d\n", n);
    ASK(cudaSetDevice(1));
    ASK(cudaSetDevice(-1));
    ASK(cudaSetDevice(0));
    ASK(cudaGetDeviceProperties(&prop, 1));
    ASK(cudaDeviceGetAttribute(&n, (cudaDeviceAttr)0, 0));
    ASK(cudaDeviceGetAttribute(&n, (cudaDeviceAttr)9999, 0));
    ASK(cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 3));
    ASK(cudaDeviceCanAccessPeer(&n, 0, 0));
    printf("%d\n", n);
    ASK(cudaDeviceCanAccessPeer(&n, 0, 1));
    ASK(cudaDeviceEnablePeerAccess(0, 0));
    ASK(cudaDeviceEnablePeerAccess(1, 0));
    ASK(cudaDeviceDisablePeerAccess(0));
    ASK(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
    ASK(cudaSetDeviceFlags(0xffff));
    ASK(cudaGetDeviceFlags(&flags));
    printf("%u\n", flags);
    ASK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
    ASK(cudaDeviceGetLimit(&size, cudaLimitMallocHeapSize));
    printf("%zu\n", size);
    ASK(cudaDeviceGetLimit(&size, cudaLimitStackSize));
    printf("%zu\n", size);
    ASK(cudaDeviceGetLimit(&size, cudaLimitPrintfFifoSize));
    printf("%zu\n", size);
    ASK(cudaDeviceSetLimit((cudaLimit)99, 1));
    ASK(cudaDeviceGetLimit(&size, (cudaLimit)99));
    ASK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    cudaFuncCache c;
    ASK(cudaDeviceGetCacheConfig(&c));
    printf("%d\n", c);
    ASK(cudaDeviceSetCacheConfig((cudaFuncCache)9));
    ASK(cudaFuncSetCacheConfig(fill, cudaFuncCachePreferShared));
    ASK(cudaDriverGetVersion(nullptr));
    ASK(cudaRuntimeGetVersion(nullptr));
    ASK(cudaMemGetInfo(nullptr, nullptr));
    ASK(cudaChooseDevice(&n, &prop));
    printf("%d\n", n);
    char bus[32];
    ASK(cudaDeviceGetByPCIBusId(&n, "nonsense"));
    ASK(cudaDeviceGetPCIBusId(bus, 3, 0));
    printf("%s | %s | %s\n", cudaGetErrorName((cudaError_t)12345), cudaGetErrorString((cudaError_t)12345),
           cudaGetErrorString(cudaErrorIllegalAddress));
}

static void textures() {
    cudaArray_t array = nullptr, floats = nullptr;
    cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>(), ones = cudaCreateChannelDesc<float>(),
                          threes = cudaCreateChannelDesc<float3>();
    ASK(cudaMallocArray(&array, &ints, 8, 4));
    ASK(cudaMallocArray(&floats, &ones, 8, 4));
    cudaArray_t odd = nullptr;
    ASK(cudaMallocArray(&odd, &threes, 8, 4));
    ASK(cudaMallocArray(&odd, &ones, 0, 4));
    ASK(cudaMallocArray(&odd, &ones, 1 << 20, 4));
    cudaResourceDesc r = {};
    cudaTextureDesc t = {};
    cudaTextureObject_t o = 0;
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    printf("texture 1: ");
    ASK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    ASK(cudaDestroyTextureObject(o));
    t.filterMode = cudaFilterModeLinear;
    printf("texture 2: ");
    ASK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    t.readMode = cudaReadModeNormalizedFloat;
    printf("texture 3: ");
    ASK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    r.res.array.array = floats;
    printf("texture 4: ");
    ASK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    t.readMode = cudaReadModeElementType;
    printf("texture 5: ");
    ASK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    t.addressMode[0] = cudaAddressModeWrap;
    printf("texture 6: ");
    ASK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    t.addressMode[0] = cudaAddressModeMirror;
    t.normalizedCoords = 1;
    printf("texture 7: ");
    ASK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    t = {};
    r = {};
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = device;
    r.res.linear.desc = ones;
    r.res.linear.sizeInBytes = 64;
    printf("texture 8: ");
    ASK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    r.res.linear.devPtr = device + 1;
    printf("texture 9: ");
    ASK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    r.res.linear.devPtr = device + 4;
    printf("texture 10: ");
    ASK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    r.res.linear.devPtr = device;
    r.res.linear.sizeInBytes = 8192;
    printf("texture 11: ");
    ASK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    r.res.linear.sizeInBytes = 64;
    t.normalizedCoords = 1;
    printf("texture 13: ");
    ASK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    t = {};
    t.filterMode = cudaFilterModeLinear;
    printf("texture 14: ");
    ASK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    t = {};
    r = {};
    r.resType = cudaResourceTypePitch2D;
    r.res.pitch2D.devPtr = device;
    r.res.pitch2D.desc = ones;
    r.res.pitch2D.width = 8;
    r.res.pitch2D.height = 4;
    r.res.pitch2D.pitchInBytes = 64;
    printf("texture 15: ");
    ASK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    r.res.pitch2D.pitchInBytes = 48;
    printf("texture 16: ");
    ASK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    r.res.pitch2D.pitchInBytes = 32;
    printf("texture 17: ");
    ASK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    r.res.pitch2D.pitchInBytes = 16;
    printf("texture 18: ");
    ASK(cudaCreateTextureObject(&o, &r, &t, nullptr));
    ASK(cudaDestroyTextureObject(0));
    printf("texture 19: ");
    ASK(cudaCreateTextureObject(nullptr, &r, &t, nullptr));
    cudaSurfaceObject_t s;
    r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = floats;
    ASK(cudaCreateSurfaceObject(&s, &r));
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = device;
    r.res.linear.desc = ones;
    r.res.linear.sizeInBytes = 64;
    ASK(cudaCreateSurfaceObject(&s, &r));
    ASK(cudaMemcpy2DToArray(floats, 0, 0, pageable, 32, 32, 4, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy2DToArray(floats, 4, 0, pageable, 32, 32, 4, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy2DToArray(floats, 4, 1, pageable, 32, 28, 3, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy2DToArray(floats, 0, 1, pageable, 32, 32, 4, cudaMemcpyHostToDevice));
    ASK(cudaMemcpy2DToArray(floats, 0, 0, pageable, 16, 32, 4, cudaMemcpyHostToDevice));
    ASK(cudaFreeArray(nullptr));
    ASK(cudaFreeArray(array));
    ASK(cudaFreeArray(floats));
}

// Positions and extents of copies of boxes.
static void boxes() {
    enum { W = 8, H = 4, D = 3 };
    cudaChannelFormatDesc ones = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMalloc3DArray(&array, &ones, make_cudaExtent(W, H, D));
    static float host[D][H][W];
    for (int z = 0; z < D; z++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) host[z][y][x] = 100 * z + 10 * y + x;
    cudaMemcpy3DParms all = {};
    all.srcPtr = make_cudaPitchedPtr(host, sizeof host[0][0], W, H);
    all.dstArray = array;
    all.extent = make_cudaExtent(W, H, D);
    all.kind = cudaMemcpyHostToDevice;
    ASK(cudaMemcpy3D(&all));
    cudaPitchedPtr pitched;
    cudaMalloc3D(&pitched, make_cudaExtent(W * sizeof(float), H, D));
    for (int position = 0; position < 9; position++) {
        cudaMemset3D(pitched, 0, make_cudaExtent(W * sizeof(float), H, D));
        cudaMemcpy3DParms into = {};
        into.srcArray = array;
        into.srcPos = make_cudaPos(1, 1, 1);
        into.dstPtr = pitched;
        into.dstPos = make_cudaPos(position, 1, 0);
        into.extent = make_cudaExtent(3, 2, 2);
        into.kind = cudaMemcpyDeviceToDevice;
        cudaError_t e = cudaMemcpy3D(&into);
        static float back[D][H][128];
        cudaMemcpy2D(back, 512, pitched.ptr, pitched.pitch, 512, H * D, cudaMemcpyDeviceToHost);
        int at = -1;
        for (int x = 0; x < 128; x++)
            if (back[0][1][x] == 111) at = x;
        printf("to x %d: %s, float %d\n", position, cudaGetErrorName(e), at);
        cudaGetLastError();
    }
    for (int position = 0; position < 9; position++) {
        float out[2][3] = {};
        cudaMemcpy3DParms from = {};
        from.srcPtr = make_cudaPitchedPtr(host, sizeof host[0][0], W, H);
        from.srcPos = make_cudaPos(position, 1, 1);
        from.dstArray = array;
        from.dstPos = make_cudaPos(0, 0, 0);
        from.extent = make_cudaExtent(3, 2, 1);
        from.kind = cudaMemcpyHostToDevice;
        cudaError_t e = cudaMemcpy3D(&from);
        cudaMemcpy3DParms back = {};
        back.srcArray = array;
        back.dstPtr = make_cudaPitchedPtr(out, sizeof out[0], 3, 2);
        back.extent = make_cudaExtent(3, 2, 1);
        back.kind = cudaMemcpyDeviceToHost;
        cudaMemcpy3D(&back);
        printf("from x %d: %s, %g %g, %g\n", position, cudaGetErrorName(e), out[0][0], out[0][2], out[1][0]);
        cudaGetLastError();
    }
    for (int position = 0; position < 9; position += 4) { // no array
        float out[2][3] = {};
        cudaMemcpy3DParms from = {};
        from.srcPtr = make_cudaPitchedPtr(host, sizeof host[0][0], W, H);
        from.srcPos = make_cudaPos(position, 1, 1);
        from.dstPtr = make_cudaPitchedPtr(out, sizeof out[0], 3, 2);
        from.extent = make_cudaExtent(12, 2, 1);
        from.kind = cudaMemcpyHostToHost;
        cudaError_t e = cudaMemcpy3D(&from);
        printf("host from x %d: %s, %g %g, %g\n", position, cudaGetErrorName(e), out[0][0], out[0][2], out[1][0]);
        cudaGetLastError();
    }
    cudaMemcpy3DParms p = all;
    p.extent = make_cudaExtent(W + 1, H, D);
    ASK(cudaMemcpy3D(&p));
    p = all;
    p.extent.depth = 0;
    ASK(cudaMemcpy3D(&p));
    p = all;
    p.srcArray = array;
    ASK(cudaMemcpy3D(&p));
    p = all;
    p.srcPtr.ptr = nullptr;
    ASK(cudaMemcpy3D(&p));
    p = all;
    p.dstPos = make_cudaPos(0, 0, 1);
    ASK(cudaMemcpy3D(&p));
    p = all;
    p.kind = cudaMemcpyDeviceToHost;
    ASK(cudaMemcpy3D(&p));
    cudaExtent extent;
    cudaChannelFormatDesc format;
    unsigned flags;
    ASK(cudaArrayGetInfo(&format, &extent, &flags, array));
    printf("%zu %zu %zu, %d, %u\n", extent.width, extent.height, extent.depth, format.x, flags);
    ASK(cudaFreeArray(array));
    ASK(cudaFree(pitched.ptr));
}

static void missed() {
    cudaMalloc((void **)nullptr, 4);
    ASK(cudaPeekAtLastError());
    cudaMalloc((void **)nullptr, 4);
    cudaDeviceSynchronize();
    ASK(cudaPeekAtLastError());
    cudaMalloc((void **)nullptr, 4);
    fill<<<1, 32>>>(device);
    ASK(cudaPeekAtLastError());
    fill<<<1, 2048>>>(device);
    fill<<<1, 32>>>(device);
    ASK(cudaPeekAtLastError());
    fill<<<1, 2048>>>(device);
    ASK(cudaDeviceSynchronize());
    fill<<<1, 2048>>>(device);
    void *p;
    cudaError_t e = cudaMalloc(&p, 4);
    printf("%s\n", cudaGetErrorName(e));
    ASK(cudaGetLastError());
    fill<<<1, 2048>>>(device);
    cudaSetDevice(3);
    ASK(cudaGetLastError());
    cudaStreamQuery(0);
    fill<<<1, 32>>>(device);
    cudaDeviceSynchronize();
    ASK(cudaGetLastError());
}

int main(int argc, char **argv) {
    const char *which = begin(argc, argv);
    if (!strcmp(which, "launches")) launches();
    if (!strcmp(which, "memory")) memory();
    if (!strcmp(which, "order")) order();
    if (!strcmp(which, "devices")) devices();
    if (!strcmp(which, "textures")) textures();
    if (!strcmp(which, "boxes")) boxes();
    if (!strcmp(which, "missed")) missed();
    return 0;
}
