/* From a line of PTX and a model to a case. */
#include "suite.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define HEAD                                                                                                           \
    ".version %s\n.target %s\n.address_size 64\n%s\n"                                                                  \
    ".visible .entry k(.param .u64 input, .param .u64 output%s)\n{\n"                                                  \
    "\t.reg .pred %%p<10>;\n\t.reg .b16 %%h<10>;\n\t.reg .b32 %%r<32>;\n\t.reg .f32 %%f<10>;\n"                        \
    "\t.reg .b64 %%d<32>;\n\t.reg .f64 %%g<10>;\n\t.shared .align 32 .b8 scratch[%u];\n"                               \
    "\tld.param.u64 %%d30, [input];\n\tld.param.u64 %%d31, [output];\n"                                                \
    "\tcvta.to.global.u64 %%d30, %%d30;\n\tcvta.to.global.u64 %%d31, %%d31;\n"                                         \
    "\tmov.u32 %%r30, %%tid.x;\n\tshl.b32 %%r29, %%r30, 5;\n\tmov.u32 %%r31, scratch;\n\tadd.u32 %%r31, %%r31, "       \
    "%%r29;\n"                                                                                                         \
    "\tmov.u32 %%r28, %%ctaid.x;\n\tmov.u32 %%r27, %%ntid.x;\n\tmad.lo.u32 %%r26, %%r28, %%r27, %%r30;\n"              \
    "\tmul.wide.u32 %%d29, %%r26, 32;\n\tadd.u64 %%d30, %%d30, %%d29;\n"                                               \
    "\tmul.wide.u32 %%d29, %%r26, 8;\n\tadd.u64 %%d31, %%d31, %%d29;\n"                                                \
    "\tld.global.v2.u64 {%%d1, %%d2}, [%%d30];\n\tld.global.v2.u64 {%%d3, %%d4}, [%%d30+16];\n"

void suite_arch(Suite *suite, const char *arch) {
    suite->arch = arch != NULL ? arch : "sm_90";
}

void suite_defect(Suite *suite, const char *defect) {
    suite->defect = defect;
}

void operands_combine(Operands *operands, const uint64_t *values, size_t count) {
    for (size_t i = 0; i < ELEMENTS; i++) {
        uint64_t *x = operands->x[i];
        x[0] = values[i % count];
        x[1] = values[i / count % count];
        x[2] = values[(i * 7 + i / count) % count];
        x[3] = values[(i * 11 + i / 3) % count];
    }
}

static void begin(Suite *suite, Text *ptx, const char *prelude, uint32_t block) {
    const char *version = strcmp(suite->arch, "sm_90") == 0 ? "8.2" : "8.8";
    text_printf(ptx, HEAD, version, suite->arch, prelude, suite->texture != NULL ? ", .param .u64 image" : "",
                block * 32);
    if (suite->texture != NULL) text_add(ptx, "\tld.param.u64 %d28, [image];\n");
    for (int i = 1; i <= OPERANDS; i++)
        text_printf(ptx,
                    "\tcvt.u32.u64 %%r%d, %%d%d;\n\tcvt.u16.u64 %%h%d, %%d%d;\n\tmov.b32 %%f%d, %%r%d;\n"
                    "\tmov.b64 %%g%d, %%d%d;\n\tand.b32 %%r9, %%r%d, 1;\n\tsetp.ne.u32 %%p%d, %%r9, 0;\n",
                    i, i, i, i, i, i, i, i, i, i);
}

void suite_texture(Suite *suite, const CaseTexture *texture) {
    suite->texture = texture;
}

static const char *store_of(char result) {
    switch (result) {
    case 'h': return "cvt.u64.u16 %d29, %h0;";
    case 'r': return "cvt.u64.u32 %d29, %r0;";
    case 'f': return "mov.b32 %r29, %f0;\n\tcvt.u64.u32 %d29, %r29;";
    case 'g': return "mov.b64 %d29, %g0;";
    case 'p': return "selp.b64 %d29, 1, 0, %p0;";
    default: return "mov.b64 %d29, %d0;";
    }
}

