/* Programs with another value at one load or store: run in the simulator, against values worked out by hand. */
#include "metric_names.h"
#include "ptx/disturb.h"
#include "sim_testing.h"

enum { WORDS = 32 };

/* Runs a program with one argument, the address of 32 words that hold their number, on 32 threads. */
static TestRun run_on_words(const char *ptx, uint32_t *words) {
    static Buffer buffer;
    static const Arg arg = {.kind = ARG_BUFFER, .buffer = 0, .name = "words"};
    for (uint32_t i = 0; i < WORDS; i++) words[i] = i;
    buffer = (Buffer){.name = "words", .type = SCALAR_U32, .count = WORDS, .bytes = words, .output = true};
    TestRun run = test_run(ptx, "k", 1, 32);
    run.launch.buffers = &buffer;
    run.launch.buffer_count = 1;
    run.launch.args = &arg;
    run.launch.arg_count = 1;
    test_expect(&run, RUN_FINISHED);
    return run;
}

/* The sites of a text, in a new arena. */
static PtxSites sites_of(const char *ptx, Arena **arena) {
    PtxSites sites;
    *arena = arena_new();
    assert_true(ptx_sites_find(ptx, strlen(ptx), *arena, &sites));
    return sites;
}

/* What each thread's word is after a run with the pattern at that site. */
static void run_disturbed(const char *ptx, size_t site, PtxPattern pattern, uint32_t *words) {
    Arena *arena;
    PtxSites sites = sites_of(ptx, &arena);
    assert_true(site < sites.count);
    TestRun run = run_on_words(ptx_site_disturb(&sites, site, pattern, arena), words);
    arena_free(run.arena);
    arena_free(arena);
}

#define WORDS_HEAD                                                                                                     \
    PTX_HEAD ".visible .entry k(.param .u64 p) {\n.reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %d<9>;\n"               \
             ".shared .align 16 .b8 tile[512];\n"                                                                      \
             "ld.param.u64 %d1, [p]; cvta.to.global.u64 %d1, %d1;\nmov.u32 %r1, %tid.x; mul.wide.u32 %d2, %r1, 4;\n"   \
             "add.s64 %d3, %d1, %d2; shl.b32 %r7, %r1, 4; mov.u32 %r8, tile; add.s32 %r8, %r8, %r7;\n"

/* Lanes below 8 load, all store what they have: 100 where nothing was loaded. */
static const char guarded[] = WORDS_HEAD "mov.u32 %r2, 100; setp.lt.u32 %p1, %r1, 8;\n"
                                         "AGAIN: @%p1 ld.global.u32 %r2, [%d3]; // ; a comment\n"
                                         "st.global.u32 [%d3], %r2; ret; }\n";

/* Half of the lanes load two words each as 8 bytes. */
static const char doubled[] = WORDS_HEAD "setp.ge.u32 %p1, %r1, 16; @%p1 ret;\nadd.s64 %d3, %d3, %d2;\n"
                                         "ld.global.u64 %d4, [%d3];\nst.global.u64 [%d3], %d4; ret; }\n";

static void the_mixed_pattern_of_8_bytes_is_that_of_4_twice(void **state) {
    (void)state;
    uint32_t words[WORDS];
    run_disturbed(doubled, 0, PTX_PATTERN_MIXED, words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], i ^ 0x552b49);
}

static void a_load_is_changed_for_the_lanes_that_load(void **state) {
    (void)state;
    uint32_t words[WORDS];
    run_disturbed(guarded, 0, PTX_PATTERN_LOW, words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], i < 8 ? i ^ 0x7fffff : 100);
    run_disturbed(guarded, 0, PTX_PATTERN_BIT_0, words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], i < 8 ? i ^ 1 : 100);
    run_disturbed(guarded, 0, PTX_PATTERN_BYTE, words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], i < 8 ? i ^ 255 : 100);
    run_disturbed(guarded, 0, PTX_PATTERN_TOP, words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], i < 8 ? i ^ 0x80000000u : 100);
    run_disturbed(guarded, 0, PTX_PATTERN_HIGH, words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], i < 8 ? i ^ 0x40000000u : 100);
}

static void a_store_writes_another_value_and_leaves_the_register(void **state) {
    (void)state;
    uint32_t words[WORDS];
    run_disturbed(guarded, 1, PTX_PATTERN_BIT_0, words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], (i < 8 ? i : 100) ^ 1);
    /* The second store writes what the first one wrote, not what it was changed to. */
    static const char twice[] = WORDS_HEAD "st.shared.u32 [%r8], %r1; st.global.u32 [%d3], %r1; ret; }\n";
    run_disturbed(twice, 0, PTX_PATTERN_BIT_0, words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], i);
}

