/* How the hardware samples a texture, bit for bit.
 *
 * The rules are fitted to what an NVIDIA H200 returned for 960,000 samples of 98 textures
 * (tests/hardware/texture_h200.txt holds some of them) and reproduce every one:
 *
 *   coordinates  A NaN and a subnormal number count as 0. A normalised coordinate is cut down to a multiple of 2^-21,
 *                then multiplied by the size without rounding; one that is not normalised is taken as it is.
 *   point        the texel that the coordinate lies in.
 *   linear       the coordinate is rounded to 1/256 (a half goes up) and moved by half a texel: the whole part is the
 *                first of two texels, the fraction a, eight bits, the weight of the second.
 *   weights      They add up to 256, and are found by parts: 256 is shared out between the two slices by the fraction
 *                along z, the part of each between its two columns by the fraction along x, and the part of each of
 *                those between its two rows by the fraction along y. A share is part * fraction / 256, rounded; of a
 *                half the second column takes all, and the second row in the second column, but in the first column
 *                the first row. What is left is the other's.
 *   f32          Subnormal texels count as 0. The texels of a slice are cut to the grid of the largest one that has a
 *                weight, 4 bits below its last bit; the weighted sum is exact and is rounded once, a half away from
 *                zero.
 *   f16          The weighted sum is exact and is rounded to f16, a half away from zero.
 *   normalised   u8 and i8 widen to 16 bits. The weighted sum is rounded to 16 bits (a half goes up) and then becomes
 *                a float; only then -32768 counts as -32767. How i8 widens is a matter of its own, see widen_i8.
 *
 * The weights of three dimensions were fitted to 4096 samples of one f32 texture of 2 x 2 x 2 texels, and give all of
 * them (tests/hardware/texture_3d_h200.txt).
 *
 * Address modes wrap and mirror need normalised coordinates; without them the hardware clamps. */
#include "sim/memory/texture.h"

#include <math.h>
#include <string.h>

#include "ptx/half.h"

enum { FRACTION_BITS = 8, WHOLE = 1 << FRACTION_BITS, CUT_BITS = 21, GUARD_BITS = 4, MOST_TAPS = 8 };

/* ---- where texels lie -------------------------------------------------------------------------------------------- */

uint32_t texture_dimensions(const Texture *how) {
    return how->depth != 0 ? 3 : how->height != 0 ? 2 : 1;
}

uint64_t texture_row_bytes(const Texture *how, Scalar type) {
    return (uint64_t)how->width * (uint64_t)how->channels * scalar_size(type);
}

uint64_t texture_row_step(const Texture *how, Scalar type) {
    return how->row != 0 ? how->row : texture_row_bytes(how, type);
}

uint64_t texture_slice_step(const Texture *how, Scalar type) {
    return how->slice != 0 ? how->slice : texture_row_step(how, type) * (how->height != 0 ? how->height : 1);
}

uint64_t texture_bytes(const Texture *how, Scalar type) {
    uint64_t slices = how->depth != 0 ? how->depth : how->layers != 0 ? how->layers : 1;
    uint64_t rows = how->height != 0 ? how->height : 1;
    return (slices - 1) * texture_slice_step(how, type) + (rows - 1) * texture_row_step(how, type) +
           texture_row_bytes(how, type);
}

/* ---- coordinates ------------------------------------------------------------------------------------------------- */

/* Along one dimension: where the sample lies in 1/256 of a texel, or (point) in whole texels. */
typedef struct Axis {
    int64_t size;
    TextureAddress address;
    bool normalised, linear;
} Axis;

static Axis axis_of(const SimTexture *texture, int dimension) {
    const Texture *how = &texture->how;
    const uint32_t sizes[] = {how->width, how->height, how->depth};
    Axis axis = {.size = sizes[dimension],
                 .address = how->address[dimension],
                 .normalised = how->normalised_coordinates,
                 .linear = how->filter == TEXTURE_LINEAR};
    if (!axis.normalised && axis.address != TEXTURE_BORDER) axis.address = TEXTURE_CLAMP;
    return axis;
}

static double limit(double value, double most) {
    return value < -most ? -most : value > most ? most : value;
}

