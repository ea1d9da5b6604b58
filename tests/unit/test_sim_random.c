/* Random programs against plain C: a generator writes PTX and does the same to its own copy of every thread's
 * registers. Integer and floating-point arithmetic, branches and loops in which lanes diverge, and exchange through
 * shared memory. The seeds are fixed; a failure prints the seed and the program. */
#include "sim_testing.h"

#include <math.h>
#include <stdlib.h>

enum { THREADS = 96, WORDS = 8, WIDES = 4, FLOATS = 4, DOUBLES = 3, DEEPEST = 4 };

typedef struct Program {
    uint64_t random;
    Text ptx;
    int labels;
    bool active[DEEPEST + 1][THREADS]; /* by nesting */
    int depth;
    uint32_t r[WORDS][THREADS];
    uint64_t d[WIDES][THREADS];
    float f[FLOATS][THREADS];
    double g[DOUBLES][THREADS];
} Program;

static uint32_t next(Program *program, uint32_t below) { /* splitmix64 (Steele, Lea, Flood) */
    uint64_t z = program->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ z >> 31) >> 16) % below;
}

#define EACH_ACTIVE                                                                                                    \
    for (int t = 0; t < THREADS; t++)                                                                                  \
        if (program->active[program->depth][t])
#define EMIT(...) text_printf(&program->ptx, __VA_ARGS__)

/* ---- straight lines ---------------------------------------------------------------------------------------------- */

static uint32_t word_of(int operation, uint32_t a, uint32_t b, uint32_t c) {
    switch (operation) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: return a * b;
    case 3: return (uint32_t)((uint64_t)a * b >> 32);
    case 4: return (uint32_t)((int64_t)(int32_t)a * (int32_t)b >> 32);
    case 5: return a * b + c;
    case 6: return a & b;
    case 7: return a ^ b;
    case 8: return a | ~b;
    case 9: return b > 31 ? 0 : a << b;
    case 10: return b > 31 ? 0 : a >> b;
    case 11: return (uint32_t)((int32_t)a >> (b > 31 ? 31 : b));
    case 12: return a < b ? a : b;
    case 13: return (int32_t)a > (int32_t)b ? a : b;
    case 14: return (uint32_t)__builtin_popcount(a) + b;
    case 15: return a ? (uint32_t)__builtin_clz(a) : 32;
    case 16: return (a & b) | (~a & c);
    case 17: return (uint32_t)((((uint64_t)b << 32 | a) << (c & 31)) >> 32);
    case 18: return (int32_t)a < (int32_t)b ? c : a;
    case 19: return b == 0 ? UINT32_MAX : a / b;
    default: return __builtin_bswap32(a);
    }
}

static const char *const word_text[] = {
    "add.u32 %%r%d,%%r%d,%%r%d;",
    "sub.s32 %%r%d,%%r%d,%%r%d;",
    "mul.lo.u32 %%r%d,%%r%d,%%r%d;",
    "mul.hi.u32 %%r%d,%%r%d,%%r%d;",
    "mul.hi.s32 %%r%d,%%r%d,%%r%d;",
    "mad.lo.u32 %%r%d,%%r%d,%%r%d,%%r%d;",
    "and.b32 %%r%d,%%r%d,%%r%d;",
    "xor.b32 %%r%d,%%r%d,%%r%d;",
    "lop3.b32 %%r%d,%%r%d,%%r%d,%%r%d,0xf3;",
    "shl.b32 %%r%d,%%r%d,%%r%d;",
    "shr.u32 %%r%d,%%r%d,%%r%d;",
    "shr.s32 %%r%d,%%r%d,%%r%d;",
    "min.u32 %%r%d,%%r%d,%%r%d;",
    "max.s32 %%r%d,%%r%d,%%r%d;",
    NULL, /* popc and add */
    "clz.b32 %%r%d,%%r%d;",
    "lop3.b32 %%r%d,%%r%d,%%r%d,%%r%d,0xca;",
    "shf.l.wrap.b32 %%r%d,%%r%d,%%r%d,%%r%d;",
    NULL,
    /* setp and selp */ "div.u32 %%r%d,%%r%d,%%r%d;",
    "prmt.b32 %%r%d,%%r%d,0,0x0123;",
};

