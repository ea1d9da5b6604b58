/* The module: directives, functions and their bodies. One token of look-ahead, recursive descent. */
#include "base/memory.h"
#include "ptx/mangle.h"
#include "ptx/parser.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool take_dot(Parser *parser, const char *word) {
    if (!parser_at_dot(parser, word)) return false;
    parser_next(parser);
    return true;
}

/* ---- bodies ------------------------------------------------------------------------------------------------------ */

static void skip_section(Parser *parser) {
    while (!parser_at(parser, '{')) {
        if (parser->token.kind == PTX_TOKEN_END) parser_fail(parser, "the text ends inside a .section");
        parser_next(parser);
    }
    for (int depth = 0;; parser_next(parser)) {
        if (parser->token.kind == PTX_TOKEN_END) parser_fail(parser, "the text ends inside a .section");
        if (parser_at(parser, '{')) depth++;
        if (parser_at(parser, '}') && --depth == 0) break;
    }
    parser_next(parser);
}

static void skip_statement(Parser *parser) {
    while (!parser_take(parser, ';')) {
        if (parser->token.kind == PTX_TOKEN_END) parser_fail(parser, "the text ends in the middle of a directive");
        parser_next(parser);
    }
}

static int32_t add_function(Parser *parser, PtxFunction function) {
    *heap_push(&parser->functions) = function;
    return (int32_t)parser->functions.count - 1;
}

/* (.param .b32 a, .param .b64 b): variables of the function that parser->function names. */
static void parse_parameters(Parser *parser, int32_t **variables, uint32_t *count) {
    parser_next(parser);
    parser->list.count = 0;
    if (!parser_take(parser, ')')) {
        do {
            int32_t variable = parser_parameter(parser);
            *heap_push(&parser->list) = variable;
        } while (parser_take(parser, ','));
        parser_expect(parser, ')', "after the parameters");
    }
    *count = parser->list.count;
    *variables = arena_copy(parser->arena, parser->list.at, parser->list.count * sizeof(int32_t), _Alignof(int32_t));
}

/* label: .callprototype (results) _ (params); becomes a function that is nothing but its parameters. */
static void parse_prototype(Parser *parser, Name *label) {
    parser_next(parser);
    uint32_t owned = parser->owned.count;
    int32_t caller = parser->function;
    int32_t index = add_function(parser, (PtxFunction){.name = label->text,
                                                       .source_name = label->text,
                                                       .is_prototype = true,
                                                       .is_declaration = true,
                                                       .ptx_line = parser->token.line});
    PtxFunction function = parser->functions.at[index];
    parser->function = index;
    parser_open_scope(parser);
    if (parser_at(parser, '(')) parse_parameters(parser, &function.results, &function.result_count);
    parser_name(parser, "'_'");
    if (parser_at(parser, '(')) parse_parameters(parser, &function.params, &function.param_count);
    parser_close_scope(parser);
    parser->functions.at[index] = function;
    parser->function = caller;
    parser->owned.count = owned;
    skip_statement(parser); /* .noreturn may stand before the semicolon */
    parser_bind(parser, label, BINDING_FUNCTION, index);
}

/* label: .branchtargets A, B; (and .calltargets, which is not needed). */
static void parse_targets(Parser *parser, Name *label, bool branches) {
    parser_next(parser);
    uint32_t first = parser->uses.count;
    do {
        uint32_t line = parser->token.line;
        Name *name = parser_name(parser, "a label");
        if (branches) *heap_push(&parser->uses) = (LabelUse){name, NULL, 0, line};
    } while (parser_take(parser, ','));
    parser_expect(parser, ';', "after a list of labels");
    uint32_t count = parser->uses.count - first;
    Targets targets = {arena_array(parser->arena, uint32_t, count), count};
    for (uint32_t i = 0; i < count; i++) parser->uses.at[first + i].slot = &targets.at[i];
    *heap_push(&parser->targets) = targets;
    parser_bind(parser, label, BINDING_TARGETS, (int32_t)parser->targets.count - 1);
}

