/* setp, set, slct, testp in every type and relation. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cases.h"

enum { U16 = FORMAT_COUNT, S16, U32, S32, U64, S64, TYPES };
static const char *const type_name[] = {"f16", "bf16", "f32", "f64", "u16", "s16", "u32", "s32", "u64", "s64"};
static const int type_bits[] = {16, 16, 32, 64, 16, 16, 32, 32, 64, 64};
static const char class_of[] = {'h', 'h', 'f', 'g', 'h', 'h', 'r', 'r', 'd', 'd'};
static const char *const relation_name[] = {"eq", "ne",  "lt",  "le",  "gt",  "ge",  "lo",  "ls",  "hi",
                                            "hs", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
enum { EQ, NE, LT, LE, GT, GE, LO, LS, HI, HS, EQU, NEU, LTU, LEU, GTU, GEU, NUM, NOT_A_NUMBER, RELATIONS };

typedef struct Row {
    int type, relation;
    char join; /* 0, 'a', 'o', 'x' with bit 0 of the third operand */
    bool second, ftz;
    uint64_t one; /* set: what a relation that holds gives */
} Row;

static int order(int type, uint64_t a, uint64_t b) { /* -1, 0, 1; 2 where one is NaN */
    if (type < FORMAT_COUNT) {
        double x = format_value((Format)type, a), y = format_value((Format)type, b);
        return isnan(x) || isnan(y) ? 2 : x < y ? -1 : x > y;
    }
    int bits = type_bits[type];
    if (bits < 64) a &= (UINT64_C(1) << bits) - 1, b &= (UINT64_C(1) << bits) - 1;
    if ((type - FORMAT_COUNT) % 2 == 1) a ^= UINT64_C(1) << (bits - 1), b ^= UINT64_C(1) << (bits - 1);
    return a < b ? -1 : a > b;
}

static bool holds(const Row *row, uint64_t a, uint64_t b) {
    if (row->ftz) a = format_flush((Format)row->type, a), b = format_flush((Format)row->type, b);
    int found = order(row->type, a, b);
    bool unordered = found == 2;
    switch (row->relation) {
    case EQ: return found == 0;
    case NE: return found == -1 || found == 1;
    case LT:
    case LO: return found == -1;
    case LE:
    case LS: return found == -1 || found == 0;
    case GT:
    case HI: return found == 1;
    case GE:
    case HS: return found == 1 || found == 0;
    case EQU: return unordered || found == 0;
    case NEU: return found != 0;
    case LTU: return unordered || found == -1;
    case LEU: return unordered || found <= 0;
    case GTU: return unordered || found == 1;
    case GEU: return unordered || found >= 0;
    case NUM: return !unordered;
    default: return unordered;
    }
}

static bool joined(const Row *row, bool result, uint64_t c) {
    bool other = c & 1;
    if (row->second) result = !result;
    return row->join == 'a'   ? result && other
           : row->join == 'o' ? result || other
           : row->join == 'x' ? result != other
                              : result;
}

static uint64_t set_predicate(const void *context, const uint64_t x[OPERANDS]) {
    const Row *row = context;
    return joined(row, holds(row, x[0], x[1]), x[2]);
}

static uint64_t set_value(const void *context, const uint64_t x[OPERANDS]) {
    const Row *row = context;
    return joined(row, holds(row, x[0], x[1]), x[2]) ? row->one : 0;
}

static uint64_t set_pair(const void *context, const uint64_t x[OPERANDS]) {
    const Row *row = context;
    uint64_t low = joined(row, holds(row, x[0] & 0xffff, x[1] & 0xffff), x[2]);
    uint64_t high = joined(row, holds(row, x[0] >> 16 & 0xffff, x[1] >> 16 & 0xffff), x[2]);
    return low * row->one | high * row->one << 16;
}

