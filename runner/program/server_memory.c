/* Allocations and copies, and what is wrong with them. */
#include <stdlib.h>
#include <string.h>

#include "program/server.h"

void server_allocate(Served *served) {
    Server *server = served->server;
    uint64_t bytes = served->call->arguments[0];
    ProgramMemory kind =
        served->call->arguments[1] <= PROGRAM_MANAGED ? (ProgramMemory)served->call->arguments[1] : PROGRAM_DEVICE;
    if (bytes == 0) return; /* CUDA gives a null pointer and no error */
    const char *name = arena_printf(server->arena, "%s #%zu", served->name, server->memories.count + 1);
    bool fits = bytes <= server->region_size && server->memories.count < SERVER_ALLOCATIONS;
    uint64_t address = fits ? sim_context_allocate(server->context, bytes, name, (Loc){0}) : 0;
    const uint8_t *host = address != 0 ? sim_context_bytes(server->context, address, bytes) : NULL;
    if (host == NULL) {
        served_fail(served, cudaErrorMemoryAllocation);
        return;
    }
    /* What the host may write does so without our knowledge. */
    if (kind != PROGRAM_DEVICE) sim_context_written(server->context, address, bytes);
    ServerMemory memory = {
        .address = address, .size = bytes, .kind = kind, .allocated = served->site, .by = served->name};
    memory.of_graph = served->call->arguments[4] != 0;
    memory.skipped = served->call->arguments[3] < bytes ? served->call->arguments[3] : 0;
    vec_push(server->arena, &server->memories, memory);
    server->live += bytes;
    server->alive++;
    server->report->allocated += bytes;
    server->report->seen.allocations++;
    server->report->seen.bytes_allocated += (int64_t)(bytes - memory.skipped);
    if (server->live > server->report->peak) server->report->peak = server->live;
    server->report->seen.most_allocated = (int64_t)server->report->peak;
    if (server->alive > server->report->seen.most_alive) server->report->seen.most_alive = server->alive;
    served->reply.values[0] = address;
    served->reply.values[1] = (uint64_t)(host - server->region);
}

/* ---- freeing ----------------------------------------------------------------------------------------------------- */

static const char *free_of(const ServerMemory *memory) {
    if (strcmp(memory->by, "cudaMallocArray") == 0 || strcmp(memory->by, "cudaMalloc3DArray") == 0)
        return "cudaFreeArray";
    if (strcmp(memory->by, "cudaHostRegister") == 0) return "cudaHostUnregister";
    return memory->kind == PROGRAM_PINNED ? "cudaFreeHost" : "cudaFree";
}

/* What is wrong with the pointer that is to be freed; NULL: nothing. */
static const char *wrong_free(const Served *served, const ServerMemory *memory, uint64_t address, bool pinned) {
    Arena *arena = served->server->arena;
    if (memory == NULL && !server_is_device(address)) return "of memory that CUDA did not allocate";
    if (memory == NULL) return "of an address where nothing is allocated";
    if (memory->released || (memory->of_graph && !memory->in_use)) return "of memory that was freed before";
    if (memory->address != address)
        return arena_printf(arena, "of an address %s bytes behind the beginning of an allocation",
                            text_grouped(arena, address - memory->address));
    if (pinned != (memory->kind == PROGRAM_PINNED))
        return arena_printf(arena, "of memory from %s, which wants %s", memory->by, free_of(memory));
    return NULL;
}

static void release(Server *server, ServerMemory *memory) {
    server->report->seen.written_allocated += (int64_t)sim_context_stored(server->context, memory->address);
    sim_context_release(server->context, memory->address);
    memory->released = true;
    memory->in_use = false;
    server->live -= memory->size;
    server->alive--;
}

/* What a graph's memory held is gone, and the memory stays for the graph's next launch. */
static void end_use(Server *server, ServerMemory *memory) {
    sim_context_undefined(server->context, memory->address, (size_t)memory->size);
    memory->in_use = false;
}

