/* The simulator as a device: what it refuses, what it prints, when it stops, and that workers never show. */
#include <signal.h>
#include <stdlib.h>

#include "finding_kinds.h"
#include "metric_names.h"
#include "sim_testing.h"

#define EMPTY PTX_HEAD ".visible .entry k(.param .u64 p, .param .u32 n) { ret; }"

static void refused(TestRun *run, const char *code, const char *part) {
    test_expect(run, RUN_REFUSED);
    assert_string_equal(run->result.error_code, code);
    if (strstr(run->result.error, part) == NULL) print_error("%s\n", run->result.error);
    assert_non_null(strstr(run->result.error, part));
    arena_free(run->arena);
}

static Buffer one_buffer;
static const Arg two_args[2] = {{.kind = ARG_BUFFER, .name = "p"},
                                {.kind = ARG_VALUE, .type = SCALAR_I32, .value = 3, .name = "n"}};

static TestRun with_args(const char *ptx, uint32_t threads) {
    static int32_t bytes[4096];
    TestRun run = test_run(ptx, "k", 1, threads);
    one_buffer = (Buffer){"p", SCALAR_I32, 4096, bytes, true, NULL};
    run.launch.buffers = &one_buffer;
    run.launch.buffer_count = 1;
    run.launch.args = two_args;
    run.launch.arg_count = 2;
    return run;
}

static void launches_that_the_runtime_refuses_say_the_limit_and_the_wish(void **state) {
    (void)state;
    TestRun run = with_args(EMPTY, 32);
    run.launch.kernel = "kk";
    refused(&run, "cudaErrorInvalidDeviceFunction", "it has k");
    run = with_args(EMPTY, 1025);
    refused(&run, "cudaErrorInvalidConfiguration", "1,025 threads in dimension x; the most is 1,024");
    run = with_args(EMPTY, 64);
    run.launch.block[1] = 17;
    refused(&run, "cudaErrorInvalidConfiguration", "64 x 17 x 1 = 1,088 threads; the most is 1,024");
    run = with_args(EMPTY, 1);
    run.launch.block[2] = 65;
    refused(&run, "cudaErrorInvalidConfiguration", "64");
    run = with_args(EMPTY, 1);
    run.launch.grid[1] = 65536;
    refused(&run, "cudaErrorInvalidConfiguration", "65,536 blocks in dimension y; the most is 65,535");
    run = with_args(EMPTY, 1);
    run.launch.grid[0] = 0;
    refused(&run, "cudaErrorInvalidConfiguration", "0");
    run = with_args(EMPTY, 1);
    run.launch.shared_dynamic = 49153;
    refused(&run, "cudaErrorInvalidValue", "a block needs 49,153 bytes");
    run = with_args(EMPTY, 1);
    run.launch.arg_count = 1;
    refused(&run, "cudaErrorInvalidValue", "takes 2 arguments, the launch gives 1");
    Arg wide[2] = {two_args[0], {.kind = ARG_VALUE, .type = SCALAR_F64, .name = "n"}};
    run = with_args(EMPTY, 1);
    run.launch.args = wide;
    refused(&run, "cudaErrorInvalidValue", "8 bytes (f64)");
    run = with_args(PTX_HEAD ".visible .entry k(.param .u64 p, .param .u32 n) .maxntid 64,1,1 { ret; }", 65);
    refused(&run, "cudaErrorInvalidValue", "64");
    run = with_args(PTX_HEAD ".visible .entry k(.param .u64 p, .param .u32 n) .reqnctapercluster 8,1,1 { ret; }", 32);
    refused(&run, "cudaErrorInvalidClusterSize", "a multiple of 8");
    const KernelResources heavy = {.kernel = "k", .registers = 65, .shared_static = 0};
    run = with_args(EMPTY, 1024); /* 72 registers after rounding up to units of 256 a warp */
    run.image.resources = &heavy;
    run.image.resource_count = 1;
    refused(&run, "cudaErrorLaunchOutOfResources", "65 registers");
}

/* CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": 227 KB per block on 9.0. */
static void opting_in_allows_what_the_architecture_has_and_not_a_byte_more(void **state) {
    (void)state;
    TestRun run = with_args(EMPTY, 1);
    run.launch.shared_optin = true;
    run.launch.shared_dynamic = 227 * 1024;
    test_expect(&run, RUN_FINISHED);
    arena_free(run.arena);
    run = with_args(EMPTY, 1);
    run.launch.shared_optin = true;
    run.launch.shared_dynamic = 227 * 1024 + 1;
    refused(&run, "cudaErrorInvalidValue", "the limit with opting in is 232,448 bytes. Use a smaller array");
}

static void beyond_48_kb_the_refusal_names_the_attribute_where_that_would_do(void **state) {
    (void)state;
    TestRun run = with_args(EMPTY, 1);
    run.launch.shared_dynamic = 100000;
    refused(&run, "cudaErrorInvalidValue",
            "the limit is 49,152 bytes. cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, "
            "100000) before the launch allows it: a block can have up to 232,448 bytes");
    run = with_args(EMPTY, 1);
    run.launch.shared_dynamic = 227 * 1024 + 1;
    refused(&run, "cudaErrorInvalidValue", "the limit is 49,152 bytes. Use a smaller array");
}

static void exactly_48_kb_of_shared_memory_is_allowed(void **state) {
    (void)state;
    TestRun run = with_args(EMPTY, 1);
    run.launch.shared_dynamic = 49152;
    test_expect(&run, RUN_FINISHED);
    arena_free(run.arena);
}

static void what_is_not_supported_is_named_with_its_line(void **state) {
    (void)state;
    TestRun run = with_args(PTX_HEAD ".file 1 \"test.cu\"\n.visible .entry k(.param .u64 p, .param .u32 n) {\n"
                                     ".reg .b32 %r<9>;\n.loc 1 23 5\nwgmma.fence.sync.aligned;\nret; }",
                            32);
    test_expect(&run, RUN_UNSUPPORTED);
    assert_non_null(strstr(run.result.error, "wgmma"));
    assert_int_equal(run.result.error_loc.line, 23);
    arena_free(run.arena);
}

