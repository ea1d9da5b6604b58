/* Races on shared memory, each with the nearest program that is right. Warps run one after another here, in the order
 * written: what is found must not depend on it. */
#include "finding_kinds.h"
#include "memory_fixture.h"

static void expect_clean(Fixture *f) {
    fixture_merge(f);
    for (size_t i = 0; i < f->result.finding_count; i++) print_message("%s\n", f->result.findings[i].message);
    assert_int_equal(f->result.finding_count, 0);
    fixture_end(f);
}

/* Exactly one finding of kind race. */
static const Finding *expect_race(Fixture *f, bool warning) {
    fixture_merge(f);
    assert_int_equal(f->result.finding_count, 1);
    assert_int_equal(f->result.findings[0].kind, FINDING_RACE);
    assert_int_equal(f->result.findings[0].warning, warning);
    return &f->result.findings[0];
}

static SimAccess synchronising(RequestOp op, uint32_t pc) {
    SimAccess access = access_of(op, PTX_SHARED, pc);
    access.synchronising = true;
    return access;
}

static SimAccess atomic_add(uint32_t pc) {
    SimAccess access = access_of(REQUEST_ATOMIC, PTX_SHARED, pc);
    access.atomic = PTX_ATOM_ADD;
    access.type = PTX_U32;
    return access;
}

/* Every word of tile written, and the block past a barrier: as if the kernel had begun well. */
static void fill_tile(Fixture *f) {
    for (uint32_t row = 0; row < 33; row++)
        assert_true(store(f, PTX_SHARED, 15, row % 4, strided(TILE + row * 128, 4)));
    sim_block_barrier(f->block);
}

/* ---- between warps ----------------------------------------------------------------------------------------------- */

static void a_transpose_without_barrier_races(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f); /* each warp writes a row; warp 0 then reads a column of a 32 x 4 tile, by four rows of 4 */
    for (uint32_t warp = 0; warp < 4; warp++)
        assert_true(store(&f, PTX_SHARED, 2, warp, strided(TILE + warp * 128, 4)));
    Lanes column = strided(TILE, 128);
    for (int lane = 4; lane < 32; lane++) column.at[lane] = TILE;
    uint32_t row[32];
    assert_true(perform(&f, access_of(REQUEST_LOAD, PTX_SHARED, 4), 0, 0xf, column, row));
    const Finding *race = expect_race(&f, false);
    assert_string_equal(race->message,
                        "`tile`, element 32: written by thread (0,1,0) at line 12, read by thread (1,0,0) at "
                        "line 14, with no __syncthreads() between");
    assert_int_equal(race->loc.line, 14);
    assert_int_equal(race->other.line, 12);
    assert_int_equal(race->count, 3); /* lanes 1, 2 and 3 */
    fixture_end(&f);
}

static void a_transpose_with_barrier_does_not(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    for (uint32_t warp = 0; warp < 4; warp++)
        assert_true(store(&f, PTX_SHARED, 2, warp, strided(TILE + warp * 128, 4)));
    sim_block_barrier(f.block);
    Lanes column = strided(TILE, 128);
    for (int lane = 4; lane < 32; lane++) column.at[lane] = TILE;
    for (uint32_t warp = 0; warp < 4; warp++) assert_true(load(&f, PTX_SHARED, 4, warp, column));
    expect_clean(&f);
}

static void writing_what_another_warp_still_reads_races(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    fill_tile(&f);
    assert_true(load(&f, PTX_SHARED, 4, 1, strided(TILE, 4)));
    assert_true(store(&f, PTX_SHARED, 5, 0, strided(TILE, 4))); /* the loop's next round, with no barrier at its end */
    const Finding *race = expect_race(&f, false);
    assert_string_equal(race->message,
                        "`tile`, element 0: read by thread (0,1,0) at line 14, written by thread (0,0,0) at "
                        "line 15, with no __syncthreads() between");
    assert_int_equal(race->count, 32);
    fixture_end(&f);
}

