/* What loads and stores move, in every space, and what they say about addresses in no variable or buffer. */
#include "finding_kinds.h"
#include "memory_fixture.h"

#include <stdio.h>
#include <stdlib.h>

static void contiguous_strided_and_uniform_loads_read_what_plain_c_reads(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    uint32_t values[IN_COUNT];
    for (uint32_t i = 0; i < IN_COUNT; i++) values[i] = i * 2654435761u;
    memcpy(f.in_bytes, values, sizeof values);
    static const int steps[] = {0, 1, 2, 7, 33, -1, -5};
    static const uint32_t masks[] = {EVERY_LANE, 1, 0xffff, 0x80000001, 0x0ff0, 0xaaaaaaaa};
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++)
        for (size_t m = 0; m < sizeof masks / sizeof *masks; m++) {
            uint32_t row[32];
            memset(row, 0x55, sizeof row);
            int start = steps[s] < 0 ? 500 : 0;
            Lanes lanes = strided(f.in + (uint64_t)start * 4, steps[s] * 4);
            for (int lane = 0; lane < 32; lane++)
                if ((masks[m] >> lane & 1) == 0) lanes.at[lane] = 0xdead; /* may hold anything */
            assert_true(perform(&f, access_of(REQUEST_LOAD, PTX_GLOBAL, 0), 0, masks[m], lanes, row));
            for (int lane = 0; lane < 32; lane++)
                assert_int_equal(row[lane], (masks[m] >> lane & 1) != 0 ? values[start + lane * steps[s]] : 0x55555555);
        }
    fixture_end(&f);
}

static void narrow_elements_are_extended_by_their_sign(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    for (int i = 0; i < 256; i++) f.in_bytes[i] = (uint8_t)(i * 37 + 100);
    for (int element = 1; element <= 4; element *= 2)
        for (int sign = 0; sign <= 1; sign++)
            for (int row_bytes = 4; row_bytes <= 8; row_bytes += 4) {
                uint64_t row[32];
                void *const data[8] = {row};
                SimAccess access = {.op = REQUEST_LOAD,
                                    .space = PTX_GLOBAL,
                                    .element = (uint8_t)element,
                                    .vector = 1,
                                    .row = (uint8_t)row_bytes,
                                    .sign = sign != 0};
                Lanes lanes = strided(f.in, element);
                assert_true(sim_access(f.block, &access, (SimWho){.warp = 0}, EVERY_LANE, lanes.at, data, NULL));
                for (int lane = 0; lane < 32; lane++) {
                    int64_t expected = 0; /* by shifting the bytes together, then dividing the sign down */
                    for (int byte = element - 1; byte >= 0; byte--)
                        expected = expected * 256 + f.in_bytes[lane * element + byte];
                    int64_t half = INT64_C(1) << (8 * element - 1);
                    if (sign != 0 && expected >= half) expected -= 2 * half;
                    if (row_bytes == 4)
                        assert_int_equal(((uint32_t *)row)[lane], (uint32_t)expected);
                    else
                        assert_true(row[lane] == (uint64_t)expected);
                }
            }
    fixture_end(&f);
}

static void vector_accesses_spread_their_elements_over_the_rows(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    uint32_t rows[4][32];
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t lane = 0; lane < 32; lane++) rows[i][lane] = 1000 * i + lane;
    void *const data[8] = {rows[0], rows[1], rows[2], rows[3]};
    SimAccess access = access_of(REQUEST_STORE, PTX_GLOBAL, 0);
    access.vector = 4;
    Lanes lanes = strided(f.in, 16);
    assert_true(sim_access(f.block, &access, (SimWho){.warp = 0}, EVERY_LANE, lanes.at, data, NULL));
    uint32_t stored[128];
    memcpy(stored, f.in_bytes, sizeof stored);
    for (uint32_t i = 0; i < 128; i++) assert_int_equal(stored[i], 1000 * (i % 4) + i / 4);
    /* ld.v2.u64 {%rd1, %rd2}, [%rd1]: the addresses lie in the first row that is written */
    uint64_t first[32], second[32];
    for (int lane = 0; lane < 32; lane++) first[lane] = lanes.at[(lane * 5) % 32];
    void *const wide[8] = {first, second};
    access.op = REQUEST_LOAD;
    access.element = access.row = 8;
    access.vector = 2;
    assert_true(sim_access(f.block, &access, (SimWho){.warp = 0}, EVERY_LANE, first, wide, NULL));
    for (uint64_t lane = 0; lane < 32; lane++) {
        uint64_t from = lane * 5 % 32;
        assert_true(first[lane] == ((1000 + from) << 32 | from));
        assert_true(second[lane] == ((3000 + from) << 32 | (2000 + from)));
    }
    for (int lane = 0; lane < 32; lane++) first[lane] = lanes.at[lane]; /* again, side by side */
    assert_true(sim_access(f.block, &access, (SimWho){.warp = 0}, EVERY_LANE, first, wide, NULL));
    for (uint64_t lane = 0; lane < 32; lane++) {
        assert_true(first[lane] == ((1000 + lane) << 32 | lane));
        assert_true(second[lane] == ((3000 + lane) << 32 | (2000 + lane)));
    }
    fixture_end(&f);
}

