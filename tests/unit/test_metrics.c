/* The seam's tables: metrics, scalars, architectures. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "arch.h"
#include "base/arena.h"
#include "base/file.h"
#include "device.h"
#include "finding_kinds.h"
#include "metric.h"
#include "metric_names.h"
#include "program_seen.h"

static void every_metric_has_a_unique_name_and_a_meaning(void **state) {
    (void)state;
    for (Metric metric = 0; metric < metric_count; metric++) {
        assert_non_null(metric_info[metric].name);
        assert_non_null(metric_info[metric].unit);
        assert_non_null(metric_info[metric].meaning);
        assert_int_equal(metric_find(metric_info[metric].name), metric);
    }
    assert_int_equal(metric_find("shared.load"), METRIC_NONE);
}

/* A table shows single rows: a meaning that points to another row's would have nothing to point to. */
static void a_meaning_needs_no_other_row(void **state) {
    (void)state;
    static const char *const pointers[] = {"that those ", "of those ", "of them ", " those need",  "those where ",
                                           "they need",   "that time", "those,",   "all together", "that bandwidth"};
    for (Metric metric = 0; metric < metric_count; metric++)
        for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++) {
            const char *meaning = metric_info[metric].meaning;
            if (strncmp(meaning, "those ", strlen("those ")) == 0 || strstr(meaning, pointers[i]) != NULL)
                fail_msg("the meaning of %s needs another metric's: %s", metric_info[metric].name, meaning);
        }
}

static void the_documentation_lists_every_metric_as_the_program_does(void **state) {
    (void)state;
    Arena *arena = arena_new();
    size_t size;
    const char *why;
    const char *document = file_read_text(arena, "docs/metrics.md", &size, &why);
    assert_non_null(document);
    for (Metric metric = 0; metric < metric_count; metric++) {
        const MetricInfo *info = &metric_info[metric];
        const char *unit = info->unit[0] != '\0' ? info->unit : "a word";
        char *row =
            info->nsight == NULL
                ? arena_printf(arena, "\n| `%s` | %s | %s |  |\n", info->name, unit, info->meaning)
                : arena_printf(arena, "\n| `%s` | %s | %s | `%s` |\n", info->name, unit, info->meaning, info->nsight);
        if (strstr(document, row) == NULL) fail_msg("docs/metrics.md lacks or differs in this row:%s", row);
    }
    arena_free(arena);
}

static void the_documentation_lists_every_kind_of_finding(void **state) {
    (void)state;
    Arena *arena = arena_new();
    size_t size;
    const char *why;
    const char *document = file_read_text(arena, "docs/findings.md", &size, &why);
    assert_non_null(document);
    for (FindingKind kind = 0; kind < finding_kind_count; kind++)
        if (strstr(document, arena_printf(arena, "\n| `%s` | %s", finding_name[kind], finding_info[kind].meaning)) ==
            NULL)
            fail_msg("docs/findings.md has no row for %s that begins with its meaning in finding.def",
                     finding_name[kind]);
    arena_free(arena);
}

static void the_documentation_lists_every_number_of_a_program(void **state) {
    (void)state;
    Arena *arena = arena_new();
    size_t size;
    const char *why, *document = file_read_text(arena, "docs/lesson-format.md", &size, &why);
    assert_non_null(document);
    for (size_t i = 0; i < program_name_count; i++) {
        const ProgramName *name = &program_names[i];
        if (strstr(document, arena_printf(arena, "\n| `%s` | %s", name->name, name->meaning)) == NULL)
            fail_msg("docs/lesson-format.md has no row for %s that begins with its meaning", name->name);
    }
    arena_free(arena);
}