/* What is called and was only declared: a function by its name, and CUDA's own, whose body nobody writes. */
static void a_function_without_a_body_is_named_as_the_source_does(void **state) {
    static const char *const names[] = {"_ZNK1VplERKS_", "cudaLaunchDeviceV2"};
    static const char *const parts[] = {
        "the function operator+ is declared here and called, but has no body. A body in "
        "another file is not looked for",
        "the simulator does not support cudaLaunchDeviceV2 in a kernel"};
    for (int i = 0; i < 2; i++) {
        char ptx[512];
        snprintf(ptx, sizeof ptx,
                 PTX_HEAD ".extern .func %s();\n.visible .entry k(.param .u64 p, .param .u32 n) { call.uni %s, (); "
                          "ret; }",
                 names[i], names[i]);
        TestRun run = with_args(ptx, 32);
        test_expect(&run, RUN_UNSUPPORTED);
        assert_non_null(strstr(run.result.error, parts[i]));
        assert_null(strstr(run.result.error, "call.uni"));
        arena_free(run.arena);
    }
    (void)state;
}

static void a_loop_without_end_runs_out_of_its_budget(void **state) {
    (void)state;
    TestRun run = with_args(PTX_HEAD ".file 1 \"test.cu\"\n.visible .entry k(.param .u64 p, .param .u32 n) {\n"
                                     ".loc 1 9 1\nL: bra.uni L;\n}",
                            64);
    run.launch.budget = 100000;
    test_expect(&run, RUN_STOPPED);
    assert_int_equal(run.result.findings[0].kind, FINDING_BUDGET);
    assert_int_equal(run.result.findings[0].loc.line, 9);
    arena_free(run.arena);
}

/* 200 blocks of one warp that executes about 300 instructions; one of them traps after that. */
static TestRun many_blocks(unsigned workers, uint64_t budget, uint32_t trapping) {
    TestRun run =
        with_args(PTX_HEAD ".file 1 \"test.cu\"\n.visible .entry k(.param .u64 p, .param .u32 n) {\n"
                           ".reg .b32 %r<9>; .reg .pred %p<3>;\n.loc 1 9 1\nmov.u32 %r1,0; mov.u32 %r2,%ctaid.x;\n"
                           "L: add.u32 %r1,%r1,1; setp.lt.u32 %p1,%r1,100; @%p1 bra L;\n"
                           "ld.param.u32 %r3,[n]; setp.eq.u32 %p2,%r2,%r3; @%p2 trap; ret; }",
                  32);
    run.launch.grid[0] = 200;
    run.launch.threads = workers;
    run.launch.launch_budget = budget;
    static Arg args[2];
    memcpy(args, two_args, sizeof args);
    args[1].value = trapping;
    run.launch.args = args;
    return run;
}

static void all_blocks_together_have_a_budget_too(void **state) {
    (void)state;
    for (unsigned workers = 1; workers <= 4; workers++) {
        TestRun run = many_blocks(workers, 30000, UINT32_MAX);
        test_expect(&run, RUN_STOPPED);
        assert_int_equal(run.result.finding_count, 1);
        assert_int_equal(run.result.findings[0].kind, FINDING_BUDGET);
        assert_int_equal(run.result.findings[0].loc.line, 9);
        assert_non_null(strstr(run.result.findings[0].message, "30000"));
        assert_false(run.result.metrics.known[METRIC_INSTRUCTIONS_WARP]); /* they would depend on the workers */
        arena_free(run.arena);
        run = many_blocks(workers, 90000, UINT32_MAX);
        test_expect(&run, RUN_FINISHED);
        arena_free(run.arena);
    }
}

static void a_block_that_stops_the_launch_before_its_budget_does_is_what_is_found(void **state) {
    (void)state;
    for (unsigned workers = 1; workers <= 4; workers++) {
        TestRun run = many_blocks(workers, 30000, 50);
        test_expect(&run, RUN_STOPPED);
        assert_int_equal(run.result.findings[0].kind, FINDING_TRAP);
        arena_free(run.arena);
        run = many_blocks(workers, 30000, 150);
        test_expect(&run, RUN_STOPPED);
        assert_int_equal(run.result.findings[0].kind, FINDING_BUDGET);
        arena_free(run.arena);
    }
}

/* Short blocks, of which a worker takes several at once. */
static void the_budget_ends_at_the_same_block_for_any_number_of_workers(void **state) {
    (void)state;
    for (uint32_t trapping = 88; trapping < 108; trapping++) {
        FindingKind alone = FINDING_BUDGET;
        for (unsigned workers = 1; workers <= 5; workers++) {
            TestRun run = many_blocks(workers, 30000, trapping);
            test_expect(&run, RUN_STOPPED);
            assert_int_equal(run.result.finding_count, 1);
            if (workers == 1) alone = run.result.findings[0].kind;
            assert_int_equal(run.result.findings[0].kind, alone);
            assert_int_equal(run.result.findings[0].kind, trapping < 99 ? FINDING_TRAP : FINDING_BUDGET);
            arena_free(run.arena);
        }
    }
}

static void ctrl_c_ends_a_run(void **state) {
    (void)state;
    static volatile sig_atomic_t interrupted = 1;
    TestRun run = with_args(PTX_HEAD ".visible .entry k(.param .u64 p, .param .u32 n) { L: bra.uni L; }", 64);
    run.launch.interrupted = &interrupted;
    test_expect(&run, RUN_INTERRUPTED);
    arena_free(run.arena);
}

/* Thread i copies element i to shared memory and stores what its mirror image copied; odd elements as zeros. */
static void asynchronous_copies_arrive_and_fill_with_zeros(void **state) {
    (void)state;
    TestRun run = with_args(
        PTX_HEAD
        ".visible .entry k(.param .u64 p, .param .u32 n) { .reg .b32 %r<9>; .reg .b64 %d<5>;\n"
        ".reg .pred %p<3>; .shared .align 16 .b8 s[256];\n"
        "ld.param.u64 %d1,[p]; mov.u32 %r1,%tid.x; mul.wide.u32 %d2,%r1,4; add.u64 %d1,%d1,%d2; shl.b32 %r2,%r1,2;\n"
        "mov.u32 %r3,s; add.u32 %r4,%r3,%r2; and.b32 %r5,%r1,1; setp.eq.u32 %p1,%r5,1; @%p1 bra ODD;\n"
        "cp.async.ca.shared.global [%r4],[%d1],4; bra.uni JOIN;\nODD: cp.async.ca.shared.global [%r4],[%d1],4,0;\n"
        "JOIN: cp.async.commit_group; cp.async.wait_group 0; bar.sync 0; sub.u32 %r6,252,%r2; add.u32 %r6,%r3,%r6;\n"
        "ld.shared.u32 %r7,[%r6]; st.global.u32 [%d1],%r7; ret; }",
        64);
    int32_t *values = one_buffer.bytes;
    for (int i = 0; i < 64; i++) values[i] = 1000 + i;
    test_expect(&run, RUN_FINISHED);
    for (int i = 0; i < 64; i++) assert_int_equal(values[i], (63 - i) % 2 ? 0 : 1000 + 63 - i);
    arena_free(run.arena);
}

