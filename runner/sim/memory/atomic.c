/* Atomic operations: a function from the old value and two operands to the new one for each operation and type, applied
 * lane by lane: in ascending order, or in descending order where the launch asks for it. CUDA promises neither.
 *
 * Values travel as 64 bits whose upper part beyond the type's width is 0. Global memory may be updated by several
 * workers at once, so that there every update is a compare-and-swap loop of the host; shared memory belongs to one.
 * Source: PTX ISA, "atom" (operations, wrap-around of inc and dec, subnormals of add.f32). */
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/compiler.h"
#include "ptx/half.h"
#include "sim/memory/block_memory.h"

typedef uint64_t (*Update)(uint64_t old, uint64_t operand, uint64_t second);

#define UPDATE(name, expression)                                                                                       \
    static uint64_t name(uint64_t old, uint64_t operand, uint64_t second) {                                            \
        (void)old, (void)operand, (void)second;                                                                        \
        return (uint64_t)(expression);                                                                                 \
    }

/* clang-format off */
UPDATE(add_32, (uint32_t)(old + operand))
UPDATE(add_64, old + operand)
UPDATE(and_bits, old & operand)
UPDATE(or_bits, old | operand)
UPDATE(xor_bits, old ^ operand)
UPDATE(exchange, operand)
UPDATE(compare_and_swap, old == operand ? second : old)
UPDATE(increment, old >= operand ? 0 : old + 1)
UPDATE(decrement, old == 0 || old > operand ? operand : old - 1)
UPDATE(min_unsigned, old < operand ? old : operand)
UPDATE(max_unsigned, old > operand ? old : operand)
UPDATE(min_s32, (int32_t)old < (int32_t)operand ? old : operand)
UPDATE(max_s32, (int32_t)old > (int32_t)operand ? old : operand)
UPDATE(min_s64, (int64_t)old < (int64_t)operand ? old : operand)
UPDATE(max_s64, (int64_t)old > (int64_t)operand ? old : operand)
/* clang-format on */

static float to_f32(uint64_t bits) {
    return bits_as_float((uint32_t)bits);
}

static uint64_t from_f32(float value) {
    return isnan(value) ? 0x7fffffff /* the one NaN that f32 arithmetic makes */ : bits_of_float(value);
}

static float flush(float value) {
    return fpclassify(value) == FP_SUBNORMAL ? copysignf(0, value) : value;
}

/* clang-format off */
UPDATE(add_f32, from_f32(to_f32(old) + to_f32(operand)))
UPDATE(add_f32_flushed, from_f32(flush(flush(to_f32(old)) + flush(to_f32(operand)))))
/* clang-format on */
/* Hardware adds to shared memory in a loop around a compare-and-swap, with an ordinary addition. In global memory an
 * adder at the memory does it, and keeps a NaN with all its bits, the operand's rather than the memory's (measured on
 * an H200). */
static uint64_t add_f64_in_loop(double old, double operand) {
    return bits_of_double(nan_first_of_2(old + operand, old, operand));
}

static uint64_t add_f64_in_place(double old, double operand) {
    return bits_of_double(isnan(operand) ? operand : isnan(old) ? old : nan_first_of_2(old + operand, old, operand));
}

/* clang-format off */
UPDATE(add_f64, add_f64_in_loop(bits_as_double(old), bits_as_double(operand)))
UPDATE(add_f64_global, add_f64_in_place(bits_as_double(old), bits_as_double(operand)))

UPDATE(add_f16, half_binary(half_add, (uint32_t)old, (uint32_t)operand, 0))
UPDATE(add_bf16, half_binary(half_add, (uint32_t)old, (uint32_t)operand, HALF_BFLOAT))
UPDATE(add_f16x2, half_binary(half_add, (uint32_t)old, (uint32_t)operand, HALF_PAIR))
UPDATE(add_bf16x2, half_binary(half_add, (uint32_t)old, (uint32_t)operand, HALF_PAIR | HALF_BFLOAT))
/* clang-format on */

