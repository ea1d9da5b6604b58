/* Pages and their pictures: what is drawn of requests whose banks follow from their addresses, and text that would be
 * markup if it were not escaped. */
#include "report_samples.h"

#include "metric_names.h"
#include "report/html/html.h"

/* Cells with a lane, of both colours. */
static size_t cells(const Text *svg) {
    return count_of(svg->data, "<rect class=\"ws-");
}

/* A column of a tile of 32 words a row: each lane in bank 0, one after the other. */
static void a_column_is_32_rows_of_one_cell(void **state) {
    (void)state;
    RequestSample sample = make_strided(REQUEST_LOAD, 32, UINT32_MAX);
    Text svg = {0};
    svg_banks(&svg, &sample, 3);
    assert_int_equal(cells(&svg), 32);
    assert_int_equal(count_of(svg.data, "<rect class=\"ws-again\" x=\"109\""), 32);
    assert_int_equal(count_of(svg.data, "h621"), 32);
    assert_non_null(strstr(svg.data, ">pass 32</text>"));
    assert_null(strstr(svg.data, ">pass 33</text>"));
    assert_non_null(strstr(svg.data, "aria-labelledby=\"picture3-title picture3-desc\""));
    assert_non_null(strstr(svg.data, "<title id=\"picture3-title\">A load from tile, over the 32 banks</title>"));
    assert_non_null(strstr(svg.data, "32 lanes ask bank 0 for 32 different words: 32 passes instead of 1."));
    text_free(&svg);
}

/* Stride 2: banks 0, 2, 4..., each with two lanes; lane 16 begins again at bank 0. */
static void stride_two_is_two_rows_of_16_cells(void **state) {
    (void)state;
    RequestSample sample = make_strided(REQUEST_LOAD, 2, UINT32_MAX);
    Text svg = {0};
    svg_banks(&svg, &sample, 1);
    assert_int_equal(count_of(svg.data, "ws-again\" x="), 32);
    assert_int_equal(count_of(svg.data, "h621"), 2);
    assert_non_null(strstr(svg.data, "x=\"118\" y=\"58\">0</text>"));  /* bank 0, the first pass */
    assert_non_null(strstr(svg.data, "x=\"118\" y=\"78\">16</text>")); /* the second */
    text_free(&svg);
}

static void neighbours_need_one_pass(void **state) {
    (void)state;
    RequestSample sample = make_strided(REQUEST_STORE, 1, UINT32_MAX);
    Text svg = {0};
    svg_banks(&svg, &sample, 1);
    assert_int_equal(count_of(svg.data, "ws-once\" x="), 32);
    assert_int_equal(count_of(svg.data, "h621"), 1);
    text_free(&svg);
}

static void lanes_of_one_word_share_a_cell(void **state) {
    (void)state;
    RequestSample sample = make_strided(REQUEST_LOAD, 0, 0xff);
    Text svg = {0};
    svg_banks(&svg, &sample, 1);
    assert_int_equal(cells(&svg), 1);
    assert_non_null(strstr(svg.data, ">8x</text>"));
    text_free(&svg);
}

/* 16 bytes a lane: eight lanes fill the 32 banks, so that four groups have one pass each. */
static void wide_lanes_are_served_in_four_groups(void **state) {
    (void)state;
    uint32_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) address[lane] = lane * 16;
    RequestSample sample = make_sample(REQUEST_LOAD, 16, UINT32_MAX, address);
    Text svg = {0};
    svg_banks(&svg, &sample, 1);
    assert_int_equal(count_of(svg.data, "ws-once\" x="), 4 * 32);
    assert_non_null(strstr(svg.data, ">group 4, pass 1</text>"));
    text_free(&svg);
}

/* Lanes 12 bytes apart: 12 sectors of 32 bytes, in each of which two or three words are wanted. */
static void sectors_are_rows_of_eight_words(void **state) {
    (void)state;
    SectorSample sample = {
        .op = REQUEST_LOAD, .width = 4, .mask = UINT32_MAX, .sectors = 12, .ideal = 4, .variable = "a<b"};
    for (uint64_t lane = 0; lane < WARP_SIZE; lane++) sample.address[lane] = 4096 + 12 * lane;
    sample.variable_start = 4096;
    Text svg = {0};
    svg_sectors(&svg, &sample, 2);
    assert_int_equal(count_of(svg.data, "<rect class=\"ws-again\""), 32);
    assert_int_equal(count_of(svg.data, "h225"), 12);
    assert_int_equal(count_of(svg.data, ">12 of 32 bytes</text>"), 8);
    assert_int_equal(count_of(svg.data, ">8 of 32 bytes</text>"), 4);
    assert_non_null(strstr(svg.data, ">352</text>"));
    assert_non_null(
        strstr(svg.data, "<title id=\"picture2-title\">A load from a&lt;b, over the sectors of 32 bytes</title>"));
    text_free(&svg);
    for (uint64_t lane = 0; lane < WARP_SIZE; lane++) sample.address[lane] = 4096 + 4 * lane;
    svg_sectors(&svg, &sample, 2);
    assert_int_equal(count_of(svg.data, "<rect class=\"ws-once\""), 32);
    assert_int_equal(count_of(svg.data, "h225"), 4);
    text_free(&svg);
}

