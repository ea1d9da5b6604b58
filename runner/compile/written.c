/* The resources of kernels as far as the PTX tells them, where no assembler has seen it.
 *
 * Registers and spills are the assembler's decisions: they stay unknown. Static shared memory is not: a kernel has
 * the arrays that it, or a function that it calls, names. Of the assembler's errors these are found here: functions
 * without a body, more shared or constant memory than there is, and inline assembly that is no PTX. */
#include <limits.h>
#include <string.h>

#include "base/text.h"
#include "compile/parts.h"
#include "ptx/ptx.h"

enum { CONSTANT_BYTES = 65536, SHARED_BYTES = 48 << 10 };

typedef struct Walk {
    const PtxModule *module;
    bool *seen;     /* for each function */
    bool *used;     /* for each variable */
    int32_t *stack; /* functions still to visit */
    size_t depth;
} Walk;

static void reach(Walk *walk, int32_t function) {
    if (function < 0 || walk->seen[function]) return;
    walk->seen[function] = true;
    walk->stack[walk->depth++] = function;
}

static void look_at_operand(Walk *walk, const PtxOperand *operand) {
    if (operand->kind == PTX_OPERAND_FUNCTION) reach(walk, operand->function);
    bool names = operand->kind == PTX_OPERAND_SYMBOL || operand->kind == PTX_OPERAND_ADDRESS;
    if (names && operand->variable >= 0) walk->used[operand->variable] = true;
    for (uint32_t i = 0; operand->kind == PTX_OPERAND_VECTOR && i < operand->count; i++)
        if (operand->elements[i].kind == PTX_OPERAND_SYMBOL && operand->elements[i].variable >= 0)
            walk->used[operand->elements[i].variable] = true;
}

/* Marks the variables that the function, or any function that it calls, names. */
static void walk_from(Walk *walk, int32_t start) {
    const PtxModule *module = walk->module;
    memset(walk->seen, 0, module->function_count);
    memset(walk->used, 0, module->variable_count);
    reach(walk, start);
    while (walk->depth > 0) {
        const PtxFunction *function = &module->functions[walk->stack[--walk->depth]];
        for (uint32_t i = 0; i < function->instr_count; i++)
            for (uint8_t o = 0; o < function->instrs[i].operand_count; o++)
                look_at_operand(walk, &function->instrs[i].operand[o]);
    }
}

static uint64_t shared_bytes(const Walk *walk) {
    uint64_t total = 0;
    for (uint32_t v = 0; v < walk->module->variable_count; v++) {
        const PtxVariable *variable = &walk->module->variables[v];
        if (variable->space != PTX_SHARED || !walk->used[v]) continue;
        uint64_t align = variable->align > 0 ? variable->align : 1;
        total = (total + align - 1) / align * align + variable->size;
    }
    return total;
}

static uint64_t constant_bytes(const PtxModule *module) {
    uint64_t total = 0;
    for (uint32_t v = 0; v < module->variable_count; v++)
        if (module->variables[v].space == PTX_CONST) total += module->variables[v].size;
    return total;
}

static bool comes_with_cuda(const char *function) {
    static const char *const names[] = {"vprintf", "malloc", "free", "__assertfail"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_equal(function, names[i])) return true;
    return false;
}

static void add_missing_bodies(const Walk *walk, bool *told, Text *errors) {
    for (uint32_t f = 0; f < walk->module->function_count; f++) {
        const PtxFunction *function = &walk->module->functions[f];
        if (!walk->seen[f] || told[f] || !function->is_declaration || comes_with_cuda(function->name)) continue;
        told[f] = true;
        text_printf(errors, "ptxas fatal   : Unresolved extern function '%s'\n", function->name);
    }
}

/* Adds the errors that the assembler would report in text inside asm(...). Other text was written by the compiler
 * itself: what this parser does not understand there is no error of the student's, and the device reports it. */
static void add_malformed(Arena *arena, const PtxModule *module, const DiagList *diags, Text *errors) {
    static const char form[] = "ptxas application ptx input, line %u; error   : %s\n";
    if (module == NULL && diags->first != NULL) text_printf(errors, "ptxas error   : %s\n", diags->first->message);
    for (uint32_t f = 0; module != NULL && f < module->function_count; f++) {
        const PtxFunction *function = &module->functions[f];
        for (uint32_t i = 0; i < function->instr_count; i++) {
            const PtxInstr *instr = &function->instrs[i];
            const char *problem = instr->malformed ? arena_printf(arena, "this is no PTX instruction: %s", instr->text)
                                                   : ptx_width_problem(arena, function, instr);
            if (problem != NULL) text_printf(errors, form, instr->ptx_line, problem);
        }
    }
}

static void add_kernel(const Walk *walk, Arena *arena, const char *kernel, KernelResources *resources, Text *errors) {
    uint64_t shared = shared_bytes(walk);
    if (shared > SHARED_BYTES)
        text_printf(errors, "ptxas error   : Entry function '%s' uses too much shared data (0x%llx bytes, 0x%x max)\n",
                    kernel, (unsigned long long)shared, (unsigned)SHARED_BYTES);
    *resources = (KernelResources){.kernel = arena_string(arena, kernel),
                                   .registers = -1,
                                   .shared_static = (int)(shared < INT_MAX ? shared : INT_MAX),
                                   .stack = -1,
                                   .spill_stores = -1,
                                   .spill_loads = -1,
                                   .barriers = -1};
}

static KernelResources *read_kernels(Arena *arena, Arena *scratch, const PtxModule *module, size_t *count,
                                     Text *errors) {
    KernelResources *all = arena_array(arena, KernelResources, module->function_count + 1);
    bool *told = arena_array(scratch, bool, module->function_count + 1);
    Walk walk = {.module = module,
                 .seen = arena_array(scratch, bool, module->function_count + 1),
                 .used = arena_array(scratch, bool, module->variable_count + 1),
                 .stack = arena_array(scratch, int32_t, module->function_count + 1)};
    for (uint32_t f = 0; f < module->function_count; f++) {
        if (!module->functions[f].is_entry) continue;
        walk_from(&walk, (int32_t)f);
        add_kernel(&walk, arena, module->functions[f].name, &all[(*count)++], errors);
        add_missing_bodies(&walk, told, errors);
    }
    uint64_t constant = constant_bytes(module);
    if (constant > CONSTANT_BYTES)
        text_printf(errors, "ptxas error   : File uses too much global constant data (0x%llx bytes, 0x%x max)\n",
                    (unsigned long long)constant, (unsigned)CONSTANT_BYTES);
    return all;
}

KernelResources *written_resources(Arena *arena, const Image *image, size_t *count, const char **errors) {
    *count = 0;
    *errors = "";
    Arena *scratch = arena_new();
    DiagList diags = diag_list(scratch);
    const PtxModule *module = ptx_parse(image->ptx, image->ptx_size, scratch, &diags);
    Text text = {0};
    KernelResources *all = module != NULL ? read_kernels(arena, scratch, module, count, &text) : NULL;
    if (strstr(image->source, "asm") != NULL) add_malformed(scratch, module, &diags, &text);
    if (text.size > 0)
        *errors = text_take(&text, arena);
    else
        text_free(&text);
    arena_free(scratch);
    return all;
}
