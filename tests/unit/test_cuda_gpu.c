/* The GPU device against a driver that needs no GPU (tests/fake-cuda/): the protocol between program and worker, what
 * becomes of kernels that go wrong, and that nothing is left behind. */
#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/text.h"
#include "cuda/gpu.h"
#include "finding_kinds.h"
#include "metric_names.h"

enum { COUNT = 1000 };

typedef struct Bench {
    Arena *arena;
    Device *device;
    int32_t numbers[COUNT];
    Image image;
    Buffer buffers[2];
    Arg args[2];
    Launch launch;
    Result result;
} Bench;

static const char ptx_of[] = ".version 8.0\n.target sm_86\n.address_size 64\n%s\n"
                             ".visible .entry %s(.param .u64 numbers, .param .u32 count) { ret; }\n";

static const char *library(Arena *arena, const char *variant) {
    const char *build = getenv("BUILD");
    char *path =
        realpath(arena_printf(arena, "%s/tests/fake-cuda/%s.so", build != NULL ? build : "build", variant), NULL);
    const char *copy = arena_string(arena, path);
    free(path);
    assert_non_null(copy);
    return copy;
}

/* NULL, or words that start the worker as on another machine: with no environment, in another folder. */
static const char *launch_words;

static int open_files(void) {
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (folder != NULL && readdir(folder) != NULL) count++;
    if (folder != NULL) closedir(folder);
    return count;
}

static int files_before;

static int set_up_for(void **state, double launch_s) {
    files_before = open_files();
    Bench *bench = calloc(1, sizeof *bench);
    bench->arena = arena_new();
    const char *why = NULL;
    bench->device =
        gpu_open(&(GpuOptions){.launch = launch_words, .library = library(bench->arena, "plain"), .launch_s = launch_s},
                 bench->arena, &why);
    assert_non_null(bench->device);
    for (int i = 0; i < COUNT; i++) bench->numbers[i] = 10 * i;
    bench->image = (Image){.file = "kernel.cu", .arch = "sm_86", .cubin = "cubin", .cubin_size = 6};
    bench->buffers[0] =
        (Buffer){.name = "numbers", .type = SCALAR_I32, .count = COUNT, .bytes = bench->numbers, .output = true};
    bench->args[0] = (Arg){.kind = ARG_BUFFER, .buffer = 0, .name = "numbers"};
    bench->args[1] = (Arg){.kind = ARG_VALUE, .type = SCALAR_U32, .value = COUNT, .name = "count"};
    bench->launch = (Launch){.image = &bench->image,
                             .grid = {4, 1, 1},
                             .block = {256, 1, 1},
                             .buffers = bench->buffers,
                             .buffer_count = 1,
                             .args = bench->args,
                             .arg_count = 2};
    *state = bench;
    return 0;
}

static int set_up(void **state) {
    return set_up_for(state, GPU_LAUNCH_SECONDS);
}

static int set_up_impatient(void **state) {
    return set_up_for(state, 0.5);
}

