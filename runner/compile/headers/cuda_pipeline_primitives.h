/* Asynchronous copies from global to shared memory; below sm_80 they are plain copies. */
#pragma once

__ws_inline void __pipeline_memcpy_async(void *to, const void *from, size_t size, size_t zeros = 0) {
#if __CUDA_ARCH__ >= 800
    unsigned target = (unsigned)__cvta_generic_to_shared(to);
    unsigned kept = (unsigned)(size - zeros);
    if (size == 16 && zeros == 0)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(target), "l"(from) : "memory");
    else if (size == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(target), "l"(from), "r"(kept) : "memory");
    else if (size == 8 && zeros == 0)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(target), "l"(from) : "memory");
    else if (size == 8)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(target), "l"(from), "r"(kept) : "memory");
    else if (size == 4 && zeros == 0)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(target), "l"(from) : "memory");
    else if (size == 4)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(target), "l"(from), "r"(kept) : "memory");
    else
        __trap();
#else
    if (size == 16 && zeros == 0) *(uint4 *)to = *(const uint4 *)from;
    else if (size == 8 && zeros == 0) *(uint2 *)to = *(const uint2 *)from;
    else if (size == 4 && zeros == 0) *(unsigned *)to = *(const unsigned *)from;
    else
        for (size_t i = 0; i < size; i++) ((char *)to)[i] = i < size - zeros ? ((const char *)from)[i] : (char)0;
#endif
}
__ws_inline void __pipeline_commit() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
/* The instruction takes a number that is known when compiling; more than 8 groups wait as 8 do. */
__ws_inline void __pipeline_wait_prior(size_t groups) {
#if __CUDA_ARCH__ >= 800
    switch (groups) {
    case 0: asm volatile("cp.async.wait_group 0;" ::: "memory"); break;
    case 1: asm volatile("cp.async.wait_group 1;" ::: "memory"); break;
    case 2: asm volatile("cp.async.wait_group 2;" ::: "memory"); break;
    case 3: asm volatile("cp.async.wait_group 3;" ::: "memory"); break;
    case 4: asm volatile("cp.async.wait_group 4;" ::: "memory"); break;
    case 5: asm volatile("cp.async.wait_group 5;" ::: "memory"); break;
    case 6: asm volatile("cp.async.wait_group 6;" ::: "memory"); break;
    case 7: asm volatile("cp.async.wait_group 7;" ::: "memory"); break;
    default: asm volatile("cp.async.wait_group 8;" ::: "memory"); break;
    }
#endif
}
#if __CUDA_ARCH__ >= 800
__ws_inline void __pipeline_arrive_on(unsigned long long *barrier) {
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"((unsigned)__cvta_generic_to_shared(barrier)) : "memory");
}
#endif
