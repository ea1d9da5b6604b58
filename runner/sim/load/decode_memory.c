/* Loads, stores, atomics, asynchronous copies; parameters. */
#include "sim/handlers.h"
#include "sim/load/load.h"

static bool names_order(const PtxInstr *instr) {
    return instr->flags & (PTX_RELAXED | PTX_ACQUIRE | PTX_RELEASE | PTX_SC | PTX_MMIO);
}

static bool synchronises(const PtxInstr *instr) {
    return names_order(instr) || (instr->flags & PTX_VOLATILE);
}

static bool releases(const PtxInstr *instr) {
    return instr->flags & (PTX_RELEASE | PTX_SC);
}

static bool acquires(const PtxInstr *instr) {
    return instr->flags & (PTX_ACQUIRE | PTX_SC);
}

static const PtxVariable *addressed(const Decoder *decoder, const PtxOperand *address) {
    return address->variable >= 0 ? &decoder->module->variables[address->variable] : NULL;
}

bool sim_shared_start(const Decoder *decoder, int32_t origin, uint64_t *start) {
    if (origin < 0) return false;
    const PtxVariable *variable = &decoder->module->variables[origin];
    *start = decoder->place[origin].address;
    return decoder->place[origin].known && !variable->is_extern && variable->size > 0;
}

/* Sets what the address was computed from, where origin.c knows it. */
static void find_variable(const Decoder *decoder, const PtxOperand *address, SimAccess *access) {
    bool global = access->space == PTX_GLOBAL || access->space == PTX_GENERIC;
    const int32_t *origins = global ? decoder->global_origins : decoder->origins;
    int32_t origin = address->reg >= 0 ? origins[address->reg] : address->variable;
    if (access->space == PTX_SHARED) access->has_variable = sim_shared_start(decoder, origin, &access->variable_start);
    if (!global || origin < 0) return;
    PtxSpace space = decoder->module->variables[origin].space;
    if (space == PTX_PARAM && decoder->is_kernel) access->pointer_param = decoder->param_at[origin] + 1;
    if (space == PTX_GLOBAL && decoder->place[origin].known) access->pointer = decoder->place[origin].address;
}

bool sim_decode_address(Decoder *decoder, const PtxInstr *instr, const PtxOperand *address, SimMemoryOp *op) {
    const PtxVariable *variable = addressed(decoder, address);
    op->offset = address->offset;
    if (address->kind != PTX_OPERAND_ADDRESS) return false;
    find_variable(decoder, address, &op->access);
    if (address->reg >= 0) {
        PtxType type = decoder->function->regs[address->reg].type;
        int bytes = sim_row_bytes(type);
        const SimSlot *slot = &decoder->slot[address->reg];
        if (bytes <= 0 || variable != NULL) return false;
        bool constant = slot->known && bytes == 4;
        op->has_address = true;
        if ((op->access.space == PTX_GENERIC || op->access.space == PTX_SHARED) && decoder->param_origins != NULL)
            op->argument = (uint32_t)(decoder->param_origins[address->reg] + 1);
        op->wide = op->access.space == PTX_SHARED && (slot->has_wide || constant);
        op->narrow = bytes == 4 && !op->wide;
        op->address = !op->wide  ? slot->operand
                      : constant ? sim_constant(decoder, (uint64_t)(int32_t)slot->value, 8)
                                 : slot->wide;
        return true;
    }
    if (variable == NULL) return true;
    if (variable->space == PTX_LOCAL) {
        op->offset += decoder->local_at[address->variable];
        op->local_frame = !decoder->is_kernel;
    } else if (decoder->place[address->variable].known) {
        op->offset = (int64_t)((uint64_t)op->offset + decoder->place[address->variable].address);
    } else {
        return false;
    }
    if (instr->space == PTX_GENERIC) {
        uint64_t base;
        if (!sim_window_base(variable->space, &base)) return false;
        op->offset = (int64_t)((uint64_t)op->offset + base);
    }
    return true;
}