/* tests/hardware/same_word_h200.csv: lane n stores n + 1 into word (reversed ? 31 - n : n) / lanes_per_word. */
static void of_lanes_that_write_one_word_the_one_that_an_h200_keeps_stays(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    FILE *file = fopen("tests/hardware/same_word_h200.csv", "r");
    assert_non_null(file);
    char line[512], space[16];
    int rows = 0, bytes, reversed, per_word, used;
    uint32_t active;
    assert_non_null(fgets(line, sizeof line, file)); /* the head */
    while (fgets(line, sizeof line, file) != NULL) {
        assert_int_equal(sscanf(line, "%15[a-z],%d,%d,%d,%x,%n", space, &bytes, &reversed, &per_word, &active, &used),
                         5);
        bool shared = space[0] == 's';
        SimAccess access = access_of(REQUEST_STORE, shared ? PTX_SHARED : PTX_GLOBAL, 0);
        access.element = (uint8_t)(bytes == 16 ? 4 : bytes);
        access.row = (uint8_t)(bytes == 8 ? 8 : 4);
        access.vector = (uint8_t)(bytes == 16 ? 4 : 1);
        uint64_t base = shared ? WIDE : f.in;
        Lanes lanes;
        uint32_t narrow[32];
        uint64_t wide[32];
        for (int lane = 0; lane < 32; lane++) {
            lanes.at[lane] = base + (uint64_t)((reversed ? 31 - lane : lane) / per_word * bytes);
            narrow[lane] = (uint32_t)lane + 1;
            wide[lane] = (uint64_t)lane + 1;
        }
        void *first = bytes == 8 ? (void *)wide : (void *)narrow;
        void *const data[8] = {first, first, first, first};
        assert_true(sim_access(f.block, &access, (SimWho){.warp = 0}, active, lanes.at, data, NULL));
        char *next = line + used;
        for (int word = 0; word < 32 / per_word; word++) {
            long kept = strtol(next, &next, 10);
            uint64_t got[32] = {0};
            void *const into[8] = {got, got, got, got};
            SimAccess read = access;
            read.op = REQUEST_LOAD;
            Lanes one = strided(base + (uint64_t)(word * bytes), 0);
            if (kept == 0) continue; /* nobody wrote it: what a row before left is there */
            assert_true(sim_access(f.block, &read, (SimWho){.warp = 0}, 1, one.at, into, NULL));
            assert_int_equal((uint32_t)got[0], kept);
        }
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 480);
    fixture_end(&f);
}

static void a_generic_request_may_reach_several_spaces(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    uint32_t global_value = 7, constant_value = 8;
    memcpy(f.in_bytes + 40, &global_value, 4);
    memcpy(f.constant_bytes + 12, &constant_value, 4);
    assert_true(store(&f, PTX_SHARED, 0, 0, strided(TILE, 4)));
    assert_true(store(&f, PTX_LOCAL, 0, 0, strided(4, 0)));
    Lanes lanes;
    for (uint64_t lane = 0; lane < 32; lane++) {
        static const uint64_t kinds[] = {SIM_SHARED_BASE, SIM_LOCAL_BASE + 4, SIM_CONST_BASE + 12};
        lanes.at[lane] = lane % 4 == 3 ? f.in + 40 : kinds[lane % 4] + (lane % 4 == 0 ? lane * 4 : 0);
    }
    uint32_t row[32];
    assert_true(perform(&f, access_of(REQUEST_LOAD, PTX_GENERIC, 1), 0, EVERY_LANE, lanes, row));
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint32_t expected[] = {lane, lane, 8, 7};
        assert_int_equal(row[lane], expected[lane % 4]);
    }
    fixture_end(&f);
}

