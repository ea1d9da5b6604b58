/* Stores that memory has a part in, and stores of constants. */
#include "ptx/depends.h"
#include "sim_testing.h"

#define HEAD                                                                                                           \
    PTX_HEAD ".visible .entry k(.param .u64 p, .param .u32 n) {\n.reg .pred %p<4>; .reg .b32 %r<9>;\n"                 \
             ".reg .b64 %d<9>; .shared .align 16 .b8 tile[512];\n"                                                     \
             "ld.param.u64 %d1, [p]; cvta.to.global.u64 %d1, %d1; ld.param.u32 %r1, [n];\n"
#define TAIL " ret; }\n"

typedef bool *Stores(const PtxSites *sites, Arena *arena);

/* A digit for each site of the program: 1 where it is one of those stores. */
static void expect_of(Stores *stores, const char *ptx, const char *digits) {
    Arena *arena = arena_new();
    PtxSites sites;
    assert_true(ptx_sites_find(ptx, strlen(ptx), arena, &sites));
    assert_int_equal(sites.count, strlen(digits));
    const bool *is = stores(&sites, arena);
    for (size_t i = 0; i < sites.count; i++) assert_int_equal(is[i], digits[i] - '0');
    arena_free(arena);
}

static void expect(const char *ptx, const char *digits) {
    expect_of(ptx_constant_stores, ptx, digits);
}

static void parameters_and_thread_numbers_are_constants(void **state) {
    (void)state;
    expect(HEAD "mov.u32 %r2, %tid.x; add.s32 %r3, %r2, %r1; st.shared.u32 [tile], %r3; st.shared.u32 [tile], 7;" TAIL,
           "11");
}

static void what_is_loaded_is_none(void **state) {
    (void)state;
    expect(HEAD "ld.global.u32 %r2, [%d1]; add.s32 %r3, %r2, 1; st.shared.u32 [tile], %r3;" TAIL, "00");
    expect(HEAD "ld.shared.u32 %r2, [tile]; st.shared.v2.u32 [tile], {%r1, %r2};" TAIL, "00");
    expect(HEAD "atom.global.add.u32 %r2, [%d1], 1; st.shared.u32 [tile], %r2;" TAIL, "00");
    expect(HEAD "ld.global.u32 %r2, [%d1]; shfl.sync.idx.b32 %r3, %r2, 0, 31, -1; st.shared.u32 [tile], %r3;" TAIL,
           "00");
}

static void the_address_does_not_count(void **state) {
    (void)state;
    expect(HEAD "ld.global.u64 %d2, [%d1]; st.global.u32 [%d2], %r1;" TAIL, "01");
}

static void guards_and_choices_count(void **state) {
    (void)state;
    expect(HEAD "ld.global.u32 %r2, [%d1]; setp.gt.s32 %p1, %r2, 0; @%p1 st.shared.u32 [tile], 1;"
                "selp.u32 %r3, 1, 0, %p1; st.shared.u32 [tile], %r3; st.shared.u32 [tile], 1;" TAIL,
           "0001");
    expect(HEAD "setp.gt.s32 %p1, %r1, 0; @%p1 st.shared.u32 [tile], 1;" TAIL, "1");
}

/* %r3 is 1 or 2: which of them, a branch says. */
static const char chosen[] = "mov.u32 %r3, 1; @%p1 bra OVER; mov.u32 %r3, 2; OVER: st.shared.u32 [tile], %r3;" TAIL;

static void a_branch_chooses_between_writers(void **state) {
    (void)state;
    Arena *arena = arena_new();
    expect(arena_printf(arena, "%s%s", HEAD "ld.global.u32 %r2, [%d1]; setp.gt.s32 %p1, %r2, 0;", chosen), "00");
    expect(arena_printf(arena, "%s%s", HEAD "setp.gt.s32 %p1, %r1, 0;", chosen), "1");
    arena_free(arena);
}

/* A register that is written last, at the end of a loop, counts from the loop's beginning on. */
static void the_order_of_writers_does_not_count(void **state) {
    (void)state;
    expect(HEAD "mov.u32 %r2, 0; AGAIN: st.shared.u32 [tile], %r2; ld.global.u32 %r3, [%d1]; add.s32 %r2, %r2, %r3;"
                "setp.lt.s32 %p1, %r1, 9; @%p1 bra AGAIN;" TAIL,
           "00");
}

static void loads_from_shared_and_global_memory_may_lead_to_a_store_alone(void **state) {
    (void)state;
    expect_of(ptx_loaded_stores,
              HEAD "ld.global.u32 %r2, [%d1]; ld.shared.u32 %r3, [tile]; mad.lo.s32 %r4, %r2, %r3, %r1;"
                   "st.shared.u32 [tile], %r4;" TAIL,
              "001");
    expect_of(ptx_loaded_stores, HEAD "atom.global.add.u32 %r2, [%d1], 1; st.shared.u32 [tile], %r2;" TAIL, "00");
    expect_of(ptx_loaded_stores,
              HEAD ".local .align 4 .b8 mine[8]; ld.local.u32 %r2, [mine]; st.shared.u32 [tile], %r2;" TAIL, "00");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_and_thread_numbers_are_constants),
        cmocka_unit_test(what_is_loaded_is_none),
        cmocka_unit_test(the_address_does_not_count),
        cmocka_unit_test(guards_and_choices_count),
        cmocka_unit_test(a_branch_chooses_between_writers),
        cmocka_unit_test(the_order_of_writers_does_not_count),
        cmocka_unit_test(loads_from_shared_and_global_memory_may_lead_to_a_store_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