/* .pragma "used_bytes_mask 4095"; compilers put it before a load that is wider than what they need of it. All other
 * pragmas say how to compile. */
static void parse_pragma(Parser *parser) {
    static const char used_bytes[] = "used_bytes_mask ";
    parser_next(parser);
    const PtxToken *token = &parser->token;
    if (token->kind == PTX_TOKEN_STRING && token->size >= sizeof used_bytes &&
        memcmp(token->text, used_bytes, sizeof used_bytes - 1) == 0) {
        const char *copy = arena_string_n(parser->arena, token->text, token->size < 40 ? token->size : 40);
        unsigned long long mask = strtoull(copy + sizeof used_bytes - 1, NULL, 0);
        parser->used_bytes = mask <= UINT32_MAX ? (uint32_t)mask : 0;
    }
    skip_statement(parser);
}

static void parse_directive(Parser *parser) {
    if (parser_at_dot(parser, ".loc"))
        parser_loc(parser);
    else if (parser_at_dot(parser, ".reg"))
        parser_registers(parser);
    else if (parser_at_variable(parser))
        parser_variables(parser, false);
    else if (parser_at_dot(parser, ".pragma"))
        parse_pragma(parser);
    else if (parser_at_dot(parser, ".file"))
        parser_file(parser);
    else if (parser_at_dot(parser, ".section"))
        skip_section(parser);
    else
        parser_fail(parser, "the directive %s is not understood", parser_seen(parser));
}

static void parse_labelled(Parser *parser) {
    Name *label = parser_name(parser, "a label");
    parser_expect(parser, ':', "after a label");
    if (parser_at_dot(parser, ".callprototype"))
        parse_prototype(parser, label);
    else if (parser_at_dot(parser, ".branchtargets"))
        parse_targets(parser, label, true);
    else if (parser_at_dot(parser, ".calltargets"))
        parse_targets(parser, label, false);
    else
        parser_bind_label(parser, label, parser->instrs.count);
}

static bool at_label(const Parser *parser) {
    if (parser->token.kind != PTX_TOKEN_NAME) return false;
    if (parser->lexer.at == parser->lexer.end || *parser->lexer.at == '.') return false;
    PtxLexer after = parser->lexer;
    PtxToken next = lexer_next(&after);
    return next.kind == PTX_TOKEN_PUNCT && next.punct == ':';
}

static void parse_guarded(Parser *parser) {
    parser_next(parser);
    bool negated = parser_take(parser, '!');
    Name *name = parser_name(parser, "a predicate register");
    int32_t reg = parser_reg(parser, name);
    if (reg < 0) parser_fail(parser, "the predicate register '%s' is not declared", name->text);
    if (parser->token.kind != PTX_TOKEN_NAME)
        parser_fail(parser, "an instruction was expected, not %s", parser_seen(parser));
    parser_instruction(parser, reg, negated);
}

