/* What doctor says of a GPU, its driver and the compiler, for machines that are made up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "teach/launch/examine.h"

static Arena *arena;
static GpuInfo gpu;
static GpuSurvey survey;
static Toolchain toolchain;
static ExaminedList list;

/* A machine where all is well. */
static int set_up(void **state) {
    (void)state;
    arena = arena_new();
    gpu = (GpuInfo){.name = "NVIDIA H200",
                    .arch = "sm_90",
                    .multiprocessors = 132,
                    .memory = (uint64_t)140 << 30,
                    .shared_per_block = 49152,
                    .shared_per_block_optin = 232448,
                    .registers_per_block = 65536,
                    .clock_khz = 1980000,
                    .memory_clock_khz = 3201000,
                    .memory_bus_bits = 6144,
                    .l2 = 60 << 20};
    survey = (GpuSurvey){
        .driver_path = "/lib/libcuda.so.1", .cuda_version = 13000, .gpus = &gpu, .count = 1, .counters = "allowed"};
    toolchain = (Toolchain){.nvrtc_path = "/cuda/libnvrtc.so",
                            .nvrtc_major = 13,
                            .nvrtc_minor = 0,
                            .archs = "sm_75 sm_80 sm_86 sm_90 sm_100 sm_120"};
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    arena_free(arena);
    return 0;
}

static const Examined *find(const char *name) {
    for (size_t i = 0; i < list.count; i++)
        if (strcmp(list.at[i].name, name) == 0) return &list.at[i];
    return NULL;
}

static void examine(const char *ncu) {
    list = (ExaminedList){0};
    examine_gpu(&survey, &toolchain, ncu, arena, &list);
    for (size_t i = 0; i < list.count; i++) /* whatever is not well says what to do */
        assert_int_equal(list.at[i].mend != NULL, list.at[i].health != HEALTH_OK);
}

static void assert_lacks(const char *name, const char *value, const char *mend) {
    examine(NULL);
    const Examined *examined = find(name);
    assert_non_null(examined);
    assert_int_equal(examined->health, HEALTH_LACK);
    if (strstr(examined->value, value) == NULL) fail_msg("'%s' lacks '%s'", examined->value, value);
    if (strstr(examined->mend, mend) == NULL) fail_msg("'%s' lacks '%s'", examined->mend, mend);
}

static void a_machine_where_all_is_well_has_nothing_to_mend(void **state) {
    (void)state;
    examine("/usr/bin/ncu");
    for (size_t i = 0; i < list.count; i++) assert_int_equal(list.at[i].health, HEALTH_OK);
    assert_string_equal(find("driver")->value, "CUDA 13.0, /lib/libcuda.so.1");
    /* 2 transfers x 3,201 MHz x 768 bytes = 4,916 GB/s */
    assert_string_equal(
        find("gpu")->value,
        "NVIDIA H200, sm_90, 132 SMs, 140 GiB, shared memory 48 KiB a block (227 KiB by opting in), 65,536 "
        "registers a block, L2 60 MiB, 1,980 MHz, memory at most 4,916 GB/s");
    assert_string_equal(find("versions")->value, "NVRTC 13.0 and the driver's CUDA 13.0 fit together");
    assert_string_equal(find("gpu code")->value, "NVRTC 13.0 compiles for sm_90");
    assert_string_equal(find("ncu")->value, "/usr/bin/ncu");
}

static void what_the_driver_does_not_tell_is_left_out(void **state) {
    (void)state;
    gpu.clock_khz = gpu.memory_clock_khz = 0;
    gpu.l2 = 0;
    examine(NULL);
    assert_non_null(strstr(find("gpu")->value, "65,536 registers a block"));
    assert_null(strstr(find("gpu")->value, "MHz"));
    assert_null(strstr(find("gpu")->value, "GB/s"));
    assert_null(strstr(find("gpu")->value, "L2"));
}

static void without_a_driver_the_simulator_is_enough(void **state) {
    (void)state;
    survey = (GpuSurvey){.problem = "libcuda.so.1 was not found"};
    assert_lacks("gpu", "libcuda.so.1 was not found. Kernels run in the simulator", "install its driver");
    assert_int_equal(list.count, 1);
    survey = (GpuSurvey){0};
    assert_lacks("gpu", "no GPU was found", "install its driver");
}

