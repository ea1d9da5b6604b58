/* The bodies of the lane operations, included by one file for each instruction set.
 *
 * Every operation computes all 32 lanes in a loop of fixed length that the compiler vectorises. Where all lanes are
 * active it writes straight into the destination row; otherwise into scratch, from which the active lanes are
 * copied. Inactive lanes may hold any value, so no expression may trap or be undefined for any operand. A
 * destination row is either the same as an operand's row or does not overlap it, which is what the ivdep promises. */
#include <math.h>
#include <string.h>

#include "sim/handlers.h"
#include "sim/lanes/float.h"
#include "sim/lanes/integer.h"
#include "sim/lanes/lanes.h"
#include "sim/warp.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#if defined(__clang__)
#define EACH_LANE _Pragma("clang loop vectorize(assume_safety)") for (int lane = 0; lane < WARP_SIZE; lane++)
#else
#define EACH_LANE _Pragma("GCC ivdep") for (int lane = 0; lane < WARP_SIZE; lane++)
#endif

__extension__ typedef unsigned __int128 Wide;
__extension__ typedef __int128 SignedWide;

/* The C type of a lane in its row, and of its value. */
typedef uint32_t __attribute__((may_alias)) Row_u16, Row_s16, Row_u32, Row_s32;
typedef uint64_t __attribute__((may_alias)) Row_u64, Row_s64;
typedef float __attribute__((may_alias)) Row_f32;
typedef double __attribute__((may_alias)) Row_f64;
typedef uint16_t Value_u16;
typedef int16_t Value_s16;
typedef uint32_t Value_u32;
typedef int32_t Value_s32;
typedef uint64_t Value_u64;
typedef int64_t Value_s64;
typedef float Value_f32;
typedef double Value_f64;

static const uint32_t lane_bit[WARP_SIZE] = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,  1u << 8,  1u << 9,  1u << 10,
    1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15, 1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21,
    1u << 22, 1u << 23, 1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31,
};

static inline void *row_at(const SimWarp *warp, SimOperand operand) {
    return __builtin_assume_aligned(sim_row(warp, operand), 64);
}

/* Copies the active lanes of a result from scratch to its row. */
static void __attribute__((noinline)) blend_32(Row_u32 *dest, const SimWarp *warp) {
    const Row_u32 *from = (const Row_u32 *)warp->scratch;
    uint32_t active = warp->active;
    EACH_LANE dest[lane] = active & lane_bit[lane] ? from[lane] : dest[lane];
}

static void __attribute__((noinline)) blend_64(Row_u64 *dest, const SimWarp *warp) {
    const Row_u64 *from = (const Row_u64 *)warp->scratch;
    uint32_t active = warp->active;
    EACH_LANE dest[lane] = active & lane_bit[lane] ? from[lane] : dest[lane];
}

static inline void blend(void *dest, const SimWarp *warp, size_t size) {
    if (size == 4)
        blend_32(dest, warp);
    else
        blend_64(dest, warp);
}

/* A row whose lanes are 0 or all ones, as a mask. */
static inline uint32_t mask_of(const uint32_t *row) {
#if defined(__AVX512F__)
    __m512i low = _mm512_load_si512(row), high = _mm512_load_si512(row + 16);
    return (uint32_t)_mm512_test_epi32_mask(low, low) | (uint32_t)_mm512_test_epi32_mask(high, high) << 16;
#elif defined(__AVX2__)
    uint32_t mask = 0;
    for (int part = 0; part < 4; part++)
        mask |= (uint32_t)_mm256_movemask_ps(_mm256_load_ps((const float *)row + 8 * part)) << 8 * part;
    return mask;
#else
    uint32_t mask = 0;
    EACH_LANE mask |= row[lane] & lane_bit[lane];
    return mask;
#endif
}

static inline uint64_t frame_local(const SimWarp *warp) {
    return warp->frames[warp->frame_count - 1].local;
}

/* ---- the operations ---------------------------------------------------------------------------------------------- */