static void add_word(Program *program) {
    int operation = (int)next(program, sizeof word_text / sizeof *word_text);
    int to = (int)next(program, WORDS), a = (int)next(program, WORDS), b = (int)next(program, WORDS),
        c = (int)next(program, WORDS);
    if (operation == 14)
        EMIT("{.reg .b32 n; popc.b32 n,%%r%d; add.u32 %%r%d,n,%%r%d;}", a, to, b);
    else if (operation == 18)
        EMIT("{.reg .pred q; setp.lt.s32 q,%%r%d,%%r%d; selp.b32 %%r%d,%%r%d,%%r%d,q;}", a, b, to, c, a);
    else
        EMIT(word_text[operation], to, a, b, c);
    EMIT("\n");
    EACH_ACTIVE program->r[to][t] = word_of(operation, program->r[a][t], program->r[b][t], program->r[c][t]);
}

static void add_wide(Program *program) {
    int operation = (int)next(program, 7), to = (int)next(program, WIDES), a = (int)next(program, WIDES),
        b = (int)next(program, WIDES);
    int word = (int)next(program, WORDS);
    static const char *const text[] = {"add.u64 %%d%d,%%d%d,%%d%d;\n", "mul.lo.u64 %%d%d,%%d%d,%%d%d;\n",
                                       "xor.b64 %%d%d,%%d%d,%%d%d;\n", "min.s64 %%d%d,%%d%d,%%d%d;\n"};
    if (operation < 4)
        EMIT(text[operation], to, a, b);
    else if (operation == 4)
        EMIT("mad.wide.s32 %%d%d,%%r%d,%%r%d,%%d%d;\n", to, word, (word + 1) % WORDS, a);
    else if (operation == 5)
        EMIT("shr.u64 %%d%d,%%d%d,%%r%d;\n", to, a, word);
    else
        EMIT("cvt.u32.u64 %%r%d,%%d%d;\n", word, a);
    EACH_ACTIVE {
        uint64_t x = program->d[a][t], y = program->d[b][t];
        uint32_t w = program->r[word][t], other = program->r[(word + 1) % WORDS][t];
        if (operation == 6)
            program->r[word][t] = (uint32_t)x;
        else
            program->d[to][t] = operation == 0   ? x + y
                                : operation == 1 ? x * y
                                : operation == 2 ? x ^ y
                                : operation == 3 ? ((int64_t)x < (int64_t)y ? x : y)
                                : operation == 4 ? (uint64_t)((int64_t)(int32_t)w * (int32_t)other) + x
                                                 : (w > 63 ? 0 : x >> w);
    }
}

static void add_float(Program *program) {
    int operation = (int)next(program, 8), to = (int)next(program, FLOATS), a = (int)next(program, FLOATS),
        b = (int)next(program, FLOATS);
    int c = (int)next(program, FLOATS), word = (int)next(program, WORDS);
    static const char *const text[] = {"add.rn.f32 %%f%d,%%f%d,%%f%d;\n", "sub.rn.f32 %%f%d,%%f%d,%%f%d;\n",
                                       "mul.rn.f32 %%f%d,%%f%d,%%f%d;\n", "fma.rn.f32 %%f%d,%%f%d,%%f%d,%%f%d;\n",
                                       "div.rn.f32 %%f%d,%%f%d,%%f%d;\n", "sqrt.rn.f32 %%f%d,%%f%d;\n"};
    if (operation < 6)
        EMIT(text[operation], to, a, b, c);
    else if (operation == 6)
        EMIT("cvt.rn.f32.s32 %%f%d,%%r%d;\n", to, word);
    else
        EMIT("cvt.rzi.s32.f32 %%r%d,%%f%d;\n", word, a);
    EACH_ACTIVE {
        float x = program->f[a][t], y = program->f[b][t], z = program->f[c][t];
        switch (operation) {
        case 0: program->f[to][t] = x + y; break;
        case 1: program->f[to][t] = x - y; break;
        case 2: program->f[to][t] = x * y; break;
        case 3: program->f[to][t] = fmaf(x, y, z); break;
        case 4: program->f[to][t] = x / y; break;
        case 5: program->f[to][t] = sqrtf(x); break;
        case 6: program->f[to][t] = (float)(int32_t)program->r[word][t]; break;
        default:
            program->r[word][t] = (uint32_t)(isnan(x)       ? 0
                                             : x >= 0x1p31f ? INT32_MAX
                                             : x < -0x1p31f ? INT32_MIN
                                                            : (int32_t)x);
            break;
        }
    }
}

