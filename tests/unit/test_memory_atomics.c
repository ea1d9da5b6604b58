/* Atomic operations against plain C, lane after lane, in shared and in global memory. */
#include <math.h>
#include <pthread.h>

#include "device.h"
#include "finding_kinds.h"
#include "memory_fixture.h"
#include "metric_names.h"

typedef struct Case {
    PtxAtomic atomic;
    PtxType type;
    int bytes;
} Case;

static const Case cases[] = {
    {PTX_ATOM_ADD, PTX_U32, 4},  {PTX_ATOM_ADD, PTX_S32, 4}, {PTX_ATOM_ADD, PTX_U64, 8}, {PTX_ATOM_ADD, PTX_F32, 4},
    {PTX_ATOM_ADD, PTX_F64, 8},  {PTX_ATOM_MIN, PTX_U32, 4}, {PTX_ATOM_MIN, PTX_S32, 4}, {PTX_ATOM_MIN, PTX_U64, 8},
    {PTX_ATOM_MIN, PTX_S64, 8},  {PTX_ATOM_MAX, PTX_U32, 4}, {PTX_ATOM_MAX, PTX_S32, 4}, {PTX_ATOM_MAX, PTX_U64, 8},
    {PTX_ATOM_MAX, PTX_S64, 8},  {PTX_ATOM_AND, PTX_B32, 4}, {PTX_ATOM_AND, PTX_B64, 8}, {PTX_ATOM_OR, PTX_B32, 4},
    {PTX_ATOM_OR, PTX_B64, 8},   {PTX_ATOM_XOR, PTX_B32, 4}, {PTX_ATOM_XOR, PTX_B64, 8}, {PTX_ATOM_EXCH, PTX_B32, 4},
    {PTX_ATOM_EXCH, PTX_B64, 8}, {PTX_ATOM_CAS, PTX_B16, 2}, {PTX_ATOM_CAS, PTX_B32, 4}, {PTX_ATOM_CAS, PTX_B64, 8},
    {PTX_ATOM_INC, PTX_U32, 4},  {PTX_ATOM_DEC, PTX_U32, 4},
};

/* One lane's operation as CUDA's programming guide writes it down, on values of the type's own C type. */
static void by_hand(Case c, void *place, const void *operand, const void *second) {
#define WITH(type, expression)                                                                                         \
    do {                                                                                                               \
        type old, x, y;                                                                                                \
        memcpy(&old, place, sizeof old), memcpy(&x, operand, sizeof x), memcpy(&y, second, sizeof y);                  \
        (void)y;                                                                                                       \
        type new_value = (type)(expression);                                                                           \
        memcpy(place, &new_value, sizeof new_value);                                                                   \
        return;                                                                                                        \
    } while (0)
    if (c.atomic == PTX_ATOM_ADD && c.type == PTX_F32) WITH(float, old + x);
    if (c.atomic == PTX_ATOM_ADD && c.type == PTX_F64) WITH(double, old + x);
    if (c.atomic == PTX_ATOM_ADD && c.bytes == 4) WITH(uint32_t, old + x);
    if (c.atomic == PTX_ATOM_ADD) WITH(uint64_t, old + x);
    if (c.atomic == PTX_ATOM_MIN && c.type == PTX_S32) WITH(int32_t, old < x ? old : x);
    if (c.atomic == PTX_ATOM_MIN && c.type == PTX_S64) WITH(int64_t, old < x ? old : x);
    if (c.atomic == PTX_ATOM_MIN && c.bytes == 4) WITH(uint32_t, old < x ? old : x);
    if (c.atomic == PTX_ATOM_MIN) WITH(uint64_t, old < x ? old : x);
    if (c.atomic == PTX_ATOM_MAX && c.type == PTX_S32) WITH(int32_t, old > x ? old : x);
    if (c.atomic == PTX_ATOM_MAX && c.type == PTX_S64) WITH(int64_t, old > x ? old : x);
    if (c.atomic == PTX_ATOM_MAX && c.bytes == 4) WITH(uint32_t, old > x ? old : x);
    if (c.atomic == PTX_ATOM_MAX) WITH(uint64_t, old > x ? old : x);
    if (c.atomic == PTX_ATOM_AND) WITH(uint64_t, old & x);
    if (c.atomic == PTX_ATOM_OR) WITH(uint64_t, old | x);
    if (c.atomic == PTX_ATOM_XOR) WITH(uint64_t, old ^ x);
    if (c.atomic == PTX_ATOM_EXCH) WITH(uint64_t, x);
    if (c.atomic == PTX_ATOM_CAS && c.bytes == 2) WITH(uint16_t, old == x ? y : old);
    if (c.atomic == PTX_ATOM_CAS && c.bytes == 4) WITH(uint32_t, old == x ? y : old);
    if (c.atomic == PTX_ATOM_CAS) WITH(uint64_t, old == x ? y : old);
    if (c.atomic == PTX_ATOM_INC) WITH(uint32_t, old >= x ? 0 : old + 1);
    if (c.atomic == PTX_ATOM_DEC) WITH(uint32_t, old == 0 || old > x ? x : old - 1);
#undef WITH
    fail_msg("no C for this atomic");
}

