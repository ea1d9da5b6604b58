/* One instruction: its dotted name gives a Form; its operands are read, each by its first characters, and then
 * compared with what the opcode's row allows. Whatever does not fit (an opcode that is not in the table, a modifier,
 * a shape of operand) makes the instruction PTX_OP_UNSUPPORTED with its text, and the parser continues after the
 * semicolon: a launch is refused only where its kernel needs that instruction. */
#include "base/memory.h"
#include "ptx/parser.h"

#include <string.h>

static bool parse_operand(Parser *parser, PtxInstr *instr, PtxOperand *operand, int depth);

static PtxOperand operand_of(PtxOperandKind kind) {
    return (PtxOperand){.kind = (uint8_t)kind, .reg = -1, .variable = -1, .function = -1, .special = -1};
}

/* Reads "+ 4" or "- 4" behind a base. */
static int64_t parse_offset(Parser *parser) {
    if (parser_take(parser, '+')) return (int64_t)parser_constant(parser);
    if (parser_at(parser, '-')) return (int64_t)parser_constant(parser);
    return 0;
}

static bool parse_immediate(Parser *parser, PtxOperand *operand) {
    PtxToken token = parser->token;
    *operand = operand_of(PTX_OPERAND_IMM);
    bool minus = token.kind == PTX_TOKEN_PUNCT && token.punct == '-';
    if (token.kind == PTX_TOKEN_F32 || token.kind == PTX_TOKEN_F64) {
        operand->is_f32 = token.kind == PTX_TOKEN_F32;
        operand->is_f64 = token.kind == PTX_TOKEN_F64;
        operand->imm = token.value;
        parser_next(parser);
        return true;
    }
    if (minus) { /* a negative float, a negated register of a video instruction, or a number */
        PtxLexer after = parser->lexer;
        PtxToken next = lexer_next(&after);
        if (next.kind == PTX_TOKEN_F32 || next.kind == PTX_TOKEN_F64) {
            parser_next(parser);
            parse_immediate(parser, operand);
            operand->imm ^= operand->is_f32 ? UINT64_C(1) << 31 : UINT64_C(1) << 63;
            return true;
        }
        if (next.kind == PTX_TOKEN_NAME) return false;
    }
    operand->imm = parser_constant(parser);
    return true;
}

/* [base + offset]; the bracket is open. */
static bool parse_address(Parser *parser, PtxOperand *operand) {
    *operand = operand_of(PTX_OPERAND_ADDRESS);
    if (parser->token.kind != PTX_TOKEN_NAME) {
        operand->offset = (int64_t)parser_constant(parser);
        return true;
    }
    Name *name = parser_name(parser, "an address");
    operand->reg = parser_reg(parser, name);
    if (operand->reg < 0 && name->meaning.kind == BINDING_VARIABLE)
        operand->variable = name->meaning.value;
    else if (operand->reg < 0)
        return false;
    operand->offset = parse_offset(parser);
    return true;
}

static bool parse_vector(Parser *parser, PtxInstr *instr, PtxOperand *operand, int depth) {
    PtxOperand elements[PTX_LIMIT_ELEMENTS];
    uint32_t count = 0;
    do {
        if (count == PTX_LIMIT_ELEMENTS || !parse_operand(parser, instr, &elements[count++], depth + 1)) return false;
    } while (parser_take(parser, ','));
    if (!parser_take(parser, '}')) return false;
    *operand = operand_of(PTX_OPERAND_VECTOR);
    operand->count = count;
    operand->elements = arena_copy(parser->arena, elements, count * sizeof *elements, _Alignof(PtxOperand));
    return true;
}

static void use_label(Parser *parser, Name *name, uint32_t *slot) {
    *heap_push(&parser->uses) = (LabelUse){name, slot, parser->instrs.count, parser->token.line};
}

/* Special registers of PTX ISA 9.0 that the simulator does not have: those that begin so. */
static bool is_special_left_out(const Name *name) {
    static const char *const left_out[] = {
        "%cluster",        "%nclusterid",         "%is_explicit_cluster", "%pm", "%envreg", "%reserved_smem_offset_",
        "%aggr_smem_size", "%current_graph_exec",
    };
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
        if (strncmp(name->text, left_out[i], strlen(left_out[i])) == 0) return true;
    return false;
}

