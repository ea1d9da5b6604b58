/* What the assembler makes of loads, stores and atomics on shared memory.
 *
 * Each case was given to ptxas of CUDA 13.0 for sm_90 and the machine code was read: how many LDS and STS instructions
 * there were (atomics: which instruction). One warp runs each case here; %r1 is the thread's number, %r2 a parameter
 * with the value 16, %r3 the address of the array s, %r4 = s + 16 tid, %r10... what is loaded, %r40... values to
 * store. As compilers do, cases write a register once but in loops. (For ptxas all that is loaded was stored to global
 * memory at the end, so that it was not left out.) */
#include "metric_names.h"
#include "sim_testing.h"

typedef struct Case {
    const char *body;
    int loads, stores; /* instructions in the machine code */
    int before;        /* bytes of shared memory before s; 0: 16 */
} Case;

#define LOADS(a, b, c, d)                                                                                              \
    "ld.shared.u32 %r10,[%r4+" #a "]; ld.shared.u32 %r11,[%r4+" #b "];"                                                \
    "ld.shared.u32 %r12,[%r4+" #c "]; ld.shared.u32 %r13,[%r4+" #d "];"
#define FOUR LOADS(0, 4, 8, 12)
#define APART(between)                                                                                                 \
    "ld.shared.u32 %r10,[%r4]; ld.shared.u32 %r11,[%r4+4];" between                                                    \
    "ld.shared.u32 %r12,[%r4+8]; ld.shared.u32 %r13,[%r4+12];"
#define AT(address) address " add.u32 %r4,%r3,%r5;" FOUR
#define TIMES(k) "mad.lo.u32 %r4,%r1," #k ",%r3;"
#define STORE(n, at) "st.shared.u32 [%r4+" #at "],%r4" #n ";"

static Metrics measure(const char *body, int before) {
    Text ptx = {0};
    text_printf(&ptx,
                PTX_HEAD
                ".visible .entry k(.param .u64 out, .param .u32 p) {\n"
                ".reg .pred %%p<9>; .reg .b16 %%h<60>; .reg .b32 %%r<60>; .reg .b64 %%d<60>; .reg .f64 %%g<9>;\n"
                ".reg .f32 %%f<9>;\n"
                ".shared .align 4 .b8 first[%d]; .shared .align 4 .b8 s[16384]; .local .b32 l;\n"
                "ld.param.u64 %%d1,[out]; ld.param.u32 %%r2,[p]; mov.u32 %%r1,%%tid.x; mov.u32 %%r3,s;\n"
                "mul.wide.u32 %%d2,%%r1,128; add.u64 %%d1,%%d1,%%d2;\n"
                "mad.lo.u32 %%r4,%%r1,16,%%r3;\n%s\nret; }\n",
                before ? before : 16, body);
    static uint32_t out[32 * 32];
    Buffer buffer = {"out", SCALAR_U32, 32 * 32, out, true, NULL};
    Arg args[] = {{.kind = ARG_BUFFER, .name = "out"},
                  {.kind = ARG_VALUE, .type = SCALAR_U32, .value = 16, .name = "p"}};
    TestRun run = test_run(ptx.data, "k", 1, 32);
    run.launch.buffers = &buffer;
    run.launch.buffer_count = 1;
    run.launch.args = args;
    run.launch.arg_count = 2;
    test_expect(&run, RUN_FINISHED);
    Metrics metrics = run.result.metrics;
    arena_free(run.arena);
    text_free(&ptx);
    return metrics;
}

static void check_cases(const Case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        Metrics metrics = measure(cases[i].body, cases[i].before);
        int loads = (int)metrics.value[METRIC_ASSEMBLED_SHARED_LOAD_REQUESTS];
        int stores = (int)metrics.value[METRIC_ASSEMBLED_SHARED_STORE_REQUESTS];
        if (loads != cases[i].loads || stores != cases[i].stores)
            fail_msg("%d loads and %d stores, the machine code has %d and %d:\n%s", loads, stores, cases[i].loads,
                     cases[i].stores, cases[i].body);
    }
}

#define CHECK(...)                                                                                                     \
    static const Case cases[] = {__VA_ARGS__};                                                                         \
    check_cases(cases, sizeof cases / sizeof *cases)