static void each_shape_of_request_finds_the_reader_of_another_warp(void **state) {
    (void)state;
    static const int64_t strides[] = {4, 0, 132, 128, -4, 8};
    for (size_t read = 0; read < 6; read++)
        for (size_t mask = 0; mask < 3; mask++) {
            Fixture f;
            fixture_begin(&f);
            fill_tile(&f);
            static const uint32_t masks[] = {EVERY_LANE, 0x0000ffff, 0x50000005};
            uint32_t row[32];
            uint64_t start = strides[read] < 0 ? TILE + 31 * 4 : TILE;
            assert_true(perform(&f, access_of(REQUEST_LOAD, PTX_SHARED, 4), 2, masks[mask],
                                strided(start, strides[read]), row));
            uint32_t value[32] = {77}; /* one thread of warp 3 writes where the reader's lowest lane read */
            assert_true(perform(&f, access_of(REQUEST_STORE, PTX_SHARED, 5), 3, 1, strided(start, 0), value));
            expect_race(&f, false);
            fixture_end(&f);
        }
}

/* Of many readers any one may be the rival of the writer: whichever warps read first, the writer finds one of
 * another warp. */
static void try_readers_and_writer(uint32_t first, uint32_t second, uint32_t writer, int64_t stride) {
    Fixture f;
    fixture_begin(&f);
    fill_tile(&f);
    assert_true(load(&f, PTX_SHARED, 4, first, strided(TILE, stride)));
    assert_true(load(&f, PTX_SHARED, 4, second, strided(TILE, stride)));
    uint32_t value[32] = {1};
    sim_warp_barrier(f.block, writer, EVERY_LANE); /* orders the writer's own warp only */
    assert_true(perform(&f, access_of(REQUEST_STORE, PTX_SHARED, 5), writer, 1, strided(TILE, 0), value));
    if (first == writer && second == writer) {
        expect_clean(&f);
        return;
    }
    expect_race(&f, false);
    fixture_end(&f);
}

static void no_reader_that_matters_is_forgotten(void **state) {
    (void)state;
    static const int64_t strides[] = {0, 4, 132};
    for (uint32_t writer = 0; writer < 4; writer++)
        for (uint32_t first = 0; first < 4; first++)
            for (uint32_t second = 0; second < 4; second++)
                for (size_t i = 0; i < 3; i++) try_readers_and_writer(first, second, writer, strides[i]);
}

static void two_warps_that_write_one_word_race(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    assert_true(store(&f, PTX_SHARED, 2, 0, strided(TILE, 4)));
    assert_true(store(&f, PTX_SHARED, 2, 1, strided(TILE, 4)));
    const Finding *race = expect_race(&f, false);
    assert_string_equal(race->message,
                        "`tile`, element 0: written by thread (0,0,0) at line 12, written by thread (0,1,0) at "
                        "line 12, with no __syncthreads() between");
    fixture_end(&f);
}

static void the_same_value_from_two_warps_is_no_finding(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    uint32_t ones[32];
    for (int lane = 0; lane < 32; lane++) ones[lane] = 1;
    for (uint32_t warp = 0; warp < 2; warp++)
        assert_true(perform(&f, access_of(REQUEST_STORE, PTX_SHARED, 2), warp, EVERY_LANE, strided(TILE, 0), ones));
    expect_clean(&f);
}

static void reading_what_others_read_is_no_race(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    fill_tile(&f);
    for (uint32_t warp = 0; warp < 4; warp++) {
        assert_true(load(&f, PTX_SHARED, 4, warp, strided(TILE, 4)));
        assert_true(load(&f, PTX_SHARED, 5, warp, strided(TILE, 0)));
        assert_true(load(&f, PTX_SHARED, 6, warp, strided(TILE, 132)));
    }
    expect_clean(&f);
}