static uint64_t random_state = 12345;

static uint64_t next_random(void) { /* Knuth's multiplier; the high bits are the good ones */
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return random_state >> 20;
}

/* Small numbers, so that comparisons, wrap-arounds and swaps go both ways; negative ones among the signed and the
 * real. */
static uint64_t operand_for(Case c) {
    int64_t small = (int64_t)(next_random() % 7) - 3;
    uint64_t bits = 0;
    float f32 = (float)small * 0.3f;
    double f64 = (double)small * 0.3;
    if (c.type == PTX_F32)
        memcpy(&bits, &f32, sizeof f32);
    else if (c.type == PTX_F64)
        memcpy(&bits, &f64, sizeof f64);
    else
        bits = (uint64_t)small;
    return bits;
}

static void run_case(Case c, PtxSpace space, uint32_t mask) {
    Fixture f;
    fixture_begin(&f);
    uint64_t base = space == PTX_SHARED ? TILE : f.in;
    uint8_t places[8 * 8] = {0}, row_bytes = c.bytes == 8 ? 8 : 4; /* eight places; lanes crowd on them */
    SimAccess clear = access_of(REQUEST_STORE, space, 0);
    uint32_t zeros[32] = {0};
    assert_true(perform(&f, clear, 0, EVERY_LANE, strided(base, 4), zeros));
    sim_block_barrier(f.block);
    uint8_t first[32 * 8], second[32 * 8], old[32 * 8], expected_old[32 * 8];
    memset(old, 0x77, sizeof old);
    memset(expected_old, 0x77, sizeof expected_old);
    Lanes lanes;
    for (int lane = 0; lane < 32; lane++) {
        uint64_t a = operand_for(c), b = operand_for(c), place = next_random() % 8;
        memcpy(first + lane * row_bytes, &a, row_bytes);
        memcpy(second + lane * row_bytes, &b, row_bytes);
        lanes.at[lane] = base + place * (uint64_t)c.bytes;
        if ((mask >> lane & 1) == 0) continue;
        uint8_t wide[8] = {0}, *at = places + place * (uint64_t)c.bytes; /* by_hand may touch 8 bytes: on a copy */
        memcpy(wide, at, (size_t)c.bytes);
        memset(expected_old + lane * row_bytes, 0, row_bytes);
        memcpy(expected_old + lane * row_bytes, at, (size_t)c.bytes);
        uint8_t x[8] = {0}, y[8] = {0};
        memcpy(x, &a, (size_t)c.bytes);
        memcpy(y, &b, (size_t)c.bytes);
        by_hand(c, wide, x, y);
        memcpy(at, wide, (size_t)c.bytes);
    }
    SimAccess access = {.op = REQUEST_ATOMIC,
                        .space = (uint8_t)space,
                        .element = (uint8_t)c.bytes,
                        .vector = 1,
                        .row = row_bytes,
                        .atomic = (uint8_t)c.atomic,
                        .type = (uint8_t)c.type,
                        .returns = true,
                        .pc = 1};
    void *const data[8] = {first, second};
    assert_true(sim_atomic_supported(c.atomic, c.type));
    assert_true(sim_access(f.block, &access, (SimWho){.warp = 0}, mask, lanes.at, data, old));
    uint8_t after[64];
    uint64_t generic = space == PTX_SHARED ? SIM_SHARED_BASE + base : base;
    assert_true(sim_read_bytes(f.block, 0, generic, after, sizeof after));
    assert_memory_equal(after, places, 8 * (size_t)c.bytes);
    assert_memory_equal(old, expected_old, 32 * (size_t)row_bytes);
    fixture_end(&f);
}

static void every_operation_does_what_plain_c_does(void **state) {
    (void)state;
    static const uint32_t masks[] = {EVERY_LANE, 0x12345678, 1};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int round = 0; round < 8; round++)
            for (size_t m = 0; m < 3; m++) {
                run_case(cases[i], PTX_SHARED, masks[m]);
                run_case(cases[i], PTX_GLOBAL, masks[m]);
            }
}