static void neighbours_in_an_aligned_chunk_become_one_load(void **state) {
    (void)state;
    CHECK({FOUR, 1, 0, 0}, {LOADS(12, 8, 4, 0), 1, 0, 0}, {LOADS(4, 12, 0, 8), 1, 0, 0},
          {LOADS(4, 8, 12, 16), 2, 0, 0},  /* 128 bits and one */
          {LOADS(8, 12, 16, 20), 2, 0, 0}, /* two halves */
          {LOADS(0, 0, 4, 4), 1, 0, 0}, {LOADS(0, 0, 0, 0), 1, 0, 0},
          {"ld.shared.u32 %r10,[%r4]; ld.shared.u32 %r11,[%r4+4]; ld.shared.u32 %r12,[%r4+8];", 1, 0, 0},
          {"ld.shared.u32 %r10,[%r4]; ld.shared.u32 %r11,[%r4+8]; ld.shared.u32 %r12,[%r4+12];", 1, 0, 0},
          {"ld.shared.u32 %r10,[%r4]; ld.shared.u32 %r11,[%r4+12];", 2, 0, 0},
          {"ld.shared.u32 %r10,[%r4+4]; ld.shared.u32 %r11,[%r4+8];", 2, 0, 0},
          {"ld.shared.u32 %r10,[%r4+8]; ld.shared.u32 %r11,[%r4+12];", 1, 0, 0});
}

static void other_widths_and_vectors_merge_by_elements(void **state) {
    (void)state;
    CHECK({"ld.shared.u16 %h1,[%r4]; ld.shared.u16 %h2,[%r4+2];", 1, 0, 0},
          {"ld.shared.u16 %h1,[%r4]; ld.shared.u16 %h2,[%r4+2]; ld.shared.u16 %h3,[%r4+4];", 1, 0, 0},
          {"ld.shared.u16 %h1,[%r4]; ld.shared.u16 %h2,[%r4+2]; ld.shared.u16 %h3,[%r4+4]; ld.shared.u16 %h4,[%r4+6];"
           "ld.shared.u16 %h5,[%r4+8]; ld.shared.u16 %h6,[%r4+10]; ld.shared.u16 %h7,[%r4+12];",
           2, 0, 0},
          {"ld.shared.u16 %h1,[%r4+2]; ld.shared.u16 %h2,[%r4+4];", 2, 0, 0},
          {"ld.shared.u16 %r10,[%r4]; ld.shared.u16 %r11,[%r4+2];", 2, 0, 0}, /* into wider registers */
          {"ld.shared.u8 %r10,[%r4]; ld.shared.u8 %r11,[%r4+1]; ld.shared.u8 %r12,[%r4+2]; ld.shared.u8 %r13,[%r4+3];",
           4, 0, 0},
          {"ld.shared.f64 %g1,[%r4]; ld.shared.f64 %g2,[%r4+8];", 1, 0, 0},
          {TIMES(8) "ld.shared.f64 %g1,[%r4]; ld.shared.f64 %g2,[%r4+8];", 2, 0, 0},
          {"ld.shared.f64 %g1,[%r4]; ld.shared.u32 %r10,[%r4+8]; ld.shared.u32 %r11,[%r4+12];", 2, 0, 0},
          {"ld.shared.v2.u32 {%r10,%r11},[%r4]; ld.shared.v2.u32 {%r12,%r13},[%r4+8];", 1, 0, 0},
          {"ld.shared.v2.u32 {%r10,%r11},[%r4+8]; ld.shared.u32 %r12,[%r4];", 1, 0, 0},
          {"ld.shared.f32 %f1,[%r4]; ld.shared.u32 %r10,[%r4+4];", 1, 0, 0});
}

