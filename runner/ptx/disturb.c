/* See disturb.h. */
#include "ptx/disturb.h"

#include <string.h>

#include "base/text.h"
#include "base/vec.h"
#include "ptx/idle.h"
#include "ptx/ptx.h"

const char ptx_sites_file[] = "<sites>";

/* ---- one statement a line ---------------------------------------------------------------------------------------- */

/* The lexer's rules: a comment of a line begins with // or #. */
static bool is_comment(const char *at, const char *end) {
    return *at == '#' || (*at == '/' && end - at > 1 && (at[1] == '/' || at[1] == '*'));
}

static const char *skip_comment(const char *at, const char *end) {
    bool block = at[0] == '/' && at[1] == '*';
    const char *found = block ? memmem(at + 2, (size_t)(end - at - 2), "*/", 2) : memchr(at, '\n', (size_t)(end - at));
    return found == NULL ? end : found + (block ? 2 : 0);
}

static const char *skip_string(const char *at, const char *end) {
    for (at++; at < end && *at != '"' && *at != '\n'; at++)
        if (*at == '\\' && end - at > 1) at++;
    return at < end ? at + 1 : end;
}

/* The text without comments, and with a new line behind each semicolon: inline assembly may hold several statements on
 * a line. */
static char *split_statements(const char *text, size_t size, Arena *arena, size_t *split_size) {
    Text split = {0};
    const char *end = text + size;
    for (const char *at = text; at < end;) {
        const char *from = at;
        if (is_comment(at, end)) {
            at = skip_comment(at, end);
            text_add_char(&split, ' ');
            continue;
        }
        at = *at == '"' ? skip_string(at, end) : at + 1;
        text_add_n(&split, from, (size_t)(at - from));
        if (*from == ';') text_add_char(&split, '\n');
    }
    text_add(&split, "\n");
    *split_size = split.size;
    return text_take(&split, arena);
}

/* ---- sites ------------------------------------------------------------------------------------------------------- */

static bool is_name_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '%';
}

/* The beginning of the statement in the line at `at`: behind braces and labels. */
static const char *statement_start(const char *at) {
    for (;;) {
        at += strspn(at, " \t\r{}");
        const char *name = at;
        while (is_name_part(*name)) name++;
        name += name > at ? strspn(name, " \t") : 0;
        if (name == at || *name != ':' || name[1] == ':') return at;
        at = name + 1;
    }
}

static bool is_barrier(const PtxInstr *instr) {
    return instr->op == PTX_OP_BAR && instr->mode == PTX_BAR_SYNC;
}

static bool is_wait(const PtxInstr *instr) {
    return instr->op == PTX_OP_MBARRIER_TEST_WAIT || instr->op == PTX_OP_MBARRIER_TRY_WAIT;
}

static PtxSiteKind kind_of(const PtxInstr *instr) {
    if (is_barrier(instr)) return PTX_SITE_BARRIER;
    if (is_wait(instr)) return PTX_SITE_WAIT;
    bool atomic = instr->op == PTX_OP_ATOM || instr->op == PTX_OP_RED;
    return atomic ? PTX_SITE_ATOMIC : instr->op == PTX_OP_ST ? PTX_SITE_STORE : PTX_SITE_LOAD;
}

static bool is_site(const PtxInstr *instr) {
    bool known = instr->op == PTX_OP_LD || instr->op == PTX_OP_LDU || instr->op == PTX_OP_ST ||
                 instr->op == PTX_OP_ATOM || instr->op == PTX_OP_RED;
    return is_barrier(instr) || is_wait(instr) || (known && instr->space != PTX_PARAM && instr->operand_count >= 2);
}

/* What inc and dec take is the limit at which they begin anew, mostly one that is never met. With a limit of 0 they
 * leave a 0 each time. */
static bool takes_limit(const PtxInstr *instr) {
    return kind_of(instr) == PTX_SITE_ATOMIC && (instr->atomic == PTX_ATOM_INC || instr->atomic == PTX_ATOM_DEC);
}

/* Whether the text is the mnemonic of a site, or its guard. */
static bool begins_site(const char *text) {
    static const char *const words[] = {"@", "ld", "st", "atom", "red", "bar", "mbarrier"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_starts(text, words[i])) return true;
    return false;
}

typedef VEC(PtxSite) SiteList;