/* The coordinate in units of 2^-21 texels, small enough for the arithmetic that follows: whole periods are taken off,
 * and coordinates far outside a clamped or bordered texture are limited. */
static int64_t position(const Axis *axis, float coordinate) {
    double value = isnan(coordinate) || fpclassify(coordinate) == FP_SUBNORMAL ? 0 : (double)coordinate;
    bool periodic = axis->address == TEXTURE_WRAP || axis->address == TEXTURE_MIRROR;
    double unit = (double)(INT64_C(1) << CUT_BITS);
    if (!axis->normalised) {
        /* Cutting what lies below 2^-21 would change no texel and no fraction of it. */
        return (int64_t)floor(limit(value, 0x1p20) * unit);
    }
    if (periodic && isinf(value)) return 0;
    double cut = floor(value * unit);
    cut = periodic ? fmod(cut, 2 * unit) : limit(cut, 4 * unit);
    return (int64_t)cut * axis->size;
}

/* The first texel's index and the weight of the second, in 1/256; the weight is 0 for point filtering. gather: as
 * linear filtering would find it. */
static int64_t first_texel(const Axis *axis, float coordinate, bool linear, int *weight) {
    int64_t at = position(axis, coordinate);
    *weight = 0;
    if (!linear) return at >> CUT_BITS;
    int64_t half_step = INT64_C(1) << (CUT_BITS - FRACTION_BITS - 1);
    int64_t steps = ((at + half_step) >> (CUT_BITS - FRACTION_BITS)) - WHOLE / 2;
    *weight = (int)(steps & (WHOLE - 1));
    return steps >> FRACTION_BITS;
}

static int64_t modulo(int64_t value, int64_t by) {
    int64_t rest = value % by;
    return rest < 0 ? rest + by : rest;
}

/* The texel at an index, by the address mode; -1: the border. */
static int64_t resolve(const Axis *axis, int64_t index) {
    int64_t size = axis->size;
    switch (axis->address) {
    case TEXTURE_CLAMP: return index < 0 ? 0 : index >= size ? size - 1 : index;
    case TEXTURE_BORDER: return index < 0 || index >= size ? -1 : index;
    case TEXTURE_WRAP: return modulo(index, size);
    case TEXTURE_MIRROR: index = modulo(index, 2 * size); return index < size ? index : 2 * size - 1 - index;
    }
    return -1;
}

/* ---- texels ------------------------------------------------------------------------------------------------------ */

/* A texel of the sample, and its weight. */
typedef struct Tap {
    int64_t x, y, z; /* -1: the border; z is the slice or the layer */
    int weight;
} Tap;

/* All texels of a sample. Their weights add up to WHOLE. */
typedef struct Taps {
    Tap at[MOST_TAPS];
    int count;
} Taps;

/* The element's 32 bits, sign- or zero-extended; f16 as the float that it is. */
static uint32_t element_of(const SimTexture *texture, const Tap *tap, int channel) {
    const Texture *how = &texture->how;
    if (tap->x < 0 || tap->y < 0 || tap->z < 0 || channel >= how->channels) return 0;
    size_t size = scalar_size(texture->type);
    size_t at = (size_t)tap->z * texture_slice_step(how, texture->type) +
                (size_t)tap->y * texture_row_step(how, texture->type) +
                ((size_t)tap->x * (size_t)how->channels + (size_t)channel) * size;
    uint32_t bits = 0;
    memcpy(&bits, texture->texels + at, size);
    switch (texture->type) {
    case SCALAR_I8: return (uint32_t)(int32_t)(int8_t)bits;
    case SCALAR_I16: return (uint32_t)(int32_t)(int16_t)bits;
    default: return bits;
    }
}

/* A 16-bit fixed-point number as a float, where 65535 (signed: 32767) is 1. */
static uint32_t normalised_float(int64_t value, bool is_signed) {
    double whole = is_signed ? 32767 : 65535;
    if (is_signed && value < -32767) value = -32767;
    return bits_of_float((float)((double)value / whole));
}

/* Converts an i8 in units of 1/256, of which 127 * 256 is the largest, to a 16-bit number, of which 32767 is the
 * largest: times 32767 / 32512, rounded in the steps that reproduce the hardware's results. */