static void the_alignment_must_be_provable(void **state) {
    (void)state;
    CHECK({TIMES(4) FOUR, 4, 0, 0}, {TIMES(8) FOUR, 2, 0, 0}, {TIMES(12) FOUR, 4, 0, 0}, {TIMES(48) FOUR, 1, 0, 0},
          {FOUR, 4, 0, 4}, {FOUR, 2, 0, 8}, {FOUR, 4, 0, 12}, /* where s lies is known */
          {AT("mov.u32 %r5,%r2;"), 4, 0, 0}, {AT("and.b32 %r5,%r2,-16;"), 1, 0, 0}, {AT("shl.b32 %r5,%r2,4;"), 1, 0, 0},
          {AT("shl.b32 %r6,%r2,4; or.b32 %r5,%r6,8;"), 2, 0, 0}, {AT("mul.wide.u16 %r5,%h1,16;"), 1, 0, 0},
          {AT("shl.b32 %r6,%r2,6; shr.u32 %r5,%r6,2;"), 4, 0, 0},
          {AT("shr.u32 %r6,%r2,4; shl.b32 %r5,%r6,4;"), 1, 0, 0},
          {AT("shl.b32 %r6,%r1,4; min.u32 %r5,%r6,256;"), 4, 0, 0},
          {AT("shl.b32 %r6,%r1,4; xor.b32 %r5,%r6,32;"), 1, 0, 0},
          {AT("shl.b32 %r6,%r1,4; setp.eq.u32 %p1,%r2,3; selp.b32 %r5,%r6,64,%p1;"), 1, 0, 0},
          {AT("shl.b32 %r6,%r1,2; shl.b32 %r7,%r2,2; mul.lo.u32 %r5,%r6,%r7;"), 1, 0, 0},
          {AT("mul.wide.u32 %d5,%r2,16; cvt.u32.u64 %r5,%d5;"), 1, 0, 0},
          {AT("mov.u32 %r6,0; bfi.b32 %r5,%r2,%r6,4,8;"), 1, 0, 0},
          {AT("mov.u32 %r6,%ntid.x; shl.b32 %r5,%r6,4;"), 1, 0, 0},
          {"mov.u32 %r6,%r3; mov.u32 %r7,0;\nL: ld.shared.u32 %r10,[%r6]; ld.shared.u32 %r11,[%r6+4];"
           "add.u32 %r6,%r6,32; add.u32 %r7,%r7,1; setp.lt.u32 %p1,%r7,3; @%p1 bra L;",
           3, 0, 0},
          {"mov.u32 %r6,%r3; mov.u32 %r7,0;\nL: ld.shared.u32 %r10,[%r6]; ld.shared.u32 %r11,[%r6+4];"
           "ld.shared.u32 %r12,[%r6+8]; add.u32 %r6,%r6,8; add.u32 %r7,%r7,1; setp.lt.u32 %p1,%r7,3; @%p1 bra L;",
           6, 0, 0});
}

static void addresses_may_be_constants_or_one_register_plus_constants(void **state) {
    (void)state;
    CHECK({"ld.shared.u32 %r10,[s]; ld.shared.u32 %r11,[s+4]; ld.shared.u32 %r12,[s+8];", 1, 0, 0},
          {"ld.shared.u32 %r10,[s]; ld.shared.u32 %r11,[s+4]; ld.shared.u32 %r12,[s+8];", 1, 0, 4},
          {"ld.shared.u32 %r10,[s]; ld.shared.u32 %r11,[s+4]; ld.shared.u32 %r12,[s+8];", 2, 0, 12},
          {"ld.shared.u32 %r10,[%r3+8]; ld.shared.u32 %r11,[s+12];", 1, 0, 0},
          {"ld.shared.u32 %r10,[%r3+8]; ld.shared.u32 %r11,[s+12];", 2, 0, 4},
          {"add.u32 %r5,%r4,4; ld.shared.u32 %r10,[%r4]; ld.shared.u32 %r11,[%r5];", 1, 0, 0},
          {"add.u32 %r5,%r4,1024; ld.shared.u32 %r10,[%r5]; ld.shared.u32 %r11,[%r4+1028];", 1, 0, 0},
          {"sub.u32 %r5,%r4,-4; ld.shared.u32 %r10,[%r4]; ld.shared.u32 %r11,[%r5];", 1, 0, 0},
          {"cvt.u64.u32 %d5,%r4; ld.shared.u32 %r10,[%d5]; ld.shared.u32 %r11,[%d5+4];", 1, 0, 0},
          /* another value of the register */
          {"ld.shared.u32 %r10,[%r4]; xor.b32 %r4,%r4,64; ld.shared.u32 %r11,[%r4+4];", 2, 0, 0});
}