static SimInstr *emit_memory(Decoder *decoder, const SimMemoryOp *op) {
    SimMemoryOp *kept = arena_make(decoder->arena, SimMemoryOp);
    *kept = *op;
    kept->access.pc = decoder->pc;
    kept->access.assembled = decoder->program->pc_assembled[decoder->pc];
    SimInstr *out = sim_emit(decoder, sim_access_memory);
    out->extra = kept;
    return out;
}

/* The rows that a load writes or a store reads: one for each element, all of one width. */
static bool decode_data(Decoder *decoder, const PtxInstr *instr, const PtxOperand *operand, SimMemoryOp *op) {
    uint32_t count = operand->kind == PTX_OPERAND_VECTOR ? operand->count : 1;
    const PtxOperand *elements = operand->kind == PTX_OPERAND_VECTOR ? operand->elements : operand;
    PtxType type = instr->type[0];
    bool load = op->access.op == REQUEST_LOAD;
    if (count > 8 || count != (instr->vector ? instr->vector : 1)) return false;
    int row = sim_row_bytes(type);
    for (uint32_t i = 0; i < count; i++)
        if (elements[i].kind == PTX_OPERAND_REG) row = sim_operand_bytes(decoder, &elements[i], type);
    op->access.row = (uint8_t)row;
    PtxType row_type = row == 8 ? PTX_B64 : PTX_B32;
    for (uint32_t i = 0; i < count; i++)
        op->data[i] =
            load ? sim_dest(decoder, &elements[i], row_type)
                 : sim_source(decoder, &elements[i],
                              elements[i].kind == PTX_OPERAND_IMM && row == sim_row_bytes(type) ? type : row_type);
    return row > 0;
}

/* ---- parameters -------------------------------------------------------------------------------------------------- */

/* A kernel's parameter at a fixed offset is a constant of the launch. */
static bool load_kernel_param(Decoder *decoder, const PtxInstr *instr) {
    const PtxOperand *address = &instr->operand[1], *to = &instr->operand[0];
    uint32_t count = to->kind == PTX_OPERAND_VECTOR ? to->count : 1;
    const PtxOperand *elements = to->kind == PTX_OPERAND_VECTOR ? to->elements : to;
    int bytes = ptx_type_bytes(instr->type[0]);
    for (uint32_t i = 0; i < count; i++) {
        SimParamRow value;
        if (!sim_param_value(decoder, address->variable, address->offset + (int64_t)i * bytes, instr->type[0], &value))
            return false;
        int row = sim_operand_bytes(decoder, &elements[i], instr->type[0]);
        sim_emit_lane(decoder, row == 8 ? LANE_mov_64 : LANE_mov_32,
                      sim_dest(decoder, &elements[i], row == 8 ? PTX_B64 : PTX_B32),
                      sim_param_row(decoder, &value, row), 0, 0);
    }
    return true;
}

static bool decode_frame_param(Decoder *decoder, const PtxInstr *instr, const PtxOperand *address,
                               const PtxOperand *data) {
    bool load = ptx_opcode[instr->op].kind == PTX_KIND_LOAD;
    const PtxVariable *variable = addressed(decoder, address);
    uint32_t count = data->kind == PTX_OPERAND_VECTOR ? data->count : 1;
    const PtxOperand *elements = data->kind == PTX_OPERAND_VECTOR ? data->elements : data;
    int bytes = ptx_type_bytes(instr->type[0]);
    if (address->reg >= 0 || variable == NULL || bytes <= 0 || bytes > 8 || address->offset < 0 ||
        (uint64_t)address->offset + (uint64_t)bytes * count > variable->size)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        int row = sim_operand_bytes(decoder, &elements[i], instr->type[0]);
        PtxType row_type = row == 8 ? PTX_B64 : PTX_B32;
        SimOperand at =
            load ? sim_dest(decoder, &elements[i], row_type)
                 : sim_source(decoder, &elements[i], elements[i].kind == PTX_OPERAND_REG ? row_type : instr->type[0]);
        SimInstr *out = sim_emit(decoder, load ? sim_load_frame_param : sim_store_frame_param);
        out->dest = at;
        out->a = (uint32_t)decoder->frame_param[address->variable];
        out->b = (uint32_t)variable->size;
        out->c = (uint32_t)bytes;
        out->d = ptx_type_signed(instr->type[0]);
        out->count = (uint32_t)row;
        out->imm = address->offset + (int64_t)i * bytes;
    }
    return true;
}

