/* Whether a block is deadlocked although warps of it still run: proof that each of them repeats itself for ever.
 *
 * The simulation is deterministic, so that a block that is in the same state twice repeats itself for ever. Memory
 * is too large to compare, and need not be compared: memory stays as it is as long as no instruction is executed
 * that has an effect, that is, one that changes memory, waits at a barrier, prints or reads a clock (effects.c). A
 * warp that meanwhile has the same registers and waiting paths as before repeats itself until memory changes; if
 * every warp that runs does so, no warp changes it.
 *
 * States are compared after every TURNS full turns in which no barrier opened; few kernels have such turns. When all
 * warps have repeated themselves, they are run once more step by step. This shows whether an atomic in a loop leaves
 * memory as it is, like a compare-and-swap that fails, and which address each loop polls. Where a loop reads global
 * memory, another block may still write it: that is a deadlock only if all other blocks have ended. */
#include <stdio.h>
#include <string.h>

#include "finding_kinds.h"
#include "sim/handlers.h"
#include "sim/lanes/lanes.h"
#include "sim/launch.h"
#include "sim/memory/address_fault.h"

enum { TURNS = 4, MOST_ROUNDS = 256, MOST_FAILURES = 16 };

/* How likely it is that a loop waits for what an access finds. */
typedef enum Awaited { AWAITED_PERHAPS, AWAITED_STRONGLY /* volatile, atomic */, AWAITED_SURELY /* polls.c */ } Awaited;

/* An access that a warp repeats in its loop: the address may be what it waits for. */
typedef struct Poll {
    const SimWarp *warp;
    uint32_t lane, pc;
    PtxSpace space;
    uint64_t address;
    int width;
    Awaited awaited;
    bool updates;
} Poll;

enum { MOST_POLLS = 4 };

typedef struct Proof {
    SimWorker *worker;
    const SimLanes *lanes;
    uint64_t start[SIM_MAX_WARPS];
    bool changed; /* an atomic changed memory */
    bool reads_global;
    Poll polls[MOST_POLLS]; /* of one lane of the first warp that has one, of different words */
    size_t poll_count;
} Proof;

/* ---- states ------------------------------------------------------------------------------------------------------ */

static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static uint64_t mix_bytes(uint64_t hash, const uint8_t *bytes, size_t size) {
    uint64_t word;
    for (size_t i = 0; i + sizeof word <= size; i += sizeof word) {
        memcpy(&word, bytes + i, sizeof word);
        hash = mix(hash, word);
    }
    return hash;
}

static uint64_t mix_pointer(uint64_t hash, const void *pointer) {
    return mix(hash, (uint64_t)(uintptr_t)pointer);
}

static uint64_t watch_state(uint64_t hash, const SimWatch *watch) {
    hash = mix(mix_pointer(hash, watch->at), watch->state);
    hash = mix(hash, (uint64_t)watch->active << 32 | watch->tries);
    return mix(mix(hash, watch->spins), watch->postponed << 1 | watch->assumed_spin);
}

uint64_t sim_warp_state(const SimWarp *warp) {
    const SimFrame *last = &warp->frames[warp->frame_count - 1];
    uint64_t hash = mix_bytes(warp->carry, warp->stack, (size_t)last->base + last->function->frame_size);
    for (uint32_t i = 0; i < last->predicates + last->function->predicates; i++)
        hash = mix(hash, warp->predicate_stack[i]);
    for (size_t i = 0; i < warp->frame_count; i++) {
        const SimFrame *frame = &warp->frames[i];
        hash = mix(mix_pointer(mix_pointer(hash, frame->back), frame->function),
                   (uint64_t)frame->called << 32 | frame->returned);
    }
    for (size_t i = 0; i < warp->path_count; i++) {
        const SimPath *path = &warp->paths[i];
        hash =
            mix(mix_pointer(mix_pointer(hash, path->at), path->reconverge), (uint64_t)path->mask << 1 | path->parked);
    }
    hash = mix(mix_pointer(mix_pointer(hash, warp->resume), warp->reconverge),
               (uint64_t)warp->active << 32 | warp->exited);
    return watch_state(hash, &warp->watch);
}

