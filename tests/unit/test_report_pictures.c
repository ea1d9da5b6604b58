/* Pictures of a request over sectors, of a race and of occupancy. Sectors were counted by hand from the addresses; the
 * blocks that fit are compared with CUDA's own calculator. */
#include "compile/compile.h"
#include "metric_names.h"
#include "report_samples.h"

static const char *const source = "__global__ void k(float *out) {\n    __shared__ float tile[32];\n"
                                  "    out[8 * threadIdx.x] = tile[0];\n    tile[1] = 2;\n}\n";
static const Style ascii100 = {.width = 100}, ascii80 = {.width = 80}, ascii60 = {.width = 60},
                   unicode80 = {.unicode = true, .width = 80};

/* ---- sectors ----------------------------------------------------------------------------------------------------- */

enum { BUFFER = 0x1000 };

/* Lane l at byte first + l * distance of a buffer that begins at a sector's start. */
static SectorSample strided(int width, int64_t first, int64_t distance, uint32_t mask, int sectors, int ideal) {
    SectorSample sample = {.loc = {"kernel.cu", 3, 0},
                           .op = REQUEST_STORE,
                           .warp = 1,
                           .width = width,
                           .mask = mask,
                           .sectors = sectors,
                           .ideal = ideal,
                           .variable = "out",
                           .variable_start = BUFFER};
    for (int lane = 0; lane < 32; lane++) sample.address[lane] = (uint64_t)(BUFFER + first + lane * distance);
    return sample;
}

static Text draw(SectorSample sample, Style style) {
    Text out = {0};
    report_sectors(&out, &style, &sample, source);
    assert_printable(&out, &style);
    return out;
}

static void a_stride_of_a_sector_moves_eight_times_what_is_wanted(void **state) {
    (void)state; /* 32 lanes x 32 bytes apart: 32 sectors, 4 bytes of each, 128 of 1024 bytes = 12.5 % */
    Text out = draw(strided(4, 0, 32, ALL_LANES, 32, 4), unicode80);
    assert_string_equal(out.data, "A store to out, 4 bytes a lane · block (0, 0, 0), warp 1\n"
                                  "▸    3 │ out[8 * threadIdx.x] = tile[0];\n"
                                  "\n"
                                  "byte    +0  +4  +8 +12 +16 +20 +24 +28\n"
                                  "   0     0   ·   ·   ·   ·   ·   ·   ·   4 of 32 bytes\n"
                                  "  32     1   ·   ·   ·   ·   ·   ·   ·   4 of 32 bytes\n"
                                  "  64     2   ·   ·   ·   ·   ·   ·   ·   4 of 32 bytes\n"
                                  "  96     3   ·   ·   ·   ·   ·   ·   ·   4 of 32 bytes\n"
                                  " 128     4   ·   ·   ·   ·   ·   ·   ·   4 of 32 bytes\n"
                                  " 160     5   ·   ·   ·   ·   ·   ·   ·   4 of 32 bytes\n"
                                  "… 25 more sectors\n"
                                  " 992    31   ·   ·   ·   ·   ·   ·   ·   4 of 32 bytes\n"
                                  "a row: a sector of 32 bytes, a number: the lane that wants the word, · moved for\n"
                                  "  nobody\n"
                                  "\n"
                                  "32 lanes write to 128 bytes, which lie in 32 sectors: 128 of 1,024 bytes used,\n"
                                  "12.5%.\n"
                                  "Neighbouring lanes are 32 bytes apart, so that each has a sector to itself: 4\n"
                                  "sectors would do.\n");
    text_free(&out);
}

static void lanes_side_by_side_leave_nothing_unused(void **state) {
    (void)state;
    Text out = draw(strided(4, 0, 4, ALL_LANES, 4, 4), ascii100);
    assert_non_null(strstr(out.data, "  32     8   9  10  11  12  13  14  15  32 of 32 bytes\n"));
    assert_non_null(strstr(out.data, "in 4 sectors: 128 of 128 bytes used, 100%."));
    assert_null(strstr(out.data, "would do"));
    text_free(&out);
}

