/* The socket, the mapping, and errors. */
#include "program/runtime/runtime_client.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <ucontext.h>
#include <unistd.h>
#if __has_include(<execinfo.h>) /* glibc's; without it findings have no host lines */
#include <execinfo.h>
#define HAVE_BACKTRACE 1
#endif

enum { MOST_PARTS = 1024, OWN_FRAMES = 8, MOST_TOGETHER = 8192 };

typedef struct Range {
    uint64_t address, bytes; /* of whole pages */
} Range;

static struct {
    pthread_mutex_t lock;
    bool started, connected, dead;
    pid_t owner;
    int socket;
    uint8_t *mapping;
    uint64_t file_bytes;                 /* of the mapping */
    uint64_t base, bytes;                /* device addresses */
    uint64_t load, text_start, text_end; /* of the program's own file */
    ProgramDevice device;
    Range *ranges; /* memory that the host may touch, by address */
    size_t range_count, range_capacity;
    RuntimePart parts[MOST_PARTS]; /* of them, that the device works on */
    size_t part_count;
    struct sigaction before; /* what handled SIGSEGV before */
} client = {.lock = PTHREAD_MUTEX_INITIALIZER, .socket = -1};

static __thread cudaError_t last_error;
static __thread bool holds_lock;

static void lock_client(void) {
    pthread_mutex_lock(&client.lock);
    holds_lock = true;
}

static void unlock_client(void) {
    holds_lock = false;
    pthread_mutex_unlock(&client.lock);
}

/* ---- the socket -------------------------------------------------------------------------------------------------- */

static bool send_all(const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t sent = send(client.socket, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        at += sent;
        size -= (size_t)sent;
    }
    return true;
}

