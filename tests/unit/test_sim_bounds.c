/* What a kernel may take of the machine: each bound ends the launch with a finding of the kind "budget", at the same
 * place on every machine, and before anything large was allocated. */
#include <sys/resource.h>

#include "finding_kinds.h"
#include "sim_testing.h"

static const char *only_finding(TestRun *run) {
    test_expect(run, RUN_STOPPED);
    assert_int_equal(run->result.finding_count, 1);
    assert_int_equal(run->result.findings[0].kind, FINDING_BUDGET);
    return run->result.findings[0].message;
}

static long peak_kilobytes(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

static void large_variables_are_refused_before_they_are_allocated(void **state) {
    (void)state;
    static const char ptx[] = PTX_HEAD ".global .align 1 .b8 big[3221225472];\n.visible .entry k() { ret; }";
    TestRun run = test_run(ptx, "k", 1, 32);
    long before = peak_kilobytes();
    const char *message = only_finding(&run);
    assert_true(peak_kilobytes() - before < 64 << 10);
    /* A byte, an owner of 4 and two marks for each: 3 GiB times 7. */
    assert_non_null(strstr(message, "would take 21504 MB"));
    assert_non_null(strstr(message, "may take 4096"));
    run.launch.memory = UINT64_C(22) << 30; /* mapped, and never touched */
    test_expect(&run, RUN_FINISHED);
    arena_free(run.arena);
}

static void local_arrays_count_for_every_thread(void **state) {
    (void)state;
    static const char ptx[] = PTX_HEAD ".visible .entry k() {\n.local .align 4 .b8 a[65536];\n.reg .b64 %d<2>;\n"
                                       "mov.u64 %d1, a;\nst.local.u32 [%d1], 1;\nret; }";
    TestRun run = test_run(ptx, "k", 1, 1024);
    test_expect(&run, RUN_FINISHED);
    run.launch.memory = UINT64_C(64) << 20;
    assert_non_null(strstr(only_finding(&run), "would take 80 MB"));
    run.launch.block[0] = 512;
    test_expect(&run, RUN_FINISHED);
    arena_free(run.arena);
}

static void large_shared_variables_are_refused_before_they_are_allocated(void **state) {
    (void)state;
    static const char of_module[] = PTX_HEAD ".shared .b8 huge[1099511627776];\n.visible .entry k() { ret; }";
    static const char *const of_kernel[] = {
        PTX_HEAD ".visible .entry k() {\n.shared .b8 huge[1099511627776];\nret; }",
        PTX_HEAD ".visible .entry k() {\n.shared .b8 huge[1099511627776];\nst.shared.u8 [huge], 1;\nret; }",
    };
    long before = peak_kilobytes();
    TestRun run = test_run(of_module, "k", 1, 32); /* nobody names it: it takes no room */
    test_expect(&run, RUN_FINISHED);
    arena_free(run.arena);
    for (size_t i = 0; i < 2; i++) {
        run = test_run(of_kernel[i], "k", 1, 32);
        KernelResources modulo_32_bits = {.kernel = "k", .registers = 8};
        run.image.resources = &modulo_32_bits;
        run.image.resource_count = 1;
        test_expect(&run, RUN_REFUSED);
        arena_free(run.arena);
    }
    assert_true(peak_kilobytes() - before < 64 << 10);
}

static void calls_that_cost_more_than_an_instruction_are_counted(void **state) {
    (void)state;
    static const char head[] = PTX_HEAD
        ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
        ".extern .func (.param .b64 r) malloc(.param .b64 n);\n.extern .func free(.param .b64 p);\n"
        ".global .align 1 .b8 format[2] = {120, 0};\n.visible .entry k() {\n.reg .b64 %d<4>; .reg .b32 %r<2>;\n"
        "mov.u64 %d1, format;\nL:\n";
    static const char print[] = "{ .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %d1; "
                                "st.param.b64 [a], 0; call.uni (r), vprintf, (f, a); }\nbra L;\n}";
    static const char allocate[] = "{ .param .b64 n; .param .b64 r; st.param.b64 [n], 1048576; "
                                   "call.uni (r), malloc, (n); ld.param.b64 %d2, [r]; }\n"
                                   "{ .param .b64 p; st.param.b64 [p], %d2; call.uni free, (p); }\nbra L;\n}";
    const struct {
        const char *body, *says;
        uint32_t threads;
    } kernels[] = {{print, "called printf more than 16,777,216 times", 1024},
                   {allocate, "asked malloc for more than 16 GiB", 1}};
    for (size_t i = 0; i < 2; i++) {
        Arena *arena = arena_new();
        TestRun run = test_run(arena_printf(arena, "%s%s", head, kernels[i].body), "k", 4, kernels[i].threads);
        assert_non_null(strstr(only_finding(&run), kernels[i].says));
        arena_free(run.arena);
        arena_free(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(large_variables_are_refused_before_they_are_allocated),
        cmocka_unit_test(local_arrays_count_for_every_thread),
        cmocka_unit_test(large_shared_variables_are_refused_before_they_are_allocated),
        cmocka_unit_test(calls_that_cost_more_than_an_instruction_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
