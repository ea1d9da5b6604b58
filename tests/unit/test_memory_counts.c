/* What requests cost: sectors, local and constant memory counted by hand, counters, lines and samples. */
#include "memory_fixture.h"
#include "metric_names.h"

/* ---- sectors ----------------------------------------------------------------------------------------------------- */

/* Counts that one global load leaves behind. */
static void expect_sectors(Lanes lanes, uint32_t mask, int element, int vector, int touched, int ideal) {
    Fixture f;
    fixture_begin(&f);
    SimAccess access = access_of(REQUEST_LOAD, PTX_GLOBAL, 0);
    access.element = (uint8_t)element;
    access.vector = (uint8_t)vector;
    access.row = element == 8 ? 8 : 4;
    uint64_t rows[8][32];
    void *const data[8] = {rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6], rows[7]};
    for (int lane = 0; lane < 32; lane++) lanes.at[lane] += f.in;
    assert_true(sim_access(f.block, &access, (SimWho){.warp = 0}, mask, lanes.at, data, NULL));
    fixture_merge(&f);
    assert_true(metric(&f, METRIC_GLOBAL_LOAD_REQUESTS) == 1);
    assert_int_equal((int)metric(&f, METRIC_GLOBAL_LOAD_SECTORS), touched);
    assert_int_equal((int)metric(&f, METRIC_GLOBAL_LOAD_SECTORS_MAX), touched);
    assert_int_equal((int)metric(&f, METRIC_GLOBAL_LOAD_IDEAL_SECTORS), ideal);
    fixture_end(&f);
}

static void contiguous_lanes_fill_their_sectors(void **state) {
    (void)state; /* buffers begin at a sector's start; 32 lanes x 4 bytes = 128 bytes = 4 sectors of 32 */
    expect_sectors(strided(0, 4), EVERY_LANE, 4, 1, 4, 4);
    expect_sectors(strided(4, 4), EVERY_LANE, 4, 1, 5, 4);       /* bytes 4 .. 131 */
    expect_sectors(strided(31 * 4, -4), EVERY_LANE, 4, 1, 4, 4); /* backwards is the same */
    expect_sectors(strided(0, 1), EVERY_LANE, 1, 1, 1, 1);       /* 32 bytes */
    expect_sectors(strided(16, 1), EVERY_LANE, 1, 1, 2, 1);
    expect_sectors(strided(0, 8), EVERY_LANE, 8, 1, 8, 8);    /* 256 bytes */
    expect_sectors(strided(0, 16), EVERY_LANE, 4, 4, 16, 16); /* float4: 512 bytes */
    expect_sectors(strided(0, 32), EVERY_LANE, 4, 8, 32, 32); /* 1 KiB */
}

static void strides_leave_holes(void **state) {
    (void)state;
    expect_sectors(strided(0, 8), EVERY_LANE, 4, 1, 8, 4); /* stride 2: 256 bytes for 128 */
    expect_sectors(strided(0, 16), EVERY_LANE, 4, 1, 16, 4);
    expect_sectors(strided(0, 32), EVERY_LANE, 4, 1, 32, 4);
    expect_sectors(strided(0, 128), EVERY_LANE, 4, 1, 32, 4); /* a column: each lane a sector of its own */
    expect_sectors(strided(0, 12), EVERY_LANE, 4, 1, 12, 4);  /* bytes 0 .. 375: 11.75 sectors */
    expect_sectors(strided(0, 0), EVERY_LANE, 4, 1, 1, 1);    /* all lanes one word */
}

static void only_active_lanes_are_counted(void **state) {
    (void)state;
    expect_sectors(strided(0, 4), 0x000000ff, 4, 1, 1, 1); /* 8 lanes x 4 bytes */
    expect_sectors(strided(0, 4), 0x000001ff, 4, 1, 2, 2);
    expect_sectors(strided(0, 4), 0x80000001, 4, 1, 2, 1); /* the first and the last sector for 8 bytes */
    expect_sectors(strided(0, 32), 0x00000007, 4, 1, 3, 1);
    expect_sectors(strided(0, 4), 0xffff0000, 4, 1, 2, 2);
    expect_sectors(strided(12, 4), 0x00000001, 4, 1, 1, 1);
}

static void lanes_in_any_order_share_sectors(void **state) {
    (void)state;
    Lanes shuffled, rows, doubled;
    for (uint64_t lane = 0; lane < 32; lane++) {
        shuffled.at[lane] = (lane * 11 + 5) % 32 * 4;    /* the same 128 bytes in another order */
        rows.at[lane] = lane / 16 * 256 + lane % 16 * 4; /* a 16-wide block: two pieces of 64 bytes */
        doubled.at[lane] = (31 - lane) / 2 * 32;         /* 16 sectors, each for two lanes; 16 x 4 bytes */
    }
    expect_sectors(shuffled, EVERY_LANE, 4, 1, 4, 4);
    expect_sectors(rows, EVERY_LANE, 4, 1, 4, 4);
    expect_sectors(doubled, EVERY_LANE, 4, 1, 16, 2);
}