static void a_driver_without_a_gpu_names_its_own_remedy(void **state) {
    (void)state;
    survey.count = 0;
    survey.problem = "the driver's library and its kernel module are of different versions";
    survey.remedy = "restart the machine";
    assert_lacks("gpu", "different versions", "restart the machine");
    assert_int_equal(find("driver")->health, HEALTH_OK);
    survey.remedy = NULL;
    assert_lacks("gpu", "different versions", "nvidia-smi");
}

static void a_compiler_newer_than_the_driver_says_what_still_runs(void **state) {
    (void)state;
    survey.cuda_version = 12040;
    assert_lacks("versions", "NVRTC 13.0 makes code that a driver for CUDA 12.4 does not load",
                 "for CUDA 13.0, or export CUDA_HOME");
    toolchain.nvrtc_major = 12;
    toolchain.nvrtc_minor = 8;
    assert_lacks("versions", "the PTX of NVRTC 12.8 is newer than the driver's CUDA 12.4",
                 "driver to one for CUDA 12.8");
    survey.cuda_version = 12080;
    examine(NULL);
    assert_int_equal(find("versions")->health, HEALTH_OK);
    toolchain.nvrtc_major = 11; /* an older one always fits */
    examine(NULL);
    assert_int_equal(find("versions")->health, HEALTH_OK);
}

static void an_architecture_that_the_toolkit_dropped_names_the_last_toolkit(void **state) {
    (void)state;
    gpu.arch = "sm_61";
    assert_lacks("gpu code", "NVRTC 13.0 makes no code for sm_61 any more",
                 "CUDA Toolkit 12.9, the last one for sm_61");
    gpu.arch = "sm_37";
    assert_lacks("gpu code", "no code for sm_37", "CUDA_HOME=/usr/local/cuda-11.8");
}

static void a_gpu_newer_than_the_toolkit_runs_what_the_driver_assembles(void **state) {
    (void)state;
    gpu.arch = "sm_103";
    assert_lacks("gpu code", "does not know sm_103: it compiles for sm_100, and the driver assembles that",
                 "newer CUDA Toolkit");
}

static void counters_that_are_forbidden_name_who_can_allow_them(void **state) {
    (void)state;
    survey.counters_by = "ncu, /usr/bin/ncu";
    examine(NULL);
    assert_string_equal(find("counters")->value, "the hardware's own counters can be read, by ncu, /usr/bin/ncu");
    survey.counters = "they may not be read (ERR_NVGPUCTRPERM)";
    assert_lacks("counters", "only administrators", "NVreg_RestrictProfilingToAdminUsers=0");
    assert_non_null(strstr(find("counters")->value, "the simulator's counts need no permission"));
    survey.counters = "CUPTI was not found: install it";
    assert_lacks("counters", "CUPTI was not found: install it", "doctor again");
    survey.counters = NULL;
    assert_lacks("counters", "nothing is known", "nvidia-smi");
}

static void without_a_compiler_the_pair_is_not_judged(void **state) {
    (void)state;
    toolchain = (Toolchain){0};
    examine(NULL);
    assert_null(find("versions"));
    assert_null(find("gpu code"));
    assert_non_null(find("gpu"));
    assert_int_equal(find("ncu")->health, HEALTH_LACK);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_machine_where_all_is_well_has_nothing_to_mend),
        TEST(what_the_driver_does_not_tell_is_left_out),
        TEST(without_a_driver_the_simulator_is_enough),
        TEST(a_driver_without_a_gpu_names_its_own_remedy),
        TEST(a_compiler_newer_than_the_driver_says_what_still_runs),
        TEST(an_architecture_that_the_toolkit_dropped_names_the_last_toolkit),
        TEST(a_gpu_newer_than_the_toolkit_runs_what_the_driver_assembles),
        TEST(counters_that_are_forbidden_name_who_can_allow_them),
        TEST(without_a_compiler_the_pair_is_not_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