/* A hash of all that decides what a warp does next, except memory. */
static uint64_t state_of(const SimWarp *warp) {
    return mix(mix(sim_warp_state(warp), (uint64_t)warp->refill), warp->turn_limit);
}

/* Grows with every instruction that has an effect and with every thread that ends. */
uint64_t sim_effects(const SimWorker *worker) {
    uint64_t sum = (worker->blocks_run + 1) * worker->launch->threads - worker->alive_threads;
    for (size_t i = 0; i < worker->program->effect_count; i++)
        sum += worker->counters[worker->program->effects[i]].threads;
    return sum;
}

/* ---- step by step ------------------------------------------------------------------------------------------------ */

static const SimMemoryOp *memory_op_of(const Proof *proof, const SimInstr *at) {
    if (at->run == sim_test_mbarrier) return &((const SimMbarrierOp *)at->extra)->at;
    bool access = at->run == sim_access_memory || at->run == sim_load_speculated ||
                  at->run == proof->lanes->shared_update || at->run == proof->lanes->shared_group;
    for (int op = REQUEST_LOAD; op <= REQUEST_STORE && !access; op++)
        access = at->run == proof->lanes->shared_word[op] || at->run == proof->lanes->global_word[op];
    for (int i = 0; i < 4 && !access; i++) access = at->run == proof->lanes->global_narrow[i / 2][i % 2];
    return access ? at->extra : NULL;
}

/* Whether the access may change memory and returns what it found. The test of a barrier object changes nothing: the
 * object's arrivals do. */
static bool is_atomic(const SimInstr *at, const SimMemoryOp *op) {
    return op->access.op == REQUEST_ATOMIC && at->run != sim_test_mbarrier;
}

/* Keeps the accesses of the first warp and its first lane that are awaited most; where none is so surely, the first. */
static void add_poll(Proof *proof, Poll poll) {
    const Poll *first = &proof->polls[0];
    if (proof->poll_count > 0 && (first->warp != poll.warp || poll.awaited < first->awaited)) return;
    if (proof->poll_count > 0 && poll.awaited > first->awaited) proof->poll_count = 0;
    if (proof->poll_count == MOST_POLLS) return;
    for (size_t i = 0; i < proof->poll_count; i++) {
        const Poll *kept = &proof->polls[i];
        bool same = kept->space == poll.space && kept->address == poll.address;
        if (same || kept->lane != poll.lane || poll.awaited != AWAITED_SURELY) return;
    }
    proof->polls[proof->poll_count++] = poll;
}

static void keep_poll(Proof *proof, SimWarp *warp, const SimInstr *at, const SimMemoryOp *op) {
    const uint64_t *addresses = sim_lane_addresses(warp, op);
    uint64_t address = addresses[__builtin_ctz(warp->active)];
    PtxSpace space = (PtxSpace)op->access.space;
    for (uint32_t left = warp->active; left != 0 && op->access.space == PTX_GENERIC; left &= left - 1) {
        uint64_t within = addresses[__builtin_ctz(left)];
        proof->reads_global |= generic_space(&within) == PTX_GLOBAL;
    }
    if (space == PTX_GENERIC) space = generic_space(&address);
    if (space != PTX_SHARED && space != PTX_GLOBAL) return;
    proof->reads_global |= space == PTX_GLOBAL;
    add_poll(proof, (Poll){.warp = warp,
                           .lane = (uint32_t)__builtin_ctz(warp->active),
                           .pc = op->access.pc,
                           .space = space,
                           .address = address,
                           .width = op->access.element * op->access.vector,
                           .awaited = op->access.polls           ? AWAITED_SURELY
                                      : op->access.synchronising ? AWAITED_STRONGLY
                                                                 : AWAITED_PERHAPS,
                           .updates = is_atomic(at, op)});
}

/* Keeps an access that computes its addresses itself (load/indexed.c). Their row stays as it is, because it belongs to
 * the state that the warp must come back to. */
static void keep_indexed_poll(Proof *proof, SimWarp *warp, const SimInstr *at) {
    uint8_t kept[SIM_ROW64];
    if (at->run != proof->lanes->global_indexed[REQUEST_LOAD] && at->run != proof->lanes->global_indexed[REQUEST_STORE])
        return;
    memcpy(kept, sim_row(warp, at->dest), sizeof kept);
    sim_indexed_addresses(warp, at);
    keep_poll(proof, warp, at, at->access->extra);
    memcpy(sim_row(warp, at->dest), kept, sizeof kept);
}

