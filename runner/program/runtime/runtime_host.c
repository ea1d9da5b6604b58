/* Memory of the program's own that it registers: cudaHostRegister.
 *
 * Its pages are exchanged for pages of the file that both processes have mapped, with the same contents, so that
 * kernels can reach them at a device address. That is another address than the host's, as the attribute
 * CanUseHostPointerForRegisteredMem says: cudaHostGetDevicePointer gives it. */
#include "program/runtime/runtime_graph.h"

#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { MOST_REGISTERED = 4096, KNOWN_FLAGS = 15, STACK_BYTES = 64 * 1024 };

typedef struct Registered {
    uint8_t *start, *first; /* as registered; the beginning of its first page */
    size_t size, pages;     /* bytes */
    uint64_t device;        /* the address of `first` */
    unsigned flags;
} Registered;

static Registered registered[MOST_REGISTERED];
static size_t count;

static Registered *find(const void *address) {
    for (size_t i = 0; i < count; i++)
        if ((uintptr_t)address - (uintptr_t)registered[i].start < registered[i].size) return &registered[i];
    return NULL;
}

uint64_t runtime_registered(uint64_t address, unsigned *flags) {
    const Registered *found = find((const void *)(uintptr_t)address);
    if (found == NULL) return 0;
    if (flags != NULL) *flags = found->flags;
    return found->device + (address - (uint64_t)(uintptr_t)found->first);
}

static bool overlaps(const uint8_t *first, size_t pages) {
    for (size_t i = 0; i < count; i++)
        if (first < registered[i].first + registered[i].pages && registered[i].first < first + pages) return true;
    return false;
}

/* The exchange at hand: the pages at `first` for those at `from`, which are moved there or, where moved is 0, stay. */
static struct {
    uint8_t *first, *from;
    size_t pages, moved; /* bytes */
    bool done;
    ucontext_t caller, own;
} exchange;

static void exchange_now(void) {
    memcpy(exchange.from, exchange.first, exchange.pages);
    exchange.done = mremap(exchange.from, exchange.moved, exchange.pages, MREMAP_MAYMOVE | MREMAP_FIXED,
                           exchange.first) == exchange.first;
}

/* The pages may be those of the stack: what a function keeps there between the copy and the exchange would be lost, the
 * place that it returns to among it. So both are done on a stack of their own. */
static bool exchange_pages(uint8_t *first, size_t pages, uint8_t *from, size_t moved) {
    void *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) return false;
    exchange.first = first;
    exchange.pages = pages;
    exchange.from = from;
    exchange.moved = moved;
    bool ran = getcontext(&exchange.own) == 0;
    if (ran) {
        exchange.own.uc_stack.ss_sp = stack;
        exchange.own.uc_stack.ss_size = STACK_BYTES;
        exchange.own.uc_link = &exchange.caller;
        makecontext(&exchange.own, exchange_now, 0);
        ran = swapcontext(&exchange.caller, &exchange.own) == 0;
    }
    munmap(stack, STACK_BYTES);
    return ran && exchange.done;
}

static void add(RuntimeCall *call, uint8_t *start, size_t size, unsigned flags) {
    uint8_t *first = start - (uintptr_t)start % PROGRAM_PAGE;
    size_t head = (size_t)(start - first), pages = (head + size + PROGRAM_PAGE - 1) / PROGRAM_PAGE * PROGRAM_PAGE;
    if (overlaps(first, pages) || count == MOST_REGISTERED) {
        call->error = count == MOST_REGISTERED ? cudaErrorMemoryAllocation : cudaErrorHostMemoryAlreadyRegistered;
        runtime_note(call);
        return;
    }
    call->call.arguments[0] = head + size;
    call->call.arguments[1] = PROGRAM_PINNED;
    call->call.arguments[2] = flags;
    call->call.arguments[3] = head;
    if (!runtime_ask(call, PROGRAM_ALLOCATE, NULL, 0)) return;
    uint64_t device = call->reply.values[0];
    if (exchange_pages(first, pages, runtime_mapping() + call->reply.values[1], 0))
        registered[count++] = (Registered){start, first, size, pages, device, flags};
    else
        runtime_give_up(call, device, PROGRAM_PINNED, cudaErrorInvalidValue);
}

cudaError_t cudaHostRegister(void *start, size_t size, unsigned flags) {
    bool good = start != NULL && size > 0 && size < SIZE_MAX / 2 && (flags & ~(unsigned)KNOWN_FLAGS) == 0;
    if (!good || runtime_is_device(start)) return runtime_fail("cudaHostRegister", cudaErrorInvalidValue);
    RuntimeCall call;
    if (runtime_enter(&call, "cudaHostRegister")) add(&call, start, size, flags);
    return runtime_finish(&call);
}

/* Gives the program pages of its own again. */
static bool return_pages(const Registered *gone) {
    void *kept = mmap(NULL, gone->pages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (kept == MAP_FAILED) return false;
    if (exchange_pages(gone->first, gone->pages, kept, gone->pages)) return true;
    munmap(kept, gone->pages);
    return false;
}

static void take_away(RuntimeCall *call, const void *start) {
    Registered *found = find(start);
    if (found == NULL || found->start != start) {
        call->error = cudaErrorHostMemoryNotRegistered;
        runtime_note(call);
        return;
    }
    call->call.arguments[0] = found->device;
    call->call.arguments[1] = PROGRAM_PINNED;
    if (!return_pages(found)) {
        call->error = cudaErrorMemoryAllocation;
        return;
    }
    *found = registered[--count];
    runtime_ask(call, PROGRAM_FREE, NULL, 0);
}

cudaError_t cudaHostUnregister(void *start) {
    if (start == NULL || runtime_is_device(start)) return runtime_fail("cudaHostUnregister", cudaErrorInvalidValue);
    RuntimeCall call;
    if (runtime_enter(&call, "cudaHostUnregister")) take_away(&call, start);
    return runtime_finish(&call);
}