#define OPERATION(name, tr, operands, values, expression)                                                              \
    static const SimInstr *name(SimWarp *warp, const SimInstr *instr) {                                                \
        Row_##tr *dest = row_at(warp, instr->dest);                                                                    \
        Row_##tr *out = warp->active == ALL_LANES ? dest : (Row_##tr *)warp->scratch;                                  \
        const int64_t k = instr->imm;                                                                                  \
        (void)k;                                                                                                       \
        operands;                                                                                                      \
        EACH_LANE {                                                                                                    \
            values;                                                                                                    \
            out[lane] = (Row_##tr)(Value_##tr)(expression);                                                            \
        }                                                                                                              \
        if (out != dest) blend(dest, warp, sizeof *dest);                                                              \
        return instr + 1;                                                                                              \
    }
#define OPERAND(type, x, field) const Row_##type *row_##x = row_at(warp, instr->field)
#define VALUE(type, x) const Value_##type x = (Value_##type)row_##x[lane]

#define UNARY(name, tr, ta, expression) OPERATION(name, tr, OPERAND(ta, a, a), VALUE(ta, a), expression)
#define BINARY(name, tr, ta, tb, expression)                                                                           \
    OPERATION(name, tr, OPERAND(ta, a, a); OPERAND(tb, b, b), VALUE(ta, a); VALUE(tb, b), expression)
#define TERNARY(name, tr, ta, tb, tc, expression)                                                                      \
    OPERATION(name, tr, OPERAND(ta, a, a); OPERAND(tb, b, b); OPERAND(tc, c, c), VALUE(ta, a); VALUE(tb, b);           \
              VALUE(tc, c), expression)
#define QUATERNARY(name, tr, ta, tb, tc, te, expression)                                                               \
    OPERATION(name, tr, OPERAND(ta, a, a); OPERAND(tb, b, b); OPERAND(tc, c, c); OPERAND(te, e, d), VALUE(ta, a);      \
              VALUE(tb, b); VALUE(tc, c); VALUE(te, e), expression)
#define COMPARE(name, t, expression)                                                                                   \
    static const SimInstr *name(SimWarp *warp, const SimInstr *instr) {                                                \
        const Row_##t *row_a = row_at(warp, instr->a), *row_b = row_at(warp, instr->b);                                \
        _Alignas(64) uint32_t holds[WARP_SIZE];                                                                        \
        EACH_LANE {                                                                                                    \
            const Value_##t a = (Value_##t)row_a[lane], b = (Value_##t)row_b[lane];                                    \
            holds[lane] = (expression) ? ALL_LANES : 0;                                                                \
        }                                                                                                              \
        sim_predicate_set(warp, instr->dest, mask_of(holds));                                                          \
        return instr + 1;                                                                                              \
    }
#define SPECIAL(name)

#include "sim/lanes/float.def"
#include "sim/lanes/integer.def"

#undef UNARY
#undef BINARY
#undef TERNARY
#undef QUATERNARY
#undef COMPARE
#undef SPECIAL

/* The first micro-instruction of a basic block: counts the block's instructions, unless the block is the lanes'
 * reconvergence point: then their path ends here. */
static const SimInstr *leader(SimWarp *warp, const SimInstr *instr) {
    if (warp->reconverge == instr) return sim_next_path(warp);
    SimCounter *counter = &warp->counters[instr->count];
    counter->warps++;
    counter->threads += (uint64_t)__builtin_popcount(warp->active);
    warp->fuel -= instr->imm;
    if (warp->fuel < 0) return sim_refuel(warp, instr);
    return instr + 1;
}

/* A guarded instruction: the next k micro-instructions run for the lanes whose predicate holds. */
static const SimInstr *guard(SimWarp *warp, const SimInstr *instr) {
    const SimInstr *end = instr + 1 + instr->imm;
    uint32_t active = warp->active, holds = active & sim_predicate(warp, instr->guard);
    if (!holds) return end;
    SimCounter *counter = &warp->counters[instr->count];
    counter->warps++;
    counter->threads += (uint64_t)__builtin_popcount(holds);
    warp->fuel--;
    warp->active = holds;
    for (const SimInstr *at = instr + 1; at != end;)
        if ((at = at->run(warp, at)) == NULL) return NULL;
    warp->active = active;
    return end;
}

typedef uint64_t Wide_u32;
typedef int64_t Wide_s32;

/* A multiplication and the addition behind it: see load/pairs.c. */
#define ADD_PRODUCT(type, multiply)                                                                                    \
    static const SimInstr *add_product_##type(SimWarp *warp, const SimInstr *instr) {                                  \
        if (warp->active != ALL_LANES) return multiply(warp, instr);                                                   \
        const SimInstr *sum = instr + 1;                                                                               \
        const Row_##type *a = row_at(warp, instr->a), *b = row_at(warp, instr->b);                                     \
        const Row_u64 *base = row_at(warp, sum->a == instr->dest ? sum->b : sum->a);                                   \
        Row_u64 *product = row_at(warp, instr->dest), *dest = row_at(warp, sum->dest);                                 \
        EACH_LANE {                                                                                                    \
            uint64_t value = (uint64_t)((Wide_##type)(Value_##type)a[lane] * (Value_##type)b[lane]);                   \
            product[lane] = value;                                                                                     \
            dest[lane] = value + base[lane];                                                                           \
        }                                                                                                              \
        return instr + 2;                                                                                              \
    }
ADD_PRODUCT(u32, mul_wide_u32)
ADD_PRODUCT(s32, mul_wide_s32)
#undef ADD_PRODUCT

static const SimInstr *select_32(SimWarp *warp, const SimInstr *instr) {
    const Row_u32 *a = row_at(warp, instr->a), *b = row_at(warp, instr->b);
    Row_u32 *dest = row_at(warp, instr->dest), *out = warp->active == ALL_LANES ? dest : (Row_u32 *)warp->scratch;
    uint32_t chosen = sim_predicate(warp, instr->guard);
    EACH_LANE out[lane] = chosen & lane_bit[lane] ? a[lane] : b[lane];
    if (out != dest) blend_32(dest, warp);
    return instr + 1;
}

static const SimInstr *select_64(SimWarp *warp, const SimInstr *instr) {
    const Row_u64 *a = row_at(warp, instr->a), *b = row_at(warp, instr->b);
    Row_u64 *dest = row_at(warp, instr->dest), *out = warp->active == ALL_LANES ? dest : (Row_u64 *)warp->scratch;
    uint32_t chosen = sim_predicate(warp, instr->guard);
    EACH_LANE out[lane] = chosen & lane_bit[lane] ? a[lane] : b[lane];
    if (out != dest) blend_64(dest, warp);
    return instr + 1;
}

/* One of two predicates, lane by lane. */
static inline uint32_t either(uint32_t chosen, uint32_t yes, uint32_t no) {
    return no ^ ((yes ^ no) & chosen);
}

/* Predicates are masks: a truth table of two of them. Its bits 0, 2, 4 and 6 say what comes out where neither holds,
 * b, a, and both. */
static const SimInstr *predicate_logic(SimWarp *warp, const SimInstr *instr) {
    uint32_t a = sim_predicate(warp, instr->a), b = sim_predicate(warp, instr->b), table = (uint32_t)instr->imm;
    uint32_t without_a = either(b, 0u - (table >> 2 & 1), 0u - (table & 1));
    uint32_t with_a = either(b, 0u - (table >> 6 & 1), 0u - (table >> 4 & 1));
    sim_predicate_set(warp, instr->dest, either(a, with_a, without_a));
    return instr + 1;
}

static const SimInstr *predicate_from_row(SimWarp *warp, const SimInstr *instr) {
    const Row_u32 *a = row_at(warp, instr->a);
    _Alignas(64) uint32_t holds[WARP_SIZE];
    EACH_LANE holds[lane] = a[lane] ? ALL_LANES : 0;
    sim_predicate_set(warp, instr->dest, mask_of(holds));
    return instr + 1;
}

/* The constant's two halves, or 1 and 0: what the lanes get where the predicate holds and where it does not. */
static const SimInstr *row_from_predicate(SimWarp *warp, const SimInstr *instr) {
    Row_u32 *dest = row_at(warp, instr->dest), *out = warp->active == ALL_LANES ? dest : (Row_u32 *)warp->scratch;
    uint32_t chosen = sim_predicate(warp, instr->guard), yes = (uint32_t)instr->imm;
    EACH_LANE out[lane] = chosen & lane_bit[lane] ? yes : 0;
    if (out != dest) blend_32(dest, warp);
    return instr + 1;
}

/* a + b, or a - b as a + ~b + 1. k: bit 0 the carry flag comes in, bit 1 it is written, bit 2 a subtraction. The flag
 * is the adder's carry for subtractions too, set where nothing was borrowed: NVIDIA's own 128-bit division asks for it
 * with addc after subc.cc. */
static const SimInstr *add_carry_32(SimWarp *warp, const SimInstr *instr) {
    const Row_u32 *a = row_at(warp, instr->a), *b = row_at(warp, instr->b);
    Row_u32 *out = (Row_u32 *)warp->scratch;
    uint32_t flip = instr->imm & 4 ? ALL_LANES : 0, flags = instr->imm & 1 ? warp->carry : flip, carries = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        uint64_t sum = (uint64_t)a[lane] + (b[lane] ^ flip) + ((flags >> lane) & 1);
        out[lane] = (uint32_t)sum;
        carries |= (uint32_t)(sum >> 32) << lane;
    }
    if (instr->imm & 2) warp->carry = (warp->carry & ~warp->active) | (carries & warp->active);
    blend_32(row_at(warp, instr->dest), warp);
    return instr + 1;
}

static const SimInstr *add_carry_64(SimWarp *warp, const SimInstr *instr) {
    const Row_u64 *a = row_at(warp, instr->a), *b = row_at(warp, instr->b);
    Row_u64 *out = warp->scratch;
    uint32_t flip = instr->imm & 4 ? ALL_LANES : 0, flags = instr->imm & 1 ? warp->carry : flip, carries = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        Wide sum = (Wide)a[lane] + (b[lane] ^ (flip ? ~UINT64_C(0) : 0)) + ((flags >> lane) & 1);
        out[lane] = (uint64_t)sum;
        carries |= (uint32_t)(sum >> 64) << lane;
    }
    if (instr->imm & 2) warp->carry = (warp->carry & ~warp->active) | (carries & warp->active);
    blend_64(row_at(warp, instr->dest), warp);
    return instr + 1;
}

#include "sim/lanes/recall_body.h"
#include "sim/lanes/recall_group_body.h"
#include "sim/lanes/update_body.h"

static const SimLanes lanes = {
    .name = LANES_NAME,
    .shared_word = {[REQUEST_LOAD] = load_shared_word, [REQUEST_STORE] = store_shared_word},
    .global_word = {[REQUEST_LOAD] = load_global_word, [REQUEST_STORE] = store_global_word},
    .global_indexed = {[REQUEST_LOAD] = load_indexed_word, [REQUEST_STORE] = store_indexed_word},
    .shared_update = update_shared_word,
    .shared_group = load_shared_group,
    .add_product = {add_product_u32, add_product_s32},
    .global_narrow = {{load_global_u8, load_global_s8}, {load_global_u16, load_global_s16}},
    .handler =
        {
#define UNARY(name, tr, a, expression) name,
#define BINARY(name, tr, a, b, expression) name,
#define TERNARY(name, tr, a, b, c, expression) name,
#define QUATERNARY(name, tr, a, b, c, e, expression) name,
#define COMPARE(name, a, expression) name,
#define SPECIAL(name) name,
#include "sim/lanes/float.def"
#include "sim/lanes/integer.def"
        },
};