static void each_thread_has_local_memory_of_its_own_zeroed_for_each_block(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    for (uint32_t warp = 0; warp < 4; warp++) assert_true(store(&f, PTX_LOCAL, 0, warp, strided(8, 0)));
    uint64_t values[32], read[32];
    for (uint64_t lane = 0; lane < 32; lane++) values[lane] = lane << 40 | (lane + 1);
    SimAccess access = {.op = REQUEST_STORE, .space = PTX_LOCAL, .element = 8, .vector = 1, .row = 8};
    Lanes lanes = strided(16, 0);
    for (int lane = 0; lane < 32; lane += 2) lanes.at[lane] = 48;
    void *const data[8] = {values}, *const back[8] = {read};
    assert_true(sim_access(f.block, &access, (SimWho){.warp = 2}, EVERY_LANE, lanes.at, data, NULL));
    access.op = REQUEST_LOAD;
    assert_true(sim_access(f.block, &access, (SimWho){.warp = 2}, EVERY_LANE, lanes.at, back, NULL));
    assert_memory_equal(read, values, sizeof values);
    uint32_t word;
    assert_true(sim_read_bytes(f.block, 3 * 32 + 5, SIM_LOCAL_BASE + 8, &word, 4));
    assert_int_equal(word, 305);
    sim_block_begin(f.block, 1, (uint32_t[3]){1, 0, 0});
    assert_true(sim_access(f.block, &access, (SimWho){.warp = 2}, EVERY_LANE, lanes.at, back, NULL));
    for (int lane = 0; lane < 32; lane++) assert_true(read[lane] == 0);
    fixture_end(&f);
}

static void strings_are_read_from_any_space_up_to_their_end(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    memcpy(f.constant_bytes + 250, "hello", 6); /* its 0 is the last byte */
    assert_string_equal(sim_read_string(f.block, 0, SIM_CONST_BASE + 250, 100), "hello");
    memcpy(f.constant_bytes + 250, "endless", 6);
    assert_null(sim_read_string(f.block, 0, SIM_CONST_BASE + 250, 100));
    assert_null(sim_read_string(f.block, 0, 0, 100));
    uint32_t row[32];
    for (int lane = 0; lane < 32; lane++)
        row[lane] = (uint32_t)('a' + lane % 26); /* "a\0\0\0": one character a thread */
    assert_true(perform(&f, access_of(REQUEST_STORE, PTX_LOCAL, 0), 1, EVERY_LANE, strided(0, 0), row));
    assert_string_equal(sim_read_string(f.block, 32 + 3, SIM_LOCAL_BASE, 100), "d");
    fixture_end(&f);
}

/* ---- faults ------------------------------------------------------------------------------------------------------ */

static void expect_fault(Fixture *f, bool finished, FindingKind kind, const char *message) {
    assert_false(finished);
    fixture_merge(f);
    assert_int_equal(f->result.finding_count, 1);
    assert_int_equal(f->result.findings[0].kind, kind);
    assert_false(f->result.findings[0].warning);
    assert_string_equal(f->result.findings[0].message, message);
    assert_int_equal(f->result.findings[0].loc.line, FIRST_LINE + 3);
    fixture_end(f);
}

static void one_past_the_end_of_a_buffer_is_named(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    expect_fault(
        &f, load(&f, PTX_GLOBAL, 3, 1, strided(f.in + 993 * 4, 4)), FINDING_OUT_OF_BOUNDS,
        "thread (31,1,0) of block (0,0,0) reads element 1024 of `in`, which has 1024 elements: one past its end");
}

static void before_the_start_of_a_buffer_is_named(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    expect_fault(
        &f, store(&f, PTX_GENERIC, 3, 0, strided(f.out - 8, 4)), FINDING_OUT_OF_BOUNDS,
        "thread (0,0,0) of block (0,0,0) writes element -2 of `out`, which has 1024 elements: 2 before its start");
}

/* A warp reads so many elements past the start of `in` with an access that says which pointer it was computed from, or
 * does not. */
static bool read_far(Fixture *f, uint64_t pointer, uint64_t element) {
    uint32_t row[32];
    SimAccess access = access_of(REQUEST_LOAD, PTX_GLOBAL, 3);
    access.pointer = pointer;
    return perform(f, access, 0, EVERY_LANE, strided(f->in + 4 * element, 4), row);
}

