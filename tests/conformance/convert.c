/* cvt between all types, roundings, .ftz, .sat and .relu: exact in MPFR, rounded once. */
#include "formats.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Integer types follow the formats. */
enum { U8 = FORMAT_COUNT, S8, U16, S16, U32, S32, U64, S64, TYPES };
static const char *const type_name[] = {"f16", "bf16", "f32", "f64", "u8",  "s8",
                                        "u16", "s16",  "u32", "s32", "u64", "s64"};
static const int type_bits[] = {16, 16, 32, 64, 8, 8, 16, 16, 32, 32, 64, 64};
static const char source_class[] = {'h', 'h', 'f', 'g', 'r', 'r', 'h', 'h', 'r', 'r', 'd', 'd'};

typedef struct Row {
    int to, from;
    mpfr_rnd_t round;
    bool rounds, ftz, sat, relu; /* rounds: to a whole number, of a float type */
} Row;

static bool is_signed(int type) {
    return type > FORMAT_COUNT && (type - FORMAT_COUNT) % 2 == 1;
}

static uint64_t mask_of(int bits) {
    return bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << bits) - 1;
}

static void read_number(mpfr_t number, const Row *row, uint64_t bits) {
    if (row->from < FORMAT_COUNT) {
        bits &= mask_of(type_bits[row->from]);
        if (row->ftz && row->from == FORMAT_F32) bits = format_flush(FORMAT_F32, bits);
        format_read(number, (Format)row->from, bits);
        return;
    }
    bits &= mask_of(type_bits[row->from]);
    bool negative = is_signed(row->from) && bits >> (type_bits[row->from] - 1);
    mpfr_set_uj(number, negative ? (~bits + 1) & mask_of(type_bits[row->from]) : bits, MPFR_RNDN);
    if (negative) mpfr_neg(number, number, MPFR_RNDN);
}

/* Clamped to the type; NaN is zero, or only the top bit where a double or a 64-bit integer takes part
 * (PTX ISA, cvt). */
static uint64_t to_integer(mpfr_t number, const Row *row) {
    int bits = type_bits[row->to];
    if (mpfr_nan_p(number)) return row->from == FORMAT_F64 || bits == 64 ? UINT64_C(1) << (bits - 1) : 0;
    if (mpfr_number_p(number)) mpfr_rint(number, number, row->round);
    mpfr_t low, high;
    mpfr_inits2(EXACT_BITS, low, high, (mpfr_ptr)0);
    mpfr_set_ui_2exp(high, 1, bits - is_signed(row->to), MPFR_RNDN);
    mpfr_neg(low, high, MPFR_RNDN);
    mpfr_sub_ui(high, high, 1, MPFR_RNDN);
    if (!is_signed(row->to)) mpfr_set_zero(low, 1);
    if (mpfr_less_p(number, low)) mpfr_set(number, low, MPFR_RNDN);
    if (mpfr_greater_p(number, high)) mpfr_set(number, high, MPFR_RNDN);
    mpfr_clears(low, high, (mpfr_ptr)0);
    bool negative = mpfr_sgn(number) < 0;
    mpfr_abs(number, number, MPFR_RNDN);
    uint64_t value = mpfr_get_uj(number, MPFR_RNDN);
    return (negative ? ~value + 1 : value) & mask_of(bits);
}

/* What a NaN becomes on an H200: doubles keep what fits, and what becomes a double keeps all, both made quiet; bf16 to
 * f32 is a shift; elsewhere there is one NaN. .ftz flushes, and so changes, what it is widened from. */
static uint64_t to_nan(const Row *row, uint64_t bits) {
    Format from = (Format)row->from, to = (Format)row->to;
    bits &= mask_of(type_bits[from]);
    if (row->sat) return 0;
    if (from == FORMAT_BF16 && to == FORMAT_F32) return bits << 16;
    if (to == FORMAT_F64 && row->ftz) bits = format_nan(from);
    return from == FORMAT_F64 || to == FORMAT_F64 ? format_change_nan(from, to, bits) : format_nan(to);
}