/* ---- local, constant --------------------------------------------------------------------------------------------- */

static void local_memory_is_interleaved(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    assert_true(store(&f, PTX_LOCAL, 1, 0, strided(8, 0))); /* word 2 of all lanes: 128 bytes side by side, 4 sectors */
    Lanes own = strided(0, 0);
    for (uint64_t lane = 0; lane < 32; lane++) own.at[lane] = lane % 16 * 4; /* 16 different words: each lane alone */
    assert_true(load(&f, PTX_LOCAL, 2, 0, own));
    uint32_t row[32] = {0};
    SimAccess bytes = access_of(REQUEST_LOAD, PTX_LOCAL, 3);
    bytes.element = 1;
    Lanes within = strided(0, 0);
    for (uint64_t lane = 0; lane < 32; lane++) within.at[lane] = lane % 4; /* bytes of word 0: 4 sectors */
    assert_true(perform(&f, bytes, 0, EVERY_LANE, within, row));
    assert_true(perform(&f, access_of(REQUEST_LOAD, PTX_LOCAL, 4), 0, 0xff, strided(8, 0), row)); /* 8 lanes: 1 */
    for (uint64_t lane = 0; lane < 32; lane++) within.at[lane] = lane % 8; /* of words 0 and 1: 8 sectors */
    assert_true(perform(&f, bytes, 0, EVERY_LANE, within, row));
    fixture_merge(&f);
    assert_true(metric(&f, METRIC_LOCAL_STORE_REQUESTS) == 1);
    assert_true(metric(&f, METRIC_LOCAL_STORE_SECTORS) == 4);
    assert_true(metric(&f, METRIC_LOCAL_LOAD_REQUESTS) == 4);
    assert_true(metric(&f, METRIC_LOCAL_LOAD_SECTORS) == 32 + 4 + 1 + 8);
    fixture_end(&f);
}

static void constant_words_are_served_one_at_a_time(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    assert_true(load(&f, PTX_CONST, 1, 0, strided(8, 0))); /* one word for all: 1 */
    assert_true(load(&f, PTX_CONST, 1, 0, strided(0, 4))); /* a word for each lane: 32 */
    Lanes pairs = strided(0, 0);
    for (uint64_t lane = 0; lane < 32; lane++) pairs.at[lane] = 60 - lane / 8 * 20; /* four words */
    assert_true(load(&f, PTX_CONST, 1, 0, pairs));
    fixture_merge(&f);
    assert_true(metric(&f, METRIC_CONSTANT_REQUESTS) == 1 + 32 + 4);
    assert_true(metric(&f, METRIC_CONSTANT_SERIALISED) == 0 + 31 + 3);
    fixture_end(&f);
}

/* ---- shared, lines, samples -------------------------------------------------------------------------------------- */

static void a_column_costs_32_wavefronts_and_padding_none(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    for (uint32_t row = 0; row < 33; row++) assert_true(store(&f, PTX_SHARED, 0, 0, strided(TILE + row * 128, 4)));
    sim_block_barrier(f.block);
    assert_true(load(&f, PTX_SHARED, 1, 0, strided(TILE, 128)));
    assert_true(load(&f, PTX_SHARED, 2, 0, strided(TILE, 132)));
    fixture_merge(&f);
    assert_true(metric(&f, METRIC_SHARED_STORE_REQUESTS) == 33);
    assert_true(metric(&f, METRIC_SHARED_STORE_CONFLICTS) == 0);
    assert_true(metric(&f, METRIC_SHARED_LOAD_REQUESTS) == 2);
    assert_true(metric(&f, METRIC_SHARED_LOAD_WAVEFRONTS) == 33);
    assert_true(metric(&f, METRIC_SHARED_LOAD_CONFLICTS) == 31);
    assert_true(metric(&f, METRIC_SHARED_LOAD_WAYS) == 32);
    assert_true(metric(&f, METRIC_SHARED_ATOMIC_REQUESTS) == 0);
    assert_true(metric(&f, METRIC_SHARED_CONFLICTS) == 31);
    assert_true(metric(&f, METRIC_SHARED_REQUESTS) == 35);
    fixture_end(&f);
}

static void every_count_is_known_and_nothing_else(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    fixture_merge(&f);
    for (Metric m = 0; m < metric_count; m++) {
        bool sum = metric_info[m].source == METRIC_SOURCE_SUM && !metric_needs_gpu(m);
        bool left = metric_needs_assembler(m); /* branches: known where the machine code tells, and here is none */
        bool count = (metric_info[m].source == METRIC_SOURCE_COUNTED && !left) || sum;
        assert_int_equal(f.result.metrics.known[m], count);
        if (count) assert_true(f.result.metrics.value[m] == 0);
    }
    assert_int_equal(f.result.line_count, 0);
    fixture_end(&f);
}

