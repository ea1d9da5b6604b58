/* What is said about a launch: head, judgement, metrics, costly lines, findings, sweeps. */
#include "finding_kinds.h"
#include "metric_names.h"
#include "report_samples.h"

#include "report/draw.h"

static const Style ascii80 = {.width = 80};
static const char *const source =
    "__global__ void column(int *out) {\n    __shared__ int tile[32][32];\n"
    "    tile[threadIdx.y][threadIdx.x] = 1;\n    out[0] = tile[threadIdx.x][threadIdx.y];\n}\n";

/* The unpadded transpose of 4096 x 4096 int: 524,288 warps each load a column of a 32 x 32 tile, 32 passes each. */
static void count_transpose(Metrics *metrics) {
    metrics_set(metrics, METRIC_SHARED_LOAD_REQUESTS, 524288);
    metrics_set(metrics, METRIC_SHARED_LOAD_WAVEFRONTS, 16777216);
    metrics_set(metrics, METRIC_SHARED_LOAD_CONFLICTS, 16252928);
    metrics_set(metrics, METRIC_SHARED_LOAD_WAYS, 32);
}

typedef struct Fixture {
    int32_t elements[4];
    Buffer buffer;
    Binding binding;
    Prepared prepared;
    Result result;
    Judged judged;
    LineCounts lines[2];
    LaunchReport report;
} Fixture;

static void set_up(Fixture *f) {
    memset(f, 0, sizeof *f);
    for (int i = 0; i < 4; i++) f->elements[i] = i * 11;
    f->buffer = (Buffer){"out", SCALAR_I32, 4, f->elements, true, NULL};
    f->binding = (Binding){.name = "width", .value = 4096};
    f->prepared = (Prepared){.bindings = &f->binding, .binding_count = 1};
    f->prepared.launch = (Launch){.kernel = "column",
                                  .grid = {128, 128, 1},
                                  .block = {32, 32, 1},
                                  .shared_dynamic = 512,
                                  .buffers = &f->buffer,
                                  .buffer_count = 1};
    f->result = (Result){.status = RUN_FINISHED, .lines = f->lines, .line_count = 2, .printed = ""};
    f->judged = (Judged){.correct = true, .judged = true};
    f->lines[0].loc = (Loc){"k.cu", 3, 0};
    f->lines[1].loc = (Loc){"k.cu", 4, 0};
    count_transpose(&f->result.metrics);
    count_transpose(&f->lines[1].metrics);
    f->report = (LaunchReport){.step = "s",
                               .device = "sim",
                               .arch = "sm_90",
                               .prepared = &f->prepared,
                               .result = &f->result,
                               .judged = &f->judged,
                               .source_file = "k.cu",
                               .source = source};
}

static Text launch_text(const Fixture *f, Style style) {
    Text out = {0};
    report_launch(&out, &style, &f->report);
    return out;
}

static void a_launch_shows_configuration_judgement_and_counts(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Text out = launch_text(&f, ascii80);
    assert_string_equal(out.data, "column<<<(128, 128), (32, 32), 512>>> on sim, sm_90 - width = 4096\n"
                                  "+ the output is right\n"
                                  "\n"
                                  "               requests  wavefronts   conflicts  ways\n"
                                  "  ---------------------------------------------------\n"
                                  "  shared.load   524,288  16,777,216  16,252,928    32\n");
    text_free(&out);
}

static void a_total_is_shown_where_it_adds_something_up(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Text out = {0};
    for (Metric metric = 0; metric < metric_count; metric++)
        if (metric_info[metric].family == METRIC_FAMILY_SHARED && !f.result.metrics.known[metric])
            metrics_set(&f.result.metrics, metric, 0);
    metrics_derive(&f.result.metrics);
    report_metrics_table(&out, &ascii80, &f.report);
    assert_string_equal(out.data, "               requests  wavefronts   conflicts  ways\n"
                                  "  ---------------------------------------------------\n"
                                  "  shared.load   524,288  16,777,216  16,252,928    32\n");
    text_free(&out);
    metrics_set(&f.result.metrics, METRIC_SHARED_STORE_REQUESTS, 12);
    metrics_set(&f.result.metrics, METRIC_SHARED_STORE_WAVEFRONTS, 12);
    metrics_derive(&f.result.metrics);
    report_metrics_table(&out, &ascii80, &f.report);
    assert_non_null(strstr(out.data, "  shared.store        12          12           0     0\n"
                                     "  shared         524,300  16,777,228  16,252,928\n"));
    text_free(&out);
}

