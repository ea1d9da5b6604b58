#include "base/memory.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static void (*exhausted)(void);

void memory_on_exhausted(void (*handler)(void)) {
    exhausted = handler;
}

_Noreturn static void out_of_memory(void) {
    if (exhausted != NULL) exhausted();
    static const char message[] = "warpschool: out of memory\n";
    ssize_t written = write(STDERR_FILENO, message, sizeof message - 1); /* stdio may want memory */
    (void)written;
    abort();
}

/* A threshold that is set keeps the other one from growing by itself: large blocks would be mapped anew each time. 32
 * MiB is what it would have grown to. */
void memory_keep(void) {
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

void memory_in_huge_pages(void *bytes, size_t size) {
#ifdef MADV_HUGEPAGE
    enum { HUGE_PAGE = 2 << 20 };
    uintptr_t first = ((uintptr_t)bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE, end = (uintptr_t)bytes + size;
    if (first < end && end - first >= HUGE_PAGE) madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
    (void)bytes, (void)size;
#endif
}

void *memory_resize(void *old, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size) out_of_memory();
    size_t bytes = count * size;
    void *block = realloc(old, bytes != 0 ? bytes : 1);
    if (block == NULL) out_of_memory();
    return block;
}

void *memory_zeroed(size_t count, size_t size) {
    void *block = calloc(count != 0 ? count : 1, size != 0 ? size : 1);
    if (block == NULL) out_of_memory();
    return block;
}