static void past_the_end_of_a_buffer_is_near_it(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    expect_fault(&f, read_far(&f, 0, 100000), FINDING_OUT_OF_BOUNDS,
                 "thread (0,0,0) of block (0,0,0) reads element 100000 of `in`, which has 1024 elements: "
                 "98977 past its end");
}

static void far_from_every_buffer_is_an_address_and_no_element(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    char message[128];
    snprintf(message, sizeof message,
             "thread (0,0,0) of block (0,0,0) reads address 0x%llx in global memory, where no variable lies",
             (unsigned long long)f.in + 4000000);
    expect_fault(&f, read_far(&f, 0, 1000000), FINDING_OUT_OF_BOUNDS, message);
}

static void far_from_a_pointer_that_is_known_is_an_element_of_its_buffer(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    expect_fault(&f, read_far(&f, f.in, (f.out - f.in) / 4 + 2000), FINDING_OUT_OF_BOUNDS,
                 arena_printf(f.arena,
                              "thread (0,0,0) of block (0,0,0) reads element %llu of `in`, which has 1024 elements: "
                              "%llu past its end",
                              (unsigned long long)(f.out - f.in) / 4 + 2000,
                              (unsigned long long)(f.out - f.in) / 4 + 2000 - 1023));
}

static void a_null_pointer_is_called_so(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    expect_fault(&f, load(&f, PTX_GENERIC, 3, 0, strided(0, 4)), FINDING_OUT_OF_BOUNDS,
                 "thread (0,0,0) of block (0,0,0) reads through a null pointer (address 0x0)");
}

static void shared_memory_ends_where_its_variables_end(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f); /* bytes 100 .. 127 belong to no variable, and shared memory does not end there */
    SimAccess access = access_of(REQUEST_STORE, PTX_SHARED, 3);
    access.element = 1;
    uint32_t row[32] = {0};
    expect_fault(
        &f, perform(&f, access, 0, EVERY_LANE, strided(BYTES + 69, 1), row), FINDING_OUT_OF_BOUNDS,
        "thread (31,0,0) of block (0,0,0) writes element 100 of `bytes`, which has 100 elements: one past its end");
}

static void a_negative_index_into_shared_memory_is_negative(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    expect_fault(
        &f, load(&f, PTX_SHARED, 3, 2, strided(UINT32_MAX - 3, 0)), FINDING_OUT_OF_BOUNDS,
        "thread (0,2,0) of block (0,0,0) reads element -1 of `tile`, which has 1056 elements: one before its start");
}

static void the_last_shared_variable_ends_too(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    SimAccess access = access_of(REQUEST_LOAD, PTX_SHARED, 3);
    access.vector = 4;
    uint32_t rows[4][32];
    void *const data[8] = {rows[0], rows[1], rows[2], rows[3]};
    Lanes lanes = strided(WIDE + 16, 16);
    bool finished = sim_access(f.block, &access, (SimWho){.warp = 0}, EVERY_LANE, lanes.at, data, NULL);
    expect_fault(
        &f, finished, FINDING_OUT_OF_BOUNDS,
        "thread (31,0,0) of block (0,0,0) reads element 32 of `wide`, which has 32 elements: one past its end");
}

static void local_memory_is_bounded_for_each_thread(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    expect_fault(
        &f, store(&f, PTX_LOCAL, 3, 0, strided(0, 4)), FINDING_OUT_OF_BOUNDS,
        "thread (16,0,0) of block (0,0,0) writes byte 64 of a local array, which has 64 bytes: one past its end");
}

static void constant_memory_is_bounded(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    expect_fault(
        &f, load(&f, PTX_CONST, 3, 0, strided(256, 0)), FINDING_OUT_OF_BOUNDS,
        "thread (0,0,0) of block (0,0,0) reads element 64 of `table`, which has 64 elements: one past its end");
}

static void constant_memory_cannot_be_written(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    expect_fault(&f, store(&f, PTX_GENERIC, 3, 0, strided(SIM_CONST_BASE, 4)), FINDING_OUT_OF_BOUNDS,
                 "thread (0,0,0) of block (0,0,0) writes `table`, but constant memory is read-only in a kernel");
}

static void an_address_must_be_a_multiple_of_the_width(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    Lanes lanes = strided(f.in, 4);
    lanes.at[9] += 2;
    expect_fault(
        &f, load(&f, PTX_GLOBAL, 3, 0, lanes), FINDING_MISALIGNED,
        "thread (9,0,0) of block (0,0,0) reads 4 bytes at once at byte 38 of `in`: the address must be a multiple "
        "of 4");
}

