/* A device that outlives a launch: addresses, values that stay, what is defined, what was released, errors. */
#include <stdlib.h>
#include <sys/mman.h>

#include "finding_kinds.h"
#include "metric_names.h"
#include "sim/context.h"
#include "sim_testing.h"

typedef struct Session {
    Arena *arena;
    SimContext *context;
    SimModule *module;
    Image image;
    Result result;
} Session;

static Session open_with(const char *ptx, SimContextSettings settings) {
    Session session = {.arena = arena_new(), .context = sim_context_new(&settings)};
    session.image = (Image){.file = "test.cu", .arch = "sm_90", .ptx = ptx, .ptx_size = strlen(ptx)};
    session.module = sim_context_load(session.context, &session.image, session.arena, &session.result);
    if (session.module == NULL) print_error("%s\n", session.result.error);
    assert_non_null(session.module);
    return session;
}

static Session open_session(const char *ptx) {
    return open_with(ptx, (SimContextSettings){.arch = "sm_90"});
}

static void close_session(Session *session) {
    sim_context_free(session->context);
    arena_free(session->arena);
}

static uint64_t allocate(Session *session, size_t bytes, const char *name) {
    uint64_t address = sim_context_allocate(session->context, bytes, name, (Loc){"host.cu", 7, 0});
    assert_true(address != 0 && address % 512 == 0);
    return address;
}

static void launch(Session *session, const char *kernel, uint32_t blocks, uint32_t threads, const void *parameters,
                   RunStatus wanted) {
    ContextLaunch one = {.kernel = kernel, .grid = {blocks, 1, 1}, .block = {threads, 1, 1}, .parameters = parameters};
    sim_context_launch(session->context, session->module, &one, session->arena, &session->result);
    const Result *result = &session->result;
    if (result->status != wanted)
        print_error("status %d: %s %s\n", result->status, result->error != NULL ? result->error : "",
                    result->finding_count != 0 ? result->findings[0].message : "");
    assert_int_equal(result->status, wanted);
}

static void said(const Session *session, const char *part) {
    assert_true(session->result.finding_count > 0);
    if (strstr(session->result.findings[0].message, part) == NULL)
        print_error("%s\n", session->result.findings[0].message);
    assert_non_null(strstr(session->result.findings[0].message, part));
}

static void fails_with(const Session *session, const char *name, int number) {
    int code;
    bool sticky;
    assert_string_equal(sim_context_error(&session->result, &code, &sticky), name);
    assert_int_equal(code, number);
    assert_true(sticky);
}

static uint32_t *words(Session *session, uint64_t address, size_t count) {
    uint8_t *bytes = sim_context_bytes(session->context, address, count * 4);
    assert_non_null(bytes);
    return (uint32_t *)(void *)bytes;
}

/* out[i] = in[i] + n, with i = thread of the grid */
#define ADD                                                                                                            \
    PTX_HEAD                                                                                                           \
    ".visible .entry add(.param .u64 in, .param .u64 out, .param .u32 n) {\n"                                          \
    ".reg .b32 %r<8>; .reg .b64 %d<8>;\n"                                                                              \
    "ld.param.u64 %d1,[in]; ld.param.u64 %d2,[out]; ld.param.u32 %r1,[n];\n"                                           \
    "cvta.to.global.u64 %d1,%d1; cvta.to.global.u64 %d2,%d2;\n"                                                        \
    "mov.u32 %r2,%ctaid.x; mov.u32 %r3,%ntid.x; mov.u32 %r4,%tid.x; mad.lo.u32 %r5,%r2,%r3,%r4;\n"                     \
    "mul.wide.u32 %d3,%r5,4; add.u64 %d4,%d1,%d3; add.u64 %d5,%d2,%d3;\n"                                              \
    "ld.global.u32 %r6,[%d4]; add.u32 %r6,%r6,%r1; st.global.u32 [%d5],%r6; ret; }\n"

typedef struct AddParameters {
    uint64_t in, out;
    uint32_t n;
} AddParameters;