/* One lane adds operand to a place that holds before; the bits that are there afterwards. */
static uint32_t add_once(PtxSpace space, PtxType type, uint8_t bytes, uint32_t before, uint32_t operand) {
    Fixture f;
    fixture_begin(&f);
    uint64_t base = space == PTX_SHARED ? TILE : f.in;
    uint32_t row[32] = {before}, after[32] = {0};
    assert_true(perform(&f, access_of(REQUEST_STORE, space, 0), 0, 1, strided(base, 0), row));
    SimAccess access = {.op = REQUEST_ATOMIC,
                        .space = (uint8_t)space,
                        .element = bytes,
                        .vector = 1,
                        .row = 4,
                        .atomic = PTX_ATOM_ADD,
                        .type = (uint8_t)type,
                        .pc = 1};
    row[0] = operand;
    assert_true(perform(&f, access, 0, 1, strided(base, 0), row));
    assert_true(perform(&f, access_of(REQUEST_LOAD, space, 2), 0, 1, strided(base, 0), after));
    fixture_end(&f);
    return after[0];
}

static uint16_t to_half(double value) {
    uint16_t bits;
    scalar_set(SCALAR_F16, &bits, value);
    return bits;
}

static double from_half(uint16_t bits) {
    return scalar_get(SCALAR_F16, &bits);
}

static void halves_are_added_and_rounded_once(void **state) {
    (void)state;
    for (int i = 0; i < 2000; i++) { /* the sum of two halves is exact in a double; scalar_set rounds it */
        uint16_t a = (uint16_t)next_random(), b = (uint16_t)next_random();
        if (isnan(from_half(a) + from_half(b))) continue;
        uint32_t sum = add_once(PTX_SHARED, PTX_F16, 2, a, b);
        assert_int_equal(sum & 0xffff, to_half(from_half(a) + from_half(b)));
        if (i % 10 != 0) continue;
        uint32_t pair = add_once(PTX_GLOBAL, PTX_F16X2, 4, (uint32_t)a | 0x3c000000u, (uint32_t)b | 0x40000000u);
        assert_int_equal(pair, (uint32_t)to_half(from_half(a) + from_half(b)) | 0x42000000u); /* 1 + 2 = 3 above */
    }
    assert_int_equal(add_once(PTX_SHARED, PTX_F16, 2, 0x7bff, 0x7bff) & 0xffff, 0x7c00); /* 65504 + 65504: infinity */
}

/* bfloat16 is the upper half of a float: 1.0 = 0x3f80, and one more unit in the last place is 1/128. */
static void bfloat16_sums_round_to_nearest_even(void **state) {
    (void)state;
    assert_int_equal(add_once(PTX_SHARED, PTX_BF16X2, 4, 0x3f803f80, 0x3f804000),
                     0x40004040);                                                  /* 1 + 1 = 2, 1 + 2 = 3 */
    assert_int_equal(add_once(PTX_GLOBAL, PTX_BF16X2, 4, 0x3f80, 0x3b80), 0x3f80); /* 1 + 1/256: a tie, to even */
    assert_int_equal(add_once(PTX_GLOBAL, PTX_BF16X2, 4, 0x3f81, 0x3b80), 0x3f82); /* one unit more: up to even */
    assert_int_equal(add_once(PTX_GLOBAL, PTX_BF16X2, 4, 0x7f7f, 0x7f7f), 0x7f80); /* the largest twice: infinity */
    assert_int_equal(add_once(PTX_GLOBAL, PTX_BF16X2, 4, 0x0001, 0x0001), 0x0002); /* subnormals */
    assert_int_equal(add_once(PTX_GLOBAL, PTX_BF16X2, 4, 0xbf80, 0x3f80), 0x0000); /* -1 + 1 = +0 */
}

static void subnormal_floats_are_kept_in_shared_and_flushed_in_global_memory(void **state) {
    (void)state; /* PTX ISA, atom: add.f32 on global memory flushes subnormal inputs and results */
    assert_int_equal(add_once(PTX_SHARED, PTX_F32, 4, 1, 2), 3);
    assert_int_equal(add_once(PTX_GLOBAL, PTX_F32, 4, 1, 2), 0);
    assert_int_equal(add_once(PTX_GLOBAL, PTX_F32, 4, 0x80000001, 0x80000000), 0x80000000);
    assert_int_equal(add_once(PTX_SHARED, PTX_F32, 4, 0x7f800000, 0xff800000), 0x7fffffff); /* inf - inf */
}