/* Nobody runs on, nothing stays open. */
static int tear_down(void **state) {
    Bench *bench = *state;
    bench->device->close(bench->device);
    arena_free(bench->arena);
    free(bench);
    errno = 0;
    assert_true(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
    assert_int_equal(open_files(), files_before);
    return 0;
}

static const Result *run_with(Bench *bench, const char *kernel, const char *declarations) {
    bench->launch.kernel = kernel;
    bench->image.ptx = arena_printf(bench->arena, ptx_of, declarations, kernel);
    bench->image.ptx_size = strlen(bench->image.ptx);
    bench->device->run(bench->device, &bench->launch, bench->arena, &bench->result);
    return &bench->result;
}

static const Result *run(Bench *bench, const char *kernel) {
    return run_with(bench, kernel, "");
}

static void assert_usable(Bench *bench) {
    int32_t before = bench->numbers[7];
    const Result *result = run(bench, "add_one");
    assert_int_equal(result->status, RUN_FINISHED);
    assert_int_equal(bench->numbers[7], before + 1);
}

static void assert_finding(const Result *result, FindingKind kind, const char *part) {
    assert_int_equal(result->status, RUN_STOPPED);
    assert_int_equal(result->finding_count, 1);
    assert_int_equal(result->findings[0].kind, kind);
    assert_string_equal(result->findings[0].loc.file, "kernel.cu");
    if (strstr(result->findings[0].message, part) == NULL)
        fail_msg("'%s' not in: %s", part, result->findings[0].message);
}

/* ---- what works -------------------------------------------------------------------------------------------------- */

static void the_device_says_what_it_is(void **state) {
    Bench *bench = *state;
    assert_string_equal(bench->device->name, "gpu");
    assert_string_equal(bench->device->about, "Imagined GPU");
    assert_string_equal(bench->device->arch, "sm_86");
}

static void outputs_come_back_and_inputs_stay(void **state) {
    Bench *bench = *state;
    int32_t input[5] = {1, 2, 3, 4, 5};
    bench->buffers[1] = (Buffer){.name = "input", .type = SCALAR_I32, .count = 5, .bytes = input};
    bench->launch.buffer_count = 2;
    const Result *result = run(bench, "add_one");
    assert_int_equal(result->status, RUN_FINISHED);
    assert_int_equal(result->finding_count, 0);
    for (int i = 0; i < COUNT; i++) assert_int_equal(bench->numbers[i], 10 * i + 1);
    for (int i = 0; i < 5; i++) assert_int_equal(input[i], i + 1);
    assert_string_equal(result->printed, "");
}

static void a_buffer_that_is_no_output_is_not_written(void **state) {
    Bench *bench = *state;
    bench->buffers[0].output = false;
    assert_int_equal(run(bench, "add_one")->status, RUN_FINISHED);
    assert_int_equal(bench->numbers[3], 30);
}

static void the_driver_reports_resources(void **state) {
    const Result *result = run(*state, "add_one");
    assert_true(result->metrics.known[METRIC_GPU_LAUNCH_REGISTERS]);
    assert_int_equal(result->metrics.value[METRIC_GPU_LAUNCH_REGISTERS], 24);
    assert_int_equal(result->metrics.value[METRIC_GPU_OCCUPANCY_BLOCKS_PER_SM], 8); /* 2048 threads / 256 */
    assert_false(result->metrics.known[METRIC_TIME_MS]);
}

static void what_a_kernel_prints_comes_back(void **state) {
    Bench *bench = *state;
    assert_string_equal(run(bench, "print")->printed, "1000 numbers, the first is 0\n");
    assert_string_equal(run(bench, "add_one")->printed, "");
}

static void printing_is_cut_at_a_mebibyte(void **state) {
    Bench *bench = *state;
    const Result *result = run(bench, "flood"); /* 3,300,000 bytes: far more than a pipe holds */
    assert_int_equal(result->status, RUN_FINISHED);
    assert_true(result->printed_cut);
    assert_int_equal(strlen(result->printed), 1 << 20);
    assert_usable(bench);
}

static void text_that_we_had_buffered_is_printed_once(void **state) {
    Bench *bench = *state;
    int ends[2], standard_output = dup(STDOUT_FILENO);
    fflush(stdout);
    assert_int_equal(pipe(ends), 0);
    dup2(ends[1], STDOUT_FILENO);
    printf("buffered");
    run(bench, "illegal_address"); /* the next launch starts a worker while that text waits */
    const Result *result = run(bench, "print");
    fflush(stdout);
    dup2(standard_output, STDOUT_FILENO);
    close(standard_output);
    close(ends[1]);
    char text[64] = "";
    assert_int_equal(read(ends[0], text, sizeof text - 1), strlen("buffered"));
    close(ends[0]);
    assert_string_equal(result->printed, "1000 numbers, the first is 0\n");
}

static void variables_of_the_module_start_afresh_in_every_launch(void **state) {
    Bench *bench = *state;
    static const char declared[] = ".visible .global .align 4 .b8 variable[16];";
    run_with(bench, "count_launches", declared);
    run_with(bench, "count_launches", declared);
    assert_int_equal(bench->numbers[0], 0);
}

static void a_buffer_can_be_a_variable_of_the_source(void **state) {
    Bench *bench = *state;
    int32_t values[4] = {3, 1, 4, 1};
    bench->buffers[1] =
        (Buffer){.name = "v", .type = SCALAR_I32, .count = 4, .bytes = values, .output = true, .symbol = "variable"};
    bench->launch.buffer_count = 2;
    static const char declared[] = ".visible .global .align 4 .b8 variable[16];", unreadable[] = "wrong";
    assert_int_equal(run_with(bench, "count_launches", declared)->status, RUN_FINISHED);
    assert_int_equal(bench->numbers[0], 3);
    assert_int_equal(bench->numbers[6], 4);
    assert_int_equal(values[0], 4);       /* the kernel added one to it */
    bench->buffers[1].symbol = "private"; /* declared static: the code has another name for it */
    assert_int_equal(run_with(bench, "count_launches", ".global .align 4 .b8 _ZL7private[16];")->status, RUN_FINISHED);
    bench->buffers[1].symbol = "no_variable";
    assert_int_equal(run_with(bench, "count_launches", declared)->status, RUN_REFUSED);
    assert_string_equal(bench->result.error_code, "cudaErrorInvalidSymbol");
    assert_int_equal(run_with(bench, "count_launches", unreadable)->status, RUN_REFUSED); /* only the driver knows */
    assert_string_equal(bench->result.error_code, "cudaErrorInvalidSymbol");
}

/* ---- time -------------------------------------------------------------------------------------------------------- */

static void repetitions_leave_the_output_of_one_launch(void **state) {
    Bench *bench = *state;
    bench->launch.timed = true;
    const Result *result = run(bench, "add_one");
    assert_int_equal(result->status, RUN_FINISHED);
    assert_int_equal(bench->numbers[7], 71);
    assert_int_equal(result->timing.repetitions, 20);
    assert_true(result->timing.median_ms == 1); /* the fake clock ticks one millisecond between two events */
    assert_true(result->timing.low_ms == 1 && result->timing.high_ms == 1);
    assert_true(result->metrics.value[METRIC_TIME_MS] == 1);
    assert_true(result->timing.copy_gbps > 0);
}

static void repetitions_print_nothing(void **state) {
    Bench *bench = *state;
    bench->launch.timed = true;
    assert_string_equal(run(bench, "print")->printed, "1000 numbers, the first is 0\n");
}

static void every_repetition_finds_the_data_as_they_were(void **state) {
    Bench *bench = *state;
    bench->launch.timed = bench->launch.counted = true;
    const Result *result = run(bench, "fragile");
    assert_int_equal(result->status, RUN_FINISHED);
    assert_int_equal(result->timing.repetitions, 20);
    assert_null(strstr(result->uncounted, "did not run to its end"));
}

static void counting_leaves_the_result_alone_and_says_what_is_missing(void **state) {
    Bench *bench = *state;
    bench->launch.timed = bench->launch.counted = true;
    const Result *result = run(bench, "add_one");
    assert_int_equal(result->status, RUN_FINISHED);
    assert_int_equal(bench->numbers[7], 71);
    assert_int_equal(result->timing.repetitions, 20);
    assert_non_null(result->uncounted); /* no profiler knows this driver */
    bench->launch.timed = bench->launch.counted = false;
    assert_usable(bench);
}

/* Profilers have been seen to hang, and may crash: what the launch gave, its times included, is there since before. */
static void a_profiler_that_hangs_or_dies_takes_no_result_along(void **state) {
    Bench *bench = *state;
    static const struct {
        const char *variant, *says;
    } cases[] = {{"counting_hangs", "took more than 0.2 seconds, and was stopped"}, {"counting_dies", "signal 9"}};
    bench->device->close(bench->device);
    for (int i = 0; i < 2; i++) {
        const char *why = NULL;
        bench->device = gpu_open(
            &(GpuOptions){.launch = launch_words, .library = library(bench->arena, cases[i].variant), .count_s = 0.2},
            bench->arena, &why);
        assert_non_null(bench->device);
        bench->launch.timed = bench->launch.counted = true;
        const Result *result = run(bench, "add_one");
        assert_int_equal(result->status, RUN_FINISHED);
        assert_int_equal(result->finding_count, 0);
        assert_int_equal(bench->numbers[7], 71 + 2 * i);
        assert_int_equal(result->timing.repetitions, 20);
        assert_true(result->metrics.value[METRIC_TIME_MS] == 1);
        assert_non_null(strstr(result->uncounted, cases[i].says));
        assert_null(result->untimed);
        bench->launch.timed = bench->launch.counted = false;
        assert_usable(bench);
        if (i == 0) bench->device->close(bench->device);
    }
}

/* tests/ncu/ncu stands in for Nsight Compute: it runs this program as a worker, and prints a table of the H200's. */
static int offer_ncu(void **state) {
    char *folder = realpath("tests/ncu", NULL), path[4096 + 64];
    if (folder == NULL) return -1;
    snprintf(path, sizeof path, "%s:/usr/bin:/bin", folder);
    free(folder);
    setenv("PATH", path, 1);
    setenv("WARPSCHOOL_COUNTERS", "ncu", 1);
    return set_up(state);
}

static int take_ncu_back(void **state) {
    unsetenv("WARPSCHOOL_COUNTERS");
    unsetenv("FAKE_NCU");
    setenv("PATH", "/usr/bin:/bin", 1);
    return tear_down(state);
}

static void ncu_counts_where_there_is_no_cupti(void **state) {
    Bench *bench = *state;
    bench->launch.timed = bench->launch.counted = true;
    const Result *result = run(bench, "add_one");
    assert_int_equal(result->status, RUN_FINISHED);
    assert_null(result->uncounted);
    assert_true(result->metrics.value[METRIC_GPU_SHARED_LOAD_CONFLICTS] == 992);
    assert_true(result->from_events[METRIC_GPU_DRAM_READ_BYTES] &&
                !result->from_events[METRIC_GPU_SHARED_LOAD_CONFLICTS]);
    assert_int_equal(result->timing.repetitions, 20);
    assert_int_equal(bench->numbers[7], 71); /* what the counted launch wrote is nobody's output */
    bench->launch.timed = bench->launch.counted = false;
    assert_usable(bench);
}

static void what_keeps_ncu_from_counting_is_said_and_takes_nothing_along(void **state) {
    Bench *bench = *state;
    static const struct {
        const char *how, *part;
    } cases[] = {{"forbidden", "ERR_NVGPUCTRPERM"},
                 {"broken", "/ncu: not found"},
                 {"silent", "did not say why"},
                 {"stuck", "took more than 0.4 seconds"}};
    bench->device->close(bench->device);
    const char *why = NULL;
    bench->device =
        gpu_open(&(GpuOptions){.launch = launch_words, .library = library(bench->arena, "plain"), .count_s = 0.2},
                 bench->arena, &why);
    bench->launch.counted = true;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        setenv("FAKE_NCU", cases[i].how, 1);
        int32_t before = bench->numbers[7];
        const Result *result = run(bench, "add_one");
        assert_int_equal(result->status, RUN_FINISHED);
        assert_int_equal(bench->numbers[7], before + 1);
        assert_non_null(result->uncounted);
        if (strstr(result->uncounted, cases[i].part) == NULL)
            fail_msg("'%s' lacks '%s'", result->uncounted, cases[i].part);
    }
}