static void allocations_lie_apart_and_no_address_comes_twice(void **state) {
    (void)state;
    Session session = open_session(ADD);
    uint64_t a = allocate(&session, 100, "a"), b = allocate(&session, 4096, "b");
    assert_true(b - a > 1 << 20);
    SimAllocation found;
    assert_true(sim_context_find(session.context, a + 99, &found));
    assert_string_equal(found.name, "a");
    assert_int_equal(found.size, 100);
    assert_int_equal(found.loc.line, 7);
    assert_false(found.released);
    assert_false(sim_context_find(session.context, a + 100, &found));
    assert_null(sim_context_bytes(session.context, a, 101));
    assert_null(sim_context_bytes(session.context, a + 100, 1));
    assert_ptr_equal(sim_context_bytes(session.context, a + 40, 60), sim_context_bytes(session.context, a, 1) + 40);
    assert_false(sim_context_release(session.context, a + 4));
    assert_true(sim_context_release(session.context, a));
    assert_false(sim_context_release(session.context, a));
    assert_true(sim_context_find(session.context, a + 5, &found));
    assert_true(found.released);
    uint64_t c = allocate(&session, 100, "c");
    assert_true(c != a && c != b);
    size_t cursor = 0, live = 0;
    while (sim_context_next(session.context, &cursor, &found)) live++;
    assert_int_equal(live, 2);
    close_session(&session);
}

static void a_region_of_the_caller_holds_the_bytes_and_is_used_again(void **state) {
    (void)state;
    enum { PAGES = 8, BYTES = PAGES * 4096 };
    uint8_t *region = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(region != MAP_FAILED);
    Session session = open_with(ADD, (SimContextSettings){.arch = "sm_90", .region = region, .region_size = BYTES});
    for (int round = 0; round < 100; round++) {
        uint64_t a = allocate(&session, 3 * 4096, "a"), b = allocate(&session, 1, "b");
        uint8_t *bytes = sim_context_bytes(session.context, a, 3 * 4096);
        assert_true(bytes >= region && bytes + 3 * 4096 <= region + BYTES && (bytes - region) % 4096 == 0);
        for (int i = 0; i < 3 * 4096; i++) assert_int_equal(bytes[i], 0);
        memset(bytes, 0x5a, 3 * 4096);
        assert_int_equal(sim_context_allocate(session.context, BYTES, "too much", (Loc){0}), 0);
        sim_context_release(session.context, round % 2 ? a : b);
        sim_context_release(session.context, round % 2 ? b : a);
    }
    assert_true(allocate(&session, BYTES - 4096, "nearly all") != 0); /* a page holds the constant bank */
    close_session(&session);
    munmap(region, BYTES);
}

static void memory_stays_from_launch_to_launch_and_a_kernel_is_decoded_once(void **state) {
    (void)state;
    Session session = open_session(ADD);
    uint64_t a = allocate(&session, 256, "a");
    for (uint32_t i = 0; i < 64; i++) words(&session, a, 64)[i] = i;
    sim_context_written(session.context, a, 256);
    for (uint32_t n = 0; n < 1000; n++) {
        Arena *arena = arena_new();
        AddParameters parameters = {a, a, n};
        ContextLaunch one = {.kernel = "add", .grid = {2, 1, 1}, .block = {32, 1, 1}, .parameters = &parameters};
        sim_context_launch(session.context, session.module, &one, arena, &session.result);
        assert_int_equal(session.result.status, RUN_FINISHED);
        assert_int_equal(session.result.finding_count, 0);
        assert_true(session.result.metrics.value[METRIC_GLOBAL_LOAD_REQUESTS] == 2);
        arena_free(arena);
    }
    for (uint32_t i = 0; i < 64; i++) assert_int_equal(words(&session, a, 64)[i], i + 999 * 1000 / 2);
    assert_int_equal(sim_module_decodes(session.module), 1);
    AddParameters parameters = {a, a, 1};
    launch(&session, "add", 1, 64, &parameters, RUN_FINISHED); /* another shape */
    assert_int_equal(sim_module_decodes(session.module), 2);
    close_session(&session);
}