static void a_threads_own_words_are_its_own(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    for (int round = 0; round < 3; round++)
        for (uint32_t warp = 0; warp < 4; warp++) {
            assert_true(store(&f, PTX_SHARED, 2, warp, strided(TILE + warp * 128, 4)));
            assert_true(load(&f, PTX_SHARED, 3, warp, strided(TILE + warp * 128, 4)));
            assert_true(store(&f, PTX_SHARED, 4, warp, strided(TILE + warp * 128, 4)));
            uint32_t row[32];
            Lanes own = strided(TILE + warp * 128, 4);
            assert_true(perform(&f, access_of(REQUEST_LOAD, PTX_SHARED, 5), warp, 0x00ff0000, own, row));
        }
    expect_clean(&f);
}

static void a_new_block_starts_afresh(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    assert_true(store(&f, PTX_SHARED, 2, 0, strided(TILE, 4)));
    sim_block_begin(f.block, 1, (uint32_t[3]){1, 0, 0});
    assert_true(store(&f, PTX_SHARED, 2, 1, strided(TILE, 4)));
    expect_clean(&f);
}

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

static bool bytes_access(Fixture *f, RequestOp op, uint32_t pc, uint32_t warp, Lanes lanes) {
    SimAccess access = access_of(op, PTX_SHARED, pc);
    access.element = 1;
    uint32_t row[32];
    for (uint32_t lane = 0; lane < 32; lane++) row[lane] = warp + lane;
    return perform(f, access, warp, EVERY_LANE, lanes, row);
}

static void neighbouring_bytes_of_one_word_do_not_race(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f); /* two warps, every other byte each: every word is written by both */
    assert_true(bytes_access(&f, REQUEST_STORE, 2, 0, strided(BYTES, 2)));
    assert_true(bytes_access(&f, REQUEST_STORE, 2, 1, strided(BYTES + 1, 2)));
    assert_true(bytes_access(&f, REQUEST_LOAD, 3, 0, strided(BYTES, 2)));
    expect_clean(&f);
}

static void one_byte_of_another_warps_does(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    assert_true(bytes_access(&f, REQUEST_STORE, 2, 0, strided(BYTES, 2)));
    assert_true(bytes_access(&f, REQUEST_STORE, 2, 1, strided(BYTES + 33, 1)));
    const Finding *race = expect_race(&f, false);
    assert_string_equal(race->message, "`bytes`, element 34: written by thread (17,0,0) at line 12, written by thread "
                                       "(1,1,0) at line 12, with no __syncthreads() between");
    fixture_end(&f);
}

static void words_seen_before_the_first_byte_are_remembered(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    assert_true(store(&f, PTX_SHARED, 2, 0, strided(TILE, 4)));
    assert_true(bytes_access(&f, REQUEST_LOAD, 3, 1, strided(TILE + 31, 0))); /* the last byte of element 7 */
    const Finding *race = expect_race(&f, false);
    assert_string_equal(race->message,
                        "`tile`, element 7: written by thread (7,0,0) at line 12, read by thread (0,1,0) at "
                        "line 13, with no __syncthreads() between");
    fixture_end(&f);
}

static void a_wide_store_covers_all_its_words(void **state) {
    (void)state;
    for (uint64_t word = 0; word < 4; word++) {
        Fixture f;
        fixture_begin(&f);
        uint32_t rows[4][32] = {{0}};
        void *const data[8] = {rows[0], rows[1], rows[2], rows[3]};
        SimAccess access = access_of(REQUEST_STORE, PTX_SHARED, 2);
        access.vector = 4;
        Lanes lanes = strided(WIDE, 16);
        assert_true(sim_access(f.block, &access, (SimWho){.warp = 0}, EVERY_LANE, lanes.at, data, NULL));
        uint32_t row[32];
        assert_true(
            perform(&f, access_of(REQUEST_LOAD, PTX_SHARED, 3), 1, 1, strided(WIDE + 5 * 16 + word * 4, 0), row));
        const Finding *race = expect_race(&f, false);
        assert_string_equal(race->message,
                            "`wide`, element 5: written by thread (5,0,0) at line 12, read by thread (0,1,0) "
                            "at line 13, with no __syncthreads() between");
        fixture_end(&f);
    }
}

