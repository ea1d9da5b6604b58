/* What the tests of the PTX front end share: parsing a text or a file, and finding things in the result. */
#ifndef WARPSCHOOL_TESTS_PTX_HELP_H
#define WARPSCHOOL_TESTS_PTX_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "ptx/ptx.h"

#define PTX_HEADER ".version 8.3\n.target sm_90\n.address_size 64\n"

/* Every test has its own arena, *state. */
static inline int open_arena(void **state) {
    *state = arena_new();
    return 0;
}

static inline int close_arena(void **state) {
    arena_free(*state);
    return 0;
}

/* Fails the test with the first message where the text is not understood. */
static inline PtxModule *parse_text(Arena *arena, const char *text) {
    DiagList diags = diag_list(arena);
    PtxModule *module = ptx_parse(text, strlen(text), arena, &diags);
    if (module == NULL) fail_msg("line %d: %s", diags.first->loc.line, diags.first->message);
    return module;
}

static inline PtxModule *parse_file_named(Arena *arena, const char *path) {
    size_t size;
    const char *why;
    char *text = file_read_text(arena, path, &size, &why);
    if (text == NULL) fail_msg("%s %s", path, why);
    return parse_text(arena, text);
}

/* The function's index; -1 where there is none. */
static inline int32_t function_index(const PtxModule *module, const char *name) {
    for (uint32_t i = 0; i < module->function_count; i++)
        if (!module->functions[i].is_prototype && strcmp(module->functions[i].name, name) == 0) return (int32_t)i;
    return -1;
}

/* The body of one kernel "k" with a few registers of each type declared. */
static inline const PtxFunction *parse_body_text(Arena *arena, const char *body) {
    const char *text =
        arena_printf(arena,
                     PTX_HEADER
                     ".global .align 16 .b8 g[64];\n.shared .align 16 .b8 s[64];\n.tex .u64 image;\n"
                     ".visible .entry k(.param .u64 a)\n{\n.reg .pred %%p<9>;\n.reg .b16 %%h<9>;\n.reg .b32 %%r<19>;\n"
                     ".reg .b64 %%rd<19>;\n.reg .f32 %%f<19>;\n.reg .f64 %%fd<9>;\n.reg .b128 %%q<3>;\n%s\nret;\n}\n",
                     body);
    PtxModule *module = parse_text(arena, text);
    return &module->functions[function_index(module, "k")];
}

/* The first instruction of such a body. */
static inline const PtxInstr *parse_one(Arena *arena, const char *instruction) {
    return &parse_body_text(arena, instruction)->instrs[0];
}

/* The message of the error that the text must give; *line receives its line. */
static inline const char *parse_error(Arena *arena, const char *text, int *line) {
    DiagList diags = diag_list(arena);
    assert_null(ptx_parse(text, strlen(text), arena, &diags));
    assert_int_equal(diags.errors, 1);
    if (line != NULL) *line = diags.first->loc.line;
    return diags.first->message;
}

static inline const PtxFunction *function_named(const PtxModule *module, const char *name) {
    int32_t index = function_index(module, name);
    if (index < 0) fail_msg("no function %s", name);
    return &module->functions[index];
}

static inline const PtxVariable *variable_named(const PtxModule *module, const char *source_name) {
    for (uint32_t i = 0; i < module->variable_count; i++)
        if (strcmp(module->variables[i].source_name, source_name) == 0) return &module->variables[i];
    fail_msg("no variable %s", source_name);
    return NULL;
}

/* The n-th instruction, from 0, with this opcode; NULL where there are fewer. */
static inline const PtxInstr *nth(const PtxFunction *function, PtxOp op, int n) {
    for (uint32_t i = 0; i < function->instr_count; i++)
        if (function->instrs[i].op == op && n-- == 0) return &function->instrs[i];
    return NULL;
}

static inline int count_of(const PtxFunction *function, PtxOp op) {
    int count = 0;
    while (nth(function, op, count) != NULL) count++;
    return count;
}

#endif