static void what_nobody_wrote_is_known_over_launches(void **state) {
    (void)state;
    Session session = open_session(ADD);
    uint64_t a = allocate(&session, 256, "a"), b = allocate(&session, 256, "b");
    assert_int_equal(sim_context_first_unwritten(session.context, a, 256), 0);
    sim_context_written(session.context, a, 128);
    assert_int_equal(sim_context_first_unwritten(session.context, a + 4, 252), 124);
    AddParameters parameters = {a, b, 1};
    launch(&session, "add", 1, 32, &parameters, RUN_FINISHED); /* reads what was written alone */
    assert_int_equal(session.result.finding_count, 0);
    assert_int_equal(sim_context_first_unwritten(session.context, b, 256), 128);
    assert_int_equal(sim_context_stored(session.context, a), 0); /* the host wrote it */
    assert_int_equal(sim_context_stored(session.context, b), 128);
    parameters.in = b; /* what the launch before wrote */
    parameters.out = a;
    launch(&session, "add", 1, 32, &parameters, RUN_FINISHED);
    assert_int_equal(session.result.finding_count, 0);
    uint32_t *left = words(&session, a, 64);
    left[40] = 12345; /* whatever lay there */
    parameters = (AddParameters){a, b, 1};
    launch(&session, "add", 2, 32, &parameters, RUN_FINISHED);
    assert_int_equal(result_findings(&session.result, FINDING_UNINITIALISED), 1);
    said(&session, "`a`, element 32");
    assert_int_equal(left[40], 12345); /* the repetitions with other values left no trace */
    assert_int_equal(words(&session, b, 64)[40], 12346);
    sim_context_written(session.context, a, 256);
    launch(&session, "add", 2, 32, &parameters, RUN_FINISHED);
    assert_int_equal(session.result.finding_count, 0);
    assert_int_equal(sim_context_first_unwritten(session.context, b, 256), 256);
    sim_context_undefined(session.context, b + 8, 4);
    assert_int_equal(sim_context_first_unwritten(session.context, b, 256), 8);
    close_session(&session);
}

static void a_use_after_a_release_names_the_allocation(void **state) {
    (void)state;
    Session session = open_session(ADD);
    uint64_t a = allocate(&session, 256, "gone"), b = allocate(&session, 256, "b");
    sim_context_release(session.context, a);
    AddParameters parameters = {a, b, 1};
    launch(&session, "add", 1, 32, &parameters, RUN_STOPPED);
    said(&session, "reads byte 0 of `gone`, whose 256 bytes the host freed before this launch");
    fails_with(&session, "cudaErrorIllegalAddress", 700);
    close_session(&session);
}

static void an_address_between_two_allocations_is_out_of_bounds(void **state) {
    (void)state;
    Session session = open_session(ADD);
    uint64_t a = allocate(&session, 256, "a"), b = allocate(&session, 256, "b");
    sim_context_written(session.context, a, 256);
    AddParameters parameters = {a, b + 252, 1};
    launch(&session, "add", 1, 32, &parameters, RUN_STOPPED);
    said(&session, "thread (1,0,0) of block (0,0,0) writes");
    said(&session, "of `b`");
    parameters = (AddParameters){0x7ffc12345678, b, 1}; /* a pointer of the host */
    launch(&session, "add", 1, 32, &parameters, RUN_STOPPED);
    said(&session, "where no variable lies");
    fails_with(&session, "cudaErrorIllegalAddress", 700);
    parameters = (AddParameters){a, b + 2, 1};
    launch(&session, "add", 1, 32, &parameters, RUN_STOPPED);
    fails_with(&session, "cudaErrorMisalignedAddress", 716);
    parameters = (AddParameters){a, b, 1};
    launch(&session, "add", 1, 32, &parameters, RUN_FINISHED);
    close_session(&session);
}

