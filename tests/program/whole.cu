// Many parts of the runtime in one program that is right: nothing may be found in it.
#include <cassert>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t error = (call);                                                                                    \
        if (error != cudaSuccess) {                                                                                    \
            printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));                                      \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

struct Line {
    float slope, offset;
    int n;
};

__device__ int counter;
__device__ int counted = 5;
__constant__ float factors[4];
__managed__ int managed_sum;

__global__ void line(float *out, Line how) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < how.n) out[i] = how.slope * i + how.offset;
}

template <typename T> __global__ void scale(T *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= factors[i % 4];
}

__global__ void count(void) {
    atomicAdd(&counter, 1);
    if (threadIdx.x == 0 && blockIdx.x == 0) counted++;
}

__global__ void sum(const float *in, float *out, int n) {
    extern __shared__ float part[];
    int t = threadIdx.x;
    float mine = 0;
    for (int i = t; i < n; i += blockDim.x) mine += in[i];
    part[t] = mine;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0) *out = part[0];
}

__global__ void transpose(float *out, const float *in, size_t out_pitch, size_t in_pitch, int rows, int columns) {
    int x = threadIdx.x, y = threadIdx.y;
    if (y < rows && x < columns)
        ((float *)((char *)out + x * out_pitch))[y] = ((const float *)((const char *)in + y * in_pitch))[x];
}

__global__ void add_managed(void) {
    atomicAdd(&managed_sum, (int)threadIdx.x);
}

__global__ void greet(void) {
    printf("thread %d greets\n", threadIdx.x);
}

static int lines() {
    const int n = 1000;
    float host[n], *device, total, *result;
    const float four[4] = {1, 2, 3, 4};
    CHECK(cudaMalloc(&device, sizeof host));
    CHECK(cudaMalloc(&result, sizeof *result));
    CHECK(cudaMemcpyToSymbol(factors, four, sizeof four));
    line<<<(n + 127) / 128, 128>>>(device, Line{2, 1, n});
    CHECK(cudaGetLastError());
    scale<float><<<(n + 127) / 128, 128>>>(device, n);
    CHECK(cudaGetLastError());
    sum<<<1, 256, 256 * sizeof(float)>>>(device, result, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&total, result, sizeof total, cudaMemcpyDefault));
    printf("host[7] = %g, sum = %.0f\n", host[7], total);
    CHECK(cudaFree(device));
    CHECK(cudaFree(result));
    return 0;
}

static int variables() {
    int value;
    size_t size;
    void *address;
    count<<<4, 64>>>();
    count<<<4, 64>>>();
    CHECK(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    printf("counter = %d\n", value);
    CHECK(cudaMemcpyFromSymbol(&value, counted, sizeof value));
    printf("counted = %d\n", value);
    CHECK(cudaGetSymbolSize(&size, factors));
    CHECK(cudaGetSymbolAddress(&address, counter));
    CHECK(cudaMemset(address, 0, sizeof(int)));
    CHECK(cudaMemcpyFromSymbol(&value, counter, sizeof value));
    printf("factors has %zu bytes, counter is %d again\n", size, value);
    return 0;
}

static int pitched() {
    const int rows = 5, columns = 7;
    float in[rows][columns], out[columns][rows], *a, *b;
    size_t a_pitch, b_pitch;
    for (int i = 0; i < rows * columns; i++) (&in[0][0])[i] = i;
    CHECK(cudaMallocPitch(&a, &a_pitch, columns * sizeof(float), rows));
    CHECK(cudaMallocPitch(&b, &b_pitch, rows * sizeof(float), columns));
    CHECK(cudaMemcpy2D(a, a_pitch, in, sizeof in[0], sizeof in[0], rows, cudaMemcpyHostToDevice));
    transpose<<<1, dim3(8, 8)>>>(b, a, b_pitch, a_pitch, rows, columns);
    CHECK(cudaMemcpy2D(out, sizeof out[0], b, b_pitch, sizeof out[0], columns, cudaMemcpyDeviceToHost));
    printf("in[2][3] = %g, out[3][2] = %g\n", in[2][3], out[3][2]);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    return 0;
}

static int streams() {
    const int n = 256;
    float *host, *device, time;
    cudaStream_t stream;
    cudaEvent_t begin, end;
    CHECK(cudaMallocHost(&host, n * sizeof(float)));
    CHECK(cudaMalloc(&device, n * sizeof(float)));
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    for (int i = 0; i < n; i++) host[i] = 1;
    CHECK(cudaEventRecord(begin, stream));
    CHECK(cudaMemcpyAsync(device, host, n * sizeof(float), cudaMemcpyHostToDevice, stream));
    scale<float><<<1, n, 0, stream>>>(device, n);
    CHECK(cudaMemcpyAsync(host, device, n * sizeof(float), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaEventRecord(end, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaEventElapsedTime(&time, begin, end));
    printf("host[3] = %g, and time goes %s\n", host[3], time >= 0 ? "on" : "back");
    CHECK(cudaEventDestroy(begin));
    CHECK(cudaEventDestroy(end));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(host));
    return 0;
}

static int managed() {
    int *data;
    CHECK(cudaMallocManaged(&data, 64));
    memset(data, 0, 64);
    data[3] = 4;
    add_managed<<<1, 32>>>();
    CHECK(cudaDeviceSynchronize());
    printf("managed_sum = %d, data[3] = %d\n", managed_sum, data[3]);
    CHECK(cudaFree(data));
    return 0;
}

static int device() {
    int count, blocks;
    cudaDeviceProp properties;
    cudaFuncAttributes attributes;
    CHECK(cudaGetDeviceCount(&count));
    CHECK(cudaGetDeviceProperties(&properties, 0));
    CHECK(cudaFuncGetAttributes(&attributes, scale<float>));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale<float>, 256, 0));
    printf("%d device, %s, %d.%d, %d multiprocessors, %d threads\n", count, properties.name, properties.major,
           properties.minor, properties.multiProcessorCount, properties.maxThreadsPerBlock);
    printf("%d threads at most, %d blocks of 256\n", attributes.maxThreadsPerBlock, blocks);
    printf("%s: %s\n", cudaGetErrorName(cudaErrorInvalidValue), cudaGetErrorString(cudaErrorInvalidValue));
    return 0;
}

int main(int argc, char **argv) {
    if (argc > 1) printf("argument %s\n", argv[1]);
    if (lines() || variables() || pitched() || streams() || managed() || device()) return 1;
    greet<<<1, 3>>>();
    CHECK(cudaDeviceSynchronize());
    return 0;
}