static void numbers_of_a_program_are_found_by_their_names(void **state) {
    (void)state;
    const CallSeen calls[] = {{"cudaMalloc", 3}, {"cudaFree", 2}};
    const ProgramSeen seen = {.calls = calls, .call_count = 2, .launches = 7, .bytes_to_host = 40};
    int64_t value;
    assert_true(program_value(&seen, "program.launches", &value) && value == 7);
    assert_true(program_value(&seen, "program.to_host.bytes", &value) && value == 40);
    assert_true(program_value(&seen, "calls.cudaFree", &value) && value == 2);
    assert_true(program_value(&seen, "calls.cudaMemset", &value) && value == 0);
    assert_false(program_value(&seen, "program.lunches", &value));
    assert_false(program_value(&seen, "calls.malloc", &value));
    assert_false(program_is_name("program"));
    assert_false(program_value(&seen, "kernel.add.launches", &value));
}

static void a_kernel_is_asked_for_by_its_name(void **state) {
    (void)state;
    KernelSeen kernels[] = {{.name = "add", .launches = 2},
                            {.name = "some::add<float>", .launches = 3, .findings = 1},
                            {.name = "add_all", .launches = 5},
                            {.name = "never"}};
    for (int i = 0; i < 3; i++) metrics_set(&kernels[i].metrics, METRIC_INSTRUCTIONS_WARP, 10 + i);
    const ProgramSeen seen = {.kernels = kernels, .kernel_count = 4};
    KernelName asked;
    assert_true(program_kernel_name("kernel.add.instructions.warp", &asked));
    assert_int_equal(asked.metric, METRIC_INSTRUCTIONS_WARP);
    KernelSeen both = program_kernel(&seen, &asked);
    assert_int_equal(both.launches, 5);
    assert_int_equal(both.findings, 1);
    assert_true(both.metrics.value[METRIC_INSTRUCTIONS_WARP] == 21);
    assert_true(program_kernel_name("kernel.never.launches", &asked) && asked.metric == METRIC_NONE);
    assert_int_equal(program_kernel(&seen, &asked).launches, 0);
    assert_true(program_kernel_name("kernel.x.findings", &asked) && asked.findings);
    static const char *const none[] = {"kernel", "kernel.", "kernel.add", "kernel.add.lunches", "kernel..launches"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) assert_false(program_is_name(none[i]));
}

/* What nothing but the table can tell: that its columns fit each other. */
static void the_columns_of_the_table_agree(void **state) {
    (void)state;
    for (Metric metric = 0; metric < metric_count; metric++) {
        const MetricInfo *info = &metric_info[metric];
        bool counted = info->source == METRIC_SOURCE_COUNTED;
        bool sum = info->source == METRIC_SOURCE_SUM, ratio = info->source == METRIC_SOURCE_RATIO;
        if (counted != (info->family != METRIC_FAMILY_NONE)) fail_msg("%s: family", info->name);
        if (counted && info->kind != METRIC_KIND_COUNT && info->kind != METRIC_KIND_MAXIMUM)
            fail_msg("%s: kind", info->name);
        if (ratio ? info->part_count != 2 : sum ? info->part_count < 2 : info->part_count != 0)
            fail_msg("%s: parts", info->name);
        for (size_t i = 0; i < info->part_count; i++) {
            const MetricInfo *part = &metric_info[info->part[i]];
            if (part->part_count > 0) fail_msg("%s: %s is worked out itself", info->name, part->name);
            if (metric_needs_gpu(info->part[i]) != metric_needs_gpu(metric)) fail_msg("%s: source", info->name);
            if (sum && (part->kind != info->kind || strcmp(part->unit, info->unit) != 0))
                fail_msg("%s adds up %s, of another kind", info->name, part->name);
        }
    }
}

static void what_a_metric_needs_follows_from_its_source(void **state) {
    (void)state;
    assert_true(metric_needs_gpu(METRIC_TIME_MS));
    assert_true(metric_needs_gpu(METRIC_HOST_TOTAL_MS));
    assert_true(metric_needs_gpu(METRIC_GPU_LAUNCH_REGISTERS));
    assert_true(metric_needs_gpu(METRIC_GPU_SHARED_CONFLICTS));
    assert_false(metric_needs_gpu(METRIC_SHARED_CONFLICTS));
    assert_false(metric_needs_gpu(METRIC_IMBALANCE_BLOCKS));
    assert_true(metric_needs_assembler(METRIC_LAUNCH_REGISTERS));
    assert_true(metric_needs_assembler(METRIC_OCCUPANCY_LIMITER));
    assert_false(metric_needs_assembler(METRIC_LAUNCH_SHARED_STATIC)); /* what the PTX declares */
    assert_false(metric_needs_assembler(METRIC_ASSEMBLED_SHARED_REQUESTS));
}