static int64_t widen_i8(int64_t value) {
    return value + (((value >> 4) + (value >> 12) + 4) >> 3);
}

static bool reads_floats(const SimTexture *texture) {
    return texture->how.normalised_values || texture->type == SCALAR_F16 || texture->type == SCALAR_F32;
}

/* ---- blending ---------------------------------------------------------------------------------------------------- */

static int64_t weighted_sum(const int64_t value[MOST_TAPS], const Taps *taps) {
    int64_t sum = 0;
    for (int i = 0; i < taps->count; i++) sum += value[i] * taps->at[i].weight;
    return sum;
}

/* value * 2^-bits, rounded; a half goes up. */
static int64_t drop_bits(int64_t value, int bits) {
    return bits > 0 ? (value + (INT64_C(1) << (bits - 1))) >> bits : value;
}

static uint32_t blend_normalised(const SimTexture *texture, const Taps *taps, int channel) {
    bool is_signed = texture->type == SCALAR_I8 || texture->type == SCALAR_I16;
    int64_t value[MOST_TAPS];
    for (int i = 0; i < taps->count; i++) {
        uint32_t bits = element_of(texture, &taps->at[i], channel);
        value[i] = is_signed ? (int64_t)(int32_t)bits : (int64_t)bits;
        if (texture->type == SCALAR_U8) value[i] *= 257;
    }
    int64_t sum = weighted_sum(value, taps);
    return normalised_float(texture->type == SCALAR_I8 ? widen_i8(sum) : drop_bits(sum, FRACTION_BITS), is_signed);
}

/* Infinities and NaNs among floats that have a weight; false where there are none. */
static bool blend_special(const float value[MOST_TAPS], const Taps *taps, uint32_t nan_bits, uint32_t *result) {
    bool nan = false, up = false, down = false;
    for (int i = 0; i < taps->count; i++) {
        if (taps->at[i].weight == 0) continue;
        nan |= isnan(value[i]) != 0;
        up |= isinf(value[i]) && value[i] > 0;
        down |= isinf(value[i]) && value[i] < 0;
    }
    if (nan || (up && down))
        *result = nan_bits;
    else
        *result = bits_of_float(up ? INFINITY : -INFINITY);
    return nan || up || down;
}

/* magnitude * 2^exponent rounded to so many significant bits, none of them below 2^least; a half goes up. */
static double rounded(uint64_t magnitude, int exponent, int bits, int least) {
    int length = 64 - __builtin_clzll(magnitude | 1);
    int drop = length - bits;
    if (exponent + drop < least) drop = least - exponent;
    if (drop > 63) return 0;
    if (drop > 0) {
        magnitude = (magnitude + (UINT64_C(1) << (drop - 1))) >> drop;
        exponent += drop;
    }
    return ldexp((double)magnitude, exponent);
}

/* The sum of value * 2^exponent, with the sign of zero that adding up zeros gives. */
static float round_sum(int64_t sum, int exponent, int bits, int least, bool all_negative) {
    if (sum == 0) return all_negative ? -0.0f : 0.0f;
    double size = rounded(sum < 0 ? (uint64_t)-sum : (uint64_t)sum, exponent, bits, least);
    return (float)(sum < 0 ? -size : size);
}

static bool all_negative_zeros(const float value[MOST_TAPS], const Taps *taps) {
    for (int i = 0; i < taps->count; i++)
        if (taps->at[i].weight != 0 && (fpclassify(value[i]) == FP_NORMAL || !signbit(value[i]))) return false;
    return true;
}

/* A whole number of 2^grid. */
typedef struct GridSum {
    int64_t sum; /* at most 2^36 */
    int grid;
} GridSum;

enum { MANTISSA_BITS = 24, SLICE_TAPS = 4 };

