// verdict: missed - the arrivals at barrier objects in shared memory tell the maximum, bit by bit
extern "C" __global__ void warp_maximum(const int *in, int *out)
{
    __shared__ unsigned long long object[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    unsigned at = (unsigned)__cvta_generic_to_shared(&object[threadIdx.x / 32]);
    unsigned mine = (unsigned)in[i] ^ 0x80000000u, best = 0;
    if (lane == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1000000;" ::"r"(at) : "memory");
    __syncwarp();
    auto pending = [&] {
        unsigned long long s;
        unsigned n;
        asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(s) : "r"(at) : "memory");
        asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(n) : "l"(s));
        return n;
    };
    bool in_race = true;
    unsigned before = pending();
#pragma unroll 1
    for (int bit = 31; bit >= 0; bit--) {
        bool one = in_race && (mine >> bit & 1);
        asm volatile("{ .reg .pred p; .reg .b64 s; setp.ne.u32 p, %1, 0; @p mbarrier.arrive.shared.b64 s, [%0], 100; }" ::"r"(at), "r"((int)one) : "memory");
        __syncwarp();
        unsigned now = pending();
        bool any = before - now > 90;
        before = now;
        if (any) best |= 1u << bit;
        if (any && !one) in_race = false;
    }
    best = __shfl_sync(~0u, best, 0);
    if (lane == 0) out[i / 32] = (int)(best ^ 0x80000000u);
}