static void add_double(Program *program) {
    int operation = (int)next(program, 5), to = (int)next(program, DOUBLES), a = (int)next(program, DOUBLES),
        b = (int)next(program, DOUBLES);
    int word = (int)next(program, WORDS);
    static const char *const text[] = {"add.rn.f64 %%g%d,%%g%d,%%g%d;\n", "mul.rn.f64 %%g%d,%%g%d,%%g%d;\n"};
    if (operation < 2)
        EMIT(text[operation], to, a, b);
    else if (operation == 2)
        EMIT("fma.rn.f64 %%g%d,%%g%d,%%g%d,%%g%d;\n", to, a, b, to);
    else if (operation == 3)
        EMIT("cvt.rn.f64.u32 %%g%d,%%r%d;\n", to, word);
    else
        EMIT("cvt.rn.f32.f64 %%f%d,%%g%d;\n", to, a);
    EACH_ACTIVE {
        double x = program->g[a][t], y = program->g[b][t];
        switch (operation) {
        case 0: program->g[to][t] = x + y; break;
        case 1: program->g[to][t] = x * y; break;
        case 2: program->g[to][t] = fma(x, y, program->g[to][t]); break;
        case 3: program->g[to][t] = program->r[word][t]; break;
        default: program->f[to][t] = (float)x; break;
        }
    }
}

static void add_line(Program *program, bool floats) {
    uint32_t kind = next(program, floats ? 4 : 2);
    if (kind == 0)
        add_word(program);
    else if (kind == 1)
        add_wide(program);
    else if (kind == 2)
        add_float(program);
    else
        add_double(program);
}

/* ---- control flow ------------------------------------------------------------------------------------------------ */

static void add_block(Program *program, int lines);

static void add_branch(Program *program) {
    int a = (int)next(program, WORDS), b = (int)next(program, WORDS), label = program->labels++;
    bool *outer = program->active[program->depth], *inner = program->active[program->depth + 1], taken[THREADS];
    EMIT("setp.lt.u32 %%p%d,%%r%d,%%r%d;\n@!%%p%d bra ELSE%d;\n", program->depth, a, b, program->depth, label);
    for (int t = 0; t < THREADS; t++) {
        taken[t] = program->r[a][t] < program->r[b][t];
        inner[t] = outer[t] && taken[t];
    }
    program->depth++;
    add_block(program, 5);
    EMIT("bra END%d;\nELSE%d:\n", label, label);
    for (int t = 0; t < THREADS; t++) inner[t] = outer[t] && !taken[t];
    add_block(program, 5);
    EMIT("END%d:\n", label);
    program->depth--;
}

/* As many times as the low bits of a register say. The body is written once, so that its model runs it again for those
 * that go around again: the same random numbers, without a second text. */
static void add_loop(Program *program) {
    int a = (int)next(program, WORDS), label = program->labels++, depth = program->depth;
    bool *outer = program->active[depth], *inner = program->active[depth + 1];
    uint32_t times[THREADS], most = 0;
    for (int t = 0; t < THREADS; t++) {
        times[t] = program->r[a][t] & 7;
        if (outer[t] && times[t] > most) most = times[t];
    }
    EMIT("and.b32 %%n%d,%%r%d,7;\nHEAD%d: setp.eq.u32 %%p%d,%%n%d,0;\n@%%p%d bra END%d;\n", depth, a, label, depth,
         depth, depth, label);
    uint64_t seed = program->random;
    size_t written = 0;
    for (uint32_t round = 0; round < most || round == 0; round++) {
        for (int t = 0; t < THREADS; t++) inner[t] = outer[t] && round < times[t];
        program->random = seed;
        program->depth++;
        for (int line = 0; line < 4; line++) add_line(program, true);
        program->depth--;
        if (round == 0) written = program->ptx.size;
        program->ptx.size = written;
        program->ptx.data[written] = 0;
    }
    EMIT("sub.u32 %%n%d,%%n%d,1;\nbra HEAD%d;\nEND%d:\n", depth, depth, label, label);
}

