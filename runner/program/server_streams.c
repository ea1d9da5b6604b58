/* Streams, events, textures: handles, and what waits for what. Work is done in the order in which it is asked for, so
 * that nothing is left to wait for. */
#include "base/system.h"
#include "program/server.h"

enum {
    EVENT_WITHOUT_TIMING = 2, /* cudaEventDisableTiming */
    STREAM_NON_BLOCKING = 1   /* cudaStreamNonBlocking */
};

void server_flush(Served *served) {
    Server *server = served->server;
    if (server->printed.size == 0) return;
    text_add_n(&served->answer, server->printed.data, server->printed.size);
    text_free(&server->printed);
}

static const char *const handle_name[] = {[PROGRAM_STREAM] = "stream", [PROGRAM_EVENT] = "event"};

/* NULL with the error set where it is no such handle. After a kernel's error that may follow from it, because nothing
 * is created any more. */
static ServerHandle *find(Served *served, uint64_t handle, ProgramHandle kind) {
    Server *server = served->server;
    ServerHandle *found = server_handle(server, handle);
    if (found != NULL && found->kind == kind && !found->destroyed) return found;
    if (server->sticky != 0) return NULL;
    host_finding(server, HOST_HANDLE, false, &served->site, NULL, "`%s` was given %s %s%s", served->name,
                 kind == PROGRAM_EVENT ? "an" : "a", handle_name[kind],
                 found != NULL && found->kind == kind ? " that was destroyed before" : " that was never created");
    served_fail(served, cudaErrorInvalidResourceHandle);
    return NULL;
}

/* 0 is the default stream, 1 and 2 are its names. */
bool server_stream_is_known(Served *served, uint64_t stream) {
    return stream <= 2 || find(served, stream, PROGRAM_STREAM) != NULL;
}

void server_create(Served *served) {
    uint64_t kind = served->call->arguments[0];
    if (kind > PROGRAM_EVENT || served->server->handles.count == SERVER_HANDLES) {
        served_fail(served, kind > PROGRAM_EVENT ? cudaErrorInvalidValue : cudaErrorMemoryAllocation);
        return;
    }
    uint64_t flags = served->call->arguments[1];
    if (kind == PROGRAM_STREAM && flags > STREAM_NON_BLOCKING) {
        served_fail(served, cudaErrorInvalidValue);
        return;
    }
    ServerHandle handle = {.kind = (ProgramHandle)kind, .flags = flags, .priority = served->call->arguments[2]};
    handle.stream.apart = kind == PROGRAM_STREAM && (flags & STREAM_NON_BLOCKING) != 0;
    handle.event.untimed = kind == PROGRAM_EVENT && (flags & EVENT_WITHOUT_TIMING) != 0;
    served->reply.values[0] = server_new_handle(served->server, handle);
}

void server_destroy(Served *served) {
    Server *server = served->server;
    uint64_t kind = served->call->arguments[0], handle = served->call->arguments[1];
    if (kind > PROGRAM_SURFACE_OBJECT) return;
    if (kind >= PROGRAM_TEXTURE_OBJECT) {
        if (!sim_context_texture_release(server->context, handle, kind == PROGRAM_SURFACE_OBJECT))
            served_fail(served, cudaErrorInvalidValue);
        return;
    }
    ServerHandle *found = find(served, handle, (ProgramHandle)kind);
    if (found != NULL) found->destroyed = true;
}

void server_synchronise(Served *served) {
    uint64_t what = served->call->arguments[0], handle = served->call->arguments[1];
    bool stream = what == PROGRAM_ONE_STREAM || what == PROGRAM_QUERY_STREAM;
    bool event = what == PROGRAM_ONE_EVENT || what == PROGRAM_QUERY_EVENT;
    if (stream && !server_stream_is_known(served, handle)) return;
    if (event && find(served, handle, PROGRAM_EVENT) == NULL) return;
    server_order_wait(served, what, handle, served->call->arguments[2]);
    server_take_shared(served->server);
    server_flush(served);
}

/* The default stream has two names, and another one for each thread's. */
void server_stream_values(Served *served) {
    uint64_t stream = served->call->arguments[0], *values = served->reply.values;
    const ServerHandle *handle = stream > 2 ? find(served, stream, PROGRAM_STREAM) : NULL;
    values[PROGRAM_STREAM_FLAGS] = handle != NULL ? handle->flags : 0;
    values[PROGRAM_STREAM_PRIORITY] = handle != NULL ? handle->priority : 0;
    values[PROGRAM_STREAM_ID] = stream > 2 ? server_handle_number(stream) + 2 : stream > 0 ? stream : 1;
}

void server_unready(Served *served) {
    served_fail(served, cudaErrorNotReady);
}

void server_record(Served *served) {
    ServerHandle *event = find(served, served->call->arguments[0], PROGRAM_EVENT);
    if (event == NULL || !server_stream_is_known(served, served->call->arguments[1])) return;
    event->event.recorded = true;
    event->event.seconds = system_seconds();
    event->event.stream = served->call->arguments[1];
    event->event.chain = server_order_record(served->server, event->event.stream);
}

void server_wait(Served *served) {
    uint64_t stream = served->call->arguments[0];
    const ServerHandle *event =
        server_stream_is_known(served, stream) ? find(served, served->call->arguments[1], PROGRAM_EVENT) : NULL;
    if (event != NULL) server_order_join(served->server, stream, event->event.chain);
}