/* ---- within a warp ----------------------------------------------------------------------------------------------- */

static void a_neighbours_word_without_syncwarp_races(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    assert_true(store(&f, PTX_SHARED, 2, 0, strided(TILE, 4)));
    uint32_t row[32];
    assert_true(perform(&f, access_of(REQUEST_LOAD, PTX_SHARED, 3), 0, 0x7fffffff, strided(TILE + 4, 4), row));
    const Finding *race = expect_race(&f, false);
    assert_string_equal(race->message,
                        "`tile`, element 1: written by thread (1,0,0) at line 12, read by thread (0,0,0) at "
                        "line 13, with no __syncwarp() between");
    fixture_end(&f);
}

static void with_syncwarp_it_is_none(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f); /* a reduction of 32 values: halves, quarters ... */
    assert_true(store(&f, PTX_SHARED, 2, 0, strided(TILE, 4)));
    uint32_t row[32] = {0};
    for (uint32_t half = 16; half > 0; half /= 2) {
        uint32_t mask = (UINT32_C(1) << half) - 1;
        sim_warp_barrier(f.block, 0, EVERY_LANE);
        assert_true(perform(&f, access_of(REQUEST_LOAD, PTX_SHARED, 3), 0, mask, strided(TILE + half * 4, 4), row));
        sim_warp_barrier(f.block, 0, EVERY_LANE);
        assert_true(perform(&f, access_of(REQUEST_STORE, PTX_SHARED, 4), 0, mask, strided(TILE, 4), row));
    }
    expect_clean(&f);
}

static void a_lane_that_overwrites_what_all_lanes_read_races(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    fill_tile(&f);
    assert_true(load(&f, PTX_SHARED, 3, 0, strided(TILE, 0)));
    uint32_t value[32] = {9};
    assert_true(
        perform(&f, access_of(REQUEST_STORE, PTX_SHARED, 4), 0, 1, strided(TILE, 0), value)); /* the lowest reader */
    expect_race(&f, false);
    fixture_end(&f);
}

static void one_warps_syncwarp_does_not_order_another(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    assert_true(store(&f, PTX_SHARED, 2, 0, strided(TILE, 4)));
    sim_warp_barrier(f.block, 0, EVERY_LANE);
    sim_warp_barrier(f.block, 1, EVERY_LANE);
    assert_true(load(&f, PTX_SHARED, 3, 1, strided(TILE, 4)));
    expect_race(&f, false);
    fixture_end(&f);
}

static void lanes_that_store_different_values_to_one_word_are_a_warning(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    assert_true(store(&f, PTX_SHARED, 2, 0, strided(TILE + 20, 0)));
    const Finding *race = expect_race(&f, true);
    assert_string_equal(race->message,
                        "`tile`, element 5: threads (0,0,0) and (1,0,0) write different values to it in one "
                        "instruction, and either may stay");
    assert_int_equal(race->other.line, 0);
    fixture_end(&f);
}

static void lanes_that_store_the_same_value_are_not(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    uint32_t ones[32];
    for (int lane = 0; lane < 32; lane++) ones[lane] = 1;
    Lanes lanes = strided(TILE, 4);
    for (int lane = 0; lane < 32; lane++) lanes.at[lane] = TILE + (uint64_t)(lane % 5) * 4;
    assert_true(perform(&f, access_of(REQUEST_STORE, PTX_SHARED, 2), 0, EVERY_LANE, lanes, ones));
    expect_clean(&f);
}

/* ---- atomic and volatile ----------------------------------------------------------------------------------------- */

static void atomics_do_not_race_with_one_another(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    fill_tile(&f);
    uint32_t ones[32] = {1};
    for (uint32_t warp = 0; warp < 4; warp++) {
        assert_true(perform(&f, atomic_add(3), warp, EVERY_LANE, strided(TILE, 0), ones));
        assert_true(perform(&f, synchronising(REQUEST_LOAD, 4), warp, EVERY_LANE, strided(TILE, 0), ones));
        assert_true(perform(&f, synchronising(REQUEST_STORE, 5), warp, 1, strided(TILE, 0), ones));
    }
    expect_clean(&f);
}