static const Update updates[PTX_ATOM_DEC + 1][PTX_TYPE_COUNT] = {
    [PTX_ATOM_ADD] = {[PTX_U32] = add_32,
                      [PTX_S32] = add_32,
                      [PTX_U64] = add_64,
                      [PTX_S64] = add_64,
                      [PTX_F32] = add_f32,
                      [PTX_F64] = add_f64,
                      [PTX_F16] = add_f16,
                      [PTX_F16X2] = add_f16x2,
                      [PTX_BF16] = add_bf16,
                      [PTX_BF16X2] = add_bf16x2},
    [PTX_ATOM_MIN] = {[PTX_U32] = min_unsigned, [PTX_U64] = min_unsigned, [PTX_S32] = min_s32, [PTX_S64] = min_s64},
    [PTX_ATOM_MAX] = {[PTX_U32] = max_unsigned, [PTX_U64] = max_unsigned, [PTX_S32] = max_s32, [PTX_S64] = max_s64},
    [PTX_ATOM_AND] = {[PTX_B32] = and_bits, [PTX_B64] = and_bits},
    [PTX_ATOM_OR] = {[PTX_B32] = or_bits, [PTX_B64] = or_bits},
    [PTX_ATOM_XOR] = {[PTX_B32] = xor_bits, [PTX_B64] = xor_bits},
    [PTX_ATOM_EXCH] = {[PTX_B32] = exchange,
                       [PTX_B64] = exchange,
                       [PTX_U32] = exchange,
                       [PTX_U64] = exchange,
                       [PTX_S32] = exchange,
                       [PTX_S64] = exchange,
                       [PTX_F32] = exchange,
                       [PTX_F64] = exchange},
    [PTX_ATOM_CAS] = {[PTX_B16] = compare_and_swap,
                      [PTX_B32] = compare_and_swap,
                      [PTX_B64] = compare_and_swap,
                      [PTX_U16] = compare_and_swap,
                      [PTX_U32] = compare_and_swap,
                      [PTX_U64] = compare_and_swap,
                      [PTX_S32] = compare_and_swap,
                      [PTX_S64] = compare_and_swap},
    [PTX_ATOM_INC] = {[PTX_U32] = increment},
    [PTX_ATOM_DEC] = {[PTX_U32] = decrement},
};

bool sim_atomic_supported(PtxAtomic atomic, PtxType type) {
    return (size_t)atomic < sizeof updates / sizeof *updates && type < PTX_TYPE_COUNT && updates[atomic][type] != NULL;
}

bool sim_atomic_changes(const SimAccess *access, uint64_t old, uint64_t operand, uint64_t second) {
    uint64_t left = updates[access->atomic][access->type](old, operand, second);
    return memcmp(&left, &old, access->element) != 0;
}

static uint64_t get_row(const void *row, int lane, const SimAccess *access) {
    uint64_t value = 0;
    memcpy(&value, (const uint8_t *)row + lane * access->row, access->element);
    return value;
}

/* Rows are wider than 16-bit values; what lies above is cleared. */
static void put_row(void *row, int lane, const SimAccess *access, uint64_t value) {
    memcpy((uint8_t *)row + lane * access->row, &value, access->row);
}

uint32_t atomic_changing_lanes(const Request *request, uint32_t lanes, const uint8_t *base, uint64_t start,
                               uint32_t *storing) {
    const SimAccess *access = request->access;
    Update update = updates[access->atomic][access->type];
    uint64_t value = 0;
    uint32_t changing = 0;
    memcpy(&value, base + (request->address[__builtin_ctz(lanes)] - start), access->element);
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint64_t operand = get_row(request->data[0], lane, access);
        uint64_t second = access->atomic == PTX_ATOM_CAS ? get_row(request->data[1], lane, access) : 0;
        uint64_t next = update(value, operand, second);
        bool fails = access->atomic == PTX_ATOM_CAS && memcmp(&value, &operand, access->element) != 0;
        if (memcmp(&next, &value, access->element) != 0) changing |= UINT32_C(1) << lane;
        if (!fails && storing != NULL) *storing |= UINT32_C(1) << lane;
        value = 0;
        memcpy(&value, &next, access->element);
    }
    return changing;
}

