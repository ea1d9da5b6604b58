/* PTX to a program: which functions a kernel needs, their basic blocks, one micro-instruction after the other.
 *
 * A basic block starts with a leader, which counts all its instructions at once. Guarded instructions have their own
 * counters, because fewer lanes execute them. Branches are emitted with PTX indices and get their pointers when the
 * function is complete and its code no longer moves. */
#include "sim/load/load.h"
#include "sim/handlers.h"

#include <string.h>

#include "sim/load/assemble.h"
#include "sim/load/branches.h"

/* ---- what a kernel needs ----------------------------------------------------------------------------------------- */

typedef struct Depth {
    uint32_t *deepest; /* by function: bytes of local memory that it and its deepest chain of calls need */
    uint8_t *state;    /* by function: 0 new, 1 being visited, 2 known */
    bool recursive;
} Depth;

/* The most local memory that a chain of calls from function needs. The nesting is bounded by the number
 * of functions. */
static uint32_t measure_depth(const Decoder *decoder, Depth *depth, int32_t index, uint32_t level) {
    const PtxFunction *function = &decoder->module->functions[index];
    if (depth->state[index] == 2) return depth->deepest[index];
    if (depth->state[index] == 1 || level > 1000) {
        depth->recursive = true;
        return 0;
    }
    depth->state[index] = 1;
    uint32_t most = 0;
    for (uint32_t i = 0; i < function->instr_count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        if (instr->op != PTX_OP_CALL) continue;
        if (instr->operand[0].kind != PTX_OPERAND_FUNCTION) {
            depth->recursive = true; /* a call through a pointer may call any function */
            continue;
        }
        uint32_t below = measure_depth(decoder, depth, instr->operand[0].function, level + 1);
        most = below > most ? below : most;
    }
    depth->state[index] = 2;
    return depth->deepest[index] = most + decoder->program->functions[index].local_size;
}

/* ---- one function: parameters, local variables, basic blocks ----------------------------------------------------- */

static uint32_t align_up(uint32_t value, uint32_t align) {
    return (value + align - 1) / align * align;
}

static bool place_frame_param(Decoder *decoder, int32_t variable, SimParam *param) {
    const PtxVariable *source = &decoder->module->variables[variable];
    if (source->size > 4096) {
        decoder->problem = "a parameter of more than 4096 bytes";
        return false;
    }
    if (decoder->frame_param[variable] == SIM_NO_PARAM) {
        decoder->frame_param[variable] = (int32_t)decoder->rows_size;
        decoder->rows_size = align_up(decoder->rows_size + (uint32_t)source->size * WARP_SIZE, SIM_ROW64);
    }
    if (param != NULL)
        *param = (SimParam){.offset = (uint32_t)decoder->frame_param[variable], .size = (uint32_t)source->size};
    return decoder->rows_size < (1u << 27);
}

static bool place_params(Decoder *decoder) {
    const PtxFunction *function = decoder->function;
    SimParam *params = arena_array(decoder->arena, SimParam, (size_t)function->param_count + 1);
    SimParam *results = arena_array(decoder->arena, SimParam, (size_t)function->result_count + 1);
    for (uint32_t i = 0; i < function->variable_count; i++)
        if (decoder->module->variables[function->variables[i]].space == PTX_PARAM)
            decoder->frame_param[function->variables[i]] = SIM_NO_PARAM;
    for (uint32_t i = 0; i < function->param_count; i++) decoder->frame_param[function->params[i]] = SIM_NO_PARAM;
    for (uint32_t i = 0; !decoder->is_kernel && i < function->param_count; i++)
        if (!place_frame_param(decoder, function->params[i], &params[i])) return false;
    for (uint32_t i = 0; i < function->result_count; i++)
        if (!place_frame_param(decoder, function->results[i], &results[i])) return false;
    for (uint32_t i = 0; i < function->variable_count; i++) {
        int32_t variable = function->variables[i];
        bool own = false;
        for (uint32_t j = 0; j < function->param_count; j++) own |= function->params[j] == variable;
        if (decoder->module->variables[variable].space == PTX_PARAM && !own &&
            !place_frame_param(decoder, variable, NULL))
            return false;
    }
    decoder->out->params = params;
    decoder->out->results = results;
    decoder->out->param_count = function->param_count;
    decoder->out->result_count = function->result_count;
    return true;
}

/* Places local variables in the frame, in the order of their declaration; called before decoding as well, for the
 * sizes. */