static void a_plain_read_races_with_an_atomic(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    fill_tile(&f);
    uint32_t ones[32] = {1};
    assert_true(perform(&f, atomic_add(3), 0, EVERY_LANE, strided(TILE, 4), ones));
    assert_true(load(&f, PTX_SHARED, 4, 1, strided(TILE, 4)));
    expect_race(&f, false);
    fixture_end(&f);
}

static void an_atomic_races_with_a_plain_access_before_it(void **state) {
    (void)state;
    for (int reads = 0; reads <= 1; reads++) {
        Fixture f;
        fixture_begin(&f);
        fill_tile(&f);
        if (reads != 0)
            assert_true(load(&f, PTX_SHARED, 3, 0, strided(TILE, 4)));
        else
            assert_true(store(&f, PTX_SHARED, 3, 0, strided(TILE, 4)));
        uint32_t ones[32] = {1};
        assert_true(perform(&f, atomic_add(4), 1, 1, strided(TILE, 0), ones));
        const Finding *race = expect_race(&f, false);
        assert_string_equal(race->message,
                            reads != 0
                                ? "`tile`, element 0: read by thread (0,0,0) at line 13, updated by thread (0,1,0) at "
                                  "line 14, with no __syncthreads() between"
                                : "`tile`, element 0: written by thread (0,0,0) at line 13, updated by thread (0,1,0) "
                                  "at line 14, with no __syncthreads() between");
        fixture_end(&f);
    }
}

static void a_histogram_with_barriers_is_clean(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    uint32_t zeros[32] = {0}, ones[32];
    for (int lane = 0; lane < 32; lane++) ones[lane] = 1;
    assert_true(perform(&f, access_of(REQUEST_STORE, PTX_SHARED, 2), 0, EVERY_LANE, strided(TILE, 4), zeros));
    sim_block_barrier(f.block);
    Lanes bins = strided(TILE, 4);
    for (uint64_t lane = 0; lane < 32; lane++) bins.at[lane] = TILE + lane * lane % 32 * 4;
    for (uint32_t warp = 0; warp < 4; warp++) assert_true(perform(&f, atomic_add(3), warp, EVERY_LANE, bins, ones));
    sim_block_barrier(f.block);
    uint32_t counts[32], expected[32] = {0};
    assert_true(perform(&f, access_of(REQUEST_LOAD, PTX_SHARED, 4), 3, EVERY_LANE, strided(TILE, 4), counts));
    for (uint32_t lane = 0; lane < 32; lane++) expected[lane * lane % 32] += 4;
    assert_memory_equal(counts, expected, sizeof counts);
    expect_clean(&f);
}

/* What the atomic before it found out about the same cells holds no longer. */
static void an_atomic_races_with_a_plain_access_after_its_like(void **state) {
    (void)state;
    for (int reads = 0; reads <= 1; reads++) {
        Fixture f;
        fixture_begin(&f);
        fill_tile(&f);
        uint32_t ones[32] = {1};
        Lanes bins = strided(TILE, 4);
        for (uint64_t lane = 0; lane < 32; lane++) bins.at[lane] = TILE + lane * lane % 32 * 4;
        for (int i = 0; i < 3; i++) assert_true(perform(&f, atomic_add(3), 0, EVERY_LANE, bins, ones));
        if (reads != 0)
            assert_true(load(&f, PTX_SHARED, 4, 1, strided(TILE, 4)));
        else
            assert_true(store(&f, PTX_SHARED, 4, 1, strided(TILE, 4)));
        assert_true(perform(&f, atomic_add(5), 0, EVERY_LANE, bins, ones));
        fixture_merge(&f);
        assert_int_equal(f.result.finding_count, 2);
        assert_int_equal(f.result.findings[0].loc.line, FIRST_LINE + 4);
        assert_int_equal(f.result.findings[1].loc.line, FIRST_LINE + 5);
        fixture_end(&f);
    }
}

