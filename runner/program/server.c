/* The loop: a call, its handler, the answer. */
#include "program/server.h"
#include "program/program_sleep.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "arch.h"
#include "base/memory.h"

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 /* systems without it have no such programs either: program_start.c */
#endif

enum { MOST_NAMES = 1000, NAME_BYTES = 100, SHORT_ANSWER = 1024 };

/* ---- calls that need no file of their own ------------------------------------------------------------------------ */

/* The GPU's properties; the limits of blocks are those of the architecture that was asked for. */
static ProgramDevice device_of(const Server *server) {
    const Arch *arch = arch_find(server->job->arch);
    const ProgramGpu *gpu = server->job->gpu;
    ProgramDevice device = {.memory = server->region_size,
                            .l2 = gpu->l2,
                            .multiprocessors = gpu->multiprocessors,
                            .clock_khz = gpu->clock_khz,
                            .memory_clock_khz = gpu->memory_clock_khz,
                            .memory_bus_bits = gpu->memory_bus_bits,
                            .asynchronous_engines = 3};
    bool is_gpu = strcmp(gpu->arch, server->job->arch) == 0;
    snprintf(device.name, sizeof device.name, "Warpschool simulator (as %s)", is_gpu ? gpu->name : server->job->arch);
    if (arch == NULL) return device;
    device.major = arch->major;
    device.minor = arch->minor;
    device.shared_per_block = (uint64_t)arch->shared_per_block;
    device.shared_per_block_optin = (uint64_t)arch->shared_per_block_optin;
    device.shared_per_multiprocessor = (uint64_t)arch->shared_per_sm;
    device.shared_reserved = (uint64_t)arch->shared_reserved;
    device.threads_per_multiprocessor = arch->threads_per_sm;
    device.blocks_per_multiprocessor = arch->blocks_per_sm;
    device.registers_per_multiprocessor = arch->registers_per_sm;
    return device;
}

static void hello(Served *served) {
    ProgramDevice device = device_of(served->server);
    text_add_n(&served->answer, (const char *)&device, sizeof device);
    served->server->major = served->call->arguments[0];
    served->server->report->connected = true;
}

static void missing(Served *served) {
    char what[64];
    snprintf(what, sizeof what, "%.*s", (int)(served->size < sizeof what ? served->size : sizeof what),
             (const char *)served->payload);
    for (char *at = what; *at != '\0'; at++)
        if (*at < ' ' || *at > '~') *at = '?';
    if (*what == '\0')
        host_finding(served->server, HOST_UNSUPPORTED, false, &served->site, NULL,
                     "`%s` is not one of the functions that Warpschool has: it returned cudaErrorNotSupported",
                     served->name);
    else
        host_finding(served->server, HOST_UNSUPPORTED, false, &served->site, NULL,
                     "`%s` with %s is not known to the simulator: it returned cudaErrorNotSupported", served->name,
                     what);
    served_fail(served, cudaErrorNotSupported);
}

/* The library itself refused the call; it answers with that error. */
static void failed(Served *served) {
    const uint64_t *a = served->call->arguments;
    Arena *arena = served->server->arena;
    int error = (int)a[0];
    if (a[1] == PROGRAM_FAILURE_PITCH)
        host_finding(served->server, HOST_COPY_SIZE, false, &served->site, NULL,
                     "`%s` copies rows of %s bytes at a pitch of %s: a pitch counts the bytes from one row to the "
                     "next, and is no less than a row",
                     served->name, text_grouped(arena, a[2]), text_grouped(arena, a[3]));
    if (a[1] == PROGRAM_FAILURE_SYMBOL)
        host_finding(served->server, HOST_COPY_SIZE, false, &served->site, NULL,
                     "`%s` copies %s bytes from byte %s on of a variable of %s bytes", served->name,
                     text_grouped(arena, a[2]), text_grouped(arena, a[3]), text_grouped(arena, a[4]));
    if (a[1] == PROGRAM_FAILURE_DIRECTION)
        host_finding(served->server, HOST_COPY_DIRECTION, false, &served->site, NULL,
                     "`%s` says %s, but %s is a variable of the device", served->name, server_copy_kind(a[2]),
                     a[3] ? "the destination" : "the source");
    served_fail(served, error > 0 && error < 10000 ? error : cudaErrorUnknown);
}