static void a_wide_element_may_not_hang_over_the_end(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    SimAccess access = access_of(REQUEST_LOAD, PTX_SHARED, 3);
    access.element = access.row = 8;
    uint64_t row[32];
    void *const data[8] = {row};
    Lanes lanes = strided(BYTES + 96, 0); /* bytes 96 .. 103 of 100 */
    bool finished = sim_access(f.block, &access, (SimWho){.warp = 0}, 1, lanes.at, data, NULL);
    expect_fault(&f, finished, FINDING_OUT_OF_BOUNDS,
                 "thread (0,0,0) of block (0,0,0) reads element 96 of `bytes`, which has 100 elements: "
                 "the last of the 8 bytes lies past its end");
}

static void inactive_lanes_are_never_out_of_bounds(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    uint32_t row[32] = {0};
    Lanes lanes = strided(f.in, 4);
    for (int lane = 20; lane < 32; lane++) lanes.at[lane] = 1;
    assert_true(perform(&f, access_of(REQUEST_LOAD, PTX_GLOBAL, 0), 0, 0x000fffff, lanes, row));
    assert_true(perform(&f, access_of(REQUEST_LOAD, PTX_GENERIC, 0), 0, 0x00055555, lanes, row));
    fixture_end(&f);
}

static void an_address_that_wraps_around_is_out_of_bounds(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    assert_false(load(&f, PTX_GLOBAL, 0, 0, strided(f.in, INT64_MIN)));
    /* 31 steps of 4 / 31 modulo 2^64 come back to the second element; the 30 lanes between lie anywhere */
    int64_t step = (int64_t)(4 * UINT64_C(0xef7bdef7bdef7bdf));
    assert_true((uint64_t)step * 31 == 4);
    assert_false(load(&f, PTX_GLOBAL, 4, 0, strided(f.in, step)));
    assert_false(load(&f, PTX_GLOBAL, 1, 0, strided(UINT64_MAX - 3, 4)));
    assert_false(load(&f, PTX_GENERIC, 2, 0, strided(SIM_GLOBAL_BASE - 4, 4)));
    assert_false(load(&f, PTX_SHARED, 3, 0, strided(0, INT32_MAX - 3)));
    fixture_end(&f);
}

static void nothing_moves_where_a_lane_is_out_of_bounds(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    assert_false(store(&f, PTX_GLOBAL, 0, 0, strided(f.in + 1000 * 4, 4)));
    for (int i = 0; i < IN_COUNT * 4; i++) assert_int_equal(f.in_bytes[i], 0);
    fixture_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contiguous_strided_and_uniform_loads_read_what_plain_c_reads),
        cmocka_unit_test(narrow_elements_are_extended_by_their_sign),
        cmocka_unit_test(vector_accesses_spread_their_elements_over_the_rows),
        cmocka_unit_test(of_lanes_that_write_one_word_the_one_that_an_h200_keeps_stays),
        cmocka_unit_test(a_generic_request_may_reach_several_spaces),
        cmocka_unit_test(each_thread_has_local_memory_of_its_own_zeroed_for_each_block),
        cmocka_unit_test(strings_are_read_from_any_space_up_to_their_end),
        cmocka_unit_test(one_past_the_end_of_a_buffer_is_named),
        cmocka_unit_test(before_the_start_of_a_buffer_is_named),
        cmocka_unit_test(past_the_end_of_a_buffer_is_near_it),
        cmocka_unit_test(far_from_every_buffer_is_an_address_and_no_element),
        cmocka_unit_test(far_from_a_pointer_that_is_known_is_an_element_of_its_buffer),
        cmocka_unit_test(a_null_pointer_is_called_so),
        cmocka_unit_test(shared_memory_ends_where_its_variables_end),
        cmocka_unit_test(a_negative_index_into_shared_memory_is_negative),
        cmocka_unit_test(the_last_shared_variable_ends_too),
        cmocka_unit_test(local_memory_is_bounded_for_each_thread),
        cmocka_unit_test(constant_memory_is_bounded),
        cmocka_unit_test(constant_memory_cannot_be_written),
        cmocka_unit_test(an_address_must_be_a_multiple_of_the_width),
        cmocka_unit_test(a_wide_element_may_not_hang_over_the_end),
        cmocka_unit_test(inactive_lanes_are_never_out_of_bounds),
        cmocka_unit_test(an_address_that_wraps_around_is_out_of_bounds),
        cmocka_unit_test(nothing_moves_where_a_lane_is_out_of_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
