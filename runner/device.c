#include "device.h"
#include "finding_kinds.h"
#include "metric_names.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

const char *const scalar_name[SCALAR_COUNT] = {
    [SCALAR_I8] = "i8",   [SCALAR_U8] = "u8",   [SCALAR_I16] = "i16", [SCALAR_U16] = "u16",
    [SCALAR_I32] = "i32", [SCALAR_U32] = "u32", [SCALAR_I64] = "i64", [SCALAR_U64] = "u64",
    [SCALAR_F16] = "f16", [SCALAR_F32] = "f32", [SCALAR_F64] = "f64",
};

const char *const schedule_name[SCHEDULE_COUNT] = {
    [SCHEDULE_LOCKSTEP] = "lockstep", [SCHEDULE_REVERSE] = "reverse", [SCHEDULE_RANDOM] = "random"};

const char *const finding_name[FINDING_KIND_COUNT] = {
#define FINDING(finding, name, title, meaning, why) [finding] = name,
#include "finding.def"
#undef FINDING
};
const FindingInfo finding_info[FINDING_KIND_COUNT] = {
#define FINDING(finding, name, title, meaning, why) [finding] = {title, meaning, why},
#include "finding.def"
#undef FINDING
};
const FindingKind finding_kind_count = FINDING_KIND_COUNT;

size_t launch_arg_size(const Arg *arg) {
    if (arg->kind != ARG_VALUE) return 8;
    return arg->bytes != NULL ? arg->size : scalar_size(arg->type);
}

size_t scalar_size(Scalar scalar) {
    static const unsigned char size[SCALAR_COUNT] = {
        [SCALAR_I8] = 1,  [SCALAR_U8] = 1,  [SCALAR_I16] = 2, [SCALAR_U16] = 2, [SCALAR_I32] = 4, [SCALAR_U32] = 4,
        [SCALAR_I64] = 8, [SCALAR_U64] = 8, [SCALAR_F16] = 2, [SCALAR_F32] = 4, [SCALAR_F64] = 8,
    };
    return size[scalar];
}

static double half_to_double(uint16_t bits) {
    int exponent = bits >> 10 & 31;
    double fraction = bits & 1023;
    double value = exponent == 0    ? ldexp(fraction, -24)
                   : exponent == 31 ? (fraction == 0 ? INFINITY : NAN)
                                    : ldexp(1024 + fraction, exponent - 25);
    return bits & 0x8000 ? -value : value;
}

/* Round to nearest, ties to even, as IEEE 754 binary16 asks: scaling by a power of two is exact, and nearbyint rounds
 * once in the default mode. */
static uint16_t double_to_half(double value) {
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    value = fabs(value);
    if (isnan(value)) return (uint16_t)(sign | 0x7e00);
    if (value >= 65520) return (uint16_t)(sign | 0x7c00); /* halfway between the largest half and the next power */
    int exponent;
    frexp(value, &exponent); /* value = f * 2^exponent with f in [0.5, 1) */
    int lowest = exponent - 11 < -24 ? -24 : exponent - 11;
    double units = nearbyint(ldexp(value, -lowest)); /* 1024..2048 for normal numbers, below 1024 for subnormal ones */
    if (units < 1024) return (uint16_t)(sign | (uint16_t)units);
    return (uint16_t)(sign | (((lowest + 24) << 10) + (int)units)); /* the 1024's bit adds one to the exponent field */
}

double scalar_get(Scalar scalar, const void *element) {
#define READ(type)                                                                                                     \
    do {                                                                                                               \
        type value;                                                                                                    \
        memcpy(&value, element, sizeof value);                                                                         \
        return (double)value;                                                                                          \
    } while (0)
    switch (scalar) {
    case SCALAR_I8: READ(int8_t);
    case SCALAR_U8: READ(uint8_t);
    case SCALAR_I16: READ(int16_t);
    case SCALAR_U16: READ(uint16_t);
    case SCALAR_I32: READ(int32_t);
    case SCALAR_U32: READ(uint32_t);
    case SCALAR_I64: READ(int64_t);
    case SCALAR_U64: READ(uint64_t);
    case SCALAR_F32: READ(float);
    case SCALAR_F64: READ(double);
    case SCALAR_F16: {
        uint16_t bits;
        memcpy(&bits, element, sizeof bits);
        return half_to_double(bits);
    }
    case SCALAR_COUNT: break;
    }
#undef READ
    return NAN;
}

/* C leaves a conversion that does not fit undefined: clamp to 64 bits first, so that narrower types wrap as usual. */
static uint64_t to_integer(double value) {
    if (isnan(value)) return 0;
    if (value >= 18446744073709551616.0) return UINT64_MAX;
    if (value <= -9223372036854775808.0) return (uint64_t)INT64_MIN;
    return value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
}

void scalar_set(Scalar scalar, void *element, double value) {
    uint64_t integer = to_integer(value);
    if (scalar == SCALAR_F64) {
        memcpy(element, &value, sizeof value);
    } else if (scalar == SCALAR_F32) {
        float single = (float)value;
        memcpy(element, &single, sizeof single);
    } else if (scalar == SCALAR_F16) {
        uint16_t half = double_to_half(value);
        memcpy(element, &half, sizeof half);
    } else { /* low bytes first: every machine we run on is little endian, as the GPU is */
        memcpy(element, &integer, scalar_size(scalar));
    }
}

const KernelResources *image_resources(const Image *image, const char *kernel) {
    for (size_t i = 0; i < image->resource_count; i++)
        if (text_equal(image->resources[i].kernel, kernel)) return &image->resources[i];
    return NULL;
}

static void set_if_reported(Metrics *metrics, Metric metric, int value) {
    if (value >= 0) metrics_set(metrics, metric, value);
}

void launch_metrics(const Launch *launch, Metrics *metrics) {
    metrics_set(metrics, METRIC_LAUNCH_SHARED_DYNAMIC, (double)launch->shared_dynamic);
    const KernelResources *resources = image_resources(launch->image, launch->kernel);
    if (resources == NULL) return;
    set_if_reported(metrics, METRIC_LAUNCH_REGISTERS, resources->registers);
    set_if_reported(metrics, METRIC_LAUNCH_SHARED_STATIC, resources->shared_static);
    set_if_reported(metrics, METRIC_LAUNCH_LOCAL, resources->stack);
    set_if_reported(metrics, METRIC_LAUNCH_SPILL_STORES, resources->spill_stores);
    set_if_reported(metrics, METRIC_LAUNCH_SPILL_LOADS, resources->spill_loads);
}

static size_t count_of(const Result *result, FindingKind kind, bool warning) {
    size_t count = 0;
    for (size_t i = 0; i < result->finding_count; i++) {
        const Finding *finding = &result->findings[i];
        if (finding->warning == warning && (kind == FINDING_ANY || finding->kind == kind)) count++;
    }
    return count;
}

size_t result_findings(const Result *result, FindingKind kind) {
    return count_of(result, kind, false);
}

size_t result_warnings(const Result *result) {
    return count_of(result, FINDING_ANY, true);
}

size_t result_warnings_of(const Result *result, FindingKind kind) {
    return count_of(result, kind, true);
}
