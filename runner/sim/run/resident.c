/* Blocks that run at the same time: those of a cooperative launch, whose grid.sync() waits for all of them, those of a
 * launch in which a block waits for a later one, and in random order some blocks of a launch in which they meet
 * (attempts.c). On a GPU as many run so as there is room for; where one ends, the next one begins in its place.
 *
 * Each block that runs has a worker of its own, and all workers run on one thread of the host: a block runs for as long
 * as its barriers open, then the next one has its turn, in the order of the schedule. A block that polls has short
 * turns (control_flow.c).
 *
 * In random order one block at a time first has some turns, while all others stand still, wherever they are: it looks
 * at a lock that one of them holds, or at a flag whose value is not there yet. Of such turns there are only so many, so
 * that they cost little and every block comes to its end. Then all have their turns, beginning with any.
 *
 * Deadlock. As for one block (deadlock.c): a block for which it was proved that it repeats itself without an effect
 * does so until another block writes memory. When that is so of every block that still runs, and no instruction with
 * an effect was executed since the first of these proofs, none of them can ever end, and none makes room for those that
 * have not begun. */
#include "sim/launch.h"

enum {
    ALONE_DIGITS = 8,     /* one turn, or 1 to 256 in a row, where each number of binary digits is about as likely */
    MOST_ALONE = 1 << 12, /* turns of such rows */
};

typedef struct Residents {
    SimLaunch *launch;
    SimWorker *const *workers;
    uint32_t count, living; /* workers; those whose block has not ended */
    uint64_t next;          /* the first block that has not begun */
    SimWorker *running;     /* the one whose memory holds the time and the order of events */
    uint64_t start;         /* random order: where this pass begins */
    uint64_t effects;       /* of all blocks, when the last pass over them began */
    uint64_t random;
    uint64_t alone; /* turns of blocks while the others stood still */
} Residents;

static bool has_ended(const SimWorker *worker) {
    return worker->alive_threads == 0;
}

static void switch_to(Residents *residents, SimWorker *worker) {
    sim_block_switch(residents->running->memory, worker->memory);
    residents->running = worker;
}

/* False where the launch has to end. */
static bool give_turn(Residents *residents, SimWorker *worker) {
    switch_to(residents, worker);
    if (sim_run_turns(worker)) {
        bool ends = sim_deadlock_check(worker);
        if (!ends) return true;
    }
    sim_spend(worker);
    sim_report_spent(worker);
    if (worker->stopped || worker->interrupted) return false;
    if (residents->next < residents->launch->block_count)
        sim_begin_block(worker, residents->next++);
    else
        residents->living--;
    return true;
}

/* What was executed so far: false where it is more than a launch may execute. */
static bool look_over(Residents *residents) {
    uint64_t effects = 0, spent = residents->launch->spent; /* of blocks that have ended */
    for (uint32_t i = 0; i < residents->count; i++) {
        const SimWorker *worker = residents->workers[i];
        effects += sim_effects(worker);
        if (has_ended(worker)) continue;
        for (uint32_t w = 0; w < worker->warp_count; w++) spent += sim_spent(&worker->warps[w]);
    }
    for (uint32_t i = 0; effects != residents->effects && i < residents->count; i++)
        residents->workers[i]->deadlock.waits = false;
    residents->effects = effects;
    return spent <= residents->launch->launch_budget;
}

/* Reports a block's wait where all wait; false where the launch has to end. */
static bool still_works(Residents *residents) {
    SimWorker *first = NULL;
    for (uint32_t i = 0; i < residents->count; i++) {
        SimWorker *worker = residents->workers[i];
        if (has_ended(worker)) continue;
        if (!worker->deadlock.waits) return true;
        if (first == NULL) first = worker;
    }
    if (first == NULL) return true;
    bool more = residents->next < residents->launch->block_count;
    if (more && residents->launch->gives_up) { /* a GPU may have more room */
        residents->launch->exhausted = true;
        return false;
    }
    switch_to(residents, first);
    sim_deadlock_report(first, more);
    return !first->stopped;
}

/* The number of the block that has the turn at that place of a pass. */
static uint32_t block_at(const Residents *residents, uint32_t place) {
    switch (residents->launch->request->schedule) {
    case SCHEDULE_REVERSE: return residents->count - 1 - place;
    /* begins anywhere: enough for blocks to overtake each other in any way, because turns differ in length as well */
    case SCHEDULE_RANDOM: return (uint32_t)((place + residents->start) % residents->count);
    default: return place;
    }
}

/* Some turns for one block, as long as it runs. */
static bool run_one_alone(Residents *residents) {
    uint64_t random = sim_next_random(&residents->random);
    SimWorker *worker = residents->workers[(random >> 32) % residents->count];
    uint64_t more = (random >> 8 & ((1 << ALONE_DIGITS) - 1)) >> random % ALONE_DIGITS, block = worker->block;
    uint64_t turns = 1 + (random >> 16 & 1 ? more : 0);
    residents->alone++;
    while (turns-- > 0 && !has_ended(worker) && worker->block == block) {
        residents->alone++;
        if (!give_turn(residents, worker)) return false;
    }
    return true;
}

static bool run_all(Residents *residents) {
    residents->start = sim_next_random(&residents->random) % residents->count;
    for (uint32_t place = 0; place < residents->count; place++) {
        SimWorker *worker = residents->workers[block_at(residents, place)];
        if (!has_ended(worker) && !give_turn(residents, worker)) return false;
    }
    return true;
}

static bool pass(Residents *residents) {
    bool random = residents->launch->request->schedule == SCHEDULE_RANDOM;
    bool goes_on = random && residents->alone < MOST_ALONE ? run_one_alone(residents) : run_all(residents);
    if (!goes_on) return false;
    uint64_t effects = residents->effects;
    if (!look_over(residents)) {
        residents->launch->exhausted = true;
        return false;
    }
    return effects != residents->effects || still_works(residents);
}

void sim_run_resident(SimWorker *const *workers, uint32_t count) {
    Residents residents = {.launch = workers[0]->launch,
                           .workers = workers,
                           .count = count,
                           .living = count,
                           .next = count,
                           .running = workers[0],
                           .random = workers[0]->launch->seed};
    for (uint32_t i = 0; i < count; i++) {
        switch_to(&residents, workers[i]);
        sim_begin_block(workers[i], i);
    }
    while (residents.living > 0 && pass(&residents))
        ;
    if (residents.living > 0 && !residents.launch->exhausted) residents.launch->stop = true;
}