static void limit(Served *served) {
    (void)served; /* the heap has one size for the whole run: a larger one than the default does not fail here */
}

static void reset(Served *served) {
    Server *server = served->server;
    server_report_leaks(server);
    for (size_t i = 0; i < server->memories.count; i++) {
        ServerMemory *memory = &server->memories.at[i];
        if (!memory->released) sim_context_release(server->context, memory->address);
        memory->released = true;
    }
    /* On an H200 a process whose context broke gets none again, as CUDA's documentation says: it must be relaunched. */
    bool broken = server->pending != 0 || server->sticky != 0;
    server->pending = 0;
    server->sticky = broken ? cudaErrorDevicesUnavailable : 0;
    server->live = 0;
    server->alive = 0;
}

static void touched(Served *served) {
    Server *server = served->server;
    uint64_t address = served->call->arguments[0];
    const char *what = served->call->arguments[1] ? "writes" : "reads";
    ServerMemory *memory = server_find_memory(server, address);
    const HostSite *allocated = memory != NULL ? &memory->allocated : NULL;
    bool copied = served->call->arguments[2] == PROGRAM_TOUCH_COPIED;
    if (copied || served->call->arguments[2] == PROGRAM_TOUCH_BUSY)
        host_finding(server, HOST_EARLY, !copied, &served->site, allocated,
                     "host code %s memory that %s may still be working on: synchronise first, with "
                     "cudaDeviceSynchronize() or with the stream",
                     what, copied ? "an asynchronous copy" : "a kernel");
    else if (memory != NULL && memory->released && memory->kind != PROGRAM_DEVICE)
        host_finding_freed(served, HOST_DEVICE_POINTER, memory, "host code", what);
    else
        host_finding(server, HOST_DEVICE_POINTER, false, &served->site, allocated,
                     "host code %s through a device pointer (0x%llx): only kernels can; copy with cudaMemcpy", what,
                     (unsigned long long)address);
}

static void looked(Served *served) {
    served->server->unlooked = (Unlooked){0};
    served->server->sticky_seen = served->server->sticky;
}

/* ---- dispatch ---------------------------------------------------------------------------------------------------- */

typedef struct Handler {
    void (*serve)(Served *served);
    bool setup;      /* it works whatever happened before */
    bool unbroken;   /* it does not need the context, which an error of a kernel breaks */
    bool later;      /* an error of a kernel that ran before shows at a later call */
    bool unanswered; /* the client does not wait */
} Handler;

static const Handler handlers[PROGRAM_REQUESTS] = {
    [PROGRAM_HELLO] = {.serve = hello, .setup = true},
    [PROGRAM_MODULE] = {.serve = server_module, .setup = true},
    [PROGRAM_FUNCTION] = {.serve = server_function, .setup = true},
    [PROGRAM_SYMBOL] = {.serve = server_symbol, .setup = true},
    [PROGRAM_SYMBOL_FIND] = {.serve = server_symbol_find},
    [PROGRAM_ALLOCATE] = {.serve = server_allocate},
    [PROGRAM_FREE] = {.serve = server_free},
    [PROGRAM_GRAPH_MEMORY] = {.serve = server_graph_memory, .later = true},
    [PROGRAM_COPY] = {.serve = server_copy},
    [PROGRAM_SET] = {.serve = server_set},
    [PROGRAM_LAUNCH] = {.serve = server_launch, .later = true},
    [PROGRAM_KERNEL] = {.serve = server_kernel, .later = true},
    [PROGRAM_SYNCHRONISE] = {.serve = server_synchronise},
    [PROGRAM_UNREADY] = {.serve = server_unready, .later = true},
    [PROGRAM_CREATE] = {.serve = server_create, .later = true},
    [PROGRAM_STREAM_VALUES] = {.serve = server_stream_values, .later = true},
    [PROGRAM_DESTROY] = {.serve = server_destroy},
    [PROGRAM_RECORD] = {.serve = server_record, .later = true},
    [PROGRAM_WAIT] = {.serve = server_wait, .later = true},
    [PROGRAM_ELAPSED] = {.serve = server_elapsed},
    [PROGRAM_POINTER] = {.serve = server_pointer, .later = true, .unbroken = true},
    [PROGRAM_MEMORY_INFO] = {.serve = server_memory_info},
    [PROGRAM_FUNCTION_ATTRIBUTES] = {.serve = server_function_attributes, .later = true},
    [PROGRAM_FUNCTION_SET] = {.serve = server_function_set, .later = true},
    [PROGRAM_OCCUPANCY] = {.serve = server_occupancy, .later = true},
    [PROGRAM_TEXTURE] = {.serve = server_texture},
    [PROGRAM_LIMIT] = {.serve = limit, .later = true},
    [PROGRAM_RESET] = {.serve = reset, .setup = true},
    [PROGRAM_LOOKED] = {.serve = looked, .setup = true, .unanswered = true},
    [PROGRAM_FAILED] = {.serve = failed, .setup = true},
    [PROGRAM_MISSING] = {.serve = missing, .setup = true},
    [PROGRAM_TOUCHED] = {.serve = touched, .setup = true, .unanswered = true},
};