/* The time that the simulation took, by this machine's clock: the report says so. */
void server_elapsed(Served *served) {
    const ServerHandle *begin = find(served, served->call->arguments[0], PROGRAM_EVENT);
    const ServerHandle *end = begin != NULL ? find(served, served->call->arguments[1], PROGRAM_EVENT) : NULL;
    if (end == NULL) return;
    if (begin->event.untimed || end->event.untimed) {
        host_finding(served->server, HOST_HANDLE, false, &served->site, NULL,
                     "`%s` was given an event that was created with cudaEventDisableTiming", served->name);
        served_fail(served, cudaErrorInvalidResourceHandle);
        return;
    }
    if (!begin->event.recorded || !end->event.recorded) {
        host_finding(served->server, HOST_HANDLE, false, &served->site, NULL,
                     "`%s` was given an event that was never recorded", served->name);
        served_fail(served, cudaErrorInvalidResourceHandle);
        return;
    }
    ServerHandle *last = find(served, served->call->arguments[1], PROGRAM_EVENT);
    if (served->call->arguments[2] != 0) {
        last->event.awaited = true;
        served_fail(served, cudaErrorNotReady);
        return;
    }
    /* who asks until there is a time has waited; who has waited before only takes it */
    if (last->event.awaited)
        server_order_wait(served, PROGRAM_QUERY_EVENT, served->call->arguments[1], served->call->arguments[3]);
    last->event.awaited = false;
    /* a program that asks again has looked at the first answer */
    if (served->server->unlooked.error == cudaErrorNotReady) served->server->unlooked = (Unlooked){0};
    double milliseconds = (end->event.seconds - begin->event.seconds) * 1e3;
    __builtin_memcpy(&served->reply.values[0], &milliseconds, sizeof milliseconds);
    served->server->report->timed = true;
}

/* ---- textures ---------------------------------------------------------------------------------------------------- */

/* cudaChannelFormatKindSigned, Unsigned, Float, by bytes: 1, 2, 4. */
static bool texel_type(const ProgramTexture *texture, Scalar *type, int *channels) {
    static const Scalar types[3][3] = {
        {SCALAR_I8, SCALAR_I16, SCALAR_I32}, {SCALAR_U8, SCALAR_U16, SCALAR_U32}, {SCALAR_F16, SCALAR_F16, SCALAR_F32}};
    int bits = texture->bits[0], size = bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : -1;
    if (texture->format < 0 || texture->format > 2 || size < 0 || (texture->format == 2 && size == 0)) return false;
    for (*channels = 1; *channels < 4 && texture->bits[*channels] != 0; ++*channels)
        if (texture->bits[*channels] != bits) return false;
    *type = types[texture->format][size];
    return *channels != 3;
}

/* The texels of linear memory that are there: CUDA does not look whether the description fits the allocation. */
static uint64_t linear_width(Served *served, const ProgramTexture *texture, Scalar type, int channels) {
    Server *server = served->server;
    uint64_t texel = scalar_size(type) * (uint64_t)channels, wanted = texture->width * texel;
    SimAllocation found;
    if (!sim_context_find(server->context, texture->address, &found) || found.released) return texture->width;
    uint64_t left = found.size - (texture->address - found.address);
    if (wanted <= left) return texture->width;
    const ServerMemory *memory = server_find_memory(server, texture->address);
    host_finding(server, HOST_COPY_SIZE, false, &served->site, memory != NULL ? &memory->allocated : NULL,
                 "`%s` is told of %s bytes, and the allocation has %s from there on", served->name,
                 text_grouped(server->arena, wanted), text_grouped(server->arena, left));
    return left / texel;
}

void server_texture(Served *served) {
    const ProgramTexture *texture = (const ProgramTexture *)(const void *)served->payload;
    Scalar type;
    int channels;
    if (served->size != sizeof *texture || !texel_type(texture, &type, &channels)) {
        served_fail(served, cudaErrorInvalidChannelDescriptor);
        return;
    }
    uint64_t width = texture->linear ? linear_width(served, texture, type, channels) : texture->width;
    const uint64_t sizes[] = {width, texture->height, texture->depth, texture->layers};
    bool fits = true;
    for (int i = 0; i < 4; i++) fits &= sizes[i] <= UINT32_MAX;
    Texture how = {.width = (uint32_t)width,
                   .height = (uint32_t)texture->height,
                   .depth = (uint32_t)texture->depth,
                   .layers = (uint32_t)texture->layers,
                   .row = texture->pitch,
                   .slice = texture->slice,
                   .channels = channels,
                   .address = {(TextureAddress)(texture->address_mode[0] & 3),
                               (TextureAddress)(texture->address_mode[1] & 3),
                               (TextureAddress)(texture->address_mode[2] & 3)},
                   .filter = texture->filter ? TEXTURE_LINEAR : TEXTURE_POINT,
                   .linear_memory = texture->linear,
                   .normalised_coordinates = texture->normalised,
                   .normalised_values = texture->read_mode};
    uint64_t handle =
        fits ? sim_context_texture(served->server->context, &how, type, texture->address, texture->surface != 0) : 0;
    served->reply.values[0] = handle;
    if (handle != 0 && texture->unflagged)
        host_finding(served->server, HOST_HANDLE, true, &served->site, NULL,
                     "`%s` was given an array that was made without cudaArraySurfaceLoadStore", served->name);
    if (handle != 0) return;
    host_finding(served->server, HOST_UNSUPPORTED, false, &served->site, NULL,
                 "`%s` with such a %s is not known to the simulator", served->name,
                 texture->surface ? "surface" : "texture");
    served_fail(served, cudaErrorNotSupported);
}