static void the_survey_says_that_ncu_counts(void **state) {
    Bench *bench = *state;
    GpuSurvey survey;
    gpu_survey(&(GpuOptions){.launch = launch_words, .library = library(bench->arena, "plain")}, bench->arena, &survey);
    assert_string_equal(survey.counters, "allowed");
    assert_true(text_starts(survey.counters_by, "ncu, /") && text_ends(survey.counters_by, "/tests/ncu/ncu"));
    setenv("PATH", "/nowhere", 1);
    gpu_survey(&(GpuOptions){.launch = launch_words, .library = library(bench->arena, "plain")}, bench->arena, &survey);
    assert_non_null(strstr(survey.counters, "not on the PATH"));
    assert_null(survey.counters_by);
}

static void a_process_that_dies_while_it_times_leaves_the_output(void **state) {
    Bench *bench = *state;
    bench->launch.timed = true;
    const Result *result = run(bench, "die_again");
    assert_int_equal(result->status, RUN_FINISHED);
    assert_int_equal(bench->numbers[7], 71);
    assert_int_equal(result->timing.repetitions, 0);
    assert_non_null(
        strstr(result->untimed, "the process that timed the kernel ended unexpectedly: it was ended by signal 9"));
    bench->launch.timed = false;
    assert_usable(bench);
}

