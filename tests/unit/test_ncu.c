/* Nsight Compute's table, recorded on an H200: read_columns of lesson 5, whose 32 warps read a column of a 32 x 32 tile
 * each, all 32 lanes from one bank. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/text.h"
#include "cuda/ncu.h"
#include "metric_names.h"

typedef struct Recorded {
    Arena *arena;
    char *text;
    size_t size;
} Recorded;

static int read_recorded(void **state) {
    static Recorded recorded;
    const char *why;
    recorded.arena = arena_new();
    recorded.text = file_read_text(recorded.arena, "tests/ncu/read_columns.csv", &recorded.size, &why);
    *state = &recorded;
    return recorded.text == NULL;
}

static int forget_recorded(void **state) {
    const Recorded *recorded = *state;
    arena_free(recorded->arena);
    return 0;
}

static void assert_value(const Metrics *metrics, Metric metric, double value) {
    if (!metrics->known[metric] || metrics->value[metric] != value)
        fail_msg("%s is %g, not %g", metric_info[metric].name, metrics->value[metric], value);
}

static void a_table_becomes_the_same_metrics_as_cuptis(void **state) {
    const Recorded *recorded = *state;
    NcuFigures figures;
    Metrics metrics = {0};
    bool from_events[METRIC_CAPACITY] = {false};
    assert_true(ncu_read_table(recorded->text, recorded->size, &figures));
    assert_null(counters_combine(&figures.sass, &figures.range, &metrics, from_events));
    assert_value(&metrics, METRIC_GPU_SHARED_LOAD_REQUESTS, 32);
    assert_value(&metrics, METRIC_GPU_SHARED_LOAD_WAVEFRONTS, 32 * 32);
    assert_value(&metrics, METRIC_GPU_SHARED_LOAD_CONFLICTS, 32 * 31);
    assert_value(&metrics, METRIC_GPU_SHARED_STORE_REQUESTS, 32);
    assert_value(&metrics, METRIC_GPU_SHARED_STORE_CONFLICTS, 0);
    assert_value(&metrics, METRIC_GPU_GLOBAL_STORE_REQUESTS, 32);
    assert_value(&metrics, METRIC_GPU_GLOBAL_STORE_SECTORS, 32 * 4);
    assert_value(&metrics, METRIC_GPU_INSTRUCTIONS_WARP, 704);
    assert_value(&metrics, METRIC_GPU_DRAM_READ_BYTES, 6912); /* "6,912" in the table */
    assert_false(from_events[METRIC_GPU_SHARED_LOAD_CONFLICTS]);
    assert_true(from_events[METRIC_GPU_DRAM_READ_BYTES]);
    for (Metric metric = 0; metric < metric_count; metric++) {
        const char *name = metric_info[metric].name;
        bool counter = text_starts(name, "gpu.") && !text_starts(name, "gpu.launch.") &&
                       metric != METRIC_GPU_OCCUPANCY_BLOCKS_PER_SM;
        if (counter != metrics.known[metric]) fail_msg("%s", name);
    }
}

/* What is asked for is what the table has, but for the other spellings that some chips have. */
static void every_metric_asked_for_is_in_the_table(void **state) {
    const Recorded *recorded = *state;
    char *list = arena_string(recorded->arena, ncu_metrics(recorded->arena)), *name;
    while ((name = strsep(&list, ",")) != NULL)
        if (strstr(recorded->text, arena_printf(recorded->arena, "\"%s\"", name)) == NULL &&
            strstr(name, "_op_read") == NULL && strstr(name, "_op_write") == NULL)
            fail_msg("%s", name);
}

/* The copy ends where the table does, so that a sanitizer sees a read beyond it. */
static void a_table_that_is_cut_off_does_no_harm(void **state) {
    const Recorded *recorded = *state;
    for (size_t size = 0; size < recorded->size; size += 37) {
        char *part = malloc(size + 1);
        memcpy(part, recorded->text, size);
        NcuFigures figures;
        ncu_read_table(part, size, &figures);
        free(part);
    }
    NcuFigures figures;
    assert_false(ncu_read_table("", 0, &figures));
    assert_false(ncu_read_table("==PROF== Disconnected\n", 22, &figures));
    static const char other[] = "\"ID\",\"Kernel Name\"\n\"\",\"\"\n\"0\",\"a \"\"quoted\"\" name\"\n";
    assert_false(ncu_read_table(other, strlen(other), &figures));
}

static void what_stands_in_the_way_is_said(void **state) {
    const Recorded *recorded = *state;
    static const struct {
        const char *said, *part;
    } cases[] = {
        {"==PROF== Connected\n==ERROR== ERR_NVGPUCTRPERM - The user does not have permission.\n",
         "NVreg_RestrictProfilingToAdminUsers=0"},
        {"/usr/bin/ncu: 7: /opt/target/ncu: not found\n",
         "(/usr/bin/ncu) says: /usr/bin/ncu: 7: /opt/target/ncu: not found"},
        {"==ERROR== Another tool holds the lock.\nmore\n", "says: Another tool holds the lock"},
        {"==PROF== Connected\n==WARNING== No kernels were profiled.\n", "counted nothing, and did not say why"},
        {"", "counted nothing, and did not say why"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *why = ncu_explain(recorded->arena, "/usr/bin/ncu", cases[i].said);
        if (strstr(why, cases[i].part) == NULL) fail_msg("'%s' lacks '%s'", why, cases[i].part);
        assert_null(strchr(why, '\n'));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_becomes_the_same_metrics_as_cuptis),
        cmocka_unit_test(every_metric_asked_for_is_in_the_table),
        cmocka_unit_test(a_table_that_is_cut_off_does_no_harm),
        cmocka_unit_test(what_stands_in_the_way_is_said),
    };
    return cmocka_run_group_tests(tests, read_recorded, forget_recorded);
}