/* Several threads write one cell: the launch is repeated, watched more closely. Its writes count once. */
static void a_launch_that_is_repeated_finds_memory_as_it_was(void **state) {
    (void)state;
    static const char ptx[] = PTX_HEAD ".visible .entry k(.param .u64 p) {\n"
                                       ".reg .b32 %r<4>; .reg .b64 %d<2>;\n"
                                       "ld.param.u64 %d1,[p]; ld.global.u32 %r1,[%d1]; add.u32 %r1,%r1,1;\n"
                                       "st.global.u32 [%d1],%r1; ret; }\n";
    Session session = open_session(ptx);
    uint64_t a = allocate(&session, 4, "total");
    sim_context_written(session.context, a, 4);
    for (uint32_t n = 1; n <= 3; n++) {
        launch(&session, "k", 1, 32, &a, RUN_FINISHED);
        assert_true(result_findings(&session.result, FINDING_RACE) > 0);
        assert_int_equal(words(&session, a, 1)[0], n);
    }
    close_session(&session);
}

/* Large enough to be kept in pieces, with stores that take the short way of instructions that repeat their pattern. The
 * last block is out of bounds: the launch is repeated on one worker. */
static void a_large_allocation_is_taken_back_in_pieces(void **state) {
    (void)state;
    enum { WORDS = 1 << 18, THREADS = 256, FIRST = 70000 };
    Session session = open_with(ADD, (SimContextSettings){.arch = "sm_90", .threads = 4});
    uint64_t a = allocate(&session, WORDS * 4, "a");
    uint32_t *left = words(&session, a, WORDS);
    for (uint32_t i = 0; i < WORDS; i++) left[i] = i;
    sim_context_written(session.context, a, WORDS * 4);
    AddParameters parameters = {a, a, 5};
    launch(&session, "add", WORDS / THREADS + 1, THREADS, &parameters, RUN_STOPPED);
    said(&session, "of block (1024,0,0) reads");
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(left[i], i + 5);
    sim_context_undefined(session.context, a + FIRST * 4, WORDS * 4 - FIRST * 4);
    uint64_t b = allocate(&session, WORDS * 4, "b");
    parameters.out = b;
    launch(&session, "add", WORDS / THREADS, THREADS, &parameters, RUN_FINISHED);
    assert_int_equal(result_findings(&session.result, FINDING_UNINITIALISED), 1);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(left[i], i + 5);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words(&session, b, WORDS)[i], i + 10);
    close_session(&session);
}

/* One store goes to bytes 0 (five times), 131072 and 65536 (twice): the last two take the short way between the first
 * two. Then all threads write one word, so that the launch is repeated. */
static void bytes_between_two_stores_of_one_instruction_are_taken_back_too(void **state) {
    (void)state;
    static const char ptx[] = PTX_HEAD
        ".visible .entry k(.param .u64 p) {\n.reg .b32 %r<8>; .reg .b64 %d<6>; .reg .pred %p<4>;\n"
        "ld.param.u64 %d1,[p]; mov.u32 %r1,%tid.x; mul.wide.u32 %d2,%r1,4; add.u64 %d2,%d1,%d2; mov.u32 %r2,0;\n"
        "AGAIN: setp.lt.u32 %p1,%r2,5; setp.eq.u32 %p2,%r2,5; selp.u32 %r3,131072,65536,%p2;\n"
        "selp.u32 %r3,0,%r3,%p1; cvt.u64.u32 %d3,%r3; add.u64 %d3,%d2,%d3;\n"
        "ld.global.u32 %r4,[%d3]; add.u32 %r4,%r4,1; st.global.u32 [%d3],%r4;\n"
        "add.u32 %r2,%r2,1; setp.lt.u32 %p3,%r2,8; @%p3 bra AGAIN;\n"
        "st.global.u32 [%d1+196608],%r1; ret; }\n";
    Session session = open_session(ptx);
    uint64_t a = allocate(&session, 196612, "a");
    sim_context_written(session.context, a, 196612);
    launch(&session, "k", 1, 32, &a, RUN_FINISHED);
    said(&session, "write different values to it");
    const uint32_t *left = words(&session, a, 49153);
    for (uint32_t i = 0; i < 32; i++) {
        assert_int_equal(left[i], 5);
        assert_int_equal(left[131072 / 4 + i], 1);
        assert_int_equal(left[65536 / 4 + i], 2);
    }
    close_session(&session);
}