/* Remembers that the program has been told of an error. */
static void note_error(Served *served) {
    Unlooked *unlooked = &served->server->unlooked;
    if (served->reply.error == cudaSuccess || served->call->request == PROGRAM_UNREADY) return;
    served->server->failed = true;
    if (served->server->sticky_seen == served->reply.error) return;
    if (unlooked->error != 0 || served->server->refused) return; /* after a refusal it may follow from that */
    *unlooked = (Unlooked){.error = served->reply.error, .name = served->name, .site = served->site};
}

/* Of a function that may fail although the program made no mistake: allocations, copies, memsets, launches, waits, new
 * streams and events. A question is none, because a program may ask until the answer is another one. */
static bool may_fail(const ProgramCall *call) {
    switch (call->request) {
    case PROGRAM_ALLOCATE:
    case PROGRAM_COPY:
    case PROGRAM_SET:
    case PROGRAM_LAUNCH:
    case PROGRAM_CREATE: return true;
    case PROGRAM_SYNCHRONISE:
        return call->arguments[0] != PROGRAM_QUERY_STREAM && call->arguments[0] != PROGRAM_QUERY_EVENT;
    default: return false;
    }
}

/* The call that is to fail has done its work, so that nothing but its error tells the program of it. Copies, memsets
 * and waits tell of a kernel that broke the context, which stays broken. */
static void fail_on_purpose(Served *served) {
    Server *server = served->server;
    uint32_t request = served->call->request;
    if (!may_fail(served->call) || served->reply.error != cudaSuccess) return;
    if (++server->report->seen.failable != server->job->failed_call) return;
    bool creates = request == PROGRAM_ALLOCATE || request == PROGRAM_CREATE;
    served->reply.told = creates                     ? cudaErrorMemoryAllocation
                         : request == PROGRAM_LAUNCH ? cudaErrorLaunchOutOfResources
                                                     : cudaErrorIllegalAddress;
    if (!creates && request != PROGRAM_LAUNCH) server->sticky = served->reply.told;
}

static bool asks_for_work(uint32_t request) {
    return request == PROGRAM_LAUNCH || request == PROGRAM_COPY || request == PROGRAM_SET;
}

static void serve(Served *served) {
    Server *server = served->server;
    const Handler *handler = &handlers[served->call->request];
    bool asynchronous = served->call->request == PROGRAM_COPY && served->size == sizeof(ProgramCopy) &&
                        ((const ProgramCopy *)(const void *)served->payload)->asynchronous;
    if (!handler->setup && !handler->later && !asynchronous && server->pending != 0) {
        server->sticky = server->pending;
        server->pending = 0;
    }
    if (!handler->setup) server->report->calls++;
    if (!handler->unanswered) server_look_ends(server, true);
    if (!handler->unanswered) server_send_ends(server);
    server->unlooked.went_on |= asks_for_work(served->call->request);
    if (!handler->setup && !handler->unbroken && server->sticky != 0) {
        served_fail(served, server->sticky);
        if (served->call->request == PROGRAM_SYNCHRONISE) server_synchronise(served);
    } else
        handler->serve(served);
    fail_on_purpose(served);
    note_error(served);
}

/* ---- the socket -------------------------------------------------------------------------------------------------- */

