/* Barriers in loops: what a thread that has passed one comes to before its next round of the loop, and what only then.
 *
 *     for (...) { tile[t] = in[i]; __syncthreads(); sum += tile[63 - t]; }
 *
 * A warp that has passed the barrier may write the next tile while another one, which has passed it too, still reads
 * this one. That holds where the block passed this barrier last, one access is reached from it within the round, and
 * the other only through the loop's first instruction. Where the lines stand in the source says nothing: a helper's
 * stand above, and a barrier between two lines may be in no loop, or in a branch that nobody takes.
 *
 * Copies of a round in an unrolled loop are no loop: of them nothing is known here. */
#include "sim/load/load.h"

/* Steps for a program, and with them bytes of what is kept. The barriers that are left then are in no loop. */
#define MOST_WORK (UINT64_C(1) << 22)

typedef struct Rounds {
    Decoder *decoder;
    SimFlow *flow;
    uint32_t pc_base;
    bool *loop, *latched, *after; /* by instruction */
} Rounds;

/* The loop that all branches back to header close; false where there is none. */
static bool find_loop(Rounds *rounds, uint32_t header) {
    SimFlow *flow = rounds->flow;
    uint32_t count = flow->function->instr_count;
    bool found = false;
    for (uint32_t i = flow->from[header]; i < flow->from[header + 1] && flow->work <= MOST_WORK; i++) {
        if (flow->before[i] < header || !sim_mark_loop(flow, flow->before[i], header, rounds->latched)) continue;
        for (uint32_t at = 0; at < count; at++) rounds->loop[at] = (found && rounds->loop[at]) || rounds->latched[at];
        found = true;
    }
    return found;
}

static void keep_round(Rounds *rounds, uint32_t barrier, uint32_t header) {
    Decoder *decoder = rounds->decoder;
    uint32_t count = rounds->flow->function->instr_count;
    uint8_t *part = arena_array(decoder->arena, uint8_t, count);
    for (uint32_t at = 0; at < count; at++) rounds->after[at] = false;
    sim_mark_reached(rounds->flow, barrier, header, rounds->after);
    for (uint32_t at = 0; at < count; at++)
        part[at] = !rounds->loop[at] ? SIM_ROUND_OUTSIDE : rounds->after[at] ? SIM_ROUND_AFTER : SIM_ROUND_NEXT;
    SimRound round = {.barrier = rounds->pc_base + barrier, .first = rounds->pc_base, .count = count, .part = part};
    vec_push(decoder->arena, &decoder->rounds, round);
}

static bool is_barrier(const PtxFunction *function, uint32_t at) {
    return ptx_opcode[function->instrs[at].op].kind == PTX_KIND_BARRIER;
}

void sim_find_rounds(Decoder *decoder, const PtxFunction *function, uint32_t pc_base) {
    uint32_t count = function->instr_count;
    bool barriers = false;
    for (uint32_t at = 0; at < count; at++) barriers = barriers || is_barrier(function, at);
    if (!barriers || decoder->rounds_work > MOST_WORK) return;
    Rounds rounds = {.decoder = decoder,
                     .flow = sim_flow(decoder->arena, function),
                     .pc_base = pc_base,
                     .loop = arena_array(decoder->arena, bool, count),
                     .latched = arena_array(decoder->arena, bool, count),
                     .after = arena_array(decoder->arena, bool, count)};
    rounds.flow->work = decoder->rounds_work + count;
    for (uint32_t header = 0; header < count; header++) {
        if (!find_loop(&rounds, header)) continue;
        for (uint32_t at = 0; at < count && rounds.flow->work <= MOST_WORK; at++)
            if (rounds.loop[at] && is_barrier(function, at)) keep_round(&rounds, at, header);
    }
    decoder->rounds_work = rounds.flow->work;
}