static void copies_are_timed_for_both_kinds_of_host_memory(void **state) {
    Bench *bench = *state;
    for (HostMemory host = HOST_PAGEABLE; host <= HOST_PINNED; host++) {
        bench->launch.host = host;
        bench->launch.chunks = 4;
        const Result *result = run(bench, "nothing");
        assert_int_equal(result->status, RUN_FINISHED);
        assert_null(result->untimed);
        assert_true(result->metrics.value[METRIC_HOST_COPY_IN_MS] == 1);
        assert_true(result->metrics.value[METRIC_HOST_COPY_IN_GBPS] == 4000 / 1e6); /* 4000 bytes in 1 ms */
        assert_true(result->metrics.value[METRIC_HOST_TOTAL_MS] == 5); /* four chunks' events lie between */
    }
}

static void a_launch_that_cannot_be_cut_says_why(void **state) {
    Bench *bench = *state;
    bench->launch.host = HOST_PINNED;
    bench->launch.chunks = 3;
    const Result *result = run(bench, "nothing");
    assert_int_equal(result->status, RUN_FINISHED);
    assert_string_equal(result->untimed, "a grid of 4 blocks in dimension x cannot be cut into 3 equal parts");
}

/* ---- what goes wrong --------------------------------------------------------------------------------------------- */