static uint64_t to_float(mpfr_t number, const Row *row) {
    Format format = (Format)row->to;
    if (row->rounds && mpfr_number_p(number)) {
        bool negative = mpfr_signbit(number) != 0;
        mpfr_rint(number, number, row->round);
        if (mpfr_zero_p(number)) mpfr_setsign(number, number, negative, MPFR_RNDN);
    }
    uint64_t bits = format_round(number, format, row->round);
    uint64_t sign = UINT64_C(1) << (type_bits[row->to] - 1), one = format == FORMAT_F16    ? 0x3c00
                                                                   : format == FORMAT_BF16 ? 0x3f80
                                                                   : format == FORMAT_F32  ? 0x3f800000
                                                                                           : 0x3ff0000000000000;
    double value = format_value(format, bits);
    if (row->ftz && format == FORMAT_F32 && format_vanishes(number, format, row->round)) bits &= sign;
    if (row->relu && (bits & sign) && !isnan(value)) bits = 0;
    if (row->sat) bits = isnan(value) || value <= 0 ? 0 : value >= 1 ? one : bits;
    return bits;
}

static uint64_t convert(const void *context, const uint64_t x[OPERANDS]) {
    const Row *row = context;
    uint64_t result;
    if (row->to >= FORMAT_COUNT && row->from >= FORMAT_COUNT && !row->sat) { /* extended or cut */
        uint64_t bits = x[0] & mask_of(type_bits[row->from]), top = UINT64_C(1) << (type_bits[row->from] - 1);
        result = (is_signed(row->from) ? (bits ^ top) - top : bits) & mask_of(type_bits[row->to]);
    } else {
        mpfr_t number;
        mpfr_init2(number, EXACT_BITS);
        read_number(number, row, x[0]);
        bool nan = row->to < FORMAT_COUNT && mpfr_nan_p(number);
        result = nan ? to_nan(row, x[0]) : row->to < FORMAT_COUNT ? to_float(number, row) : to_integer(number, row);
        mpfr_clear(number);
    }
    if (row->to == S8) result = ((result ^ 0x80) - 0x80) & UINT64_C(0xffffffff); /* extended in the 32-bit register */
    return result;
}

static uint64_t convert_two(const void *context, const uint64_t x[OPERANDS]) {
    const uint64_t second[OPERANDS] = {x[1]};
    return convert(context, x) << 16 | convert(context, second);
}

static const Operands *operands_of(int type) {
    static Operands integers;
    static const uint64_t edges[] = {0,
                                     1,
                                     2,
                                     3,
                                     0x7f,
                                     0x80,
                                     0xff,
                                     0x100,
                                     0x7fff,
                                     0x8000,
                                     0xffff,
                                     0x10000,
                                     0x1000001,
                                     0x7fffffff,
                                     0x80000000,
                                     0xffffffff,
                                     0x20000000000001,
                                     0x0080800000000001,
                                     0x7fffffffffffffff,
                                     0x8000000000000000,
                                     0xffffffffffffffff,
                                     0xfedcba9876543210};
    operands_combine(&integers, edges, sizeof edges / sizeof *edges);
    return type < FORMAT_COUNT ? format_operands((Format)type) : &integers;
}

static void list(Suite *suite, const char *modifiers, Row row) {
    char text[100], result = row.to == U8 || row.to == S8 ? 'r' : source_class[row.to];
    snprintf(text, sizeof text, "cvt%s.%s.%s %%%c0,%%%c1;", modifiers, type_name[row.to], type_name[row.from], result,
             source_class[row.from]);
    suite_alu(suite, text, result, operands_of(row.from), convert, &row, (Match){0});
    if (row.from < FORMAT_COUNT)
        suite_alu(suite, text, result, format_nans((Format)row.from), convert, &row, (Match){0});
    if (row.ftz) suite_alu(suite, text, result, format_borders((Format)row.from), convert, &row, (Match){0});
}

static const char *const float_rounds[] = {".rn", ".rz", ".rm", ".rp"}, *const whole_rounds[] = {".rni", ".rzi", ".rmi",
                                                                                                 ".rpi"};
static const mpfr_rnd_t modes[] = {MPFR_RNDN, MPFR_RNDZ, MPFR_RNDD, MPFR_RNDU};

static void list_pair_of_types(Suite *suite, int to, int from) {
    bool to_float_type = to < FORMAT_COUNT, from_float_type = from < FORMAT_COUNT;
    if (!to_float_type && !from_float_type) {
        bool fits =
            type_bits[to] - is_signed(to) >= type_bits[from] - is_signed(from) && is_signed(to) >= is_signed(from);
        if (to != from) list(suite, "", (Row){.to = to, .from = from});
        if (!fits) list(suite, ".sat", (Row){to, from, .sat = true});
        return;
    }
    for (int mode = 0; mode < 4; mode++) {
        if (!to_float_type) {
            list(suite, whole_rounds[mode], (Row){.to = to, .from = from, .round = modes[mode]});
        } else if (!from_float_type || type_bits[to] < type_bits[from] ||
                   (to != from && type_bits[to] == 16 && type_bits[from] == 16)) {
            list(suite, float_rounds[mode], (Row){.to = to, .from = from, .round = modes[mode]});
        } else if (to == from && to != FORMAT_BF16) {
            list(suite, whole_rounds[mode], (Row){to, from, modes[mode], .rounds = true});
        }
    }
    if (from_float_type && to_float_type && type_bits[to] > type_bits[from])
        list(suite, "", (Row){.to = to, .from = from});
}