static void a_list_of_metrics_is_shown_in_its_order(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    const Metric show[] = {METRIC_TIME_MS, METRIC_SHARED_LOAD_WAYS, METRIC_OCCUPANCY_THEORETICAL,
                           METRIC_OCCUPANCY_LIMITER};
    metrics_set(&f.result.metrics, METRIC_OCCUPANCY_THEORETICAL, 0.375);
    metrics_set(&f.result.metrics, METRIC_OCCUPANCY_LIMITER, LIMITER_SHARED);
    f.report.show = show;
    f.report.show_count = 4;
    Text out = {0};
    Style narrow = {.width = 59};
    report_metrics_table(&out, &narrow, &f.report);
    assert_string_equal(out.data, "  time.ms                     -\n"
                                  "  shared.load.ways           32\n"
                                  "  occupancy.theoretical   37.5%\n"
                                  "  occupancy.limiter      shared\n");
    text_free(&out);
}

static void what_is_not_known_says_why(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    const Metric show[] = {METRIC_TIME_MS, METRIC_GLOBAL_LOAD_EFFICIENCY};
    metrics_set(&f.result.metrics, METRIC_GLOBAL_LOAD_REQUESTS, 0);
    f.report.show = show;
    f.report.show_count = 2;
    Text out = {0};
    report_metrics_table(&out, &ascii80, &f.report);
    assert_string_equal(out.data, "  time.ms                 -  measured only on a GPU\n"
                                  "  global.load.efficiency  -  no such request was made\n");
    text_free(&out);
}

static void a_wrong_output_says_where_and_what(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.judged = (Judged){.judged = true, .mismatch = {"out", 3, 31, 1024, 7, 0, true, SCALAR_I32, false}};
    Text out = launch_text(&f, (Style){.width = 100});
    assert_non_null(strstr(
        out.data, "x the output is wrong: out[3]: expected 7, got 0 (never written); 31 of 1,024 elements differ\n"));
    text_free(&out);
}

static void of_a_secret_output_only_the_count_is_told(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.judged = (Judged){.judged = true, .mismatch = {"code", 3, 2, 5, 7, 0, true, SCALAR_I32, true}};
    Text out = launch_text(&f, (Style){.width = 100});
    assert_non_null(strstr(out.data, "x the output is wrong: code: 3 of 5 are right\n"));
    assert_null(strstr(out.data, "expected"));
    text_free(&out);
}

static void a_refused_launch_says_why_and_shows_no_counts(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.result.status = RUN_REFUSED;
    f.result.error = "a block may have 49,152 bytes of shared memory, this one asks for 65,536";
    f.result.error_code = "cudaErrorInvalidValue";
    Text out = launch_text(&f, ascii80);
    assert_non_null(strstr(out.data, "x The launch was refused: no thread ran. cudaErrorInvalidValue\n"));
    assert_non_null(strstr(out.data, "this one asks for 65,536"));
    assert_null(strstr(out.data, "wavefronts"));
    assert_null(strstr(out.data, "output is right"));
    text_free(&out);
}

static void what_a_device_cannot_run_names_the_line(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.result.status = RUN_UNSUPPORTED;
    f.result.error = "the simulator does not know wgmma";
    f.result.error_loc = (Loc){"k.cu", 3, 0};
    Text out = launch_text(&f, ascii80);
    assert_non_null(strstr(out.data, "  the simulator does not know wgmma\n  at k.cu:3\n>    3 | tile[threadIdx.y]"));
    text_free(&out);
}