static void the_bytes_between_neighbouring_lanes_are_counted(void **state) {
    (void)state; /* 32 lanes x 16 bytes apart: 16 sectors with two lanes each */
    Text one = draw(strided(1, 0, 16, ALL_LANES, 16, 1), ascii100),
         two = draw(strided(2, 0, 16, ALL_LANES, 16, 2), ascii100);
    assert_non_null(strstr(one.data, "16 bytes apart, 1 of which is wanted: 1 sector would do."));
    assert_non_null(strstr(two.data, "16 bytes apart, 2 of which are wanted: 2 sectors would do."));
    text_free(&one);
    text_free(&two);
}

static void an_offset_touches_one_sector_more(void **state) {
    (void)state; /* bytes 4 to 131: the first sector lacks 4 bytes, the fifth holds 4 */
    Text out = draw(strided(4, 4, 4, ALL_LANES, 5, 4), ascii100);
    assert_non_null(strstr(out.data, "   0     .   0   1   2   3   4   5   6  28 of 32 bytes\n"));
    assert_non_null(strstr(out.data, " 128    31   .   .   .   .   .   .   .   4 of 32 bytes\n"));
    assert_non_null(strstr(out.data, "in 5 sectors: 128 of 160 bytes used, 80%."));
    assert_non_null(strstr(out.data, "the first byte is 4 bytes into its sector"));
    text_free(&out);
}

static void wide_and_narrow_lanes_are_drawn_by_words(void **state) {
    (void)state; /* 16 bytes: two lanes a sector; 1 byte: four lanes a word */
    Text out = draw(strided(16, 0, 16, 0x3, 1, 1), ascii80);
    assert_non_null(strstr(out.data, "   0     0   =   =   =   1   =   =   =  32 of 32 bytes\n"));
    text_free(&out);
    out = draw(strided(1, 0, 1, 0xf, 1, 1), ascii80);
    assert_non_null(strstr(out.data, "   0     @   .   .   .   .   .   .   .   4 of 32 bytes\n"));
    text_free(&out);
    out = draw(strided(4, 0, 0, ALL_LANES, 1, 1), ascii80); /* all lanes one word */
    assert_non_null(strstr(out.data, "32 lanes write to 4 bytes, which lie in 1 sector: 4 of 32 bytes used"));
    text_free(&out);
}

static void sectors_fit_every_width(void **state) {
    (void)state;
    for (int width = 20; width <= 120; width += 5) {
        Style style = {.width = width, .unicode = width % 10 == 0, .colour = width % 3 == 0};
        SectorSample sample = strided(8, 1 << 30, -72, 0x7fffff0f, 31, 4);
        sample.variable = width % 20 == 0 ? "out\x1b[2J" : NULL;
        Text out = {0};
        report_sectors(&out, &style, &sample, source);
        char *plain = without_escapes(&out);
        Text bare = {.data = plain};
        assert_printable(&bare, &style);
        free(plain);
        text_free(&out);
    }
}

/* ---- passes ------------------------------------------------------------------------------------------------------ */

static void each_pass_is_drawn_by_itself(void **state) {
    (void)state; /* stride 2: lanes 16 to 31 come in the second pass, to the same 16 banks */
    RequestSample sample = make_strided(REQUEST_LOAD, 2, UINT32_MAX);
    assert_int_equal(report_bank_passes(&sample), 2);
    Text out = {0};
    report_bank_pass(&out, &ascii80, &sample, 1);
    assert_string_equal(out.data, "bank     0       4       8      12      16      20      24      28\n"
                                  "pass 2  16 .17 .18 .19 .20 .21 .22 .23 .24 .25 .26 .27 .28 .29 .30 .31 .\n"
                                  "16 banks work, 16 idle: bank 0 word 32 for lane 16; bank 2 word 34 for lane 17;\n"
                                  "  bank 4 word 36 for lane 18; ...\n");
    text_free(&out);
}

/* ---- races ------------------------------------------------------------------------------------------------------- */

static const RacePair pair = {.place = "`tile`, element 1",
                              .first = {REQUEST_STORE, "(3,0,0)"},
                              .second = {REQUEST_LOAD, "(40,0,0)"},
                              .missing = "with no __syncthreads() between"};

