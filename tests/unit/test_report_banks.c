/* The picture of a request over the banks. The expected pictures were drawn by hand from the addresses. */
#include "report_samples.h"

static const char *const source = "__global__ void k(float *out) {\n    __shared__ float tile[32][32];\n"
                                  "    out[threadIdx.x] = tile[threadIdx.x][0];\n}\n";

static Text draw(RequestSample sample, Style style) {
    Text out = {0};
    report_banks(&out, &style, &sample, source);
    return out;
}

static const Style ascii80 = {.width = 80}, unicode80 = {.unicode = true, .width = 80};

static void a_column_is_one_bank_in_32_passes(void **state) {
    (void)state;
    Text out = draw(make_strided(REQUEST_LOAD, 32, UINT32_MAX), unicode80);
    assert_string_equal(out.data, "A load from tile, 4 bytes a lane · block (0, 0, 0), warp 2\n"
                                  "▸    3 │ out[threadIdx.x] = tile[threadIdx.x][0];\n"
                                  "\n"
                                  "bank     0       4       8      12      16      20      24      28\n"
                                  "pass 1   0 · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · ·\n"
                                  "pass 2   1 · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · ·\n"
                                  "pass 3   2 · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · ·\n"
                                  "pass 4   3 · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · ·\n"
                                  "… 27 more passes\n"
                                  "pass 32 31 · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · ·\n"
                                  "words   32 · · · · · · · · · · · · · · · · · · · · · · · · · · · · · · ·\n"
                                  "a number: the lane that is served, · a bank that idles, words: each bank's total\n"
                                  "\n"
                                  "32 lanes ask bank 0 for 32 different words: 32 passes instead of 1.\n"
                                  "bank 0: lane 0 → word 0, lane 1 → word 32, lane 2 → word 64, … lane 31 → word\n"
                                  "  992\n"
                                  "Neighbouring lanes are 32 words apart, just the number of banks: every lane\n"
                                  "comes back to the same bank.\n");
    text_free(&out);
}

static void neighbouring_words_are_one_full_row(void **state) {
    (void)state;
    Text out = draw(make_strided(REQUEST_LOAD, 1, UINT32_MAX), ascii80);
    assert_string_equal(out.data, "A load from tile, 4 bytes a lane - block (0, 0, 0), warp 2\n"
                                  ">    3 | out[threadIdx.x] = tile[threadIdx.x][0];\n"
                                  "\n"
                                  "bank     0       4       8      12      16      20      24      28\n"
                                  "pass 1   # # # # # # # # # # # # # # # # # # # # # # # # # # # # # # # #\n"
                                  "# a word for one lane, . a bank that idles\n"
                                  "\n"
                                  "32 lanes ask 32 different banks: 1 pass, no conflict.\n"
                                  "lane 0 -> word 0 in bank 0, lane 1 -> word 1 in bank 1, ... lane 31 -> word 31\n"
                                  "  in bank 31\n");
    text_free(&out);
}

static void stride_two_leaves_every_other_bank_idle(void **state) {
    (void)state;
    Text out = draw(make_strided(REQUEST_LOAD, 2, UINT32_MAX), ascii80);
    assert_non_null(strstr(out.data, "pass 1   0 . 1 . 2 . 3 . 4 . 5 . 6 . 7 . 8 . 9 .10 .11 .12 .13 .14 .15 .\n"
                                     "pass 2  16 .17 .18 .19 .20 .21 .22 .23 .24 .25 .26 .27 .28 .29 .30 .31 .\n"));
    assert_non_null(strstr(out.data, "16 banks are each asked for 2 different words: 2 passes instead of 1.\n"
                                     "bank 0: lane 0 -> word 0, lane 16 -> word 32\n"));
    assert_non_null(strstr(out.data, "2 and 32 share the factor 2"));
    text_free(&out);
}

static void padding_by_one_word_fills_the_row(void **state) {
    (void)state;
    Text out = draw(make_strided(REQUEST_LOAD, 33, UINT32_MAX), ascii80);
    assert_int_equal(count_of(out.data, "pass "), 1);
    assert_non_null(strstr(out.data, "lane 1 -> word 33 in bank 1"));
    assert_non_null(strstr(out.data, "33 and 32 share no factor"));
    text_free(&out);
}

static void one_word_for_all_lanes_is_a_broadcast(void **state) {
    (void)state;
    Text out = draw(make_strided(REQUEST_LOAD, 0, UINT32_MAX), ascii80);
    assert_non_null(strstr(out.data, "pass 1   @ . . ."));
    assert_non_null(strstr(out.data, "32 lanes read the same word: bank 0 delivers it once, to all of them."));
    text_free(&out);
}

static void eight_byte_words_go_in_two_groups(void **state) {
    (void)state;
    uint32_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) address[lane] = 8 * lane;
    Text out = draw(make_sample(REQUEST_LOAD, 8, UINT32_MAX, address), ascii80);
    assert_non_null(strstr(out.data, "lanes 0-15\npass 1   #=# #=#"));
    assert_non_null(strstr(out.data, "lanes 16-31\npass 2   #=# #=#"));
    assert_non_null(strstr(out.data, "served in 2 groups, one pass each"));
    text_free(&out);
}