/* The handler that recalls the shape of the instruction's requests (recall.h), or NULL. */
static SimHandler recalling_handler(const SimLanes *lanes, const SimMemoryOp *op) {
    const SimAccess *access = &op->access;
    bool shared = access->space == PTX_SHARED, global = access->space == PTX_GLOBAL;
    if ((!shared && !global) || access->row != 4 || access->vector != 1 || access->synchronising ||
        access->parts != NULL || !op->has_address || op->narrow || op->argument != 0 || op->local_frame)
        return NULL;
    if (access->element == 4) return (shared ? lanes->shared_word : lanes->global_word)[access->op];
    return global && access->op == REQUEST_LOAD ? lanes->global_narrow[access->element / 2][access->sign] : NULL;
}

/* What becomes of the values that the operand takes: SIM_DECIDES, SIM_CARRIED. */
static unsigned value_uses(const Decoder *decoder, const PtxOperand *operand) {
    unsigned uses = operand->kind == PTX_OPERAND_REG ? decoder->uses[operand->reg] : 0;
    for (uint32_t i = 0; operand->kind == PTX_OPERAND_VECTOR && i < operand->count; i++)
        uses |= value_uses(decoder, &operand->elements[i]);
    return uses;
}

static void note_meeting(Decoder *decoder, const SimAccess *access) {
    bool other_blocks = access->space != PTX_SHARED && !access->block_scope;
    decoder->blocks_meet |= other_blocks && access->synchronising && access->decides;
}

static void note_size(Decoder *decoder, int bytes) {
    decoder->narrow_strong |= bytes < 8;
    decoder->wide_strong |= bytes >= 8;
}

static bool decode_load_store(Decoder *decoder, const PtxInstr *instr) {
    bool load = ptx_opcode[instr->op].kind == PTX_KIND_LOAD;
    const PtxOperand *address = &instr->operand[load ? 1 : 0], *data = &instr->operand[load ? 0 : 1];
    if (instr->space == PTX_PARAM && address->variable >= 0 && address->kind == PTX_OPERAND_ADDRESS) {
        if (decoder->frame_param[address->variable] != SIM_NO_PARAM)
            return decode_frame_param(decoder, instr, address, data);
        if (address->reg < 0) return load && load_kernel_param(decoder, instr);
    }
    size_t index = (size_t)(instr - decoder->function->instrs);
    int bytes = ptx_type_bytes(instr->type[0]);
    if (bytes <= 0 || bytes > 8 || (instr->space == PTX_PARAM && !decoder->is_kernel) || instr->operand_count != 2)
        return false;
    SimMemoryOp op = {.access = {
                          .op = load ? REQUEST_LOAD : REQUEST_STORE,
                          .space = instr->space,
                          .element = (uint8_t)bytes,
                          .vector = instr->vector ? instr->vector : 1,
                          .sign = ptx_type_signed(instr->type[0]),
                          .type = instr->type[0],
                          .synchronising = synchronises(instr) || decoder->cas_first_loads[index],
                          .releases = releases(instr),
                          .acquires = load && acquires(instr),
                          .is_volatile = (instr->flags & PTX_VOLATILE) != 0,
                          .names_order = names_order(instr),
                          .read_only = load && (instr->flags & PTX_NC) != 0,
                          .waits = decoder->cas_first_loads[index] || decoder->polls[index] != 0 ||
                                   (load && decoder->has_fence && value_uses(decoder, data) == SIM_DECIDES),
                          .polls = load && decoder->polls[index] == SIM_POLLS,
                          .decides = load && (value_uses(decoder, data) & SIM_DECIDES) != 0,
                          .block_scope = (instr->flags & PTX_SCOPE_CTA) != 0,
                      }};
    /* By such accesses blocks may wait for each other, or read what others wrote. */
    if (op.access.synchronising && (instr->space == PTX_GLOBAL || instr->space == PTX_GENERIC)) decoder->ordered = true;
    decoder->point_to_point |= op.access.synchronising;
    if (load && op.access.synchronising) note_size(decoder, bytes);
    note_meeting(decoder, &op.access);
    if (!sim_decode_address(decoder, instr, address, &op) || !decode_data(decoder, instr, data, &op)) return false;
    if (load) sim_find_loaded(decoder, instr, &op.access);
    SimInstr *out = emit_memory(decoder, &op);
    SimHandler recalling = recalling_handler(decoder->lanes, &op);
    if (recalling != NULL) {
        out->run = recalling;
        out->a = op.address;
        out->b = op.data[0];
    }
    return true;
}