static void a_race_is_a_time_line_of_two_threads(void **state) {
    (void)state;
    LaunchReport report = {.source = source, .source_file = "kernel.cu"};
    Finding finding = {.loc = {"kernel.cu", 3, 0}, .other = {"kernel.cu", 4, 0}, .race = &pair};
    Text out = {0};
    assert_true(report_race(&out, &unicode80, &report, &finding));
    assert_string_equal(out.data, "   thread (3,0,0)                    thread (40,0,0)\n"
                                  "│  writes tile[1]\n"
                                  "│  line 4: tile[1] = 2;\n"
                                  "│\n"
                                  "│  ✗ no __syncthreads() between\n"
                                  "│\n"
                                  "│                                    reads tile[1]\n"
                                  "│                                    line 3: out[8 * threadIdx.x] = tile[0];\n"
                                  "▼ time\n"
                                  "\n"
                                  "Nothing keeps this order: the read may come first, and then it finds what was\n"
                                  "there before.\n");
    text_free(&out);
    assert_true(report_race(&out, &ascii60, &report, &finding));
    assert_printable(&out, &ascii60);
    assert_non_null(strstr(out.data, "|  thread (40,0,0) reads tile[1]\n"));
    text_free(&out);
}

/* A line of source that is longer than its column goes on below, in every width. */
static void a_long_line_of_a_race_is_not_cut(void **state) {
    (void)state;
    static const char *const text = "1\n2\nout[threadIdx.x] = tile[(threadIdx.x + offset) % blockDim.x] + last;\n"
                                    "tile[(threadIdx.x * stride) % blockDim.x] = in[threadIdx.x];\n";
    LaunchReport report = {.source = text, .source_file = "kernel.cu"};
    Finding finding = {.loc = {"kernel.cu", 3, 0}, .other = {"kernel.cu", 4, 0}, .race = &pair};
    Text out = {0};
    assert_true(report_race(&out, &unicode80, &report, &finding));
    assert_non_null(strstr(out.data, "│  line 4: tile[(threadIdx.x * stride) % blockDim.x] = in[threadIdx.x];\n"));
    assert_non_null(strstr(out.data, "last;\n"));
    text_free(&out);
    for (int width = 20; width < 130; width++) {
        Style style = {.width = width};
        assert_true(report_race(&out, &style, &report, &finding));
        assert_printable(&out, &style);
        text_free(&out);
    }
}

static void a_finding_without_two_accesses_has_no_time_line(void **state) {
    (void)state;
    LaunchReport report = {.source = source, .source_file = "kernel.cu"};
    Finding finding = {.loc = {"kernel.cu", 3, 0}, .message = "words[0]: two lanes write different values"};
    Text out = {0};
    assert_false(report_race(&out, &unicode80, &report, &finding));
    assert_int_equal(out.size, 0);
}

/* ---- occupancy --------------------------------------------------------------------------------------------------- */

static Text draw_occupancy(const char *arch, KernelResources resources, uint32_t threads, uint64_t dynamic,
                           Style style) {
    Prepared prepared = {
        .launch = {.kernel = "k", .grid = {1, 1, 1}, .block = {threads, 1, 1}, .shared_dynamic = dynamic}};
    LaunchReport report = {.device = "sim", .arch = arch, .prepared = &prepared};
    Text out = {0};
    report_occupancy(&out, &style, &report, &resources);
    return out;
}