/* CUDA C++ Programming Guide, "Graph Memory Nodes": a graph cannot be launched again while memory from its last launch
 * is in use. */
static void begin_use(Served *served, ServerMemory *memory) {
    if (memory->in_use && served->call->arguments[2] == 0) {
        host_finding(served->server, HOST_LEAK, false, &memory->allocated, NULL,
                     "the graph is launched again, and what `%s` allocated in its last launch was never freed",
                     memory->by);
        served_fail(served, cudaErrorInvalidValue);
        return;
    }
    end_use(served->server, memory);
    memory->in_use = true;
}

/* A node frees memory: it need not be a node of the graph that allocated it. */
static void free_by_node(Served *served, ServerMemory *memory) {
    const char *wrong = wrong_free(served, memory, served->call->arguments[0], false);
    if (wrong == NULL && !memory->of_graph) wrong = "of memory that no graph allocated";
    if (wrong == NULL) {
        memory->freed = served->site;
        end_use(served->server, memory);
        return;
    }
    host_finding(served->server, HOST_BAD_FREE, false, &served->site, memory != NULL ? &memory->allocated : NULL,
                 "`%s` %s", served->name, wrong);
    served_fail(served, cudaErrorInvalidValue);
}

void server_graph_memory(Served *served) {
    uint64_t address = served->call->arguments[0], what = served->call->arguments[1];
    ServerMemory *memory = server_find_memory(served->server, address);
    bool known = memory != NULL && memory->of_graph && !memory->released && memory->address == address;
    if (what == PROGRAM_GRAPH_ENDS)
        free_by_node(served, memory);
    else if (what == PROGRAM_GRAPH_BEGINS && known)
        begin_use(served, memory);
    else if (what == PROGRAM_GRAPH_BEGINS)
        served_fail(served, cudaErrorInvalidValue);
    else if (!known)
        return; /* it went before the graph, with cudaDeviceReset */
    else if (memory->in_use)
        memory->dropped = true;
    else
        release(served->server, memory);
}

void server_free(Served *served) {
    Server *server = served->server;
    uint64_t address = served->call->arguments[0];
    if (address == 0) return;
    ServerMemory *memory = server_find_memory(server, address);
    const char *wrong = wrong_free(served, memory, address, served->call->arguments[1] == PROGRAM_PINNED);
    if (wrong != NULL) {
        host_finding(server, HOST_BAD_FREE, false, &served->site, memory != NULL ? &memory->allocated : NULL, "`%s` %s",
                     served->name, wrong);
        served_fail(served, cudaErrorInvalidValue);
        return;
    }
    server_take_memory(server, memory); /* a free waits for all kernels */
    server_order_free(served);
    memory->freed = served->site;
    if (memory->of_graph && !memory->dropped)
        end_use(server, memory);
    else
        release(server, memory);
    if (memory->kind != PROGRAM_DEVICE) served->reply.values[0] = memory->size;
}

ServerMemory *server_named_memory(Server *server, const char *message) {
    const char *mark = strstr(message, " #");
    size_t number = mark != NULL ? (size_t)strtoul(mark + 2, NULL, 10) : 0;
    return number >= 1 && number <= server->memories.count ? &server->memories.at[number - 1] : NULL;
}

/* Memory that kernels took for themselves. A warning, as in a launch by itself: the device's heap ends with the
 * program, and until then a later kernel could free it. */
static void report_heap(Server *server) {
    if (server->heap_at.kernel == NULL) return;
    uint64_t bytes, pieces = sim_context_heap_left(server->context, &bytes);
    if (pieces <= server->heap_told) return;
    server->heap_told = pieces;
    host_finding(server, HOST_LEAK, true, &server->heap_at, NULL,
                 "%s piece%s of memory that kernels took with `malloc` or `new`, %s bytes, %s never freed; `%s` took "
                 "the first",
                 text_grouped(server->arena, pieces), pieces == 1 ? "" : "s", text_grouped(server->arena, bytes),
                 pieces == 1 ? "was" : "were", server->heap_at.kernel);
}