static uint64_t both_predicates(const void *context, const uint64_t x[OPERANDS]) {
    const Row *row = context;
    return holds(row, x[0] & 0xffff, x[1] & 0xffff) +
           2 * (uint64_t)holds(row, x[0] >> 16 & 0xffff, x[1] >> 16 & 0xffff);
}

static const Operands *operands_of(int type) {
    static const uint64_t edges[] = {0,
                                     1,
                                     2,
                                     5,
                                     0x7fff,
                                     0x8000,
                                     0xffff,
                                     0x10000,
                                     0x7fffffff,
                                     0x80000000,
                                     0xffffffff,
                                     0x7fffffffffffffff,
                                     0x8000000000000000,
                                     0xffffffffffffffff};
    static Operands integers;
    operands_combine(&integers, edges, sizeof edges / sizeof *edges);
    return type < FORMAT_COUNT ? format_operands((Format)type) : &integers;
}

static bool has_relation(int type, int relation) {
    bool is_signed = type >= FORMAT_COUNT && (type - FORMAT_COUNT) % 2 == 1;
    if (type < FORMAT_COUNT) return relation < LO || relation > HS;
    return relation < LO || (relation <= HS && !is_signed);
}

static void list_type(Suite *suite, int type) {
    char text[120], letter = class_of[type];
    for (int relation = 0; relation < RELATIONS; relation++) {
        if (!has_relation(type, relation)) continue;
        Row row = {.type = type, .relation = relation};
        snprintf(text, sizeof text, "setp.%s.%s %%p0,%%%c1,%%%c2;", relation_name[relation], type_name[type], letter,
                 letter);
        suite_alu(suite, text, 'p', operands_of(type), set_predicate, &row, (Match){0});
        row.one = 0xffffffff;
        snprintf(text, sizeof text, "set.%s.u32.%s %%r0,%%%c1,%%%c2;", relation_name[relation], type_name[type], letter,
                 letter);
        suite_alu(suite, text, 'r', operands_of(type), set_value, &row, (Match){0});
    }
    static const char *const joins[] = {"and", "or", "xor"};
    for (int i = 0; i < 3; i++)
        for (int second = 0; second < 2; second++) {
            Row row = {type, LT, joins[i][0], .second = second};
            bool half = type <= FORMAT_BF16; /* these have no second result */
            if (half && second) continue;
            snprintf(text, sizeof text, "setp.lt.%s.%s %s,%%%c1,%%%c2,%%p3;", joins[i], type_name[type],
                     half     ? "%p0"
                     : second ? "%p5|%p0"
                              : "%p0|%p5",
                     letter, letter);
            suite_alu(suite, text, 'p', operands_of(type), set_predicate, &row, (Match){0});
        }
    Row row = {type, GE, 'x', .one = 0x3f800000};
    snprintf(text, sizeof text, "set.ge.xor.f32.%s %%f0,%%%c1,%%%c2,%%p3;", type_name[type], letter, letter);
    if (type > FORMAT_BF16) suite_alu(suite, text, 'f', operands_of(type), set_value, &row, (Match){0});
    if (type == FORMAT_F32 || type == FORMAT_F16) {
        row = (Row){type, LE, .ftz = true};
        snprintf(text, sizeof text, "setp.le.ftz.%s %%p0,%%%c1,%%%c2;", type_name[type], letter, letter);
        suite_alu(suite, text, 'p', operands_of(type), set_predicate, &row, (Match){0});
    }
}