/* Waits for bytes: false when the program has gone, the user pressed Ctrl-C, or the program has slept for all of the
 * job's seconds. */
static bool receive(Server *server, void *bytes, size_t size) {
    char *at = bytes;
    ProgramSleep sleep = {0};
    atomic_store(&server->waits, SERVER_LISTENS);
    while (size > 0) {
        ssize_t got = recv(server->socket, at, size, 0);
        bool stopped = server_is_ended(server);
        bool waiting = got < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK);
        if (waiting && server->job->seconds > 0) program_sleep_add(&sleep, server->process);
        bool late = server->job->seconds > 0 && sleep.slept > server->job->seconds;
        if (waiting && late) server->report->out_of_time = true;
        if (waiting && !stopped && !late) continue;
        if (got <= 0) return false;
        at += got;
        size -= (size_t)got;
    }
    atomic_store(&server->waits, SERVER_WORKS);
    return true;
}

static bool send_all(Server *server, const void *bytes, size_t size) {
    const char *at = bytes;
    atomic_store(&server->waits, SERVER_ANSWERS);
    while (size > 0) {
        ssize_t sent = send(server->socket, at, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        at += sent;
        size -= (size_t)sent;
    }
    atomic_store(&server->waits, SERVER_WORKS);
    return true;
}

/* In one piece where that is short: the client wakes up for each. */
static bool answer(Server *server, const ProgramReply *reply, const Text *more) {
    uint8_t together[SHORT_ANSWER];
    if (more->size > sizeof together - sizeof *reply)
        return send_all(server, reply, sizeof *reply) && send_all(server, more->data, more->size);
    memcpy(together, reply, sizeof *reply);
    if (more->size > 0) memcpy(together + sizeof *reply, more->data, more->size);
    return send_all(server, together, sizeof *reply + more->size);
}

/* The name of a function, kept once and counted: a program may make millions of calls. It is shown, and may be any
 * bytes. */
static const char *keep_name(Server *server, const char *name, size_t size) {
    size = strnlen(name, size < NAME_BYTES ? size : NAME_BYTES);
    if (size == 0) return "a function";
    for (size_t i = 0; i < size; i++)
        if (name[i] < ' ' || name[i] > '~') return "a function";
    for (size_t i = 0; i < server->names.count; i++)
        if (strncmp(server->names.at[i].name, name, size) == 0 && server->names.at[i].name[size] == '\0') {
            server->names.at[i].count++;
            return server->names.at[i].name;
        }
    if (server->names.count == MOST_NAMES) return "a function";
    CallSeen kept = {arena_string_n(server->arena, name, size), 1};
    vec_push(server->arena, &server->names, kept);
    return kept.name;
}

static bool serve_one(Server *server, const ProgramCall *call, uint8_t *payload) {
    Served served = {.server = server,
                     .call = call,
                     .payload = payload,
                     .size = call->size - call->name,
                     .name = keep_name(server, (const char *)payload + call->size - call->name, call->name),
                     .site = host_site(call)};
    payload[served.size] = '\0';
    serve(&served);
    served.reply.size = (uint32_t)served.answer.size;
    bool sent = handlers[call->request].unanswered || answer(server, &served.reply, &served.answer);
    text_free(&served.answer);
    return sent;
}

static const char forged[] =
    "bytes came in the place of the runtime library's calls that it does not send: the program wrote there itself, or "
    "over the library's memory. What it did afterwards is not known";

void server_serve(Server *server) {
    ProgramCall call;
    uint8_t *payload = NULL;
    size_t capacity = 0;
    while (receive(server, &call, sizeof call)) {
        bool good = call.request < PROGRAM_REQUESTS && call.size <= PROGRAM_PAYLOAD && call.name <= call.size &&
                    call.frame_count <= PROGRAM_FRAMES;
        if (!good) host_finding(server, HOST_FORGED, false, &(HostSite){0}, NULL, "%s", forged);
        if (!good) break;
        if (call.size + 1 > capacity) payload = memory_resize(payload, capacity = (size_t)call.size + 4096, 1);
        if (!receive(server, payload, call.size)) break;
        payload[call.size] = '\0';
        if (!serve_one(server, &call, payload)) break;
    }
    free(payload);
}