/* A compiler declares every dynamic array with alignment 16, whatever it holds. 400 bytes are 100 of 4, or 50 of 8. */
static void elements_of_dynamic_shared_memory_are_as_wide_as_the_access(void **state) {
    (void)state;
    static const struct {
        const char *store, *message;
    } cases[] = {
        {"st.shared.u32 [%r2],%r1;", "writes element 100 of `words`, which has 100 elements: one past its end"},
        {"st.shared.f64 [%r2],%d1;", "writes element 50 of `words`, which has 50 elements: one past its end"},
    };
    for (size_t i = 0; i < 2; i++) {
        Text ptx = {0};
        text_printf(&ptx,
                    PTX_HEAD ".extern .shared .align 16 .b8 words[];\n"
                             ".visible .entry k(.param .u64 p, .param .u32 n) { .reg .b32 %%r<9>; .reg .f64 %%d<5>;\n"
                             "mov.u32 %%r2,words; add.u32 %%r2,%%r2,400; %s ret; }",
                    cases[i].store);
        TestRun run = with_args(ptx.data, 1);
        run.launch.shared_dynamic = 400;
        test_expect(&run, RUN_STOPPED);
        assert_non_null(strstr(run.result.findings[0].message, cases[i].message));
        arena_free(run.arena);
        text_free(&ptx);
    }
}

static void a_register_of_the_wrong_kind_is_no_crash(void **state) {
    (void)state;
    static const char *const lines[] = {"@%r1 add.u32 %r2,%r1,%r1;", "add.u32 %r2,%p1,%r1;",
                                        "setp.eq.u32 %r1,%r2,%r3;",  "ld.global.u32 %r1,[%p1];",
                                        "selp.u32 %r1,%r2,%r3,%r4;", "bar.sync %p1;"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        Text ptx = {0};
        text_printf(&ptx,
                    PTX_HEAD
                    ".visible .entry k(.param .u64 p, .param .u32 n) { .reg .b32 %%r<9>; .reg .pred %%p<3>;\n%s ret; }",
                    lines[i]);
        TestRun run = with_args(ptx.data, 32);
        test_expect(&run, RUN_UNSUPPORTED);
        arena_free(run.arena);
        text_free(&ptx);
    }
}

/* Each of three copies of a word is a group of its own; lane 1 never waits. After each wait the three
 * words are read. */
static void copies_arrive_when_their_group_is_waited_for(void **state) {
    (void)state;
    static const char *const waits[] = {"", "cp.async.wait_group 2;", "cp.async.wait_group 1;",
                                        "cp.async.wait_group 0;", "cp.async.wait_all;"};
    static const int arrived[] = {0, 1, 2, 3, 4};
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
        static int32_t data[64];
        Text ptx = {0};
        text_printf(
            &ptx,
            PTX_HEAD
            ".visible .entry k(.param .u64 p, .param .u32 n) { .reg .b32 %%r<20>; .reg .b64 %%d<5>; .reg .pred "
            "%%p<3>;\n"
            ".shared .align 16 .b8 tile[128];\n"
            "ld.param.u64 %%d1,[p]; mov.u32 %%r1,%%tid.x; shl.b32 %%r2,%%r1,4; mov.u32 %%r3,tile; add.u32 "
            "%%r3,%%r3,%%r2;\n"
            "mul.wide.u32 %%d2,%%r1,16; add.u64 %%d1,%%d1,%%d2; st.shared.v4.u32 [%%r3],{-1,-1,-1,-1}; setp.eq.u32 "
            "%%p1,%%r1,0;\n"
            "cp.async.ca.shared.global [%%r3],[%%d1],4; cp.async.commit_group; cp.async.ca.shared.global "
            "[%%r3+4],[%%d1+4],4;\n"
            "cp.async.commit_group; cp.async.ca.shared.global [%%r3+8],[%%d1+8],4; cp.async.commit_group;\n"
            "cp.async.ca.shared.global [%%r3+12],[%%d1+12],4;\n@!%%p1 bra SKIP;\n%s\nSKIP:\n"
            "ld.shared.v4.u32 {%%r4,%%r5,%%r6,%%r7},[%%r3]; st.global.v4.u32 [%%d1],{%%r4,%%r5,%%r6,%%r7}; ret; }",
            waits[i]);
        for (int word = 0; word < 8; word++) data[word] = 100 + word;
        TestRun run = with_args(ptx.data, 2);
        Buffer buffer = {.name = "p", .type = SCALAR_I32, .count = 64, .bytes = data, .output = true};
        run.launch.buffers = &buffer;
        run.launch.skip_races = true;
        test_expect(&run, RUN_FINISHED);
        for (int word = 0; word < 4; word++) {
            assert_int_equal(data[word], word < arrived[i] ? 100 + word : -1);
            assert_int_equal(data[4 + word], -1);
        }
        arena_free(run.arena);
        text_free(&ptx);
    }
}

/* A copy whose bytes come from the source for some lanes in part makes one request (measured on an H200). */
static void a_copy_of_parts_is_one_request(void **state) {
    (void)state;
    TestRun run = with_args(
        PTX_HEAD
        ".visible .entry k(.param .u64 p, .param .u32 n) { .reg .b32 %r<9>; .reg .b64 %d<5>;\n"
        ".shared .align 16 .b8 tile[512]; ld.param.u64 %d1,[p]; mov.u32 %r1,%tid.x; mov.u32 %r2,tile;\n"
        "shl.b32 %r3,%r1,2; add.u32 %r2,%r2,%r3; mul.wide.u32 %d2,%r3,1; add.u64 %d1,%d1,%d2; and.b32 %r4,%r1,3;\n"
        "cp.async.ca.shared.global [%r2],[%d1],4,%r4; cp.async.wait_all; ret; }",
        32);
    test_expect(&run, RUN_FINISHED);
    assert_true(run.result.metrics.value[METRIC_GLOBAL_LOAD_REQUESTS] == 1);
    assert_true(run.result.metrics.value[METRIC_GLOBAL_LOAD_SECTORS] == 4);
    assert_true(run.result.metrics.value[METRIC_SHARED_STORE_REQUESTS] == 1);
    arena_free(run.arena);
}

