/* The search in the graph of events, with its chains and summaries, against a model that keeps for each event the set
 * of all accesses before it: random programs of many blocks, whose threads release to flags, acquire from them and meet
 * at barriers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/memory/races/causality_graph.h"

enum { BLOCKS = 12, WARPS = 2, LANES = 2, FLAGS = 3, STEPS = 2500, PROGRAMS = 60, MOST = 1024 };
enum { THREADS = WARPS * LANES };

typedef struct Set {
    uint64_t word[MOST / 64]; /* a bit an access */
} Set;

typedef struct Thread {
    EventId known;
    Set before;
} Thread;

typedef struct Flags {
    EventId held;
    Set before;
} Flags;

typedef struct Program {
    uint64_t random;
    SimBlockMemory *block; /* which holds the graph */
    int32_t now, interval[BLOCKS], since[BLOCKS][WARPS];
    Thread thread[BLOCKS][THREADS];
    Flags flag[FLAGS];
    Past access[MOST];
    uint32_t accesses;
} Program;

static Program program;

static uint32_t below(uint32_t limit) {
    program.random = program.random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(program.random >> 33) % limit;
}

static void add_all(Set *to, const Set *from) {
    for (int i = 0; i < MOST / 64; i++) to->word[i] |= from->word[i];
}

/* ---- what threads do --------------------------------------------------------------------------------------------- */

static void do_access(uint32_t block, uint32_t thread) {
    if (program.accesses == MOST) return;
    program.access[program.accesses++] =
        (Past){.block = block, .warp = thread / LANES, .lanes = 1U << thread % LANES, .time = program.now};
}

/* What an event has before it, beside its parents' accesses: those that its lanes, time and barriers say. */
static Set accesses_of(const Event *event) {
    Set set = {{0}};
    for (uint32_t i = 0; i < program.accesses; i++) {
        Past past = program.access[i];
        bool is_own = past.warp == event->warp && (past.time < event->since || (past.lanes & event->lanes) != 0);
        bool is_before =
            past.block == event->block && past.time < event->time && (past.time < event->interval || is_own);
        set.word[i / 64] |= (uint64_t)is_before << i % 64;
    }
    return set;
}

static void release(uint32_t block, uint32_t thread, Flags *flag, bool adds) {
    Causality *causality = causality_of(program.block);
    Thread *by = &program.thread[block][thread];
    Event event = {.parent = {by->known},
                   .block = block,
                   .warp = thread / LANES,
                   .lanes = 1U << thread % LANES,
                   .time = ++program.now,
                   .interval = program.interval[block],
                   .since = program.since[block][thread / LANES]};
    Set before = accesses_of(&event);
    add_all(&before, &by->before);
    if (by->known == EVENT_OF_ALL)
        for (uint32_t i = 0; i < program.accesses; i++) before.word[i / 64] |= UINT64_C(1) << i % 64;
    EventId added = causality_add_event(causality, event);
    if (adds)
        add_all(&flag->before, &before);
    else
        flag->before = before;
    flag->held = adds ? causality_continue(causality, flag->held, added) : added;
}

static void acquire(uint32_t block, uint32_t thread, const Flags *flag) {
    Causality *causality = causality_of(program.block);
    Thread *by = &program.thread[block][thread];
    by->known = causality_join(causality, by->known, flag->held);
    add_all(&by->before, &flag->before);
    causality_share(causality, flag->held);
}

/* The threads know from now on what each of them knew. */
static void share(uint32_t block, uint32_t first, uint32_t count) {
    Causality *causality = causality_of(program.block);
    Thread all = {0};
    for (uint32_t i = first; i < first + count; i++) {
        all.known = causality_join(causality, all.known, program.thread[block][i].known);
        add_all(&all.before, &program.thread[block][i].before);
    }
    for (uint32_t i = first; i < first + count; i++) program.thread[block][i] = all;
    program.now++;
    if (count == THREADS) program.interval[block] = program.now;
    for (uint32_t warp = first / LANES; warp < (first + count) / LANES; warp++)
        program.since[block][warp] = program.now;
}

/* ---- the question ------------------------------------------------------------------------------------------------ */

static void compare(uint32_t block, uint32_t thread) {
    Causality *causality = causality_of(program.block);
    uint32_t number = below(program.accesses);
    Past past = program.access[number];
    causality->known[0] = program.thread[block][thread].known;
    causality->graph.searched = causality->graph.wanted = 1 << 20; /* a summary as soon as it saves anything */
    bool is_before = causality->known[0] == EVENT_OF_ALL ||
                     (program.thread[block][thread].before.word[number / 64] >> number % 64 & 1) != 0;
    assert_int_equal(causality_before(program.block, past, 0) != 0, is_before);
}

static void run_step(void) {
    if (below(STEPS) == 0) program.thread[0][0].known = EVENT_OF_ALL; /* no room was left for the event that it knew */
    uint32_t block = below(BLOCKS), thread = below(THREADS), what = below(100);
    Flags *flag = &program.flag[below(FLAGS)], *copy = &program.flag[below(FLAGS)];
    if (what < 30)
        do_access(block, thread);
    else if (what < 60)
        release(block, thread, flag, what < 58);
    else if (what < 85)
        acquire(block, thread, flag);
    else if (what < 92)
        share(block, thread / LANES * LANES, LANES);
    else
        share(block, 0, THREADS);
    if (what == 59) *copy = *flag; /* both go on from one event, as what a flag holds for each scope does */
    for (int i = 0; i < 4 && program.accesses != 0; i++) compare(below(BLOCKS), below(THREADS));
}

static uint32_t run_program(uint64_t seed) {
    program = (Program){.random = seed, .block = calloc(1, sizeof *program.block), .now = 1};
    assert_non_null(program.block);
    for (int step = 0; step < STEPS; step++) run_step();
    uint32_t summaries = causality_of(program.block)->graph.summaries;
    causality_free(program.block);
    free(program.block);
    return summaries;
}

static void the_search_and_sets_of_accesses_agree(void **state) {
    (void)state;
    uint32_t summaries = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) summaries += run_program(seed);
    assert_in_range(summaries, PROGRAMS, UINT32_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_search_and_sets_of_accesses_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