static void the_blocks_that_fit_are_those_of_the_calculator(void **state) {
    (void)state;
    if (!occupancy_available()) skip();
    static const char *const archs[] = {"sm_75", "sm_80", "sm_86", "sm_90", "sm_120"};
    static const int registers[] = {8, 24, 33, 64, 100, 168, 255};
    static const uint32_t threads[] = {1, 32, 96, 128, 250, 256, 512, 1024};
    static const int shared[] = {0, 100, 4096, 8500, 20000, 49152}, barriers[] = {1, 2, 3, 5, 9, 16};
    int compared = 0;
    for (size_t a = 0; a < 5; a++)
        for (size_t r = 0; r < 7; r++)
            for (size_t t = 0; t < 8; t++)
                for (size_t s = 0; s < 6; s++) {
                    Metrics metrics = {0};
                    KernelResources needs = {.kernel = "k",
                                             .registers = registers[r],
                                             .shared_static = shared[s],
                                             .barriers = barriers[(r + s) % 6]};
                    occupancy_fill(&needs, archs[a], (int)threads[t], 0, &metrics);
                    if (!metrics.known[METRIC_OCCUPANCY_BLOCKS_PER_SM]) continue;
                    int blocks = (int)metrics.value[METRIC_OCCUPANCY_BLOCKS_PER_SM];
                    char expected[64];
                    snprintf(expected, sizeof expected, "\n%d block%s", blocks, blocks == 1 ? " fits" : "s fit");
                    Text out = draw_occupancy(archs[a], needs, threads[t], 0, ascii80);
                    if (strstr(out.data, expected) == NULL)
                        fail_msg("%s, %d registers, %u threads, %d bytes: not %s:\n%s", archs[a], registers[r],
                                 threads[t], shared[s], expected + 1, out.data);
                    text_free(&out);
                    compared++;
                }
    assert_true(compared > 1000);
}

static void what_limits_is_marked_and_told(void **state) {
    (void)state; /* 64 registers x 256 threads = 16384 a block: four fit into 65536; five need at most 48 a thread */
    Text out = draw_occupancy("sm_90", (KernelResources){.registers = 64}, 256, 0, ascii80);
    assert_non_null(strstr(out.data, "\n> registers "));
    assert_non_null(strstr(out.data, "65,536 of 65,536"));
    assert_non_null(strstr(out.data, "4 blocks fit on one multiprocessor: 32 of 64 warps, 50% occupancy."));
    assert_non_null(strstr(out.data, "with at most 48 a thread one more block"));
    text_free(&out);
    /* 233472 bytes, 40960 + 1024 a block: five fit (209920), six need at most 38912 each with what CUDA keeps */
    out = draw_occupancy("sm_90", (KernelResources){.registers = 16}, 128, 40960, ascii80);
    assert_non_null(strstr(out.data, "\n> shared "));
    assert_non_null(strstr(out.data, "5 blocks fit"));
    assert_non_null(strstr(out.data, "with at most 37,888 bytes a block"));
    text_free(&out);
    /* two of 64 barriers for each of 32 blocks: a block with 16 leaves room for three others */
    out = draw_occupancy("sm_90", (KernelResources){.registers = 16, .barriers = 16}, 32, 0, ascii80);
    assert_non_null(strstr(out.data, "\n> barriers "));
    assert_non_null(strstr(out.data, "64 of 64"));
    assert_non_null(strstr(out.data, "4 blocks fit"));
    assert_non_null(strstr(out.data, "The barriers limit it: a block has 16 barriers."));
    text_free(&out);
    out = draw_occupancy("sm_90", (KernelResources){.registers = 16, .barriers = 2}, 32, 0, ascii80);
    assert_null(strstr(out.data, "barriers"));
    text_free(&out);
    out = draw_occupancy("sm_90", (KernelResources){.registers = -1, .barriers = -1}, 256, 0, ascii60);
    assert_non_null(strstr(out.data, "unknown without the CUDA Toolkit's assembler"));
    assert_non_null(strstr(out.data, "At most 8 blocks fit"));
    assert_printable(&out, &ascii60);
    text_free(&out);
}

/* ---- source with counts ------------------------------------------------------------------------------------------ */

static const char *const shipped = "__device__ int twice(int x) {\n    return 2 * x;\n}\n\n"
                                   "__global__ void k(int *out) {\n    int i = threadIdx.x;\n    out[i * 8] = i;\n"
                                   "    out[i] = 1;\n}\n";
static const char *const changed = "__device__ int twice(int x) {\n    return 2 * x;\n}\n\n"
                                   "__global__ void k(int *out) {\n    int j = threadIdx.x;\n    int i = j / 2;\n"
                                   "    out[i * 8] = i;\n    tile[i] = 1;\n}\n";