/* ---- atomics ----------------------------------------------------------------------------------------------------- */

/* Whether the result of an atomic depends on the order of blocks. Integer adds whose old value is not used leave the
 * same memory in any order. */
static bool order_matters(const PtxInstr *instr, bool returns) {
    bool floating = ptx_type_float(instr->type[0]);
    switch (instr->atomic) {
    case PTX_ATOM_ADD: return returns || floating;
    case PTX_ATOM_MIN:
    case PTX_ATOM_MAX:
    case PTX_ATOM_AND:
    case PTX_ATOM_OR:
    case PTX_ATOM_XOR: return returns;
    default: return true;
    }
}

static bool decode_atomic(Decoder *decoder, const PtxInstr *instr) {
    bool returns = instr->op == PTX_OP_ATOM;
    int bytes = ptx_type_bytes(instr->type[0]);
    uint8_t first = returns ? 1 : 0;
    if (bytes < 2 || bytes > 8 || instr->vector > 1 || instr->operand_count < first + 2 ||
        !sim_atomic_supported((PtxAtomic)instr->atomic, (PtxType)instr->type[0]))
        return false;
    /* Compilers write atom where red would do; the assembler sees that the result is never read. */
    const PtxOperand *result = &instr->operand[0];
    if (returns &&
        (result->kind == PTX_OPERAND_SINK || (result->kind == PTX_OPERAND_REG && !decoder->read[result->reg])))
        returns = false;
    if (instr->space != PTX_SHARED && order_matters(instr, returns)) decoder->ordered = true;
    decoder->global_atomics |= instr->space != PTX_SHARED;
    note_size(decoder, bytes);
    bool block_scope = (instr->flags & PTX_SCOPE_CTA) != 0;
    /* An atomic whose old value is not used orders no other access; only its scope matters for races. */
    decoder->point_to_point |=
        returns || acquires(instr) || releases(instr) || (block_scope && instr->space != PTX_SHARED);
    int row = sim_row_bytes(instr->type[0]);
    unsigned uses = returns ? value_uses(decoder, &instr->operand[0]) : 0;
    SimMemoryOp op = {.access = {
                          .op = REQUEST_ATOMIC,
                          .space = instr->space,
                          .element = (uint8_t)bytes,
                          .vector = 1,
                          .row = (uint8_t)row,
                          .atomic = instr->atomic,
                          .type = instr->type[0],
                          .returns = returns,
                          .synchronising = true,
                          .releases = releases(instr),
                          .acquires = acquires(instr),
                          .names_order = names_order(instr),
                          .polls = decoder->polls[instr - decoder->function->instrs] == SIM_POLLS,
                          .decides = (uses & SIM_DECIDES) != 0,
                          .overwrites = instr->atomic == PTX_ATOM_EXCH && !returns,
                          .carries = uses == SIM_CARRIED,
                          .block_scope = block_scope,
                      }};
    note_meeting(decoder, &op.access);
    decoder->overwrites |= op.access.overwrites;
    decoder->carries |= op.access.carries;
    if (!sim_decode_address(decoder, instr, &instr->operand[first], &op)) return false;
    PtxType type = row == 8 ? PTX_B64 : PTX_B32;
    const PtxOperand *value = &instr->operand[first + 1];
    op.data[0] = sim_source(decoder, value, value->kind == PTX_OPERAND_REG ? type : instr->type[0]);
    bool has_second = instr->operand_count > first + 2;
    if (has_second != (instr->atomic == PTX_ATOM_CAS)) return false;
    if (has_second) op.second = sim_source(decoder, &instr->operand[first + 2], type);
    if (returns) op.old = sim_dest(decoder, &instr->operand[0], type);
    SimInstr *out = emit_memory(decoder, &op);
    if (op.access.space == PTX_SHARED && bytes == 4 && op.has_address && !op.narrow && !op.local_frame) {
        out->run = decoder->lanes->shared_update;
        out->a = op.address;
    }
    return true;
}

