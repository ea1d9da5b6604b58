/* Barrier objects in shared memory, sm_80 and newer. */
#pragma once

#if __CUDA_ARCH__ >= 800
typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

__ws_inline unsigned __ws_barrier(const __mbarrier_t *barrier) { return (unsigned)__cvta_generic_to_shared(barrier); }
__ws_inline unsigned __mbarrier_maximum_count() { return (1u << 20) - 1; }
__ws_inline void __mbarrier_init(__mbarrier_t *barrier, unsigned count) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(__ws_barrier(barrier)), "r"(count) : "memory");
}
__ws_inline void __mbarrier_inval(__mbarrier_t *barrier) {
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(__ws_barrier(barrier)) : "memory");
}
__ws_inline __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) {
    __mbarrier_token_t token;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(__ws_barrier(barrier)) : "memory");
    return token;
}
__ws_inline __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) {
    __mbarrier_token_t token;
    asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];" : "=l"(token) : "r"(__ws_barrier(barrier)) : "memory");
    return token;
}
__ws_inline bool __mbarrier_test_wait(__mbarrier_t *barrier, __mbarrier_token_t token) {
    int complete;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }"
                 : "=r"(complete) : "r"(__ws_barrier(barrier)), "l"(token) : "memory");
    return complete != 0;
}
__ws_inline bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity) {
    int complete;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }"
                 : "=r"(complete) : "r"(__ws_barrier(barrier)), "r"((unsigned)parity) : "memory");
    return complete != 0;
}
__ws_inline unsigned __mbarrier_token_pending_count(__mbarrier_token_t token) {
    unsigned count;
    asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(token));
    return count;
}
#endif