static void a_race_shows_both_lines_in_their_order(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Finding finding = {FINDING_RACE, false, {"k.cu", 4, 0}, {"k.cu", 3, 0}, "`tile[3][0]`: no barrier between",
                       992,          NULL};
    f.result.findings = &finding;
    f.result.finding_count = 1;
    Text out = {0};
    report_findings(&out, &ascii80, &f.report);
    assert_string_equal(out.data, "x data race at k.cu:4 - seen 992 times\n"
                                  "  `tile[3][0]`: no barrier between\n"
                                  ">    3 | tile[threadIdx.y][threadIdx.x] = 1;\n"
                                  ">    4 | out[0] = tile[threadIdx.x][threadIdx.y];\n");
    text_free(&out);
    finding.warning = true;
    finding.loc.column = 10;
    report_findings(&out, &ascii80, &f.report);
    assert_int_equal(strncmp(out.data, "! warning: data race at k.cu:4:10 - seen", 40), 0);
    text_free(&out);
}

static void every_kind_of_finding_has_a_title_of_its_own(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Finding finding = {.loc = {"k.cu", 4, 0}, .message = "m", .count = 1};
    f.result.findings = &finding;
    f.result.finding_count = 1;
    char seen[FINDING_KIND_COUNT][64];
    for (unsigned kind = 0; kind < FINDING_KIND_COUNT; kind++) {
        finding.kind = (FindingKind)kind;
        Text out = {0};
        report_findings(&out, &ascii80, &f.report);
        char *end = strstr(out.data, " at k.cu:4");
        assert_true(end != NULL && end > out.data + 2 && end - out.data < 64 && strstr(out.data, "null") == NULL);
        snprintf(seen[kind], sizeof seen[kind], "%.*s", (int)(end - out.data), out.data);
        for (unsigned other = 0; other < kind; other++) assert_string_not_equal(seen[kind], seen[other]);
        text_free(&out);
    }
}

static void line_directives_move_the_lines_that_are_shown(void **state) {
    (void)state;
    static const char *const moved = "int a;\n#line 20\nint b;\nint c;\n  # 40 \"other.cu\"\nint d;\n";
    size_t size;
    assert_memory_equal(source_line(moved, 1, &size), "int a;", 6);
    assert_memory_equal(source_line(moved, 21, &size), "int c;", 6);
    assert_int_equal(size, 6);
    assert_null(source_line(moved, 3, &size));
    assert_null(source_line(moved, 40, &size)); /* of another file */
}

static void the_line_with_conflicts_comes_first(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    metrics_set(&f.lines[0].metrics, METRIC_GLOBAL_LOAD_REQUESTS, 10);
    metrics_set(&f.lines[0].metrics, METRIC_GLOBAL_LOAD_SECTORS, 80);
    metrics_set(&f.lines[0].metrics, METRIC_GLOBAL_LOAD_IDEAL_SECTORS, 40);
    Text out = {0};
    Style wide = {.width = 120};
    report_lines(&out, &wide, &f.report, 5);
    assert_string_equal(
        out.data,
        "     4 | out[0] = tile[threadIdx.x][threadIdx.y];\n"
        "         - shared load: 32-way conflict, 16,777,216 wavefronts for 524,288 requests, +16,252,928 conflicts\n"
        "     3 | tile[threadIdx.y][threadIdx.x] = 1;\n"
        "         - global load: 8 sectors a request, 4 would do, 80 sectors for 10 requests\n");
    text_free(&out);
    report_lines(&out, &wide, &f.report, 1);
    assert_non_null(strstr(out.data, "and 1 line that cost"));
    text_free(&out);
}

static void a_sweep_draws_the_first_metric_as_bars(void **state) {
    (void)state;
    Result results[3] = {{.status = RUN_FINISHED}, {.status = RUN_FINISHED}, {.status = RUN_REFUSED}};
    LaunchReport reports[3];
    const char *const labels[] = {"1", "32", "64"};
    Judged wrong = {.judged = true};
    for (int i = 0; i < 3; i++) reports[i] = (LaunchReport){.result = &results[i]};
    metrics_set(&results[0].metrics, METRIC_SHARED_LOAD_WAYS, 8);
    metrics_set(&results[1].metrics, METRIC_SHARED_LOAD_WAYS, 32);
    reports[1].judged = &wrong;
    results[2].error_code = "cudaErrorInvalidValue";
    results[2].error = "too much shared memory";
    const Metric show[] = {METRIC_SHARED_LOAD_WAYS};
    Text out = {0};
    report_rows(&out, &(Style){.width = 60}, "stride", labels, reports, 3, show, 1);
    /* 24 columns of bar are 32 ways, 6 are 8 */
    assert_string_equal(out.data, "        shared.load.\n"
                                  "stride          ways\n"
                                  "------------------------------------------------------------\n"
                                  "     1             8  ######\n"
                                  "    32            32  ########################  wrong output\n"
                                  "    64             -                            refused\n"
                                  "64: refused cudaErrorInvalidValue, too much shared memory\n");
    text_free(&out);
}

