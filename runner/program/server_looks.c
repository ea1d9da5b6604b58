/* What the host is shown of the device's work: by a wait for what kernels and copies leave in memory of both sides, and
 * by a copy to the host's own memory. Each is a look, and a job may ask for one whose bytes are others than the device
 * left (ProgramJob.altered_look): where the answer is right all the same, the host has not needed them.
 *
 * A copy to the device is a send, and a job may ask in the same way for one that brings the device other bytes than the
 * host has (ProgramJob.altered_send).
 *
 * Of a look kernels never see what was altered: before a launch the bytes are put back, but for those that the host
 * has written since. Nor is an output taken with it. What the host reads before it has waited is not altered. */
#include <string.h>

#include "program/server.h"

/* What the host has written in the place of an altered byte is known by not being this one. */
static uint8_t other(uint8_t byte) {
    return (uint8_t)(byte ^ 1);
}

/* NULL: it is nothing that could be altered. */
static uint8_t *bytes_of(Server *server, const ServerShown *shown) {
    if (shown->size == 0 || shown->size > SERVER_ALTERED) return NULL;
    return sim_context_bytes(server->context, shown->address, (size_t)shown->size);
}

void server_look_begins(Server *server, uint64_t address, uint64_t size) {
    if (size == 0) return;
    for (size_t i = 0; i < server->shown.count; i++)
        if (server->shown.at[i].address == address && server->shown.at[i].size >= size) return;
    if (server->shown.count == SERVER_SHOWN) return;
    vec_push(server->arena, &server->shown, ((ServerShown){.address = address, .size = size}));
}

static bool is_altered_now(Server *server) {
    server->report->seen.looks++;
    return server->report->seen.looks == server->job->altered_look;
}

static void alter(Server *server, ServerShown *shown, bool at_once) {
    uint8_t *bytes = bytes_of(server, shown);
    if (bytes == NULL) return;
    shown->was = arena_alloc(server->arena, (size_t)shown->size, 1);
    shown->copied = at_once;
    memcpy(shown->was, bytes, (size_t)shown->size);
    for (uint64_t i = 0; i < shown->size; i++) bytes[i] = other(bytes[i]);
    vec_push(server->arena, &server->altered, *shown);
}

void server_look_waits(Server *server) {
    if (server->shown.count == 0) return;
    bool now = is_altered_now(server);
    for (size_t i = 0; now && i < server->shown.count; i++) {
        const ServerMemory *memory = server_find_memory(server, server->shown.at[i].address);
        if (memory == NULL || !memory->released) alter(server, &server->shown.at[i], false);
    }
    server->shown.count = 0;
}

void server_look_copies(Server *server, uint64_t address, uint64_t size, bool own) {
    ServerShown shown = {.address = address, .size = size};
    if (is_altered_now(server)) alter(server, &shown, own);
}

/* ---- what the device is sent ------------------------------------------------------------------------------------- */

void server_send(Server *server, uint64_t address, uint64_t size) {
    server->report->seen.sends++;
    if (server->report->seen.sends == server->job->altered_send)
        server->sent = (ServerShown){.address = address, .size = size};
}

void server_send_ends(Server *server) {
    uint8_t *bytes = bytes_of(server, &server->sent);
    for (uint64_t i = 0; bytes != NULL && i < server->sent.size; i++) bytes[i] = other(bytes[i]);
    server->sent = (ServerShown){0};
}

/* ---- what was altered -------------------------------------------------------------------------------------------- */

static void put_back(Server *server, const ServerShown *altered) {
    uint8_t *bytes = bytes_of(server, altered);
    for (uint64_t i = 0; bytes != NULL && i < altered->size; i++)
        if (bytes[i] == other(altered->was[i])) bytes[i] = altered->was[i];
}

void server_look_ends(Server *server, bool copies_alone) {
    size_t kept = 0;
    for (size_t i = 0; i < server->altered.count; i++) {
        if (copies_alone && !server->altered.at[i].copied)
            server->altered.at[kept++] = server->altered.at[i];
        else
            put_back(server, &server->altered.at[i]);
    }
    server->altered.count = kept;
}

void server_look_correct(const Server *server, uint64_t address, uint8_t *bytes, uint64_t size) {
    for (size_t a = 0; a < server->altered.count; a++) {
        const ServerShown *altered = &server->altered.at[a];
        for (uint64_t i = 0; i < altered->size; i++) {
            uint64_t at = altered->address + i - address;
            if (at < size && bytes[at] == other(altered->was[i])) bytes[at] = altered->was[i];
        }
    }
}