static bool place_locals(Decoder *decoder, SimFunction *out) {
    const PtxFunction *function = out->source;
    uint64_t size = 0;
    for (uint32_t i = 0; i < function->variable_count; i++) {
        const PtxVariable *variable = &decoder->module->variables[function->variables[i]];
        if (variable->space != PTX_LOCAL) continue;
        uint64_t align = variable->align ? variable->align : 1;
        size = (size + align - 1) / align * align;
        decoder->local_at[function->variables[i]] = (uint32_t)size;
        size += variable->size;
        if (size > SIM_MAX_LOCAL || variable->size > SIM_MAX_LOCAL) {
            decoder->problem = "more than 512 KB of local memory per thread";
            return false;
        }
    }
    out->local_used = (uint32_t)size;
    out->local_size = align_up((uint32_t)size, 16);
    return true;
}

/* Basic blocks start at branch targets, at reconvergence points and after each instruction that control may leave
 * at. */
static void find_leaders(Decoder *decoder) {
    const PtxFunction *function = decoder->function;
    uint32_t count = function->instr_count;
    decoder->leads = arena_array(decoder->arena, bool, (size_t)count + 2);
    decoder->leads[0] = decoder->leads[count] = true;
    for (uint32_t i = 0; i < count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        if (instr->op == PTX_OP_BRA) decoder->leads[instr->operand[0].target] = true;
        for (uint32_t j = 0; instr->op == PTX_OP_BRX && j < instr->target_count; j++)
            decoder->leads[instr->targets[j]] = true;
        switch (ptx_opcode[instr->op].kind) {
        case PTX_KIND_BRANCH: decoder->leads[instr->reconverge] = true; /* fall through */
        case PTX_KIND_CALL:
        case PTX_KIND_RETURN:
        case PTX_KIND_EXIT:
        case PTX_KIND_BARRIER: decoder->leads[i + 1] = true; break;
        case PTX_KIND_WARP: decoder->leads[i + 1] |= instr->guard >= 0; break;
        default: break;
        }
    }
}

/* ---- registers that are constants -------------------------------------------------------------------------------- */

typedef struct Definitions {
    uint32_t *count; /* by register */
    bool *read;
} Definitions;

static void count_definition(void *context, int32_t reg, bool written) {
    Definitions *definitions = context;
    if (written)
        definitions->count[reg]++;
    else
        definitions->read[reg] = true;
}

/* The same for a register that holds a parameter. */
static bool moved_param(const Decoder *decoder, const PtxInstr *instr, SimSlot *slot, int bytes) {
    const SimSlot *from = &decoder->slot[instr->operand[1].reg];
    uint64_t base = 0;
    bool converts = instr->op == PTX_OP_CVTA && bytes == 8 && sim_window_base(instr->space, &base);
    if (instr->op != PTX_OP_MOV && !converts) return false;
    slot->param = true;
    slot->from = from->from;
    slot->from.added += instr->flags & PTX_TO ? -base : base;
    return true;
}

/* Whether an instruction only moves a value that is constant during the launch, the block or the warp: a constant, a
 * kernel's parameter, or a constant address converted to another space. */
static bool constant_slot(const Decoder *decoder, const PtxInstr *instr, SimSlot *slot, int bytes) {
    const PtxOperand *from = &instr->operand[1];
    uint64_t base;
    bool found;
    if (from->kind == PTX_OPERAND_REG && decoder->slot[from->reg].param)
        return moved_param(decoder, instr, slot, bytes);
    switch (instr->op) {
    case PTX_OP_MOV:
        slot->known = sim_constant_value(decoder, from, instr->type[0], &slot->value);
        if (slot->known || from->kind != PTX_OPERAND_SPECIAL || bytes != 4) return slot->known;
        slot->operand = sim_special_row(from->special, &found);
        return found;
    case PTX_OP_LD:
        slot->param = decoder->is_kernel && instr->space == PTX_PARAM && from->kind == PTX_OPERAND_ADDRESS &&
                      from->reg < 0 && from->variable >= 0 && decoder->frame_param[from->variable] == SIM_NO_PARAM &&
                      sim_param_value(decoder, from->variable, from->offset, instr->type[0], &slot->from);
        return slot->param;
    case PTX_OP_CVTA:
        slot->known = bytes == 8 && sim_window_base(instr->space, &base) &&
                      sim_constant_value(decoder, from, PTX_U64, &slot->value);
        if (slot->known) slot->value = instr->flags & PTX_TO ? slot->value - base : slot->value + base;
        return slot->known;
    default: return false;
    }
}