static void what_may_change_shared_memory_keeps_loads_apart(void **state) {
    (void)state;
    CHECK({APART("bar.sync 0;"), 2, 0, 0}, {APART("st.shared.u32 [%r3+8192],%r2;"), 2, 1, 0},
          {APART("st.volatile.shared.u32 [%r3+8192],%r2;"), 2, 1, 0}, {APART("st.u32 [%d1],%r2;"), 2, 0, 0},
          {APART("red.shared.add.u32 [%r3+8192],2;"), 2, 0, 0}, {APART("membar.cta;"), 2, 0, 0},
          {APART("fence.acq_rel.cta;"), 2, 0, 0}, {APART("bar.warp.sync -1;"), 2, 0, 0});
}

static void what_cannot_change_shared_memory_does_not(void **state) {
    (void)state;
    CHECK({APART("st.global.u32 [%d1],%r2;"), 1, 0, 0}, {APART("ld.global.u32 %r20,[%d1];"), 1, 0, 0},
          {APART("red.global.add.u32 [%d1],1;"), 1, 0, 0}, {APART("shfl.sync.idx.b32 %r20,%r1,0,31,-1;"), 1, 0, 0},
          {APART("vote.sync.ballot.b32 %r20,%p2,-1;"), 1, 0, 0}, {APART("ld.u32 %r20,[%d1];"), 1, 0, 0},
          {APART("ld.volatile.shared.u32 %r20,[%r3+4096];"), 2, 0, 0}, {APART("st.local.u32 [l],%r2;"), 1, 0, 0},
          {APART("setp.eq.u32 %p1,%r1,%r2; @%p1 ld.shared.u32 %r20,[%r3+4096];"), 2, 0, 0});
}

static void volatile_and_guarded_accesses_stay_as_they_are(void **state) {
    (void)state;
    CHECK({"ld.volatile.shared.u32 %r10,[%r4]; ld.volatile.shared.u32 %r11,[%r4+4];", 2, 0, 0},
          {"setp.ne.u32 %p1,%r2,3; @%p1 ld.shared.u32 %r10,[%r4]; @%p1 ld.shared.u32 %r11,[%r4+4];", 2, 0, 0},
          {"st.volatile.shared.u32 [%r4],%r40; st.volatile.shared.u32 [%r4+4],%r41;", 0, 2, 0},
          {"setp.ne.u32 %p1,%r2,3; @%p1 st.shared.u32 [%r4],%r40; @%p1 st.shared.u32 [%r4+4],%r41;", 0, 2, 0});
}

static void stores_merge_only_with_their_neighbours_in_the_text(void **state) {
    (void)state;
    CHECK({STORE(0, 0) STORE(1, 4) STORE(2, 8) STORE(3, 12), 0, 1, 0},
          {STORE(0, 4) STORE(1, 12) STORE(2, 0) STORE(3, 8), 0, 1, 0},
          {STORE(0, 0) STORE(1, 4) STORE(2, 8) STORE(3, 12), 0, 2, 8},
          {STORE(0, 0) STORE(1, 4) STORE(2, 8) STORE(3, 12), 0, 4, 4}, {STORE(0, 0) STORE(1, 4) STORE(2, 8), 0, 2, 0},
          {STORE(0, 0) STORE(1, 8) STORE(2, 12), 0, 2, 0}, {STORE(0, 4) STORE(1, 8) STORE(2, 12) STORE(3, 16), 0, 3, 0},
          {STORE(0, 0) STORE(1, 64) STORE(2, 4) STORE(3, 68), 0, 4, 0}, {STORE(0, 0) STORE(1, 0) STORE(2, 4), 0, 2, 0},
          {"st.shared.u32 [s],%r40; st.shared.u32 [s+4],%r41; st.shared.u32 [s+8],0; st.shared.u32 [s+12],0;", 0, 1, 0},
          {"st.shared.u32 [s],%r40; st.shared.u32 [s+4],%r41; st.shared.u32 [s+8],0; st.shared.u32 [s+12],0;", 0, 3, 4},
          {STORE(0, 0) "ld.shared.u32 %r10,[%r3+8192];" STORE(1, 4), 1, 2, 0},
          {STORE(0, 0) "bar.sync 0;" STORE(1, 4), 0, 2, 0},
          {STORE(0, 0) "ld.global.u32 %r10,[%d1];" STORE(1, 4), 0, 1, 0},
          {STORE(0, 0) "st.global.u32 [%d1],%r40;" STORE(1, 4), 0, 1, 0},
          {"st.shared.v2.u32 [%r4],{%r40,%r41}; st.shared.v2.u32 [%r4+8],{%r42,%r43};", 0, 1, 0},
          {"st.shared.v2.u32 [%r4],{%r40,%r41};" STORE(2, 8) STORE(3, 12), 0, 3, 0},
          {"st.shared.f64 [%r4],%g1; st.shared.f64 [%r4+8],%g2;", 0, 1, 0},
          {"st.shared.f64 [%r4],%g1;" STORE(0, 8) STORE(1, 12), 0, 2, 0},
          {"st.shared.u16 [%r4],%h1; st.shared.u16 [%r4+2],%h2; st.shared.u16 [%r4+4],%h3;", 0, 2, 0});
}