static void a_fault_is_a_finding_and_the_next_launch_works(void **state) {
    Bench *bench = *state;
    assert_finding(run(bench, "misaligned"), FINDING_MISALIGNED, "multiple");
    assert_usable(bench);
    assert_int_equal(bench->result.finding_count, 0);
}

static void a_core_dump_names_the_line(void **state) {
    Bench *bench = *state;
    assert_finding(run(bench, "illegal_address"), FINDING_OUT_OF_BOUNDS, "belongs to nobody");
    assert_int_equal(bench->result.findings[0].loc.line, 4);
    assert_finding(run(bench, "trap"), FINDING_TRAP, "thread (37,0,0) executed a trap");
    assert_int_equal(bench->result.findings[0].loc.line, 4);
    assert_usable(bench);
}

static void a_failed_assert_names_line_and_thread(void **state) {
    Bench *bench = *state;
    assert_finding(run(bench, "failed_assert"), FINDING_TRAP,
                   "kernel.cu:7: assertion failed: numbers[0] > 0 (thread (3,0,0))");
    assert_int_equal(bench->result.findings[0].loc.line, 7);
    assert_usable(bench);
}

static void an_endless_kernel_is_stopped(void **state) {
    Bench *bench = *state;
    assert_finding(run(bench, "hang"), FINDING_BUDGET, "0.5 seconds");
    assert_usable(bench);
}

static void ctrl_c_ends_a_launch(void **state) {
    Bench *bench = *state;
    static const volatile sig_atomic_t pressed = 1;
    bench->launch.interrupted = &pressed;
    assert_int_equal(run(bench, "hang")->status, RUN_INTERRUPTED);
    bench->launch.interrupted = NULL;
    assert_usable(bench);
}

static void a_worker_that_dies_is_nobodys_mistake(void **state) {
    Bench *bench = *state;
    static const char *const kernels[] = {"die", "leave"};
    for (int i = 0; i < 2; i++) {
        const Result *result = run(bench, kernels[i]);
        assert_int_equal(result->status, RUN_UNSUPPORTED);
        assert_non_null(strstr(result->error, "ended unexpectedly"));
        assert_usable(bench);
    }
}

/* The only child of this process. */
static pid_t child(void) {
    FILE *file = fopen("/proc/thread-self/children", "r");
    int pid = 0;
    if (file != NULL && fscanf(file, "%d", &pid) != 1) pid = 0;
    if (file != NULL) fclose(file);
    return pid;
}

static void a_worker_that_was_ended_between_launches_is_replaced(void **state) {
    Bench *bench = *state;
    assert_usable(bench);
    pid_t worker = child();
    if (worker == 0) skip(); /* not every system lists children */
    kill(worker, SIGKILL);
    siginfo_t ended;
    assert_int_equal(waitid(P_PID, (id_t)worker, &ended, WEXITED | WNOWAIT), 0);
    assert_usable(bench);
}

static void a_write_beyond_a_buffer_is_found(void **state) {
    Bench *bench = *state;
    const Result *result = run(bench, "overrun");
    assert_int_equal(result->status, RUN_FINISHED);
    assert_int_equal(result_findings(result, FINDING_OUT_OF_BOUNDS), 1);
    assert_non_null(strstr(result->findings[0].message, "element 1002 of `numbers`, which has 1000 elements"));
    result = run(bench, "underrun");
    assert_non_null(strstr(result->findings[0].message, "element -1 of `numbers`"));
}

static void too_large_a_launch_is_refused_in_the_simulators_words(void **state) {
    Bench *bench = *state;
    bench->launch.block[0] = 1025;
    Result expected;
    Device *sim = device_open_sim();
    const Result *result = run(bench, "add_one");
    sim->run(sim, &bench->launch, bench->arena, &expected);
    sim->close(sim);
    assert_int_equal(result->status, RUN_REFUSED);
    assert_string_equal(result->error, expected.error);
    assert_string_equal(result->error_code, "cudaErrorInvalidConfiguration");
}

static void what_the_driver_refuses_is_refused(void **state) {
    Bench *bench = *state;
    assert_int_equal(run(bench, "too_many_resources")->status, RUN_REFUSED);
    assert_string_equal(bench->result.error_code, "cudaErrorLaunchOutOfResources");
    assert_usable(bench);
}

