/* Where global memory is watched exactly, a whole row of lanes is judged at once where no other thread accessed its
 * cells. That must change no finding: the same random program runs at two places of a buffer, at one of which every row
 * lies across the border between two chunks of the shadow, so that there each lane is judged by itself. */
#include <stdlib.h>

#include "memory_fixture.h"

enum { PROGRAMS = 3000, ACCESSES = 40, WITHIN = 64, ACROSS = 240 }; /* in elements; chunks are of 256 */

static void begin(Fixture *f) {
    fixture_begin(f);
    for (int i = 0; i < 3; i++) f->layout.grid_dim[i] = i == 0 ? 64 : 1;
    sim_memory_watch(f->memory, f->out, true, true);
    sim_memory_watch_exactly(f->memory, (const uint8_t[2]){0, WATCH_EXACTLY});
}

static void random_access(Fixture *f, uint64_t base, uint32_t warp) {
    SimAccess access = access_of(below(3) != 0 ? REQUEST_LOAD : REQUEST_STORE, PTX_GLOBAL, below(6));
    uint32_t kind = below(12), row[32], mask = below(6) == 0 ? 1 + below(UINT32_MAX - 1) : EVERY_LANE;
    Lanes lanes = kind < 7 ? strided(base, 4) : kind < 10 ? strided(base + 124, -4) : strided(base, kind == 10 ? 0 : 8);
    for (uint32_t lane = 0; lane < 32; lane++) row[lane] = below(3) == 0 ? 7 : below(1000);
    access.synchronising = below(30) == 0;
    assert_true(perform(f, access, warp, mask, lanes, row));
}

static void run_program(Fixture *f, uint64_t seed, uint64_t place) {
    begin(f);
    state_of_random = seed;
    uint32_t block = 0, warp = 0, barriers = 1 + below(10), blocks = 10 + below(60);
    for (int i = 0; i < ACCESSES; i++) {
        if (below(barriers) == 0) sim_block_barrier(f->block);
        if (below(20) == 0) sim_warp_barrier(f->block, below(4), EVERY_LANE);
        if (below(blocks) == 0) {
            block++;
            sim_block_begin(f->block, block, (uint32_t[3]){block, 0, 0});
        }
        if (below(2) == 0) warp = below(4);
        random_access(f, f->out + 4 * place, warp);
    }
    fixture_merge(f);
}

static size_t expect_equal_findings(const Result *a, const Result *b) {
    assert_int_equal(a->finding_count, b->finding_count);
    for (size_t i = 0; i < a->finding_count; i++) {
        const char *at = strchr(a->findings[i].message, ':'), *bt = strchr(b->findings[i].message, ':');
        assert_int_equal(a->findings[i].warning, b->findings[i].warning);
        assert_int_equal(a->findings[i].loc.line, b->findings[i].loc.line);
        assert_int_equal(a->findings[i].other.line, b->findings[i].other.line);
        assert_int_equal(a->findings[i].count, b->findings[i].count);
        assert_true(at != NULL && bt != NULL);
        if (strcmp(at, bt) != 0)
            fail_msg("%s\n%s", a->findings[i].message, b->findings[i].message); /* before it stands the element */
    }
    return a->finding_count;
}

static void rows_are_judged_as_their_lanes_are(void **state) {
    (void)state;
    size_t clean = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        Fixture within, across;
        run_program(&within, seed, WITHIN);
        run_program(&across, seed, ACROSS);
        clean += expect_equal_findings(&within.result, &across.result) == 0;
        fixture_end(&within);
        fixture_end(&across);
    }
    assert_in_range(clean, 10, PROGRAMS - 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_are_judged_as_their_lanes_are)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