static void no_name_is_markup(void **state) {
    (void)state;
    RequestSample sample = make_strided(REQUEST_LOAD, 32, UINT32_MAX);
    sample.variable = "a</title><script>\"'&\033[31m";
    Text svg = {0};
    svg_banks(&svg, &sample, 0);
    assert_null(strstr(svg.data, "<script"));
    assert_null(strchr(svg.data, 033));
    assert_non_null(strstr(svg.data, "a&lt;/title&gt;&lt;script&gt;&quot;&#39;&amp;"));
    assert_ptr_equal(strstr(svg.data, svg_mark), svg.data);
    text_free(&svg);
}

/* The axis of 1, 2, 32 ends at 40 in steps of 10: the bar of 32 is 160 of its 200 units high. */
static void bars_are_as_high_as_their_numbers(void **state) {
    (void)state;
    static const double values[] = {1, 2, 32};
    static const char *const labels[] = {"<1>", "2", "32"};
    Result results[3] = {0};
    LaunchReport reports[3] = {0};
    for (size_t i = 0; i < 3; i++) {
        results[i].metrics.known[METRIC_SHARED_LOAD_WAYS] = true;
        results[i].metrics.value[METRIC_SHARED_LOAD_WAYS] = values[i];
        reports[i].result = &results[i];
    }
    const Metric show[] = {METRIC_SHARED_LOAD_REQUESTS, METRIC_SHARED_LOAD_WAYS};
    assert_int_equal(svg_metric_to_plot(reports, 3, show, 2), METRIC_SHARED_LOAD_WAYS);
    Text svg = {0};
    assert_true(svg_plot(&svg, "stride", labels, reports, 3, METRIC_SHARED_LOAD_WAYS, 1));
    assert_non_null(strstr(svg.data, "height=\"160.0\""));
    assert_non_null(strstr(svg.data, "height=\"5.0\""));
    assert_non_null(strstr(svg.data, "&lt;1&gt;: 1, 2: 2, 32: 32</desc>"));
    assert_null(strstr(svg.data, "<1>"));
    text_free(&svg);
    assert_false(svg_plot(&svg, "stride", labels, reports, 3, METRIC_SHARED_LOAD_CONFLICTS, 1));
    assert_null(svg.data);
}

static void markdown_becomes_elements_and_nothing_else(void **state) {
    (void)state;
    Text out = {0};
    html_markdown(&out, 2,
                  "# A\n\n### B\n\n**x** <b onclick=1> &lt; `a<b`\n\n[j](javascript:x) [h](https://a.b/?c&d)"
                  " ![*alt*](https://a.b/p.png)\n\n| a | b |\n| --- | ---: |\n| 1 | 2 |\n");
    assert_non_null(strstr(out.data, "<h3>A</h3>"));
    assert_non_null(strstr(out.data, "<h4>B</h4>"));
    assert_non_null(strstr(out.data, "<strong>x</strong> &lt;b onclick=1&gt; &lt; <code>a&lt;b</code>"));
    assert_non_null(strstr(out.data, "j <a rel=\"noreferrer\" href=\"https://a.b/?c&amp;d\">h</a> alt</p>"));
    assert_non_null(strstr(out.data, "<th scope=\"col\" class=\"number\">b</th>"));
    assert_null(strstr(out.data, "p.png"));
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_column_is_32_rows_of_one_cell),
        cmocka_unit_test(stride_two_is_two_rows_of_16_cells),
        cmocka_unit_test(neighbours_need_one_pass),
        cmocka_unit_test(lanes_of_one_word_share_a_cell),
        cmocka_unit_test(wide_lanes_are_served_in_four_groups),
        cmocka_unit_test(sectors_are_rows_of_eight_words),
        cmocka_unit_test(no_name_is_markup),
        cmocka_unit_test(bars_are_as_high_as_their_numbers),
        cmocka_unit_test(markdown_becomes_elements_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