static void what_is_not_known_is_said_to_be(void **state) {
    (void)state;
    assert_false(sim_atomic_supported(PTX_ATOM_AND, PTX_F32));
    assert_false(sim_atomic_supported(PTX_ATOM_NONE, PTX_U32));
    Fixture f;
    fixture_begin(&f);
    SimAccess access = access_of(REQUEST_ATOMIC, PTX_GLOBAL, 1);
    access.atomic = PTX_ATOM_AND;
    access.type = PTX_F32;
    uint32_t row[32] = {0};
    assert_false(perform(&f, access, 0, 1, strided(f.in, 0), row));
    fixture_end(&f);
}

enum { WORKERS = 3, ROUNDS = 3000 };

typedef struct Worker {
    Fixture *f;
    SimBlockMemory *block;
} Worker;

/* Every lane adds 1 to one counter, again and again. */
static void *add_many_times(void *argument) {
    Worker *worker = argument;
    SimAccess access = {.op = REQUEST_ATOMIC,
                        .space = PTX_GLOBAL,
                        .element = 4,
                        .vector = 1,
                        .row = 4,
                        .atomic = PTX_ATOM_ADD,
                        .type = PTX_U32};
    uint32_t ones[32];
    for (int lane = 0; lane < 32; lane++) ones[lane] = 1;
    void *const data[8] = {ones};
    Lanes lanes = strided(worker->f->in, 0);
    for (int i = 0; i < ROUNDS; i++)
        sim_access(worker->block, &access, (SimWho){.warp = 0}, EVERY_LANE, lanes.at, data, NULL);
    return NULL;
}

static void workers_that_add_to_one_counter_lose_nothing(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    Worker workers[WORKERS];
    pthread_t threads[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        workers[i] = (Worker){&f, sim_block_memory_new(f.memory, &f.layout)};
        assert_int_equal(pthread_create(&threads[i], NULL, add_many_times, &workers[i]), 0);
    }
    for (int i = 0; i < WORKERS; i++) {
        pthread_join(threads[i], NULL);
        sim_block_memory_free(workers[i].block);
    }
    uint32_t sum;
    memcpy(&sum, f.in_bytes, sizeof sum);
    assert_int_equal(sum, WORKERS * ROUNDS * 32);
    fixture_end(&f);
}

static void an_atomic_costs_the_most_lanes_that_hit_one_bank(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    f.layout.races = false;
    SimAccess access = access_of(REQUEST_ATOMIC, PTX_SHARED, 1);
    access.atomic = PTX_ATOM_ADD;
    access.type = PTX_U32;
    uint32_t row[32] = {0};
    assert_true(perform(&f, access, 0, EVERY_LANE, strided(TILE, 0), row)); /* 32 lanes on one word: 32 */
    assert_true(perform(&f, access, 0, EVERY_LANE, strided(TILE, 4), row)); /* a bank each: 1 */
    Lanes crowd = strided(TILE, 4);
    for (int lane = 0; lane < 5; lane++) crowd.at[lane] = TILE + 31 * 4; /* six lanes on bank 31 */
    assert_true(perform(&f, access, 0, EVERY_LANE, crowd, row));
    fixture_merge(&f);
    assert_true(metric(&f, METRIC_SHARED_ATOMIC_REQUESTS) == 3);
    assert_true(metric(&f, METRIC_SHARED_ATOMIC_WAVEFRONTS) == 32 + 1 + 6);
    assert_true(metric(&f, METRIC_SHARED_ATOMIC_CONFLICTS) == 31 + 0 + 5);
    assert_true(metric(&f, METRIC_SHARED_ATOMIC_WAYS) == 32);
    fixture_end(&f);
}

static void an_atomic_on_local_memory_is_a_fault(void **state) {
    (void)state;
    Fixture f;
    fixture_begin(&f);
    SimAccess access = access_of(REQUEST_ATOMIC, PTX_GENERIC, 1);
    access.atomic = PTX_ATOM_ADD;
    access.type = PTX_U32;
    uint32_t row[32] = {0};
    assert_false(perform(&f, access, 0, EVERY_LANE, strided(SIM_LOCAL_BASE, 0), row));
    fixture_merge(&f);
    assert_int_equal(f.result.findings[0].kind, FINDING_OUT_OF_BOUNDS);
    fixture_end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_does_what_plain_c_does),
        cmocka_unit_test(halves_are_added_and_rounded_once),
        cmocka_unit_test(bfloat16_sums_round_to_nearest_even),
        cmocka_unit_test(subnormal_floats_are_kept_in_shared_and_flushed_in_global_memory),
        cmocka_unit_test(what_is_not_known_is_said_to_be),
        cmocka_unit_test(workers_that_add_to_one_counter_lose_nothing),
        cmocka_unit_test(an_atomic_costs_the_most_lanes_that_hit_one_bank),
        cmocka_unit_test(an_atomic_on_local_memory_is_a_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