static void parse_body(Parser *parser) {
    uint32_t outermost = parser->scope_count;
    parser_open_scope(parser);
    parser_next(parser);
    while (parser->scope_count > outermost)
        if (parser_take(parser, '{'))
            parser_open_scope(parser);
        else if (parser_take(parser, '}'))
            parser_close_scope(parser);
        else if (parser_take(parser, ';'))
            continue;
        else if (parser->token.kind == PTX_TOKEN_DOT)
            parse_directive(parser);
        else if (parser_at(parser, '@'))
            parse_guarded(parser);
        else if (at_label(parser))
            parse_labelled(parser);
        else if (parser->token.kind == PTX_TOKEN_NAME)
            parser_instruction(parser, -1, false);
        else
            parser_fail(parser, "an instruction was expected, not %s", parser_seen(parser));
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

/* Goes on behind the body, whose instructions are not looked at. Its braces pair up, in comments and strings they do
 * not count. */
static void skip_body(Parser *parser) {
    uint32_t depth = 0;
    do {
        if (parser_at(parser, '{')) depth++;
        if (parser_at(parser, '}')) depth--;
        if (parser->token.kind == PTX_TOKEN_END) parser_fail(parser, "the text ends inside a function");
        if (depth != 0) lexer_skip_to_brace(&parser->lexer);
        parser_next(parser);
    } while (depth != 0);
}

/* .maxntid 128, 1, 1 and their like between the parameters and the body. */
static void parse_function_directives(Parser *parser, PtxFunction *function) {
    while (parser->token.kind == PTX_TOKEN_DOT) {
        bool threads = parser_at_dot(parser, ".maxntid") || parser_at_dot(parser, ".reqntid");
        bool cluster = parser_at_dot(parser, ".reqnctapercluster");
        bool pragma = parser_at_dot(parser, ".pragma");
        parser_next(parser);
        if (pragma) skip_statement(parser);
        if (parser_at(parser, '(')) /* .attribute(.unified(...)) */
            while (!parser_at(parser, '{') && !parser_at(parser, ';') && parser->token.kind != PTX_TOKEN_END &&
                   parser->token.kind != PTX_TOKEN_DOT)
                parser_next(parser);
        for (int i = 0; parser->token.kind == PTX_TOKEN_INTEGER; i++) {
            uint64_t value = parser_integer(parser, "a number");
            uint32_t size = value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
            if (threads && i < 3) function->max_threads[i] = size;
            if (cluster && i < 3) function->cluster[i] = size;
            if (!parser_take(parser, ',')) break;
        }
        for (int i = 0; threads && i < 3; i++)
            if (function->max_threads[i] == 0) function->max_threads[i] = 1;
        for (int i = 0; cluster && i < 3; i++)
            if (function->cluster[i] == 0) function->cluster[i] = 1;
    }
}

static void check_labels(Parser *parser) {
    if (parser->uses.count == 0) return;
    const LabelUse *use = &parser->uses.at[0];
    parser_fail_at(parser, use->line, "the label '%s' stands nowhere in this function", use->name->text);
}

static void finish_function(Parser *parser, PtxFunction *function) {
    Arena *arena = parser->arena;
    function->instr_count = parser->instrs.count;
    function->instrs =
        arena_copy(arena, parser->instrs.at, parser->instrs.count * sizeof(PtxInstr), _Alignof(PtxInstr));
    function->reg_count = parser->regs.count;
    function->regs = arena_copy(arena, parser->regs.at, parser->regs.count * sizeof(PtxReg), _Alignof(PtxReg));
    function->variable_count = parser->owned.count;
    function->variables = arena_copy(arena, parser->owned.at, parser->owned.count * sizeof(int32_t), _Alignof(int32_t));
    if (!parser_find_reconvergence(function, &parser->flow))
        parser_fail_at(parser, function->ptx_line, "the control flow of '%s' is too entangled", function->source_name);
}

static void begin_function(Parser *parser) {
    parser->instrs.count = parser->regs.count = parser->owned.count = 0;
    parser->targets.count = parser->uses.count = 0;
    parser->used_bytes = 0;
    parser_reset_location(parser);
}

/* The index that a function of this name has or gets. The name is bound in the module's scope before the parameters and
 * the body are read: a function may call itself. */
static int32_t function_index(Parser *parser, Name *name) {
    if (name->meaning.kind == BINDING_FUNCTION) return name->meaning.value;
    int32_t index = add_function(parser, (PtxFunction){.name = name->text, .is_declaration = true});
    parser_bind(parser, name, BINDING_FUNCTION, index);
    return index;
}

static void parse_function(Parser *parser) {
    PtxFunction function = {
        .is_entry = parser_at_dot(parser, ".entry"), .ptx_line = parser->token.line, .is_declaration = true};
    parser_next(parser);
    begin_function(parser);

    /* Results stand before the name; they belong to the function whose index is only known after it. */
    PtxLexer results = {0};
    PtxToken results_token = parser->token;
    if (parser_at(parser, '(')) {
        results = parser->lexer;
        while (!parser_take(parser, ')')) {
            if (parser->token.kind == PTX_TOKEN_END) parser_fail(parser, "the text ends inside a function's results");
            parser_next(parser);
        }
    }
    Name *name = parser_name(parser, "the name of a function");
    function.name = name->text;
    function.source_name = ptx_source_name(parser->arena, name->text);
    int32_t index = parser->function = function_index(parser, name);

    parser_open_scope(parser);
    if (results.at != NULL) {
        PtxLexer after = parser->lexer;
        PtxToken after_token = parser->token;
        parser->lexer = results;
        parser->token = results_token;
        parse_parameters(parser, &function.results, &function.result_count);
        parser->lexer = after;
        parser->token = after_token;
    }
    if (parser_at(parser, '(')) parse_parameters(parser, &function.params, &function.param_count);
    parse_function_directives(parser, &function);
    if (parser_at(parser, '{')) {
        function.is_declaration = false;
        if (function.is_entry && parser->only != NULL && strcmp(parser->only, name->text) != 0)
            skip_body(parser);
        else
            parse_body(parser);
        check_labels(parser);
    } else {
        parser_expect(parser, ';', "or '{' after a function's parameters");
    }
    parser_close_scope(parser);
    finish_function(parser, &function);
    if (!function.is_declaration || parser->functions.at[index].is_declaration) parser->functions.at[index] = function;
    parser->function = -1;
    parser_reset_location(parser);
}

/* ---- the module -------------------------------------------------------------------------------------------------- */

/* .version 8.3 reads as a number with a point: the digits count, not its value. */
static void parse_version(Parser *parser) {
    parser_next(parser);
    char *rest,
        *copy = arena_string_n(parser->arena, parser->token.text, parser->token.size < 20 ? parser->token.size : 20);
    long major = strtol(copy, &rest, 10), minor = *rest == '.' ? strtol(rest + 1, NULL, 10) : -1;
    if (parser->token.kind != PTX_TOKEN_F64 || minor < 0 || major > 99 || minor > 99)
        parser_fail(parser, "a version such as 8.3 was expected, not %s", parser_seen(parser));
    parser->module->version_major = (int)major;
    parser->module->version_minor = (int)minor;
    parser_next(parser);
}

static void parse_target(Parser *parser) {
    parser_next(parser);
    const char *target = parser_name(parser, "an architecture such as sm_90")->text;
    if (parser->module->target == NULL) parser->module->target = target;
    while (parser_take(parser, ',')) parser_name(parser, "a target's option");
}

static void parse_alias(Parser *parser) {
    parser_next(parser);
    Name *alias = parser_name(parser, "the name of a function");
    parser_expect(parser, ',', "between the two names of .alias");
    const Name *function = parser_name(parser, "the name of a function");
    if (function->meaning.kind != BINDING_FUNCTION)
        parser_fail(parser, "the function '%s' is not declared", function->text);
    parser_bind(parser, alias, BINDING_FUNCTION, function->meaning.value);
    parser_expect(parser, ';', "after .alias");
}

static void parse_module_item(Parser *parser) {
    bool is_extern = false;
    while (parser_at_dot(parser, ".visible") || parser_at_dot(parser, ".extern") || parser_at_dot(parser, ".weak") ||
           parser_at_dot(parser, ".common")) {
        is_extern |= parser_at_dot(parser, ".extern");
        parser_next(parser);
    }
    if (parser_at_dot(parser, ".entry") || parser_at_dot(parser, ".func"))
        parse_function(parser);
    else if (parser_at_variable(parser))
        parser_variables(parser, is_extern);
    else if (parser_at_dot(parser, ".version"))
        parse_version(parser);
    else if (parser_at_dot(parser, ".target"))
        parse_target(parser);
    else if (parser_at_dot(parser, ".alias"))
        parse_alias(parser);
    else if (parser_at_dot(parser, ".file"))
        parser_file(parser);
    else if (parser_at_dot(parser, ".section"))
        skip_section(parser);
    else if (parser_at_dot(parser, ".pragma"))
        skip_statement(parser);
    else if (take_dot(parser, ".address_size")) {
        if (parser_integer(parser, "32 or 64") != 64)
            parser_fail(parser, "only programs with 64-bit addresses are understood");
    } else if (!parser_take(parser, ';')) {
        parser_fail(parser, "a function, a variable or a directive was expected, not %s", parser_seen(parser));
    }
}

/* Reads all .file directives before the rest, because NVRTC writes them after the functions, and an error's position
 * needs them. The directive is at the beginning of a line. */
static void read_files_ahead(Parser *parser, const char *text, size_t size) {
    static const char directive[] = ".file";
    const char *end = text + size;
    for (const char *line = text; line != NULL && line < end; line = memchr(line, '\n', (size_t)(end - line))) {
        while (line < end && (*line == '\n' || *line == ' ' || *line == '\t' || *line == '\r')) line++;
        if ((size_t)(end - line) < sizeof directive || memcmp(line, directive, sizeof directive - 1) != 0) continue;
        parser->lexer = (PtxLexer){line, end, 1};
        parser_next(parser);
        if (parser_at_dot(parser, directive)) parser_file(parser);
    }
}

static void parse_module(Parser *parser, const char *text, size_t size) {
    if (size > PTX_LIMIT_TEXT) parser_fail(parser, "the PTX is larger than %d MiB", PTX_LIMIT_TEXT >> 20);
    parser_open_scope(parser);
    parser_reset_location(parser);
    parser_add_specials(parser);
    *heap_push(&parser->files) = "";
    read_files_ahead(parser, text, size);
    parser->lexer = (PtxLexer){text, text + size, 1};
    parser_next(parser);
    if (!parser_at_dot(parser, ".version"))
        parser_fail(parser, "PTX begins with .version, not %s", parser_seen(parser));
    while (parser->token.kind != PTX_TOKEN_END) parse_module_item(parser);
    if (parser->module->target == NULL) parser_fail(parser, "the .target directive is missing");

    PtxModule *module = parser->module;
    Arena *arena = parser->arena;
    module->file_count = parser->files.count;
    module->files = arena_copy(arena, parser->files.at, parser->files.count * sizeof(char *), _Alignof(char *));
    module->variable_count = parser->variables.count;
    module->variables =
        arena_copy(arena, parser->variables.at, parser->variables.count * sizeof(PtxVariable), _Alignof(PtxVariable));
    module->function_count = parser->functions.count;
    module->functions =
        arena_copy(arena, parser->functions.at, parser->functions.count * sizeof(PtxFunction), _Alignof(PtxFunction));
}

static void release(Parser *parser) {
    free(parser->variables.at);
    free(parser->functions.at);
    free(parser->files.at);
    free(parser->buckets);
    free(parser->undo.at);
    free(parser->uses.at);
    free(parser->instrs.at);
    free(parser->regs.at);
    free(parser->owned.at);
    free(parser->list.at);
    free(parser->targets.at);
    free(parser->bytes.at);
    free(parser->relocs.at);
    free(parser->places);
}

static uint64_t new_seed(const Parser *parser) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    uint64_t seed = (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
    return (seed ^ (uint64_t)(uintptr_t)parser) * UINT64_C(0xbf58476d1ce4e5b9);
}

PtxModule *ptx_parse_kernel(const char *text, size_t size, const char *only, Arena *arena, DiagList *diags) {
    Parser *parser = arena_make(arena, Parser);
    parser->only = only;
    parser->seed = new_seed(parser);
    parser->arena = arena;
    parser->diags = diags;
    parser->function = -1;
    parser->module = arena_make(arena, PtxModule);
    bool failed = setjmp(parser->failed) != 0;
    if (!failed) parse_module(parser, text, size);
    release(parser);
    return failed ? NULL : parser->module;
}

PtxModule *ptx_parse(const char *text, size_t size, Arena *arena, DiagList *diags) {
    return ptx_parse_kernel(text, size, NULL, arena, diags);
}