void server_report_leaks(Server *server) {
    for (size_t i = 0; i < server->memories.count; i++) {
        const ServerMemory *memory = &server->memories.at[i];
        if (memory->released || (memory->of_graph && !memory->in_use)) continue;
        host_finding(server, HOST_LEAK, false, &memory->allocated, NULL, "%s bytes from `%s` are never freed with `%s`",
                     text_grouped(server->arena, memory->size - memory->skipped), memory->by, free_of(memory));
    }
    report_heap(server);
}

void server_pointer(Served *served) {
    Server *server = served->server;
    uint64_t address = served->call->arguments[0];
    const ServerMemory *memory = server_find_memory(server, address);
    SimAllocation variable;
    uint64_t *values = served->reply.values;
    values[0] = UINT64_MAX;
    if (memory != NULL && !memory->released) {
        values[0] = memory->kind;
        values[1] = memory->size - (address - memory->address);
    } else if (memory == NULL && sim_context_find(server->context, address, &variable) && !variable.released) {
        values[0] = server_is_managed(server, variable.address) ? PROGRAM_MANAGED : PROGRAM_DEVICE;
        values[1] = variable.size - (address - variable.address);
    }
}

void server_memory_info(Served *served) {
    served->reply.values[0] = served->server->region_size - served->server->live;
    served->reply.values[1] = served->server->region_size;
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

/* One side of a copy. */
typedef struct Side {
    uint64_t address, pitch, slice;
    uint64_t span;        /* bytes from its first to its last one */
    bool device;          /* it lies in the device's addresses */
    bool only_device;     /* and the host cannot reach it */
    const char *variable; /* a __device__ variable's name; NULL: none */
    ServerMemory *memory;
    uint8_t *bytes; /* in the region */
} Side;

/* Rows and slices do not overlap, so that there are no more of them than memory has bytes. */
static bool span_of(Side *side, const ProgramCopy *copy) {
    uint64_t slices, rows, slice;
    if (copy->height > 1 && side->pitch < copy->width) return false;
    if (copy->depth > 1 && side->slice < copy->width) return false;
    if (copy->depth > 1 && (__builtin_mul_overflow(side->pitch, copy->height, &slice) || side->slice < slice))
        return false;
    return !__builtin_mul_overflow(copy->depth - 1, side->slice, &slices) &&
           !__builtin_mul_overflow(copy->height - 1, side->pitch, &rows) &&
           !__builtin_add_overflow(slices, rows, &side->span) &&
           !__builtin_add_overflow(side->span, copy->width, &side->span);
}

static bool look_up(Served *served, Side *side, const ProgramCopy *copy) {
    Server *server = served->server;
    if (!span_of(side, copy)) {
        served_fail(served, cudaErrorInvalidValue);
        return false;
    }
    side->device = server_is_device(side->address);
    if (!side->device) return true;
    side->memory = server_find_memory(server, side->address);
    SimAllocation found;
    bool known = sim_context_find(server->context, side->address, &found);
    if (side->memory == NULL && known && found.variable) side->variable = found.name;
    side->only_device = side->memory == NULL || side->memory->kind == PROGRAM_DEVICE;
    side->bytes = sim_context_bytes(server->context, side->address, (size_t)side->span);
    return true;
}

/* "12 bytes of the 64 from cudaMalloc": what the copy would have to find at a side. */
static void report_outside(Served *served, const Side *side, const char *verb) {
    Server *server = served->server;
    const ServerMemory *memory = side->memory;
    const char *wanted = text_grouped(server->arena, side->span);
    if (memory == NULL) {
        host_finding(server, HOST_COPY_SIZE, false, &served->site, NULL,
                     "`%s` %s %s bytes at 0x%llx, where no allocation holds them", served->name, verb, wanted,
                     (unsigned long long)side->address);
    } else if (memory->released)
        host_finding_freed(served, HOST_COPY_SIZE, memory, arena_printf(server->arena, "`%s`", served->name), verb);
    else {
        const char *offset = text_grouped(server->arena, side->address - memory->address);
        host_finding(server, HOST_COPY_SIZE, false, &served->site, &memory->allocated,
                     "`%s` %s %s bytes from byte %s on of an allocation of %s bytes", served->name, verb, wanted,
                     offset, text_grouped(server->arena, memory->size));
    }
    served_fail(served, cudaErrorInvalidValue);
}

static const char *const directions[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
                                         "cudaMemcpyDeviceToDevice"};

const char *server_copy_kind(uint64_t kind) {
    return kind < sizeof directions / sizeof *directions ? directions[kind] : "cudaMemcpyDefault";
}

/* CUDA knows the memory of its own by the addresses. A kind that calls such memory the host's is of no effect; one that
 * calls pageable memory the device's is refused (tests/hardware/runtime_calls_h200.txt). */
static bool agrees(Served *served, const ProgramCopy *copy, const Side *to, const Side *from) {
    if (copy->kind == COPY_DEFAULT) return true;
    bool to_device = copy->kind == COPY_HOST_TO_DEVICE || copy->kind == COPY_DEVICE_TO_DEVICE;
    bool from_device = copy->kind == COPY_DEVICE_TO_HOST || copy->kind == COPY_DEVICE_TO_DEVICE;
    const char *wrong = to_device && !to->device            ? "the destination is host memory"
                        : !to_device && to->only_device     ? "the destination is device memory"
                        : from_device && !from->device      ? "the source is host memory"
                        : !from_device && from->only_device ? "the source is device memory"
                                                            : NULL;
    if (wrong == NULL) return true;
    bool refused = (to_device && !to->device) || (from_device && !from->device);
    host_finding(served->server, HOST_COPY_DIRECTION, !refused, &served->site, NULL, "`%s` says %s, but %s%s",
                 served->name, directions[copy->kind], wrong, refused ? "" : ": CUDA goes by the addresses");
    if (refused) served_fail(served, cudaErrorInvalidValue);
    return !refused;
}

typedef struct Row {
    uint64_t to, from; /* offsets from the sides' beginnings */
} Row;

static bool next_row(const Server *server, const ProgramCopy *copy, uint64_t *number, Row *row) {
    if (*number >= copy->height * copy->depth || server_is_ended(server)) return false;
    uint64_t y = *number % copy->height, z = *number / copy->height;
    *row = (Row){z * copy->to_slice + y * copy->to_pitch, z * copy->from_slice + y * copy->from_pitch};
    ++*number;
    return true;
}

/* What nobody wrote stays so in the copy. */
static void carry_over(Server *server, uint64_t to, uint64_t from, uint64_t width) {
    SimContext *context = server->context;
    for (uint64_t at = 0; at < width && !server_is_ended(server); at++) {
        size_t written = sim_context_first_unwritten(context, from + at, (size_t)(width - at));
        if (written > 0) sim_context_written(context, to + at, written);
        at += written;
        if (at < width) sim_context_undefined(context, to + at, 1);
    }
}

static void check_written(Served *served, const ProgramCopy *copy, const Side *from) {
    Server *server = served->server;
    uint64_t number = 0;
    for (Row row; next_row(server, copy, &number, &row);) {
        size_t written = sim_context_first_unwritten(server->context, from->address + row.from, (size_t)copy->width);
        if (written == copy->width) continue;
        host_finding(server, HOST_UNWRITTEN, false, &served->site,
                     from->memory != NULL ? &from->memory->allocated : NULL,
                     "`%s` copies bytes that neither a kernel nor a copy has written, the first of them byte %s",
                     served->name, text_grouped(server->arena, row.from + written));
        return;
    }
}

/* Copies on the device, and notes what is written; the client copies to and from the host. */
static void perform(Served *served, const ProgramCopy *copy, const Side *to, const Side *from) {
    Server *server = served->server;
    bool both = to->device && from->device;
    uint64_t number = 0;
    for (Row row; to->device && next_row(server, copy, &number, &row);) {
        if (both) memmove(to->bytes + row.to, from->bytes + row.from, (size_t)copy->width);
        if (from->only_device)
            carry_over(server, to->address + row.to, from->address + row.from, copy->width);
        else
            sim_context_written(server->context, to->address + row.to, (size_t)copy->width);
    }
    if (from->only_device && !to->only_device) check_written(served, copy, from);
    served->reply.values[PROGRAM_DONE] = both;
    served->reply.values[PROGRAM_TO_OFFSET] = to->device ? (uint64_t)(to->bytes - server->region) : PROGRAM_HOST_SIDE;
    served->reply.values[PROGRAM_FROM_OFFSET] =
        from->device ? (uint64_t)(from->bytes - server->region) : PROGRAM_HOST_SIDE;
}

/* Managed memory is the host's and the device's: which of them a copy means its kind says, or else its other side. */
static bool counts_as_device(const Side *side, const Side *other, bool by_default, bool named) {
    bool managed = side->memory != NULL && side->memory->kind == PROGRAM_MANAGED;
    if (!managed) return side->only_device;
    return by_default ? !other->device : named;
}

/* Counts a copy, and keeps what it brings to the host where that has the size of an output. */
static void count_copy(Server *server, const ProgramCopy *copy, const Side *to, const Side *from) {
    ProgramSeen *seen = &server->report->seen;
    int64_t bytes = (int64_t)(copy->width * copy->height * copy->depth);
    bool by_default = copy->kind == COPY_DEFAULT, within = copy->kind == COPY_DEVICE_TO_DEVICE;
    bool to_there = counts_as_device(to, from, by_default, within || copy->kind == COPY_HOST_TO_DEVICE);
    bool from_there = counts_as_device(from, to, by_default, within || copy->kind == COPY_DEVICE_TO_HOST);
    bool to_device = to_there && !from_there, to_host = from_there && !to_there;
    seen->copies_to_device += to_device;
    seen->bytes_to_device += to_device ? bytes : 0;
    seen->copies_to_host += to_host;
    seen->bytes_to_host += to_host ? bytes : 0;
    seen->copies_asynchronous += copy->asynchronous != 0;
    if ((to_device || to_host) && seen->largest_copy < bytes) seen->largest_copy = bytes;
    if (to_device) server_send(server, to->address, to->span);
    ProgramOutput *output = to_host ? server_wanted_output(server, (uint64_t)bytes) : NULL;
    uint64_t number = 0, at = 0;
    for (Row row; output != NULL && next_row(server, copy, &number, &row); at += copy->width)
        memcpy((uint8_t *)output->bytes + at, from->bytes + row.from, (size_t)copy->width);
    if (output == NULL) return;
    output->copied = output->by_device = true;
    server_note_output(server, output, from->memory);
}

static void note_pageable(Served *served, const ProgramCopy *copy, const Side *to, const Side *from) {
    if (!copy->asynchronous || to->only_device == from->only_device || (to->device && from->device)) return;
    host_finding(
        served->server, HOST_UNPINNED, true, &served->site, NULL,
        "`%s` with host memory that is not pinned: CUDA copies it by way of a buffer of its own, and the host may "
        "wait; cudaMallocHost gives memory that is copied directly",
        served->name);
}

/* CUDA Runtime API, "API synchronization behavior": a copy to the host's own memory that is not pinned makes the host
 * wait whatever the function's name is; one from device to device makes it wait in no case. */
static bool host_waits(const ProgramCopy *copy, const Side *to, const Side *from) {
    if (to->only_device && from->only_device) return false;
    return !copy->asynchronous || (from->only_device && !to->device);
}

/* To the host's own memory: the server's side is altered before the client copies. To memory of both sides: what was
 * copied is, at once or when the host has waited. */
static void show(Server *server, const ProgramCopy *copy, const Side *to, const Side *from) {
    if (!from->device || to->only_device) return;
    const Side *shown = to->device ? to : from;
    if (copy->asynchronous && to->device)
        server_look_begins(server, shown->address, shown->span);
    else
        server_look_copies(server, shown->address, shown->span, !to->device);
}

void server_copy(Served *served) {
    const ProgramCopy *copy = (const ProgramCopy *)(const void *)served->payload;
    served->reply.values[PROGRAM_DONE] = true;
    if (served->size != sizeof *copy || copy->kind < COPY_HOST_TO_HOST || copy->kind > COPY_DEFAULT) {
        served_fail(served, cudaErrorInvalidMemcpyDirection);
        return;
    }
    if (!server_stream_is_known(served, copy->stream)) return;
    if (copy->width == 0 || copy->height == 0 || copy->depth == 0) return;
    Side to = {.address = copy->to, .pitch = copy->to_pitch, .slice = copy->to_slice};
    Side from = {.address = copy->from, .pitch = copy->from_pitch, .slice = copy->from_slice};
    if (!look_up(served, &to, copy) || !look_up(served, &from, copy)) return;
    if (copy->to == 0 || copy->from == 0) {
        host_finding(served->server, HOST_COPY_SIZE, false, &served->site, NULL, "`%s` copies %s a null pointer",
                     served->name, copy->to == 0 ? "to" : "from");
        served_fail(served, cudaErrorInvalidValue);
        return;
    }
    if (!agrees(served, copy, &to, &from)) return;
    if (to.device && to.bytes == NULL) {
        report_outside(served, &to, "writes");
        return;
    }
    if (from.device && from.bytes == NULL) {
        report_outside(served, &from, "reads");
        return;
    }
    note_pageable(served, copy, &to, &from);
    perform(served, copy, &to, &from);
    count_copy(served->server, copy, &to, &from);
    show(served->server, copy, &to, &from);
    server_order_work(served->server, copy->stream, host_waits(copy, &to, &from));
    if (!copy->asynchronous) server_flush(served);
}

/* A row of elements; value holds the bytes of one, the first of them lowest. */
static void set_row(uint8_t *to, uint64_t value, size_t element, size_t width) {
    if (element == 1) memset(to, (int)value, width);
    for (size_t i = 0; element > 1 && i + element <= width; i += element) memcpy(to + i, &value, element);
}

void server_set(Served *served) {
    Server *server = served->server;
    const uint64_t *a = served->call->arguments;
    ProgramCopy shape = {.width = a[3], .height = a[4], .depth = a[7] != 0 ? a[7] : 1};
    Side to = {.address = a[0], .pitch = a[1], .slice = a[8]};
    if (!server_stream_is_known(served, a[PROGRAM_SET_STREAM])) return;
    if (shape.width == 0 || shape.height == 0) return;
    if (!look_up(served, &to, &shape)) return;
    if (!to.device || to.bytes == NULL) {
        report_outside(served, &to, "sets");
        return;
    }
    shape.to_pitch = to.pitch;
    shape.to_slice = to.slice;
    server_order_work(server, a[PROGRAM_SET_STREAM], false);
    uint64_t number = 0;
    for (Row row; next_row(server, &shape, &number, &row);) {
        set_row(to.bytes + row.to, a[2], a[9] == 2 || a[9] == 4 ? (size_t)a[9] : 1, (size_t)shape.width);
        sim_context_written(server->context, to.address + row.to, (size_t)shape.width);
    }
}