#define VARIABLES                                                                                                      \
    PTX_HEAD                                                                                                           \
    ".visible .global .align 4 .u32 counter = 5;\n.visible .const .align 4 .u32 step = 3;\n"                           \
    ".visible .entry count(.param .u64 p) {\n.reg .b32 %r<4>; .reg .b64 %d<2>;\n"                                      \
    "ld.global.u32 %r1,[counter]; ld.const.u32 %r2,[step]; add.u32 %r1,%r1,%r2; st.global.u32 [counter],%r1;\n"        \
    "ld.param.u64 %d1,[p]; st.global.u32 [%d1],%r1; ret; }\n"

static void variables_keep_their_place_and_their_values(void **state) {
    (void)state;
    Session session = open_session(VARIABLES);
    SimModule *other = sim_context_load(session.context, &session.image, session.arena, &session.result);
    uint64_t size, counter = sim_module_variable(session.module, "counter", &size);
    assert_int_equal(size, 4);
    uint64_t step = sim_module_variable(session.module, "step", &size);
    assert_true(counter != 0 && step != 0 && sim_module_variable(session.module, "none", &size) == 0);
    assert_true(sim_module_variable(other, "counter", &size) != counter);
    assert_true(sim_module_variable(other, "step", &size) != step);
    uint64_t p = allocate(&session, 4, "p");
    launch(&session, "count", 1, 1, &p, RUN_FINISHED);
    launch(&session, "count", 1, 1, &p, RUN_FINISHED);
    assert_int_equal(words(&session, counter, 1)[0], 11);
    words(&session, step, 1)[0] = 100; /* cudaMemcpyToSymbol */
    launch(&session, "count", 1, 1, &p, RUN_FINISHED);
    assert_int_equal(words(&session, p, 1)[0], 111);
    ContextLaunch one = {.kernel = "count", .grid = {1, 1, 1}, .block = {1, 1, 1}, .parameters = &p};
    sim_context_launch(session.context, other, &one, session.arena, &session.result);
    assert_int_equal(words(&session, p, 1)[0], 8); /* a module has variables of its own */
    assert_false(sim_context_release(session.context, counter));
    close_session(&session);
}

/* struct { float a[3]; uint64_t out; uint16_t b; } by value, at 0; a u32 behind it */
static void a_raw_block_holds_structures(void **state) {
    (void)state;
    static const char ptx[] =
        PTX_HEAD ".visible .entry k(.param .align 8 .b8 s[32], .param .u32 n) {\n"
                 ".reg .b32 %r<6>; .reg .b64 %d<2>; .reg .b16 %h<2>;\n"
                 "ld.param.u64 %d1,[s+16]; ld.param.u32 %r1,[s+8]; ld.param.u16 %h1,[s+24]; ld.param.u32 %r2,[n];\n"
                 "cvt.u32.u16 %r3,%h1; st.global.u32 [%d1],%r1; st.global.u32 [%d1+4],%r2; st.global.u32 [%d1+8],%r3;\n"
                 "ret; }\n";
    Session session = open_session(ptx);
    const SimKernel *kernel = sim_module_kernel(session.module, "k");
    assert_int_equal(kernel->parameter_count, 2);
    assert_int_equal(kernel->parameters[1].offset, 32);
    assert_int_equal(kernel->parameters[0].size, 32);
    assert_int_equal(kernel->parameter_bytes, 36);
    struct {
        uint32_t a[4];
        uint64_t out;
        uint16_t b[4];
        uint32_t n;
    } block = {.a = {1, 2, 3}, .out = allocate(&session, 12, "out"), .b = {65535}, .n = 77};
    for (uint32_t round = 0; round < 2; round++) {
        block.a[2] = 3 + round;
        launch(&session, "k", 1, 1, &block, RUN_FINISHED);
        assert_int_equal(words(&session, block.out, 3)[0], 3 + round);
        assert_int_equal(words(&session, block.out, 3)[1], 77);
        assert_int_equal(words(&session, block.out, 3)[2], 65535);
    }
    assert_int_equal(sim_module_decodes(session.module), 1);
    assert_null(sim_module_kernel(session.module, "kk"));
    close_session(&session);
}

