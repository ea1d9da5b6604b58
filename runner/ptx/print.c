/* The way back from a PtxModule to PTX. A function's registers are called %0, %1..., its variables $v0, $v1... by
 * their place in its list, labels L and the number of their instruction: what was read twice from scopes that
 * shadowed each other keeps apart. */
#include "ptx/parser.h"

#include <inttypes.h>
#include <string.h>

typedef struct Printer {
    const PtxModule *module;
    const PtxFunction *function; /* the one being printed */
    Text *out;
    uint32_t *local; /* by variable: its place in the list of its function */
    Arena *arena;
} Printer;

static const char *variable_name(const Printer *printer, int32_t index) {
    const PtxVariable *variable = &printer->module->variables[index];
    return variable->owner < 0 ? variable->name : arena_printf(printer->arena, "$v%u", printer->local[index]);
}

static void print_offset(const Printer *printer, int64_t offset) {
    if (offset != 0) text_printf(printer->out, "+%" PRId64, offset);
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

static const PtxReloc *reloc_at(const PtxVariable *variable, uint64_t offset) {
    for (size_t i = 0; i < variable->reloc_count; i++)
        if (offset >= variable->relocs[i].offset && offset < variable->relocs[i].offset + variable->relocs[i].bytes)
            return &variable->relocs[i];
    return NULL;
}

static void print_reloc(const Printer *printer, const PtxVariable *variable, const PtxReloc *reloc, uint64_t offset) {
    const char *name = reloc->variable >= 0 ? variable_name(printer, reloc->variable)
                                            : printer->module->functions[reloc->function].name;
    bool masked = ptx_type_bytes(variable->type) != reloc->bytes;
    if (masked) text_printf(printer->out, "0x%" PRIX64 "(", UINT64_C(0xff) << (8 * (offset - reloc->offset)));
    text_printf(printer->out, reloc->generic ? "generic(%s)" : "%s", name);
    print_offset(printer, reloc->addend);
    if (masked) text_add(printer->out, ")");
}

static void print_initialiser(const Printer *printer, const PtxVariable *variable) {
    uint32_t bytes = (uint32_t)ptx_type_bytes(variable->type);
    text_add(printer->out, " = {");
    for (uint64_t offset = 0; offset < variable->size; offset += bytes) {
        const PtxReloc *reloc = reloc_at(variable, offset);
        uint64_t value = 0;
        if (offset > 0) text_add(printer->out, ", ");
        memcpy(&value, variable->init + offset, bytes < 8 ? bytes : 8);
        if (reloc != NULL)
            print_reloc(printer, variable, reloc, offset);
        else if (variable->type == PTX_F32)
            text_printf(printer->out, "0f%08" PRIX64, value);
        else if (variable->type == PTX_F64)
            text_printf(printer->out, "0d%016" PRIX64, value);
        else
            text_printf(printer->out, "%" PRId64, (int64_t)value);
    }
    text_add(printer->out, "}");
}

static void print_variable(const Printer *printer, int32_t index) {
    const PtxVariable *variable = &printer->module->variables[index];
    uint64_t bytes = (uint64_t)ptx_type_bytes(variable->type);
    if (variable->space == PTX_TEX && variable->size == 0) {
        text_printf(printer->out, ".global .texref %s", variable_name(printer, index));
        return;
    }
    text_printf(printer->out, ".%s .align %u .%s %s", ptx_space_name[variable->space], variable->align,
                ptx_type_name[variable->type], variable_name(printer, index));
    if (variable->size == 0)
        text_add(printer->out, "[]");
    else if (variable->size != bytes)
        text_printf(printer->out, "[%" PRIu64 "]", variable->size / bytes);
    if (variable->init != NULL) print_initialiser(printer, variable);
}

/* ---- instructions ------------------------------------------------------------------------------------------------ */

static void print_operand(const Printer *printer, const PtxOperand *operand) {
    Text *out = printer->out;
    switch ((PtxOperandKind)operand->kind) {
    case PTX_OPERAND_NONE: return;
    case PTX_OPERAND_REG:
        text_printf(out, "%%%d", operand->reg);
        if (operand->selector != NULL) text_printf(out, ".%s", operand->selector);
        return;
    case PTX_OPERAND_IMM:
        if (operand->is_f32)
            text_printf(out, "0f%08" PRIX64, operand->imm);
        else if (operand->is_f64)
            text_printf(out, "0d%016" PRIX64, operand->imm);
        else
            text_printf(out, "%" PRId64, (int64_t)operand->imm);
        return;
    case PTX_OPERAND_SPECIAL:
        text_printf(out, operand->special == PTX_WARP_SIZE ? "%s" : "%%%s", ptx_special_name[operand->special]);
        return;
    case PTX_OPERAND_SYMBOL:
        text_add(out, variable_name(printer, operand->variable));
        print_offset(printer, operand->offset);
        return;
    case PTX_OPERAND_FUNCTION: text_add(out, printer->module->functions[operand->function].name); return;
    case PTX_OPERAND_ADDRESS:
        if (operand->reg >= 0)
            text_printf(out, "[%%%d", operand->reg);
        else if (operand->variable >= 0)
            text_printf(out, "[%s", variable_name(printer, operand->variable));
        else
            text_add(out, "[0");
        print_offset(printer, operand->offset);
        text_add(out, "]");
        return;
    case PTX_OPERAND_VECTOR:
        for (uint32_t i = 0; i < operand->count; i++) {
            text_add(out, i == 0 ? "{" : ", ");
            print_operand(printer, &operand->elements[i]);
        }
        text_add(out, "}");
        return;
    case PTX_OPERAND_LABEL: text_printf(out, "L%u", operand->target); return;
    case PTX_OPERAND_SINK: text_add(out, "_"); return;
    }
}

static void print_call(const Printer *printer, const PtxInstr *instr, uint32_t index) {
    Text *out = printer->out;
    for (uint32_t i = 0; i < instr->call_result_count; i++)
        text_printf(out, "%s%s", i == 0 ? " (" : ", ", variable_name(printer, instr->call_results[i]));
    text_add(out, instr->call_result_count > 0 ? "), " : " ");
    print_operand(printer, &instr->operand[0]);
    for (uint32_t i = 0; i < instr->call_arg_count; i++)
        text_printf(out, "%s%s", i == 0 ? ", (" : ", ", variable_name(printer, instr->call_args[i]));
    if (instr->call_arg_count > 0) text_add(out, ")");
    if (instr->prototype >= 0) text_printf(out, "%sP%u", instr->call_arg_count > 0 ? ", " : ", (), ", index);
}

/* The operands first to last that stand in one pair of brackets in a texture instruction: address, sampler,
 * coordinates. */
static void bracketed(const PtxInstr *instr, int *first, int *last) {
    *first = *last = -1;
    for (int i = 0; ptx_opcode[instr->op].kind == PTX_KIND_TEXTURE && i < instr->operand_count; i++) {
        uint8_t kind = instr->operand[i].kind;
        if (*first < 0 && kind == PTX_OPERAND_ADDRESS)
            *first = i;
        else if (*first >= 0 && *last < 0 && kind == PTX_OPERAND_VECTOR)
            *last = i;
    }
}

static void print_operands(const Printer *printer, const PtxInstr *instr) {
    const PtxOpcode *row = &ptx_opcode[instr->op];
    int first, last;
    bracketed(instr, &first, &last);
    for (int i = 0; i < instr->operand_count; i++) {
        bool video = row->text[0] == 'v' && instr->op != PTX_OP_VOTE;
        text_add(printer->out, i == 0 ? " " : ", ");
        if (instr->operand[i].negated) text_add(printer->out, video ? "-" : "!");
        print_operand(printer, &instr->operand[i]);
        if (i == first && last > first) printer->out->size--; /* the bracket closes behind the coordinates */
        if (i == last) text_add(printer->out, "]");
        if (i == 0 && instr->also.kind != PTX_OPERAND_NONE) {
            text_add(printer->out, "|");
            print_operand(printer, &instr->also);
        }
    }
}

static void print_location(const Printer *printer, const PtxInstr *instr, const PtxInstr *before) {
    if (before != NULL && before->file == instr->file && before->line == instr->line &&
        before->column == instr->column && before->inlined_file == instr->inlined_file &&
        before->inlined_line == instr->inlined_line)
        return;
    if (before == NULL && instr->line == 0 && instr->file == 0) return;
    text_printf(printer->out, ".loc %u %u %u", instr->file, instr->line, instr->column);
    if (instr->inlined_line)
        text_printf(printer->out, ", function_name F, inlined_at %u %u 0", instr->inlined_file, instr->inlined_line);
    text_add(printer->out, "\n");
}

static void print_parameters(const Printer *printer, const int32_t *variables, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        text_add(printer->out, i == 0 ? "(" : ", ");
        print_variable(printer, variables[i]);
    }
    text_add(printer->out, count > 0 ? ")" : "()");
}

