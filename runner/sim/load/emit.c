/* One function's micro-instructions, one PTX instruction after the other.
 *
 * A basic block starts with a leader, which counts all its instructions at once. Guarded instructions have their own
 * counters, because fewer lanes execute them. Branches are emitted with PTX indices and get their pointers when the
 * function is complete and its code no longer moves. */
#include "base/file.h"
#include "sim/handlers.h"
#include "sim/load/load.h"

#include <string.h>

static uint32_t new_counter(Decoder *decoder) {
    return decoder->program->counter_count++;
}

static void count_instruction(Decoder *decoder, uint32_t counter) {
    const PtxInstr *instr = &decoder->function->instrs[decoder->pc - decoder->pc_base];
    PtxOp op = instr->op;
    SimCounted counted = {.counter = counter,
                          .pc = decoder->pc,
                          .shuffles = op == PTX_OP_SHFL || op == PTX_OP_REDUX,
                          .votes = op == PTX_OP_VOTE || op == PTX_OP_MATCH || op == PTX_OP_ACTIVEMASK,
                          .block_votes = op == PTX_OP_BAR && instr->mode == PTX_BAR_RED};
    vec_push(decoder->arena, &decoder->counted, counted);
}

static size_t emit_leader(Decoder *decoder) {
    uint32_t counter = new_counter(decoder);
    sim_emit_lane(decoder, LANE_leader, 0, 0, 0, 0)->count = counter;
    return decoder->code.count - 1;
}

uint32_t sim_new_branch(Decoder *decoder, uint32_t pc) {
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
    uint32_t counter = sim_new_branch(decoder, decoder->pc);
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

/* membar is fence.sc by its older name. */
static int fence_of(const PtxInstr *instr) {
    bool is_sc = instr->op == PTX_OP_MEMBAR || (instr->flags & PTX_SC) != 0;
    return ((instr->flags & PTX_SCOPE_CTA) != 0 ? SIM_FENCE_BLOCK : 0) | (is_sc ? SIM_FENCE_SC : 0);
}

static SimTrap origin_of_trap(const Decoder *decoder, const PtxInstr *instr) {
    const PtxModule *module = decoder->module;
    if (instr->line == 0) return SIM_TRAP_OF_COMPILER;
    bool of_grid =
        instr->file < module->file_count && text_equal(path_base(module->files[instr->file]), "cooperative_groups.h");
    return of_grid ? SIM_TRAP_OF_GRID : SIM_TRAP_WRITTEN;
}

static bool decode(Decoder *decoder, const PtxInstr *instr) {
    switch (ptx_opcode[instr->op].kind) {
    case PTX_KIND_ALU: return instr->op != PTX_OP_UNSUPPORTED && decode_arithmetic(decoder, instr);
    case PTX_KIND_WARP: return sim_decode_warp(decoder, instr);
    case PTX_KIND_LOAD:
    case PTX_KIND_STORE:
    case PTX_KIND_ATOMIC:
    case PTX_KIND_COPY:
        return instr->op == PTX_OP_CP_ASYNC_BULK ? sim_decode_mbarrier(decoder, instr)
                                                 : sim_decode_memory(decoder, instr);
    case PTX_KIND_MBARRIER: return sim_decode_mbarrier(decoder, instr);
    case PTX_KIND_TEXTURE: return sim_decode_texture(decoder, instr);
    case PTX_KIND_BRANCH: return instr->op == PTX_OP_BRX && decode_indexed_branch(decoder, instr);
    case PTX_KIND_CALL: return sim_decode_call(decoder, instr);
    case PTX_KIND_EXIT: sim_emit(decoder, sim_trap)->imm = origin_of_trap(decoder, instr); return true;
    case PTX_KIND_BARRIER: return sim_decode_barrier(decoder, instr);
    case PTX_KIND_FENCE:
        decoder->point_to_point = true;
        sim_emit(decoder, sim_memory_fence)->imm = fence_of(instr);
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
                    sim_new_branch(decoder, decoder->pc));
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

/* The text without the white space around it, the semicolons behind it, and the braces in which inline assembly often
 * stands. */
static const char *bare(Arena *arena, const char *text, size_t size) {
    bool braced = false; /* a vector ends with a brace, too */
    for (; size > 0 && strchr(" \t{", *text) != NULL; text++, size--) braced |= *text == '{';
    while (size > 0 && strchr(braced ? " \t;}" : " \t;", text[size - 1]) != NULL) size--;
    return arena_string_n(arena, text, size);
}

/* A line of the PTX text. */
static const char *ptx_line(const Decoder *decoder, uint32_t line) {
    const Image *image = decoder->launch->image;
    const char *at = image->ptx, *end = at + image->ptx_size;
    for (; line > 1 && at < end; line--) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline != NULL ? newline + 1 : end;
    }
    size_t size = 0, most = 200;
    while (at + size < end && at[size] != '\n' && at[size] != '\r' && size < most) size++;
    return bare(decoder->arena, at, size);
}

static bool not_supported(const Decoder *decoder, const PtxInstr *instr, Result *result) {
    result->status = RUN_UNSUPPORTED;
    result->error_loc = decoder->program->pc_loc[decoder->pc];
    const char *text = instr->text != NULL ? bare(decoder->arena, instr->text, strlen(instr->text))
                                           : ptx_line(decoder, instr->ptx_line);
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

bool sim_emit_function(Decoder *decoder, const bool *skipped, Result *result) {
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
    sim_find_speculated(decoder);
    sim_index_accesses(decoder);
    sim_group_loads(decoder);
    sim_pair_products(decoder);
    return true;
}
