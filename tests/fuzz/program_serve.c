/* libFuzzer target: any calls of a program's runtime library, and any bytes in their place. The other end of the socket
 * is the student's process, which may send what it likes.
 *
 * The input is a list of records: request, number of payload bytes, four bytes that choose the arguments, payload. An
 * argument is a small number, an address or a handle that the server gave before, or eight bytes of the input. The
 * payload of a module may be a whole fat binary; where a call has a structure, addresses in it are chosen likewise. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "program/fatbin.h"
#include "program/server.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { REGION = 8 << 20, KNOWN = 32, ARGUMENTS = 4, RAW = PROGRAM_REQUESTS };

static const char ptx[] = ".version 7.0\n.target sm_80\n.address_size 64\n"
                          ".global .align 4 .b8 words[64];\n"
                          ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
                          ".visible .entry fill(.param .u64 to, .param .u32 n)\n{\n"
                          ".reg .pred %p;\n.reg .b32 %r<5>;\n.reg .b64 %d<5>;\n"
                          "ld.param.u64 %d1, [to];\nld.param.u32 %r1, [n];\nmov.u32 %r2, %tid.x;\n"
                          "setp.ge.u32 %p, %r2, %r1;\n@%p ret;\n"
                          "cvta.to.global.u64 %d2, %d1;\nmul.wide.u32 %d3, %r2, 4;\nadd.s64 %d4, %d2, "
                          "%d3;\nst.global.u32 [%d4], %r2;\nret;\n}\n";

typedef struct Client {
    const uint8_t *data;
    size_t size;
    int socket;
    uint64_t known[KNOWN];
    size_t count;
    Arena *arena;
} Client;

static uint8_t take(Client *client) {
    if (client->size == 0) return 0;
    client->size--;
    return *client->data++;
}

static uint64_t take_number(Client *client) {
    uint64_t value = 0;
    for (int i = 0; i < 8; i++) value = value << 8 | take(client);
    return value;
}

static uint64_t choose(Client *client, uint8_t how) {
    if (how < 128) return how;
    if (how < 192) return client->known[how % KNOWN] + (how & 32 ? take(client) : 0);
    if (how < 224) return UINT64_C(1) << (how % 32 * 2);
    return take_number(client);
}

static bool send_all(int to, const void *bytes, size_t size) {
    for (const char *at = bytes; size > 0;) {
        ssize_t step = send(to, at, size, MSG_NOSIGNAL);
        if (step <= 0) return false;
        at += step, size -= (size_t)step;
    }
    return true;
}

static bool receive_all(int from, void *bytes, size_t size) {
    for (char *at = bytes; size > 0;) {
        ssize_t step = recv(from, at, size, 0);
        if (step <= 0) return false;
        at += step, size -= (size_t)step;
    }
    return true;
}

static void remember(Client *client, uint64_t value) {
    if (value != 0) client->known[client->count++ % KNOWN] = value;
}

/* Puts known values into the first words of a structure, as far as a byte of the input says. */
static void aim(Client *client, uint8_t *payload, size_t size) {
    uint8_t which = take(client);
    for (size_t i = 0; i < 2 && 8 * i + 8 <= size; i++) {
        if (!(which >> i & 1)) continue;
        uint64_t value = choose(client, take(client));
        memcpy(payload + 8 * i, &value, sizeof value);
    }
}

static bool answered(Client *client) {
    ProgramReply reply;
    if (!receive_all(client->socket, &reply, sizeof reply)) return false;
    char *rest = malloc((size_t)reply.size + 1);
    bool done = receive_all(client->socket, rest, reply.size);
    free(rest);
    remember(client, reply.values[0]);
    return done;
}

static bool call(Client *client) {
    ProgramCall call = {.request = take(client) % (PROGRAM_REQUESTS + 1)};
    size_t size = take(client);
    for (int i = 0; i < ARGUMENTS; i++) call.arguments[i] = choose(client, take(client));
    call.arguments[4] = call.arguments[2];
    const void *payload;
    if (call.request == PROGRAM_MODULE && size == 0) {
        payload = fatbin_make(ptx, sizeof ptx - 1, 80, client->arena, &size);
    } else {
        if (size > client->size) size = client->size;
        uint8_t *copy = arena_alloc(client->arena, size + 1, 16);
        memcpy(copy, client->data, size);
        client->data += size, client->size -= size;
        aim(client, copy, size);
        payload = copy;
    }
    if (call.request == RAW) { /* afterwards the server may wait for the rest of a call that nobody meant */
        send_all(client->socket, payload, size);
        return false;
    }
    call.size = (uint32_t)size;
    call.name = size > 0 && (call.arguments[3] & 1) ? (uint32_t)(call.arguments[3] % size) : 0;
    if (!send_all(client->socket, &call, sizeof call) || !send_all(client->socket, payload, size)) return false;
    if (call.request == PROGRAM_LOOKED || call.request == PROGRAM_TOUCHED) return true;
    return answered(client);
}

static void *be_client(void *context) {
    Client *client = context;
    while (client->size > 0 && call(client)) continue;
    shutdown(client->socket, SHUT_RDWR);
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t *region;
    int ends[2];
    if (region == NULL) region = mmap(NULL, REGION, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    memset(region, 0, REGION);
    if (region == MAP_FAILED || socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) abort();
    Arena *arena = arena_new(), *sent = arena_new();
    ProgramReport report = {.arch = "sm_90"};
    ProgramJob job = {.arch = "sm_90", .gpu = program_gpu_of("sm_90"), .name = "program"};
    SimContextSettings settings = {
        .arch = "sm_90", .region = region, .region_size = REGION, .launch_budget = 10000, .budget = 1000, .threads = 1};
    Server server = {.job = &job,
                     .arena = arena,
                     .report = &report,
                     .context = sim_context_new(&settings),
                     .region = region,
                     .region_size = REGION,
                     .socket = ends[0],
                     .process = getpid()};
    Client client = {.data = data, .size = size, .socket = ends[1], .arena = sent};
    pthread_t thread;
    if (pthread_create(&thread, NULL, be_client, &client) != 0) abort();
    server_serve(&server);
    shutdown(ends[0], SHUT_RDWR);
    pthread_join(thread, NULL);
    server_report_leaks(&server);
    Text out = {0};
    program_report_csv(&out, &report, NULL, 0);
    text_free(&out);
    close(ends[0]), close(ends[1]);
    sim_context_free(server.context);
    text_free(&server.printed);
    arena_free(arena);
    arena_free(sent);
    return 0;
}