#define HEAP                                                                                                           \
    PTX_HEAD                                                                                                           \
    ".extern .func (.param .b64 r) malloc(.param .b64 size);\n.extern .func free(.param .b64 p);\n"                    \
    ".visible .entry take(.param .u64 at) {\n.reg .b64 %d<4>;\n"                                                       \
    "{ .param .b64 s; .param .b64 r; st.param.b64 [s],64; call.uni (r), malloc, (s); ld.param.b64 %d1,[r]; }\n"        \
    "ld.param.u64 %d2,[at]; st.global.u64 [%d2],%d1; st.u32 [%d1],1; ret; }\n"                                         \
    ".visible .entry use(.param .u64 at) {\n.reg .b64 %d<4>; .reg .b32 %r<2>;\n"                                       \
    "ld.param.u64 %d2,[at]; ld.global.u64 %d1,[%d2]; ld.u32 %r1,[%d1]; add.u32 %r1,%r1,1; st.u32 [%d1],%r1;\n"         \
    "st.global.u32 [%d2+8],%r1; ret; }\n"                                                                              \
    ".visible .entry give(.param .u64 at) {\n.reg .b64 %d<4>;\n"                                                       \
    "ld.param.u64 %d2,[at]; ld.global.u64 %d1,[%d2];\n"                                                                \
    "{ .param .b64 s; st.param.b64 [s],%d1; call.uni free, (s); }\nret; }\n"                                           \
    ".visible .entry give_and_race(.param .u64 at) {\n.reg .b64 %d<4>; .reg .b32 %r<2>; .reg .pred %p;\n"              \
    "ld.param.u64 %d2,[at]; ld.global.u64 %d1,[%d2]; mov.u32 %r1,%tid.x; setp.ne.u32 %p,%r1,0; @%p bra DONE;\n"        \
    "{ .param .b64 s; st.param.b64 [s],%d1; call.uni free, (s); }\n"                                                   \
    "DONE: st.global.u32 [%d2+8],%r1; ret; }\n"

static void memory_from_malloc_outlives_the_launch(void **state) {
    (void)state;
    Session session = open_session(HEAP);
    uint64_t at = allocate(&session, 16, "at");
    launch(&session, "take", 1, 1, &at, RUN_FINISHED);
    assert_int_equal(session.result.finding_count, 0); /* a later launch may free it */
    launch(&session, "use", 1, 1, &at, RUN_FINISHED);
    assert_int_equal(words(&session, at, 4)[2], 2);
    launch(&session, "use", 1, 1, &at, RUN_FINISHED);
    assert_int_equal(words(&session, at, 4)[2], 3);
    launch(&session, "use", 1, 32, &at, RUN_FINISHED); /* a race on it: the launch is repeated */
    assert_true(result_findings(&session.result, FINDING_RACE) > 0);
    assert_int_equal(words(&session, at, 4)[2], 4);
    launch(&session, "give", 1, 1, &at, RUN_FINISHED);
    assert_int_equal(session.result.finding_count, 0);
    launch(&session, "use", 1, 1, &at, RUN_STOPPED);
    said(&session, "memory from malloc");
    launch(&session, "give", 1, 1, &at, RUN_FINISHED);
    assert_int_equal(result_findings(&session.result, FINDING_HEAP), 1);
    close_session(&session);
}