static void derived_metrics_follow_from_their_parts(void **state) {
    (void)state;
    Metrics metrics = {0};
    metrics_set(&metrics, METRIC_SHARED_LOAD_CONFLICTS, 31);
    metrics_set(&metrics, METRIC_SHARED_STORE_CONFLICTS, 2);
    metrics_set(&metrics, METRIC_GLOBAL_LOAD_REQUESTS, 4);
    metrics_set(&metrics, METRIC_GLOBAL_LOAD_SECTORS, 32);
    metrics_set(&metrics, METRIC_GLOBAL_LOAD_IDEAL_SECTORS, 16);
    metrics_set(&metrics, METRIC_GLOBAL_STORE_REQUESTS, 0);
    metrics_set(&metrics, METRIC_GLOBAL_STORE_SECTORS, 0);
    metrics_derive(&metrics);
    assert_false(metrics.known[METRIC_SHARED_CONFLICTS]); /* atomics are not known yet */
    metrics_set(&metrics, METRIC_SHARED_ATOMIC_CONFLICTS, 1);
    metrics_derive(&metrics);
    assert_true(metrics.value[METRIC_SHARED_CONFLICTS] == 34);
    assert_true(metrics.value[METRIC_GLOBAL_LOAD_SECTORS_PER_REQUEST] == 8);
    assert_true(metrics.value[METRIC_GLOBAL_LOAD_EFFICIENCY] == 0.5);
    assert_false(metrics.known[METRIC_GLOBAL_STORE_SECTORS_PER_REQUEST]); /* no request: no ratio */
}

static uint16_t to_half(double value) {
    uint16_t bits;
    scalar_set(SCALAR_F16, &bits, value);
    return bits;
}

static void halves_round_as_ieee_754_asks(void **state) {
    (void)state; /* IEEE 754 binary16: 1 sign, 5 exponent, 10 fraction bits */
    assert_int_equal(to_half(1.0), 0x3c00);
    assert_int_equal(to_half(-2.0), 0xc000);
    assert_int_equal(to_half(65504.0), 0x7bff); /* the largest */
    assert_int_equal(to_half(65519.0), 0x7bff);
    assert_int_equal(to_half(65520.0), 0x7c00);   /* rounds to infinity */
    assert_int_equal(to_half(0x1p-24), 0x0001);   /* the smallest */
    assert_int_equal(to_half(0x1p-25), 0x0000);   /* a tie: to even */
    assert_int_equal(to_half(0x1.8p-24), 0x0002); /* a tie: to even */
    assert_int_equal(to_half(0x1p-14), 0x0400);   /* the smallest normal number */
    assert_int_equal(to_half(1.0 + 0x1p-11), 0x3c00);
    assert_int_equal(to_half(1.0 + 0x1.8p-10), 0x3c02);
    assert_int_equal(to_half(-0.0), 0x8000);
    for (unsigned bits = 0; bits < 0x10000; bits++) { /* every half survives the way to double and back */
        uint16_t half = (uint16_t)bits;
        double value = scalar_get(SCALAR_F16, &half);
        if (isnan(value)) continue;
        assert_int_equal(to_half(value), half);
    }
}

static void integers_wrap_as_c_conversions_do(void **state) {
    (void)state;
    int8_t small;
    scalar_set(SCALAR_I8, &small, 300);
    assert_int_equal(small, 44);
    uint32_t word;
    scalar_set(SCALAR_U32, &word, -1);
    assert_true(word == UINT32_MAX);
    assert_true(scalar_get(SCALAR_U32, &word) == 4294967295.0);
    int64_t wide;
    scalar_set(SCALAR_I64, &wide, -1e300);
    assert_true(wide == INT64_MIN);
}

