/* What a launch counts that keeps which thread stored each byte of shared memory (Launch.owners). */
#include "metric_names.h"
#include "sim_testing.h"

/* Two warps: which bytes are what another thread, or another warp, has just stored. */
static void what_another_thread_has_just_stored_is_repeated(void **state) {
    (void)state;
    static const struct {
        const char *stores;
        int threads, warps; /* bytes */
    } cases[] = {
        {"st.shared.u32 [%r2],%r1;", 0, 0},                                  /* each its own */
        {"st.shared.u32 [%r2],7; bar.sync 0; st.shared.u32 [%r2],7;", 0, 0}, /* its own again */
        {"st.shared.u32 [tile],7;", 63 * 4, 4},                              /* all the same */
        {"shr.u32 %r3,%r1,5; st.shared.u32 [tile],%r3;", 62 * 4, 0},         /* by warps */
        {"st.shared.u32 [%r3],7; bar.sync 0;", 32 * 4, 32 * 4},              /* word t % 32 */
        {"st.shared.u32 [%r2],7; bar.sync 0; xor.b32 %r3,%r2,128; st.shared.u32 [%r3],7;", 256, 256},
        {"st.shared.u32 [%r2],7; bar.sync 0; xor.b32 %r3,%r2,4; st.shared.u32 [%r3],7;", 256, 0},
        {"st.shared.u32 [%r2],7; bar.sync 0; xor.b32 %r3,%r2,128; ld.shared.u32 %r1,[%r3];\n"
         "bar.sync 0; st.shared.u32 [%r3],7;",
         0, 0}, /* somebody has read it */
        {"st.shared.u32 [%r2],7; bar.sync 0; xor.b32 %r3,%r2,128; st.shared.u32 [%r3],263;", 0,
         0}, /* three bytes are */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text text = {0};
        text_printf(&text,
                    PTX_HEAD ".visible .entry k() { .reg .b32 %%r<4>; .shared .align 256 .b8 tile[256];\n"
                             "mov.u32 %%r1,%%tid.x; mov.u32 %%r2,tile; shl.b32 %%r3,%%r1,2; add.u32 %%r2,%%r2,%%r3;\n"
                             "and.b32 %%r3,%%r3,127; mov.u32 %%r0,tile; add.u32 %%r3,%%r3,%%r0;\n%s ret; }",
                    cases[i].stores);
        TestRun run = test_run(text.data, "k", 1, 64);
        run.launch.owners = true;
        run.launch.skip_races = true;
        test_expect(&run, RUN_FINISHED);
        assert_int_equal((int)run.result.metrics.value[METRIC_SHARED_STORE_REPEATED], cases[i].threads);
        assert_int_equal((int)run.result.metrics.value[METRIC_SHARED_STORE_REPEATED_WARP], cases[i].warps);
        arena_free(run.arena);
        text_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_another_thread_has_just_stored_is_repeated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
