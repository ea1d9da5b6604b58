/* The result of a launch does not depend on how its blocks were spread over workers. */
#include "base/text.h"
#include "finding_kinds.h"
#include "memory_fixture.h"
#include "metric_names.h"

enum { BLOCKS = 12, WORKERS = 3 };

/* What block `number` does: different blocks cost, race and sample differently. */
static void run_block(SimBlockMemory *block, const Fixture *f, uint32_t number) {
    sim_block_begin(block, number, (uint32_t[3]){number % 4, number / 4, 0});
    uint32_t row[32];
    void *const data[8] = {row};
    SimAccess access = access_of(REQUEST_STORE, PTX_SHARED, 1);
    for (uint32_t warp = 0; warp < 4; warp++) {
        for (uint32_t lane = 0; lane < 32; lane++) row[lane] = lane + warp + number;
        Lanes lanes = strided(TILE + warp * 4, number % 3 == 0 ? 128 : 4 * (int64_t)(number % 5 + 1));
        assert_true(sim_access(block, &access, (SimWho){.warp = warp}, EVERY_LANE, lanes.at, data, NULL));
        if (number % 4 != 1) sim_block_barrier(block); /* blocks 1, 5 and 9 race */
    }
    access = access_of(REQUEST_LOAD, PTX_GLOBAL, 2);
    Lanes lanes = strided(f->in, 4 * (int64_t)number);
    assert_true(sim_access(block, &access, (SimWho){.warp = number % 4}, EVERY_LANE, lanes.at, data, NULL));
    sim_count(block, METRIC_BARRIERS, 3, number);
}

/* Everything that a Result says, as text. */
static char *describe(Arena *arena, const Result *result) {
    Text text = {0};
    for (Metric m = 0; m < metric_count; m++)
        if (result->metrics.known[m]) text_printf(&text, "%s %g\n", metric_info[m].name, result->metrics.value[m]);
    for (size_t i = 0; i < result->line_count; i++)
        for (Metric m = 0; m < metric_count; m++)
            if (result->lines[i].metrics.known[m])
                text_printf(&text, "line %d %s %g\n", result->lines[i].loc.line, metric_info[m].name,
                            result->lines[i].metrics.value[m]);
    for (size_t i = 0; i < result->finding_count; i++)
        text_printf(&text, "%d:%d x%llu %s\n", result->findings[i].loc.line, result->findings[i].other.line,
                    (unsigned long long)result->findings[i].count, result->findings[i].message);
    for (size_t i = 0; i < result->sample_count; i++) {
        const RequestSample *s = &result->samples[i];
        text_printf(&text, "%d: block %u %u warp %u, %d wavefronts from %u %u\n", s->loc.line, s->block[0], s->block[1],
                    s->warp, s->wavefronts, s->address[0], s->address[1]);
    }
    return text_take(&text, arena);
}

/* worker_of: which worker runs each block. */
static char *run_spread(Arena *arena, const uint8_t worker_of[BLOCKS]) {
    Fixture f;
    fixture_begin(&f);
    SimBlockMemory *workers[WORKERS];
    for (int i = 0; i < WORKERS; i++) workers[i] = sim_block_memory_new(f.memory, &f.layout);
    for (uint32_t number = 0; number < BLOCKS; number++) run_block(workers[worker_of[number]], &f, number);
    sim_merge(workers, WORKERS, &f.layout, f.arena, &f.result);
    char *text = describe(arena, &f.result);
    for (int i = 0; i < WORKERS; i++) sim_block_memory_free(workers[i]);
    fixture_end(&f);
    return text;
}

