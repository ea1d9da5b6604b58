/* Whether the first attempt, by threads, makes an allocation in global memory a candidate for closer watching, against
 * a model that keeps for each byte every thread that wrote, read or updated it: random programs of two workers that
 * take turns. Where two threads access a byte and one of them writes it, the allocation must be a candidate; where
 * every thread accesses only bytes that it wrote itself, it must be none. */
#include <stdlib.h>

#include "memory_fixture.h"

enum { PROGRAMS = 4000, ACCESSES = 12, WORKERS = 2, AREA = IN_COUNT * 4, THREADS = 128, NOBODY = -1, SEVERAL = -2 };

typedef struct Byte {
    int writer, reader, updater; /* a thread's number in the grid, NOBODY or SEVERAL */
    bool read_early;             /* before its reader wrote it */
} Byte;

static Byte bytes[AREA];
static void note(int *who, int thread) {
    *who = *who == NOBODY || *who == thread ? thread : SEVERAL;
}

static void model_lane(const SimAccess *access, uint64_t offset, int thread) {
    for (uint64_t at = offset; at < offset + (uint64_t)access->element * access->vector; at++) {
        Byte *byte = &bytes[at];
        if (access->op == REQUEST_ATOMIC) {
            note(&byte->updater, thread);
        } else if (access->op == REQUEST_STORE) {
            note(&byte->writer, thread);
        } else {
            byte->read_early |= byte->writer != thread;
            note(&byte->reader, thread);
        }
    }
}

static bool two_threads(int a, int b) {
    return a != NOBODY && b != NOBODY && (a != b || a == SEVERAL);
}

/* *must: accesses of some byte may race. *may: the first attempt, which keeps no order, cannot rule a race out. */
static void judge(bool *must, bool *may) {
    *must = *may = false;
    for (int at = 0; at < AREA; at++) {
        const Byte *byte = &bytes[at];
        *must |= byte->writer == SEVERAL || two_threads(byte->writer, byte->reader) ||
                 two_threads(byte->updater, byte->reader) || two_threads(byte->updater, byte->writer);
        *may |= (byte->writer != NOBODY && byte->read_early) ||
                (byte->updater != NOBODY && (byte->writer != NOBODY || byte->reader != NOBODY));
    }
    *may |= *must;
}

static SimAccess choose_access(bool tidy, int i) {
    uint32_t kind = below(8);
    SimAccess access = access_of(tidy && i < 2 * WORKERS ? REQUEST_STORE
                                 : kind < 4              ? REQUEST_LOAD
                                                         : REQUEST_STORE,
                                 PTX_GLOBAL, below(FIXTURE_PCS));
    if (!tidy && kind == 7) {
        access.op = REQUEST_ATOMIC;
        access.type = PTX_U32;
        access.atomic = PTX_ATOM_ADD;
        access.synchronising = true;
    }
    return access;
}

/* Tidy programs keep to the thread's own elements, each worker in its own part of the buffer: side by side, two steps
 * apart, two at once, or in another order of lanes. */
static Lanes choose_lanes(uint64_t base, bool tidy, uint32_t kind, uint32_t thread, SimAccess *access) {
    Lanes lanes;
    uint32_t start = below(IN_COUNT - 64), step = below(3);
    if (tidy && kind == 2) access->vector = 2;
    if (kind == 1) { /* whole rows, as most kernels have them */
        start -= start % 32;
        step = 1;
    }
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint32_t own = kind == 0 ? thread + lane : kind == 3 ? thread + (lane ^ 5) : 2 * (thread + lane);
        lanes.at[lane] = base + 4 * (uint64_t)(tidy ? own : start + lane * step);
    }
    return lanes;
}