/* A name that is not bound is a label where a branch needs one, else unknown. */
static bool parse_named(Parser *parser, PtxInstr *instr, PtxOperand *operand) {
    PtxToken token = parser->token;
    const char *selector = NULL;
    uint32_t plain = token.size;
    if (parser->lexer.at < parser->lexer.end && *parser->lexer.at == '.') {
        lexer_extend(&parser->lexer, &token);
        Name *whole = parser_intern(parser, token.text, token.size);
        if (whole->special < 0 && token.size > plain)
            selector = whole->text + plain + 1;
        else
            plain = token.size;
    }
    Name *name = parser_intern(parser, token.text, plain);
    parser_next(parser);
    int32_t reg = parser_reg(parser, name);
    if (reg >= 0) {
        *operand = operand_of(PTX_OPERAND_REG);
        operand->reg = reg;
        operand->selector = selector;
        return selector == NULL ||
               ptx_opcode[instr->op].text[0] == 'v'; /* a register of a vector type: no compiler writes them */
    }
    parser->left_out |= name->special < 0 && is_special_left_out(name);
    if (selector != NULL) return false;
    if (name->special >= 0) {
        *operand = operand_of(PTX_OPERAND_SPECIAL);
        operand->special = name->special;
    } else if (name->meaning.kind == BINDING_VARIABLE) {
        *operand = operand_of(PTX_OPERAND_SYMBOL);
        operand->variable = name->meaning.value;
        operand->offset = parse_offset(parser);
    } else if (name->meaning.kind == BINDING_FUNCTION) {
        *operand = operand_of(PTX_OPERAND_FUNCTION);
        operand->function = name->meaning.value;
    } else if (name->size == 1 && name->text[0] == '_') {
        *operand = operand_of(PTX_OPERAND_SINK);
    } else if (instr->op == PTX_OP_BRA) {
        *operand = operand_of(PTX_OPERAND_LABEL);
        use_label(parser, name, NULL);
    } else {
        return false;
    }
    return true;
}

static bool parse_operand(Parser *parser, PtxInstr *instr, PtxOperand *operand, int depth) {
    if (depth > 2) return false;
    if (parser_take(parser, '{')) return parse_vector(parser, instr, operand, depth);
    if (parser->token.kind == PTX_TOKEN_NAME) return parse_named(parser, instr, operand);
    if (parser_at(parser, '!')) {
        PtxLexer after = parser->lexer;
        if (lexer_next(&after).kind == PTX_TOKEN_NAME) {
            parser_next(parser);
            bool fine = parse_named(parser, instr, operand) && operand->kind == PTX_OPERAND_REG;
            operand->negated = true;
            return fine;
        }
    }
    PtxTokenKind kind = parser->token.kind;
    if (kind != PTX_TOKEN_INTEGER && kind != PTX_TOKEN_F32 && kind != PTX_TOKEN_F64 && !parser_at(parser, '(') &&
        !parser_at(parser, '-') && !parser_at(parser, '~') && !parser_at(parser, '!') && !parser_at(parser, '+'))
        return false;
    if (parse_immediate(parser, operand)) return true;
    parser_next(parser); /* the minus of vmad's -%r1 */
    bool fine = parse_named(parser, instr, operand) && operand->kind == PTX_OPERAND_REG;
    operand->negated = true;
    return fine;
}

static bool add_operand(PtxInstr *instr, PtxOperand operand) {
    if (instr->operand_count == PTX_MAX_OPERANDS) return false;
    instr->operand[instr->operand_count++] = operand;
    return true;
}

/* [address], or a texture's [t, sampler, {x, y}]: every part becomes an operand. */
static bool parse_bracket(Parser *parser, PtxInstr *instr) {
    PtxOperand operand;
    if (!parse_address(parser, &operand) || !add_operand(instr, operand)) return false;
    bool texture = ptx_opcode[instr->op].kind == PTX_KIND_TEXTURE;
    while (texture && parser_take(parser, ',')) {
        bool fine = parse_operand(parser, instr, &operand, 0);
        if (!fine || !add_operand(instr, operand)) return false;
    }
    return parser_take(parser, ']');
}