/* The weighted sum of a slice's four texels, cut to their grid, in units of 1/WHOLE. */
static GridSum slice_sum(const float value[SLICE_TAPS], const Tap at[SLICE_TAPS]) {
    int top = INT32_MIN;
    for (int i = 0; i < SLICE_TAPS; i++) {
        int exponent;
        if (at[i].weight == 0 || fpclassify(value[i]) != FP_NORMAL) continue;
        frexpf(value[i], &exponent);
        top = exponent > top ? exponent : top;
    }
    if (top == INT32_MIN) return (GridSum){0};
    GridSum slice = {.grid = top - MANTISSA_BITS - GUARD_BITS};
    for (int i = 0; i < SLICE_TAPS; i++)
        if (at[i].weight != 0 && fpclassify(value[i]) == FP_NORMAL)
            slice.sum += (int64_t)trunc(ldexp((double)value[i], -slice.grid)) * at[i].weight;
    return slice;
}

/* The sum of both, exact but for its last bit, which stands for all that lies below 2^-26 of the coarser grid: enough
 * to round to 24 bits. */
static GridSum add_sums(GridSum a, GridSum b) {
    enum { SHIFT_MOST = 26 };
    if (a.sum == 0 || b.sum == 0) return a.sum == 0 ? b : a;
    GridSum fine = a.grid < b.grid ? a : b, coarse = a.grid < b.grid ? b : a;
    int distance = coarse.grid - fine.grid, lost = distance > SHIFT_MOST ? distance - SHIFT_MOST : 0;
    int64_t kept = lost > 62 ? -(fine.sum < 0) : fine.sum >> lost;
    if (lost > 62 || kept * (INT64_C(1) << lost) != fine.sum) kept |= 1;
    return (GridSum){coarse.sum * (INT64_C(1) << (distance - lost)) + kept, fine.grid + lost};
}

static uint32_t blend_f32(const float value[MOST_TAPS], const Taps *taps) {
    GridSum sum = {0};
    for (int i = 0; i < taps->count; i += SLICE_TAPS) sum = add_sums(sum, slice_sum(value + i, taps->at + i));
    float result =
        round_sum(sum.sum, sum.grid - FRACTION_BITS, MANTISSA_BITS, INT32_MIN / 2, all_negative_zeros(value, taps));
    return bits_of_float(fpclassify(result) == FP_SUBNORMAL ? copysignf(0, result) : result);
}

/* f16's smallest bit is 2^-24. */
static uint32_t blend_f16(const float value[MOST_TAPS], const Taps *taps) {
    int64_t whole[MOST_TAPS];
    for (int i = 0; i < taps->count; i++) whole[i] = taps->at[i].weight == 0 ? 0 : (int64_t)ldexp((double)value[i], 24);
    return bits_of_float(
        round_sum(weighted_sum(whole, taps), -24 - FRACTION_BITS, 11, -24, all_negative_zeros(value, taps)));
}

static uint32_t blend(const SimTexture *texture, const Taps *taps, int channel) {
    float value[MOST_TAPS];
    uint32_t result;
    if (texture->how.normalised_values) return blend_normalised(texture, taps, channel);
    for (int i = 0; i < taps->count; i++) {
        uint32_t bits = element_of(texture, &taps->at[i], channel);
        value[i] = texture->type == SCALAR_F16 ? half_to_float((uint16_t)bits) : bits_as_float(bits);
    }
    /* The f16 NaN is 0x7fff; as a float those bits are the highest of the mantissa. */
    if (blend_special(value, taps, texture->type == SCALAR_F16 ? UINT32_C(0x7fffe000) : UINT32_C(0x7fffffff), &result))
        return result;
    return texture->type == SCALAR_F16 ? blend_f16(value, taps) : blend_f32(value, taps);
}

/* One texel, not filtered. */
static uint32_t texel(const SimTexture *texture, const Tap *tap, int channel) {
    uint32_t bits = element_of(texture, tap, channel);
    if (texture->how.normalised_values) {
        double value = texture->type == SCALAR_I8 || texture->type == SCALAR_I16 ? (int32_t)bits : (double)bits;
        double one = texture->type == SCALAR_U8    ? 255
                     : texture->type == SCALAR_I8  ? 127
                     : texture->type == SCALAR_U16 ? 65535
                                                   : 32767;
        return bits_of_float((float)(value < -one ? -1 : value / one));
    }
    if (texture->type != SCALAR_F16) return bits;
    bool nan = (bits & 0x7c00) == 0x7c00 && (bits & 0x3ff) != 0;
    return nan ? (bits & 0x8000) << 16 | UINT32_C(0x7f800000) | (bits & 0x3ff) << 13
               : bits_of_float(half_to_float((uint16_t)bits));
}

