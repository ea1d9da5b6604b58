/* What cp.async costs, against an H200: every row of tests/hardware/async_copies_h200.csv as a launch of one warp. */
#include <stdlib.h>

#include "metric_names.h"
#include "sim_testing.h"

#include "base/file.h"

enum { SHARED = 32768, GLOBAL = 1 << 20, LINE_OF_COPY = 20 };

typedef struct Row {
    char op[8], size[8];
    unsigned mask, to[32], from[32];
    int sectors, requests, wavefronts, conflicts;
} Row;

static void read_offsets(char *text, unsigned offsets[32]) {
    for (int lane = 0; lane < 32; lane++) offsets[lane] = (unsigned)strtoul(text, &text, 10);
}

static Row read_row(char *line) {
    Row row;
    char *to, *from;
    snprintf(row.op, sizeof row.op, "%s", strsep(&line, ","));
    snprintf(row.size, sizeof row.size, "%s", strsep(&line, ","));
    row.mask = (unsigned)strtoul(strsep(&line, ","), NULL, 16);
    to = strsep(&line, ",");
    from = strsep(&line, ",");
    read_offsets(to, row.to);
    read_offsets(from, row.from);
    assert_int_equal(sscanf(line, "%d,%d,%d,%d", &row.sectors, &row.requests, &row.wavefronts, &row.conflicts), 4);
    return row;
}

/* The counts of the copy's own line. */
static Metrics run_row(const Row *row) {
    static uint32_t offsets[64];
    static uint8_t source[GLOBAL];
    Text ptx = {0};
    bool sized = row->size[0] != '-';
    text_printf(
        &ptx,
        PTX_HEAD
        ".file 1 \"test.cu\"\n.visible .entry k(.param .u64 o, .param .u64 g) { .reg .b32 %%r<9>; .reg .b64 %%d<9>;\n"
        ".reg .pred %%p<3>; .shared .align 128 .b8 tile[%d];\n.loc 1 10 1\nld.param.u64 %%d1,[o]; ld.param.u64 "
        "%%d2,[g];\n"
        "mov.u32 %%r1,%%tid.x; mul.wide.u32 %%d3,%%r1,4; add.u64 %%d1,%%d1,%%d3; ld.global.u32 %%r2,[%%d1]; "
        "ld.global.u32 %%r3,[%%d1+128];\n"
        "mov.u32 %%r4,tile; add.u32 %%r4,%%r4,%%r2; cvt.u64.u32 %%d4,%%r3; add.u64 %%d2,%%d2,%%d4; mov.u32 %%r5,%u; "
        "shr.u32 %%r5,%%r5,%%r1;\n"
        "and.b32 %%r5,%%r5,1; setp.eq.u32 %%p1,%%r5,0; @%%p1 bra END;\n.loc 1 %d 1\ncp.async.%.2s.shared.global "
        "[%%r4],[%%d2],%s%s%s;\n"
        ".loc 1 30 1\nEND: cp.async.wait_all; ret; }",
        SHARED, row->mask, LINE_OF_COPY, row->op, row->op + 2, sized ? "," : "", sized ? row->size : "");
    memcpy(offsets, row->to, sizeof row->to);
    memcpy(offsets + 32, row->from, sizeof row->from);
    Buffer buffers[] = {{.name = "o", .type = SCALAR_U32, .count = 64, .bytes = offsets},
                        {.name = "g", .type = SCALAR_U8, .count = GLOBAL, .bytes = source}};
    const Arg args[] = {{.kind = ARG_BUFFER, .buffer = 0, .name = "o"}, {.kind = ARG_BUFFER, .buffer = 1, .name = "g"}};
    TestRun run = test_run(ptx.data, "k", 1, 32);
    run.launch.buffers = buffers;
    run.launch.args = args;
    run.launch.buffer_count = run.launch.arg_count = 2;
    test_expect(&run, RUN_FINISHED);
    Metrics metrics = {0};
    for (size_t i = 0; i < run.result.line_count; i++)
        if (run.result.lines[i].loc.line == LINE_OF_COPY) metrics = run.result.lines[i].metrics;
    arena_free(run.arena);
    text_free(&ptx);
    return metrics;
}