static uint64_t update_shared(uint8_t *bytes, size_t width, Update update, uint64_t operand, uint64_t second) {
    uint64_t value = 0;
    memcpy(&value, bytes, width);
    uint64_t changed = update(value, operand, second);
    memcpy(bytes, &changed, width);
    return value;
}

#define UPDATE_GLOBAL(name, type)                                                                                      \
    static uint64_t name(uint8_t *bytes, Update update, uint64_t operand, uint64_t second) {                           \
        type *place = (type *)(void *)bytes;                                                                           \
        type value = __atomic_load_n(place, __ATOMIC_RELAXED);                                                         \
        while (!__atomic_compare_exchange_n(place, &value, (type)update(value, operand, second), true,                 \
                                            __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))                                       \
            continue;                                                                                                  \
        return value;                                                                                                  \
    }

UPDATE_GLOBAL(update_global_16, uint16_t)
UPDATE_GLOBAL(update_global_32, uint32_t)
UPDATE_GLOBAL(update_global_64, uint64_t)

static uint64_t update_global(uint8_t *bytes, size_t width, Update update, uint64_t operand, uint64_t second) {
    if (width == 2) return update_global_16(bytes, update, operand, second);
    if (width == 4) return update_global_32(bytes, update, operand, second);
    return update_global_64(bytes, update, operand, second);
}

ALWAYS_INLINE uint32_t update_word(uint8_t *bytes, uint32_t operand, Update update) {
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    uint32_t changed = (uint32_t)update(value, operand, 0);
    memcpy(bytes, &changed, sizeof changed);
    return value;
}

/* The most frequent updates: words in shared memory, each with a function that is inlined. */
ALWAYS_INLINE void update_words(const Request *request, uint32_t lanes, uint8_t *base, uint64_t start, uint32_t *old,
                                Update update) {
    const uint32_t *operand = request->data[0];
    const uint64_t *address = request->address;
    if (lanes == ALL_LANES && old == NULL) {
#pragma GCC unroll 8
        for (int lane = 0; lane < WARP_SIZE; lane++) update_word(base + (address[lane] - start), operand[lane], update);
        return;
    }
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint32_t value = update_word(base + (address[lane] - start), operand[lane], update);
        if (old != NULL) old[lane] = value;
    }
}

static bool update_usual(const Request *request, uint32_t lanes, uint8_t *base, uint64_t start, uint32_t *old,
                         Update update) {
    if (update == add_32)
        update_words(request, lanes, base, start, old, add_32);
    else if (update == max_s32)
        update_words(request, lanes, base, start, old, max_s32);
    else if (update == min_s32)
        update_words(request, lanes, base, start, old, min_s32);
    else if (update == add_f32)
        update_words(request, lanes, base, start, old, add_f32);
    else
        return false;
    return true;
}

void atomic_request(const Request *request, uint32_t lanes, uint8_t *base, uint64_t start, void *old) {
    const SimAccess *access = request->access;
    bool global = request->space == PTX_GLOBAL;
    Update update = updates[access->atomic][access->type];
    /* add.f32 keeps subnormals in shared memory and flushes them in global memory. */
    if (update == add_f32 && global) update = add_f32_flushed;
    if (update == add_f64 && global) update = add_f64_global;
    if (!global && !request->descending && access->element == 4 && access->row == 4 &&
        update_usual(request, lanes, base, start, access->returns ? old : NULL, update))
        return;
    for (uint32_t left = lanes; left != 0;) {
        int lane = request->descending ? WARP_SIZE - 1 - __builtin_clz(left) : __builtin_ctz(left);
        left &= ~(UINT32_C(1) << lane);
        uint8_t *bytes = base + (request->address[lane] - start);
        uint64_t operand = get_row(request->data[0], lane, access);
        uint64_t second = access->atomic == PTX_ATOM_CAS ? get_row(request->data[1], lane, access) : 0;
        uint64_t value = global ? update_global(bytes, access->element, update, operand, second)
                                : update_shared(bytes, access->element, update, operand, second);
        if (access->returns) put_row(old, lane, access, value);
    }
}
