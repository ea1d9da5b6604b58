/* The roofline: where launches stand below it, and what is said of those that nobody measured. */
#include "metric_names.h"
#include "report_samples.h"

static const Style ascii50 = {.width = 50}, unicode60 = {.width = 60, .unicode = true}, narrow = {.width = 30};
static const Roofline roofline = {.gpu = "NVIDIA H200", .bandwidth = 100, .throughput = 1000};
static const char *const labels[] = {"slow", "fast"};

typedef struct Fixture {
    Prepared prepared[2];
    Result result[2];
    LaunchReport reports[2];
} Fixture;

/* 3,200 bytes in 100 sectors, with 3,200 operations (1 for each byte) and with 320,000 (100 for each). */
static void set_up(Fixture *f) {
    memset(f, 0, sizeof *f);
    for (int i = 0; i < 2; i++) {
        f->prepared[i].flops = i == 0 ? 3200 : 320000;
        metrics_set(&f->result[i].metrics, METRIC_GLOBAL_LOAD_SECTORS, 75);
        metrics_set(&f->result[i].metrics, METRIC_GLOBAL_STORE_SECTORS, 25);
        f->reports[i] = (LaunchReport){.prepared = &f->prepared[i], .result = &f->result[i]};
    }
}

/* The first launch was recorded at 20 GFLOP/s, below its roof of 100; the second at its roof. */
static const double speeds[] = {20, 1000};
static RecordedMetric metric = {
    .name = "throughput.gflops", .metric = METRIC_THROUGHPUT_GFLOPS, .values = speeds, .value_count = 2};
static const Recorded recorded = {.gpu = "NVIDIA H200", .metrics = &metric, .metric_count = 1};
static const Recorded of_another = {.gpu = "NVIDIA A100", .metrics = &metric, .metric_count = 1};

static void launches_stand_where_they_were_measured(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Text out = {0};
    report_roofline(&out, &ascii50, labels, f.reports, 2, &roofline, &recorded);
    assert_string_equal(out.data, "GFLOP/s below the roof of an NVIDIA H200: 100\n"
                                  "  GB/s, and 1,000 GFLOP/s\n"
                                  "         |\n"
                                  "         |\n"
                                  "         |\n"
                                  "   1,000 +             ------------b-------------\n"
                                  "         |          ...\n"
                                  "         |       ...\n"
                                  "         |    ...\n"
                                  "     100 +....\n"
                                  "         |\n"
                                  "         |\n"
                                  "         |a\n"
                                  "      10 +\n"
                                  "         +---------------------------------------\n"
                                  "          1            10          100      1,000\n"
                                  "          operations for each byte of the sectors\n"
                                  "\n"
                                  "         FLOP/     roof  measured\n"
                                  "          byte  GFLOP/s   GFLOP/s\n"
                                  "---------------------------------\n"
                                  "a  slow      1      100        20\n"
                                  "b  fast    100    1,000     1,000\n");
    assert_printable(&out, &ascii50);
    text_free(&out);
}

/* Neither a run of another GPU nor none at all: then a launch stands on the roof, and no speed is named. */
static void nothing_is_said_to_be_measured_that_was_not(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Text none = {0}, another = {0};
    report_roofline(&none, &unicode60, labels, f.reports, 2, &roofline, NULL);
    report_roofline(&another, &unicode60, labels, f.reports, 2, &roofline, &of_another);
    assert_string_equal(none.data, another.data);
    assert_non_null(strstr(none.data, "a  slow      1      100         -\n"));
    assert_non_null(strstr(none.data, "     100 ┤a"));
    assert_printable(&none, &unicode60);
    text_free(&none);
    text_free(&another);
}

/* What a GPU of this machine measured counts where it is of the roof's name. */
static void a_gpu_of_that_name_is_believed(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    GpuReport gpu = {.name = "NVIDIA H200", .arch = "sm_90"};
    f.reports[0].gpu = &gpu;
    metrics_set(&f.result[0].metrics, METRIC_THROUGHPUT_GFLOPS, 50);
    Text out = {0};
    report_roofline(&out, &unicode60, labels, f.reports, 2, &roofline, NULL);
    assert_non_null(strstr(out.data, "a  slow      1      100        50\n"));
    gpu.name = "NVIDIA A100";
    out.size = 0;
    report_roofline(&out, &unicode60, labels, f.reports, 2, &roofline, NULL);
    assert_non_null(strstr(out.data, "a  slow      1      100         -\n"));
    text_free(&out);
}

static void without_operations_or_sectors_there_is_no_picture(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.prepared[0].flops = 0;
    f.result[1].metrics.known[METRIC_GLOBAL_LOAD_SECTORS] = false;
    Text out = {0};
    report_roofline(&out, &unicode60, labels, f.reports, 2, &roofline, &recorded);
    assert_int_equal(out.size, 0);
    text_free(&out);
}

static void a_narrow_terminal_keeps_the_numbers(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Text out = {0};
    report_roofline(&out, &narrow, labels, f.reports, 2, &roofline, &recorded);
    assert_null(strstr(out.data, "operations for each byte"));
    assert_non_null(strstr(out.data, "slow"));
    text_free(&out);
}

/* Two launches in one place, and roofs and speeds of any size, in any width. */
static void any_roof_fits_any_terminal(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.prepared[1].flops = 3200;
    for (int width = 40; width <= 200; width += 7)
        for (double throughput = 1; throughput < 1e12; throughput *= 777) {
            const Style style = {.width = width};
            const Roofline roof = {.gpu = "NVIDIA H200", .bandwidth = 4252, .throughput = throughput};
            Text out = {0};
            report_roofline(&out, &style, labels, f.reports, 2, &roof, NULL);
            assert_printable(&out, &style);
            assert_non_null(strchr(out.data, '*'));
            text_free(&out);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches_stand_where_they_were_measured),
        cmocka_unit_test(nothing_is_said_to_be_measured_that_was_not),
        cmocka_unit_test(a_gpu_of_that_name_is_believed),
        cmocka_unit_test(without_operations_or_sectors_there_is_no_picture),
        cmocka_unit_test(a_narrow_terminal_keeps_the_numbers),
        cmocka_unit_test(any_roof_fits_any_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