/* ---- asynchronous copies ----------------------------------------------------------------------------------------- */

static bool decode_group(Decoder *decoder, const PtxInstr *instr) {
    uint64_t pending = 0;
    switch (instr->op) {
    case PTX_OP_CP_ASYNC_COMMIT_GROUP: sim_emit(decoder, sim_commit_copies); return true;
    case PTX_OP_CP_ASYNC_WAIT_ALL: sim_emit(decoder, sim_wait_for_copies)->imm = -1; return true;
    case PTX_OP_CP_ASYNC_WAIT_GROUP:
        if (!sim_constant_value(decoder, &instr->operand[0], PTX_U32, &pending)) return false;
        sim_emit(decoder, sim_wait_for_copies)->imm = (int64_t)(pending & UINT32_MAX);
        return true;
    default: return false;
    }
}

/* cp.async: a load from global and a store to shared memory of 4, 8 or 16 bytes a lane. Bytes past the source size
 * are zeros. */
static bool decode_copy(Decoder *decoder, const PtxInstr *instr) {
    uint64_t bytes;
    if (instr->op != PTX_OP_CP_ASYNC) return decode_group(decoder, instr);
    if (!sim_constant_value(decoder, &instr->operand[2], PTX_U32, &bytes) ||
        (bytes != 4 && bytes != 8 && bytes != 16) || instr->operand_count > 4)
        return false;
    SimAccess words = {.element = 4, .vector = (uint8_t)(bytes / 4), .row = 4, .pc = decoder->pc};
    SimCopy *copy = arena_make(decoder->arena, SimCopy);
    copy->load.access = copy->store.access = words;
    copy->load.access.op = REQUEST_LOAD;
    copy->load.access.space = PTX_GLOBAL;
    copy->store.access.op = REQUEST_STORE;
    copy->store.access.space = PTX_SHARED;
    if (!sim_decode_address(decoder, instr, &instr->operand[0], &copy->store) ||
        !sim_decode_address(decoder, instr, &instr->operand[1], &copy->load))
        return false;
    const PtxOperand *last = instr->operand_count > 3 ? &instr->operand[3] : NULL;
    bool ignores = last != NULL && last->kind == PTX_OPERAND_REG && decoder->function->regs[last->reg].type == PTX_PRED;
    if (ignores) copy->ignored = sim_source_predicate(decoder, last) + 1;
    copy->size = last != NULL && !ignores ? sim_source(decoder, last, PTX_U32) : sim_constant(decoder, bytes, 4);
    sim_emit(decoder, sim_copy_async)->extra = copy;
    return true;
}

bool sim_decode_memory(Decoder *decoder, const PtxInstr *instr) {
    if (ptx_opcode[instr->op].kind == PTX_KIND_COPY) return decode_copy(decoder, instr);
    switch (instr->op) {
    case PTX_OP_LD:
    case PTX_OP_LDU:
    case PTX_OP_ST: return decode_load_store(decoder, instr);
    case PTX_OP_ATOM:
    case PTX_OP_RED: return decode_atomic(decoder, instr);
    default: return false;
    }
}