/* uses: NULL: the sites; else what is idle or not checked. */
static void find_in_function(PtxSites *found, uint32_t function, const PtxUse *uses, const char *const *lines,
                             uint32_t line_count, Arena *arena, SiteList *list) {
    const PtxFunction *of = &found->module->functions[function];
    for (uint32_t i = 0; i < of->instr_count; i++) {
        const PtxInstr *instr = &of->instrs[i];
        bool idle = uses != NULL && uses[i] == PTX_USE_IDLE;
        bool chosen = uses == NULL || uses[i] == PTX_USE_UNCHECKED;
        if (!idle && !(chosen && is_site(instr))) continue;
        if (instr->ptx_line == 0 || instr->ptx_line > line_count) continue;
        const char *start = statement_start(lines[instr->ptx_line - 1]), *end = strchr(start, ';');
        if (end == NULL || !(idle || begins_site(start))) continue;
        bool inlined = instr->inlined_line != 0 && instr->inlined_file != instr->file;
        PtxSite site = {.kind = idle ? PTX_SITE_IDLE : (uint8_t)kind_of(instr),
                        .line = inlined ? instr->inlined_line : instr->line,
                        .function = function,
                        .instr = i,
                        .start = (size_t)(start - found->text),
                        .end = (size_t)(end + 1 - found->text)};
        vec_push(arena, list, site);
    }
}

/* How a name can begin that is not in the text. */
static const char *fresh_name(const char *text, Arena *arena) {
    const char *name = "%changed";
    while (strstr(text, name) != NULL) name = arena_printf(arena, "%s_", name);
    return name;
}

static bool find(const char *text, size_t size, bool idle, Arena *arena, PtxSites *sites) {
    *sites = (PtxSites){0};
    char *split = split_statements(text, size, arena, &sites->size);
    DiagList diags = diag_list(arena);
    sites->text = split;
    sites->module = strlen(split) == sites->size ? ptx_parse(split, sites->size, arena, &diags) : NULL;
    if (sites->module == NULL) return false;
    uint32_t line_count = 0;
    for (const char *at = split; (at = strchr(at, '\n')) != NULL; at++) line_count++;
    const char **lines = arena_array(arena, const char *, line_count);
    const char *at = split;
    for (uint32_t i = 0; i < line_count; i++, at = strchr(at, '\n') + 1) lines[i] = at;
    SiteList list = {0};
    for (uint32_t f = 0; f < sites->module->function_count; f++) {
        const PtxUse *uses = idle ? ptx_uses(&sites->module->functions[f], arena) : NULL;
        find_in_function(sites, f, uses, lines, line_count, arena, &list);
    }
    sites->sites = list.at;
    sites->count = list.count;
    sites->fresh = fresh_name(split, arena);
    return true;
}

bool ptx_sites_find(const char *text, size_t size, Arena *arena, PtxSites *sites) {
    return find(text, size, false, arena, sites);
}

bool ptx_sites_find_idle(const char *text, size_t size, Arena *arena, PtxSites *sites) {
    return find(text, size, true, arena, sites);
}

/* ---- marks ------------------------------------------------------------------------------------------------------- */

/* PTX numbers source files; one behind those in use. */
static uint32_t marks_file(const PtxSites *sites) {
    return sites->module->file_count;
}

char *ptx_sites_mark(const PtxSites *sites, Arena *arena) {
    Text out = {0};
    size_t done = 0;
    for (size_t i = 0; i < sites->count; i++) {
        const PtxSite *site = &sites->sites[i];
        text_add_n(&out, sites->text + done, site->start - done);
        text_printf(&out, "\n.loc %u %zu 0\n", marks_file(sites), i + 1);
        text_add_n(&out, sites->text + site->start, site->end - site->start);
        text_printf(&out, "\n.loc %u %zu 0\n", marks_file(sites), sites->count + 1); /* what follows is no site */
        done = site->end;
    }
    text_add_n(&out, sites->text + done, sites->size - done);
    text_printf(&out, ".file %u \"%s\"\n", marks_file(sites), ptx_sites_file);
    return text_take(&out, arena);
}

/* ---- other values ------------------------------------------------------------------------------------------------ */