static const Row flagged[] = {
    {S32, FORMAT_F32, MPFR_RNDZ, .ftz = true},         {U32, FORMAT_F32, MPFR_RNDU, .ftz = true},
    {U8, FORMAT_F32, MPFR_RNDN, .sat = true},          {FORMAT_F32, FORMAT_F32, MPFR_RNDU, .ftz = true, .rounds = true},
    {FORMAT_F64, FORMAT_F32, MPFR_RNDN, .ftz = true},  {FORMAT_F32, FORMAT_F64, MPFR_RNDN, .ftz = true},
    {FORMAT_F32, FORMAT_F64, MPFR_RNDN, .sat = true},  {FORMAT_F16, FORMAT_F32, MPFR_RNDN, .relu = true},
    {FORMAT_F16, FORMAT_F32, MPFR_RNDZ, .relu = true}, {FORMAT_BF16, FORMAT_F32, MPFR_RNDN, .relu = true},
    {FORMAT_F32, FORMAT_F16, MPFR_RNDN, .sat = true},  {FORMAT_F16, FORMAT_F32, MPFR_RNDN, .sat = true},
};

static void list_flagged(Suite *suite) {
    for (size_t i = 0; i < sizeof flagged / sizeof *flagged; i++) {
        const Row *row = &flagged[i];
        bool whole = row->to >= FORMAT_COUNT || row->rounds;
        bool widens = row->to < FORMAT_COUNT && type_bits[row->to] > type_bits[row->from];
        char text[40];
        int mode = row->round == MPFR_RNDN ? 0 : row->round == MPFR_RNDZ ? 1 : row->round == MPFR_RNDD ? 2 : 3;
        snprintf(text, sizeof text, "%s%s%s%s",
                 widens  ? ""
                 : whole ? whole_rounds[mode]
                         : float_rounds[mode],
                 row->ftz ? ".ftz" : "", row->relu ? ".relu" : "", row->sat ? ".sat" : "");
        list(suite, text, *row);
    }
}

static void list_twos(Suite *suite) {
    for (int to = FORMAT_F16; to <= FORMAT_BF16; to++)
        for (int flags = 0; flags < 4; flags++) {
            Row row = {to, FORMAT_F32, modes[flags & 1], .relu = flags & 2};
            char text[80];
            snprintf(text, sizeof text, "cvt%s%s.%sx2.f32 %%r0,%%f1,%%f2;", float_rounds[flags & 1],
                     row.relu ? ".relu" : "", type_name[to]);
            suite_alu(suite, text, 'r', operands_of(FORMAT_F32), convert_two, &row, (Match){0});
            suite_alu(suite, text, 'r', format_nans(FORMAT_F32), convert_two, &row, (Match){0});
        }
}

static uint64_t packed(const void *context, const uint64_t x[OPERANDS]) {
    const Row *row = context;
    int bits = type_bits[row->to];
    const uint64_t second[OPERANDS] = {x[1]};
    uint64_t a = convert(row, x) & mask_of(bits), b = convert(row, second) & mask_of(bits);
    return (bits == 8 ? (x[2] & 0xffff) << 16 : 0) | a << bits | b;
}

void cases_convert(Suite *suite) {
    for (int to = 0; to < TYPES; to++)
        for (int from = 0; from < TYPES; from++)
            if (!(to == FORMAT_BF16 && type_bits[from] == 8) &&
                !(from == FORMAT_BF16 && type_bits[to] == 8)) /* not in PTX */
                list_pair_of_types(suite, to, from);
    list_flagged(suite);
    list_twos(suite);
    for (int to = U8; to <= S16; to++) {
        char text[80];
        snprintf(text, sizeof text, "cvt.pack.sat.%s.s32%s %%r0,%%r1,%%r2%s;", type_name[to], to <= S8 ? ".b32" : "",
                 to <= S8 ? ",%r3" : "");
        suite_alu(suite, text, 'r', operands_of(S32), packed, &(Row){to, S32, .sat = true}, (Match){0});
    }
}
