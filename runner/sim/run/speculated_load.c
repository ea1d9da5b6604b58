/* Loads whose value reaches nothing in some lanes: load/speculated.c says which. What follows the load is executed
 * ahead, on the registers as they are, and then taken back. */
#include <string.h>

#include "sim/handlers.h"
#include "sim/launch.h"
#include "sim/speculation.h"

/* Of each value, lanes: in which it depends on the load, and in which it is not known ahead. */
typedef struct Ahead {
    uint32_t depends[SIM_SPECULATED_VALUES + 1], unknown[SIM_SPECULATED_VALUES + 1];
} Ahead;

static uint32_t any_of(const uint32_t lanes[], uint32_t values) {
    uint32_t any = 0;
    for (; values != 0; values &= values - 1) any |= lanes[__builtin_ctz(values)];
    return any;
}

static uint32_t known(const Ahead *ahead, uint8_t value) {
    return ~(ahead->depends[value] | ahead->unknown[value]);
}

/* dest is a but in lanes without_a, and b but in lanes without_b. */
static void join(Ahead *ahead, const SimStep *step, uint32_t without_a, uint32_t without_b) {
    uint32_t depends = (ahead->depends[step->a] & ~without_a) | (ahead->depends[step->b] & ~without_b);
    uint32_t unknown = (ahead->unknown[step->a] & ~without_a) | (ahead->unknown[step->b] & ~without_b);
    ahead->depends[step->dest] = depends | ahead->depends[step->by];
    ahead->unknown[step->dest] = unknown | ahead->unknown[step->by];
}

/* Lanes in which the row decides what `and` or `or` with any other gives in the bits that are asked for. */
static uint32_t deciding_lanes(const SimWarp *warp, const SimStep *step, SimOperand operand) {
    const uint32_t *words = sim_row(warp, operand);
    const uint64_t *wide = sim_row(warp, operand);
    uint64_t flip = step->is_and && !step->zeros ? UINT64_MAX : 0;
    uint32_t lanes = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        uint64_t value = step->wide ? wide[lane] : words[lane];
        bool any = ((value ^ flip) & step->bits) != 0;
        lanes |= (uint32_t)(any != step->zeros) << lane;
    }
    return lanes;
}

/* The lanes in which the step uses the load's value. */
static uint32_t take_step(const SimWarp *warp, Ahead *ahead, const SimStep *step) {
    uint32_t used = any_of(ahead->depends, step->used);
    switch ((SimStepKind)step->kind) {
    case SIM_STEP_MIX: {
        uint32_t depends = any_of(ahead->depends, step->values), unknown = any_of(ahead->unknown, step->values);
        ahead->depends[step->dest] = depends;
        ahead->unknown[step->dest] = step->unknown ? ALL_LANES : unknown;
        break;
    }
    case SIM_STEP_JOIN: {
        uint32_t flip = step->is_and ? ALL_LANES : 0;
        uint32_t by_a = known(ahead, step->a) & (sim_predicate(warp, step->at) ^ flip);
        uint32_t by_b = known(ahead, step->b) & (sim_predicate(warp, step->bt) ^ flip);
        join(ahead, step, by_b, by_a);
        break;
    }
    case SIM_STEP_BITS: {
        uint32_t by_a = known(ahead, step->a) & deciding_lanes(warp, step, step->at);
        uint32_t by_b = known(ahead, step->b) & deciding_lanes(warp, step, step->bt);
        join(ahead, step, by_b, by_a);
        break;
    }
    case SIM_STEP_SELECT: {
        uint32_t sure = known(ahead, step->by), chosen = sim_predicate(warp, step->chosen);
        join(ahead, step, sure & ~chosen, sure & chosen);
        break;
    }
    case SIM_STEP_PART: {
        uint32_t sure = known(ahead, step->a), holds = sim_predicate(warp, step->at);
        used |= any_of(ahead->depends, step->values) & ~(sure & ~holds);
        used |= any_of(ahead->depends, step->others) & ~(sure & holds);
        break;
    }
    }
    ahead->depends[SIM_NO_VALUE] = ahead->unknown[SIM_NO_VALUE] = 0;
    return used;
}

static void save(const SimWarp *warp, const SimSpeculation *speculation, uint8_t (*rows)[SIM_ROW64]) {
    for (uint32_t i = 0; i < speculation->saved_count; i++) {
        const SimSaved *saved = &speculation->saved[i];
        if (saved->bytes != 0)
            memcpy(rows[i], sim_row(warp, saved->at), saved->bytes);
        else
            memcpy(rows[i], &warp->predicates[saved->at >> 1], sizeof *warp->predicates);
    }
}

static void restore(const SimWarp *warp, const SimSpeculation *speculation, uint8_t (*rows)[SIM_ROW64]) {
    for (uint32_t i = 0; i < speculation->saved_count; i++) {
        const SimSaved *saved = &speculation->saved[i];
        if (saved->bytes != 0)
            memcpy(sim_row(warp, saved->at), rows[i], saved->bytes);
        else
            memcpy(&warp->predicates[saved->at >> 1], rows[i], sizeof *warp->predicates);
    }
}

static uint32_t unread_lanes(SimWarp *warp, const SimSpeculation *speculation) {
    Ahead ahead = {{0}, {0}};
    uint8_t rows[SIM_MOST_SAVED][SIM_ROW64];
    uint32_t used = 0;
    for (uint32_t left = speculation->loaded; left != 0; left &= left - 1)
        ahead.depends[__builtin_ctz(left)] = warp->active;
    save(warp, speculation, rows);
    const SimInstr *code = speculation->code;
    for (uint32_t i = 0; i < speculation->step_count; i++) {
        const SimStep *step = &speculation->steps[i];
        used |= take_step(warp, &ahead, step);
        for (const SimInstr *end = code + step->code_count; code < end; code++) code->run(warp, code);
    }
    restore(warp, speculation, rows);
    return warp->active & ~used;
}

const SimInstr *sim_load_speculated(SimWarp *warp, const SimInstr *instr) {
    const SimSpeculation *speculation = ((const SimMemoryOp *)instr->extra)->speculation;
    uint32_t unread = sim_judges_reads(warp->memory) ? unread_lanes(warp, speculation) : 0;
    return unread == 0 ? speculation->usual(warp, instr) : sim_access_unread(warp, instr, unread);
}