static uint64_t pattern_bits(PtxPattern pattern, int bytes) {
    int bits = 8 * bytes;
    uint64_t top = UINT64_C(1) << (bits - 1);
    int mantissa = bits == 64 ? 52 : bits == 32 ? 23 : bits == 16 ? 10 : 7;
    switch (pattern) {
    case PTX_PATTERN_LOW: return (UINT64_C(1) << mantissa) - 1;
    case PTX_PATTERN_BIT_0: return 1;
    case PTX_PATTERN_BYTE: return UINT8_MAX;
    case PTX_PATTERN_TOP: return top;
    case PTX_PATTERN_MIXED:
        if (bits == 64) return pattern_bits(pattern, 4) << 32 | pattern_bits(pattern, 4);
        return ((UINT64_C(1) << mantissa) - 1) & UINT64_C(0x552b49);
    default: return top >> 1;
    }
}

static const PtxOperand *elements_of(const PtxOperand *operand, uint32_t *count) {
    bool vector = operand->kind == PTX_OPERAND_VECTOR;
    *count = vector ? operand->count : 1;
    return vector ? operand->elements : operand;
}

/* The bytes of the register that an element lies in; of what is no register, those in memory. */
static int element_bytes(const PtxFunction *function, const PtxInstr *instr, const PtxOperand *element) {
    PtxType type = element->kind == PTX_OPERAND_REG ? function->regs[element->reg].type : (PtxType)instr->type[0];
    int bytes = ptx_type_bytes(type);
    return bytes == 1 && element->kind != PTX_OPERAND_REG ? 2 : bytes;
}

/* How many of a register's bits lie in memory. */
static int stored_bits(const PtxInstr *instr, int width) {
    int bits = 8 * ptx_type_bytes((PtxType)instr->type[0]);
    return bits < width ? bits : width;
}

static uint64_t low_bits(int count) {
    return count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
}

/* What every load at the site brings with such a change. */
static uint64_t constant_bits(PtxChange change, size_t site, int width) {
    switch (change) {
    case PTX_CHANGE_TO_ONE: return 1;
    case PTX_CHANGE_TO_TWO: return 2;
    case PTX_CHANGE_TO_SMALL_OF_ITS: return 1 + site % 8;
    default: return width == 64 ? UINT64_C(0x3ff0000000000000) : width == 32 ? UINT64_C(0x3f800000) : UINT64_C(0x3c00);
    }
}

/* A register of a scope of its own, in which a value is changed: its name is `fresh` and what tells it from others. */
typedef struct Changed {
    const char *fresh;
    uint32_t element; /* of the instruction */
    const char *part; /* "", or which word of the element it is */
    int width;        /* bits */
    int stored;       /* of them, how many are loaded or stored */
} Changed;
#define NAME "%s%u%s"
#define NAMED(changed) (changed).fresh, (changed).element, (changed).part

static bool spares_0(PtxChange change) {
    return change == PTX_CHANGE_XOR_BUT_0 || change == PTX_CHANGE_ADD_BUT_0 || change == PTX_CHANGE_SUBTRACT_BUT_0;
}

static const char *operation(PtxChange change) {
    switch (change) {
    case PTX_CHANGE_ADD:
    case PTX_CHANGE_ADD_BUT_0: return "add.u";
    case PTX_CHANGE_SUBTRACT_BUT_0: return "sub.u";
    default: return "xor.b";
    }
}

/* What is compared with 0 is the word as it is in memory: of 8 bits and sometimes 16 it is in a larger register. */
static void change_word(Text *out, Changed at, PtxChange change, uint64_t bits) {
    if (spares_0(change))
        text_printf(out,
                    ".reg .pred " NAME "p;\n.reg .b%d " NAME "z;\nand.b%d " NAME "z, " NAME ", %llu;\n"
                    "setp.ne.u%d " NAME "p, " NAME "z, 0;\n@" NAME "p ",
                    NAMED(at), at.width, NAMED(at), at.width, NAMED(at), NAMED(at),
                    (unsigned long long)low_bits(at.stored), at.width, NAMED(at), NAMED(at), NAMED(at));
    text_printf(out, "%s%d " NAME ", " NAME ", %llu;\n", operation(change), at.width, NAMED(at), NAMED(at),
                (unsigned long long)bits);
}