static bool parse_operands(Parser *parser, PtxInstr *instr) {
    if (parser_at(parser, ';')) return true;
    do {
        PtxOperand operand;
        if (parser_take(parser, '[')) {
            if (!parse_bracket(parser, instr)) return false;
            continue;
        }
        if (!parse_operand(parser, instr, &operand, 0) || !add_operand(instr, operand)) return false;
        if (instr->operand_count == 1 && parser_take(parser, '|') && !parse_operand(parser, instr, &instr->also, 0))
            return false;
    } while (parser_take(parser, ','));
    return true;
}

/* (a, b): variables of the param space. */
static bool parse_call_list(Parser *parser, int32_t **variables, uint32_t *count) {
    parser->list.count = 0;
    if (!parser_take(parser, ')')) {
        do {
            if (parser->token.kind != PTX_TOKEN_NAME) return false;
            const Name *name = parser_name(parser, "an argument");
            if (name->meaning.kind != BINDING_VARIABLE) return false;
            *heap_push(&parser->list) = name->meaning.value;
        } while (parser_take(parser, ','));
        if (!parser_take(parser, ')')) return false;
    }
    *count = parser->list.count;
    *variables = arena_copy(parser->arena, parser->list.at, parser->list.count * sizeof(int32_t), _Alignof(int32_t));
    return true;
}

static bool parse_call(Parser *parser, PtxInstr *instr) {
    if (parser_take(parser, '(')) {
        if (!parse_call_list(parser, &instr->call_results, &instr->call_result_count)) return false;
        if (!parser_take(parser, ',')) return false;
    }
    if (parser->token.kind != PTX_TOKEN_NAME || !parse_named(parser, instr, &instr->operand[0])) return false;
    instr->operand_count = 1;
    uint8_t kind = instr->operand[0].kind;
    if (kind != PTX_OPERAND_FUNCTION && kind != PTX_OPERAND_REG) return false;
    bool more = parser_take(parser, ',');
    if (more && parser_take(parser, '(')) {
        if (!parse_call_list(parser, &instr->call_args, &instr->call_arg_count)) return false;
        more = parser_take(parser, ',');
    }
    if (!more) return true;
    if (parser->token.kind != PTX_TOKEN_NAME) return false;
    const Name *prototype = parser_name(parser, "a prototype");
    if (prototype->meaning.kind == BINDING_FUNCTION) instr->prototype = prototype->meaning.value;
    return prototype->meaning.kind == BINDING_FUNCTION || prototype->meaning.kind == BINDING_TARGETS;
}

static bool parse_indexed_branch(Parser *parser, PtxInstr *instr) {
    if (!parse_operand(parser, instr, &instr->operand[0], 0) || !parser_take(parser, ',')) return false;
    if (parser->token.kind != PTX_TOKEN_NAME) return false;
    const Name *name = parser_name(parser, "a list of branch targets");
    if (name->meaning.kind != BINDING_TARGETS) return false;
    instr->operand_count = 1;
    instr->targets = parser->targets.at[name->meaning.value].at;
    instr->target_count = parser->targets.at[name->meaning.value].count;
    parser->target_total += instr->target_count;
    if (parser->target_total > PTX_LIMIT_TARGETS)
        parser_fail(parser, "the program has more than %d targets of indexed branches", PTX_LIMIT_TARGETS);
    return instr->target_count > 0;
}

static bool fits(const PtxInstr *instr) {
    const PtxOpcode *row = &ptx_opcode[instr->op];
    if (instr->operand_count < row->least || instr->operand_count > row->most) return false;
    if (instr->op == PTX_OP_BRA && instr->operand[0].kind != PTX_OPERAND_LABEL) return false;
    for (int i = 0; i < row->destinations && i < instr->operand_count; i++) {
        uint8_t kind = instr->operand[i].kind;
        bool address = kind == PTX_OPERAND_ADDRESS && row->kind == PTX_KIND_MBARRIER;
        if (kind != PTX_OPERAND_REG && kind != PTX_OPERAND_VECTOR && kind != PTX_OPERAND_SINK && !address) return false;
    }
    bool memory = row->kind == PTX_KIND_LOAD || row->kind == PTX_KIND_STORE || row->kind == PTX_KIND_ATOMIC;
    return !memory || instr->operand[row->destinations].kind == PTX_OPERAND_ADDRESS;
}