static void find_constants(Decoder *decoder, bool *skipped) {
    const PtxFunction *function = decoder->function;
    Definitions definitions = {.count = arena_array(decoder->arena, uint32_t, (size_t)function->reg_count + 1),
                               .read = decoder->read};
    for (uint32_t i = 0; i < function->instr_count; i++)
        sim_each_register(&function->instrs[i], count_definition, &definitions);
    for (uint32_t i = 0; i < function->instr_count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        const PtxOperand *to = &instr->operand[0];
        if (instr->guard >= 0 || instr->operand_count != 2 || to->kind != PTX_OPERAND_REG ||
            definitions.count[to->reg] != 1 || instr->vector > 1)
            continue;
        int bytes = sim_row_bytes(function->regs[to->reg].type);
        SimSlot slot = {0};
        if (bytes <= 0 || !constant_slot(decoder, instr, &slot, bytes)) continue;
        if (slot.known) slot.operand = sim_constant(decoder, slot.value, bytes);
        if (slot.param) slot.operand = sim_param_row(decoder, &slot.from, bytes);
        slot.constant = true;
        decoder->slot[to->reg] = slot;
        skipped[i] = true;
    }
}

/* ---- emission ---------------------------------------------------------------------------------------------------- */

static uint32_t new_counter(Decoder *decoder) {
    return decoder->program->counter_count++;
}

static void count_instruction(Decoder *decoder, uint32_t counter) {
    const PtxInstr *instr = &decoder->function->instrs[decoder->pc - decoder->pc_base];
    PtxOp op = instr->op;
    SimCounted counted = {.counter = counter,
                          .pc = decoder->pc,
                          .shuffles = op == PTX_OP_SHFL || op == PTX_OP_REDUX,
                          .votes = op == PTX_OP_VOTE || op == PTX_OP_MATCH,
                          .block_votes = op == PTX_OP_BAR && instr->mode == PTX_BAR_RED};
    vec_push(decoder->arena, &decoder->counted, counted);
}

static size_t emit_leader(Decoder *decoder) {
    uint32_t counter = new_counter(decoder);
    sim_emit_lane(decoder, LANE_leader, 0, 0, 0, 0)->count = counter;
    return decoder->code.count - 1;
}

static uint32_t new_branch(Decoder *decoder, uint32_t pc) {
    vec_push(decoder->arena, &decoder->branch_pc, pc);
    return (uint32_t)decoder->branch_pc.count - 1;
}

static void fix_later(Decoder *decoder, uint32_t target, uint32_t reconverge, const uint32_t *targets) {
    vec_push(
        decoder->arena, &decoder->fixups,
        (SimFixup){.code = decoder->code.count - 1, .target = target, .reconverge = reconverge, .targets = targets});
}

/* Whether nothing but the function's end is at the PTX index. */
static bool is_bare_end(const Decoder *decoder, uint32_t index) {
    const PtxFunction *function = decoder->function;
    if (index >= function->instr_count) return true;
    const PtxInstr *instr = &function->instrs[index];
    PtxKind kind = (PtxKind)ptx_opcode[instr->op].kind;
    return (kind == PTX_KIND_RETURN || kind == PTX_KIND_EXIT) && instr->guard < 0;
}

/* guard UINT32_MAX: unconditional. */
static void emit_branch(Decoder *decoder, uint32_t guard, uint32_t target, uint32_t reconverge, uint32_t counter) {
    SimInstr *out = sim_emit(decoder, guard == UINT32_MAX ? sim_jump : sim_branch);
    out->guard = guard;
    out->count = counter;
    out->d = is_bare_end(decoder, reconverge);
    fix_later(decoder, target, reconverge, NULL);
}

static uint32_t guard_of(const Decoder *decoder, const PtxInstr *instr) {
    if (instr->guard < 0) return UINT32_MAX;
    return decoder->slot[instr->guard].operand | instr->guard_negated;
}

static bool decode_indexed_branch(Decoder *decoder, const PtxInstr *instr) {
    SimOperand index = sim_source(decoder, &instr->operand[0], PTX_U32);
    uint32_t counter = new_branch(decoder, decoder->pc);
    SimInstr *out = sim_emit(decoder, sim_branch_indexed);
    out->a = index;
    out->b = instr->target_count;
    out->count = counter;
    out->d = is_bare_end(decoder, instr->reconverge);
    fix_later(decoder, UINT32_MAX, instr->reconverge, instr->targets);
    return instr->target_count > 0;
}

