/* malloc and free in kernels. */
#include "finding_kinds.h"
#include "memory_fixture.h"
#include "metric_names.h"

static uint64_t allocate(Fixture *f, uint64_t size) {
    return sim_heap_malloc(f->block, 5, size, 1);
}

static void chunks_hold_what_is_stored_and_end_where_they_should(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    uint64_t a = allocate(&f, 128), b = allocate(&f, 128);
    assert_true(a % 16 == 0 && b % 16 == 0 && a != b && a != 0 && b != 0);
    assert_true(store(&f, PTX_GENERIC, 2, 1, strided(a, 4)));
    assert_true(store(&f, PTX_GENERIC, 2, 2, strided(b, 4)));
    sim_block_barrier(f.block);
    uint32_t row[32];
    assert_true(perform(&f, access_of(REQUEST_LOAD, PTX_GLOBAL, 3), 0, EVERY_LANE, strided(a, 4), row));
    for (uint32_t lane = 0; lane < 32; lane++) assert_int_equal(row[lane], 100 + lane);
    assert_true(store(&f, PTX_GLOBAL, 5, 0, strided(f.out, 4)));
    assert_false(store(&f, PTX_GLOBAL, 4, 0, strided(a + 4, 4)));
    fixture_merge(&f);
    assert_string_equal(f.result.findings[0].message,
                        "thread (31,0,0) of block (0,0,0) writes byte 128 of `memory from "
                        "malloc`, which has 128 bytes: one past its end");
    assert_true(f.result.metrics.value[METRIC_HEAP_STORE_REQUESTS] == 2);
    assert_true(f.result.metrics.value[METRIC_HEAP_LOAD_REQUESTS] == 1);
    assert_true(f.result.metrics.value[METRIC_GLOBAL_STORE_REQUESTS] == 3);
    fixture_end(&f);
}

static void what_is_stored_to_is_counted_once_when_it_is_freed(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    uint64_t used = allocate(&f, 256), unused = allocate(&f, 256), kept = allocate(&f, 256);
    for (uint32_t pc = 2; pc < 5; pc++) assert_true(store(&f, PTX_GLOBAL, pc, 0, strided(used, 4)));
    assert_true(store(&f, PTX_GLOBAL, 5, 0, strided(kept, 8)));
    sim_heap_free(f.block, 0, used, 6);
    sim_heap_free(f.block, 0, unused, 6);
    assert_true(allocate(&f, 1 << 30) == 0);
    fixture_merge(&f);
    assert_true(f.result.metrics.value[METRIC_HEAP_STORE_DISTINCT] == 128);
    assert_true(f.result.metrics.value[METRIC_HEAP_ALLOCATIONS] == 3);
    fixture_end(&f);
}

static void addresses_follow_from_the_order_of_the_calls_alone(void **state) {
    (void)state;
    uint64_t first[3];
    for (int run = 0; run < 2; run++) {
        Fixture f;
        fixture_begin(&f);
        uint64_t at[3] = {allocate(&f, 1), allocate(&f, 100000), 0};
        sim_heap_free(f.block, 0, at[0], 1);
        at[2] = allocate(&f, 1); /* never an address that was in use before */
        assert_true(at[2] != at[0]);
        if (run == 0)
            memcpy(first, at, sizeof at);
        else
            assert_memory_equal(first, at, sizeof at);
        fixture_end(&f);
    }
}

static void an_exhausted_heap_gives_null_and_free_makes_room(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    uint64_t mebibyte = 1 << 20, chunks[8];
    int held = 0;
    while (held < 8 && (chunks[held] = allocate(&f, mebibyte)) != 0) held++;
    assert_int_equal(held, 7); /* 8 MiB hold seven of one mebibyte and what the heap keeps for itself */
    assert_true(allocate(&f, mebibyte) == 0);
    assert_true(allocate(&f, UINT64_MAX) == 0);
    sim_heap_free(f.block, 0, chunks[3], 1);
    assert_true(allocate(&f, mebibyte) != 0);
    sim_heap_free(f.block, 0, 0, 1); /* free(NULL) does nothing */
    fixture_merge(&f);
    assert_int_equal(f.result.finding_count, 0);
    fixture_end(&f);
}

static void a_second_free_and_a_wild_one_are_found(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    uint64_t a = allocate(&f, 64);
    sim_heap_free(f.block, 33, a, 1);
    sim_heap_free(f.block, 33, a, 2);
    sim_heap_free(f.block, 34, f.in, 3);
    sim_heap_free(f.block, 34, allocate(&f, 64) + 16, 4);
    fixture_merge(&f);
    assert_int_equal(f.result.finding_count, 3);
    for (int i = 0; i < 3; i++) assert_int_equal(f.result.findings[i].kind, FINDING_HEAP);
    assert_non_null(strstr(f.result.findings[0].message, "thread (1,1,0) frees address 0x"));
    assert_non_null(strstr(f.result.findings[0].message, "a second time"));
    assert_non_null(strstr(f.result.findings[1].message, "which malloc did not return"));
    fixture_end(&f);
}

static void use_after_free_is_out_of_bounds(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    uint64_t a = allocate(&f, 128);
    sim_heap_free(f.block, 0, a, 1);
    assert_false(load(&f, PTX_GLOBAL, 2, 0, strided(a, 4)));
    fixture_merge(&f);
    assert_int_equal(f.result.findings[0].kind, FINDING_OUT_OF_BOUNDS);
    assert_string_equal(
        f.result.findings[0].message,
        "thread (0,0,0) of block (0,0,0) reads byte 0 of the 128 bytes of memory from malloc at line 11 "
        "after they were freed at line 11");
    fixture_end(&f);
}

static void many_rounds_of_malloc_and_free_stay_bounded(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    uint64_t kept = allocate(&f, 128);
    for (int i = 0; i < 200000; i++) sim_heap_free(f.block, 0, allocate(&f, 64), 1);
    assert_true(store(&f, PTX_GLOBAL, 2, 0, strided(kept, 4)));
    fixture_merge(&f);
    assert_int_equal(f.result.finding_count, 0);
    fixture_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_hold_what_is_stored_and_end_where_they_should),
        cmocka_unit_test(what_is_stored_to_is_counted_once_when_it_is_freed),
        cmocka_unit_test(addresses_follow_from_the_order_of_the_calls_alone),
        cmocka_unit_test(an_exhausted_heap_gives_null_and_free_makes_room),
        cmocka_unit_test(a_second_free_and_a_wild_one_are_found),
        cmocka_unit_test(use_after_free_is_out_of_bounds),
        cmocka_unit_test(many_rounds_of_malloc_and_free_stay_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
