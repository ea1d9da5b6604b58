/* The message about a race: which element, which threads accessed it and where, and what would order them. */
#include <stdio.h>

#include "finding_kinds.h"
#include "sim/memory/address_fault.h"
#include "sim/memory/races/race.h"

static const char *verb_of(RequestOp op) {
    static const char *const verbs[] = {
        [REQUEST_LOAD] = "read", [REQUEST_STORE] = "written", [REQUEST_ATOMIC] = "updated", [REQUEST_FREE] = "freed"};
    return verbs[op];
}

static const char *thread_and_block(const SimBlockMemory *block, uint32_t thread, uint64_t number, bool say_block,
                                    char buffer[96]) {
    const uint32_t *grid = block->layout->grid_dim;
    char name[32];
    sim_thread_name(block, thread, name);
    if (say_block && grid[0] != 0 && grid[1] != 0)
        snprintf(buffer, 96, "%s of block (%llu,%llu,%llu)", name, (unsigned long long)(number % grid[0]),
                 (unsigned long long)(number / grid[0] % grid[1]), (unsigned long long)(number / grid[0] / grid[1]));
    else
        snprintf(buffer, 96, "%s", name);
    return buffer;
}

static SimRoundPart part_of(const SimRound *round, uint32_t pc) {
    bool inside = pc >= round->first && pc - round->first < round->count;
    return inside ? (SimRoundPart)round->part[pc - round->first] : SIM_ROUND_OUTSIDE;
}

/* Where the block passed a barrier in a loop last, one of the accesses follows it in the same round and the other only
 * in a later one (load/rounds.c): why that barrier is not between them; else "". */
static const char *passed_barrier(SimBlockMemory *block, uint32_t first_pc, uint32_t second_pc) {
    const SimLayout *layout = block->layout;
    uint32_t barrier = block->races.barrier_pc;
    if (barrier >= layout->pc_count || layout->pc_loc[barrier].line <= 0) return "";
    for (size_t i = 0; i < layout->round_count; i++) {
        const SimRound *round = &layout->rounds[i];
        if (round->barrier != barrier) continue;
        SimRoundPart first = part_of(round, first_pc), second = part_of(round, second_pc);
        if ((first == SIM_ROUND_NEXT && second == SIM_ROUND_AFTER) ||
            (first == SIM_ROUND_AFTER && second == SIM_ROUND_NEXT))
            return arena_printf(block->arena,
                                " (the barrier at line %d is not between them: in a loop, a thread that has passed it "
                                "can be an iteration ahead)",
                                layout->pc_loc[barrier].line);
    }
    return "";
}

static const char *what_is_missing(const SimBlockMemory *block, const RaceRival *rival, RequestOp now, PtxSpace space) {
    bool both_write = rival->did != REQUEST_LOAD && now != REQUEST_LOAD;
    switch (rival->sort) {
    case RACE_OUT_OF_SCOPE: return "and an atomic of block scope (_block, .cta) is none for threads of another block";
    case RACE_OF_VOLATILE:
        return both_write ? "and luck decides which value stays: volatile puts no thread before another"
                          : "and luck decides which value is read: volatile puts no thread before another";
    case RACE_OF_RELAXED:
        return both_write ? "and luck decides which value stays: a relaxed access puts no thread before another"
                          : "and luck decides which value is read: a relaxed access puts no thread before another";
    case RACE_OF_ATOMICS:
        return "and luck decides which value is read: an atomic operation puts no thread before another";
    case RACE_OF_SIZES:
        return "and accesses of different sizes are not atomic for each other: a part of the word may be new and "
               "another "
               "old";
    case RACE_OF_READ_ONLY:
        return "by the read-only cache (__ldg(), or a const __restrict__ pointer), and no fence or barrier brings a "
               "later "
               "write to it: nobody may write what a kernel reads so";
    default: break;
    }
    if (rival->not_acquired)
        return "and what was read of the flag between them orders nothing before a __threadfence() (or an acquire)";
    bool grid_could = block->layout->cooperative && space == PTX_GLOBAL;
    if (rival->other_block && grid_could)
        return "and nothing orders the two blocks: grid.sync(), an atomic operation, or __threadfence() and a flag, "
               "would";
    if (rival->other_block)
        return "and nothing orders the two blocks: an atomic operation, or __threadfence() and a flag, would";
    if (grid_could) return "with no grid.sync() between, or, for one block alone, __syncthreads()";
    return rival->same_warp ? "with no __syncwarp() between" : "with no __syncthreads() between";
}

void race_report(SimBlockMemory *block, const Request *request, int lane, uint64_t address, const RaceRival *rival) {
    uint32_t pc = request->access->pc, other_pc = pc_of(rival->who);
    bool unordered =
        rival->sort == RACE_OF_VOLATILE || rival->sort == RACE_OF_RELAXED || rival->sort == RACE_OF_ATOMICS;
    FindingKind kind = unordered ? FINDING_UNORDERED : FINDING_RACE;
    bool warning = rival->sort == RACE_OF_RELAXED;
    /* where both are missing, the message that asks for __syncthreads() is kept */
    int weight = rival->same_warp ? -1 : 0;
    if (finding_known(block, kind, warning, pc, other_pc, weight)) return;
    char place[FAULT_TEXT], first[96], second[96], first_line[32], second_line[32];
    uint32_t thread = request->warp * WARP_SIZE + (uint32_t)lane;
    fault_place(block, (PtxSpace)request->space, address, request->width, place);
    RequestOp op = (RequestOp)request->access->op;
    thread_and_block(block, thread_of(rival->who), rival->block, rival->other_block, first);
    thread_and_block(block, thread, block->number, rival->other_block, second);
    RacePair *pair = arena_make(block->arena, RacePair);
    *pair = (RacePair){.place = arena_string(block->arena, place),
                       .first = {rival->did, arena_string(block->arena, first)},
                       .second = {op, arena_string(block->arena, second)},
                       .missing = what_is_missing(block, rival, op, (PtxSpace)request->space)};
    FindingRecord finding = {
        .kind = kind, .warning = warning, .pc = pc, .other_pc = other_pc, .weight = weight, .race = pair};
    bool barrier_missing = text_starts(pair->missing, "with no __sync");
    finding_of_weight(block, finding, "%s: %s by thread %s%s, %s by thread %s%s, %s%s", place, verb_of(rival->did),
                      first, at_line(block, other_pc, first_line), verb_of(op), second, at_line(block, pc, second_line),
                      pair->missing, barrier_missing ? passed_barrier(block, other_pc, pc) : "");
}