static bool decode_arithmetic(Decoder *decoder, const PtxInstr *instr) {
    switch (instr->op) {
    case PTX_OP_MOV:
    case PTX_OP_CVTA:
    case PTX_OP_ISSPACEP: return sim_decode_move(decoder, instr);
    case PTX_OP_CVT: return sim_decode_convert(decoder, instr);
    case PTX_OP_SETP:
    case PTX_OP_SET:
    case PTX_OP_SELP:
    case PTX_OP_SLCT:
    case PTX_OP_TESTP: return sim_decode_compare(decoder, instr);
    case PTX_OP_AND:
    case PTX_OP_OR:
    case PTX_OP_XOR:
    case PTX_OP_NOT:
    case PTX_OP_CNOT:
    case PTX_OP_LOP3:
    case PTX_OP_SHF:
    case PTX_OP_SHL:
    case PTX_OP_SHR:
    case PTX_OP_PRMT: return sim_decode_logic(decoder, instr);
    case PTX_OP_CVT_PACK: return sim_decode_pack(decoder, instr);
    default: break;
    }
    if (instr->op >= PTX_OP_VADD && instr->op <= PTX_OP_VSET4) return sim_decode_video(decoder, instr);
    switch (instr->type[0]) {
    case PTX_F32:
    case PTX_F64: return sim_decode_float(decoder, instr);
    case PTX_F16:
    case PTX_F16X2:
    case PTX_BF16:
    case PTX_BF16X2: return sim_decode_half(decoder, instr);
    case PTX_F32X2: return sim_decode_float_pair(decoder, instr);
    case PTX_NONE:
    case PTX_B128: return false;
    default: return sim_decode_integer(decoder, instr);
    }
}

static SimTrap origin_of_trap(const Decoder *decoder, const PtxInstr *instr) {
    const PtxModule *module = decoder->module;
    if (instr->line == 0) return SIM_TRAP_OF_COMPILER;
    bool of_grid = instr->file < module->file_count && text_ends(module->files[instr->file], "/cooperative_groups.h");
    return of_grid ? SIM_TRAP_OF_GRID : SIM_TRAP_WRITTEN;
}

static bool decode(Decoder *decoder, const PtxInstr *instr) {
    switch (ptx_opcode[instr->op].kind) {
    case PTX_KIND_ALU: return instr->op != PTX_OP_UNSUPPORTED && decode_arithmetic(decoder, instr);
    case PTX_KIND_WARP: return sim_decode_warp(decoder, instr);
    case PTX_KIND_LOAD:
    case PTX_KIND_STORE:
    case PTX_KIND_ATOMIC:
    case PTX_KIND_COPY: return sim_decode_memory(decoder, instr);
    case PTX_KIND_MBARRIER: return sim_decode_mbarrier(decoder, instr);
    case PTX_KIND_TEXTURE: return sim_decode_texture(decoder, instr);
    case PTX_KIND_BRANCH: return instr->op == PTX_OP_BRX && decode_indexed_branch(decoder, instr);
    case PTX_KIND_CALL: return sim_decode_call(decoder, instr);
    case PTX_KIND_EXIT: sim_emit(decoder, sim_trap)->imm = origin_of_trap(decoder, instr); return true;
    case PTX_KIND_BARRIER: return sim_decode_barrier(decoder, instr);
    case PTX_KIND_FENCE:
        decoder->point_to_point = true;
        sim_emit(decoder, sim_memory_fence)->imm = (instr->flags & PTX_SCOPE_CTA) != 0;
        return true;
    case PTX_KIND_HINT: return instr->op != PTX_OP_CREATEPOLICY || sim_decode_policy(decoder, instr);
    default: return false;
    }
}

static bool decode_whole(Decoder *decoder, const PtxInstr *instr) {
    decoder->temporaries = decoder->temporary_predicates = 0;
    decoder->widen_type = PTX_NONE;
    decoder->problem = NULL;
    if (!decode(decoder, instr) || decoder->problem != NULL) return false;
    if (decoder->widen_type != PTX_NONE)
        sim_emit_lane(decoder,
                      sim_row_bytes(decoder->widen_type) == 8 ? LANE_narrow_64
                      : ptx_type_signed(decoder->widen_type)  ? LANE_widen_s32
                                                              : LANE_widen_u32,
                      decoder->widen_to, decoder->widen_from, 0, 0);
    sim_write_wide_rows(decoder, instr);
    return true;
}

