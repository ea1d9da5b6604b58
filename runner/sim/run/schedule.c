/* In which order the warps of a block take their turns, and how long turns are in random order.
 *
 * Ascending and descending turns are long: what one warp does, the next one finds done. In random order the first turns
 * after a barrier have random lengths: such a turn ends at the first basic block that begins when its instructions are
 * used up, so that a plain load and the store behind it in straight code are never parted. And half of the strong
 * accesses in it end it: others look at a lock after this warp has and before it takes it. (Other turns
 * that polled go on for some steps, to see whether the warp waits: control_flow.c.) Only so many turns are cut, so that
 * an endless loop still comes back to the same states (deadlock.c). */
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

void sim_begin_turn(SimWarp *warp) {
    warp->cut = warp->cuts != 0 && warp->worker->launch->request->schedule == SCHEDULE_RANDOM;
    if (!warp->cut) return;
    /* 1 to 1023 instructions, where each number of binary digits is about as likely */
    uint64_t random = sim_next_random(&warp->worker->random);
    warp->cuts--;
    warp->spent = sim_spent(warp);
    warp->fuel = warp->refill = 1 + (int64_t)((random >> 8 & 1023) >> random % 10);
    warp->turn = warp->turn_limit;
}

const SimInstr *sim_after_strong_access(SimWarp *warp, const SimInstr *next) {
    if (!warp->cut || sim_next_random(&warp->worker->random) & 1) return next;
    warp->turn = 0;
    warp->resume = next;
    return NULL;
}