static void no_room_on_the_gpu_is_said(void **state) {
    Bench *bench = *state;
    size_t count = 20 << 20; /* 80 MiB: the fake has 64 */
    bench->buffers[1] = (Buffer){.name = "large", .type = SCALAR_I32, .count = count, .bytes = calloc(count, 4)};
    bench->launch.buffer_count = 2;
    const Result *result = run(bench, "add_one");
    assert_int_equal(result->status, RUN_UNSUPPORTED);
    assert_non_null(strstr(result->error, "not enough free memory for a buffer of 83,886,080 bytes"));
    free(bench->buffers[1].bytes);
    bench->launch.buffer_count = 1;
    assert_usable(bench);
}

/* ---- code -------------------------------------------------------------------------------------------------------- */

static void ptx_is_compiled_where_no_cubin_fits(void **state) {
    Bench *bench = *state;
    static const struct {
        const char *arch, *cubin;
        int32_t from_ptx;
    } cases[] = {
        {"sm_86", "cubin 1", false}, {"sm_80", "cubin 2", false}, /* a cubin runs on later ones of its generation as
                                                                     well */
        {"sm_75", "cubin 3", true},  {"sm_86", "other", true},    {"sm_86", NULL, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench->image.arch = cases[i].arch;
        bench->image.cubin = cases[i].cubin;
        bench->image.cubin_size = cases[i].cubin != NULL ? strlen(cases[i].cubin) + 1 : 0;
        assert_int_equal(run(bench, "tell_origin")->status, RUN_FINISHED);
        assert_int_equal(bench->numbers[0], cases[i].from_ptx);
    }
}

static void code_for_a_newer_gpu_says_so(void **state) {
    Bench *bench = *state;
    bench->image.arch = "sm_90";
    assert_int_equal(run(bench, "add_one")->status, RUN_UNSUPPORTED);
    assert_non_null(strstr(bench->result.error, "compiled for sm_90, this GPU is an sm_86"));
    bench->image.arch = "sm_86";
    assert_usable(bench);
}

static void a_failed_compilation_of_ptx_shows_the_drivers_log(void **state) {
    Bench *bench = *state;
    bench->image.cubin = NULL;
    assert_int_equal(run_with(bench, "add_one", "wrong")->status, RUN_UNSUPPORTED);
    assert_non_null(strstr(bench->result.error, "Parsing error near 'wrong'"));
    assert_int_equal(run_with(bench, "add_one", "// .version 99")->status, RUN_UNSUPPORTED);
    assert_non_null(strstr(bench->result.error, "newer than this GPU's driver"));
    assert_usable(bench);
}

/* ---- machines ---------------------------------------------------------------------------------------------------- */

static void assert_no_gpu(const GpuOptions *options, const char *part) {
    Arena *arena = arena_new();
    const char *why = NULL;
    assert_null(gpu_open(options, arena, &why));
    if (why == NULL || strstr(why, part) == NULL) fail_msg("'%s' not in: %s", part, why != NULL ? why : "(nothing)");
    GpuSurvey survey;
    gpu_survey(options, arena, &survey);
    assert_int_equal(survey.count, 0);
    assert_non_null(strstr(survey.problem, part));
    arena_free(arena);
    errno = 0;
    assert_true(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
}

static void machines_without_a_usable_gpu_say_why(void **state) {
    (void)state;
    Arena *arena = arena_new();
    assert_no_gpu(&(GpuOptions){.launch = launch_words, .library = "/nowhere/libcuda.so.1"}, "no NVIDIA driver");
    assert_no_gpu(&(GpuOptions){.launch = launch_words, .library = library(arena, "no_device")}, "no GPU");
    setenv("CUDA_VISIBLE_DEVICES", "99", 1);
    assert_no_gpu(&(GpuOptions){.launch = launch_words, .library = library(arena, "no_device")},
                  "with CUDA_VISIBLE_DEVICES=\"99\" it shows no GPU");
    unsetenv("CUDA_VISIBLE_DEVICES");
    assert_no_gpu(&(GpuOptions){.launch = launch_words, .library = library(arena, "crashes")}, "signal 9");
    assert_no_gpu(&(GpuOptions){.launch = launch_words, .library = library(arena, "hangs"), .start_s = 0.2},
                  "did not start within 0.2 seconds");
    arena_free(arena);
}

static void use_other_machine(Bench *bench, const char *variant) {
    const char *why;
    bench->device->close(bench->device);
    bench->device =
        gpu_open(&(GpuOptions){.launch = launch_words, .library = library(bench->arena, variant)}, bench->arena, &why);
    assert_non_null(bench->device);
}

static void a_busy_gpu_says_so_at_the_first_launch(void **state) {
    Bench *bench = *state;
    use_other_machine(bench, "busy");
    assert_int_equal(run(bench, "add_one")->status, RUN_UNSUPPORTED);
    assert_non_null(strstr(bench->result.error, "the GPU is busy"));
}

static void a_gpu_for_one_process_is_handed_on(void **state) {
    Bench *bench = *state;
    use_other_machine(bench, "exclusive");
    bench->launch.counted = true;
    for (int i = 0; i < 2; i++) { /* the second launch needs what the first one's counting had */
        assert_int_equal(run(bench, "add_one")->status, RUN_FINISHED);
        assert_null(strstr(bench->result.uncounted, "the GPU is busy"));
        assert_null(strstr(bench->result.uncounted, "did not run"));
    }
    unlink(arena_printf(bench->arena, "/tmp/fake-cuda-%d", (int)getpid()));
}

static void the_survey_lists_what_there_is(void **state) {
    (void)state;
    Arena *arena = arena_new();
    GpuSurvey survey;
    gpu_survey(&(GpuOptions){.launch = launch_words, .library = library(arena, "plain")}, arena, &survey);
    assert_null(survey.problem);
    assert_int_equal(survey.count, 1);
    assert_string_equal(survey.gpus[0].name, "Imagined GPU");
    assert_string_equal(survey.gpus[0].arch, "sm_86");
    assert_int_equal(survey.gpus[0].multiprocessors, 28);
    assert_int_equal(survey.cuda_version, 13000);
    assert_string_equal(survey.driver_path, library(arena, "plain"));
    assert_non_null(survey.counters);
    arena_free(arena);
}

/* ---- a GPU elsewhere --------------------------------------------------------------------------------------------- */

static const char other_folder[] = "sh -c 'cd /usr && exec env -i \"$@\"' sh";

static void a_fault_elsewhere_is_a_finding_without_a_line(void **state) {
    Bench *bench = *state;
    assert_int_equal(run(bench, "illegal_address")->status, RUN_STOPPED);
    assert_int_equal(bench->result.finding_count, 1);
    assert_int_equal(run(bench, "add_one")->status, RUN_FINISHED);
}

static void what_is_printed_before_the_relay_is_no_harm(void **state) {
    Bench *bench = *state;
    bench->device->close(bench->device);
    const char *why = NULL;
    bench->device = gpu_open(&(GpuOptions){.launch = "sh -c 'echo; echo welcome; exec \"$@\"' sh",
                                           .library = library(bench->arena, "plain")},
                             bench->arena, &why);
    assert_non_null(bench->device);
    assert_int_equal(run(bench, "add_one")->status, RUN_FINISHED);
    assert_int_equal(bench->numbers[1], 11);
}

static void assert_unlaunched(const char *words, double seconds, const char *expected) {
    Arena *arena = arena_new();
    const char *why = NULL;
    assert_null(
        gpu_open(&(GpuOptions){.launch = words, .library = library(arena, "plain"), .start_s = seconds}, arena, &why));
    assert_non_null(why);
    if (strstr(why, expected) == NULL) fail_msg("'%s' lacks '%s'", why, expected);
    arena_free(arena);
}

static void words_that_bring_no_gpu_say_why(void **state) {
    (void)state;
    assert_unlaunched("false", 9, "`false` ended before a GPU answered (it left with status 1)");
    assert_unlaunched("sh -c 'echo no such partition >&2; exit 3'", 9, "(it left with status 3): no such partition");
    assert_unlaunched("/nowhere/srun", 9, "not found");
    assert_unlaunched("sleep 9; echo", 0.2, "no GPU answered to `sleep 9; echo` within 0.2 seconds");
    assert_unlaunched("echo warpschool 0.0 gpu relay 1 2 3; echo", 9, "ended before a GPU answered");
    static volatile sig_atomic_t interrupted = 1;
    Arena *arena = arena_new();
    const char *why = NULL;
    assert_null(gpu_open(&(GpuOptions){.launch = "sleep 9; echo", .interrupted = &interrupted}, arena, &why));
    assert_string_equal(why, "the wait for it was interrupted");
    arena_free(arena);
}

static void nothing_is_left_of_what_the_words_started(void **state) {
    (void)state;
    Arena *arena = arena_new();
    const char *why = NULL, *path = arena_printf(arena, "/tmp/warpschool-relay-%d", (int)getpid());
    const char *words = arena_printf(arena, "sh -c 'echo $$ >%s; exec \"$@\"' sh", path);
    Device *device = gpu_open(&(GpuOptions){.launch = words, .library = library(arena, "plain")}, arena, &why);
    assert_non_null(device);
    size_t size;
    const char *text = file_read_text(arena, path, &size, &why);
    assert_non_null(text);
    pid_t relay = (pid_t)strtol(text, NULL, 10);
    assert_true(relay > 0 && kill(relay, 0) == 0);
    device->close(device);
    for (int i = 0; i < 500 && kill(relay, 0) == 0; i++) nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    assert_int_equal(kill(relay, 0), -1);
    unlink(path);
    arena_free(arena);
}

#define WITH_GPU(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(int argc, char **argv) {
    gpu_be_worker(argc, argv);
    /* wherever the worker is */
    const struct CMUnitTest tests[] = {
        WITH_GPU(the_device_says_what_it_is),
        WITH_GPU(outputs_come_back_and_inputs_stay),
        WITH_GPU(a_buffer_that_is_no_output_is_not_written),
        WITH_GPU(the_driver_reports_resources),
        WITH_GPU(what_a_kernel_prints_comes_back),
        WITH_GPU(printing_is_cut_at_a_mebibyte),
        WITH_GPU(text_that_we_had_buffered_is_printed_once),
        WITH_GPU(variables_of_the_module_start_afresh_in_every_launch),
        WITH_GPU(a_buffer_can_be_a_variable_of_the_source),
        WITH_GPU(repetitions_leave_the_output_of_one_launch),
        WITH_GPU(repetitions_print_nothing),
        WITH_GPU(every_repetition_finds_the_data_as_they_were),
        WITH_GPU(counting_leaves_the_result_alone_and_says_what_is_missing),
        WITH_GPU(a_profiler_that_hangs_or_dies_takes_no_result_along),
        WITH_GPU(a_process_that_dies_while_it_times_leaves_the_output),
        WITH_GPU(copies_are_timed_for_both_kinds_of_host_memory),
        WITH_GPU(a_launch_that_cannot_be_cut_says_why),
        WITH_GPU(a_fault_is_a_finding_and_the_next_launch_works),
        WITH_GPU(a_failed_assert_names_line_and_thread),
        cmocka_unit_test_setup_teardown(an_endless_kernel_is_stopped, set_up_impatient, tear_down),
        WITH_GPU(ctrl_c_ends_a_launch),
        WITH_GPU(a_worker_that_dies_is_nobodys_mistake),
        WITH_GPU(a_write_beyond_a_buffer_is_found),
        WITH_GPU(too_large_a_launch_is_refused_in_the_simulators_words),
        WITH_GPU(what_the_driver_refuses_is_refused),
        WITH_GPU(no_room_on_the_gpu_is_said),
        WITH_GPU(ptx_is_compiled_where_no_cubin_fits),
        WITH_GPU(code_for_a_newer_gpu_says_so),
        WITH_GPU(a_failed_compilation_of_ptx_shows_the_drivers_log),
        WITH_GPU(a_gpu_for_one_process_is_handed_on),
        WITH_GPU(a_worker_that_was_ended_between_launches_is_replaced),
        WITH_GPU(a_busy_gpu_says_so_at_the_first_launch),
        cmocka_unit_test(the_survey_lists_what_there_is),
    };
    /* core dumps and ncu are of this machine */
    const struct CMUnitTest here[] = {
        cmocka_unit_test_setup_teardown(ncu_counts_where_there_is_no_cupti, offer_ncu, take_ncu_back),
        cmocka_unit_test_setup_teardown(what_keeps_ncu_from_counting_is_said_and_takes_nothing_along, offer_ncu,
                                        take_ncu_back),
        cmocka_unit_test_setup_teardown(the_survey_says_that_ncu_counts, offer_ncu, take_ncu_back),
        WITH_GPU(a_core_dump_names_the_line),
        cmocka_unit_test(machines_without_a_usable_gpu_say_why),
    };
    const struct CMUnitTest elsewhere[] = {
        WITH_GPU(a_fault_elsewhere_is_a_finding_without_a_line),
        WITH_GPU(what_is_printed_before_the_relay_is_no_harm),
        cmocka_unit_test(words_that_bring_no_gpu_say_why),
        cmocka_unit_test(nothing_is_left_of_what_the_words_started),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL) + cmocka_run_group_tests(here, NULL, NULL);
    if (getenv("EMULATOR") != NULL) return failed; /* words start programs of this machine, not of the emulated one */
    launch_words = getenv("GPU_WORDS") != NULL ? getenv("GPU_WORDS") : other_folder;
    return failed + cmocka_run_group_tests_name("tests elsewhere", tests, NULL, NULL) +
           cmocka_run_group_tests(elsewhere, NULL, NULL);
}