/* Keeps the accesses that a guard (@p) executes itself. The instructions that compute a generic address may be among
 * the guarded ones, so that its space is not known yet: it may be global. */
static void keep_guarded_polls(Proof *proof, SimWarp *warp, const SimInstr *guard) {
    uint32_t active = warp->active, lanes = active & sim_predicate(warp, guard->guard);
    for (int64_t i = 1; lanes != 0 && i <= guard->imm; i++) {
        const SimMemoryOp *op = memory_op_of(proof, guard + i);
        if (op == NULL) continue;
        proof->reads_global |= op->access.space == PTX_GENERIC;
        warp->active = lanes;
        keep_poll(proof, warp, guard + i, op);
        warp->active = active;
    }
}

static void note_change(Proof *proof, const SimWarp *warp, const SimMemoryOp *op, const uint8_t *operand,
                        const uint8_t *second) {
    const SimAccess *access = &op->access;
    const uint8_t *old = sim_row(warp, op->old);
    for (uint32_t left = warp->active; left != 0 && !proof->changed; left &= left - 1) {
        uint64_t value[3] = {0};
        size_t at = (size_t)__builtin_ctz(left) * access->row;
        memcpy(&value[0], old + at, access->element);
        memcpy(&value[1], operand + at, access->element);
        memcpy(&value[2], second + at, access->element);
        proof->changed = sim_atomic_changes(access, value[0], value[1], value[2]);
    }
}

/* Runs a warp as sim_run_turn (schedule.c) does, and checks each access to memory. */
static void run_by_steps(Proof *proof, SimWarp *warp) {
    uint8_t operand[SIM_ROW64], second[SIM_ROW64];
    const SimInstr *at = warp->resume;
    while (at != NULL) {
        const SimMemoryOp *op = memory_op_of(proof, at);
        bool atomic = op != NULL && is_atomic(at, op);
        if (op != NULL) keep_poll(proof, warp, at, op);
        keep_indexed_poll(proof, warp, at);
        if (at->run == proof->lanes->handler[LANE_guard]) keep_guarded_polls(proof, warp, at);
        if (atomic) { /* the result may overwrite the row of an operand */
            memcpy(operand, sim_row(warp, op->data[0]), (size_t)op->access.row * WARP_SIZE);
            if (op->access.atomic == PTX_ATOM_CAS)
                memcpy(second, sim_row(warp, op->second), (size_t)op->access.row * WARP_SIZE);
            else
                memset(second, 0, sizeof second);
            proof->changed |= !op->access.returns;
        }
        at = at->run(warp, at);
        if (atomic && op->access.returns) note_change(proof, warp, op, operand, second);
    }
}

/* Whether every warp that runs comes back to its state without an effect on the way. */
static bool verify(Proof *proof) {
    SimWorker *worker = proof->worker;
    uint64_t effects = sim_effects(worker);
    bool returned[SIM_MAX_WARPS] = {false};
    for (uint32_t i = 0; i < worker->warp_count; i++)
        proof->start[i] = worker->warps[i].state == SIM_READY ? state_of(&worker->warps[i]) : 0;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        bool all = true;
        for (uint32_t i = 0; i < worker->warp_count; i++) {
            SimWarp *warp = &worker->warps[i];
            if (warp->state != SIM_READY) continue;
            run_by_steps(proof, warp);
            if (worker->stopped || warp->state != SIM_READY || proof->changed || sim_effects(worker) != effects)
                return false;
            returned[i] |= state_of(warp) == proof->start[i];
            all &= returned[i];
        }
        if (all) return true;
    }
    return false;
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