static void the_result_does_not_depend_on_who_ran_which_block(void **state) {
    (void)state;
    static const uint8_t spreads[][BLOCKS] = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                                              {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2},
                                              {2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0},
                                              {1, 2, 0, 0, 2, 1, 1, 0, 2, 2, 0, 1},
                                              {2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}};
    Arena *arena = arena_new();
    char *first = run_spread(arena, spreads[0]);
    assert_non_null(strstr(first, "line 11 shared.store.ways 32\n"));
    assert_non_null(strstr(first, "barriers 66\n")); /* 0 + 1 + ... + 11 */
    assert_non_null(strstr(first, "11:11 x"));
    assert_non_null(strstr(first, "11: block 0 0 warp 0, 32 wavefronts from 0 128\n"));
    for (size_t i = 1; i < sizeof spreads / sizeof *spreads; i++)
        assert_string_equal(run_spread(arena, spreads[i]), first);
    arena_free(arena);
}

/* Two workers are stopped in different blocks: one worker alone would never have come to the later one. */
static void what_lies_behind_the_block_that_stopped_is_left_out(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    SimBlockMemory *workers[2];
    for (uint32_t i = 0; i < 2; i++) {
        workers[i] = sim_block_memory_new(f.memory, &f.layout);
        sim_block_begin(workers[i], 6 - i, (uint32_t[3]){6 - i, 0, 0});
        uint32_t row[32];
        void *const data[8] = {row};
        SimAccess access = access_of(REQUEST_LOAD, PTX_GLOBAL, 3);
        Lanes lanes = strided(f.in - 4, 0);
        assert_false(sim_access(workers[i], &access, (SimWho){.warp = 0}, EVERY_LANE, lanes.at, data, NULL));
    }
    sim_finding(workers[0], FINDING_RACE, false, 1, 2, "in a block that would not have run");
    sim_merge(workers, 2, &f.layout, f.arena, &f.result);
    assert_int_equal(f.result.finding_count, 1);
    assert_int_equal(f.result.findings[0].count, 1);
    assert_non_null(strstr(f.result.findings[0].message, "of block (5,0,0)"));
    for (int i = 0; i < 2; i++) sim_block_memory_free(workers[i]);
    fixture_end(&f);
}

static void findings_of_one_pair_of_lines_are_one(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    f.loc[9] = f.loc[2]; /* an unrolled loop: two instructions of one line */
    sim_finding(f.block, FINDING_RACE, false, 2, 4, "the first");
    sim_finding(f.block, FINDING_RACE, false, 9, 4, "the second");
    sim_finding(f.block, FINDING_RACE, false, 2, 4, "the first again");
    sim_finding(f.block, FINDING_RACE, true, 2, 4, "a warning");
    sim_finding(f.block, FINDING_RACE, false, 4, 2, "the other way round");
    sim_finding(f.block, FINDING_BARRIER, false, 1, UINT32_MAX, "on an earlier line");
    fixture_merge(&f);
    assert_int_equal(f.result.finding_count, 4);
    assert_string_equal(f.result.findings[0].message, "on an earlier line");
    assert_string_equal(f.result.findings[1].message, "the first");
    assert_int_equal(f.result.findings[1].count, 3);
    assert_int_equal(f.result.findings[1].other.line, FIRST_LINE + 4);
    assert_string_equal(f.result.findings[2].message, "the other way round");
    assert_string_equal(f.result.findings[3].message, "a warning");
    assert_int_equal(f.result.findings[3].other.line, FIRST_LINE + 4);
    fixture_end(&f);
}

static void warnings_never_crowd_out_an_error(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    Loc many[2000];
    fixture_lines(&f, many, 2000);
    fixture_block_anew(&f);
    for (uint32_t pc = 0; pc < 1999; pc++) sim_finding(f.block, FINDING_UNINITIALISED, true, pc, UINT32_MAX, "warning");
    sim_finding(f.block, FINDING_RACE, false, 1999, UINT32_MAX, "error");
    fixture_merge(&f);
    assert_string_equal(f.result.findings[0].message, "error");
    assert_in_range(f.result.finding_count, 2, 65);
    fixture_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_result_does_not_depend_on_who_ran_which_block),
        cmocka_unit_test(what_lies_behind_the_block_that_stopped_is_left_out),
        cmocka_unit_test(findings_of_one_pair_of_lines_are_one),
        cmocka_unit_test(warnings_never_crowd_out_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