static void visit(Suite *suite, const char *name, Text *ptx, const Operands *operands, size_t elements, uint32_t block,
                  const uint64_t *expected, Match match) {
    Case one = {
        .name = name,
        .ptx = ptx->data,
        .texture = suite->texture,
        .arch = suite->arch,
        .grid = (uint32_t)elements / block,
        .block = block,
        .input = (const uint8_t *)operands->x,
        .input_size = elements * sizeof operands->x[0],
        .expected = (const uint8_t *)expected,
        .output_size = elements * sizeof *expected,
        .defect = suite->defect,
        .match = match.kind,
        .absolute = match.absolute,
        .relative = match.relative,
    };
    suite->visit(suite->context, &one);
    text_free(ptx);
}

/* Odd warps run with the even lanes only. */
static bool takes_part(size_t element) {
    return (element / 32 & 1) == 0 || element % 2 == 0;
}

static void add(Suite *suite, const char *prelude, const char *body, char result, const Operands *operands,
                Model *model, const void *context, Match match) {
    static uint64_t expected[ELEMENTS];
    Text ptx = {0};
    begin(suite, &ptx, prelude, 64);
    text_printf(&ptx,
                "\tand.b32 %%r9, %%r26, 33;\n\tsetp.eq.u32 %%p9, %%r9, 33;\n\t@%%p9 bra SKIP;\n\t%s\n\t%s\n"
                "\tst.global.u64 [%%d31], %%d29;\nSKIP:\n\tret;\n}\n",
                body, store_of(result));
    memset(expected, CASE_POISON, sizeof expected);
    for (size_t i = 0; i < ELEMENTS; i++)
        if (takes_part(i)) expected[i] = model(context, operands->x[i]);
    visit(suite, body, &ptx, operands, ELEMENTS, 64, expected, match);
}

void suite_alu(Suite *suite, const char *body, char result, const Operands *operands, Model *model, const void *context,
               Match match) {
    add(suite, "", body, result, operands, model, context, match);
}

void suite_alu_after(Suite *suite, const char *prelude, const char *body, char result, const Operands *operands,
                     Model *model, const void *context) {
    add(suite, prelude, body, result, operands, model, context, (Match){0});
}

void suite_warp(Suite *suite, const char *body, char result, const Operands *operands, uint32_t active,
                WarpModel *model, const void *context) {
    uint64_t expected[32], x[32][OPERANDS], results[32] = {0};
    Text ptx = {0};
    begin(suite, &ptx, "", 32);
    text_printf(&ptx,
                "\tmov.u32 %%r9, %u;\n\tshr.u32 %%r9, %%r9, %%r30;\n\tand.b32 %%r9, %%r9, 1;\n"
                "\tsetp.eq.u32 %%p9, %%r9, 0;\n\t@%%p9 bra SKIP;\n\t%s\n\t%s\n\tst.global.u64 [%%d31], %%d29;\n"
                "SKIP:\n\tret;\n}\n",
                active, body, store_of(result));
    memset(expected, CASE_POISON, sizeof expected);
    memcpy(x, operands->x, sizeof x);
    model(context, x, active, results);
    for (int lane = 0; lane < 32; lane++)
        if (active >> lane & 1) expected[lane] = results[lane];
    visit(suite, body, &ptx, operands, 32, 32, expected, (Match){0});
}

void cases_each(CaseVisitor *visitor, void *context) {
    Suite suite = {.visit = visitor, .context = context, .arch = "sm_90"};
    cases_integer(&suite);
    cases_bits(&suite);
    cases_float(&suite);
    cases_approximate(&suite);
    cases_convert(&suite);
    cases_compare(&suite);
    cases_video(&suite);
    cases_warp(&suite);
    cases_memory(&suite);
    cases_flow(&suite);
    cases_texture(&suite);
}
