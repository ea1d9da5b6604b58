/* Races on global memory: the second attempt, by blocks, on two workers, against the third, which keeps all accesses
 * exactly and runs on one worker. Random programs of a few blocks. Where the third attempt finds a race, the second
 * must make the allocation a candidate; where it finds none, the second must not, unless atomics are mixed with plain
 * accesses: of atomics the second attempt keeps only which cells they updated. */
#include <stdlib.h>

#include "memory_fixture.h"

enum { PROGRAMS = 6000, BLOCKS = 6, ACTIONS = 24, WORKERS = 2, WARPS = 4, ROW = 32 };

typedef enum ActionKind { ACCESS, BARRIER, WARP_BARRIER } ActionKind;

typedef struct Action {
    ActionKind kind;
    uint32_t warp, mask;
    SimAccess access;
    uint32_t word[32]; /* of the buffer, for each lane */
} Action;

static Action program[BLOCKS][ACTIONS];
/* Each block has 128 words, one row for each warp; at each barrier the warps go on to the next row, with their lanes in
 * another order. Now and then one strays. */
static void choose_words(Action *action, uint32_t block, uint32_t phase, uint32_t strays) {
    uint32_t row = (action->warp + phase) % WARPS, shape = phase * 5 % 12;
    if (below(strays) == 0 || below(200) == 0) shape = below(12);
    if (below(strays) == 0) row = below(WARPS);
    if (below(strays * 4) == 0) block = below(BLOCKS);
    uint32_t start = (block * WARPS + row) * ROW;
    if (below(strays * 2) == 0) start += 1 + below(31); /* across the end of a row, perhaps of a line or a page */
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint32_t within = shape < 6     ? lane
                          : shape < 9   ? 31 - lane
                          : shape == 9  ? lane ^ 5
                          : shape == 10 ? lane * 7 % 32
                                        : lane;
        action->word[lane] = start + (shape == 11 && below(strays) == 0 ? lane / 2 : within);
    }
    action->mask = below(6) == 0 ? 1 + below(UINT32_MAX - 1) : EVERY_LANE;
}

static void choose_program(bool atomics) {
    uint32_t strays = below(4) == 0 ? 20 : 1000, stores = 2 + below(5);
    for (uint32_t block = 0; block < BLOCKS; block++) {
        uint32_t phase = below(4);
        for (uint32_t i = 0; i < ACTIONS; i++) {
            Action *action = &program[block][i];
            *action = (Action){.kind = below(5) == 0 ? BARRIER : below(4) == 0 ? WARP_BARRIER : ACCESS};
            action->warp = below(WARPS); /* after the kind, whatever the compiler's order */
            phase += action->kind == BARRIER;
            action->access = access_of(below(stores) == 0 ? REQUEST_STORE : REQUEST_LOAD, PTX_GLOBAL, below(8));
            if (below(300) == 0) action->access.vector = 2;
            if (atomics && below(8) == 0) {
                action->access = access_of(REQUEST_ATOMIC, PTX_GLOBAL, 8);
                action->access.type = PTX_U32;
                action->access.atomic = PTX_ATOM_ADD;
                action->access.synchronising = true;
            } else if (atomics && below(8) == 0)
                action->access.synchronising = true;
            choose_words(action, block, phase, strays);
        }
    }
}

static void perform_action(const Fixture *f, SimBlockMemory *worker, const Action *action) {
    uint32_t row[64], old[32];
    Lanes lanes;
    if (action->kind == BARRIER) sim_block_barrier(worker);
    if (action->kind == WARP_BARRIER) sim_warp_barrier(worker, action->warp, EVERY_LANE);
    if (action->kind != ACCESS) return;
    uint32_t block = (uint32_t)((action - &program[0][0]) / ACTIONS);
    for (uint32_t i = 0; i < 64; i++)
        row[i] = 100000 * block + 1000 * action->warp + i; /* no two threads store the same */
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint32_t word = action->access.vector == 2 ? action->word[lane] & ~UINT32_C(1) : action->word[lane];
        lanes.at[lane] = f->out + 4 * (uint64_t)word;
    }
    assert_true(sim_access(worker, &action->access, (SimWho){.warp = action->warp}, action->mask, lanes.at,
                           (void *const[8]){row, row + 32}, old));
}

static void begin_block(SimBlockMemory *worker, uint32_t block) {
    sim_block_begin(worker, block, (uint32_t[3]){block, 0, 0});
}

static void begin(Fixture *f) {
    fixture_begin(f);
    for (int i = 0; i < 3; i++) f->layout.grid_dim[i] = i == 0 ? BLOCKS : 1;
    sim_memory_watch(f->memory, f->out, true, true);
}

static bool is_candidate(void) {
    Fixture f;
    begin(&f);
    sim_memory_watch_blocks(f.memory, (const uint8_t[2]){0, WATCH_EXACTLY});
    SimBlockMemory *worker[WORKERS] = {f.block, sim_block_memory_new(f.memory, &f.layout)};
    uint32_t next = 0, block[WORKERS] = {0, 0}, at[WORKERS] = {ACTIONS, ACTIONS};
    bool ended[WORKERS] = {false, false};
    while (!ended[0] || !ended[1]) {
        uint32_t number = below(WORKERS);
        if (ended[number]) continue;
        if (at[number] == ACTIONS && next == BLOCKS) {
            ended[number] = true;
        } else if (at[number] == ACTIONS) {
            block[number] = next++;
            at[number] = 0;
            begin_block(worker[number], block[number]);
        } else {
            perform_action(&f, worker[number], &program[block[number]][at[number]++]);
        }
    }
    uint8_t *candidates = sim_memory_candidates(f.memory, worker, WORKERS);
    bool candidate = candidates != NULL;
    free(candidates);
    sim_block_memory_free(worker[1]);
    fixture_end(&f);
    return candidate;
}

static bool is_found(void) {
    Fixture f;
    begin(&f);
    sim_memory_watch_exactly(f.memory, (const uint8_t[2]){0, WATCH_EXACTLY});
    for (uint32_t block = 0; block < BLOCKS; block++) {
        begin_block(f.block, block);
        for (int i = 0; i < ACTIONS; i++) perform_action(&f, f.block, &program[block][i]);
    }
    fixture_merge(&f);
    bool found = f.result.finding_count != 0;
    fixture_end(&f);
    return found;
}

static void what_the_exact_attempt_finds_is_a_candidate_by_blocks(void **state) {
    (void)state;
    uint32_t clean = 0, found = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        state_of_random = seed;
        bool atomics = below(4) == 0;
        choose_program(atomics);
        bool finding = is_found(), candidate = is_candidate();
        if (finding && !candidate) fail_msg("program %u: a race, and no candidate", (unsigned)seed);
        if (!finding && candidate && !atomics) fail_msg("program %u: a candidate without a race", (unsigned)seed);
        clean += !candidate;
        found += finding;
    }
    assert_in_range(clean, PROGRAMS / 10, PROGRAMS); /* programs of both kinds were tried */
    assert_in_range(found, PROGRAMS / 10, PROGRAMS);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_the_exact_attempt_finds_is_a_candidate_by_blocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