/* ---- the whole sample -------------------------------------------------------------------------------------------- */

/* The share of a part that its second half takes by a fraction of 1/256. */
static int share_of(int part, int fraction, bool half_goes_up) {
    return (part * fraction + WHOLE / 2 - !half_goes_up) >> FRACTION_BITS;
}

static int64_t layer_of(const Texture *how, uint32_t layer) {
    if (how->layers == 0) return 0;
    return layer < how->layers ? layer : how->layers - 1;
}

/* The texels around a coordinate (the same ones again along a dimension that is not filtered) in the order (x, y),
 * (x + 1, y), (x, y + 1), (x + 1, y + 1), and in three dimensions the same of the next slice, with their weights. */
static void find_taps(const SimTexture *texture, const float at[3], uint32_t layer, bool linear, Taps *taps) {
    bool has_rows = texture->how.height != 0, has_slices = texture->how.depth != 0;
    Axis across = axis_of(texture, 0), down = axis_of(texture, 1), through = axis_of(texture, 2);
    int a, b = 0, c = 0;
    int64_t left = first_texel(&across, at[0], linear, &a);
    int64_t top = has_rows ? first_texel(&down, at[1], linear, &b) : 0;
    int64_t front = has_slices ? first_texel(&through, at[2], linear, &c) : 0;
    taps->count = has_slices && linear ? 2 * SLICE_TAPS : SLICE_TAPS;
    for (int slice = 0; slice < taps->count / SLICE_TAPS; slice++) {
        int part = slice == 0 ? WHOLE - c : c, right = share_of(part, a, true);
        const int columns[2] = {part - right, right};
        for (int x = 0; x < 2; x++) {
            int lower = share_of(columns[x], b, x == 1);
            Tap tap = {.x = resolve(&across, left + x),
                       .z = has_slices ? resolve(&through, front + slice) : layer_of(&texture->how, layer)};
            for (int y = 0; y < 2; y++) {
                tap.y = has_rows ? resolve(&down, top + y) : 0;
                tap.weight = y == 0 ? columns[x] - lower : lower;
                taps->at[SLICE_TAPS * slice + 2 * y + x] = tap;
            }
        }
    }
}

void texture_sample(const SimTexture *texture, const float at[3], uint32_t layer, uint32_t result[4]) {
    bool linear = texture->how.filter == TEXTURE_LINEAR && reads_floats(texture);
    Taps taps;
    find_taps(texture, at, layer, linear, &taps);
    for (int channel = 0; channel < 4; channel++)
        if (channel >= texture->how.channels)
            result[channel] = 0;
        else
            result[channel] = linear ? blend(texture, &taps, channel) : texel(texture, &taps.at[0], channel);
}

void texture_gather(const SimTexture *texture, int channel, const float at[3], uint32_t layer, uint32_t result[4]) {
    static const int order[4] = {2, 3, 1, 0};
    Taps taps;
    find_taps(texture, at, layer, true, &taps);
    for (int i = 0; i < 4; i++)
        result[i] = channel < texture->how.channels ? texel(texture, &taps.at[order[i]], channel) : 0;
}

void texture_texel(const SimTexture *texture, const int32_t at[3], uint32_t layer, uint32_t result[4]) {
    const Texture *how = &texture->how;
    const uint32_t sizes[] = {how->width, how->height, how->depth};
    bool inside = true;
    for (uint32_t i = 0; i < texture_dimensions(how); i++) inside &= at[i] >= 0 && (uint32_t)at[i] < sizes[i];
    Tap tap = {.x = inside ? at[0] : -1,
               .y = how->height != 0 ? at[1] : 0,
               .z = how->depth != 0 ? at[2] : layer_of(how, layer)};
    for (int channel = 0; channel < 4; channel++)
        result[channel] = inside && channel < how->channels ? texel(texture, &tap, channel) : 0;
}