/* Eight bytes are two words. */
static void change_value(Text *out, Changed at, PtxChange change, uint64_t bits) {
    if (at.width != 64 || change == PTX_CHANGE_XOR) {
        change_word(out, at, change, bits);
        return;
    }
    Changed low = {at.fresh, at.element, "low", 32, 32}, high = {at.fresh, at.element, "high", 32, 32};
    text_printf(out, ".reg .b32 " NAME ", " NAME ";\nmov.b64 {" NAME ", " NAME "}, " NAME ";\n", NAMED(low),
                NAMED(high), NAMED(low), NAMED(high), NAMED(at));
    change_word(out, low, change, bits & UINT32_MAX);
    change_word(out, high, change, bits >> 32);
    text_printf(out, "mov.b64 " NAME ", {" NAME ", " NAME "};\n", NAMED(at), NAMED(low), NAMED(high));
}

/* Declares the register, with the value of `from`, the first `letters` of which are an operand. */
static void begin_change(Text *out, Changed at, int letters, const char *from) {
    text_printf(out, ".reg .b%d " NAME ";\nmov.b%d " NAME ", %.*s;\n", at.width, NAMED(at), at.width, NAMED(at),
                letters, from);
}

/* What a load's register is set to, or changed by. */
static void change_register(Text *out, const PtxSites *sites, const PtxSite *site, const char *name, int width,
                            PtxChange change, uint64_t bits) {
    const PtxFunction *function = &sites->module->functions[site->function];
    const PtxInstr *instr = &function->instrs[site->instr];
    Changed at = {sites->fresh, 0, "", width, stored_bits(instr, width)};
    text_add(out, "{\n");
    begin_change(out, at, (int)strlen(name), name);
    if (change >= PTX_CHANGE_TO_ONE)
        text_printf(out, "mov.b%d " NAME ", %llu;\n", width, NAMED(at),
                    (unsigned long long)constant_bits(change, (size_t)(site - sites->sites), width));
    else
        change_value(out, at, change, bits);
    if (instr->guard >= 0)
        text_printf(out, "@%s%s ", instr->guard_negated ? "!" : "", function->regs[instr->guard].name);
    text_printf(out, "mov.b%d %s, " NAME ";\n}\n", width, name, NAMED(at));
}

static void disturb_load(Text *out, const PtxSites *sites, const PtxSite *site, PtxChange change, uint64_t bits) {
    const PtxFunction *function = &sites->module->functions[site->function];
    const PtxInstr *instr = &function->instrs[site->instr];
    uint32_t count;
    const PtxOperand *elements = elements_of(&instr->operand[0], &count);
    text_add(out, "\n");
    for (uint32_t i = 0; i < count; i++)
        if (elements[i].kind == PTX_OPERAND_REG)
            change_register(out, sites, site, function->regs[elements[i].reg].name,
                            8 * element_bytes(function, instr, &elements[i]), change, bits);
}

/* The operand that is changed before a store or an atomic: the one behind the address. */
static const PtxOperand *value_operand(const PtxInstr *instr) {
    return &instr->operand[instr->op == PTX_OP_ATOM ? 2 : 1];
}

/* What a store or an atomic takes as it is spelled: behind the address, up to the cache policy or the end. */
static const char *stored_text(const char *statement, size_t *size) {
    const char *at = strchr(statement, ']');
    at = at != NULL ? at + 1 + strspn(at + 1, " \t,") : statement;
    *size = *at == '{' ? strcspn(at, "}") + 1 : strcspn(at, ",; \t");
    return at;
}

static void disturb_store(Text *out, const PtxSites *sites, const PtxSite *site, PtxChange change, uint64_t bits) {
    const PtxFunction *function = &sites->module->functions[site->function];
    const PtxInstr *instr = &function->instrs[site->instr];
    const char *statement = sites->text + site->start;
    uint32_t count;
    const PtxOperand *elements = elements_of(value_operand(instr), &count);
    size_t size;
    const char *stored = stored_text(statement, &size), *element = stored + (*stored == '{');
    Text changed = {0};
    text_add(out, "{\n");
    for (uint32_t i = 0; i < count; i++) {
        int width = 8 * element_bytes(function, instr, &elements[i]);
        element += strspn(element, " \t\r\n");
        int letters = (int)strcspn(element, ",;} \t\r\n");
        Changed at = {sites->fresh, i, "", width, stored_bits(instr, width)};
        begin_change(out, at, letters, element);
        if (takes_limit(instr))
            text_printf(out, "mov.b%d " NAME ", 0;\n", width, NAMED(at));
        else
            change_value(out, at, change, bits);
        text_printf(&changed, "%s" NAME, i > 0 ? ", " : "", NAMED(at));
        element += letters;
        element += strspn(element, " \t\r\n,");
    }
    text_add_n(out, statement, (size_t)(stored - statement));
    text_printf(out, *stored == '{' ? "{%s}" : "%s", changed.data != NULL ? changed.data : "");
    text_add_n(out, stored + size, site->end - site->start - (size_t)(stored + size - statement));
    text_add(out, "\n}\n");
    text_free(&changed);
}