/* "; 1 other warp waits at the barrier at line 12, and the others have ended" */
static void describe_others(const SimWorker *worker, const SimWarp *told, char *text, size_t size,
                            uint32_t *barrier_pc) {
    uint32_t waiting = 0, looping = 0;
    char line[32] = "";
    *barrier_pc = UINT32_MAX;
    for (uint32_t i = 0; i < worker->warp_count; i++) {
        const SimWarp *warp = &worker->warps[i];
        waiting += warp->state == SIM_WAITING;
        looping += warp->state == SIM_READY && warp != told;
        if (warp->state == SIM_WAITING && *barrier_pc == UINT32_MAX) *barrier_pc = warp->resume->pc;
    }
    if (waiting && looping)
        snprintf(text, size, "%u warp%s at the barrier%s, and %u more go round such a loop", waiting,
                 waiting == 1 ? " waits" : "s wait", at_line(worker->memory, *barrier_pc, line), looping);
    else if (waiting)
        snprintf(text, size, "%u warp%s at the barrier%s, which opens only when this one comes", waiting,
                 waiting == 1 ? " waits" : "s wait", at_line(worker->memory, *barrier_pc, line));
    else if (looping)
        snprintf(text, size,
                 looping == 1 ? "the other warp that still runs goes round such a loop, too"
                              : "the %u other warps that still run go round such loops, too",
                 looping);
    else if (told->threads & ~told->exited & ~told->active)
        snprintf(text, size, "of its block only other threads of its warp are left, and they wait for it");
    else
        snprintf(text, size, "no other thread of its block still runs");
}

static uint32_t thread_of_poll(const Poll *poll) {
    return poll->warp->number * WARP_SIZE + poll->lane;
}

/* What it tries by an atomic is not its own: the records do not tell whether an attempt succeeded. */
static bool is_own(const Proof *proof, const Poll *poll) {
    return !poll->updates && sim_thread_wrote(proof->worker->memory, poll->space, poll->address, thread_of_poll(poll));
}

/* Leaves out the words that the waiting thread has written itself, if that leaves one: it waits for another thread. */
static void drop_own(Proof *proof) {
    size_t left = 0;
    for (size_t i = 0; i < proof->poll_count; i++)
        if (!is_own(proof, &proof->polls[i])) proof->polls[left++] = proof->polls[i];
    if (left > 0) proof->poll_count = left;
}

enum { AWAITED_TEXT = MOST_POLLS * (FAULT_TEXT + 32) };

/* "reads `head`, element 0, and `tail`, element 0, in a loop until one of them changes" */
static const char *awaited_words(Proof *proof, char text[AWAITED_TEXT]) {
    size_t length = 0;
    const char *before = NULL;
    for (size_t i = 0; i < proof->poll_count; i++) {
        const Poll *poll = &proof->polls[i];
        char place[FAULT_TEXT];
        fault_place(proof->worker->memory, poll->space, poll->address, poll->width, place);
        const char *verb = poll->updates ? "tries " : "reads ";
        length += (size_t)snprintf(text + length, AWAITED_TEXT - length, "%s%s%s, ", i > 0 ? "and " : "",
                                   verb == before ? "" : verb, place);
        before = verb;
    }
    snprintf(text + length, AWAITED_TEXT - length, "in a loop until %s changes",
             proof->poll_count > 1 ? "one of them" : "it");
    return text;
}

static void report_wait(Proof *proof, const char *other_blocks) {
    const SimWorker *worker = proof->worker;
    drop_own(proof);
    const Poll *poll = &proof->polls[0];
    char thread[32], words[AWAITED_TEXT], others[160];
    uint32_t barrier_pc;
    describe_others(worker, poll->warp, others, sizeof others, &barrier_pc);
    sim_finding(worker->memory, FINDING_DEADLOCK, false, poll->pc, barrier_pc,
                "thread %s %s, and nobody is left who could change %s: %s%s",
                sim_thread_name(worker->memory, thread_of_poll(poll), thread), awaited_words(proof, words),
                proof->poll_count > 1 ? "them" : "it", others, other_blocks);
}

/* On a GPU a later block may run beside this one, if there is room; here blocks run one after another. */
static void report_wait_for_later(Proof *proof) {
    const SimWorker *worker = proof->worker;
    drop_own(proof);
    const Poll *poll = &proof->polls[0];
    worker->launch->later_pc = poll->pc;
    char thread[32], words[AWAITED_TEXT];
    sim_finding(
        worker->memory, FINDING_BUDGET, false, poll->pc, UINT32_MAX,
        "thread %s of block (%u,%u,%u) %s; no block before has changed %s, and those after it begin when it has "
        "ended: CUDA lets blocks run in any order, so none may wait for a later one",
        sim_thread_name(worker->memory, thread_of_poll(poll), thread), worker->index[0], worker->index[1],
        worker->index[2], awaited_words(proof, words), proof->poll_count > 1 ? "them" : "it");
}

