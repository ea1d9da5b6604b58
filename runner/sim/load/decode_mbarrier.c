/* mbarrier, cp.async.mbarrier.arrive and cp.async.bulk, in shared memory of the block itself. */
#include "sim/handlers.h"
#include "sim/load/load.h"

static bool refuse(Decoder *decoder, const char *what) {
    decoder->problem = what;
    return false;
}

static bool decode_place(Decoder *decoder, const PtxInstr *instr, const PtxOperand *address, SimMbarrierOp *op) {
    if (instr->flags & PTX_SHARED_CLUSTER) return refuse(decoder, "a barrier of another block of the cluster");
    op->at.access = (SimAccess){.op = REQUEST_ATOMIC,
                                .space = instr->space,
                                .element = 8,
                                .vector = 1,
                                .row = 8,
                                .synchronising = true,
                                .pc = decoder->pc};
    return (instr->space == PTX_SHARED || instr->space == PTX_GENERIC) &&
           sim_decode_address(decoder, instr, address, &op->at);
}

static SimInstr *emit(Decoder *decoder, const SimMbarrierOp *op, SimHandler run) {
    SimMbarrierOp *kept = arena_make(decoder->arena, SimMbarrierOp);
    *kept = *op;
    SimInstr *out = sim_emit(decoder, run);
    out->extra = kept;
    return out;
}

static bool decode_init(Decoder *decoder, const PtxInstr *instr) {
    SimMbarrierOp op = {.invalidates = instr->op == PTX_OP_MBARRIER_INVAL};
    op.value = op.invalidates ? sim_constant(decoder, 1, 4) : sim_source(decoder, &instr->operand[1], PTX_U32);
    return decode_place(decoder, instr, &instr->operand[0], &op) && emit(decoder, &op, sim_init_mbarrier) != NULL;
}

/* [state,] address [, count]; .expect_tx: [state,] address, bytes */
static bool decode_arrive(Decoder *decoder, const PtxInstr *instr, bool drops, bool expects) {
    SimMbarrierOp op = {.drops = drops};
    uint8_t at = instr->operand[0].kind == PTX_OPERAND_ADDRESS ? 0 : 1;
    if (instr->operand_count <= at || !decode_place(decoder, instr, &instr->operand[at], &op)) return false;
    op.expects = expects;
    bool counts = !expects && instr->operand_count > at + 1;
    if (expects && instr->operand_count != at + 2) return false;
    op.value = counts ? sim_source(decoder, &instr->operand[at + 1], PTX_U32) : sim_constant(decoder, 1, 4);
    if (expects) op.bytes = sim_source(decoder, &instr->operand[at + 1], PTX_U32);
    op.has_result = at == 1 && instr->operand[0].kind == PTX_OPERAND_REG;
    if (op.has_result) op.result = sim_dest(decoder, &instr->operand[0], PTX_B64);
    return emit(decoder, &op, sim_arrive_mbarrier);
}

static bool decode_wait(Decoder *decoder, const PtxInstr *instr) {
    SimMbarrierOp op = {.parity = instr->flags & PTX_PARITY};
    if (!decode_place(decoder, instr, &instr->operand[1], &op)) return false;
    op.value = sim_source(decoder, &instr->operand[2], op.parity ? PTX_U32 : PTX_B64);
    op.result = sim_dest_predicate(decoder, &instr->operand[0]);
    return emit(decoder, &op, sim_test_mbarrier);
}

static bool decode_pending(Decoder *decoder, const PtxInstr *instr) {
    SimMbarrierOp op = {.value = sim_source(decoder, &instr->operand[1], PTX_B64)};
    op.result = sim_dest(decoder, &instr->operand[0], PTX_U32);
    return emit(decoder, &op, sim_pending_mbarrier);
}

static bool decode_track(Decoder *decoder, const PtxInstr *instr) {
    SimMbarrierOp op = {.counts = instr->flags & PTX_NOINC};
    return decode_place(decoder, instr, &instr->operand[0], &op) && emit(decoder, &op, sim_track_copies) != NULL;
}

/* address, bytes */
static bool decode_bytes(Decoder *decoder, const PtxInstr *instr) {
    SimMbarrierOp op = {.completes = instr->op == PTX_OP_MBARRIER_COMPLETE_TX};
    op.bytes = sim_source(decoder, &instr->operand[1], PTX_U32);
    return decode_place(decoder, instr, &instr->operand[0], &op) && emit(decoder, &op, sim_expect_bytes) != NULL;
}

static bool decode_end(Decoder *decoder, const PtxInstr *instr, int operand, RequestOp op, PtxSpace space,
                       SimMemoryOp *end) {
    PtxInstr one = *instr; /* an instruction of one address, with its space */
    one.space = (uint8_t)space;
    end->access =
        (SimAccess){.op = (uint8_t)op, .space = (uint8_t)space, .element = 4, .vector = 4, .row = 4, .pc = decoder->pc};
    return sim_decode_address(decoder, &one, &instr->operand[operand], end);
}

/* [to], [from], bytes, [object]: from global to shared memory. */
static bool decode_bulk(Decoder *decoder, const PtxInstr *instr) {
    SimBulkCopy *copy = arena_make(decoder->arena, SimBulkCopy);
    bool fetches = instr->space == PTX_SHARED && instr->space2 == PTX_GLOBAL;
    if (!fetches || instr->operand_count < 4 || instr->operand_count > 5)
        return false; /* from shared memory, or of a tensor map, as construct.c says */
    if (!decode_end(decoder, instr, 0, REQUEST_STORE, PTX_SHARED, &copy->store) ||
        !decode_end(decoder, instr, 1, REQUEST_LOAD, PTX_GLOBAL, &copy->load) ||
        !decode_end(decoder, instr, 3, REQUEST_ATOMIC, PTX_SHARED, &copy->object))
        return false;
    copy->object.access.element = 8, copy->object.access.vector = 1, copy->object.access.row = 8;
    copy->object.access.synchronising = true;
    copy->size = sim_source(decoder, &instr->operand[2], PTX_U32);
    sim_emit(decoder, sim_copy_bulk)->extra = copy;
    return true;
}

bool sim_decode_mbarrier(Decoder *decoder, const PtxInstr *instr) {
    decoder->point_to_point = true;
    switch (instr->op) {
    case PTX_OP_MBARRIER_INIT:
    case PTX_OP_MBARRIER_INVAL: return decode_init(decoder, instr);
    case PTX_OP_MBARRIER_ARRIVE: return decode_arrive(decoder, instr, false, false);
    case PTX_OP_MBARRIER_ARRIVE_DROP: return decode_arrive(decoder, instr, true, false);
    case PTX_OP_MBARRIER_ARRIVE_EXPECT_TX: return decode_arrive(decoder, instr, false, true);
    case PTX_OP_MBARRIER_ARRIVE_DROP_EXPECT_TX: return decode_arrive(decoder, instr, true, true);
    case PTX_OP_MBARRIER_EXPECT_TX:
    case PTX_OP_MBARRIER_COMPLETE_TX: return decode_bytes(decoder, instr);
    case PTX_OP_CP_ASYNC_BULK: return decode_bulk(decoder, instr);
    case PTX_OP_MBARRIER_TEST_WAIT:
    case PTX_OP_MBARRIER_TRY_WAIT: return decode_wait(decoder, instr);
    case PTX_OP_MBARRIER_PENDING_COUNT: return decode_pending(decoder, instr);
    case PTX_OP_CP_ASYNC_MBARRIER_ARRIVE: return decode_track(decoder, instr);
    default: return false;
    }
}
