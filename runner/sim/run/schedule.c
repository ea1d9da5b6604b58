/* In which order the warps of a block take their turns, and how long turns are in random order.
 *
 * Ascending and descending turns are long: what one warp does, the next one finds done. In random order the first turns
 * after a barrier have random lengths: such a turn ends at the first basic block that begins when its instructions are
 * used up. Every second of them ends behind one of its first loads as well, so that others store to a word between a
 * load of it and the store that follows in straight code. And half of the strong accesses in it end it: others look at
 * a lock after this warp has and before it takes it. (Other turns that polled go on for some steps, to see whether the
 * warp waits: control_flow.c.) Only so many turns are cut, so that an endless loop still comes back to the same states
 * (deadlock.c).
 *
 * Measured: a thread of each of eight blocks loads a word and stores it again, while another warp stores to it. With 43
 * of 64 seeds some block loses that warp's store; where no turn ends behind a load, none does (test_sim_schedule.c).
 * Turns that end within a group of loads (recall_group.h) take them one by one: with races, matmul_32 takes three times
 * as long in random order, and matmul_8 twice; other kernels take up to a fifth more. */
#include "sim/launch.h"

uint64_t sim_next_random(uint64_t *state) { /* splitmix64 (Steele, Lea, Flood) */
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

void sim_choose_order(SimWorker *worker) {
    uint32_t count = worker->warp_count, *order = worker->order;
    Schedule schedule = worker->launch->request->schedule;
    for (uint32_t i = 0; i < count; i++) order[i] = schedule == SCHEDULE_REVERSE ? count - 1 - i : i;
    if (schedule != SCHEDULE_RANDOM) return;
    for (uint32_t i = count; i > 1; i--) {
        uint32_t j = (uint32_t)(sim_next_random(&worker->random) % i), kept = order[i - 1];
        order[i - 1] = order[j];
        order[j] = kept;
    }
}

/* 1 to 2^digits, where each number of binary digits is about as likely */
static uint64_t random_length(SimWorker *worker, uint32_t digits) {
    uint64_t random = sim_next_random(&worker->random);
    return 1 + ((random >> 8 & ((UINT64_C(1) << digits) - 1)) >> random % digits);
}

static void begin_turn(SimWarp *warp) {
    enum { INSTRUCTION_DIGITS = 10, LOAD_DIGITS = 3 };
    SimWorker *worker = warp->worker;
    warp->cut = warp->cuts != 0 && worker->launch->request->schedule == SCHEDULE_RANDOM;
    warp->last_load = UINT64_MAX;
    if (!warp->cut) return;
    warp->spent = sim_spent(warp);
    warp->fuel = warp->refill = (int64_t)random_length(worker, INSTRUCTION_DIGITS);
    warp->turn = warp->turn_limit;
    if (warp->cuts-- % 2 == 0) warp->last_load = warp->loads + random_length(worker, LOAD_DIGITS);
}

/* Whether a turn of a random length ends behind what was just executed. *strong: the strong accesses before it; sets
 * that to those behind it. */
static bool ends_here(const SimWarp *warp, uint64_t *strong) {
    if (warp->loads >= warp->last_load) return true;
    uint64_t before = *strong;
    *strong = sim_synchronising_accesses(warp->memory);
    return *strong != before && (sim_next_random(&warp->worker->random) & 1) == 0;
}

static void run_cut_turn(SimWarp *warp) {
    uint64_t strong = sim_synchronising_accesses(warp->memory);
    const SimInstr *at = warp->resume;
    do at = at->run(warp, at);
    while (at != NULL && !ends_here(warp, &strong));
    if (at == NULL) return;
    warp->turn = 0;
    warp->resume = at;
}

void sim_run_turn(SimWarp *warp) {
    begin_turn(warp);
    if (warp->cut) {
        run_cut_turn(warp);
        return;
    }
    const SimInstr *at = warp->resume;
    while (at != NULL) at = at->run(warp, at);
}