static void outputs_show_their_elements_and_the_wrong_one(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Text out = {0};
    report_output(&out, &ascii80, &f.report);
    assert_string_equal(out.data, "out  4 elements of i32\n  [0]  0 11 22 33\n");
    text_free(&out);
    f.judged = (Judged){.judged = true, .mismatch = {"out", 2, 1, 4, 7, 22, false, SCALAR_I32, false}};
    report_output(&out, &(Style){.colour = true, .width = 80}, &f.report);
    assert_non_null(strstr(out.data, "\x1b[1;31m22\x1b[0m"));
    text_free(&out);
}

static void whole_floats_show_all_their_digits(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    float sums[4] = {100000000, 100000128, 0.1f, 3e38f};
    f.buffer = (Buffer){"out", SCALAR_F32, 4, sums, true, NULL};
    Text out = {0};
    report_output(&out, &ascii80, &f.report);
    assert_string_equal(out.data, "out  4 elements of f32\n  [0] 100000000 100000128       0.1     3e+38\n");
    text_free(&out);
}

static void the_picture_is_of_the_worst_request(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    RequestSample samples[3] = {make_strided(REQUEST_STORE, 1, UINT32_MAX), make_strided(REQUEST_LOAD, 33, UINT32_MAX),
                                make_strided(REQUEST_ATOMIC, 2, UINT32_MAX)};
    f.result.samples = samples;
    f.report.show_extra = SHOW_BANKS;
    f.result.sample_count = 3;
    Text out = launch_text(&f, ascii80);
    assert_non_null(strstr(out.data, "An atomic on tile"));
    text_free(&out);
    f.result.sample_count = 2; /* a padded tile, written by rows and read by columns: neither conflicts */
    out = launch_text(&f, ascii80);
    assert_non_null(strstr(out.data, "A load from tile"));
    assert_null(strstr(out.data, "A store to tile"));
    text_free(&out);
}

static void what_a_kernel_prints_cannot_drive_the_terminal(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.result.printed = "\x1b[2J\x1b]0;title\x07ok\nline\r\n";
    for (int width = 20; width < 100; width += 7) {
        Style style = {.unicode = width % 2, .width = width};
        Text out = launch_text(&f, style);
        assert_printable(&out, &style);
        text_free(&out);
    }
}

static void ratios_keep_the_digits_that_matter(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    const Metric show[] = {METRIC_GLOBAL_LOAD_SECTORS_PER_REQUEST, METRIC_GLOBAL_LOAD_EFFICIENCY, METRIC_TIME_MS};
    metrics_set(&f.result.metrics, show[0], 31.97);
    metrics_set(&f.result.metrics, show[1], 0.1251);
    metrics_set(&f.result.metrics, show[2], 0.0123456);
    f.report.show = show;
    f.report.show_count = 3;
    Text out = {0};
    report_metrics_table(&out, &(Style){.width = 50}, &f.report);
    assert_string_equal(out.data, "  global.load.sectors_per_request    31.97\n"
                                  "  global.load.efficiency             12.5%\n"
                                  "  time.ms                          0.01235\n");
    text_free(&out);
}