static void run_program(uint64_t seed, size_t *candidates) {
    state_of_random = seed;
    Fixture f;
    fixture_begin(&f);
    sim_memory_watch(f.memory, f.out, true, true);
    SimBlockMemory *worker[WORKERS] = {f.block, sim_block_memory_new(f.memory, &f.layout)};
    for (uint32_t i = 0; i < WORKERS; i++) sim_block_begin(worker[i], i, (uint32_t[3]){i, 0, 0});
    for (int at = 0; at < AREA; at++) bytes[at] = (Byte){NOBODY, NOBODY, NOBODY, false};
    bool tidy = below(2) == 0, must, may;
    uint32_t kind = below(4);
    for (int i = 0; i < ACCESSES; i++) {
        SimAccess access = choose_access(tidy, i);
        uint32_t number = (uint32_t)i % WORKERS,
                 warp = tidy && i < 2 * WORKERS ? (uint32_t)i / WORKERS : below(tidy ? 2 : 4);
        uint32_t mask = tidy || kind == 1 || below(3) != 0 ? EVERY_LANE : 1 + below(UINT32_MAX - 1), row[64] = {0},
                 old[32];
        uint32_t thread = number * THREADS + warp * 32;
        Lanes lanes = choose_lanes(f.out, tidy, kind, thread, &access);
        assert_true(sim_access(worker[number], &access, (SimWho){.warp = warp}, mask, lanes.at,
                               (void *const[8]){row, row + 32}, old));
        for (uint32_t lane = 0; lane < 32; lane++)
            if ((mask >> lane & 1) != 0) model_lane(&access, lanes.at[lane] - f.out, (int)(thread + lane));
    }
    judge(&must, &may);
    uint8_t *candidate = sim_memory_candidates(f.memory, worker, WORKERS);
    if (must && candidate == NULL) fail_msg("program %u: accesses that may race, and no candidate", (unsigned)seed);
    if (!may && candidate != NULL) fail_msg("program %u: a candidate without a shared byte", (unsigned)seed);
    *candidates += candidate != NULL;
    free(candidate);
    sim_block_memory_free(worker[1]);
    fixture_end(&f);
}

static void what_two_threads_share_is_a_candidate_and_what_one_thread_owns_is_none(void **state) {
    (void)state;
    size_t candidates = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) run_program(seed, &candidates);
    assert_in_range(candidates, PROGRAMS / 4, PROGRAMS * 3 / 4); /* programs of both kinds were tried */
}

/* A running sum in global memory: each thread reads and writes its own element again and again. */
static void one_store_to_an_element_of_another_thread_makes_a_candidate(void **state) {
    (void)state;
    for (int stray = 0; stray < 2; stray++) {
        Fixture f;
        fixture_begin(&f);
        sim_memory_watch(f.memory, f.out, true, true);
        for (uint32_t pc = 0; pc < 3; pc++)
            for (uint32_t warp = 0; warp < 4; warp++) {
                Lanes own = strided(f.out + 128 * (uint64_t)warp, 4);
                assert_true(store(&f, PTX_GLOBAL, 2 * pc, warp, own) && load(&f, PTX_GLOBAL, 2 * pc + 1, warp, own));
            }
        uint32_t row[32] = {0};
        if (stray) assert_true(perform(&f, access_of(REQUEST_STORE, PTX_GLOBAL, 7), 1, 1, strided(f.out + 4, 4), row));
        uint8_t *candidate = sim_memory_candidates(f.memory, &f.block, 1);
        assert_int_equal(candidate != NULL, stray);
        free(candidate);
        fixture_end(&f);
    }
}

/* Its reads leave no marks, so that only the store tells of a race. */
static void a_store_to_a_buffer_that_is_no_output_makes_a_candidate(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    sim_memory_watch(f.memory, f.out, false, true);
    assert_true(store(&f, PTX_GLOBAL, 0, 0, strided(f.out, 4)));
    uint8_t *candidate = sim_memory_candidates(f.memory, &f.block, 1);
    assert_non_null(candidate);
    free(candidate);
    fixture_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_two_threads_share_is_a_candidate_and_what_one_thread_owns_is_none),
        cmocka_unit_test(one_store_to_an_element_of_another_thread_makes_a_candidate),
        cmocka_unit_test(a_store_to_a_buffer_that_is_no_output_makes_a_candidate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