/* Whether lanes' words lie in order, each after the other, from a multiple of 32 bytes on. */
static bool in_order(const unsigned offsets[32], unsigned width) {
    bool fine = offsets[0] % 32 == 0;
    for (unsigned lane = 1; lane < 32; lane++) fine = fine && offsets[lane] == offsets[0] + lane * width;
    return fine;
}

static void copies_cost_what_an_h200_counts(void **state) {
    (void)state;
    Arena *arena = arena_new();
    size_t size;
    const char *why;
    char *text = file_read_text(arena, "tests/hardware/async_copies_h200.csv", &size, &why);
    int rows = 0, scattered = 0;
    assert_non_null(text);
    for (char *line; (line = strsep(&text, "\n")) != NULL;) {
        if (*line == '#' || *line == 0) continue;
        Row row = read_row(line);
        bool wide = strcmp(row.op + 2, "16") == 0;
        if (wide && !(in_order(row.to, 16) && in_order(row.from, 16) && row.size[0] == '-')) continue;
        Metrics metrics = run_row(&row);
        rows++;
        assert_int_equal((int)metrics.value[METRIC_GLOBAL_LOAD_REQUESTS], row.requests);
        assert_int_equal((int)metrics.value[METRIC_GLOBAL_LOAD_SECTORS], row.sectors);
        if (row.requests == 1) assert_int_equal((int)metrics.value[METRIC_GLOBAL_LOAD_SECTORS_MAX], row.sectors);
        int wavefronts = (int)metrics.value[METRIC_SHARED_STORE_WAVEFRONTS];
        int conflicts = (int)metrics.value[METRIC_SHARED_STORE_CONFLICTS];
        if (wavefronts < row.wavefronts) { /* both sides anywhere */
            scattered++;
            continue;
        }
        assert_int_equal(wavefronts, row.wavefronts);
        assert_int_equal(conflicts, row.conflicts);
    }
    assert_int_equal(scattered, 2);
    assert_true(rows >= 60);
    arena_free(arena);
}

/* So many threads copy twice, 4 bytes each, a group each. */
static Metrics run_two_groups_of(const char *waits, uint32_t threads) {
    static uint8_t source[512];
    Text ptx = {0};
    text_printf(
        &ptx,
        PTX_HEAD
        ".file 1 \"test.cu\"\n.visible .entry k(.param .u64 g) { .reg .b32 %%r<4>; .reg .b64 %%d<4>; .reg .pred %%p;\n"
        ".shared .align 128 .b8 tile[384]; .shared .align 8 .b64 bar;\n.loc 1 10 1\nld.param.u64 %%d1,[g]; mov.u32 "
        "%%r1,%%tid.x; "
        "mul.wide.u32 %%d2,%%r1,4;\n"
        "add.u64 %%d1,%%d1,%%d2; mov.u32 %%r2,tile; shl.b32 %%r3,%%r1,2; add.u32 %%r2,%%r2,%%r3;\n"
        "cp.async.ca.shared.global [%%r2],[%%d1],4; cp.async.commit_group;\n"
        "cp.async.ca.shared.global [%%r2+128],[%%d1+128],4; cp.async.commit_group;\n%s ret; }",
        waits);
    Buffer buffers[] = {{.name = "g", .type = SCALAR_U8, .count = sizeof source, .bytes = source}};
    const Arg args[] = {{.kind = ARG_BUFFER, .buffer = 0, .name = "g"}};
    TestRun run = test_run(ptx.data, "k", 1, threads);
    run.launch.buffers = buffers;
    run.launch.args = args;
    run.launch.buffer_count = run.launch.arg_count = 1;
    test_expect(&run, RUN_FINISHED);
    Metrics metrics = run.result.metrics;
    arena_free(run.arena);
    text_free(&ptx);
    return metrics;
}

static Metrics run_two_groups(const char *waits) {
    return run_two_groups_of(waits, 32);
}