static void any_sweep_fits_any_terminal(void **state) {
    (void)state;
    Result results[4];
    LaunchReport reports[4];
    const char *const labels[4] = {"naive", "with a long label \x1b[0m", "", "記憶體"};
    const Metric show[] = {METRIC_SHARED_LOAD_WAVEFRONTS, METRIC_GLOBAL_LOAD_EFFICIENCY, METRIC_OCCUPANCY_LIMITER};
    for (int i = 0; i < 4; i++) {
        results[i] = (Result){.status = (RunStatus)i, .error = "a reason \x1b that is too long for a narrow terminal"};
        count_transpose(&results[i].metrics);
        reports[i] = (LaunchReport){.result = &results[i]};
    }
    for (int width = 20; width < 120; width++)
        for (size_t shown = 0; shown < 4; shown++) {
            Style style = {.unicode = width % 2, .width = width};
            Text out = {0};
            report_rows(&out, &style, "version", labels, reports, 4, show, shown);
            assert_printable(&out, &style);
            text_free(&out);
        }
}

/* All parts at all widths, with names and messages that try to break out. */
static void any_launch_fits_any_terminal(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    RequestSample sample = make_strided(REQUEST_STORE, 6, 0xffff);
    sample.variable = "\x1b[31mtile";
    Finding findings[2] = {{FINDING_OUT_OF_BOUNDS,
                            false,
                            {"k.cu", 3, 0},
                            {NULL, 0, 0},
                            "a long message \x1b[5m with \xff bytes and 記憶體 in it",
                            1,
                            NULL},
                           {FINDING_UNINITIALISED,
                            true,
                            {"/usr/include/some/very/long/path/to/a/header.h", 9, 0},
                            {NULL, 0, 0},
                            "m",
                            3,
                            NULL}};
    f.result.findings = findings;
    f.result.finding_count = 2;
    f.result.samples = &sample;
    f.result.sample_count = 1;
    f.prepared.launch.kernel = "a_kernel_with_a_name_that_is_longer_than_a_narrow_terminal\x1b[0m";
    f.binding.name = "\x1b";
    f.judged = (Judged){.judged = true, .mismatch = {"out\n", 3, 31, 1024, 1e300, -1e-300, true, SCALAR_F64, false}};
    f.report.show_extra = SHOW_BANKS | SHOW_LINES | SHOW_OUTPUT | SHOW_SOURCE;
    for (int status = RUN_FINISHED; status <= RUN_UNSUPPORTED; status++)
        for (int width = 20; width < 130; width += 3) {
            Style style = {.unicode = width % 2, .width = width};
            f.result.status = (RunStatus)status;
            f.result.error = status == RUN_FINISHED ? NULL : "not \x1b possible";
            Text plain = launch_text(&f, style);
            assert_printable(&plain, &style);
            style.colour = true;
            Text coloured = launch_text(&f, style);
            char *stripped = without_escapes(&coloured);
            assert_string_equal(stripped, plain.data);
            free(stripped);
            text_free(&plain);
            text_free(&coloured);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_launch_shows_configuration_judgement_and_counts),
        cmocka_unit_test(a_total_is_shown_where_it_adds_something_up),
        cmocka_unit_test(a_list_of_metrics_is_shown_in_its_order),
        cmocka_unit_test(what_is_not_known_says_why),
        cmocka_unit_test(a_wrong_output_says_where_and_what),
        cmocka_unit_test(of_a_secret_output_only_the_count_is_told),
        cmocka_unit_test(a_refused_launch_says_why_and_shows_no_counts),
        cmocka_unit_test(what_a_device_cannot_run_names_the_line),
        cmocka_unit_test(a_race_shows_both_lines_in_their_order),
        cmocka_unit_test(every_kind_of_finding_has_a_title_of_its_own),
        cmocka_unit_test(line_directives_move_the_lines_that_are_shown),
        cmocka_unit_test(the_line_with_conflicts_comes_first),
        cmocka_unit_test(a_sweep_draws_the_first_metric_as_bars),
        cmocka_unit_test(outputs_show_their_elements_and_the_wrong_one),
        cmocka_unit_test(whole_floats_show_all_their_digits),
        cmocka_unit_test(the_picture_is_of_the_worst_request),
        cmocka_unit_test(what_a_kernel_prints_cannot_drive_the_terminal),
        cmocka_unit_test(ratios_keep_the_digits_that_matter),
        cmocka_unit_test(any_sweep_fits_any_terminal),
        cmocka_unit_test(any_launch_fits_any_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
