/* Shared by the simulator's tests: runs PTX that is written in the test.
 *
 * alu_check runs one instruction over many operands, once with all lanes active and once with only the even ones, and
 * compares each result with what the test computed itself. */
#ifndef WARPSCHOOL_TESTS_SIM_TESTING_H
#define WARPSCHOOL_TESTS_SIM_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/text.h"
#include "device.h"

#define PTX_HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"

typedef struct TestRun {
    Arena *arena;
    Image image;
    Launch launch;
    Result result;
} TestRun;

static TestRun test_run(const char *ptx, const char *kernel, uint32_t blocks, uint32_t threads) {
    TestRun run = {.arena = arena_new()};
    run.image = (Image){.file = "test.cu", .arch = "sm_90", .ptx = ptx, .ptx_size = strlen(ptx)};
    run.launch = (Launch){.kernel = kernel, .grid = {blocks, 1, 1}, .block = {threads, 1, 1}};
    return run;
}

static void test_execute(TestRun *run) {
    Device *device = device_open_sim();
    run->launch.image = &run->image;
    device->run(device, &run->launch, run->arena, &run->result);
    device->close(device);
}

static void test_expect(TestRun *run, RunStatus status) {
    test_execute(run);
    if (run->result.status != status)
        print_error("status %d, wanted %d: %s %s\n", run->result.status, status,
                    run->result.error != NULL ? run->result.error : "",
                    run->result.finding_count ? run->result.findings[0].message : "");
    assert_int_equal(run->result.status, status);
}

/* ---- one instruction over many operands -------------------------------------------------------------------------- */

typedef uint64_t AluExpected(uint64_t a, uint64_t b, uint64_t c);

/* Registers in the instruction: %h (16 bits), %r, %f, %d (64), %g (f64), each numbered 1 to 3 for the operands; the
 * result goes to number 0 of its class, or %p0. mask: the result's bits that count. */
static inline void alu_check(const char *instruction, char result, const uint64_t *a, const uint64_t *b,
                             const uint64_t *c, size_t count, AluExpected *expected, uint64_t mask) {
    static const char *const stores[] = {
        ['h'] = "cvt.u64.u16 %d4, %h0;", ['r'] = "cvt.u64.u32 %d4, %r0;",
        ['d'] = "mov.b64 %d4, %d0;",     ['f'] = "mov.b32 %r0, %f0; cvt.u64.u32 %d4, %r0;",
        ['g'] = "mov.b64 %d4, %g0;",     ['p'] = "selp.b64 %d4, 1, 0, %p0;",
    };
    for (int divergent = 0; divergent < 2; divergent++) {
        Text ptx = {0};
        text_printf(
            &ptx, PTX_HEAD
            ".visible .entry k(.param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pd) {\n"
            ".reg .b16 %%h<6>; .reg .b32 %%r<9>; .reg .b64 %%d<12>; .reg .f32 %%f<6>; .reg .f64 %%g<6>; .reg .pred "
            "%%p<6>;\n"
            "ld.param.u64 %%d5,[pa]; ld.param.u64 %%d6,[pb]; ld.param.u64 %%d7,[pc]; ld.param.u64 %%d8,[pd];\n"
            "mov.u32 %%r4,%%ctaid.x; mov.u32 %%r5,%%ntid.x; mov.u32 %%r6,%%tid.x; mad.lo.u32 %%r7,%%r4,%%r5,%%r6;\n"
            "mul.wide.u32 %%d9,%%r7,8; add.u64 %%d5,%%d5,%%d9; add.u64 %%d6,%%d6,%%d9; add.u64 %%d7,%%d7,%%d9;\n"
            "add.u64 %%d8,%%d8,%%d9; ld.global.u64 %%d1,[%%d5]; ld.global.u64 %%d2,[%%d6]; ld.global.u64 "
            "%%d3,[%%d7];\n");
        for (int i = 1; i <= 3; i++)
            text_printf(&ptx,
                        "cvt.u32.u64 %%r%d,%%d%d; cvt.u16.u64 %%h%d,%%d%d; mov.b32 %%f%d,%%r%d; mov.b64 %%g%d,%%d%d;\n",
                        i, i, i, i, i, i, i, i);
        if (divergent) text_add(&ptx, "and.b32 %r8,%r7,1; setp.ne.u32 %p5,%r8,0; @%p5 bra SKIP;\n");
        text_printf(&ptx, "%s\n%s\nst.global.u64 [%%d8],%%d4;\nSKIP: ret; }\n", instruction, stores[(int)result]);
        uint64_t out[1024];
        assert_true(count <= 1024 && count % 32 == 0);
        memset(out, 0x5a, sizeof out);
        Buffer buffers[] = {
            {"a", SCALAR_U64, count, (void *)(uintptr_t)a, false, NULL},
            {"b", SCALAR_U64, count, (void *)(uintptr_t)b, false, NULL},
            {"c", SCALAR_U64, count, (void *)(uintptr_t)c, false, NULL},
            {"d", SCALAR_U64, count, out, true, NULL},
        };
        Arg args[4];
        for (size_t i = 0; i < 4; i++) args[i] = (Arg){.kind = ARG_BUFFER, .buffer = i, .name = buffers[i].name};
        TestRun run = test_run(ptx.data, "k", (uint32_t)count / 32, 32);
        run.launch.buffers = buffers;
        run.launch.buffer_count = run.launch.arg_count = 4;
        run.launch.args = args;
        test_expect(&run, RUN_FINISHED);
        for (size_t i = 0; i < count; i++) {
            uint64_t want = divergent && i % 2 ? UINT64_C(0x5a5a5a5a5a5a5a5a) : expected(a[i], b[i], c[i]) & mask;
            uint64_t got = divergent && i % 2 ? out[i] : out[i] & mask;
            if (got != want)
                print_error("%s\n  a %#llx b %#llx c %#llx: got %#llx, expected %#llx\n", instruction,
                            (unsigned long long)a[i], (unsigned long long)b[i], (unsigned long long)c[i],
                            (unsigned long long)got, (unsigned long long)want);
            assert_int_equal(got, want);
        }
        arena_free(run.arena);
        text_free(&ptx);
    }
}

/* Every combination of the special values for a and b, c in another order; filled up to a multiple of 32. */
typedef struct Operands {
    uint64_t a[1024], b[1024], c[1024];
    size_t count;
} Operands;

static inline Operands combine(const uint64_t *values, size_t count) {
    Operands all = {.count = (count * count + 31) / 32 * 32};
    for (size_t i = 0; i < all.count; i++) {
        all.a[i] = values[i % count];
        all.b[i] = values[i / count % count];
        all.c[i] = values[(i * 7 + i / count) % count];
    }
    return all;
}

static inline float f32_of(uint64_t bits) {
    return bits_as_float((uint32_t)bits);
}

static inline uint64_t bits32(float value) {
    return value != value ? 0x7fffffff : bits_of_float(value); /* single precision has one NaN */
}

#endif