/* ret and exit test their guard themselves, because they change which lanes are active. */
static void emit_end(Decoder *decoder, const PtxInstr *instr, uint32_t always) {
    uint32_t guard = guard_of(decoder, instr);
    sim_emit(decoder, instr->op == PTX_OP_RET ? sim_return : sim_exit)->guard = guard == UINT32_MAX ? always : guard;
}

typedef struct Emission {
    size_t *code_of; /* by instruction: the index of its leader, where it has one */
    size_t leader;   /* of the block */
    uint32_t always; /* a predicate operand that always holds */
} Emission;

/* Emits a guarded instruction that ends a basic block (call, barrier, trap, brx) or at which lanes may wait for
 * others of their warp: lanes whose guard is false branch around it. */
static bool emit_around(Decoder *decoder, const PtxInstr *instr, uint32_t index) {
    emit_branch(decoder, guard_of(decoder, instr) ^ 1, index + 1, index + 1, 0);
    size_t leader = emit_leader(decoder);
    decoder->code.at[leader].imm = 1;
    count_instruction(decoder, decoder->code.at[leader].count);
    return decode_whole(decoder, instr);
}

static bool emit_guarded(Decoder *decoder, const PtxInstr *instr) {
    uint32_t counter = new_counter(decoder);
    SimInstr *guard = sim_emit_lane(decoder, LANE_guard, 0, 0, 0, 0);
    guard->count = counter;
    guard->guard = guard_of(decoder, instr);
    size_t at = decoder->code.count - 1;
    count_instruction(decoder, counter);
    if (!decode_whole(decoder, instr)) return false;
    decoder->code.at[at].imm = (int64_t)(decoder->code.count - 1 - at);
    return true;
}

static bool emit_instruction(Decoder *decoder, Emission *emission, const PtxInstr *instr, uint32_t index) {
    PtxKind kind = ptx_opcode[instr->op].kind;
    bool ends = kind == PTX_KIND_RETURN || (kind == PTX_KIND_EXIT && instr->op == PTX_OP_EXIT);
    decoder->problem = NULL;
    bool breaks = kind == PTX_KIND_CALL || kind == PTX_KIND_BARRIER || kind == PTX_KIND_WARP || kind == PTX_KIND_EXIT ||
                  instr->op == PTX_OP_BRX;
    SimInstr *leader = &decoder->code.at[emission->leader];
    if (instr->guard >= 0 && !ends && instr->op != PTX_OP_BRA) {
        if (breaks) return emit_around(decoder, instr, index);
        return emit_guarded(decoder, instr);
    }
    leader->imm++;
    count_instruction(decoder, leader->count);
    if (ends)
        emit_end(decoder, instr, emission->always);
    else if (instr->op == PTX_OP_BRA)
        emit_branch(decoder, guard_of(decoder, instr), instr->operand[0].target, instr->reconverge,
                    new_branch(decoder, decoder->pc));
    else
        return decode_whole(decoder, instr);
    return true;
}

static void fix_branches(Decoder *decoder, const size_t *code_of) {
    for (size_t i = 0; i < decoder->fixups.count; i++) {
        const SimFixup *fixup = &decoder->fixups.at[i];
        SimInstr *instr = &decoder->code.at[fixup->code];
        if (fixup->target != UINT32_MAX) instr->target = &decoder->code.at[code_of[fixup->target]];
        instr->reconverge = &decoder->code.at[code_of[fixup->reconverge]];
        if (fixup->targets == NULL) continue;
        const SimInstr **targets = arena_array(decoder->arena, const SimInstr *, instr->b);
        for (uint32_t j = 0; j < instr->b; j++) targets[j] = &decoder->code.at[code_of[fixup->targets[j]]];
        instr->extra = targets;
    }
}

/* A line of the PTX text without the white space around it. */
static const char *ptx_line(const Decoder *decoder, uint32_t line) {
    const Image *image = decoder->launch->image;
    const char *at = image->ptx, *end = at + image->ptx_size;
    for (; line > 1 && at < end; line--) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline != NULL ? newline + 1 : end;
    }
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    size_t size = 0, most = 200;
    while (at + size < end && at[size] != '\n' && at[size] != '\r' && size < most) size++;
    return arena_string_n(decoder->arena, at, size);
}

