/* Registers too narrow, or too wide, for their operand in an instruction.
 *
 * PTX ISA 9.0, 9.4 "Type Information for Instructions and Operands": an operand has the size of the instruction's
 * type. 9.4.1 "Operand Size Exceeding Instruction-Type Size": for ld, st and cvt it may be wider, never narrower.
 * NVIDIA's assembler refuses everything else. Where no assembler has seen the text (clang has none) it is refused
 * here, so that both compilers give the same verdict, and so that no handler reads beyond a row that is too short.
 *
 * The size that each operand takes is in the opcode table, column widths. Only registers are checked: constants,
 * symbols and special registers take the size of their operand. */
#include "base/text.h"
#include "ptx/ptx.h"

enum { WIDTH_ANY = -1, WIDTH_PREDICATE = 0 }; /* else bytes */

static int width_of_type(PtxType type) {
    return type == PTX_PRED ? WIDTH_PREDICATE : type == PTX_NONE ? WIDTH_ANY : ptx_type_bytes(type);
}

static int wanted_width(const PtxInstr *instr, char letter) {
    PtxType first = instr->type[0], second = instr->type[1] != PTX_NONE ? instr->type[1] : first;
    int width = width_of_type(first);
    switch (letter) {
    case 't': return width;
    case 'u': return width_of_type(second);
    case 'm': return instr->part == PTX_MUL_WIDE ? 2 * width : width;
    case 'p': return WIDTH_PREDICATE;
    case '4': return 4;
    case '8': return 8;
    case 'q': return instr->flags & PTX_PARITY ? 4 : 8;
    case 'b': return instr->mode == PTX_VOTE_BALLOT ? 4 : WIDTH_PREDICATE;
    default: return WIDTH_ANY;
    }
}

static bool may_be_wider(const PtxInstr *instr) {
    switch (ptx_opcode[instr->op].kind) {
    case PTX_KIND_LOAD:
    case PTX_KIND_STORE: return true;
    /* there is no register of 8 bits, and suld.b8 and sust.b8 take one of 16 */
    case PTX_KIND_TEXTURE: return instr->op == PTX_OP_SULD || instr->op == PTX_OP_SUST;
    default: return instr->op == PTX_OP_CVT || instr->op == PTX_OP_CVT_PACK;
    }
}

static const char *width_text(Arena *arena, int width) {
    return width == WIDTH_PREDICATE ? "a predicate" : arena_printf(arena, "%d bits", 8 * width);
}

static const char *register_problem(Arena *arena, const PtxFunction *function, const PtxInstr *instr,
                                    const PtxOperand *operand, int wanted) {
    if (operand->kind != PTX_OPERAND_REG || wanted == WIDTH_ANY) return NULL;
    const PtxReg *reg = &function->regs[operand->reg];
    int width = width_of_type(reg->type);
    if (width == wanted || (may_be_wider(instr) && width > wanted && wanted != WIDTH_PREDICATE)) return NULL;
    Text name = {0};
    text_add(&name, ptx_opcode[instr->op].text);
    if (instr->part == PTX_MUL_WIDE) text_add(&name, ".wide");
    for (int i = 0; i < 3 && instr->type[i] != PTX_NONE; i++) text_printf(&name, ".%s", ptx_type_name[instr->type[i]]);
    const char *problem =
        arena_printf(arena, "register %s is %s (.%s), and %s takes %s there", reg->name, width_text(arena, width),
                     ptx_type_name[reg->type], name.data, width_text(arena, wanted));
    text_free(&name);
    return problem;
}

/* The elements of a vector must have one size, even where they may be wider than the type. */
static const char *elements_problem(Arena *arena, const PtxFunction *function, const PtxOperand *vector) {
    const PtxReg *first = NULL;
    for (uint32_t i = 0; i < vector->count; i++) {
        if (vector->elements[i].kind != PTX_OPERAND_REG) continue;
        const PtxReg *reg = &function->regs[vector->elements[i].reg];
        if (first == NULL) first = reg;
        if (width_of_type(reg->type) != width_of_type(first->type))
            return arena_printf(arena, "registers %s (.%s) and %s (.%s) in one vector differ in size", first->name,
                                ptx_type_name[first->type], reg->name, ptx_type_name[reg->type]);
    }
    return NULL;
}

static const char *operand_problem(Arena *arena, const PtxFunction *function, const PtxInstr *instr,
                                   const PtxOperand *operand, int wanted) {
    if (operand->kind != PTX_OPERAND_VECTOR) return register_problem(arena, function, instr, operand, wanted);
    /* A mov packs or unpacks: all elements together have the type's size. In other instructions each element has it. */
    if (instr->op == PTX_OP_MOV && wanted > 0 && operand->count > 0) wanted /= (int)operand->count;
    const char *problem = elements_problem(arena, function, operand);
    for (uint32_t i = 0; i < operand->count && problem == NULL; i++)
        problem = register_problem(arena, function, instr, &operand->elements[i], wanted);
    return problem;
}

/* An address is computed in registers of 32 or 64 bits (the assembler takes 16 with a warning; no compiler writes it).
 */
static const char *address_problem(Arena *arena, const PtxFunction *function, const PtxOperand *operand) {
    if (operand->kind != PTX_OPERAND_ADDRESS || operand->reg < 0) return NULL;
    const PtxReg *reg = &function->regs[operand->reg];
    int width = width_of_type(reg->type);
    if (width == 4 || width == 8) return NULL;
    return arena_printf(arena, "register %s is %s (.%s), and an address takes 32 or 64 bits", reg->name,
                        width_text(arena, width), ptx_type_name[reg->type]);
}

/* p|q: the second one is a predicate, whatever the instruction. */
const char *ptx_width_problem(Arena *arena, const PtxFunction *function, const PtxInstr *instr) {
    const char *letters = ptx_opcode[instr->op].widths;
    const char *problem = register_problem(arena, function, instr, &instr->also, WIDTH_PREDICATE);
    for (int i = 0; i < instr->operand_count && problem == NULL; i++) {
        const PtxOperand *operand = &instr->operand[i];
        problem = address_problem(arena, function, operand);
        if (problem == NULL && *letters != '\0')
            problem = operand_problem(arena, function, instr, operand, wanted_width(instr, *letters));
        letters += *letters != '\0';
    }
    if (problem != NULL || instr->guard < 0 || function->regs[instr->guard].type == PTX_PRED) return problem;
    return arena_printf(arena, "register %s is no predicate, and guards an instruction",
                        function->regs[instr->guard].name);
}
