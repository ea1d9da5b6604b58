/* Handles of streams and events, and what has to be done one after the other: each stream has the length of the longest
 * chain of kernels, copies and memsets that ends with its last one, each of which waits for the one before it.
 *
 * By CUDA's rules a stream's work is done in its order; the legacy default stream waits for all streams that are
 * not non-blocking, and they for it; cudaStreamWaitEvent waits for what was in the event's stream when it was recorded;
 * and what the host asks for after it has waited comes after what it has waited for. */
#include <string.h>

#include "program/server.h"

enum { PER_THREAD_STREAM = 2 /* cudaStreamPerThread; 0 and 1 are the legacy one */, HANDLE_STEP = 64 };
#define HANDLE_BASE UINT64_C(0x0000600000000000)

uint64_t server_new_handle(Server *server, ServerHandle handle) {
    vec_push(server->arena, &server->handles, handle);
    return HANDLE_BASE + server->handles.count * HANDLE_STEP;
}

uint64_t server_handle_number(uint64_t handle) {
    return (handle - HANDLE_BASE) / HANDLE_STEP;
}

ServerHandle *server_handle(Server *server, uint64_t handle) {
    uint64_t number = server_handle_number(handle);
    bool known = handle > HANDLE_BASE && (handle - HANDLE_BASE) % HANDLE_STEP == 0 && number <= server->handles.count;
    return known ? &server->handles.at[number - 1] : NULL;
}

static void lengthen(uint64_t *chain, uint64_t to) {
    if (*chain < to) *chain = to;
}

/* Where the stream's chain is kept. Handles that come here are known. */
static uint64_t *chain_of(Server *server, uint64_t stream, bool *apart) {
    ServerHandle *handle = stream > PER_THREAD_STREAM ? server_handle(server, stream) : NULL;
    *apart = handle != NULL && handle->stream.apart;
    if (handle != NULL) return &handle->stream.chain;
    return stream == PER_THREAD_STREAM ? &server->order.per_thread : &server->order.legacy;
}

/* The chain that the stream's next piece of work continues. */
static uint64_t *continued(Server *server, uint64_t stream, bool *apart) {
    ServerOrder *order = &server->order;
    uint64_t *chain = chain_of(server, stream, apart);
    lengthen(chain, order->host);
    if (!*apart) lengthen(chain, chain == &order->legacy ? order->blocking : order->legacy);
    return chain;
}

static uint64_t put(Server *server, uint64_t stream, uint64_t pieces) {
    bool apart;
    uint64_t *chain = continued(server, stream, &apart);
    *chain += pieces;
    if (!apart) lengthen(&server->order.blocking, *chain);
    lengthen(&server->order.all, *chain);
    server->report->seen.chain = (int64_t)server->order.all;
    return *chain;
}

void server_order_work(Server *server, uint64_t stream, bool waits) {
    uint64_t chain = put(server, stream, 1);
    if (waits) lengthen(&server->order.host, chain);
    server->order.busy |= !waits;
}

uint64_t server_order_record(Server *server, uint64_t stream) {
    return put(server, stream, 0);
}

void server_order_join(Server *server, uint64_t stream, uint64_t chain) {
    bool apart;
    lengthen(continued(server, stream, &apart), chain);
    put(server, stream, 0);
}

void server_order_wait(Served *served, uint64_t what, uint64_t handle, uint64_t copies) {
    Server *server = served->server;
    static const char *const questions[] = {"cudaStreamQuery", "cudaEventQuery", "cudaEventElapsedTime"};
    bool asks = what == PROGRAM_QUERY_STREAM || what == PROGRAM_QUERY_EVENT, known = false;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) known |= strcmp(served->name, questions[i]) == 0;
    if (asks && !known) return;
    uint64_t chain = server->order.all;
    if (what == PROGRAM_ONE_STREAM || what == PROGRAM_QUERY_STREAM) chain = put(server, handle, 0);
    if (what == PROGRAM_ONE_EVENT || what == PROGRAM_QUERY_EVENT) chain = server_handle(server, handle)->event.chain;
    lengthen(&server->order.host, chain);
    server->report->seen.waits += server->order.busy;
    server->report->seen.all_waits++;
    uint64_t all = (uint64_t)server->report->seen.copies_asynchronous; /* what the program says may be anything */
    server->report->seen.copies_waited = (int64_t)(copies < all ? copies : all);
    server_look_waits(server);
    server->order.busy = false;
}

void server_order_free(Served *served) {
    if (strcmp(served->name, "cudaFree") == 0) lengthen(&served->server->order.host, served->server->order.all);
}
