// The times that lessons 15 ("how-slow") and 19 quote, by the GPU's clock (events), as the program measures them: kernels
// are the median of 20 launches, each after a write of twice the L2 cache; copies, and the whole from the first copy in to
// the last copy out, are the median of 5 repetitions after one that warms up. Printed as CSV, all of it ROUNDS times over:
// in which round, which kernel, its argument, where the host's memory lies (none: no copies), in how many pieces with a
// stream each, then milliseconds of the kernel, of copying in and out, of the whole, and GB/s of copying in and out.
//
//     nvcc -O3 -arch=sm_90 host_copies.cu -o host_copies && ./host_copies
//
// The kernels are those of kernels/15-spilling.cu and kernels/19-host-memory.cu.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

enum { N = 64 << 20, BLOCK = 256, ROUNDS = 5, LAUNCHES = 20, COPIES = 5, MOST_PIECES = 64 };
enum { COUNT_BLOCKS = 4224, COUNT_BLOCK = 128, COUNT_THREADS = COUNT_BLOCKS * COUNT_BLOCK };
enum { NUMBERS = 64, COUNTERS = 16 };
static const double warm_ms = 10; // work that raises the clocks of an idle GPU

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t status = (call);                                                                                   \
        if (status != cudaSuccess) {                                                                                   \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status));                                            \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

__global__ void count_local(const int *in, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int counter[16];
    for (int k = 0; k < 16; k++) counter[k] = 0;
    for (int k = 0; k < 64; k++) counter[in[k * threads + i] & 15] += 1;
    int most = 0;
    for (int k = 0; k < 16; k++) most = max(most, counter[k]);
    out[i] = most;
}

__global__ void count_global(const int *in, int *out, int *counter) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    for (int k = 0; k < 16; k++) counter[k * threads + i] = 0;
    for (int k = 0; k < 64; k++) counter[(in[k * threads + i] & 15) * threads + i] += 1;
    int most = 0;
    for (int k = 0; k < 16; k++) most = max(most, counter[k * threads + i]);
    out[i] = most;
}

__global__ void twice(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i];
}

__global__ void think(const float *in, float *out, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], value = x;
#pragma unroll 4
    for (int round = 0; round < rounds; round++) value = value * 0.5f + x;
    out[i] = value;
}

__global__ void count_above(const float *in, int *out, float limit) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int count = __syncthreads_count(in[i] > limit);
    if (threadIdx.x == 0) out[blockIdx.x] = count;
}

// ---- clocks -------------------------------------------------------------------------------------------------------

static cudaEvent_t started, ended;
static cudaStream_t streams[MOST_PIECES];
static cudaEvent_t done[MOST_PIECES];
static void *flush;
static size_t flush_bytes;

static void prepare() {
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    printf("# %s\n", properties.name);
    flush_bytes = 2 * (size_t)properties.l2CacheSize;
    CHECK(cudaMalloc(&flush, flush_bytes));
    CHECK(cudaEventCreate(&started));
    CHECK(cudaEventCreate(&ended));
    for (int p = 0; p < MOST_PIECES; p++) {
        CHECK(cudaStreamCreateWithFlags(&streams[p], cudaStreamNonBlocking));
        CHECK(cudaEventCreate(&done[p]));
    }
}

static double elapsed() {
    float ms;
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaEventElapsedTime(&ms, started, ended));
    return ms;
}

static double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

template <class Launch> static double time_cold(Launch launch) {
    CHECK(cudaMemsetAsync(flush, 0, flush_bytes, 0));
    CHECK(cudaEventRecord(started, 0));
    launch();
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(ended, 0));
    return elapsed();
}

template <class Launch> static double time_kernel(Launch launch) {
    for (double spent = 0; spent < warm_ms;) spent += time_cold(launch);
    std::vector<double> ms;
    for (int i = 0; i < LAUNCHES; i++) ms.push_back(time_cold(launch));
    return median(ms);
}

template <class Work> static double time_copies(Work work) {
    std::vector<double> ms;
    for (int i = -1; i < COPIES; i++) {
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaEventRecord(started, streams[0]));
        work();
        CHECK(cudaEventRecord(ended, streams[0]));
        double once = elapsed();
        if (i >= 0) ms.push_back(once);
    }
    return median(ms);
}

// ---- lesson 15 ----------------------------------------------------------------------------------------------------

static void kernel_row(int round, const char *kernel, double ms) {
    printf("%d,%s,,none,1,%.4f,,,,,\n", round, kernel, ms);
}

// Both kernels must find the same numbers: an array that stays in registers, or a wrong one, would be no comparison.
static void counters(int round) {
    int *in, *out[2], *counter;
    std::vector<int> numbers((size_t)COUNT_THREADS * NUMBERS), found[2];
    unsigned mixed = 1;
    for (int &number : numbers) number = (int)((mixed = mixed * 1664525u + 1013904223u) >> 8);
    CHECK(cudaMalloc(&in, numbers.size() * 4));
    CHECK(cudaMalloc(&out[0], COUNT_THREADS * 4));
    CHECK(cudaMalloc(&out[1], COUNT_THREADS * 4));
    CHECK(cudaMalloc(&counter, (size_t)COUNT_THREADS * COUNTERS * 4));
    CHECK(cudaMemcpy(in, numbers.data(), numbers.size() * 4, cudaMemcpyHostToDevice));
    kernel_row(round, "count_local", time_kernel([&] { count_local<<<COUNT_BLOCKS, COUNT_BLOCK>>>(in, out[0]); }));
    kernel_row(round, "count_global",
               time_kernel([&] { count_global<<<COUNT_BLOCKS, COUNT_BLOCK>>>(in, out[1], counter); }));
    for (int which = 0; which < 2; which++) {
        found[which].resize(COUNT_THREADS);
        CHECK(cudaMemcpy(found[which].data(), out[which], COUNT_THREADS * 4, cudaMemcpyDeviceToHost));
    }
    cudaFuncAttributes local;
    CHECK(cudaFuncGetAttributes(&local, count_local));
    if (found[0] != found[1] || local.localSizeBytes != COUNTERS * 4) {
        fprintf(stderr, "count_local and count_global differ, or the array is not in local memory\n");
        exit(1);
    }
    CHECK(cudaFree(in));
    CHECK(cudaFree(out[0]));
    CHECK(cudaFree(out[1]));
    CHECK(cudaFree(counter));
}