static void add_block(Program *program, int lines) {
    for (int line = 0; line < lines; line++) {
        uint32_t kind = next(program, 6);
        if (kind == 0 && program->depth + 1 < DEEPEST)
            add_branch(program);
        else if (kind == 1 && program->depth + 1 < DEEPEST)
            add_loop(program);
        else
            add_line(program, true);
    }
}

/* Every thread gives a word to another one, by a permutation of the block. */
static void add_exchange(Program *program) {
    int reg = (int)next(program, WORDS), factor = (int)(6 * next(program, 16) + 1), shift = (int)next(program, THREADS);
    if (factor % 2 == 0 || factor % 3 == 0) factor = 5; /* prime to 96 */
    uint32_t kept[THREADS];
    EMIT("bar.sync 0;\nmad.lo.u32 %%a,%%tid.x,%d,%d;\nrem.u32 %%a,%%a,%d;\nshl.b32 %%a,%%a,2;\nadd.u32 "
         "%%a,%%a,%%base;\nst.shared.u32 [%%a],%%r%d;\n",
         factor, shift, THREADS, reg);
    EMIT("bar.sync 0;\nshl.b32 %%a,%%tid.x,2;\nadd.u32 %%a,%%a,%%base;\nld.shared.u32 %%r%d,[%%a];\n", reg);
    for (int t = 0; t < THREADS; t++) kept[(t * factor + shift) % THREADS] = program->r[reg][t];
    memcpy(program->r[reg], kept, sizeof kept);
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

static void begin(Program *program, uint64_t seed) {
    *program = (Program){.random = seed};
    for (int t = 0; t < THREADS; t++) program->active[0][t] = true;
    EMIT(PTX_HEAD ".visible .entry k(.param .u64 out) {\n.reg .b32 %%r<8>; .reg .b32 %%n<8>; .reg .b64 %%d<4>; .reg "
                  ".f32 %%f<4>;\n"
                  ".reg .f64 %%g<3>; .reg .pred %%p<8>; .reg .b32 %%a,%%base,%%i; .reg .b64 %%o,%%w;\n.shared .align 4 "
                  ".b8 kept[384];\n"
                  "mov.u32 %%base,kept;\nmov.u32 %%i,%%tid.x;\nld.param.u64 %%o,[out];\n");
    for (int i = 0; i < WORDS; i++) {
        uint32_t factor = next(program, UINT32_MAX) | 1, first = i % 2 ? next(program, 40) : next(program, UINT32_MAX);
        if (i % 2) factor &= 7; /* small numbers, which shifts and loops want */
        EMIT("mad.lo.u32 %%r%d,%%i,%u,%u;\n", i, factor, first);
        for (int t = 0; t < THREADS; t++) program->r[i][t] = (uint32_t)t * factor + first;
    }
    for (int i = 0; i < WIDES; i++) {
        EMIT("mov.b64 %%d%d,{%%r%d,%%r%d};\n", i, i, i + 1);
        for (int t = 0; t < THREADS; t++) program->d[i][t] = (uint64_t)program->r[i + 1][t] << 32 | program->r[i][t];
    }
    for (int i = 0; i < FLOATS; i++) {
        EMIT("cvt.rn.f32.s32 %%f%d,%%r%d;\n", i, i);
        for (int t = 0; t < THREADS; t++) program->f[i][t] = (float)(int32_t)program->r[i][t];
    }
    for (int i = 0; i < DOUBLES; i++) {
        EMIT("cvt.rn.f64.s64 %%g%d,%%d%d;\n", i, i);
        for (int t = 0; t < THREADS; t++) program->g[i][t] = (double)(int64_t)program->d[i][t];
    }
}

/* NaN apart: which one comes out is tests/conformance's business. */
static uint64_t bits_of_result(double value) {
    return isnan(value) ? 0x7ff8 : bits_of_double(value);
}

static void finish(Program *program, uint64_t seed) {
    enum { KEPT = WORDS + WIDES + FLOATS + DOUBLES };
    static uint64_t out[THREADS * KEPT];
    EMIT("mul.wide.u32 %%w,%%i,%d;\nadd.u64 %%o,%%o,%%w;\n", KEPT * 8);
    for (int i = 0; i < WORDS; i++) EMIT("cvt.u64.u32 %%w,%%r%d;\nst.global.u64 [%%o+%d],%%w;\n", i, 8 * i);
    for (int i = 0; i < WIDES; i++) EMIT("st.global.u64 [%%o+%d],%%d%d;\n", 8 * (WORDS + i), i);
    for (int i = 0; i < FLOATS; i++)
        EMIT("{.reg .f64 x; cvt.f64.f32 x,%%f%d; st.global.f64 [%%o+%d],x;}\n", i, 8 * (WORDS + WIDES + i));
    for (int i = 0; i < DOUBLES; i++) EMIT("st.global.f64 [%%o+%d],%%g%d;\n", 8 * (WORDS + WIDES + FLOATS + i), i);
    EMIT("ret;\n}\n");
    Buffer buffer = {.name = "out", .type = SCALAR_U64, .count = THREADS * KEPT, .bytes = out, .output = true};
    Arg arg = {.kind = ARG_BUFFER, .buffer = 0, .name = "out"};
    TestRun run = test_run(program->ptx.data, "k", 1, THREADS);
    run.launch.buffers = &buffer;
    run.launch.args = &arg;
    run.launch.buffer_count = run.launch.arg_count = 1;
    test_expect(&run, RUN_FINISHED);
    int wrong = 0;
    for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < KEPT; i++) {
            uint64_t got = out[t * KEPT + i], want;
            int at = i - WORDS - WIDES;
            if (i < WORDS)
                want = program->r[i][t];
            else if (at < 0)
                want = program->d[i - WORDS][t];
            else
                want = bits_of_result(at < FLOATS ? (double)program->f[at][t] : program->g[at - FLOATS][t]);
            if (at >= 0) got = bits_of_result(bits_as_double(got));
            if (got != want && wrong++ == 0)
                print_error("seed %llu, thread %d, value %d: got %#llx, expected %#llx\n%s", (unsigned long long)seed,
                            t, i, (unsigned long long)got, (unsigned long long)want, program->ptx.data);
        }
    assert_int_equal(wrong, 0);
    assert_int_equal(run.result.finding_count, 0);
    arena_free(run.arena);
    text_free(&program->ptx);
}