static bool receive_all(void *bytes, size_t size) {
    char *at = bytes;
    while (size > 0) {
        ssize_t got = recv(client.socket, at, size, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

/* In one piece where that is short: the server wakes up for each. */
static bool send_parts(const ProgramCall *call, const void *payload, size_t size, const char *name, size_t length) {
    static uint8_t together[MOST_TOGETHER]; /* the caller holds the lock */
    if (size > MOST_TOGETHER - sizeof *call - length)
        return send_all(call, sizeof *call) && send_all(payload, size) && send_all(name, length);
    memcpy(together, call, sizeof *call);
    if (size > 0) memcpy(together + sizeof *call, payload, size);
    memcpy(together + sizeof *call + size, name, length);
    return send_all(together, sizeof *call + size + length);
}

static bool exchange(RuntimeCall *call, const void *payload, size_t size, bool answered) {
    size_t name = strlen(call->name);
    if (size + name > PROGRAM_PAYLOAD) return false;
    call->call.size = (uint32_t)(size + name);
    call->call.name = (uint32_t)name;
    if (!send_parts(&call->call, payload, size, call->name, name)) return false;
    if (!answered) return true;
    if (!receive_all(&call->reply, sizeof call->reply)) return false;
    free(call->answer);
    call->answer = malloc((size_t)call->reply.size + 1);
    if (call->answer == NULL) return false;
    ((char *)call->answer)[call->reply.size] = '\0';
    return receive_all(call->answer, call->reply.size);
}

/* ---- where the program called ------------------------------------------------------------------------------------ */

static int find_program(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size, (void)context;
    client.load = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type != PT_LOAD || !(header->p_flags & PF_X)) continue;
        client.text_start = info->dlpi_addr + header->p_vaddr;
        client.text_end = client.text_start + header->p_memsz;
    }
    return 1; /* the program's own file comes first */
}

static bool in_program(uint64_t address) {
    return address >= client.text_start && address < client.text_end;
}

/* The return addresses that lie in the program's own file, as its symbols count them. */
static void note_frames(ProgramCall *call) {
#ifdef HAVE_BACKTRACE
    void *frames[PROGRAM_FRAMES + OWN_FRAMES];
    int count = backtrace(frames, PROGRAM_FRAMES + OWN_FRAMES);
    for (int i = 0; i < count && call->frame_count < PROGRAM_FRAMES; i++)
        if (in_program((uint64_t)(uintptr_t)frames[i]))
            call->frames[call->frame_count++] = (uint64_t)(uintptr_t)frames[i] - client.load;
#else
    (void)call;
#endif
}

/* ---- memory that host code must not touch ------------------------------------------------------------------------ */

bool runtime_is_device(const void *address) {
    return (uint64_t)(uintptr_t)address - client.base < client.bytes;
}

uint8_t *runtime_mapping(void) {
    return client.mapping;
}

static uint64_t whole_pages(uint64_t bytes) {
    return (bytes + PROGRAM_PAGE - 1) / PROGRAM_PAGE * PROGRAM_PAGE;
}

/* The first range that does not end before the address: the one that holds it, or else the next. */
static size_t range_at(uint64_t address) {
    size_t low = 0, high = client.range_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (client.ranges[middle].address + client.ranges[middle].bytes <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool add_range(size_t at, Range range) {
    if (client.range_count == client.range_capacity) {
        size_t capacity = client.range_capacity == 0 ? 64 : 2 * client.range_capacity;
        Range *ranges = realloc(client.ranges, capacity * sizeof *ranges);
        if (ranges == NULL) return false;
        client.ranges = ranges;
        client.range_capacity = capacity;
    }
    memmove(&client.ranges[at + 1], &client.ranges[at], (client.range_count - at) * sizeof range);
    client.ranges[at] = range;
    client.range_count++;
    return true;
}

static void drop_range(size_t at) {
    client.range_count--;
    memmove(&client.ranges[at], &client.ranges[at + 1], (client.range_count - at) * sizeof *client.ranges);
}

bool runtime_open(uint64_t address, uint64_t offset, uint64_t bytes) {
    size_t at = range_at(address);
    if (at < client.range_count && client.ranges[at].address == address) return true; /* a variable, asked for before */
    if (!add_range(at, (Range){.address = address, .bytes = whole_pages(bytes)})) return false;
    const uint8_t *from = client.mapping + offset;
    /* The same pages of the file at the device's own address: one pointer serves both sides. */
    void *moved = mremap((void *)(uintptr_t)from, 0, whole_pages(bytes), MREMAP_MAYMOVE | MREMAP_FIXED,
                         (void *)(uintptr_t)address);
    if (moved == MAP_FAILED) drop_range(at);
    return moved != MAP_FAILED;
}

void runtime_close(uint64_t address, uint64_t bytes) {
    size_t at = range_at(address);
    if (at < client.range_count && client.ranges[at].address == address) drop_range(at);
    mmap((void *)(uintptr_t)address, whole_pages(bytes), PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

static const uint64_t page_mask = ~(uint64_t)(PROGRAM_PAGE - 1);

static uint64_t end_of(const RuntimePart *part) {
    return part->address + (part->depth - 1) * part->slice + (part->height - 1) * part->pitch + part->width;
}

/* Whether the address lies in one of its rows. */
static bool has_byte(const RuntimePart *part, uint64_t address) {
    if (address < part->address || address >= end_of(part)) return false;
    uint64_t offset = address - part->address;
    if (part->depth > 1) offset %= part->slice;
    if (part->height == 1) return offset < part->width;
    return offset / part->pitch < part->height && offset % part->pitch < part->width;
}

static bool overlap(const RuntimePart *a, const RuntimePart *b) {
    return a->address < end_of(b) && b->address < end_of(a);
}

static void protect(const RuntimePart *part, int protection) {
    uint64_t begin = part->address & page_mask, end = end_of(part);
    for (size_t i = range_at(begin); i < client.range_count && client.ranges[i].address < end; i++) {
        const Range *range = &client.ranges[i];
        uint64_t first = begin < range->address ? range->address : begin;
        uint64_t last = end > range->address + range->bytes ? range->address + range->bytes : end;
        mprotect((void *)(uintptr_t)first, whole_pages(last - first), protection);
    }
}

/* What is also written is closed last, because the host may read the rest. */
static void close_parts(void) {
    for (size_t i = 0; i < client.part_count; i++)
        if (client.parts[i].read) protect(&client.parts[i], PROT_READ);
    for (size_t i = 0; i < client.part_count; i++)
        if (!client.parts[i].read) protect(&client.parts[i], PROT_NONE);
}

static bool lies_in_ranges(const RuntimePart *part) {
    size_t at = range_at(part->address);
    return at < client.range_count && client.ranges[at].address < end_of(part);
}

static bool same_place(const RuntimePart *a, const RuntimePart *b) {
    return a->address == b->address && a->pitch == b->pitch && a->slice == b->slice && a->width == b->width &&
           a->height == b->height && a->depth == b->depth && a->order.stream == b->order.stream && a->read == b->read &&
           a->whole == b->whole;
}

void runtime_busy(const RuntimePart *part) {
    if (runtime_order_is_done(part->order) || !lies_in_ranges(part)) return;
    for (size_t i = 0; i < client.part_count; i++)
        if (same_place(&client.parts[i], part)) {
            /* of a kernel the first piece of work counts: see is_open */
            if (!part->whole) client.parts[i].order = part->order;
            return;
        }
    if (client.part_count == MOST_PARTS) return;
    client.parts[client.part_count++] = *part;
    close_parts();
}

/* A kernel may have worked on other bytes of an allocation than what the host has waited for, and the host may mean
 * those. */
static bool is_open(const RuntimePart *part) {
    if (runtime_order_is_done(part->order)) return true;
    for (size_t i = 0; part->whole && i < client.part_count; i++)
        if (overlap(part, &client.parts[i]) && runtime_order_is_done(client.parts[i].order)) return true;
    return false;
}

void runtime_idle(void) {
    bool open[MOST_PARTS];
    size_t kept = 0;
    for (size_t i = 0; i < client.part_count; i++) open[i] = is_open(&client.parts[i]);
    for (size_t i = 0; i < client.part_count; i++) {
        if (open[i])
            protect(&client.parts[i], PROT_READ | PROT_WRITE);
        else
            client.parts[kept++] = client.parts[i];
    }
    bool any = kept < client.part_count;
    client.part_count = kept;
    if (any) close_parts();
}

static bool host_may_touch(uint64_t address) {
    size_t at = range_at(address);
    return at < client.range_count && client.ranges[at].address <= address;
}

/* Opens the page of the address; false where it is none that the host may ever touch. *touch: whether the host had to
 * wait for it. Where it had not, the page has other bytes that the device works on, or another thread came first. */
static bool open_touched(uint64_t address, bool writes, ProgramTouch *touch) {
    size_t kept = 0;
    if (!host_may_touch(address)) return false;
    for (size_t i = 0; i < client.part_count; i++) {
        RuntimePart *part = &client.parts[i];
        bool touched = has_byte(part, address) && (writes || !part->read);
        if (touched && *touch != PROGRAM_TOUCH_COPIED) *touch = part->whole ? PROGRAM_TOUCH_BUSY : PROGRAM_TOUCH_COPIED;
        if (touched)
            protect(part, PROT_READ | PROT_WRITE);
        else
            client.parts[kept++] = *part;
    }
    client.part_count = kept;
    return mprotect((void *)(uintptr_t)(address & page_mask), PROGRAM_PAGE, PROT_READ | PROT_WRITE) == 0;
}

/* Judges an access of host code to device memory at the address. True: it can be repeated. */
static bool judge_touch(uint64_t address, uint64_t instruction, bool writes, bool may_write) {
    ProgramTouch touch = PROGRAM_TOUCH_DEVICE;
    bool opened = instruction != address && open_touched(address, may_write, &touch);
    if (opened && touch == PROGRAM_TOUCH_DEVICE) return true;
    ProgramCall call = {.request = PROGRAM_TOUCHED,
                        .frame_count = 1,
                        .frames = {in_program(instruction) ? instruction - client.load + 1 : 0},
                        .arguments = {address, writes, touch}};
    send_all(&call, sizeof call);
    return opened;
}

/* Host code touched device memory. It is the thread's own access that brought it here, not something from outside, so
 * that it can wait for the lock as any function does; where the library itself made the access, the thread has it. */
static void touched(int number, siginfo_t *info, void *context) {
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr, at = 0;
    bool writes = false, may_write = true, waits = !holds_lock;
    int error = errno; /* the program's, which it may look at after its access */
#ifdef __x86_64__
    const ucontext_t *machine = context;
    at = (uint64_t)machine->uc_mcontext.gregs[REG_RIP];
    writes = may_write = (machine->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
    (void)context;
#endif
    if (client.connected && getpid() == client.owner && runtime_is_device(info->si_addr)) {
        if (waits) lock_client();
        bool again = judge_touch(address, at, writes, may_write);
        if (waits) unlock_client();
        errno = error;
        if (again) return;
    }
    sigaction(number, &client.before, NULL); /* the access is repeated and ends as it would have without us */
}

/* ---- start ------------------------------------------------------------------------------------------------------- */

static bool read_variable(int *memory) {
    const char *text = getenv(PROGRAM_VARIABLE);
    unsigned long long bytes, base, range;
    if (text == NULL || sscanf(text, "%d %d %llu %llx %llx", &client.socket, memory, &bytes, &base, &range) != 5)
        return false;
    client.file_bytes = bytes;
    client.base = base;
    client.bytes = range;
    unsetenv(PROGRAM_VARIABLE); /* a program that it starts is not ours to serve */
    fcntl(client.socket, F_SETFD, FD_CLOEXEC);
    return true;
}

static bool map_memory(int memory) {
    void *mapping = mmap(NULL, client.file_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, memory, 0);
    close(memory);
    if (mapping == MAP_FAILED) return false;
    client.mapping = mapping;
    void *closed = mmap((void *)(uintptr_t)client.base, client.bytes, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    return closed == (void *)(uintptr_t)client.base;
}

static void watch_touches(void) {
    struct sigaction action = {.sa_sigaction = touched, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &client.before);
}

static void start(void) {
    client.started = true;
    client.owner = getpid();
    int memory;
    if (!read_variable(&memory)) {
        fputs("This program was linked with CUDA's runtime, and found Warpschool's: start it with warpschool exec.\n",
              stderr);
        return;
    }
    dl_iterate_phdr(find_program, NULL);
    RuntimeCall call = {.name = "cudaInitDevice", .call = {.request = PROGRAM_HELLO}};
    call.call.arguments[0] = RUNTIME_MAJOR;
    call.call.arguments[1] = (uint64_t)client.owner;
    client.connected = map_memory(memory) && exchange(&call, NULL, 0, true) && call.reply.error == cudaSuccess &&
                       call.reply.size == sizeof client.device;
    if (client.connected) memcpy(&client.device, call.answer, sizeof client.device);
    free(call.answer);
    if (client.connected) watch_touches();
}

const ProgramDevice *runtime_device(void) {
    return &client.device;
}

/* ---- a call ------------------------------------------------------------------------------------------------------ */

bool runtime_enter(RuntimeCall *call, const char *name) {
    *call = (RuntimeCall){.name = name};
    lock_client();
    if (!client.started) start();
    if (!client.connected)
        call->error = cudaErrorInsufficientDriver;
    else if (getpid() != client.owner)
        call->error = cudaErrorInitializationError; /* as CUDA answers after fork() */
    else if (client.dead)
        call->error = cudaErrorUnknown;
    else
        note_frames(&call->call);
    return call->error == cudaSuccess;
}

bool runtime_ask(RuntimeCall *call, ProgramRequest request, const void *payload, size_t size) {
    call->call.request = request;
    if (exchange(call, payload, size, true))
        call->error = (cudaError_t)call->reply.error;
    else {
        client.dead = true; /* the server has gone: it says why */
        call->error = cudaErrorUnknown;
    }
    return call->error == cudaSuccess;
}

cudaError_t runtime_finish(RuntimeCall *call) {
    if (call->error == cudaSuccess) call->error = (cudaError_t)call->reply.told;
    if (call->error != cudaSuccess && call->error != cudaErrorNotReady) last_error = call->error;
    free(call->answer);
    call->answer = NULL;
    unlock_client();
    return call->error;
}

static void note_as(RuntimeCall *call, ProgramFailure failure, const uint64_t numbers[3]) {
    cudaError_t error = call->error;
    if (error == cudaSuccess) return;
    call->call.arguments[0] = (uint64_t)error;
    call->call.arguments[1] = failure;
    memcpy(&call->call.arguments[2], numbers, 3 * sizeof *numbers);
    runtime_ask(call, PROGRAM_FAILED, NULL, 0);
    call->error = error;
}

void runtime_note(RuntimeCall *call) {
    note_as(call, PROGRAM_FAILURE_PLAIN, (const uint64_t[3]){0});
}

cudaError_t runtime_fail(const char *name, cudaError_t error) {
    return runtime_fail_as(name, error, PROGRAM_FAILURE_PLAIN, (const uint64_t[3]){0});
}

cudaError_t runtime_fail_as(const char *name, cudaError_t error, ProgramFailure failure, const uint64_t numbers[3]) {
    RuntimeCall call;
    if (runtime_enter(&call, name)) {
        call.error = error;
        note_as(&call, failure, numbers);
    }
    return runtime_finish(&call);
}

/* On an H200 every error is forgotten so, one that broke the context as well: the next call that needs the context
 * answers with it again (tests/hardware/runtime_calls_h200.txt). */
cudaError_t runtime_last_error(bool reset) {
    cudaError_t error = last_error;
    if (reset) last_error = cudaSuccess;
    return error;
}

void runtime_looked(void) {
    RuntimeCall call;
    if (last_error == cudaSuccess) return;
    if (runtime_enter(&call, "")) {
        call.call.request = PROGRAM_LOOKED;
        exchange(&call, NULL, 0, false);
    }
    free(call.answer);
    unlock_client();
}

void runtime_print(RuntimeCall *call) {
    if (call->reply.size == 0 || call->answer == NULL) return;
    fwrite(call->answer, 1, call->reply.size, stdout);
}
