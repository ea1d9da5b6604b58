/* Which request of a source line is kept for the picture, by its warp, its turn and its cost. Costs were counted by
 * hand. */
#include "memory_fixture.h"

static void begin(Fixture *f, Recording recording) {
    fixture_begin(f);
    f->layout.recording = recording;
    f->layout.file = "folder/kernel.cu";
    fixture_block_anew(f);
}

static void load_global(Fixture *f, uint32_t warp, int64_t stride) {
    uint32_t row[32];
    assert_true(perform(f, access_of(REQUEST_LOAD, PTX_GLOBAL, 2), warp, EVERY_LANE, strided(f->in, stride), row));
}

static void the_costliest_request_of_the_line_is_kept(void **state) {
    (void)state;
    Fixture f;
    begin(&f, (Recording){.line = FIRST_LINE + 2, .block = -1, .warp = -1, .request = -1});
    load_global(&f, 0, 4);  /* 4 sectors */
    load_global(&f, 1, 16); /* 16 */
    load_global(&f, 1, 32); /* 32 */
    load_global(&f, 2, 64); /* 32, but later */
    fixture_merge(&f);
    assert_int_equal(f.result.recorded_sector_count, 1);
    const SectorSample *sample = &f.result.recorded_sectors[0];
    assert_int_equal(sample->sectors, 32);
    assert_int_equal(sample->ideal, 4);
    assert_int_equal(sample->warp, 1);
    assert_int_equal(sample->request, 1);
    assert_string_equal(sample->variable, "in");
    assert_true(sample->address[3] == f.in + 96 && sample->variable_start == f.in);
    fixture_end(&f);
}

static void warp_and_turn_choose(void **state) {
    (void)state;
    Fixture f;
    begin(&f, (Recording){.line = FIRST_LINE + 2, .block = -1, .warp = 3, .request = 1});
    load_global(&f, 3, 32);
    load_global(&f, 2, 32);
    load_global(&f, 3, 8); /* warp 3's second request: 8 sectors */
    load_global(&f, 3, 64);
    fixture_merge(&f);
    assert_int_equal(f.result.recorded_sector_count, 1);
    assert_int_equal(f.result.recorded_sectors[0].sectors, 8);
    assert_int_equal(f.result.recorded_sectors[0].warp, 3);
    fixture_end(&f);
}

static void turns_are_counted_anew_in_each_block(void **state) {
    (void)state;
    Fixture f;
    begin(&f, (Recording){.line = FIRST_LINE + 2, .block = 1, .warp = -1, .request = 0});
    load_global(&f, 0, 32);
    sim_block_begin(f.block, 1, (uint32_t[3]){1, 0, 0});
    load_global(&f, 0, 4);
    load_global(&f, 0, 32);
    fixture_merge(&f);
    assert_int_equal(f.result.recorded_sector_count, 1);
    assert_int_equal(f.result.recorded_sectors[0].sectors, 4);
    assert_int_equal(f.result.recorded_sectors[0].block[0], 1);
    fixture_end(&f);
}

static void shared_requests_come_with_their_passes(void **state) {
    (void)state;
    Fixture f;
    uint32_t row[32] = {0};
    begin(&f, (Recording){.line = FIRST_LINE, .block = -1, .warp = -1, .request = -1});
    /* stride of 32 words: one bank, 32 passes, lane l in pass l */
    assert_true(perform(&f, access_of(REQUEST_STORE, PTX_SHARED, 0), 1, EVERY_LANE, strided(TILE, 128), row));
    assert_true(perform(&f, access_of(REQUEST_STORE, PTX_SHARED, 1), 1, EVERY_LANE, strided(TILE, 4), row));
    fixture_merge(&f);
    assert_int_equal(f.result.recorded_bank_count, 1); /* the other store is on another line */
    assert_int_equal(f.result.recorded_banks[0].wavefronts, 32);
    assert_int_equal(f.result.recorded_banks[0].pass[31], 31);
    assert_string_equal(f.result.recorded_banks[0].variable, "tile");
    fixture_end(&f);
}

static void lines_of_another_file_are_not_recorded(void **state) {
    (void)state;
    Fixture f;
    begin(&f, (Recording){.line = FIRST_LINE + 2, .block = -1, .warp = -1, .request = -1});
    f.layout.file = "other.cu";
    fixture_block_anew(&f);
    load_global(&f, 0, 4);
    fixture_merge(&f);
    assert_int_equal(f.result.recorded_sector_count, 0);
    fixture_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_costliest_request_of_the_line_is_kept),
        cmocka_unit_test(warp_and_turn_choose),
        cmocka_unit_test(turns_are_counted_anew_in_each_block),
        cmocka_unit_test(shared_requests_come_with_their_passes),
        cmocka_unit_test(lines_of_another_file_are_not_recorded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