/* By hand: 32 lanes read 16 bytes each, side by side. As four loads of 4 bytes, lanes that are 8 apart meet in a bank:
 * 4 wavefronts each. As one load of 16 bytes, 8 lanes at a time fill the 32 banks: 4 wavefronts, none too many. */
static void a_merged_load_costs_what_a_load_of_its_width_costs(void **state) {
    (void)state;
    Metrics metrics = measure(LOADS(8, 0, 12, 4), 0);
    assert_float_equal(metrics.value[METRIC_SHARED_LOAD_REQUESTS], 4, 0);
    assert_float_equal(metrics.value[METRIC_SHARED_LOAD_WAVEFRONTS], 16, 0);
    assert_float_equal(metrics.value[METRIC_SHARED_LOAD_CONFLICTS], 12, 0);
    assert_float_equal(metrics.value[METRIC_ASSEMBLED_SHARED_LOAD_REQUESTS], 1, 0);
    assert_float_equal(metrics.value[METRIC_ASSEMBLED_SHARED_LOAD_WAVEFRONTS], 4, 0);
    assert_float_equal(metrics.value[METRIC_ASSEMBLED_SHARED_LOAD_CONFLICTS], 0, 0);
    assert_float_equal(metrics.value[METRIC_ASSEMBLED_SHARED_WAVEFRONTS], 4, 0);
}

/* Lanes read one of two rows, 64 bytes apart, in no regular order: lane l that of the lowest bit of l * l / 3. As one
 * load of 16 bytes, every group of 8 lanes wants the 4 words of each row, which lie in 8 banks. Lanes 2 and 3 agree, 4
 * and 5 do not, so that there are four groups. */
static void lanes_that_are_not_evenly_apart_cost_as_much_as_the_wide_load(void **state) {
    (void)state;
    Metrics metrics = measure(
        "mul.lo.u32 %r6,%r1,%r1; div.u32 %r7,%r6,3; and.b32 %r8,%r7,1; mad.lo.u32 %r4,%r8,64,%r3;" LOADS(12, 8, 4, 0),
        0);
    assert_float_equal(metrics.value[METRIC_SHARED_LOAD_WAVEFRONTS], 4, 0);
    assert_float_equal(metrics.value[METRIC_ASSEMBLED_SHARED_LOAD_REQUESTS], 1, 0);
    assert_float_equal(metrics.value[METRIC_ASSEMBLED_SHARED_LOAD_WAVEFRONTS], 4, 0);
    assert_float_equal(metrics.value[METRIC_ASSEMBLED_SHARED_LOAD_CONFLICTS], 0, 0);
}

typedef struct AtomicCase {
    const char *body;
    int wavefronts;
} AtomicCase;

/* Four lanes each share one of 8 words, which lie in 8 banks: 4 wavefronts as written, 1 where lanes with one address
 * count once. On the one word at %r3 it is 32 and 1. In the machine code ATOMS.POPC.INC, or one lane's ATOMS after a
 * REDUX or a vote, stood for the ones. */