static LineCounts line_of(int line, double sectors, double wavefronts) {
    LineCounts counts = {.loc = {"kernel.cu", line, 0}};
    if (sectors > 0) metrics_set(&counts.metrics, METRIC_GLOBAL_STORE_REQUESTS, 1);
    if (sectors > 0) metrics_set(&counts.metrics, METRIC_GLOBAL_STORE_SECTORS, sectors);
    if (wavefronts > 0) metrics_set(&counts.metrics, METRIC_SHARED_STORE_REQUESTS, 1);
    if (wavefronts > 0) metrics_set(&counts.metrics, METRIC_SHARED_STORE_WAVEFRONTS, wavefronts);
    return counts;
}

static void lines_show_what_they_cost_before_and_now(void **state) {
    (void)state;
    LineCounts old[] = {line_of(7, 32, 0), line_of(8, 4, 0)}, now[] = {line_of(8, 16, 0), line_of(9, 0, 40000)};
    Finding finding = {.kind = 0, .loc = {"kernel.cu", 9, 0}, .other = {"kernel.cu", 8, 0}};
    Result old_result = {.lines = old, .line_count = 2};
    Result result = {.lines = now, .line_count = 2, .findings = &finding, .finding_count = 1};
    LaunchReport before = {.source = shipped, .source_file = "kernel.cu", .result = &old_result};
    LaunchReport report = {.source = changed, .source_file = "kernel.cu", .result = &result};
    Style style = {.unicode = true, .width = 100};
    Text out = {0};
    report_annotated(&out, &style, &report, "k", &before);
    assert_string_equal(out.data, "  requests  waves sectors\n"
                                  "                             5 │ __global__ void k(int *out) {\n"
                                  "                             6 │     int j = threadIdx.x;\n"
                                  "                             7 │     int i = j / 2;\n"
                                  "         1          32→16    8 │     out[i * 8] = i;\n"
                                  "▸        1 40,000            9 │     tile[i] = 1;\n"
                                  "                               │   ✗ race with line 8\n"
                                  "                            10 │ }\n"
                                  "requests: to memory, by warps; waves: wavefronts of shared memory; sectors: of "
                                  "global and local\n  memory; ▸ the line that costs most\n"
                                  "As shipped and now: requests 2, unchanged; wavefronts 0 → 40,000; sectors 36 → "
                                  "16.\n");
    text_free(&out);
    style = (Style){.width = 80};
    report_annotated(&out, &style, &report, "k", &before);
    assert_non_null(strstr(out.data, "  req wave   sect\n"));
    assert_non_null(strstr(out.data, ">   1  40K           9 |"));
    text_free(&out);
    style.width = 44;
    report_annotated(&out, &style, &report, "k", NULL);
    assert_printable(&out, &style);
    assert_non_null(strstr(out.data, "    8 |     out[i * 8] = i;\n       |   1 requests, 16 sectors\n"));
    text_free(&out);
}

static void counted_lines_of_other_functions_come_after(void **state) {
    (void)state;
    LineCounts now[] = {line_of(2, 5, 0)};
    Result result = {.lines = now, .line_count = 1};
    LaunchReport report = {.source = shipped, .source_file = "kernel.cu", .result = &result};
    Text out = {0};
    report_annotated(&out, &ascii100, &report, "k", NULL);
    assert_non_null(strstr(out.data, "Elsewhere in the file:\n>        1       5    2 |     return 2 * x;\n"));
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stride_of_a_sector_moves_eight_times_what_is_wanted),
        cmocka_unit_test(lanes_side_by_side_leave_nothing_unused),
        cmocka_unit_test(the_bytes_between_neighbouring_lanes_are_counted),
        cmocka_unit_test(an_offset_touches_one_sector_more),
        cmocka_unit_test(wide_and_narrow_lanes_are_drawn_by_words),
        cmocka_unit_test(sectors_fit_every_width),
        cmocka_unit_test(each_pass_is_drawn_by_itself),
        cmocka_unit_test(a_race_is_a_time_line_of_two_threads),
        cmocka_unit_test(a_long_line_of_a_race_is_not_cut),
        cmocka_unit_test(a_finding_without_two_accesses_has_no_time_line),
        cmocka_unit_test(the_blocks_that_fit_are_those_of_the_calculator),
        cmocka_unit_test(what_limits_is_marked_and_told),
        cmocka_unit_test(lines_show_what_they_cost_before_and_now),
        cmocka_unit_test(counted_lines_of_other_functions_come_after),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
