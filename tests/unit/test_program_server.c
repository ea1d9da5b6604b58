/* The server of whole programs: what a client that keeps to no rule sends does no harm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "program/server.h"

enum { REGION = 1 << 20, CALLS = 60, RUNS = 400, PAYLOAD = 256 };

static uint64_t state;

static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Sizes, addresses near those that the simulator gives out, and numbers from everywhere. */
static uint64_t number(void) {
    static const uint64_t known[] = {0, 1, 2, 3, 4, 64, 100, 4096, REGION, UINT64_MAX, UINT64_MAX - 7, 1ULL << 63};
    switch (next() % 4) {
    case 0: return known[next() % (sizeof known / sizeof *known)];
    case 1: return PROGRAM_GLOBAL_BASE + next() % 64 * 64;
    case 2: return next() % 5000;
    default: return next();
    }
}

static void send_call(int to) {
    ProgramCall call = {.request = (uint32_t)(next() % PROGRAM_REQUESTS), .name = 6, .frame_count = 1};
    uint64_t payload[PAYLOAD / sizeof(uint64_t)];
    size_t sizes[] = {0, sizeof(ProgramCopy), sizeof(ProgramLaunch), sizeof(ProgramTexture), PAYLOAD};
    size_t size = sizes[next() % (sizeof sizes / sizeof *sizes)];
    if (next() % 2) call.request = next() % 2 ? PROGRAM_ALLOCATE : PROGRAM_COPY;
    if (call.request == PROGRAM_COPY) size = sizeof(ProgramCopy);
    for (size_t i = 0; i < PROGRAM_ARGUMENTS; i++) call.arguments[i] = number();
    for (size_t i = 0; i < sizeof payload / sizeof *payload; i++) payload[i] = number();
    if (call.request == PROGRAM_COPY) payload[offsetof(ProgramCopy, kind) / 8] = next() % 5;
    call.size = (uint32_t)size + call.name;
    assert_int_equal(write(to, &call, sizeof call), sizeof call);
    assert_int_equal(write(to, payload, size), size);
    assert_int_equal(write(to, "a call", 6), 6);
}

static ProgramReport *serve(Arena *arena, void (*sender)(int to)) {
    int ends[2];
    ProgramReport *report = arena_make(arena, ProgramReport);
    ProgramJob job = {.name = "test", .arch = "sm_90", .gpu = program_gpu_find("H200")};
    uint8_t *region = mmap(NULL, REGION, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(region, MAP_FAILED);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    SimContextSettings settings = {.arch = "sm_90", .region = region, .region_size = REGION, .threads = 1};
    Server server = {.job = &job, .arena = arena, .report = report, .region = region, .region_size = REGION};
    server.context = sim_context_new(&settings);
    server.socket = ends[0];
    server.process = getpid();
    sender(ends[1]);
    shutdown(ends[1], SHUT_WR);
    server_serve(&server);
    close(ends[0]);
    close(ends[1]);
    sim_context_free(server.context);
    text_free(&server.printed);
    munmap(region, REGION);
    return report;
}

static void send_many(int to) {
    for (size_t i = 0; i < CALLS; i++) send_call(to);
}

static void survives_any_calls(void **unused) {
    (void)unused;
    size_t findings = 0;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        Arena *arena = arena_new();
        state = seed * UINT64_C(0x9e3779b97f4a7c15);
        findings += serve(arena, send_many)->findings.count;
        arena_free(arena);
    }
    assert_true(findings > RUNS); /* the calls got as far as being looked at */
}

static void send_bad_sizes(int to) {
    ProgramCall call = {.request = PROGRAM_COPY, .size = 8, .name = 9};
    assert_int_equal(write(to, &call, sizeof call), sizeof call);
    assert_int_equal(write(to, "12345678", 8), 8);
}

static void send_half(int to) {
    ProgramCall call = {.request = PROGRAM_ALLOCATE, .size = 1000, .name = 4};
    assert_int_equal(write(to, &call, sizeof call), sizeof call);
}

static void send_no_request(int to) {
    ProgramCall call = {.request = PROGRAM_REQUESTS};
    assert_int_equal(write(to, &call, sizeof call), sizeof call);
}

static void ends_at_what_is_no_call(void **unused) {
    (void)unused;
    Arena *arena = arena_new();
    assert_int_equal(serve(arena, send_bad_sizes)->calls, 0);
    assert_int_equal(serve(arena, send_half)->calls, 0);
    assert_int_equal(serve(arena, send_no_request)->calls, 0);
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(survives_any_calls),
        cmocka_unit_test(ends_at_what_is_no_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
