/* The student's names for mangled ones. The mangled names come from nvcc; c++filt gives the same last parts. */
#include "ptx/mangle.h"
#include "ptx_help.h"

static void check(Arena *arena, const char *mangled, const char *name) {
    assert_string_equal(ptx_source_name(arena, mangled), name);
}

static void a_local_variable_is_what_follows_its_function(void **state) {
    check(*state, "_ZZ1tE4tile", "tile");
    check(*state, "_ZZ1tE4tile_0", "tile");
    check(*state, "_ZZN6course6reduceIfEEvPKT_PS1_E7partial", "partial");
    check(*state, "_ZZ9transposePKiPiiE4tile__10_", "tile");
}

static void a_variable_that_the_compiler_took_apart_keeps_its_name(void **state) {
    check(*state, "_ZZ1kE1s_$_0", "s");
    check(*state, "_ZZ1kPiE7last_$1_$_12", "last_$1"); /* a name may hold what looks like a suffix */
    check(*state, "_ZZ1kPiE4pair$_1", "pair");
    check(*state, "_ZZ1kPiE4pair_0.3", "pair");
}

static void a_function_is_its_last_identifier(void **state) {
    check(*state, "_Z3fibi", "fib");
    check(*state, "_ZN6course6reduceIfEEvPKT_PS1_", "reduce");
    check(*state, "_ZN5space5bytesE", "bytes");
    check(*state, "_ZL5limit", "limit");
    check(*state, "_ZN12_GLOBAL__N_15tableE", "table");
    check(*state, "_ZN4demoILi16ELb1EE3runEv", "run");
}

static void an_operator_is_named_as_it_is_written(void **state) {
    check(*state, "_ZNK1VplERKS_", "operator+");
    check(*state, "_ZN1VaSERKS_", "operator=");
    check(*state, "_ZN1VrSEi", "operator>>=");
    check(*state, "_ZNK3fooIfEclEi", "operator()");
    check(*state, "_Zml1VS_", "operator*");
    check(*state, "_ZNK1VzzERKS_", "_ZNK1VzzERKS_");
}

/* Digits that are no length: what was said before, parameters, arrays, _Float16, lambdas. The names are g++'s, the last
 * one nvcc's. */
static void template_arguments_may_hold_any_digits(void **state) {
    check(*state, "_ZN1a3boxINS_3hubIA4_fNS1_INS_6tripleES3_EEE7Policy9EE3runEPS6_", "run");
    check(*state, "_ZN1a3boxINS_3hubINS_6tripleEDF16_EEE5twiceINS1_IS2_S2_EEEEvPT_PS3_", "twice");
    check(*state, "_ZN1a4manyIPFiNS_6tripleEfELb1ELh7EJS1_fNS_3hubIS1_iEEEEEvT_DpT2_", "many");
    check(*state, "_ZN1a4manyIZ4mainEUlT_E_Lb0ELh1EJEEEvS1_DpT2_", "many");
    check(*state, "_ZN1a4manyIZ4mainEUlT_E12_Lb0ELh1EJEEEvS1_DpT2_", "many");
    check(*state, "_ZN1b2inIN1a3hubIiNS2_IiiE7Policy9EEEE2goINS1_6tripleEEEvNS2_IS5_T_EE", "go");
    check(
        *state,
        "_ZN3cub17CUB_300001_SM_9006detail6reduce28DeviceReduceSingleTileKernelINS2_10policy_hubIijN4cuda3std3__"
        "44plusIiEEE10Policy1000EN6thrust23THRUST_300001_SM_900_NS6detail15normal_iteratorINSD_10device_ptrIiEEEEPijS9_"
        "iiNS7_10__identityEEEvT0_T1_T2_T3_T4_T6_",
        "DeviceReduceSingleTileKernel");
}

static void what_is_not_mangled_stays_as_it_is(void **state) {
    check(*state, "matmul", "matmul");
    check(*state, "$str$1", "$str$1");
    check(*state, "_Z", "_Z");
    check(*state, "_ZZ", "_ZZ");
    check(*state, "_ZN", "_ZN");
    check(*state, "_Z99999999999x", "_Z99999999999x");
    check(*state, "_ZN3abcIE", "_ZN3abcIE");
    check(*state, "_ZN3abcIS", "_ZN3abcIS");
    check(*state, "_ZN3abcIUlE", "_ZN3abcIUlE");
    check(*state, "_ZN3abcIUlE7E", "_ZN3abcIUlE7E");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_arena, close_arena)
    const struct CMUnitTest tests[] = {
        TEST(a_local_variable_is_what_follows_its_function),
        TEST(a_variable_that_the_compiler_took_apart_keeps_its_name),
        TEST(a_function_is_its_last_identifier),
        TEST(an_operator_is_named_as_it_is_written),
        TEST(template_arguments_may_hold_any_digits),
        TEST(what_is_not_mangled_stays_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