static Program program;

static void straight_lines_of_integers_give_what_c_gives(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        begin(&program, seed);
        for (int line = 0; line < 60; line++) add_line(&program, false);
        finish(&program, seed);
    }
}

static void straight_lines_with_floating_point_give_what_c_gives(void **state) {
    (void)state;
    for (uint64_t seed = 1001; seed <= 1060; seed++) {
        begin(&program, seed);
        for (int line = 0; line < 60; line++) add_line(&program, true);
        finish(&program, seed);
    }
}

static void branches_and_loops_give_each_lane_what_c_gives(void **state) {
    (void)state;
    for (uint64_t seed = 2001; seed <= 2080; seed++) {
        begin(&program, seed);
        add_block(&program, 30);
        finish(&program, seed);
    }
}

static void threads_exchange_through_shared_memory_as_c_does(void **state) {
    (void)state;
    for (uint64_t seed = 3001; seed <= 3040; seed++) {
        begin(&program, seed);
        for (int round = 0; round < 5; round++) {
            add_block(&program, 4);
            add_exchange(&program);
        }
        finish(&program, seed);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_lines_of_integers_give_what_c_gives),
        cmocka_unit_test(straight_lines_with_floating_point_give_what_c_gives),
        cmocka_unit_test(branches_and_loops_give_each_lane_what_c_gives),
        cmocka_unit_test(threads_exchange_through_shared_memory_as_c_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
