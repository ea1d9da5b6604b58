/* What is said of a request's lanes: distances and rows worked out by hand from the addresses and the declarations. */
#include "report_samples.h"

#include "report/draw.h"

static const char *sentence(const char *source, const RequestSample *sample) {
    static char kept[300];
    Arena *arena = arena_new();
    Prepared prepared = {
        .define_names = (const char *[]){"PAD"}, .define_values = (const char *[]){"2"}, .define_count = 1};
    LaunchReport report = {.source = source, .prepared = &prepared};
    const char *text = lanes_sentence(arena, &report, sample);
    snprintf(kept, sizeof kept, "%s", text != NULL ? text : "(nothing)");
    arena_free(arena);
    return kept;
}

static const char *strided(const char *source, uint32_t stride) {
    RequestSample sample = make_strided(REQUEST_LOAD, stride, 0xffffffff);
    return sentence(source, &sample);
}

static void one_distance_for_all_lanes_is_named(void **state) {
    (void)state;
    assert_string_equal(strided(NULL, 32), "neighbouring lanes are 32 words apart");
    assert_string_equal(strided("", 1), "neighbouring lanes are 1 word apart");
    assert_string_equal(strided("", 0), "(nothing)");
    uint32_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) address[lane] = 4000 - lane * 6; /* down, and by no whole words */
    RequestSample down = make_sample(REQUEST_STORE, 2, 0xffffffff, address);
    assert_string_equal(sentence("", &down), "neighbouring lanes are 6 bytes apart");
}

static void lanes_that_are_off_do_not_count(void **state) {
    (void)state;
    uint32_t address[32] = {0};
    for (uint32_t lane = 8; lane < 16; lane++) address[lane] = lane * 128;
    RequestSample some = make_sample(REQUEST_LOAD, 4, 0x0000ff00, address);
    assert_string_equal(sentence("", &some), "neighbouring lanes are 32 words apart");
    RequestSample few = make_sample(REQUEST_LOAD, 4, 0x00000700, address); /* two pairs do not make a rule */
    assert_string_equal(sentence("", &few), "lanes 8 and 9 want different words of bank 0");
}

static void without_one_distance_two_lanes_that_collide_are_named(void **state) {
    (void)state;
    uint32_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++)
        address[lane] = lane * 128 + (lane % 16) * 4; /* lane 16 is in bank 0 again */
    RequestSample swizzled = make_sample(REQUEST_LOAD, 4, 0xffffffff, address);
    assert_string_equal(sentence("", &swizzled), "lanes 0 and 16 want different words of bank 0");
    for (uint32_t lane = 0; lane < 32; lane++) address[lane] = (lane ^ 5) * 4; /* permuted within one row */
    RequestSample permuted = make_sample(REQUEST_LOAD, 4, 0xffffffff, address);
    assert_string_equal(sentence("", &permuted), "(nothing)");
}

static void a_step_of_one_declared_row_is_said_to_be_one(void **state) {
    (void)state;
    const char *wanted = "neighbouring lanes are 32 words apart, which is a row of `tile`";
    assert_string_equal(strided("    __shared__ int tile[32][32];\n", 32), wanted);
    assert_string_equal(strided("#define TILE 32  // words\n__shared__ float tile[TILE][TILE];\n", 32), wanted);
    assert_string_equal(strided("constexpr int SIDE = 8, TILE = 4 * SIDE;\n__shared__ int tile[SIDE][TILE];\n", 32),
                        "neighbouring lanes are 32 words apart"); /* the second of two names is not read */
    assert_string_equal(strided("constexpr int TILE = 4 * 8;\n__shared__ int other[4], tile[2][8][TILE];\n", 32),
                        wanted);
    assert_string_equal(strided("__shared__ double tile[8][16];\n", 32), wanted); /* 16 doubles are 32 words */
}

static void a_padding_that_the_index_ignores_is_named(void **state) {
    (void)state;
    assert_string_equal(strided("__shared__ int tile[32][32 + 1];\n", 32),
                        "neighbouring lanes are 32 words apart, but `tile` is declared with rows of 33 words");
    assert_string_equal(strided("__shared__ int tile[32][32 + PAD];\n", 32), /* PAD is a macro of the launch */
                        "neighbouring lanes are 32 words apart, but `tile` is declared with rows of 34 words");
    assert_string_equal(strided("__shared__ int tile[32][32];\n", 33),
                        "neighbouring lanes are 33 words apart, but `tile` is declared with rows of 32 words");
    assert_string_equal(strided("__shared__ int tile[32][33];\n", 2), "neighbouring lanes are 2 words apart");
}

static void declarations_that_say_no_row_add_nothing(void **state) {
    (void)state;
    const char *plain = "neighbouring lanes are 32 words apart";
    assert_string_equal(strided("__shared__ int tile[32 * 33];\n", 32), plain);
    assert_string_equal(strided("extern __shared__ int tile[];\n", 32), plain);
    assert_string_equal(strided("__shared__ int tiles[32][33];\n", 32), plain);
    assert_string_equal(strided("__shared__ int tile[32][N];\n", 32), plain);
    assert_string_equal(strided("#define N N\n__shared__ int tile[32][N];\n", 32), plain);
    assert_string_equal(strided("__shared__ Matrix tile[32][33];\n", 32), plain);
    assert_string_equal(strided("__shared__ int tile[32][33", 32), plain);
    assert_string_equal(strided("__shared__ int tile[32][0x7fffffffffffffff];\n", 32), plain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_distance_for_all_lanes_is_named),
        cmocka_unit_test(lanes_that_are_off_do_not_count),
        cmocka_unit_test(without_one_distance_two_lanes_that_collide_are_named),
        cmocka_unit_test(a_step_of_one_declared_row_is_said_to_be_one),
        cmocka_unit_test(a_padding_that_the_index_ignores_is_named),
        cmocka_unit_test(declarations_that_say_no_row_add_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