/* ---- what nobody wrote ------------------------------------------------------------------------------------------- */

static void reading_what_nobody_wrote_is_a_warning(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    assert_true(store(&f, PTX_SHARED, 2, 0, strided(TILE, 4))); /* elements 0 .. 31 */
    sim_block_barrier(f.block);
    assert_true(load(&f, PTX_SHARED, 3, 0, strided(TILE + 4, 4))); /* 1 .. 32 */
    fixture_merge(&f);
    assert_int_equal(f.result.finding_count, 1);
    assert_int_equal(f.result.findings[0].kind, FINDING_UNINITIALISED);
    assert_true(f.result.findings[0].warning);
    assert_string_equal(f.result.findings[0].message,
                        "`tile`, element 32: read by thread (31,0,0) before any thread wrote it");
    fixture_end(&f);
}

static void what_the_last_block_wrote_does_not_count(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    assert_true(store(&f, PTX_SHARED, 2, 0, strided(TILE, 4)));
    sim_block_begin(f.block, 1, (uint32_t[3]){1, 0, 0});
    uint32_t row[32];
    assert_true(perform(&f, access_of(REQUEST_LOAD, PTX_SHARED, 3), 0, EVERY_LANE, strided(TILE, 4), row));
    assert_int_not_equal(row[5], 5); /* nor does its value stay */
    fixture_merge(&f);
    assert_int_equal(f.result.finding_count, 1);
    assert_int_equal(f.result.findings[0].kind, FINDING_UNINITIALISED);
    fixture_end(&f);
}

static void nothing_is_found_where_races_are_left_out(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    f.layout.races = false;
    fixture_block_anew(&f);
    for (uint32_t warp = 0; warp < 4; warp++) assert_true(store(&f, PTX_SHARED, 2, warp, strided(TILE, 4)));
    assert_true(load(&f, PTX_SHARED, 3, 0, strided(TILE + 512, 4)));
    expect_clean(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_transpose_without_barrier_races),
        cmocka_unit_test(a_transpose_with_barrier_does_not),
        cmocka_unit_test(writing_what_another_warp_still_reads_races),
        cmocka_unit_test(each_shape_of_request_finds_the_reader_of_another_warp),
        cmocka_unit_test(no_reader_that_matters_is_forgotten),
        cmocka_unit_test(two_warps_that_write_one_word_race),
        cmocka_unit_test(the_same_value_from_two_warps_is_no_finding),
        cmocka_unit_test(reading_what_others_read_is_no_race),
        cmocka_unit_test(a_threads_own_words_are_its_own),
        cmocka_unit_test(a_new_block_starts_afresh),
        cmocka_unit_test(neighbouring_bytes_of_one_word_do_not_race),
        cmocka_unit_test(one_byte_of_another_warps_does),
        cmocka_unit_test(words_seen_before_the_first_byte_are_remembered),
        cmocka_unit_test(a_wide_store_covers_all_its_words),
        cmocka_unit_test(a_neighbours_word_without_syncwarp_races),
        cmocka_unit_test(with_syncwarp_it_is_none),
        cmocka_unit_test(a_lane_that_overwrites_what_all_lanes_read_races),
        cmocka_unit_test(one_warps_syncwarp_does_not_order_another),
        cmocka_unit_test(lanes_that_store_different_values_to_one_word_are_a_warning),
        cmocka_unit_test(lanes_that_store_the_same_value_are_not),
        cmocka_unit_test(atomics_do_not_race_with_one_another),
        cmocka_unit_test(a_plain_read_races_with_an_atomic),
        cmocka_unit_test(an_atomic_races_with_a_plain_access_before_it),
        cmocka_unit_test(an_atomic_races_with_a_plain_access_after_its_like),
        cmocka_unit_test(a_histogram_with_barriers_is_clean),
        cmocka_unit_test(reading_what_nobody_wrote_is_a_warning),
        cmocka_unit_test(what_the_last_block_wrote_does_not_count),
        cmocka_unit_test(nothing_is_found_where_races_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