static uint64_t site_bits(const PtxSites *sites, const PtxSite *site, PtxPattern pattern) {
    int bytes = ptx_type_bytes((PtxType)sites->module->functions[site->function].instrs[site->instr].type[0]);
    return pattern_bits(pattern, bytes == 1 || bytes == 2 || bytes == 4 ? bytes : 8);
}

/* The site's own text, with other values in the registers that it writes. */
static void disturb_behind(Text *out, const PtxSites *sites, const PtxSite *site, PtxChange change, uint64_t bits) {
    text_add_n(out, sites->text + site->start, site->end - site->start);
    disturb_load(out, sites, site, change, bits);
}

static char *around(const PtxSites *sites, const PtxSite *site, Text *instead, Arena *arena) {
    Text out = {0};
    text_add_n(&out, sites->text, site->start);
    text_add_n(&out, instead->data, instead->size);
    text_add_n(&out, sites->text + site->end, sites->size - site->end);
    text_free(instead);
    return text_take(&out, arena);
}

/* What stands in the place of the site's text. */
static void disturb(Text *out, const PtxSites *sites, const PtxSite *site, PtxChange change, PtxPattern pattern) {
    if (site->kind == PTX_SITE_LOAD)
        disturb_behind(out, sites, site, change, site_bits(sites, site, pattern));
    else
        disturb_store(out, sites, site, change, site_bits(sites, site, pattern));
}

char *ptx_site_disturb(const PtxSites *sites, size_t site, PtxPattern pattern, Arena *arena) {
    Text instead = {0};
    disturb(&instead, sites, &sites->sites[site], PTX_CHANGE_XOR, pattern);
    return around(sites, &sites->sites[site], &instead, arena);
}

char *ptx_site_leave_out(const PtxSites *sites, size_t site, Arena *arena) {
    const PtxSite *at = &sites->sites[site];
    const PtxFunction *function = &sites->module->functions[at->function];
    const PtxInstr *instr = &function->instrs[at->instr];
    Text instead = {0};
    text_add(&instead, "\n");
    if (at->kind == PTX_SITE_WAIT && instr->guard >= 0)
        text_printf(&instead, "@%s%s ", instr->guard_negated ? "!" : "", function->regs[instr->guard].name);
    if (at->kind == PTX_SITE_WAIT)
        text_printf(&instead, "setp.eq.u32 %s, 0, 0;\n", function->regs[instr->operand[0].reg].name);
    return around(sites, at, &instead, arena);
}

char *ptx_sites_disturb(const PtxSites *sites, const PtxChange *changes, PtxPattern pattern, Arena *arena) {
    Text out = {0};
    size_t done = 0;
    for (size_t i = 0; i < sites->count; i++) {
        if (changes[i] == PTX_CHANGE_NONE) continue;
        text_add_n(&out, sites->text + done, sites->sites[i].start - done);
        disturb(&out, sites, &sites->sites[i], changes[i], pattern);
        done = sites->sites[i].end;
    }
    text_add_n(&out, sites->text + done, sites->size - done);
    return text_take(&out, arena);
}

bool ptx_site_returns(const PtxSites *sites, size_t site) {
    const PtxSite *at = &sites->sites[site];
    return sites->module->functions[at->function].instrs[at->instr].op == PTX_OP_ATOM;
}

char *ptx_site_disturb_returned(const PtxSites *sites, size_t site, PtxPattern pattern, Arena *arena) {
    const PtxSite *at = &sites->sites[site];
    Text instead = {0};
    disturb_behind(&instead, sites, at, PTX_CHANGE_XOR, site_bits(sites, at, pattern));
    return around(sites, at, &instead, arena);
}
