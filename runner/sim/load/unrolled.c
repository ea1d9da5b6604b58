/* Whether the assembler unrolled a loop.
 *
 * A loop that is unrolled with a remainder has its branch more than once, and branches.c sees that. One whose number of
 * rounds is known and divides without remainder has one branch, which goes round less often. What else is in the loop
 * shows it, as each copy keeps the PTX line that it was made from:
 *
 *  - No PTX instruction of the loop may have been made into two equal machine instructions, nor one on 64-bit integers
 *    into three.
 *  - And one thing must show that there is one copy only: an instruction that every round comes to and whose copies
 *    could not have become one (a barrier, a shuffle, an atomic, a load or store of the width that was written, an
 *    operation on floats, which is never reordered); or that the loop's end depends on what was loaded, exchanged or
 *    selected, so that no assembler knows how often it goes round; or the pragma nounroll.
 *
 * A loop is what lies between a branch backwards and its target; what lies in another one inside belongs to that. */
#include <stdlib.h>
#include <string.h>

#include "sim/load/branches.h"

uint32_t sim_instr_of_line(const PtxFunction *function, uint32_t line) {
    uint32_t from = 0, to = function->instr_count;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (function->instrs[middle].ptx_line < line)
            from = middle + 1;
        else
            to = middle;
    }
    return from < function->instr_count && function->instrs[from].ptx_line == line ? from : function->instr_count;
}

/* What was made of a PTX instruction. */
typedef struct Made {
    uint32_t most;                           /* machine instructions with one opcode */
    uint32_t work[MACHINE_WORK_BARRIER + 1]; /* by MachineWork */
    uint8_t bytes;                           /* of the last that accesses memory */
} Made;

typedef struct Rounds {
    const SimMatch *match;
    Made *made;     /* by PTX instruction */
    uint32_t *loop; /* by PTX instruction: the branch back of the innermost loop around it, or UINT32_MAX */
} Rounds;

/* ---- what was made of each --------------------------------------------------------------------------------------- */

typedef struct Use {
    uint32_t instr, opcode;
} Use;

static int compare_uses(const void *a, const void *b) {
    const Use *left = a, *right = b;
    if (left->instr != right->instr) return left->instr < right->instr ? -1 : 1;
    return (left->opcode > right->opcode) - (left->opcode < right->opcode);
}

static void count_made(Rounds *rounds) {
    const SimMatch *match = rounds->match;
    Arena *arena = match->decoder->arena;
    Use *uses = arena_array(arena, Use, match->code.count);
    uint32_t count = 0;
    for (uint32_t i = 0; i < match->code.count; i++) {
        const MachineInstr *machine = &match->code.instrs[i];
        uint32_t instr = sim_instr_of_line(match->function, machine->line);
        if (!match->reached[i] || instr == match->function->instr_count || machine->kind != MACHINE_PLAIN) continue;
        rounds->made[instr].work[machine->work]++;
        if (machine->work == MACHINE_WORK_MEMORY) rounds->made[instr].bytes = machine->bytes;
        if (machine->work != MACHINE_WORK_COPY) uses[count++] = (Use){instr, machine->opcode};
    }
    if (count > 1) qsort(uses, count, sizeof *uses, compare_uses);
    for (uint32_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && compare_uses(&uses[i], &uses[next]) == 0;) next++;
        Made *made = &rounds->made[uses[i].instr];
        if (next - i > made->most) made->most = next - i;
    }
}

/* Instructions in all loops, those of nested ones counted with each: of kernels with more, nothing is said. */
#define MOST_IN_LOOPS (UINT64_C(1) << 26)

static bool find_loops(Rounds *rounds) {
    const PtxFunction *function = rounds->match->function;
    uint64_t steps = 0;
    for (uint32_t i = 0; i < function->instr_count; i++) rounds->loop[i] = UINT32_MAX;
    for (uint32_t i = 0; i < function->instr_count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        if (instr->op != PTX_OP_BRA || instr->operand[0].target > i) continue;
        if ((steps += i - instr->operand[0].target) > MOST_IN_LOOPS) return false;
        for (uint32_t j = instr->operand[0].target; j <= i; j++) {
            uint32_t known = rounds->loop[j];
            bool inner =
                known == UINT32_MAX || i - instr->operand[0].target < known - function->instrs[known].operand[0].target;
            if (inner) rounds->loop[j] = i;
        }
    }
    return true;
}

/* ---- signs ------------------------------------------------------------------------------------------------------- */

/* Whether more than one copy shows. Instructions that become several anyway are not asked. */
static bool is_repeated(const PtxInstr *instr, const Made *made) {
    bool wide = ptx_type_bytes((PtxType)instr->type[0]) == 8 && !ptx_type_float((PtxType)instr->type[0]);
    switch (ptx_opcode[instr->op].kind) {
    case PTX_KIND_LOAD:
    case PTX_KIND_STORE:
    case PTX_KIND_ATOMIC: return made->work[MACHINE_WORK_MEMORY] > 1;
    case PTX_KIND_BARRIER: return made->work[MACHINE_WORK_BARRIER] > 1;
    default: break;
    }
    switch (instr->op) {
    case PTX_OP_MUL:
    case PTX_OP_MAD: return !wide && made->most > 1;
    case PTX_OP_ADD:
    case PTX_OP_SUB:
    case PTX_OP_FMA:
    case PTX_OP_AND:
    case PTX_OP_OR:
    case PTX_OP_XOR:
    case PTX_OP_SHL:
    case PTX_OP_SHR:
    case PTX_OP_MIN:
    case PTX_OP_MAX:
    case PTX_OP_SETP:
    case PTX_OP_SELP:
    case PTX_OP_SHFL: return made->most > (wide ? 2 : 1);
    default: return false;
    }
}