static void what_is_not_supported_is_named_by_what_the_student_wrote(void **state) {
    (void)state;
    static const struct {
        const char *line, *construct;
    } rows[] = {
        {"tex.cube.v4.f32.f32 {%f1,%f2,%f3,%f4},[%d1,{%f1,%f2,%f3,%f4}];", "a texture"},
        {"wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r1},[%d1],%r2;", "nvcuda::wmma"},
        {"cp.async.bulk.global.shared::cta.bulk_group [%d1],[%r1],32;", "a bulk copy from shared memory"},
        {"{ cp.async.bulk.commit_group; }", "this PTX instruction: cp.async.bulk.commit_group; it comes from a bulk"},
        {"mov.u32 %r1,%envreg3;", "%envreg"},
        {"barrier.cluster.arrive.aligned;", "this_cluster"},
        {"@%p1 cvt.rn.satfinite.e4m3x2.f32 %h1,%f1,%f2;", "__nv_fp8_e4m3"},
        {"alloca.u64 %d1,%d2,8;", "alloca()"},
        {"atom.global.v4.f32.add {%f1,%f2,%f3,%f4},[%d1],{%f1,%f2,%f3,%f4};",
         "%f4}; it comes from atomicAdd of a float4"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Text ptx = {0};
        text_printf(&ptx,
                    PTX_HEAD ".file 1 \"test.cu\"\n.visible .entry k(.param .u64 p, .param .u32 n) { .reg .b16 %%h<3>; "
                             ".reg .b32 %%r<9>;\n"
                             ".reg .b64 %%d<5>; .reg .f32 %%f<5>; .reg .pred %%p<3>;\n.loc 1 7 3\n%s\nret; }",
                    rows[i].line);
        TestRun run = with_args(ptx.data, 32);
        test_expect(&run, RUN_UNSUPPORTED);
        assert_int_equal(run.result.error_loc.line, 7);
        if (strstr(run.result.error, rows[i].construct) == NULL) print_error("%s\n", run.result.error);
        assert_non_null(strstr(run.result.error, rows[i].construct));
        arena_free(run.arena);
        text_free(&ptx);
    }
}

static void hints_change_nothing(void **state) {
    (void)state;
    TestRun run =
        with_args(PTX_HEAD ".visible .entry k(.param .u64 p, .param .u32 n) { .reg .b32 %r<9>; .reg .b64 %d<5>;\n"
                           "ld.param.u64 %d1,[p]; mov.u32 %r1,%tid.x; mul.wide.u32 %d2,%r1,4; add.u64 %d1,%d1,%d2; "
                           "st.global.u32 [%d1],%r1;\n"
                           "applypriority.global.L2::evict_normal [%d1],128; discard.global.L2 [%d1],128; brkpt; "
                           "setmaxnreg.inc.sync.aligned.u32 64;\n"
                           "cp.async.bulk.prefetch.L2.global [%d1],16; ld.global.u32 %r2,[%d1]; add.u32 %r2,%r2,1; "
                           "st.global.u32 [%d1],%r2; ret; }",
                  64);
    test_expect(&run, RUN_FINISHED);
    for (int i = 0; i < 64; i++) assert_int_equal(((const int32_t *)one_buffer.bytes)[i], i + 1);
    arena_free(run.arena);
}

/* ---- printf ------------------------------------------------------------------------------------------------------ */

/* Prints format with the 16 bytes that the kernel stores as its arguments. */
static char *printed(const char *format, const char *stores, uint32_t threads, bool *cut) {
    Text ptx = {0};
    text_printf(&ptx,
                PTX_HEAD
                ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
                ".global .align 1 .b8 word[6] = {104, 101, 108, 108, 111, 0};\n.global .align 1 .b8 fmt[%zu] = {",
                strlen(format) + 1);
    for (size_t i = 0; i <= strlen(format); i++) text_printf(&ptx, "%s%d", i ? "," : "", (unsigned char)format[i]);
    text_printf(&ptx,
                "};\n.visible .entry k() { .local .align 8 .b8 args[32]; .reg .b64 %%d<9>; .reg .b32 %%r<5>;\n"
                "mov.u64 %%d1,args; mov.u64 %%d2,fmt; cvta.local.u64 %%d1,%%d1; cvta.global.u64 %%d2,%%d2; mov.u32 "
                "%%r1,%%tid.x;\n"
                "mov.u64 %%d4,word; cvta.global.u64 %%d4,%%d4;\n%s\n"
                "{ .param .b64 a; .param .b64 b; .param .b32 c; st.param.b64 [a],%%d2; st.param.b64 [b],%%d1;\n"
                "call.uni (c),vprintf,(a,b); ld.param.b32 %%r3,[c]; }\nret; }",
                stores);
    TestRun run = test_run(ptx.data, "k", 1, threads);
    test_expect(&run, RUN_FINISHED);
    char *text = strdup(run.result.printed);
    if (cut != NULL) *cut = run.result.printed_cut;
    arena_free(run.arena);
    text_free(&ptx);
    return text;
}

static void prints(const char *format, const char *stores, const char *wanted) {
    char *text = printed(format, stores, 1, NULL);
    assert_string_equal(text, wanted);
    free(text);
}

#define INT_ARG(value) "mov.u32 %r2," value "; st.local.u32 [args],%r2;"
#define WIDE_ARG(value) "mov.b64 %d3," value "; st.local.u64 [args],%d3;"

static void printf_formats_as_c_does(void **state) {
    (void)state;
    prints("%d|%5i|%%\n", INT_ARG("-42") "st.local.u32 [args+4],%r2;", "-42|  -42|%\n");
    prints("%08x %X", INT_ARG("48879") "st.local.u32 [args+4],%r2;", "0000beef BEEF");
    prints("%lld", WIDE_ARG("-5000000000"), "-5000000000");
    prints("%.3f", WIDE_ARG("0d400921fb54442d18"), "3.142");
    prints("%-8s|", "st.local.u64 [args],%d4;", "hello   |");
    prints("%.2s", "st.local.u64 [args],%d4;", "he");
    prints("%c%u", INT_ARG("65") "mov.u32 %r2,-1; st.local.u32 [args+4],%r2;", "A4294967295");
    prints("%d %f", INT_ARG("7") "mov.b64 %d3,0d3ff8000000000000; st.local.u64 [args+8],%d3;", "7 1.500000");
    prints("%a", WIDE_ARG("0d3ff0000000000000"), "0x1p+0");
    prints("%*d|", INT_ARG("6") "st.local.u32 [args+4],%r2;", "     6|");
}

static void hostile_formats_do_no_harm(void **state) {
    (void)state;
    prints("%n%", "", "%n%");
    prints("100%|", "", "100%|");
    char *text = printed("%999999999d", INT_ARG("1"), 1, NULL);
    assert_true(strlen(text) <= 1000);
    free(text);
    text = printed("%.999999999f", WIDE_ARG("0d7fefffffffffffff"), 1, NULL);
    assert_true(strlen(text) < 3000);
    free(text);
}

static void printing_is_in_the_order_of_threads_and_bounded(void **state) {
    (void)state;
    char *text = printed("%d,", "st.local.u32 [args],%r1;", 40, NULL), wanted[200] = "";
    for (int i = 0; i < 40; i++) snprintf(wanted + strlen(wanted), sizeof wanted - strlen(wanted), "%d,", i);
    assert_string_equal(text, wanted);
    free(text);
    bool cut;
    text = printed("%1000d%1000d", "", 1024, &cut);
    assert_true(cut);
    assert_true(strlen(text) <= 1 << 20);
    free(text);
}

/* ---- determinism ------------------------------------------------------------------------------------------------- */

/* Every block writes its elements; the first warp of block 37 then writes out of bounds, and nothing runs after it. */
#define WILD                                                                                                           \
    PTX_HEAD ".visible .entry k(.param .u64 p, .param .u32 n) { .reg .b32 %r<9>; .reg .b64 %d<5>; .reg .pred %p<3>;\n" \
             "ld.param.u64 %d1,[p]; mov.u32 %r1,%ctaid.x; mov.u32 %r2,%tid.x; mad.lo.u32 %r3,%r1,64,%r2; "             \
             "mul.wide.u32 %d2,%r3,4;\n"                                                                               \
             "add.u64 %d2,%d1,%d2; st.global.u32 [%d2],%r3; setp.eq.u32 %p1,%r1,37; @%p1 st.global.u32 "               \
             "[%d1+16384],%r3; ret; }"

static void results_do_not_depend_on_the_number_of_workers(void **state) {
    (void)state;
    double counts[METRIC_CAPACITY];
    char message[300] = "";
    for (unsigned threads = 1; threads <= 5; threads += 2) {
        TestRun run = with_args(WILD, 64);
        memset(one_buffer.bytes, 0xff, 4096 * 4);
        run.launch.grid[0] = 64;
        run.launch.threads = threads;
        test_expect(&run, RUN_STOPPED);
        const int32_t *values = one_buffer.bytes;
        for (int i = 0; i < 4096; i++) assert_int_equal(values[i], i < 37 * 64 + 32 ? i : -1);
        assert_int_equal(run.result.finding_count, 1);
        if (threads == 1) {
            memcpy(counts, run.result.metrics.value, sizeof counts);
            snprintf(message, sizeof message, "%s", run.result.findings[0].message);
        }
        assert_memory_equal(counts, run.result.metrics.value, sizeof counts);
        assert_string_equal(message, run.result.findings[0].message);
        arena_free(run.arena);
    }
}

/* All blocks write their number to the same 64 elements: the last block's stays. */
static void blocks_that_write_the_same_place_leave_the_last_ones_values(void **state) {
    (void)state;
    for (unsigned attempt = 0; attempt < 20; attempt++) {
        TestRun run =
            with_args(PTX_HEAD ".visible .entry k(.param .u64 p, .param .u32 n) { .reg .b32 %r<9>; .reg .b64 %d<5>;\n"
                               "ld.param.u64 %d1,[p]; mov.u32 %r1,%ctaid.x; mov.u32 %r2,%tid.x; mul.wide.u32 "
                               "%d2,%r2,4; add.u64 %d2,%d1,%d2;\n"
                               "st.global.u32 [%d2],%r1; ret; }",
                      64);
        run.launch.grid[0] = 500;
        run.launch.threads = 4;
        test_expect(&run, RUN_FINISHED);
        for (int i = 0; i < 64; i++) assert_int_equal(((const int32_t *)one_buffer.bytes)[i], 499);
        arena_free(run.arena);
    }
}

/* Each warp reads what the next one writes, with no barrier: the order of the warps decides. */
#define NEIGHBOUR                                                                                                      \
    PTX_HEAD                                                                                                           \
    ".visible .entry k(.param .u64 p, .param .u32 n) { .reg .b32 %r<9>; .reg .b64 %d<5>;\n"                            \
    ".shared .align 4 .b8 s[512];\n"                                                                                   \
    "ld.param.u64 %d1,[p]; mov.u32 %r1,%tid.x; shl.b32 %r2,%r1,2; mov.u32 %r3,s; add.u32 %r4,%r3,%r2; "                \
    "st.shared.u32 [%r4],%r1;\n"                                                                                       \
    "add.u32 %r5,%r1,32; rem.u32 %r5,%r5,128; shl.b32 %r5,%r5,2; add.u32 %r5,%r3,%r5; ld.shared.u32 %r6,[%r5];\n"      \
    "mul.wide.u32 %d2,%r1,4; add.u64 %d1,%d1,%d2; st.global.u32 [%d1],%r6; ret; }"

static void a_race_shows_another_result_under_another_schedule(void **state) {
    (void)state;
    const int32_t *values;
    TestRun run = with_args(NEIGHBOUR, 128);
    test_expect(&run, RUN_FINISHED);
    values = one_buffer.bytes;
    assert_int_equal(values[96], 0);     /* the first warp has run: its value is there */
    assert_int_not_equal(values[0], 32); /* the second has not */
    assert_true(result_findings(&run.result, FINDING_RACE) > 0);
    arena_free(run.arena);
    run = with_args(NEIGHBOUR, 128);
    run.launch.schedule = SCHEDULE_REVERSE;
    test_expect(&run, RUN_FINISHED);
    assert_int_equal(values[0], 32);
    assert_int_not_equal(values[96], 0);
    arena_free(run.arena);
}

/* The same with a barrier between writing and reading. */
#define NEIGHBOUR_AFTER_BARRIER                                                                                        \
    PTX_HEAD ".visible .entry k(.param .u64 p, .param .u32 n) { .reg .b32 %r<9>; .reg .b64 %d<5>;\n"                   \
             ".shared .align 4 .b8 s[512];\n"                                                                          \
             "ld.param.u64 %d1,[p]; mov.u32 %r1,%tid.x; shl.b32 %r2,%r1,2; mov.u32 %r3,s; add.u32 %r4,%r3,%r2; "       \
             "st.shared.u32 [%r4],%r1;\n"                                                                              \
             "bar.sync 0; add.u32 %r5,%r1,32; rem.u32 %r5,%r5,128; shl.b32 %r5,%r5,2; add.u32 %r5,%r3,%r5; "           \
             "ld.shared.u32 %r6,[%r5];\n"                                                                              \
             "mul.wide.u32 %d2,%r1,4; add.u64 %d1,%d1,%d2; st.global.u32 [%d1],%r6; ret; }"

/* Which of the four warps read what their neighbour wrote, a bit for each; -1 where a thread did neither. */
static int right_warps(const char *ptx, Schedule schedule, uint64_t seed) {
    TestRun run = with_args(ptx, 128);
    run.launch.schedule = schedule;
    run.launch.seed = seed;
    test_expect(&run, RUN_FINISHED);
    const int32_t *values = one_buffer.bytes;
    int right = 0;
    for (int t = 0; t < 128; t++) right |= (values[t] == (t + 32) % 128) << t / 32;
    arena_free(run.arena);
    return right;
}

static void random_schedules_show_a_race_and_leave_right_kernels_alone(void **state) {
    (void)state;
    int seen = 0;
    for (uint64_t seed = 1; seed <= 24; seed++) {
        int right = right_warps(NEIGHBOUR, SCHEDULE_RANDOM, seed);
        assert_int_not_equal(right, 15); /* in any order the first warp to run finds nothing */
        assert_int_equal(right_warps(NEIGHBOUR, SCHEDULE_RANDOM, seed), right);
        assert_int_equal(right_warps(NEIGHBOUR_AFTER_BARRIER, SCHEDULE_RANDOM, seed), 15);
        seen |= 1 << right;
    }
    assert_true(__builtin_popcount((unsigned)seen) > 3); /* several orders, several results */
    assert_int_equal(right_warps(NEIGHBOUR, SCHEDULE_LOCKSTEP, 0), 8);
    assert_int_equal(right_warps(NEIGHBOUR, SCHEDULE_REVERSE, 0), 7);
    assert_int_equal(right_warps(NEIGHBOUR_AFTER_BARRIER, SCHEDULE_REVERSE, 0), 15);
}

static void blocks_and_threads_know_their_numbers_in_three_dimensions(void **state) {
    (void)state;
    TestRun run = with_args(
        PTX_HEAD
        ".visible .entry k(.param .u64 p, .param .u32 n) { .reg .b32 %r<20>; .reg .b64 %d<5>;\n"
        "ld.param.u64 %d1,[p]; mov.u32 %r1,%tid.x; mov.u32 %r2,%tid.y; mov.u32 %r3,%tid.z; mov.u32 %r4,%ctaid.x;\n"
        "mov.u32 %r5,%ctaid.y; mov.u32 %r6,%ctaid.z; mad.lo.u32 %r7,%r6,2,%r5; mad.lo.u32 %r7,%r7,3,%r4;\n"
        "mad.lo.u32 %r8,%r3,5,%r2; mad.lo.u32 %r8,%r8,7,%r1; mad.lo.u32 %r9,%r7,70,%r8; mul.wide.u32 %d2,%r9,4;\n"
        "add.u64 %d1,%d1,%d2; mad.lo.u32 %r10,%r6,10,%r5; mad.lo.u32 %r10,%r10,10,%r4; mad.lo.u32 %r10,%r10,10,%r3;\n"
        "mad.lo.u32 %r10,%r10,10,%r2; mad.lo.u32 %r10,%r10,10,%r1; st.global.u32 [%d1],%r10; ret; }",
        7);
    run.launch.block[1] = 5, run.launch.block[2] = 2;
    run.launch.grid[0] = 3, run.launch.grid[1] = 2, run.launch.grid[2] = 4;
    test_expect(&run, RUN_FINISHED);
    const int32_t *values = one_buffer.bytes;
    for (int i = 0; i < 24 * 70; i++) {
        int block = i / 70, thread = i % 70;
        int digits[6] = {block / 6, block / 3 % 2, block % 3, thread / 35, thread / 7 % 5, thread % 7}, want = 0;
        for (int j = 0; j < 6; j++) want = 10 * want + digits[j];
        assert_int_equal(values[i], want);
    }
    arena_free(run.arena);
}

static void traps_and_failed_asserts_name_the_thread(void **state) {
    (void)state;
    TestRun run =
        with_args(PTX_HEAD ".visible .entry k(.param .u64 p, .param .u32 n) { .reg .b32 %r<3>; .reg .pred %p<3>;\n"
                           "mov.u32 %r1,%tid.x; setp.eq.u32 %p1,%r1,45; @%p1 trap; ret; }",
                  64);
    test_expect(&run, RUN_STOPPED);
    assert_int_equal(run.result.findings[0].kind, FINDING_TRAP);
    assert_non_null(strstr(run.result.findings[0].message, "(45,0,0)"));
    arena_free(run.arena);
}

static void lanes_are_done_by_the_code_that_the_launch_names(void **state) {
    (void)state;
    static const char *const names[] = {"plain", NULL, "mmx"};
    for (size_t i = 0; i < 3; i++) {
        TestRun run = with_args(EMPTY, 32);
        run.launch.lanes = names[i];
        test_expect(&run, i < 2 ? RUN_FINISHED : RUN_UNSUPPORTED);
        if (i == 2) assert_non_null(strstr(run.result.error, "mmx"));
        arena_free(run.arena);
    }
}

/* 2048 blocks of 128 threads: each thread does `work` on its own word, at %rd1, of a buffer that is no output, and
 * leaves what it then reads there in its word of the output, at %rd2. */
enum { SCRATCH_WORDS = 1 << 18 };

typedef struct ScratchRun {
    TestRun run;
    Buffer buffers[2];
    Arg args[2];
} ScratchRun;

static void run_on_scratch(ScratchRun *scratch, const char *work, size_t misplaced, unsigned workers) {
    char ptx[1024];
    snprintf(ptx, sizeof ptx,
             PTX_HEAD ".visible .entry k(.param .u64 p, .param .u64 q) {\n"
                      ".reg .b64 %%rd<9>; .reg .b32 %%r<9>; .reg .pred %%p<3>;\n"
                      "ld.param.u64 %%rd1,[p]; ld.param.u64 %%rd2,[q];\n"
                      "mov.u32 %%r1,%%ctaid.x; mov.u32 %%r2,%%tid.x; mad.lo.u32 %%r3,%%r1,128,%%r2;\n"
                      "mul.wide.u32 %%rd3,%%r3,4; add.u64 %%rd1,%%rd1,%%rd3; add.u64 %%rd2,%%rd2,%%rd3;\n"
                      "%s\nld.global.u32 %%r4,[%%rd1]; st.global.u32 [%%rd2],%%r4; ret; }",
             work);
    *scratch = (ScratchRun){.run = test_run(ptx, "k", SCRATCH_WORDS / 128, 128)};
    Arena *arena = scratch->run.arena;
    for (size_t i = 0; i < 2; i++) {
        char *bytes = arena_alloc(arena, SCRATCH_WORDS * 4 + misplaced, 4096);
        scratch->buffers[i] = (Buffer){i == 0 ? "p" : "q", SCALAR_I32, SCRATCH_WORDS, bytes + misplaced, i == 1, NULL};
        scratch->args[i] = (Arg){.kind = ARG_BUFFER, .buffer = i, .name = i == 0 ? "p" : "q"};
    }
    int32_t *words = scratch->buffers[0].bytes;
    for (int32_t i = 0; i < SCRATCH_WORDS; i++) words[i] = i;
    scratch->run.launch.buffers = scratch->buffers;
    scratch->run.launch.args = scratch->args;
    scratch->run.launch.buffer_count = scratch->run.launch.arg_count = 2;
    scratch->run.launch.threads = workers;
    test_expect(&scratch->run, RUN_FINISHED);
}

/* A large buffer that is no output is read where it lies, if its bytes are aligned: nobody must be able to tell. */
static void a_buffer_that_is_no_output_may_be_written_and_keeps_its_bytes(void **state) {
    (void)state;
    static const struct {
        const char *work;
        int32_t factor, more; /* what is left in the output: the thread's number times factor, plus more */
    } cases[] = {
        {"", 1, 0},
        {"st.global.u32 [%rd1],7;", 0, 7},
        {"red.global.add.u32 [%rd1],9;", 1, 9},
        {"st.u32 [%rd1],%r3; atom.add.u32 %r5,[%rd1],%r3;", 2, 0},
        /* only the last thread of all: its warp's lanes store to two buffers at once */
        {"setp.eq.u32 %p1,%r3,262143; selp.b64 %rd4,%rd1,%rd2,%p1; st.global.u32 [%rd4],262143;", 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned workers = 1; workers <= 3; workers += 2) {
            ScratchRun in_place, copied;
            run_on_scratch(&in_place, cases[i].work, 0, workers);
            run_on_scratch(&copied, cases[i].work, 4, workers);
            const int32_t *scratch = in_place.buffers[0].bytes, *out = in_place.buffers[1].bytes;
            for (int32_t at = 0; at < SCRATCH_WORDS; at++) {
                assert_int_equal(scratch[at], at);
                assert_int_equal(out[at], at * cases[i].factor + cases[i].more);
            }
            const Result *one = &in_place.run.result, *other = &copied.run.result;
            assert_memory_equal(out, copied.buffers[1].bytes, SCRATCH_WORDS * 4);
            assert_memory_equal(one->metrics.value, other->metrics.value, sizeof one->metrics.value);
            assert_int_equal(one->finding_count, 0);
            assert_int_equal(other->finding_count, 0);
            arena_free(in_place.run.arena);
            arena_free(copied.run.arena);
        }
}

/* Each thread adds 1 to what it finds `apart` threads away (apart: a power of two) and, once its block is there, leaves
 * the sum in its own word: in one block if apart is less than 128, else in the neighbouring one, which is a race.
 * Either way the launch is repeated, and has to find the words as they were. */
static void run_exchange(ScratchRun *scratch, uint32_t apart, int contents, size_t misplaced, unsigned workers) {
    char ptx[1024];
    snprintf(ptx, sizeof ptx,
             PTX_HEAD ".visible .entry k(.param .u64 p) {\n"
                      ".reg .b64 %%rd<9>; .reg .b32 %%r<9>;\n"
                      "ld.param.u64 %%rd1,[p];\n"
                      "mov.u32 %%r1,%%ctaid.x; mov.u32 %%r2,%%tid.x; mad.lo.u32 %%r3,%%r1,128,%%r2;\n"
                      "xor.b32 %%r4,%%r3,%u; mul.wide.u32 %%rd3,%%r3,4; mul.wide.u32 %%rd4,%%r4,4;\n"
                      "add.u64 %%rd3,%%rd1,%%rd3; add.u64 %%rd4,%%rd1,%%rd4;\n"
                      "ld.global.u32 %%r5,[%%rd4]; bar.sync 0; add.u32 %%r5,%%r5,1; st.global.u32 [%%rd3],%%r5; ret; }",
             apart);
    *scratch = (ScratchRun){.run = test_run(ptx, "k", SCRATCH_WORDS / 128, 128)};
    char *bytes = arena_alloc(scratch->run.arena, SCRATCH_WORDS * 4 + misplaced, 4096);
    int32_t *words = (void *)(bytes + misplaced);
    for (int32_t i = 0; i < SCRATCH_WORDS; i++) words[i] = contents == 0 ? 0 : contents == 1 ? i : i >> 14 & 1;
    scratch->buffers[0] = (Buffer){"p", SCALAR_I32, SCRATCH_WORDS, words, true, NULL};
    scratch->args[0] = (Arg){.kind = ARG_BUFFER, .name = "p"};
    scratch->run.launch.buffers = scratch->buffers;
    scratch->run.launch.args = scratch->args;
    scratch->run.launch.buffer_count = scratch->run.launch.arg_count = 1;
    scratch->run.launch.threads = workers;
    test_expect(&scratch->run, RUN_FINISHED);
}

/* A large output is worked on where it lies, if its bytes are aligned: nobody must be able to tell. */
static void a_large_output_is_found_as_it_was_when_its_launch_is_repeated(void **state) {
    (void)state;
    for (int contents = 0; contents < 3; contents++)
        for (uint32_t apart = 32; apart <= 128; apart *= 4)
            for (unsigned workers = 1; workers <= 3; workers += 2) {
                ScratchRun in_place, copied;
                run_exchange(&in_place, apart, contents, 0, workers);
                run_exchange(&copied, apart, contents, 4, workers);
                const Result *one = &in_place.run.result, *other = &copied.run.result;
                assert_memory_equal(in_place.buffers[0].bytes, copied.buffers[0].bytes, SCRATCH_WORDS * 4);
                assert_memory_equal(one->metrics.value, other->metrics.value, sizeof one->metrics.value);
                assert_int_equal(one->finding_count, apart < 128 ? 0 : 2);
                assert_int_equal(other->finding_count, one->finding_count);
                for (size_t i = 0; i < one->finding_count; i++)
                    assert_string_equal(one->findings[i].message, other->findings[i].message);
                arena_free(in_place.run.arena);
                arena_free(copied.run.arena);
            }
}

static void buffers_that_share_their_bytes_are_two_memories_all_the_same(void **state) {
    (void)state;
    TestRun run = test_run(PTX_HEAD ".visible .entry k(.param .u64 p, .param .u64 q) {\n"
                                    ".reg .b64 %rd<9>; .reg .b32 %r<9>;\n"
                                    "ld.param.u64 %rd1,[p]; ld.param.u64 %rd2,[q];\n"
                                    "mov.u32 %r1,%ctaid.x; mov.u32 %r2,%tid.x; mad.lo.u32 %r3,%r1,128,%r2;\n"
                                    "xor.b32 %r4,%r3,128; mul.wide.u32 %rd3,%r3,4; mul.wide.u32 %rd4,%r4,4;\n"
                                    "add.u64 %rd3,%rd2,%rd3; add.u64 %rd4,%rd1,%rd4;\n"
                                    "ld.global.u32 %r5,[%rd4]; st.global.u32 [%rd3],%r5; ret; }",
                           "k", SCRATCH_WORDS / 128, 128);
    int32_t *words = arena_alloc(run.arena, SCRATCH_WORDS * 4, 4096);
    Buffer buffers[2];
    Arg args[2];
    for (int32_t i = 0; i < SCRATCH_WORDS; i++) words[i] = i;
    for (size_t i = 0; i < 2; i++) {
        buffers[i] = (Buffer){i == 0 ? "p" : "q", SCALAR_I32, SCRATCH_WORDS, words, i == 1, NULL};
        args[i] = (Arg){.kind = ARG_BUFFER, .buffer = i, .name = i == 0 ? "p" : "q"};
    }
    run.launch.buffers = buffers;
    run.launch.args = args;
    run.launch.buffer_count = run.launch.arg_count = 2;
    test_expect(&run, RUN_FINISHED);
    assert_int_equal(run.result.finding_count, 0);
    for (int32_t i = 0; i < SCRATCH_WORDS; i++) assert_int_equal(words[i], i ^ 128);
    arena_free(run.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches_that_the_runtime_refuses_say_the_limit_and_the_wish),
        cmocka_unit_test(opting_in_allows_what_the_architecture_has_and_not_a_byte_more),
        cmocka_unit_test(beyond_48_kb_the_refusal_names_the_attribute_where_that_would_do),
        cmocka_unit_test(exactly_48_kb_of_shared_memory_is_allowed),
        cmocka_unit_test(what_is_not_supported_is_named_with_its_line),
        cmocka_unit_test(a_function_without_a_body_is_named_as_the_source_does),
        cmocka_unit_test(a_loop_without_end_runs_out_of_its_budget),
        cmocka_unit_test(all_blocks_together_have_a_budget_too),
        cmocka_unit_test(a_block_that_stops_the_launch_before_its_budget_does_is_what_is_found),
        cmocka_unit_test(the_budget_ends_at_the_same_block_for_any_number_of_workers),
        cmocka_unit_test(ctrl_c_ends_a_run),
        cmocka_unit_test(asynchronous_copies_arrive_and_fill_with_zeros),
        cmocka_unit_test(elements_of_dynamic_shared_memory_are_as_wide_as_the_access),
        cmocka_unit_test(a_register_of_the_wrong_kind_is_no_crash),
        cmocka_unit_test(copies_arrive_when_their_group_is_waited_for),
        cmocka_unit_test(a_copy_of_parts_is_one_request),
        cmocka_unit_test(what_is_not_supported_is_named_by_what_the_student_wrote),
        cmocka_unit_test(hints_change_nothing),
        cmocka_unit_test(printf_formats_as_c_does),
        cmocka_unit_test(hostile_formats_do_no_harm),
        cmocka_unit_test(printing_is_in_the_order_of_threads_and_bounded),
        cmocka_unit_test(results_do_not_depend_on_the_number_of_workers),
        cmocka_unit_test(blocks_that_write_the_same_place_leave_the_last_ones_values),
        cmocka_unit_test(a_race_shows_another_result_under_another_schedule),
        cmocka_unit_test(random_schedules_show_a_race_and_leave_right_kernels_alone),
        cmocka_unit_test(blocks_and_threads_know_their_numbers_in_three_dimensions),
        cmocka_unit_test(lanes_are_done_by_the_code_that_the_launch_names),
        cmocka_unit_test(a_buffer_that_is_no_output_may_be_written_and_keeps_its_bytes),
        cmocka_unit_test(a_large_output_is_found_as_it_was_when_its_launch_is_repeated),
        cmocka_unit_test(buffers_that_share_their_bytes_are_two_memories_all_the_same),
        cmocka_unit_test(traps_and_failed_asserts_name_the_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
