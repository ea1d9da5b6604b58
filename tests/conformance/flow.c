/* Branches, jump tables, calls, fences, guards and special registers. */
#include <string.h>

#include "cases.h"

#define MODEL(name, expression)                                                                                        \
    static uint64_t name(const void *context, const uint64_t x[OPERANDS]) {                                            \
        uint64_t a = x[0], b = x[1];                                                                                   \
        (void)context, (void)a, (void)b;                                                                               \
        return (uint64_t)(expression);                                                                                 \
    }

static uint64_t factorial(uint64_t n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

static uint64_t collatz(const void *context, const uint64_t x[OPERANDS]) {
    (void)context;
    uint64_t n = (x[0] & 63) + 1, steps = 0;
    for (; n != 1; steps++) n = n % 2 ? 3 * n + 1 : n / 2;
    return steps;
}

/* clang-format off */
MODEL(table, (a & 3) == 0 ? 100 : (a & 3) == 1 ? 200 : (a & 3) == 2 ? 300 : 100)
MODEL(guarded, (a & 1) ? (uint32_t)b + 1 : (uint32_t)b)
MODEL(recursive, (uint32_t)factorial(a & 7))
MODEL(through_pointer, (uint32_t)((a & 1) ? a * 3 : a + 9))
MODEL(one, 1)
MODEL(low, (uint32_t)a)
/* clang-format on */

/* clang-format off */
static const struct {
    const char *prelude, *text;
    char result;
    Model *model;
} rows[] = {
    {"", "and.b32 %r5,%r1,63; add.u32 %r5,%r5,1; mov.u32 %r0,0;\nHEAD: setp.eq.u32 %p5,%r5,1; @%p5 bra DONE; "
      "and.b32 %r6,%r5,1; setp.eq.u32 %p6,%r6,0; @%p6 bra EVEN; "
         "mad.lo.u32 %r5,%r5,3,1; bra.uni NEXT;\nEVEN: shr.u32 %r5,%r5,1;\nNEXT: add.u32 %r0,%r0,1; bra HEAD;\n"
           "DONE:", 'r', collatz},
    {"", "and.b32 %r5,%r1,3;\nT: .branchtargets A,B,C,A;\nbrx.idx %r5,T;\nA: mov.u32 %r0,100; bra.uni JOIN;\n"
      "B: mov.u32 %r0,200; bra.uni JOIN;\nC: mov.u32 %r0,300;\nJOIN:", 'r', table},
    {"", "mov.u32 %r0,%r2; @%p1 add.u32 %r0,%r0,1;", 'r', guarded},
    {"", "add.u32 %r0,%r2,1; @!%p1 sub.u32 %r0,%r0,1;", 'r', guarded},
    {".visible .func (.param .b32 r) factorial(.param .b32 n) { .reg .b32 %r<5>; .reg .pred %p<2>; "
      "ld.param.u32 %r1,[n]; setp.lt.u32 %p1,%r1,2; mov.u32 %r2,1; @%p1 bra DONE; sub.u32 %r3,%r1,1; "
     "{ .param .b32 a; .param .b32 b; st.param.b32 [a],%r3; call.uni (b),factorial,(a); ld.param.b32 %r2,[b]; "
       "} mul.lo.u32 %r2,%r2,%r1;\nDONE: st.param.b32 [r],%r2; ret; }",
     "and.b32 %r5,%r1,7; { .param .b32 a; .param .b32 b; st.param.b32 [a],%r5; call (b),factorial,(a); "
       "ld.param.b32 %r0,[b]; }", 'r', recursive},
    {".visible .func (.param .b32 r) plus(.param .b32 n) { .reg .b32 %r<5>; ld.param.u32 %r1,[n]; "
      "add.u32 %r1,%r1,9; st.param.b32 [r],%r1; ret; }\n"
     ".visible .func (.param .b32 r) times(.param .b32 n) { .reg .b32 %r<5>; ld.param.u32 %r1,[n]; "
       "mul.lo.u32 %r1,%r1,3; st.param.b32 [r],%r1; ret; }\n"
     ".global .align 8 .u64 functions[2] = {plus, times};",
     "and.b64 %d5,%d1,1; shl.b64 %d5,%d5,3; mov.u64 %d6,functions; add.u64 %d6,%d6,%d5; ld.global.u64 %d7,[%d6]; "
       "{ .param .b32 a; .param .b32 b; st.param.b32 [a],%r1;\n"
     "P: .callprototype (.param .b32 _) _ (.param .b32 _);\ncall (b),%d7,(a),P; ld.param.b32 %r0,[b]; "
       "}", 'r', through_pointer},
    {"", "membar.cta; membar.gl; membar.sys; fence.acq_rel.cta; fence.sc.gpu; fence.acq_rel.sys; "
      "fence.proxy.async; mov.u32 %r0,%r1;", 'r', low},
    {"", "nanosleep.u32 20; pmevent 1; mov.u32 %r0,%r1;", 'r', low},
    {"", "griddepcontrol.launch_dependents; griddepcontrol.wait; mov.u32 %r0,%r1;", 'r', low},
    {"", "mov.u64 %d5,%clock64; mov.u64 %d6,%clock64; setp.ge.u64 %p0,%d6,%d5;", 'p', one},
    {"", "mov.u32 %r5,%clock; mov.u32 %r6,%clock_hi; mov.u64 %d5,%globaltimer; mov.u32 %r0,%r1;", 'r', low},
    {"", "mov.u32 %r5,%laneid; and.b32 %r6,%r30,31; setp.eq.u32 %p5,%r5,%r6; mov.u32 %r7,%lanemask_lt; "
      "popc.b32 %r7,%r7; setp.eq.and.u32 %p5,%r7,%r5,%p5; mov.u32 %r8,%lanemask_ge; popc.b32 %r8,%r8; "
      "sub.u32 %r8,32,%r8; setp.eq.and.u32 %p5,%r8,%r5,%p5; "
         "mov.u32 %r7,%lanemask_le; mov.u32 %r8,%lanemask_gt; xor.b32 %r7,%r7,%r8; "
           "setp.eq.and.s32 %p5,%r7,-1,%p5; mov.u32 %r7,%lanemask_eq; clz.b32 %r7,%r7; sub.u32 %r7,31,%r7; "
           "setp.eq.and.u32 %p0,%r7,%r5,%p5;", 'p', one},
    {"", "mov.u32 %r5,%ntid.x; setp.eq.u32 %p5,%r5,64; mov.u32 %r6,%nctaid.x; setp.eq.and.u32 %p5,%r6,8,%p5; "
      "mov.u32 %r7,%ntid.y; setp.eq.and.u32 %p5,%r7,1,%p5; mov.u32 %r8,%tid.z; setp.eq.and.u32 %p5,%r8,0,%p5; "
      "mov.u32 %r8,WARP_SZ; setp.eq.and.u32 %p0,%r8,32,%p5;", 'p', one},
};
/* clang-format on */

void cases_flow(Suite *suite) {
    static const uint64_t edges[] = {0, 1, 2, 3, 4, 6, 7, 26, 63, 0xffffffff, 0x123456789};
    static Operands operands;
    operands_combine(&operands, edges, sizeof edges / sizeof *edges);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        suite_alu_after(suite, rows[i].prelude, rows[i].text, rows[i].result, &operands, rows[i].model, NULL);
}
