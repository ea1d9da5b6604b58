#include "course/elements.h"

#include <math.h>
#include <string.h>

bool scalar_is_real(Scalar type) {
    return type == SCALAR_F16 || type == SCALAR_F32 || type == SCALAR_F64;
}

#define READ_ALL(element_type, out_type)                                                                               \
    do {                                                                                                               \
        const element_type *from = (const element_type *)bytes + at;                                                   \
        for (size_t k = 0; k < count; k++) out[k] = (out_type)from[k];                                                 \
    } while (0)

void elements_integers(Scalar type, const void *bytes, size_t at, size_t count, int64_t *out) {
    switch (type) {
    case SCALAR_I8: READ_ALL(int8_t, int64_t); break;
    case SCALAR_U8: READ_ALL(uint8_t, int64_t); break;
    case SCALAR_I16: READ_ALL(int16_t, int64_t); break;
    case SCALAR_U16: READ_ALL(uint16_t, int64_t); break;
    case SCALAR_I32: READ_ALL(int32_t, int64_t); break;
    case SCALAR_U32: READ_ALL(uint32_t, int64_t); break;
    default: memcpy(out, (const int64_t *)bytes + at, count * sizeof *out); break;
    }
}

void elements_reals(Scalar type, const void *bytes, size_t at, size_t count, double *out) {
    switch (type) {
    case SCALAR_I8: READ_ALL(int8_t, double); break;
    case SCALAR_U8: READ_ALL(uint8_t, double); break;
    case SCALAR_I16: READ_ALL(int16_t, double); break;
    case SCALAR_U16: READ_ALL(uint16_t, double); break;
    case SCALAR_I32: READ_ALL(int32_t, double); break;
    case SCALAR_U32: READ_ALL(uint32_t, double); break;
    case SCALAR_I64: READ_ALL(int64_t, double); break;
    case SCALAR_U64: READ_ALL(uint64_t, double); break;
    case SCALAR_F32: READ_ALL(float, double); break;
    case SCALAR_F64: READ_ALL(double, double); break;
    default:
        for (size_t k = 0; k < count; k++)
            out[k] = scalar_get(type, (const char *)bytes + (at + k) * scalar_size(type));
    }
}

/* The smallest and largest value of a whole type; u64's largest does not fit and is INT64_MAX here. */
static void limits(Scalar type, int64_t *low, int64_t *high) {
    static const struct {
        int64_t low, high;
    } table[] = {
        [SCALAR_I8] = {INT8_MIN, INT8_MAX},    [SCALAR_U8] = {0, UINT8_MAX},
        [SCALAR_I16] = {INT16_MIN, INT16_MAX}, [SCALAR_U16] = {0, UINT16_MAX},
        [SCALAR_I32] = {INT32_MIN, INT32_MAX}, [SCALAR_U32] = {0, UINT32_MAX},
        [SCALAR_I64] = {INT64_MIN, INT64_MAX}, [SCALAR_U64] = {0, INT64_MAX},
    };
    *low = table[type].low;
    *high = table[type].high;
}

static bool store_whole(Scalar type, void *element, int64_t value, Arena *arena, const char **why) {
    int64_t low, high;
    limits(type, &low, &high);
    if (value < low || value > high) {
        *why = arena_printf(arena, "%lld does not fit in %s", (long long)value, scalar_name[type]);
        return false;
    }
    /* Two's complement: the low bytes are the value in every narrower type. */
    memcpy(element, &value, scalar_size(type));
    return true;
}

bool element_store(Scalar type, void *element, Value value, Arena *arena, const char **why) {
    if (value.kind == VALUE_TEXT) return *why = "a text is no number", false;
    if (scalar_is_real(type)) return scalar_set(type, element, value_number(value)), true;
    if (value.kind != VALUE_REAL) return store_whole(type, element, value.integer, arena, why);
    if (value.real != trunc(value.real) || fabs(value.real) >= 0x1p63) {
        *why = arena_printf(arena, "%s is no whole number that %s holds", value_print(arena, value), scalar_name[type]);
        return false;
    }
    return store_whole(type, element, (int64_t)value.real, arena, why);
}

#define FILL_ALL(element_type, value)                                                                                  \
    do {                                                                                                               \
        element_type *to = bytes;                                                                                      \
        for (size_t k = 0; k < count; k++) to[k] = (element_type)(value);                                              \
    } while (0)

void elements_iota(Scalar type, void *bytes, size_t count) {
    switch (type) {
    case SCALAR_I8:
    case SCALAR_U8: FILL_ALL(uint8_t, k & 0xff); break;
    case SCALAR_I16:
    case SCALAR_U16: FILL_ALL(uint16_t, k & 0xffff); break;
    case SCALAR_I32:
    case SCALAR_U32: FILL_ALL(uint32_t, k & 0xffffffff); break;
    case SCALAR_I64:
    case SCALAR_U64: FILL_ALL(uint64_t, k); break;
    case SCALAR_F32: FILL_ALL(float, k); break;
    case SCALAR_F64: FILL_ALL(double, k); break;
    default:
        for (size_t k = 0; k < count; k++) scalar_set(type, (char *)bytes + k * scalar_size(type), (double)k);
    }
}

/* ---- pseudo-random contents -------------------------------------------------------------------------------------- */

static const uint64_t golden = UINT64_C(0x9e3779b97f4a7c15); /* 2^64 / the golden ratio, odd: splitmix64's step */

static inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* A number below range, from the upper half of the bits: multiply and shift is even to one part in 2^32 / range. */
static inline int64_t below(uint64_t bits, int64_t range) {
    return (int64_t)(((bits >> 32) * (uint64_t)range) >> 32);
}

#define RANDOM_ALL(element_type, expression)                                                                           \
    do {                                                                                                               \
        element_type *to = bytes;                                                                                      \
        for (size_t k = 0; k < count; k++) {                                                                           \
            uint64_t bits = mix(state + (k + 1) * golden);                                                             \
            to[k] = (element_type)(expression);                                                                        \
        }                                                                                                              \
    } while (0)

void elements_random(Scalar type, void *bytes, size_t count, uint64_t seed, uint64_t stream) {
    uint64_t state = mix(mix(seed + golden) ^ stream);
    switch (type) {
    case SCALAR_I8: RANDOM_ALL(int8_t, below(bits, 200) - 100); break;
    case SCALAR_U8: RANDOM_ALL(uint8_t, below(bits, 100)); break;
    case SCALAR_I16: RANDOM_ALL(int16_t, below(bits, 2000) - 1000); break;
    case SCALAR_U16: RANDOM_ALL(uint16_t, below(bits, 1000)); break;
    case SCALAR_I32: RANDOM_ALL(int32_t, below(bits, 2000) - 1000); break;
    case SCALAR_U32: RANDOM_ALL(uint32_t, below(bits, 1000)); break;
    case SCALAR_I64: RANDOM_ALL(int64_t, below(bits, 2000) - 1000); break;
    case SCALAR_U64: RANDOM_ALL(uint64_t, below(bits, 1000)); break;
    case SCALAR_F32: RANDOM_ALL(float, (double)(int64_t)(bits >> 40) * 0x1p-23 - 1); break;
    case SCALAR_F64: RANDOM_ALL(double, (double)(int64_t)(bits >> 11) * 0x1p-52 - 1); break;
    default:
        for (size_t k = 0; k < count; k++) {
            uint64_t bits = mix(state + (k + 1) * golden);
            scalar_set(type, (char *)bytes + k * scalar_size(type), (double)(bits >> 53) * 0x1p-10 - 1);
        }
    }
}