static void findings_count_without_warnings(void **state) {
    (void)state;
    Finding findings[] = {
        {.kind = FINDING_RACE, .count = 9}, {.kind = FINDING_RACE, .warning = true}, {.kind = FINDING_TRAP}};
    Result result = {.findings = findings, .finding_count = 3};
    assert_int_equal(result_findings(&result, FINDING_ANY), 2);
    assert_int_equal(result_findings(&result, FINDING_RACE), 1);
    assert_int_equal(result_findings(&result, FINDING_BUDGET), 0);
}

static void a_launch_tells_what_the_assembler_reported_of_its_kernel(void **state) {
    (void)state;
    const KernelResources resources[] = {
        {.kernel = "other", .registers = 99, .shared_static = 99, .stack = 99, .spill_stores = 99, .spill_loads = 99},
        {.kernel = "copy", .registers = 24, .shared_static = 4096, .stack = 8, .spill_stores = 4, .spill_loads = 12},
        {.kernel = "bare", .registers = -1, .shared_static = 16, .stack = -1, .spill_stores = -1, .spill_loads = -1}};
    const Image image = {.resources = resources, .resource_count = 3};
    assert_ptr_equal(image_resources(&image, "copy"), &resources[1]);
    assert_null(image_resources(&image, "cop"));
    Metrics metrics = {0};
    launch_metrics(&(Launch){.image = &image, .kernel = "copy", .shared_dynamic = 512}, &metrics);
    assert_true(metrics.value[METRIC_LAUNCH_REGISTERS] == 24);
    assert_true(metrics.value[METRIC_LAUNCH_SHARED_STATIC] == 4096);
    assert_true(metrics.value[METRIC_LAUNCH_SHARED_DYNAMIC] == 512);
    assert_true(metrics.value[METRIC_LAUNCH_LOCAL] == 8);
    assert_true(metrics.value[METRIC_LAUNCH_SPILL_STORES] == 4);
    assert_true(metrics.value[METRIC_LAUNCH_SPILL_LOADS] == 12);
    metrics = (Metrics){0}; /* clang assembles nothing */
    launch_metrics(&(Launch){.image = &image, .kernel = "bare"}, &metrics);
    assert_true(metrics.known[METRIC_LAUNCH_SHARED_STATIC] && metrics.known[METRIC_LAUNCH_SHARED_DYNAMIC]);
    assert_false(metrics.known[METRIC_LAUNCH_REGISTERS] || metrics.known[METRIC_LAUNCH_SPILL_LOADS]);
}

static void architectures_are_found_by_name(void **state) {
    (void)state;
    assert_int_equal(arch_find("sm_90")->shared_per_block_optin, 227 * 1024);
    assert_null(arch_find("sm_91"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_metric_has_a_unique_name_and_a_meaning),
        cmocka_unit_test(a_meaning_needs_no_other_row),
        cmocka_unit_test(the_documentation_lists_every_metric_as_the_program_does),
        cmocka_unit_test(the_documentation_lists_every_kind_of_finding),
        cmocka_unit_test(the_documentation_lists_every_number_of_a_program),
        cmocka_unit_test(numbers_of_a_program_are_found_by_their_names),
        cmocka_unit_test(a_kernel_is_asked_for_by_its_name),
        cmocka_unit_test(the_columns_of_the_table_agree),
        cmocka_unit_test(what_a_metric_needs_follows_from_its_source),
        cmocka_unit_test(derived_metrics_follow_from_their_parts),
        cmocka_unit_test(halves_round_as_ieee_754_asks),
        cmocka_unit_test(integers_wrap_as_c_conversions_do),
        cmocka_unit_test(findings_count_without_warnings),
        cmocka_unit_test(a_launch_tells_what_the_assembler_reported_of_its_kernel),
        cmocka_unit_test(architectures_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