// ---- lesson 19 ----------------------------------------------------------------------------------------------------

// Memory of the host, written once so that all of its pages are there.
static char *host_memory(bool pinned, size_t bytes) {
    void *memory;
    if (pinned)
        CHECK(cudaMallocHost(&memory, bytes));
    else
        memory = malloc(bytes);
    return (char *)memset(memory, 0, bytes);
}

static void host_free(bool pinned, void *memory) {
    if (pinned)
        CHECK(cudaFreeHost(memory));
    else
        free(memory);
}

// One kernel whose grid is cut into pieces: launch(stream, blocks, in, out) starts it for one of them.
template <class Launch>
static void whole(int round, const char *kernel, const std::string &argument, bool pinned, int pieces, size_t out_bytes,
                  Launch launch) {
    const size_t in_bytes = (size_t)N * 4;
    char *in, *out, *host_in = host_memory(pinned, in_bytes), *host_out = host_memory(pinned, out_bytes);
    for (size_t i = 0; i < N; i++) ((float *)host_in)[i] = (float)(i % 1000) / 1000;
    CHECK(cudaMalloc(&in, in_bytes));
    CHECK(cudaMalloc(&out, out_bytes));
    auto copy_in = [&](int piece, int of) {
        size_t part = in_bytes / of, from = part * piece;
        CHECK(cudaMemcpyAsync(in + from, host_in + from, part, cudaMemcpyHostToDevice, streams[piece]));
    };
    auto copy_out = [&](int piece, int of) {
        size_t part = out_bytes / of, from = part * piece;
        CHECK(cudaMemcpyAsync(host_out + from, out + from, part, cudaMemcpyDeviceToHost, streams[piece]));
    };
    double in_ms = time_copies([&] { copy_in(0, 1); });
    double kernel_ms = time_kernel([&] { launch((cudaStream_t)0, N / BLOCK, in, out); });
    double out_ms = time_copies([&] { copy_out(0, 1); });
    double total_ms = time_copies([&] {
        for (int p = 0; p < pieces; p++) {
            if (p > 0) CHECK(cudaStreamWaitEvent(streams[p], started, 0));
            copy_in(p, pieces);
            launch(streams[p], N / BLOCK / pieces, in + in_bytes / pieces * p, out + out_bytes / pieces * p);
            CHECK(cudaGetLastError());
            copy_out(p, pieces);
            CHECK(cudaEventRecord(done[p], streams[p]));
        }
        for (int p = 1; p < pieces; p++) CHECK(cudaStreamWaitEvent(streams[0], done[p], 0));
    });
    printf("%d,%s,%s,%s,%d,%.4f,%.4f,%.4f,%.4f,%.2f,%.2f\n", round, kernel, argument.c_str(),
           pinned ? "pinned" : "pageable", pieces, kernel_ms, in_ms, out_ms, total_ms, in_bytes / (in_ms * 1e6),
           out_bytes / (out_ms * 1e6));
    fflush(stdout);
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
    host_free(pinned, host_in);
    host_free(pinned, host_out);
}

static void twice_row(int round, bool pinned, int pieces) {
    whole(round, "twice", "", pinned, pieces, (size_t)N * 4, [](cudaStream_t stream, int blocks, char *in, char *out) {
        twice<<<blocks, BLOCK, 0, stream>>>((float *)in, (float *)out);
    });
}

static void think_row(int round, int rounds) {
    whole(round, "think", std::to_string(rounds), true, 1, (size_t)N * 4,
          [=](cudaStream_t stream, int blocks, char *in, char *out) {
              think<<<blocks, BLOCK, 0, stream>>>((float *)in, (float *)out, rounds);
          });
}

static void count_above_row(int round) {
    whole(round, "count_above", "0.5", true, 1, (size_t)N / BLOCK * 4,
          [](cudaStream_t stream, int blocks, char *in, char *out) {
              count_above<<<blocks, BLOCK, 0, stream>>>((float *)in, (int *)out, 0.5f);
          });
}

int main() {
    prepare();
    printf("round,kernel,argument,memory,pieces,kernel_ms,in_ms,out_ms,total_ms,in_gbps,out_gbps\n");
    for (int round = 1; round <= ROUNDS; round++) {
        counters(round);
        for (int pieces : {1, 8}) twice_row(round, false, pieces);
        for (int pieces : {1, 4, 8, 16, 32, 64}) twice_row(round, true, pieces);
        for (int rounds : {0, 16, 64, 256}) think_row(round, rounds);
        count_above_row(round);
    }
    return 0;
}