/* The attempt that frees first gives way to others, which find the chunk as it was. */
static void a_chunk_that_a_repeated_launch_frees_is_freed_once(void **state) {
    (void)state;
    Session session = open_session(HEAP);
    uint64_t at = allocate(&session, 16, "at");
    launch(&session, "take", 1, 1, &at, RUN_FINISHED);
    launch(&session, "give_and_race", 1, 32, &at, RUN_FINISHED);
    assert_int_equal(session.result.finding_count, 1);
    said(&session, "write different values to it");
    launch(&session, "give", 1, 1, &at, RUN_FINISHED);
    said(&session, "a second time");
    close_session(&session);
}

static void a_trap_and_a_refusal_have_the_error_of_cuda(void **state) {
    (void)state;
    Session session = open_session(PTX_HEAD ".visible .entry k() { trap; ret; }");
    launch(&session, "k", 1, 1, NULL, RUN_STOPPED);
    fails_with(&session, "cudaErrorLaunchFailure", 719);
    launch(&session, "k", 1, 1025, NULL, RUN_REFUSED);
    int code;
    bool sticky;
    assert_string_equal(sim_context_error(&session.result, &code, &sticky), "cudaErrorInvalidConfiguration");
    assert_int_equal(code, 9);
    assert_false(sticky);
    launch(&session, "none", 1, 1, NULL, RUN_REFUSED);
    sim_context_error(&session.result, &code, &sticky);
    assert_int_equal(code, 98);
    close_session(&session);
}

static void a_failed_assertion_is_told_from_a_trap(void **state) {
    (void)state;
    static const char ptx[] = PTX_HEAD
        ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);\n"
        ".visible .global .align 1 .b8 text[6] = {110, 32, 62, 32, 48, 0};\n"
        ".visible .entry k() {\n.reg .b64 %d<2>;\nmov.u64 %d1,text;\n"
        "{ .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e; st.param.b64 [a],%d1;\n"
        "st.param.b64 [b],%d1; st.param.b32 [c],12; st.param.b64 [d],%d1; st.param.b64 [e],1;\n"
        "call.uni __assertfail, (a,b,c,d,e); }\nret; }\n";
    Session session = open_session(ptx);
    launch(&session, "k", 1, 1, NULL, RUN_STOPPED);
    said(&session, "n > 0");
    fails_with(&session, "cudaErrorAssert", 710);
    close_session(&session);
}

static void a_texture_object_reads_what_the_memory_holds_then(void **state) {
    (void)state;
    static const char ptx[] =
        PTX_HEAD ".visible .entry k(.param .u64 t, .param .u64 out) {\n.reg .b32 %r<6>; .reg .b64 %d<3>;\n"
                 "ld.param.u64 %d1,[t]; ld.param.u64 %d2,[out]; mov.u32 %r5,2;\n"
                 "tex.1d.v4.u32.s32 {%r1,%r2,%r3,%r4},[%d1,{%r5}]; st.global.u32 [%d2],%r1; ret; }\n";
    Session session = open_session(ptx);
    uint64_t texels = allocate(&session, 16, "texels"), out = allocate(&session, 4, "out");
    Texture how = {.width = 4, .channels = 1, .linear_memory = true};
    uint64_t parameters[2] = {sim_context_texture(session.context, &how, SCALAR_U32, texels, false), out};
    assert_true(parameters[0] != 0);
    for (uint32_t value = 7; value < 9; value++) {
        words(&session, texels, 4)[2] = value;
        launch(&session, "k", 1, 1, parameters, RUN_FINISHED);
        assert_int_equal(words(&session, out, 1)[0], value);
    }
    how.width = 5;
    assert_int_equal(sim_context_texture(session.context, &how, SCALAR_U32, texels, false), 0);
    sim_context_release(session.context, texels);
    launch(&session, "k", 1, 1, parameters, RUN_STOPPED);
    assert_false(sim_context_texture_release(session.context, parameters[0], false));
    close_session(&session);
}