static void print_prototype(const Printer *printer, const PtxInstr *instr, uint32_t index) {
    const PtxFunction *prototype = &printer->module->functions[instr->prototype];
    text_printf(printer->out, "P%u: .callprototype ", index);
    print_parameters(printer, prototype->results, prototype->result_count);
    text_add(printer->out, " _ ");
    print_parameters(printer, prototype->params, prototype->param_count);
    text_add(printer->out, ";\n");
}

static void print_instruction(const Printer *printer, const PtxInstr *instr, uint32_t index) {
    Text *out = printer->out;
    if (instr->op == PTX_OP_UNSUPPORTED) {
        text_printf(out, "// not supported: %s\n", instr->text);
        return;
    }
    if (instr->prototype >= 0) print_prototype(printer, instr, index);
    for (uint32_t i = 0; i < instr->target_count; i++)
        text_printf(out, i == 0 ? "T%u: .branchtargets L%u" : ", L%u", i == 0 ? index : instr->targets[i],
                    instr->targets[i]);
    if (instr->target_count > 0) text_add(out, ";\n");
    if (instr->guard >= 0) text_printf(out, "@%s%%%d ", instr->guard_negated ? "!" : "", instr->guard);
    print_form(instr, out);
    if (instr->op == PTX_OP_CALL)
        print_call(printer, instr, index);
    else
        print_operands(printer, instr);
    if (instr->op == PTX_OP_BRX) text_printf(out, ", T%u", index);
    text_add(out, ";\n");
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static void mark_labels(const PtxFunction *function, bool *label) {
    for (uint32_t i = 0; i < function->instr_count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        if (instr->op == PTX_OP_BRA) label[instr->operand[0].target] = true;
        for (uint32_t t = 0; t < instr->target_count; t++) label[instr->targets[t]] = true;
    }
}

static bool is_among(const int32_t *variables, uint32_t count, int32_t variable) {
    for (uint32_t i = 0; i < count; i++)
        if (variables[i] == variable) return true;
    return false;
}

static void print_body(const Printer *printer) {
    const PtxFunction *function = printer->function;
    bool *label = arena_array(printer->arena, bool, (size_t)function->instr_count + 1);
    mark_labels(function, label);
    text_add(printer->out, "{\n");
    for (uint32_t i = 0; i < function->reg_count; i++)
        text_printf(printer->out, ".reg .%s %%%u;\n", ptx_type_name[function->regs[i].type], i);
    for (uint32_t i = 0; i < function->variable_count; i++) {
        int32_t variable = function->variables[i];
        if (is_among(function->params, function->param_count, variable) ||
            is_among(function->results, function->result_count, variable))
            continue;
        print_variable(printer, variable);
        text_add(printer->out, ";\n");
    }
    for (uint32_t i = 0; i <= function->instr_count; i++) {
        if (i < function->instr_count)
            print_location(printer, &function->instrs[i], i > 0 ? &function->instrs[i - 1] : NULL);
        if (label[i]) text_printf(printer->out, "L%u:\n", i);
        if (i < function->instr_count) print_instruction(printer, &function->instrs[i], i);
    }
    text_add(printer->out, "}\n");
}

static void print_function(Printer *printer, const PtxFunction *function, bool declaration) {
    printer->function = function;
    if (function->is_entry) {
        text_printf(printer->out, ".entry %s", function->name);
    } else {
        text_add(printer->out, function->is_declaration ? ".extern .func " : ".func ");
        if (function->result_count > 0) print_parameters(printer, function->results, function->result_count);
        text_printf(printer->out, " %s", function->name);
    }
    print_parameters(printer, function->params, function->param_count);
    if (function->max_threads[0])
        text_printf(printer->out, " .maxntid %u, %u, %u", function->max_threads[0], function->max_threads[1],
                    function->max_threads[2]);
    if (declaration)
        text_add(printer->out, ";\n");
    else
        print_body(printer);
}

/* A prototype's parameters have numbers of their own: they are in no function's list. */
static void number_locals(Printer *printer) {
    const PtxModule *module = printer->module;
    for (uint32_t f = 0; f < module->function_count; f++)
        for (uint32_t i = 0; i < module->functions[f].variable_count; i++)
            printer->local[module->functions[f].variables[i]] = i;
}

void ptx_print(const PtxModule *module, Text *out) {
    Printer printer = {.module = module, .out = out, .arena = arena_new()};
    printer.local = arena_array(printer.arena, uint32_t, (size_t)module->variable_count + 1);
    number_locals(&printer);
    text_printf(out, ".version %d.%d\n.target %s\n.address_size 64\n", module->version_major, module->version_minor,
                module->target);
    for (uint32_t i = 1; i < module->file_count; i++) text_printf(out, ".file %u \"%s\"\n", i, module->files[i]);
    for (uint32_t f = 0; f < module->function_count; f++)
        if (!module->functions[f].is_prototype && !module->functions[f].is_entry)
            print_function(&printer, &module->functions[f], true);
    for (uint32_t i = 0; i < module->variable_count; i++) {
        if (module->variables[i].owner >= 0) continue;
        if (module->variables[i].is_extern) text_add(out, ".extern ");
        print_variable(&printer, (int32_t)i);
        text_add(out, ";\n");
    }
    for (int entries = 0; entries < 2; entries++)
        for (uint32_t f = 0; f < module->function_count; f++)
            if (!module->functions[f].is_declaration && module->functions[f].is_entry == (entries == 1))
                print_function(&printer, &module->functions[f], false);
    arena_free(printer.arena);
}