static void list_halves(Suite *suite) {
    static Operands pairs;
    char text[120];
    for (int type = FORMAT_F16; type <= FORMAT_BF16; type++) {
        const Operands *from = format_operands((Format)type);
        for (size_t i = 0; i < ELEMENTS; i++)
            for (size_t k = 0; k < OPERANDS; k++)
                pairs.x[i][k] = from->x[i][k] | from->x[(i * 5 + 3 + k) % ELEMENTS][k] << 16;
        uint64_t one = type == FORMAT_F16 ? 0x3c00 : 0x3f80;
        for (int relation = 0; relation < RELATIONS; relation++) {
            if (!has_relation(type, relation)) continue;
            const char *name = type_name[type];
            Row row = {type, relation, .one = one};
            snprintf(text, sizeof text, "set.%s.%s.%s %%h0,%%h1,%%h2;", relation_name[relation], name, name);
            suite_alu(suite, text, 'h', from, set_value, &row, (Match){0});
            snprintf(text, sizeof text, "set.%s.%sx2.%sx2 %%r0,%%r1,%%r2;", relation_name[relation], name, name);
            suite_alu(suite, text, 'r', &pairs, set_pair, &row, (Match){0});
            row.one = 0xffff;
            snprintf(text, sizeof text, "set.%s.u32.%sx2 %%r0,%%r1,%%r2;", relation_name[relation], name);
            suite_alu(suite, text, 'r', &pairs, set_pair, &row, (Match){0});
            snprintf(text, sizeof text,
                     "setp.%s.%sx2 %%p5|%%p6,%%r1,%%r2; selp.u32 %%r5,1,0,%%p5; selp.u32 %%r6,2,0,%%p6; add.u32 "
                     "%%r0,%%r5,%%r6;",
                     relation_name[relation], name);
            suite_alu(suite, text, 'r', &pairs, both_predicates, &row, (Match){0});
        }
    }
}

static uint64_t by_sign(const void *context, const uint64_t x[OPERANDS]) {
    const char *selector = context;
    uint32_t c = (uint32_t)x[2];
    bool first = *selector == 's' ? (int32_t)c >= 0
                                  : format_value(FORMAT_F32, *selector == 'z' ? format_flush(FORMAT_F32, c) : c) >= 0;
    return first ? x[0] : x[1];
}

static uint64_t by_sign_32(const void *context, const uint64_t x[OPERANDS]) {
    return (uint32_t)by_sign(context, x);
}

static uint64_t property(const void *context, const uint64_t x[OPERANDS]) {
    const char *name = context;
    Format format = name[0] == 'd' ? FORMAT_F64 : FORMAT_F32;
    double value = format_value(format, x[0]);
    bool subnormal = format == FORMAT_F64 ? fpclassify(value) == FP_SUBNORMAL : value != 0 && fabs(value) < 0x1p-126;
    switch (name[1]) {
    case 'f': return isfinite(value) != 0;
    case 'i': return isinf(value) != 0;
    case 'u': return value == value;
    case 'n': return value != value;
    case 's': return subnormal;
    default: return isfinite(value) && !subnormal; /* zero too: an H200 says so */
    }
}

void cases_compare(Suite *suite) {
    static const char *const properties[] = {"finite", "infinite", "number", "notanumber", "subnormal", "normal"};
    static const char letters[] = "fiunso";
    for (int type = 0; type < TYPES; type++) list_type(suite, type);
    list_halves(suite);
    suite_alu(suite, "slct.u32.s32 %r0,%r1,%r2,%r3;", 'r', operands_of(U32), by_sign_32, "s", (Match){0});
    suite_alu(suite, "slct.b64.s32 %d0,%d1,%d2,%r3;", 'd', operands_of(U32), by_sign, "s", (Match){0});
    suite_alu(suite, "slct.b64.f32 %d0,%d1,%d2,%f3;", 'd', operands_of(FORMAT_F32), by_sign, "f", (Match){0});
    suite_alu(suite, "slct.ftz.u32.f32 %r0,%r1,%r2,%f3;", 'r', operands_of(FORMAT_F32), by_sign_32, "z", (Match){0});
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++)
        for (int wide = 0; wide < 2; wide++) {
            char text[60], name[3] = {wide ? 'd' : 's', letters[i], 0};
            snprintf(text, sizeof text, "testp.%s.%s %%p0,%s;", properties[i], wide ? "f64" : "f32",
                     wide ? "%g1" : "%f1");
            suite_alu(suite, text, 'p', operands_of(wide ? FORMAT_F64 : FORMAT_F32), property, name, (Match){0});
        }
}