static void an_atomic_is_taken_lane_by_lane(void **state) {
    (void)state;
    Text out = draw(make_strided(REQUEST_ATOMIC, 0, 0xff), ascii80);
    assert_int_equal(count_of(out.data, "pass "), 8);
    assert_non_null(strstr(out.data, "8 lanes update bank 0, which takes them one by one: 8 passes instead of 1."));
    text_free(&out);
}

/* 16 bytes a lane, every lane on a row of its own: four banks with 32 passes each, too close for their totals. */
static void a_legend_has_what_is_drawn(void **state) {
    (void)state;
    uint32_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) address[lane] = 128 * lane;
    Text out = draw(make_sample(REQUEST_STORE, 16, UINT32_MAX, address), ascii80);
    assert_non_null(strstr(out.data, "... 6 more passes"));
    assert_null(strstr(out.data, "words  "));
    assert_null(strstr(out.data, "each bank's total"));
    text_free(&out);
    out = draw(make_strided(REQUEST_ATOMIC, 0, UINT32_MAX), ascii80);
    assert_non_null(strstr(out.data, "lanes   32 ."));
    assert_non_null(strstr(out.data, ", lanes: each bank's total"));
    text_free(&out);
}

static void narrow_terminals_get_the_banks_in_pieces(void **state) {
    (void)state;
    Text out = draw(make_strided(REQUEST_LOAD, 32, 0xf), (Style){.width = 44});
    assert_non_null(strstr(out.data, "bank     0       4       8      12\n"
                                     "pass 1   0 . . . . . . . . . . . . . . .\n"
                                     "pass 2   1 . . . . . . . . . . . . . . .\n"
                                     "pass 3   2 . . . . . . . . . . . . . . .\n"
                                     "pass 4   3 . . . . . . . . . . . . . . .\n"
                                     "banks 16-31 idle in every pass\n"));
    text_free(&out);
}

static void wide_terminals_name_every_lane(void **state) {
    (void)state;
    Text out = draw(make_strided(REQUEST_LOAD, 1, UINT32_MAX), (Style){.width = 104});
    assert_non_null(strstr(out.data, "bank      0  1  2  3  4  5  6  7  8  9 10 11 12"));
    assert_non_null(strstr(out.data, "pass 1    0  1  2  3  4  5  6  7  8  9 10 11 12"));
    text_free(&out);
}

static void a_request_of_no_lanes_is_said_to_be_one(void **state) {
    (void)state;
    Text out = draw(make_strided(REQUEST_LOAD, 1, 0), ascii80);
    assert_non_null(strstr(out.data, "No lane is active"));
    text_free(&out);
}

/* Random requests: lines keep to the width, ASCII stays ASCII, colour adds nothing but colour, and where no row is left
 * out there are as many rows as wavefronts. */
static void any_request_fits_any_terminal(void **state) {
    (void)state;
    static const int widths[] = {1, 2, 4, 8, 16};
    srand(20);
    for (int round = 0; round < 1500; round++) {
        int width = widths[rand() % 5];
        uint32_t address[32], range = 1u << (3 + rand() % 9), mask = (uint32_t)rand() * 2u + (uint32_t)(rand() % 2);
        if (rand() % 2) mask = UINT32_MAX;
        for (int lane = 0; lane < 32; lane++) address[lane] = (uint32_t)rand() % range * (uint32_t)width;
        RequestSample sample = make_sample((RequestOp)(rand() % (width < 4 ? 2 : 3)), width, mask, address);
        Style style = {.unicode = rand() % 2, .width = 20 + rand() % 100};
        Text plain = draw(sample, style);
        assert_printable(&plain, &style);
        if (style.width >= 72 && sample.wavefronts <= (width <= 4 ? 8 : 2))
            assert_int_equal(count_of(plain.data, "\npass "), sample.wavefronts);
        style.colour = true;
        Text coloured = draw(sample, style);
        char *stripped = without_escapes(&coloured);
        assert_string_equal(stripped, plain.data);
        free(stripped);
        text_free(&plain);
        text_free(&coloured);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_column_is_one_bank_in_32_passes),
        cmocka_unit_test(neighbouring_words_are_one_full_row),
        cmocka_unit_test(stride_two_leaves_every_other_bank_idle),
        cmocka_unit_test(padding_by_one_word_fills_the_row),
        cmocka_unit_test(one_word_for_all_lanes_is_a_broadcast),
        cmocka_unit_test(eight_byte_words_go_in_two_groups),
        cmocka_unit_test(an_atomic_is_taken_lane_by_lane),
        cmocka_unit_test(a_legend_has_what_is_drawn),
        cmocka_unit_test(narrow_terminals_get_the_banks_in_pieces),
        cmocka_unit_test(wide_terminals_name_every_lane),
        cmocka_unit_test(a_request_of_no_lanes_is_said_to_be_one),
        cmocka_unit_test(any_request_fits_any_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