static bool not_supported(const Decoder *decoder, const PtxInstr *instr, Result *result) {
    result->status = RUN_UNSUPPORTED;
    result->error_loc = decoder->program->pc_loc[decoder->pc];
    const char *text = instr->text != NULL ? instr->text : ptx_line(decoder, instr->ptx_line);
    if (decoder->unresolved != NULL) {
        bool of_runtime = text_starts(decoder->unresolved, "cuda"); /* what <<<>>> in a kernel becomes, too */
        result->error = arena_printf(
            decoder->arena, "%s %s %s", of_runtime ? "the simulator does not support" : "the function",
            decoder->unresolved,
            of_runtime ? "in a kernel"
                       : "is declared here and called, but has no body. A body in another file is not looked for: "
                         "device code that a file calls has to be in it, or in a header that it includes");
        return false;
    }
    if (decoder->malformed != NULL) {
        result->error = arena_printf(decoder->arena, "%s: %s", decoder->malformed, text);
        return false;
    }
    const char *construct = sim_construct(text);
    result->error = arena_printf(decoder->arena, "the simulator does not support %s: %s%s%s",
                                 decoder->problem != NULL ? decoder->problem : "this PTX instruction", text,
                                 construct != NULL ? "; it comes from " : "", construct != NULL ? construct : "");
    return false;
}

static bool emit_function(Decoder *decoder, const bool *skipped, Result *result) {
    const PtxFunction *function = decoder->function;
    Emission emission = {.code_of = arena_array(decoder->arena, size_t, (size_t)function->instr_count + 1)};
    /* a predicate that is never set is false: negated, it is always true */
    emission.always = decoder->predicates++ * 2 + 1;
    for (uint32_t i = 0; i < function->instr_count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        decoder->pc = decoder->pc_base + i;
        decoder->malformed = ptx_width_problem(decoder->arena, function, instr);
        if (decoder->malformed != NULL) return not_supported(decoder, instr, result);
        if (decoder->leads[i]) emission.code_of[i] = emission.leader = emit_leader(decoder);
        if (skipped[i]) {
            decoder->code.at[emission.leader].imm++;
            count_instruction(decoder, decoder->code.at[emission.leader].count);
        } else if (!emit_instruction(decoder, &emission, instr, i)) {
            return not_supported(decoder, instr, result);
        }
    }
    emission.code_of[function->instr_count] = emit_leader(decoder);
    sim_emit(decoder, sim_return)->guard = emission.always;
    fix_branches(decoder, emission.code_of);
    sim_index_accesses(decoder);
    sim_group_loads(decoder);
    sim_pair_products(decoder);
    return true;
}

static bool decode_function(Decoder *decoder, int32_t index, uint32_t pc_base, Result *result) {
    decoder->out = &decoder->program->functions[index];
    decoder->function = decoder->out->source;
    decoder->is_kernel = decoder->out == decoder->program->kernel;
    decoder->pc_base = decoder->pc = pc_base;
    decoder->rows_size = SIM_ROW64; /* operand 0 is no row: micro-instructions have it where they need none */
    decoder->predicates = 0;
    decoder->used = NULL;
    decoder->origins = sim_shared_origins(decoder->arena, decoder->module, decoder->function);
    decoder->cas_first_loads = sim_cas_first_loads(decoder->arena, decoder->function);
    decoder->polls = sim_polls(decoder->arena, decoder->function);
    decoder->temporaries_most = decoder->temporary_predicates_most = 0;
    decoder->code.at = NULL;
    decoder->code.count = decoder->code.capacity = decoder->fixups.count = 0;
    uint32_t count = decoder->function->instr_count;
    decoder->slot = arena_array(decoder->arena, SimSlot, (size_t)decoder->function->reg_count + 1);
    decoder->read = arena_array(decoder->arena, bool, (size_t)decoder->function->reg_count + 1);
    bool *skipped = arena_array(decoder->arena, bool, (size_t)count + 1);
    if (!place_params(decoder)) {
        result->status = RUN_UNSUPPORTED;
        result->error = arena_printf(decoder->arena, "the simulator does not support %s", decoder->problem);
        return false;
    }
    find_leaders(decoder);
    find_constants(decoder, skipped);
    sim_assemble(decoder);
    if (decoder->is_kernel) {
        decoder->program->kernel_pc = pc_base;
        sim_match_branches(decoder);
    }
    sim_place_registers(decoder);
    decoder->ordered |= sim_blocks_collide(decoder->function, decoder->arena);
    if (!emit_function(decoder, skipped, result)) return false;
    decoder->out->entry = decoder->code.at;
    decoder->out->predicates = decoder->predicates + decoder->temporary_predicates_most;
    decoder->out->frame_size = decoder->rows_size + decoder->temporaries_most * SIM_ROW64;
    if (decoder->out->frame_size > SIM_MAX_STACK) {
        result->status = RUN_UNSUPPORTED;
        result->error =
            arena_printf(decoder->arena, "the simulator does not support functions with as many registers as %s",
                         decoder->function->source_name);
        return false;
    }
    return true;
}