/* A vector with one register twice and an immediate number; and the sum of its four words. */
static const char vector[] =
    WORDS_HEAD "st.shared.v4.u32 [%r8], {%r1, %r1, 5, %r7}; ld.shared.v4.u32 {%r2, %r3, %r4, _},"
               " [%r8]; add.s32 %r2, %r2, %r3; add.s32 %r2, %r2, %r4;\n"
               "st.global.u32 [%d3], %r2; ret; }\n";

static void every_element_of_a_vector_is_changed(void **state) {
    (void)state;
    uint32_t words[WORDS];
    run_disturbed(vector, 0, PTX_PATTERN_BIT_0, words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], (i ^ 1) + (i ^ 1) + (5 ^ 1));
    run_disturbed(vector, 1, PTX_PATTERN_TOP, words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], i + i + 5 + 3 * 0x80000000u);
}

/* Two loads bring constants and the store takes a change off, all at once. */
static void several_sites_are_changed_at_once(void **state) {
    (void)state;
    static const char loads[] = WORDS_HEAD "ld.global.u32 %r2, [%d3]; ld.global.u64 %d4, [%d1]; cvt.u32.u64 %r3, %d4;\n"
                                           "shr.u64 %d4, %d4, 32; cvt.u32.u64 %r4, %d4; add.s32 %r3, %r3, %r4;\n"
                                           "add.s32 %r2, %r2, %r3; st.global.u32 [%d3], %r2; ret; }\n";
    static const PtxChange changes[3][3] = {{PTX_CHANGE_TO_ONE, PTX_CHANGE_TO_FLOAT_ONE, PTX_CHANGE_XOR},
                                            {PTX_CHANGE_TO_FLOAT_ONE, PTX_CHANGE_TO_ONE, PTX_CHANGE_NONE},
                                            {PTX_CHANGE_TO_ONE, PTX_CHANGE_TO_TWO, PTX_CHANGE_NONE}};
    static const uint32_t expected[3] = {(1 + 0x3ff00000) ^ 255, 0x3f800000 + 1, 1 + 2};
    for (size_t i = 0; i < 3; i++) {
        Arena *arena;
        PtxSites sites = sites_of(loads, &arena);
        assert_int_equal(sites.count, 3);
        uint32_t words[WORDS];
        TestRun run = run_on_words(ptx_sites_disturb(&sites, changes[i], PTX_PATTERN_BYTE, arena), words);
        for (uint32_t w = 0; w < WORDS; w++) assert_int_equal(words[w], expected[i]);
        arena_free(run.arena);
        arena_free(arena);
    }
}

/* An addition of nothing, one of the lane's number, and a compare-and-swap that then finds another value. */
static void the_value_of_an_atomic_is_changed(void **state) {
    (void)state;
    static const char atomics[] = WORDS_HEAD "atom.global.add.u32 %r2, [%d3], 0; red.global.add.u32 [%d3], %r1;\n"
                                             "atom.global.cas.b32 %r3, [%d3], 6, 77;\n"
                                             "atom.global.inc.u32 %r3, [%d3], 5000; ret; }\n";
    uint32_t words[WORDS];
    Arena *arena;
    assert_int_equal(sites_of(atomics, &arena).count, 4);
    arena_free(arena);
    run_disturbed(atomics, 0, PTX_PATTERN_BIT_0, words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], 2 * i + 2);
    run_disturbed(atomics, 1, PTX_PATTERN_BIT_0, words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], i + (i ^ 1) + 1);
    run_disturbed(atomics, 2, PTX_PATTERN_LOW, words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], 2 * i + 1);
    run_disturbed(atomics, 3, PTX_PATTERN_LOW, words); /* with a limit of 0 it leaves 0 */
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], 0);
}

/* Memory gets what it got; the register behind it holds another number. A reduction returns nothing. */
static void what_an_atomic_returns_is_changed(void **state) {
    (void)state;
    static const char returns[] =
        WORDS_HEAD "atom.global.add.u32 %r2, [%d3], 5; red.global.add.u32 [%d3], %r2; ret; }\n";
    Arena *arena;
    PtxSites sites = sites_of(returns, &arena);
    assert_true(ptx_site_returns(&sites, 0));
    assert_false(ptx_site_returns(&sites, 1));
    uint32_t words[WORDS];
    TestRun run = run_on_words(ptx_site_disturb_returned(&sites, 0, PTX_PATTERN_BIT_0, arena), words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], i + 5 + (i ^ 1));
    arena_free(run.arena);
    arena_free(arena);
}