static void what_copies_fill_with_zeros_is_not_read(void **state) {
    (void)state;
    static const struct {
        const char *waits;
        int bytes;
    } cases[] = {
        {"cp.async.wait_all;", 2 * 32 * 4},
        {"cp.async.ca.shared.global [%r2+256],[%d1],4,0; cp.async.wait_all;", 2 * 32 * 4},
        {"cp.async.ca.shared.global [%r2+256],[%d1],4,3; cp.async.wait_all;", 2 * 32 * 4 + 32 * 3},
        {"setp.lt.u32 %p,%r1,5; @%p cp.async.ca.shared.global [%r2+256],[%d1],4; cp.async.wait_all;",
         2 * 32 * 4 + 5 * 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal((int)run_two_groups(cases[i].waits).value[METRIC_ASYNC_BYTES], cases[i].bytes);
}

static void a_copy_is_ahead_when_a_wait_leaves_it_on_its_way(void **state) {
    (void)state;
    static const struct {
        const char *waits;
        int times, ahead;
    } cases[] = {
        {"cp.async.wait_group 0;", 1, 0},
        {"cp.async.wait_all;", 1, 0},
        {"cp.async.wait_group 1; cp.async.wait_group 0;", 2, 1},
        {"cp.async.wait_group 1; cp.async.wait_group 1; cp.async.wait_group 0;", 3, 1}, /* the same copy: once */
        {"cp.async.wait_group 2; cp.async.wait_group 0;", 2, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Metrics metrics = run_two_groups(cases[i].waits);
        assert_int_equal((int)metrics.value[METRIC_ASYNC_REQUESTS], 2);
        assert_int_equal((int)metrics.value[METRIC_ASYNC_WAITS], cases[i].times);
        assert_int_equal((int)metrics.value[METRIC_ASYNC_AHEAD], cases[i].ahead);
    }
}

static void a_copy_is_overlapped_when_its_warp_works_before_the_wait_that_ends_it(void **state) {
    (void)state;
    static const struct {
        const char *waits;
        int overlapped;
    } cases[] = {
        {"cp.async.wait_group 0; ld.shared.u32 %r1,[%r2];", 0},
        {"ld.global.u32 %r1,[%d1]; cp.async.wait_all;", 2},
        {"cp.async.wait_group 1; ld.shared.u32 %r1,[%r2]; cp.async.wait_group 0;", 1},
        {"st.global.u32 [%d1],%r1; st.shared.u32 [%r2+256],%r1; cp.async.wait_all;", 0},
        {"atom.shared.add.u32 %r1,[%r2+256],0; cp.async.wait_all;", 0},
        {"cp.async.wait_group 1; add.u32 %r1,%r2,1; cp.async.wait_group 0;", 0}, /* nothing is loaded */
        {"ld.global.u32 %r1,[%d1];", 0},                                         /* never waited for */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal((int)run_two_groups(cases[i].waits).value[METRIC_ASYNC_OVERLAPPED], cases[i].overlapped);
}

/* It brings only zeros. One lane that reads a byte makes it a copy like others. */
#define EMPTY "cp.async.wait_all; cp.async.ca.shared.global [%r2+256],[%d1],4,0;\n"
#define NEARLY_EMPTY                                                                                                   \
    "cp.async.wait_all; setp.eq.u32 %p,%r1,7; selp.u32 %r3,1,0,%p;\n"                                                  \
    "cp.async.ca.shared.global [%r2+256],[%d1],4,%r3;\n"
#define AHEAD_AND_OVERLAPPED                                                                                           \
    "cp.async.commit_group; cp.async.wait_group 1; ld.global.u32 %r1,[%d1]; cp.async.wait_group 0;"

static void a_copy_that_reads_nothing_is_neither_ahead_nor_overlapped(void **state) {
    (void)state;
    static const struct {
        const char *waits;
        int counted;
    } cases[] = {{EMPTY AHEAD_AND_OVERLAPPED, 0}, {NEARLY_EMPTY AHEAD_AND_OVERLAPPED, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Metrics metrics = run_two_groups(cases[i].waits);
        assert_int_equal((int)metrics.value[METRIC_ASYNC_REQUESTS], 3);
        assert_int_equal((int)metrics.value[METRIC_ASYNC_AHEAD], cases[i].counted);
        assert_int_equal((int)metrics.value[METRIC_ASYNC_OVERLAPPED], cases[i].counted);
        assert_int_equal((int)metrics.value[METRIC_ASYNC_CONCURRENT_LOADS], cases[i].counted);
    }
}

static void loads_are_concurrent_between_the_first_copy_and_the_wait_for_the_last_one(void **state) {
    (void)state;
    static const struct {
        const char *waits;
        int loads;
    } cases[] = {
        {"cp.async.wait_group 0; ld.shared.u32 %r1,[%r2];", 0},
        {"ld.global.u32 %r1,[%d1]; cp.async.wait_all; ld.shared.u32 %r1,[%r2];", 1},
        {"ld.global.u32 %r1,[%d1]; cp.async.wait_group 1; ld.shared.u32 %r1,[%r2]; cp.async.wait_group 0;", 2},
        {"ld.global.u32 %r1,[%d1]; bar.sync 0; ld.global.u32 %r1,[%d1]; cp.async.wait_all;", 2},
        {"cp.async.wait_all; bar.sync 0; ld.shared.u32 %r1,[%r2]; bar.sync 0;", 0},
        {"st.global.u32 [%d1],%r1; atom.shared.add.u32 %r1,[%r2+256],0; cp.async.wait_all;", 0},
        {"ld.global.u32 %r1,[%d1];", 0}, /* never waited for */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal((int)run_two_groups(cases[i].waits).value[METRIC_ASYNC_CONCURRENT_LOADS], cases[i].loads);
}

/* A barrier object tracks both copies. */
#define TRACK                                                                                                          \
    "setp.eq.u32 %p,%r1,0; @%p mbarrier.init.shared.b64 [bar],32; bar.warp.sync 0xffffffff;\n"                         \
    "cp.async.mbarrier.arrive.noinc.shared.b64 [bar];\n"
#define WAIT "L: mbarrier.test_wait.parity.shared.b64 %p,[bar],0; @!%p bra L;\n"

static void copies_of_a_barrier_object_are_overlapped_by_what_their_warp_does_before_its_wait(void **state) {
    (void)state;
    assert_int_equal((int)run_two_groups(TRACK WAIT).value[METRIC_ASYNC_OVERLAPPED], 0);
    assert_int_equal((int)run_two_groups(TRACK WAIT "ld.shared.u32 %r1,[%r2];").value[METRIC_ASYNC_OVERLAPPED], 0);
    assert_int_equal((int)run_two_groups(TRACK "ld.global.u32 %r1,[%d1];" WAIT).value[METRIC_ASYNC_OVERLAPPED], 2);
    assert_int_equal((int)run_two_groups(TRACK "st.global.u32 [%d1],%r1;" WAIT).value[METRIC_ASYNC_OVERLAPPED], 0);
    assert_int_equal((int)run_two_groups(TRACK).value[METRIC_ASYNC_OVERLAPPED], 0);
}

/* Two warps copy and load: between two barriers of the block, and between the second one and the wait, which one of
 * them comes to first. What the other one has loaded before that barrier is not lost. */
static void loads_are_concurrent_up_to_a_barrier_though_another_warp_waits_first(void **state) {
    (void)state;
    static const struct {
        const char *waits;
        int loads;
    } cases[] = {
        {"ld.global.u32 %r1,[%d1]; bar.sync 0; ld.global.u32 %r1,[%d1];" WAIT "bar.sync 0;", 4},
        {WAIT "bar.sync 0; ld.shared.u32 %r1,[%r2]; bar.sync 0;", 0},
        {"bar.sync 0;" WAIT "bar.sync 0; ld.shared.u32 %r1,[%r2]; bar.sync 0;", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "setp.eq.u32 %%p,%%r1,0; @%%p mbarrier.init.shared.b64 [bar],64; bar.sync 0;\n"
                 "cp.async.mbarrier.arrive.noinc.shared.b64 [bar];\n%s",
                 cases[i].waits);
        assert_int_equal((int)run_two_groups_of(text, 64).value[METRIC_ASYNC_CONCURRENT_LOADS], cases[i].loads);
    }
}

/* Warp 0 copies and arrives; warp 1 loads before or behind its wait, or warp 0 copies once it has waited for that. */
static void loads_of_another_warp_are_concurrent_where_no_object_orders_them_and_the_copy(void **state) {
    (void)state;
#define COPY "cp.async.ca.shared.global [%r2],[%d1],4; cp.async.wait_all;\n"
#define ARRIVE "mbarrier.arrive.shared.b64 %d2,[bar];\n"
#define TRACKED "cp.async.ca.shared.global [%r2],[%d1],4; cp.async.mbarrier.arrive.noinc.shared.b64 [bar];\n"
#define LOAD "ld.global.u32 %r1,[%d1];\n"
    static const struct {
        const char *copies, *loads;
        int concurrent;
    } cases[] = {
        {COPY ARRIVE, LOAD WAIT, 1},
        {COPY ARRIVE, WAIT LOAD, 0},
        {COPY ARRIVE, LOAD LOAD WAIT LOAD, 2},
        {TRACKED, LOAD WAIT, 1},
        {TRACKED, WAIT LOAD, 0},
        {WAIT COPY, LOAD ARRIVE, 0},
        {WAIT COPY, ARRIVE LOAD, 1},
        {COPY, LOAD, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2048];
        snprintf(text, sizeof text,
                 "cp.async.wait_all; setp.eq.u32 %%p,%%r1,0; \n"
                 "@%%p mbarrier.init.shared.b64 [bar],32; bar.sync 0;\n"
                 "setp.ge.u32 %%p,%%r1,32; @%%p bra OTHER;\n%sbra END;\nOTHER:\n%sEND: bar.sync 0;\n",
                 cases[i].copies, cases[i].loads);
        assert_int_equal((int)run_two_groups_of(text, 64).value[METRIC_ASYNC_CONCURRENT_LOADS], cases[i].concurrent);
    }
#undef COPY
#undef ARRIVE
#undef TRACKED
#undef LOAD
}

static void a_wait_counts_when_it_ends(void **state) {
    (void)state;
    assert_int_equal((int)run_two_groups(TRACK).value[METRIC_MBARRIER_WAITS], 0);
    assert_int_equal((int)run_two_groups(TRACK WAIT).value[METRIC_MBARRIER_WAITS], 1);
    assert_int_equal((int)run_two_groups("setp.eq.u32 %p,%r1,0; @%p mbarrier.init.shared.b64 [bar],32; bar.warp.sync "
                                         "0xffffffff; mbarrier.test_wait.parity.shared.b64 %p,[bar],0;")
                         .value[METRIC_MBARRIER_WAITS],
                     0);
}

#define INIT(count)                                                                                                    \
    "cp.async.wait_all; setp.eq.u32 %p,%r1,0; @%p mbarrier.init.shared.b64 [bar]," count "; bar.warp.sync "            \
    "0xffffffff;\n"

static void each_arrival_of_a_warp_at_a_barrier_object_counts(void **state) {
    (void)state;
    static const struct {
        const char *waits;
        int arrivals;
    } cases[] = {
        {"cp.async.wait_all; bar.sync 0;", 0},
        {INIT("32"), 0},
        {TRACK WAIT, 1},
        {INIT("32") "mbarrier.arrive.shared.b64 %d2,[bar];" WAIT, 1},
        {INIT("32") "mbarrier.arrive.shared.b64 %d2,[bar];\n" WAIT "mbarrier.test_wait.parity.shared.b64 %p,[bar],0;",
         1}, /* waiting is no arrival */
        {INIT("3") "setp.lt.u32 %p,%r1,3; @%p mbarrier.arrive.shared.b64 %d2,[bar];\n" WAIT, 1},
        {INIT("1") "setp.gt.u32 %p,%r1,99; @%p mbarrier.arrive.shared.b64 %d2,[bar];", 0}, /* nobody arrives */
        {INIT("32") "mbarrier.arrive.shared.b64 %d2,[bar];\n" WAIT "mbarrier.arrive_drop.shared.b64 %d2,[bar];", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal((int)run_two_groups(cases[i].waits).value[METRIC_MBARRIER_ARRIVALS], cases[i].arrivals);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_cost_what_an_h200_counts),
        cmocka_unit_test(what_copies_fill_with_zeros_is_not_read),
        cmocka_unit_test(a_copy_is_ahead_when_a_wait_leaves_it_on_its_way),
        cmocka_unit_test(a_copy_is_overlapped_when_its_warp_works_before_the_wait_that_ends_it),
        cmocka_unit_test(a_copy_that_reads_nothing_is_neither_ahead_nor_overlapped),
        cmocka_unit_test(loads_are_concurrent_between_the_first_copy_and_the_wait_for_the_last_one),
        cmocka_unit_test(loads_are_concurrent_up_to_a_barrier_though_another_warp_waits_first),
        cmocka_unit_test(loads_of_another_warp_are_concurrent_where_no_object_orders_them_and_the_copy),
        cmocka_unit_test(a_wait_counts_when_it_ends),
        cmocka_unit_test(copies_of_a_barrier_object_are_overlapped_by_what_their_warp_does_before_its_wait),
        cmocka_unit_test(each_arrival_of_a_warp_at_a_barrier_object_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