/* ---- the whole program ------------------------------------------------------------------------------------------- */

/* The source file's name: the launch's own name for it wherever the last parts of the two paths agree, because PTX
 * has the path that the compiler was given. */
static const char *file_of(const Decoder *decoder, uint32_t file) {
    const char *name = file < decoder->module->file_count ? decoder->module->files[file] : "";
    const char *known = decoder->launch->image->file;
    if (known == NULL) return name;
    const char *a = strrchr(name, '/'), *b = strrchr(known, '/');
    return *name == 0 || strcmp(a != NULL ? a + 1 : name, b != NULL ? b + 1 : known) == 0 ? known : name;
}

static Loc loc_of(const Decoder *decoder, const PtxInstr *instr) {
    const char *known = decoder->launch->image->file, *file = file_of(decoder, instr->file);
    if (instr->inlined_line && file != known)
        return (Loc){.file = file_of(decoder, instr->inlined_file), .line = (int)instr->inlined_line};
    return (Loc){.file = instr->line ? file : known, .line = (int)instr->line, .column = (int)instr->column};
}

/* The line on which a kernel's name stands before its parameters; 0 where it is not found. */
static int line_of_kernel(const char *source, const char *name) {
    size_t size = strlen(name);
    int line = 1;
    for (const char *at = source; at != NULL && *at != 0; at++) {
        line += *at == '\n';
        if (strncmp(at, name, size) == 0 && at[size + strspn(at + size, " ")] == '(' && at > source &&
            (at[-1] == ' ' || at[-1] == '\n'))
            return line;
    }
    return 0;
}

/* Gives a trap without a source line the line of its kernel. Compilers put such a trap in place of code whose
 * behaviour is undefined; often nothing else of the kernel is left. */
static void locate_trap(const Decoder *decoder, const PtxInstr *instr, const PtxFunction *function, Loc *loc) {
    const Image *image = decoder->launch->image;
    if (instr->op != PTX_OP_TRAP || loc->line != 0 || !function->is_entry) return;
    loc->file = image->file;
    loc->line = line_of_kernel(image->source, function->name);
}

static void number_instructions(Decoder *decoder, uint32_t *pc_base) {
    SimProgram *program = decoder->program;
    const PtxModule *module = decoder->module;
    for (uint32_t i = 0; i < module->function_count; i++) {
        pc_base[i] = program->pc_count;
        if (program->functions[i].loaded) program->pc_count += module->functions[i].instr_count + 1;
    }
    program->pc_loc = arena_array(decoder->arena, Loc, (size_t)program->pc_count + 1);
    program->pc_text = arena_array(decoder->arena, const char *, (size_t)program->pc_count + 1);
    program->pc_barrier = arena_array(decoder->arena, bool, (size_t)program->pc_count + 1);
    program->pc_assembled = arena_array(decoder->arena, SimAssembled, (size_t)program->pc_count + 1);
    for (uint32_t i = 0; i < module->function_count; i++) {
        if (!program->functions[i].loaded) continue;
        for (uint32_t j = 0; j < module->functions[i].instr_count; j++) {
            const PtxInstr *instr = &module->functions[i].instrs[j];
            program->pc_loc[pc_base[i] + j] = loc_of(decoder, instr);
            locate_trap(decoder, instr, &module->functions[i], &program->pc_loc[pc_base[i] + j]);
            program->pc_text[pc_base[i] + j] = module->functions[i].instrs[j].text;
            program->pc_barrier[pc_base[i] + j] = ptx_opcode[instr->op].kind == PTX_KIND_BARRIER;
        }
    }
}

static void write_constants(Decoder *decoder) {
    uint8_t *rows = arena_alloc(decoder->arena, decoder->constant_bytes + SIM_ROW64, SIM_ROW_ALIGN);
    for (size_t i = 0; i < decoder->constants.count; i++) {
        const SimConstant *constant = &decoder->constants.at[i];
        for (int lane = 0; lane < WARP_SIZE; lane++)
            memcpy(rows + constant->offset + (size_t)lane * constant->bytes, &constant->value, constant->bytes);
    }
    decoder->program->launch_rows = rows;
}