static bool parse_known(Parser *parser, const Form *form, PtxInstr *instr) {
    if (!form->known) return false;
    bool fine = instr->op == PTX_OP_CALL  ? parse_call(parser, instr)
                : instr->op == PTX_OP_BRX ? parse_indexed_branch(parser, instr)
                                          : parse_operands(parser, instr);
    if (!fine || !parser_at(parser, ';')) return false;
    if (form->cache_policy && instr->operand_count > 0) instr->operand_count--;
    return fits(instr);
}

static void set_position(const Parser *parser, PtxInstr *instr) {
    instr->file = parser->place.file;
    instr->line = parser->place.line;
    instr->column = parser->place.column;
    instr->inlined_file = parser->place.outer_file;
    instr->inlined_line = parser->place.outer_line;
}

/* The instruction as written, on one line, cut where it is long. */
static const char *one_line(Parser *parser, const char *from, const char *to) {
    char line[200];
    size_t size = 0;
    for (; from < to && size < sizeof line; from++) {
        bool space = *from == ' ' || *from == '\t' || *from == '\r' || *from == '\n';
        if (!space)
            line[size++] = *from;
        else if (size > 0 && line[size - 1] != ' ')
            line[size++] = ' ';
    }
    while (size > 0 && line[size - 1] == ' ') size--;
    return arena_string_n(parser->arena, line, size);
}

static void skip_to_semicolon(Parser *parser) {
    while (!parser_at(parser, ';')) {
        if (parser->token.kind == PTX_TOKEN_END) parser_fail(parser, "the text ends in the middle of an instruction");
        parser_next(parser);
    }
}

/* Whether some instruction of PTX ISA 9.0 begins so, up to the first dot: those of the opcode table, and those that it
 * leaves out. */
static bool is_mnemonic(const char *name) {
    static const char *const left_out[] = {
        "clusterlaunchcontrol",
        "istypep",
        "ldmatrix",
        "mma",
        "movmatrix",
        "multimem",
        "stmatrix",
        "sured",
        "tensormap",
        "tcgen05",
        "wgmma",
        "wmma",
        "barrier",
        "cp",
        "mbarrier",
    };
    size_t size = strcspn(name, ".");
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
        if (strlen(left_out[i]) == size && memcmp(left_out[i], name, size) == 0) return true;
    for (int op = 0; op < PTX_OP_UNSUPPORTED; op++)
        if (strcspn(ptx_opcode[op].text, ".") == size && memcmp(ptx_opcode[op].text, name, size) == 0) return true;
    return false;
}

void parser_instruction(Parser *parser, int32_t guard, bool guard_negated) {
    if (parser->instr_total++ == PTX_LIMIT_INSTRUCTIONS)
        parser_fail(parser, "the program has more than %d instructions", PTX_LIMIT_INSTRUCTIONS);
    PtxToken token = parser->token;
    lexer_extend(&parser->lexer, &token);
    const char *start = token.text;
    Name *name = parser_intern(parser, token.text, token.size);
    const Form *form = parser_form(parser, name);
    uint32_t uses = parser->uses.count;
    parser_next(parser);

    PtxLexer rewind_lexer = parser->lexer;
    PtxToken rewind_token = parser->token;
    PtxInstr instr = form->instr;
    instr.guard = guard;
    instr.guard_negated = guard_negated;
    instr.prototype = -1;
    instr.ptx_line = token.line;
    parser->left_out = false;
    if (!parse_known(parser, form, &instr)) {
        parser->lexer = rewind_lexer;
        parser->token = rewind_token;
        parser->uses.count = uses;
        skip_to_semicolon(parser);
        instr = (PtxInstr){.op = PTX_OP_UNSUPPORTED,
                           .vector = 1,
                           .guard = guard,
                           .guard_negated = guard_negated,
                           .prototype = -1,
                           .ptx_line = token.line};
        instr.text = one_line(parser, start, parser->token.text);
        instr.malformed = !parser->left_out && (form->known || form->malformed || !is_mnemonic(name->text));
    }
    if (ptx_opcode[instr.op].kind == PTX_KIND_LOAD) instr.used_bytes = parser->used_bytes;
    parser->used_bytes = 0;
    set_position(parser, &instr);
    *heap_push(&parser->instrs) = instr;
    parser_expect(parser, ';', "at the end of an instruction");
}