static void equal_addresses_are_added_up_where_the_assembler_does_so(void **state) {
    (void)state;
    static const AtomicCase cases[] = {
        {"red.shared.add.u32 [%r4],1;", 1},
        {"atom.shared.add.u32 %r9,[%r4],1;", 1},
        {"atom.shared.add.u32 _,[%r4],1;", 1},
        {"mov.u32 %r9,1; red.shared.add.u32 [%r4],%r9;", 1},
        {"red.shared.inc.u32 [%r4],0xffffffff;", 1},
        {"red.shared.add.s32 [%r4],1;", 4},
        {"red.shared.add.u32 [%r4],2;", 4},
        {"red.shared.add.u32 [%r4],-1;", 4},
        {"red.shared.inc.u32 [%r4],7;", 4},
        {"red.shared.dec.u32 [%r4],0xffffffff;", 4},
        {"red.shared.max.u32 [%r4],1;", 4},
        {"atom.shared.add.u32 %r9,[%r4],1; st.global.u32 [%d1],%r9;", 4},
        {"red.shared.add.u32 [s],%r1;", 1},
        {"red.shared.add.s32 [%r3],%r1;", 1},
        {"red.shared.min.u32 [%r3],%r1;", 1},
        {"red.shared.max.s32 [%r3],%r1;", 1},
        {"red.shared.and.b32 [%r3],%r1;", 1},
        {"red.shared.or.b32 [%r3],%r1;", 1},
        {"red.shared.xor.b32 [%r3],%r1;", 1},
        {"red.shared.inc.u32 [%r3],%r1;", 32},
        {"red.shared.dec.u32 [%r3],%r1;", 32},
        {"shl.b32 %r6,%r2,2; add.u32 %r7,%r6,%r3; red.shared.add.u32 [%r7],%r1;", 1},
        {"mov.u32 %r6,%ctaid.x; shl.b32 %r7,%r6,2; add.u32 %r8,%r7,%r3; red.shared.add.u32 [%r8],%r1;", 1},
        {"mov.u32 %r6,%tid.y; shl.b32 %r7,%r6,2; add.u32 %r8,%r7,%r3; red.shared.add.u32 [%r8],%r1;", 32},
        {"setp.lt.u32 %p1,%r1,%r2; @%p1 bra L; red.shared.add.u32 [%r3],%r1;\nL:", 1},
        {"atom.shared.add.u32 %r9,[%r3],%r2; st.global.u32 [%d1],%r9;", 1},
        {"atom.shared.add.u32 %r9,[%r3],1; st.global.u32 [%d1],%r9;", 1},
        {"atom.shared.min.u32 %r9,[%r3],%r1; st.global.u32 [%d1],%r9;", 32},
        {"atom.shared.exch.b32 %r9,[%r3],%r1; st.global.u32 [%d1],%r9;", 32},
        {"atom.shared.cas.b32 %r9,[%r3],0,%r1; st.global.u32 [%d1],%r9;", 32},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text body = {0};
        text_printf(&body, "shr.u32 %%r5,%%r1,2; mad.lo.u32 %%r4,%%r5,16,%%r3; %s", cases[i].body);
        Metrics metrics = measure(body.data, 0);
        int wavefronts = (int)metrics.value[METRIC_ASSEMBLED_SHARED_ATOMIC_WAVEFRONTS];
        if (wavefronts != cases[i].wavefronts)
            fail_msg("%d wavefronts instead of %d: %s", wavefronts, cases[i].wavefronts, cases[i].body);
        assert_float_equal(metrics.value[METRIC_ASSEMBLED_SHARED_ATOMIC_REQUESTS], 1, 0);
        assert_float_equal(metrics.value[METRIC_ASSEMBLED_SHARED_ATOMIC_CONFLICTS], wavefronts - 1, 0);
        text_free(&body);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_in_an_aligned_chunk_become_one_load),
        cmocka_unit_test(other_widths_and_vectors_merge_by_elements),
        cmocka_unit_test(the_alignment_must_be_provable),
        cmocka_unit_test(addresses_may_be_constants_or_one_register_plus_constants),
        cmocka_unit_test(what_may_change_shared_memory_keeps_loads_apart),
        cmocka_unit_test(what_cannot_change_shared_memory_does_not),
        cmocka_unit_test(volatile_and_guarded_accesses_stay_as_they_are),
        cmocka_unit_test(stores_merge_only_with_their_neighbours_in_the_text),
        cmocka_unit_test(a_merged_load_costs_what_a_load_of_its_width_costs),
        cmocka_unit_test(lanes_that_are_not_evenly_apart_cost_as_much_as_the_wide_load),
        cmocka_unit_test(equal_addresses_are_added_up_where_the_assembler_does_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