static void measure_locals(Decoder *decoder, int32_t kernel) {
    uint32_t count = decoder->module->function_count;
    Depth depth = {.deepest = arena_array(decoder->arena, uint32_t, count),
                   .state = arena_array(decoder->arena, uint8_t, count)};
    uint32_t deepest = measure_depth(decoder, &depth, kernel, 0);
    SimProgram *program = decoder->program;
    program->local_size = deepest + (depth.recursive ? SIM_RECURSION_LOCAL : 0);
    program->local_used =
        program->local_size == program->kernel->local_size ? program->kernel->local_used : program->local_size;
}

static bool uses_service(const SimProgram *program, const PtxModule *module) {
    for (uint32_t i = 0; i < module->function_count; i++) {
        if (!program->functions[i].loaded) continue;
        for (uint32_t j = 0; j < module->functions[i].instr_count; j++) {
            const PtxInstr *instr = &module->functions[i].instrs[j];
            if (instr->op == PTX_OP_CALL && instr->operand[0].kind == PTX_OPERAND_FUNCTION &&
                program->functions[instr->operand[0].function].service != SIM_SERVICE_NONE &&
                program->functions[instr->operand[0].function].service != SIM_SERVICE_ASSERT)
                return true;
        }
    }
    return false;
}

SimProgram *sim_load(const PtxModule *module, int32_t kernel, const SimPlaces *places, const Launch *launch,
                     Arena *arena, Result *result) {
    SimProgram *program = arena_make(arena, SimProgram);
    Decoder *decoder = arena_make(arena, Decoder);
    if (sim_lanes(launch->lanes) == NULL) {
        result->status = RUN_UNSUPPORTED;
        result->error =
            arena_printf(arena, "the simulator does not support lanes by %s on this processor", launch->lanes);
        return NULL;
    }
    decoder->arena = arena;
    decoder->module = module;
    decoder->program = program;
    decoder->lanes = program->lanes = sim_lanes(launch->lanes);
    decoder->launch = launch;
    decoder->place = places->variable;
    decoder->param_at = places->param_at;
    decoder->shared_total = places->shared_total;
    decoder->grid_workspace = places->grid_workspace;
    decoder->frame_param = arena_array(arena, int32_t, (size_t)module->variable_count + 1);
    decoder->local_at = arena_array(arena, uint32_t, (size_t)module->variable_count + 1);
    for (uint32_t i = 0; i < module->variable_count; i++) decoder->frame_param[i] = SIM_NO_PARAM;
    program->module = module;
    program->functions = arena_array(arena, SimFunction, module->function_count);
    program->kernel = &program->functions[kernel];
    for (uint32_t i = 0; i < module->function_count; i++) {
        program->functions[i].source = &module->functions[i];
        if (module->functions[i].is_declaration)
            program->functions[i].service = sim_service_find(module->functions[i].name);
    }
    for (uint32_t i = 0; i < module->function_count; i++) program->functions[i].loaded = places->reachable[i];
    uint32_t *pc_base = arena_array(arena, uint32_t, module->function_count);
    number_instructions(decoder, pc_base);
    new_branch(decoder, UINT32_MAX); /* number 0: branches that are no PTX instructions */
    for (uint32_t i = 0; i < module->function_count; i++)
        if (program->functions[i].loaded && !place_locals(decoder, &program->functions[i])) {
            result->status = RUN_UNSUPPORTED;
            result->error = arena_printf(arena, "the simulator does not support %s", decoder->problem);
            return NULL;
        }
    for (uint32_t i = 0; i < module->function_count; i++)
        if (program->functions[i].loaded && !decode_function(decoder, (int32_t)i, pc_base[i], result)) return NULL;
    measure_locals(decoder, kernel);
    write_constants(decoder);
    program->param_rows = decoder->param_rows.at;
    program->param_row_count = decoder->param_rows.count;
    program->counted = decoder->counted.at;
    program->counted_count = decoder->counted.count;
    program->pc_base = pc_base;
    sim_find_effects(program, arena);
    program->branch_count = (uint32_t)decoder->branch_pc.count;
    program->branch_pc = decoder->branch_pc.at;
    program->ordered = decoder->ordered || uses_service(program, module);
    program->global_atomics = decoder->global_atomics;
    program->point_to_point = decoder->point_to_point;
    return program;
}
