// What host memory costs before and while a kernel uses it. Printed as CSV: what was done, bytes, and milliseconds by the
// host's clock.
//
//     nvcc -O3 -arch=sm_90 host_memory.cu -o host_memory && ./host_memory
//
// "pinned" and "pageable" are allocations; pageable memory is written to once, because the system finds its pages only then.
// The other rows end when the kernel `twice` has read all of the memory, which the host wrote before: managed memory whose pages
// come when they fault, the same with a prefetch before it, and pinned memory that is copied.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum { BYTES = 256 << 20, FLOATS = BYTES / 4, ROUNDS = 5 };

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t status = (call);                                                                                   \
        if (status != cudaSuccess) {                                                                                   \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status));                                            \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

__global__ void twice(const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i];
}

template <class Work> static void time_of(const char *what, Work work) {
    auto begin = std::chrono::steady_clock::now();
    work();
    auto end = std::chrono::steady_clock::now();
    printf("%s,%d,%.3f\n", what, BYTES, std::chrono::duration<double, std::milli>(end - begin).count());
}

static void run(const float *in, float *out) {
    twice<<<FLOATS / 256, 256>>>(in, out);
    CHECK(cudaDeviceSynchronize());
}

static void prefetch(void *memory) {
#if CUDART_VERSION >= 13000
    CHECK(cudaMemPrefetchAsync(memory, BYTES, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0));
#else
    CHECK(cudaMemPrefetchAsync(memory, BYTES, 0));
#endif
}

static void allocate() {
    void *pinned;
    char *volatile pageable; // so that the compiler keeps an allocation that nobody reads
    time_of("pinned", [&] { CHECK(cudaMallocHost(&pinned, BYTES)); });
    time_of("pageable and written", [&] {
        pageable = (char *)malloc(BYTES);
        memset(pageable, 1, BYTES);
    });
    CHECK(cudaFreeHost(pinned));
    free(pageable);
}

static void managed(const char *what, bool ahead, float *out) {
    float *memory;
    CHECK(cudaMallocManaged(&memory, BYTES));
    memset(memory, 0, BYTES);
    time_of(what, [&] {
        if (ahead) prefetch(memory);
        run(memory, out);
    });
    CHECK(cudaFree(memory));
}

static void copied(float *out) {
    float *in;
    void *pinned;
    CHECK(cudaMalloc(&in, BYTES));
    CHECK(cudaMallocHost(&pinned, BYTES));
    memset(pinned, 0, BYTES);
    time_of("pinned copied and kernel", [&] {
        CHECK(cudaMemcpyAsync(in, pinned, BYTES, cudaMemcpyHostToDevice));
        run(in, out);
    });
    CHECK(cudaFree(in));
    CHECK(cudaFreeHost(pinned));
}

int main() {
    float *out;
    CHECK(cudaMalloc(&out, BYTES));
    CHECK(cudaMemset(out, 0, BYTES));
    CHECK(cudaDeviceSynchronize());
    printf("what,bytes,ms\n");
    for (int round = 0; round < ROUNDS; round++) {
        allocate();
        managed("managed by faults", false, out);
        managed("managed and prefetched", true, out);
        copied(out);
    }
    CHECK(cudaFree(out));
    return 0;
}