/* Each thread stores its number at byte 4 * tid - 4 of row 1 and loads what lies there, outside with each mode. */
static void a_surface_is_memory_with_an_outside(void **state) {
    (void)state;
    static const char ptx[] =
        PTX_HEAD ".visible .entry k(.param .u64 s, .param .u64 out) {\n.reg .b32 %r<6>; .reg .b64 %d<5>;\n"
                 "ld.param.u64 %d1,[s]; ld.param.u64 %d2,[out]; mov.u32 %r1,%tid.x; shl.b32 %r2,%r1,2;\n"
                 "add.s32 %r2,%r2,-4; mov.u32 %r3,1; sust.b.2d.b32.zero [%d1,{%r2,%r3}],{%r1};\n"
                 "suld.b.2d.b32.clamp {%r4},[%d1,{%r2,%r3}]; suld.b.2d.b32.zero {%r5},[%d1,{%r2,%r3}];\n"
                 "mul.wide.u32 %d3,%r1,8; add.u64 %d3,%d3,%d2; st.global.v2.u32 [%d3],{%r4,%r5}; ret; }\n"
                 ".visible .entry trapping(.param .u64 s, .param .u64 out) {\n.reg .b32 %r<6>; .reg .b64 %d<5>;\n"
                 "ld.param.u64 %d1,[s]; suq.width.b32 %r1,[%d1]; suq.height.b32 %r3,[%d1];\n"
                 "suld.b.2d.b32.trap {%r4},[%d1,{%r1,%r3}]; ret; }\n";
    Session session = open_session(ptx);
    uint64_t texels = allocate(&session, 32, "texels"), out = allocate(&session, 48, "out");
    Texture how = {.width = 4, .height = 2, .channels = 1};
    uint64_t parameters[2] = {sim_context_texture(session.context, &how, SCALAR_U32, texels, true), out};
    sim_context_written(session.context, texels, 32);
    launch(&session, "k", 1, 6, parameters, RUN_FINISHED);
    static const uint32_t rows[2][4] = {{0}, {1, 2, 3, 4}}, seen[6][2] = {{1}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {4}};
    assert_memory_equal(words(&session, texels, 8), rows, sizeof rows);
    assert_memory_equal(words(&session, out, 12), seen, sizeof seen);
    launch(&session, "trapping", 1, 1, parameters, RUN_STOPPED);
    said(&session, "outside the surface `texels`: x = 4 in rows of 16 bytes, y = 2 of 2");
    assert_false(sim_context_texture_release(session.context, parameters[0], false));
    assert_true(sim_context_texture_release(session.context, parameters[0], true));
    close_session(&session);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocations_lie_apart_and_no_address_comes_twice),
        cmocka_unit_test(a_region_of_the_caller_holds_the_bytes_and_is_used_again),
        cmocka_unit_test(memory_stays_from_launch_to_launch_and_a_kernel_is_decoded_once),
        cmocka_unit_test(what_nobody_wrote_is_known_over_launches),
        cmocka_unit_test(a_use_after_a_release_names_the_allocation),
        cmocka_unit_test(an_address_between_two_allocations_is_out_of_bounds),
        cmocka_unit_test(a_launch_that_is_repeated_finds_memory_as_it_was),
        cmocka_unit_test(a_large_allocation_is_taken_back_in_pieces),
        cmocka_unit_test(bytes_between_two_stores_of_one_instruction_are_taken_back_too),
        cmocka_unit_test(variables_keep_their_place_and_their_values),
        cmocka_unit_test(a_raw_block_holds_structures),
        cmocka_unit_test(memory_from_malloc_outlives_the_launch),
        cmocka_unit_test(a_chunk_that_a_repeated_launch_frees_is_freed_once),
        cmocka_unit_test(a_trap_and_a_refusal_have_the_error_of_cuda),
        cmocka_unit_test(a_failed_assertion_is_told_from_a_trap),
        cmocka_unit_test(a_texture_object_reads_what_the_memory_holds_then),
        cmocka_unit_test(a_surface_is_memory_with_an_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
