/* The source lines of a loop, for findings about loops that do not end. */
#include <stdio.h>

#include "sim/program.h"

typedef struct Lines {
    int first, last;
} Lines;

static const PtxFunction *function_of(const SimProgram *program, uint32_t pc, uint32_t *base) {
    const PtxModule *module = program->module;
    for (uint32_t i = 0; i < module->function_count; i++) {
        *base = program->pc_base[i];
        if (program->functions[i].loaded && pc >= *base && pc - *base < module->functions[i].instr_count)
            return &module->functions[i];
    }
    return NULL;
}

/* Finds the innermost loop around an instruction: the shortest one with a branch back to before it. False where
 * there is none. */
static bool innermost(const PtxFunction *function, uint32_t index, uint32_t *first, uint32_t *last) {
    bool found = false;
    for (uint32_t i = index; i < function->instr_count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        uint32_t target = instr->op == PTX_OP_BRA ? instr->operand[0].target : UINT32_MAX;
        if (target > index || (found && i - target >= *last - *first)) continue;
        *first = target;
        *last = i;
        found = true;
    }
    return found;
}

static Lines lines_of(const SimProgram *program, uint32_t first, uint32_t last, const char *file) {
    Lines lines = {0, 0};
    for (uint32_t pc = first; pc <= last; pc++) {
        Loc loc = program->pc_loc[pc];
        if (loc.line <= 0 || loc.file != file) continue;
        lines.first = lines.first == 0 || loc.line < lines.first ? loc.line : lines.first;
        lines.last = loc.line > lines.last ? loc.line : lines.last;
    }
    return lines;
}

const char *sim_loop_lines(const SimProgram *program, uint32_t pc, char buffer[64]) {
    uint32_t base, first = 0, last = 0;
    buffer[0] = 0;
    const PtxFunction *function = function_of(program, pc, &base);
    if (function == NULL || !innermost(function, pc - base, &first, &last)) return buffer;
    Lines lines = lines_of(program, base + first, base + last, program->pc_loc[pc].file);
    if (lines.first == lines.last && lines.first > 0)
        snprintf(buffer, 64, " (line %d)", lines.first);
    else if (lines.first > 0)
        snprintf(buffer, 64, " (lines %d to %d)", lines.first, lines.last);
    return buffer;
}