/* A byte in a register of 32 bits changes within its byte. */
static void the_pattern_fits_the_type_in_memory(void **state) {
    (void)state;
    static const char bytes[] = WORDS_HEAD "ld.global.u8 %r2, [%d3]; st.global.u32 [%d3], %r2; ret; }\n";
    uint32_t words[WORDS];
    run_disturbed(bytes, 0, PTX_PATTERN_LOW, words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], i ^ 0x7f);
    run_disturbed(bytes, 0, PTX_PATTERN_TOP, words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], i ^ 0x80);
}

/* What is 0 is the byte or the 16 bits in memory, in whatever register. */
static void a_0_of_any_width_stays_0(void **state) {
    (void)state;
    static const char *const types[] = {"u8", "u16"};
    for (int type = 0; type < 2; type++)
        for (int in_16_bits = 0; in_16_bits < 2; in_16_bits++) {
            Arena *arena;
            char ptx[2048];
            /* %r2: what is stored; its lowest 8 or 16 bits are 0 for every fourth lane */
            snprintf(ptx, sizeof ptx,
                     "%s.reg .b16 %%h<2>; ld.global.%s %%r2, [%%d3]; shl.b32 %%r2, %%r2, %d; cvt.u16.u32 %%h1, %%r2;\n"
                     "st.global.%s [%%d3], %s; ret; }\n",
                     WORDS_HEAD, types[type], type == 0 ? 6 : 14, types[type], in_16_bits ? "%h1" : "%r2");
            PtxSites sites = sites_of(ptx, &arena);
            static const PtxChange changes[2][2] = {{PTX_CHANGE_NONE, PTX_CHANGE_XOR_BUT_0},
                                                    {PTX_CHANGE_ADD_BUT_0, PTX_CHANGE_NONE}};
            uint32_t words[WORDS], shift = type == 0 ? 6 : 14, mask = type == 0 ? 0xff : 0xffff;
            TestRun run = run_on_words(ptx_sites_disturb(&sites, changes[0], PTX_PATTERN_BIT_0, arena), words);
            for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], i % 4 == 0 ? 0 : (i << shift & mask) ^ 1);
            arena_free(run.arena);
            run = run_on_words(ptx_sites_disturb(&sites, changes[1], PTX_PATTERN_BIT_0, arena), words);
            for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], i == 0 ? 0 : (i + 1) << shift & mask);
            arena_free(run.arena);
            arena_free(arena);
        }
}

/* Inline assembly has scopes, and names that hide others. */
static void statements_on_one_line_and_in_scopes_are_sites(void **state) {
    (void)state;
    static const char scoped[] =
        WORDS_HEAD "{ .reg .b32 %r1; ld.global.u32 %r1, [%d3]; st.shared.u32 [%r8], %r1; } /* ; */ # ; ld.global\n"
                   "ld.shared.u32 %r2, [%r8]; add.s32 %r2, %r2, %r1; st.global.u32 [%d3], %r2; ret; }\n";
    uint32_t words[WORDS];
    Arena *arena;
    PtxSites sites = sites_of(scoped, &arena);
    assert_int_equal(sites.count, 4);
    assert_int_equal(sites.sites[0].kind, PTX_SITE_LOAD);
    assert_int_equal(sites.sites[1].kind, PTX_SITE_STORE);
    arena_free(arena);
    for (size_t site = 0; site < 3; site++) {
        run_disturbed(scoped, site, PTX_PATTERN_BIT_0, words);
        for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], (i ^ 1) + i);
    }
}

/* Names of ours that the text has already. */
static void a_name_in_the_text_is_not_taken_again(void **state) {
    (void)state;
    static const char taken[] = WORDS_HEAD ".reg .b32 %changed0; mov.u32 %changed0, %r1;\n"
                                           "st.global.u32 [%d3], %changed0; ret; }\n";
    uint32_t words[WORDS];
    run_disturbed(taken, 0, PTX_PATTERN_BIT_0, words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], i ^ 1);
}

static void marks_count_the_requests_of_each_site(void **state) {
    (void)state;
    uint32_t words[WORDS];
    Arena *arena;
    PtxSites sites = sites_of(vector, &arena);
    TestRun run = run_on_words(ptx_sites_mark(&sites, arena), words);
    static const Metric counted[] = {METRIC_SHARED_STORE_REQUESTS, METRIC_SHARED_LOAD_REQUESTS,
                                     METRIC_GLOBAL_STORE_REQUESTS};
    size_t found = 0;
    for (size_t i = 0; i < run.result.line_count; i++) {
        const LineCounts *line = &run.result.lines[i];
        if (!text_equal(line->loc.file, ptx_sites_file) || line->loc.line > 3) continue;
        assert_true(line->metrics.value[counted[line->loc.line - 1]] == 1);
        found++;
    }
    assert_int_equal(found, 3);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], i + i + 5);
    arena_free(run.arena);
    arena_free(arena);
}