static void counts_are_kept_for_each_line_in_order(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    f.loc[7] = (Loc){"a.h", 90, 1};
    f.loc[5] = f.loc[1]; /* two instructions of one line */
    f.loc[6] = (Loc){NULL, 0, 0};
    assert_true(store(&f, PTX_SHARED, 3, 0, strided(TILE, 4)));
    assert_true(store(&f, PTX_SHARED, 3, 0, strided(TILE, 4)));
    assert_true(load(&f, PTX_GLOBAL, 1, 0, strided(f.in, 4)));
    assert_true(load(&f, PTX_GLOBAL, 5, 0, strided(f.in, 8)));
    assert_true(load(&f, PTX_GLOBAL, 7, 0, strided(f.in, 0)));
    assert_true(load(&f, PTX_GLOBAL, 6, 0, strided(f.in, 0))); /* of no known line */
    sim_count(f.block, METRIC_INSTRUCTIONS_WARP, 1, 12);
    sim_count(f.block, METRIC_INSTRUCTIONS_THREAD, 1, 12 * 32);
    fixture_merge(&f);
    assert_int_equal(f.result.line_count, 3);
    const LineCounts *lines = f.result.lines;
    assert_string_equal(lines[0].loc.file, "a.h");
    assert_int_equal(lines[1].loc.line, FIRST_LINE + 1);
    assert_int_equal(lines[2].loc.line, FIRST_LINE + 3);
    assert_true(lines[1].metrics.value[METRIC_GLOBAL_LOAD_REQUESTS] == 2);
    assert_true(lines[1].metrics.value[METRIC_GLOBAL_LOAD_SECTORS] == 12);
    assert_true(lines[1].metrics.value[METRIC_GLOBAL_LOAD_SECTORS_MAX] == 8);
    assert_true(lines[1].metrics.value[METRIC_GLOBAL_LOAD_SECTORS_PER_REQUEST] == 6);
    assert_true(lines[1].metrics.value[METRIC_INSTRUCTIONS_WARP] == 12);
    assert_false(lines[1].metrics.known[METRIC_SHARED_STORE_REQUESTS]);
    assert_true(lines[2].metrics.value[METRIC_SHARED_STORE_REQUESTS] == 2);
    assert_true(lines[2].metrics.known[METRIC_SHARED_CONFLICTS]);
    assert_true(lines[2].metrics.value[METRIC_SHARED_CONFLICTS] == 0);
    assert_true(metric(&f, METRIC_GLOBAL_LOAD_REQUESTS) == 4);
    fixture_end(&f);
}

static void the_first_of_the_worst_requests_is_kept_for_the_picture(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    f.layout.races = false;
    assert_true(load(&f, PTX_SHARED, 4, 1, strided(TILE, 4)));       /* 1 wavefront */
    assert_true(load(&f, PTX_SHARED, 4, 2, strided(TILE + 8, 8)));   /* 2: kept at first */
    assert_true(load(&f, PTX_SHARED, 4, 3, strided(TILE + 4, 128))); /* 32: the worst */
    assert_true(load(&f, PTX_SHARED, 4, 1, strided(TILE, 128)));     /* 32 too, in an earlier warp */
    assert_true(load(&f, PTX_SHARED, 4, 1, strided(TILE + 12, 128)));
    fixture_merge(&f);
    assert_int_equal(f.result.sample_count, 1);
    const RequestSample *sample = &f.result.samples[0];
    assert_int_equal(sample->loc.line, FIRST_LINE + 4);
    assert_int_equal(sample->warp, 1);
    assert_int_equal(sample->address[3], TILE + 3 * 128);
    assert_int_equal(sample->wavefronts, 32);
    assert_int_equal(sample->conflicts, 31);
    assert_int_equal(sample->ways, 32);
    assert_string_equal(sample->variable, "tile");
    for (int lane = 0; lane < 32; lane++) {
        assert_int_equal(sample->pass[lane], lane);
        assert_int_equal(sample->group[lane], 0);
    }
    fixture_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contiguous_lanes_fill_their_sectors),
        cmocka_unit_test(strides_leave_holes),
        cmocka_unit_test(only_active_lanes_are_counted),
        cmocka_unit_test(lanes_in_any_order_share_sectors),
        cmocka_unit_test(local_memory_is_interleaved),
        cmocka_unit_test(constant_words_are_served_one_at_a_time),
        cmocka_unit_test(a_column_costs_32_wavefronts_and_padding_none),
        cmocka_unit_test(every_count_is_known_and_nothing_else),
        cmocka_unit_test(counts_are_kept_for_each_line_in_order),
        cmocka_unit_test(the_first_of_the_worst_requests_is_kept_for_the_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