static bool is_single(const PtxInstr *instr, const Made *made) {
    int bytes = ptx_type_bytes((PtxType)instr->type[0]) * (instr->vector ? instr->vector : 1);
    bool is_float = instr->type[0] == PTX_F32 || instr->type[0] == PTX_F64;
    switch (ptx_opcode[instr->op].kind) {
    case PTX_KIND_LOAD:
    case PTX_KIND_STORE: return made->work[MACHINE_WORK_MEMORY] == 1 && made->bytes == bytes;
    case PTX_KIND_ATOMIC: return made->work[MACHINE_WORK_MEMORY] == 1;
    case PTX_KIND_BARRIER: return made->work[MACHINE_WORK_BARRIER] == 1;
    case PTX_KIND_WARP: return made->work[MACHINE_WORK_SHUFFLE] == 1;
    default: break;
    }
    switch (instr->op) {
    case PTX_OP_ADD:
    case PTX_OP_SUB:
    case PTX_OP_MUL:
    case PTX_OP_FMA: return is_float && made->work[MACHINE_WORK_FLOAT] == 1;
    default: return false;
    }
}

/* ---- ends that nobody can foresee -------------------------------------------------------------------------------- */

enum { MOST_STEPS = 4 };

static bool is_foreign(const PtxInstr *instr) {
    switch (ptx_opcode[instr->op].kind) {
    case PTX_KIND_LOAD: return instr->space != PTX_PARAM && instr->space != PTX_CONST;
    case PTX_KIND_ATOMIC:
    case PTX_KIND_WARP:
    case PTX_KIND_BARRIER: return true;
    default: return instr->op == PTX_OP_SELP;
    }
}

/* Whether the register gets a value in first .. last that is no plain count: one that was loaded, exchanged or
 * selected, or one of several. */
static bool is_unforeseen(const PtxFunction *function, uint32_t first, uint32_t last, int32_t reg, int steps) {
    int definitions = 0;
    for (uint32_t i = first; i <= last; i++) {
        const PtxInstr *instr = &function->instrs[i];
        const PtxOperand *to = &instr->operand[0], *from = &instr->operand[1];
        if (instr->operand_count == 0 || to->kind != PTX_OPERAND_REG || to->reg != reg) continue;
        if (is_foreign(instr) || ++definitions > 1) return true;
        bool follows = instr->op == PTX_OP_MOV || instr->op == PTX_OP_SETP;
        for (int o = 1; follows && steps > 0 && o < instr->operand_count; o++, from++)
            if (from->kind == PTX_OPERAND_REG && is_unforeseen(function, first, last, from->reg, steps - 1))
                return true;
    }
    return false;
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */

/* The text from a line of the PTX on. */
static const char *text_from(const Image *image, uint32_t line) {
    const char *at = image->ptx;
    for (; line > 1 && at != NULL; line--) {
        at = strchr(at, '\n');
        if (at != NULL) at++;
    }
    return at != NULL ? at : "";
}

/* Whether the compiler wrote, between the instruction before the loop and its first, that it must not be unrolled. */
static bool is_left_alone(const Rounds *rounds, uint32_t first) {
    const PtxFunction *function = rounds->match->function;
    uint32_t line = first > 0 ? function->instrs[first - 1].ptx_line : function->ptx_line;
    const char *text = text_from(rounds->match->decoder->launch->image, line);
    const char *pragma = strstr(text, ".pragma \"nounroll\";");
    for (; line < function->instrs[first].ptx_line && pragma != NULL; line++) {
        text = strchr(text, '\n');
        if (text++ == NULL) return false;
        if (text > pragma) return true;
    }
    return false;
}

static bool goes_round_alike(const Rounds *rounds, uint32_t branch) {
    const PtxFunction *function = rounds->match->function;
    uint32_t first = function->instrs[branch].operand[0].target, met = first; /* from met on every round comes by */
    bool single = is_unforeseen(function, first, branch, function->instrs[branch].guard, MOST_STEPS);
    for (uint32_t i = first; i <= branch; i++) {
        const PtxInstr *instr = &function->instrs[i];
        bool own = rounds->loop[i] == branch, jumps = instr->op == PTX_OP_BRA && instr->operand[0].target <= branch;
        if (own && is_repeated(instr, &rounds->made[i])) return false;
        if (own && i >= met && instr->guard < 0) single |= is_single(instr, &rounds->made[i]);
        if (jumps && instr->operand[0].target > met) met = instr->operand[0].target;
        if (instr->op == PTX_OP_BRX) met = branch + 1;
    }
    return single || is_left_alone(rounds, first);
}

bool sim_rounds_agree(const SimMatch *match) {
    size_t count = (size_t)match->function->instr_count + 1;
    Rounds rounds = {.match = match,
                     .made = arena_array(match->decoder->arena, Made, count),
                     .loop = arena_array(match->decoder->arena, uint32_t, count)};
    count_made(&rounds);
    if (!find_loops(&rounds)) return false;
    for (uint32_t i = 0; i < match->code.count; i++) {
        const MachineInstr *machine = &match->code.instrs[i];
        if (!match->reached[i] || machine->kind != MACHINE_BRANCH) continue;
        uint32_t branch = match->branch_of[i];
        const PtxInstr *instr = branch != UINT32_MAX ? &match->function->instrs[branch] : NULL;
        bool back = instr != NULL && instr->op == PTX_OP_BRA && instr->operand[0].target <= branch;
        if (back != (machine->target <= i) || (back && !goes_round_alike(&rounds, branch))) return false;
    }
    return true;
}
