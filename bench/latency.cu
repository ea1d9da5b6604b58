// The latency of a single load, by a chain of loads: the address of each is what the load before it returned, so none can
// begin before the one before it has ended. One block runs and nothing else. Printed as CSV: what was read, bytes that the
// chain goes through, loads, clock cycles of the SM for each load, and nanoseconds for each load.
//
//     nvcc -O3 -arch=sm_90 latency.cu -o latency && ./latency
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

typedef unsigned int word;
enum { LOADS = 4096, SHARED_WORDS = 8192, CONSTANT_WORDS = 512 };
__constant__ word constant_chain[CONSTANT_WORDS];

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t status = (call);                                                                                   \
        if (status != cudaSuccess) {                                                                                   \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status));                                            \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

struct Took {
    long long cycles, ns;
    word end; // where the chain ended, so that no load can be left out
};

__device__ long long nanoseconds() {
    long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
    return now;
}

// Follows the chain twice: first as often as brings it into the caches, then on the clock.
template <class Load> __device__ void follow(Load load, word begin, int before, Took *took) {
    word at = begin;
    for (int i = 0; i < before; i++) at = load(at);
    long long ns = nanoseconds();
    long long cycles = clock64();
#pragma unroll 16
    for (int i = 0; i < LOADS; i++) at = load(at);
    asm volatile("" : "+r"(at)::"memory");
    cycles = clock64() - cycles;
    ns = nanoseconds() - ns;
    if (threadIdx.x == 0) *took = Took{cycles, ns, at};
}

__device__ word load_by(const word *p, int how) {
    word value;
    if (how == 0)
        asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(value) : "l"(p));
    else
        asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(value) : "l"(p));
    return value;
}

template <int HOW> __global__ void from_global(const word *chain, int before, Took *took) {
    follow([=](word at) { return load_by(chain + at, HOW); }, 0, before, took);
}

__global__ void from_constant(Took *took) {
    follow([](word at) { return constant_chain[at]; }, 0, CONSTANT_WORDS, took);
}

// One warp: lane l follows a chain of its own, whose words lie `apart` words from its neighbour's.
__global__ void from_shared(int apart, Took *took) {
    extern __shared__ word shared_chain[];
    for (int i = threadIdx.x; i < SHARED_WORDS; i += 32) shared_chain[i] = 0;
    __syncwarp();
    word mine = threadIdx.x * apart, other = mine + 32 * 32 * (apart == 32 ? 1 : 0) + (apart == 1 ? 32 : 0);
    if (apart == 0) other = 32;
    shared_chain[mine] = other;
    shared_chain[other] = mine;
    __syncwarp();
    follow([](word at) { return *(volatile word *)&shared_chain[at]; }, mine, 64, took);
}

// From registers to registers: what an addition that waits for the one before it takes.
__global__ void from_registers(word step, Took *took) {
    follow([=](word at) { return at * step + step; }, 1, 64, took);
}

// Through `bytes`, one word in each 128 bytes, in random order: neither neighbours nor a fixed step help.
static std::vector<word> random_chain(size_t bytes) {
    size_t places = bytes / 128;
    std::vector<word> order(places), chain(bytes / 4);
    std::iota(order.begin(), order.end(), 0u);
    std::mt19937 random(1);
    std::shuffle(order.begin() + 1, order.end(), random);
    for (size_t i = 0; i < places; i++) chain[(size_t)order[i] * 32] = order[(i + 1) % places] * 32;
    return chain;
}

static Took *took;

static void row(const char *what, size_t bytes) {
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%s,%zu,%d,%.1f,%.1f\n", what, bytes, LOADS, (double)took->cycles / LOADS, (double)took->ns / LOADS);
}

static void global_rows(const char *what, int how, size_t bytes, bool warm) {
    std::vector<word> host = random_chain(bytes);
    word *chain;
    CHECK(cudaMalloc(&chain, bytes));
    CHECK(cudaMemcpy(chain, host.data(), bytes, cudaMemcpyHostToDevice));
    int before = warm ? (int)(bytes / 128) : 0;
    if (!warm) { // nothing of the chain stays in L2
        void *other;
        CHECK(cudaMalloc(&other, (size_t)512 << 20));
        CHECK(cudaMemset(other, 1, (size_t)512 << 20));
        CHECK(cudaFree(other));
    }
    if (how == 0)
        from_global<0><<<1, 1>>>(chain, before, took);
    else
        from_global<1><<<1, 1>>>(chain, before, took);
    row(what, bytes);
    CHECK(cudaFree(chain));
}

int main() {
    CHECK(cudaMallocManaged(&took, sizeof *took));
    word cycle[CONSTANT_WORDS];
    for (word i = 0; i < CONSTANT_WORDS; i++) cycle[i] = (i + 1) % CONSTANT_WORDS;
    CHECK(cudaMemcpyToSymbol(constant_chain, cycle, sizeof cycle));
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    printf("# %s\n", properties.name);
    printf("what,bytes,loads,cycles,ns\n");
    for (int repetition = 0; repetition < 3; repetition++) {
        from_registers<<<1, 32>>>(3, took), row("multiply and add", 0);
        from_shared<<<1, 32, SHARED_WORDS * 4>>>(0, took), row("shared one word for all lanes", SHARED_WORDS * 4);
        from_shared<<<1, 32, SHARED_WORDS * 4>>>(1, took), row("shared without conflicts", SHARED_WORDS * 4);
        from_shared<<<1, 32, SHARED_WORDS * 4>>>(32, took), row("shared 32-way conflict", SHARED_WORDS * 4);
        from_constant<<<1, 32>>>(took), row("constant", sizeof cycle);
        global_rows("global in L1", 0, 16 << 10, true);
        global_rows("global in L2", 1, 2 << 20, true);
        global_rows("global in L2", 1, 16 << 20, true);
        global_rows("global in DRAM", 1, (size_t)1 << 30, false);
        global_rows("global in DRAM", 1, 256 << 20, false);
    }
    return 0;
}