static void what_is_no_program_has_no_sites(void **state) {
    (void)state;
    static const char *const texts[] = {
        "", "ld.global.u32", "/*", "\"", PTX_HEAD ".entry k() { ld.global.u32 %r1, [", "/* ; \" { } @ : */ ;;;;"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        PtxSites sites;
        Arena *arena = arena_new();
        if (ptx_sites_find(texts[i], strlen(texts[i]), arena, &sites)) assert_int_equal(sites.count, 0);
        arena_free(arena);
    }
}

/* Two barriers, and a vote of the block between them, which is none of the sites. */
static const char barriers[] = WORDS_HEAD "setp.lt.u32 %p1, %r1, 8;\nbar.sync 0;\nbarrier.red.popc.u32 %r2, 0, %p1;\n"
                                          "THERE: barrier.sync 1; st.global.u32 [%d3], %r2; ret; }\n";

static void one_of_them_is_left_out(void **state) {
    (void)state;
    Arena *arena;
    PtxSites sites = sites_of(barriers, &arena);
    assert_int_equal(sites.count, 3);
    assert_int_equal(sites.sites[0].kind, PTX_SITE_BARRIER);
    assert_int_equal(sites.sites[1].kind, PTX_SITE_BARRIER);
    assert_int_equal(sites.sites[2].kind, PTX_SITE_STORE);
    const char *first = ptx_site_leave_out(&sites, 0, arena);
    assert_null(strstr(first, "bar.sync 0"));
    assert_non_null(strstr(first, "barrier.sync 1"));
    const char *second = ptx_site_leave_out(&sites, 1, arena);
    assert_non_null(strstr(second, "bar.sync 0"));
    assert_null(strstr(second, "barrier.sync 1"));
    uint32_t words[WORDS];
    TestRun without_barrier = run_on_words(second, words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], 8);
    TestRun without_store = run_on_words(ptx_site_leave_out(&sites, 2, arena), words);
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], i);
    arena_free(without_barrier.arena);
    arena_free(without_store.arena);
    arena_free(arena);
}

/* Left out, a wait finds its phase complete, for those who come to it. */
static const char waits[] =
    ".version 8.3\n.target sm_90\n.address_size 64\n"
    ".visible .entry k(.param .u64 words) { .reg .b32 %r<4>; .reg .b64 %d<4>; .reg .pred %p<4>;\n"
    ".shared .align 8 .b64 bar;\nsetp.eq.u32 %p1, %r1, 0;\n"
    "L: @!%p1 mbarrier.test_wait.parity.shared.b64 %p2, [bar], 0;\n"
    "mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0; ret; }\n";

static void a_wait_that_is_left_out_is_over(void **state) {
    (void)state;
    Arena *arena;
    PtxSites sites = sites_of(waits, &arena);
    assert_int_equal(sites.count, 2);
    assert_int_equal(sites.sites[0].kind, PTX_SITE_WAIT);
    assert_int_equal(sites.sites[1].kind, PTX_SITE_WAIT);
    const char *first = ptx_site_leave_out(&sites, 0, arena);
    assert_null(strstr(first, "test_wait"));
    assert_non_null(strstr(first, "@!%p1 setp.eq.u32 %p2, 0, 0;"));
    const char *second = ptx_site_leave_out(&sites, 1, arena);
    assert_non_null(strstr(second, "test_wait"));
    assert_non_null(strstr(second, "\nsetp.eq.u32 %p3, 0, 0;"));
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_is_changed_for_the_lanes_that_load),
        cmocka_unit_test(the_mixed_pattern_of_8_bytes_is_that_of_4_twice),
        cmocka_unit_test(one_of_them_is_left_out),
        cmocka_unit_test(a_wait_that_is_left_out_is_over),
        cmocka_unit_test(a_store_writes_another_value_and_leaves_the_register),
        cmocka_unit_test(every_element_of_a_vector_is_changed),
        cmocka_unit_test(several_sites_are_changed_at_once),
        cmocka_unit_test(the_value_of_an_atomic_is_changed),
        cmocka_unit_test(what_an_atomic_returns_is_changed),
        cmocka_unit_test(the_pattern_fits_the_type_in_memory),
        cmocka_unit_test(a_0_of_any_width_stays_0),
        cmocka_unit_test(statements_on_one_line_and_in_scopes_are_sites),
        cmocka_unit_test(a_name_in_the_text_is_not_taken_again),
        cmocka_unit_test(marks_count_the_requests_of_each_site),
        cmocka_unit_test(what_is_no_program_has_no_sites),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