/* No access is repeated to memory that others can write: the compiler has moved the read of the tested value out of the
 * loop, or it is the thread's own. */
static void report_endless(const Proof *proof) {
    const SimWorker *worker = proof->worker;
    const SimWarp *warp = worker->warps;
    while (warp->state != SIM_READY) warp++;
    char thread[32], lines[64];
    uint32_t lane = warp->active ? (uint32_t)__builtin_ctz(warp->active) : 0;
    sim_finding(
        worker->memory, FINDING_BUDGET, false, warp->resume->pc, UINT32_MAX,
        "thread %s goes round a loop%s for ever: nothing in it changes what it tests, and it reads no memory anew that "
        "another thread could write (what is to come from another thread must be volatile, or read by an atomic)",
        sim_thread_name(worker->memory, warp->number * WARP_SIZE + lane, thread),
        sim_loop_lines(worker->program, warp->resume->pc, lines));
}

/* ---- the check --------------------------------------------------------------------------------------------------- */

void sim_deadlock_begin(SimWorker *worker) {
    worker->deadlock = (SimDeadlock){.checks = 0};
}

/* Whether the warps that can run have had TURNS full turns each since the last check. */
static bool turn_is_over(SimWorker *worker) {
    SimDeadlock *still = &worker->deadlock;
    uint64_t spent = 0, ready = 0;
    for (uint32_t i = 0; i < worker->warp_count; i++)
        if (worker->warps[i].state == SIM_READY) {
            spent += sim_spent(&worker->warps[i]);
            ready++;
        }
    if (spent >= still->spent && spent - still->spent < ready * TURNS * SIM_FUEL) return false;
    still->spent = spent;
    return true;
}

/* Brent's method to find a period: each state is compared with that of the last check whose number is a power of
 * two. */
static bool all_repeat(SimWorker *worker) {
    SimDeadlock *still = &worker->deadlock;
    uint64_t effects = sim_effects(worker);
    if (effects != still->effects) still->checks = 0;
    still->effects = effects;
    bool all = still->checks > 0, save = (still->checks & (still->checks - 1)) == 0;
    for (uint32_t i = 0; i < worker->warp_count; i++) {
        if (worker->warps[i].state != SIM_READY) continue;
        uint64_t state = state_of(&worker->warps[i]);
        still->repeats[i] = still->checks > 0 && (still->repeats[i] || state == still->state[i]);
        all &= still->repeats[i];
        if (save) still->state[i] = state;
    }
    still->checks++;
    return all;
}

bool sim_deadlock_check(SimWorker *worker) {
    SimDeadlock *still = &worker->deadlock;
    if (still->failures == MOST_FAILURES || !turn_is_over(worker) || !all_repeat(worker)) return false;
    const SimLaunch *launch = worker->launch;
    Proof proof = {.worker = worker, .lanes = worker->program->lanes};
    still->checks = 0;
    if (!verify(&proof)) {
        still->failures++;
        return worker->stopped;
    }
    if (proof.reads_global && launch->resident) {
        still->waits = true;
        return false;
    }
    if (proof.reads_global && !launch->one_by_one) {
        /* the block ends when its budget is used up; the launch is then run again, one block after another */
        still->failures = MOST_FAILURES;
        return false;
    }
    if (proof.reads_global && worker->block + 1 < launch->block_count)
        report_wait_for_later(&proof);
    else if (proof.poll_count > 0)
        report_wait(&proof, !proof.reads_global || launch->block_count == 1 ? "" : "; all other blocks have ended");
    else
        report_endless(&proof);
    worker->stopped = true;
    return true;
}

void sim_deadlock_report(SimWorker *worker, bool more) {
    Proof proof = {.worker = worker, .lanes = worker->program->lanes};
    if (!verify(&proof) || proof.poll_count == 0) return;
    report_wait(&proof, more ? "; every other block that there is room for waits as well, and the rest cannot begin"
                             : "; every other block waits as well, or has ended");
    worker->stopped = true;
}
