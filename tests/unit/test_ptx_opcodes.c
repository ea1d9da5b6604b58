/* One instruction for each row of the opcode table, in the spelling of the PTX ISA, and the fields that it must
 * give. */
#include "ptx_help.h"

/* Written from the syntax lines of PTX ISA 9.0, one or more for every opcode. */
/* clang-format off */
static const char *const instructions[] = {
    "add.s32 %r1, %r2, %r3", "addc.cc.u32 %r1, %r2, 0", "sub.f64 %fd1, %fd2, %fd3", "subc.u32 %r1, %r2, %r3",
    "mul.wide.s32 %rd1, %r2, %r3", "mad.lo.s32 %r1, %r2, %r3, %r4", "madc.hi.cc.u32 %r1, %r2, %r3, %r4",
    "mul24.lo.u32 %r1, %r2, %r3", "mad24.hi.sat.s32 %r1, %r2, %r3, %r4", "sad.u32 %r1, %r2, %r3, %r4",
    "div.full.ftz.f32 %f1, %f2, %f3", "rem.s64 %rd1, %rd2, %rd3", "abs.ftz.f32 %f1, %f2", "neg.s16 %h1, %h2",
    "min.u32 %r1, %r2, %r3", "max.NaN.xorsign.abs.f32 %f1, %f2, %f3", "popc.b64 %r1, %rd1", "clz.b32 %r1, %r2",
    "bfind.shiftamt.u32 %r1, %r2", "fns.b32 %r1, %r2, %r3, %r4", "brev.b64 %rd1, %rd2", "bfe.s32 %r1, %r2, 3, 5",
    "bfi.b32 %r1, %r2, %r3, %r4, %r5", "bmsk.wrap.b32 %r1, %r2, %r3", "szext.clamp.s32 %r1, %r2, %r3",
    "dp4a.u32.s32 %r1, %r2, %r3, %r4", "dp2a.hi.s32.u32 %r1, %r2, %r3, %r4", "testp.infinite.f32 %p1, %f1",
    "copysign.f64 %fd1, %fd2, %fd3", "fma.rn.ftz.sat.f32 %f1, %f2, %f3, %f4", "rcp.approx.ftz.f64 %fd1, %fd2",
    "sqrt.rn.f32 %f1, %f2", "rsqrt.approx.f32 %f1, %f2", "sin.approx.f32 %f1, %f2", "cos.approx.ftz.f32 %f1, %f2",
    "lg2.approx.f32 %f1, %f2", "ex2.approx.ftz.bf16x2 %r1, %r2", "tanh.approx.f16 %h1, %h2",
    "setp.lt.and.f32 %p1|%p2, %f1, %f2, !%p3", "set.gtu.u32.f32 %r1, %f1, %f2", "selp.b64 %rd1, %rd2, %rd3, %p1",
    "slct.f32.s32 %f1, %f2, %f3, %r1", "and.pred %p1, %p2, %p3", "or.b16 %h1, %h2, %h3", "xor.b64 %rd1, %rd2, -1",
    "not.pred %p1, %p2", "cnot.b32 %r1, %r2", "lop3.b32 %r1, %r2, %r3, %r4, 0x40",
    "lop3.or.b32 %r1|%p1, %r2, %r3, %r4, 0x3f, %p2", "shf.r.wrap.b32 %r1, %r2, %r3, %r4", "shl.b32 %r1, %r2, 3",
    "shr.s64 %rd1, %rd2, %r1", "mov.b64 {%r1, %r2}, %rd1", "prmt.b32.f4e %r1, %r2, %r3, %r4",
    "cvt.rni.ftz.s32.f32 %r1, %f1", "cvt.pack.sat.u8.s32.b32 %r1, %r2, %r3, %r4", "cvta.to.shared.u64 %rd1, %rd2",
    "isspacep.global %p1, %rd1", "mapa.shared::cluster.u32 %r1, %r2, %r3", "getctarank.shared::cluster.u32 %r1, %r2",
    "createpolicy.fractional.L2::evict_first.b64 %rd1, 1.0", "shfl.sync.idx.b32 %r1|%p1, %r2, %r3, %r4, %r5",
    "vote.sync.ballot.b32 %r1, %p1, %r2", "match.all.sync.b64 %r1|%p1, %rd1, -1", "activemask.b32 %r1",
    "redux.sync.max.s32 %r1, %r2, %r3", "elect.sync %r1|%p1, %r2", "bar.warp.sync 0xffffffff",
    "ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1+16]", "ldu.global.u32 %r1, [%rd1]",
    "st.release.gpu.global.u32 [%rd1], %r1", "atom.acq_rel.sys.global.cas.b64 %rd1, [%rd2], %rd3, %rd4",
    "red.relaxed.gpu.global.add.f32 [g+8], %f1", "prefetch.global.L2 [%rd1]", "prefetchu.L1 [%rd1]",
    "applypriority.global.L2::evict_normal [%rd1], 128", "discard.global.L2 [%rd1], 128", "alloca.u64 %rd1, %rd2, 8",
    "stacksave.u64 %rd1", "stackrestore.u64 %rd1", "cp.async.ca.shared.global [%r1], [%rd1], 4, %r2",
    "cp.async.commit_group", "cp.async.wait_group 0", "cp.async.wait_all",
    "cp.async.mbarrier.arrive.noinc.shared.b64 [%r1]",
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], %r2, [%r3]",
    "cp.async.bulk.prefetch.L2.global [%rd1], %r1", "cp.async.bulk.commit_group", "cp.async.bulk.wait_group.read 0",
    "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [%r1], %r2",
    "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r1], %r2, [%r3]",
    "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r1], %r2, [%r3]",
    "mbarrier.init.shared::cta.b64 [s], 32", "mbarrier.inval.shared.b64 [%r1]",
    "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r1], %r2",
    "mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%r1], %r2",
    "mbarrier.arrive.release.cta.shared::cta.b64 _, [%r1]",
    "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd1, [%r1], %r2",
    "mbarrier.arrive_drop.shared.b64 %rd1, [%r1]", "mbarrier.arrive_drop.expect_tx.shared::cta.b64 %rd1, [%r1], %r2",
    "mbarrier.test_wait.shared.b64 %p1, [%r1], %rd1",
    "mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r1], %r2, %r3", "mbarrier.pending_count.b64 %r1, %rd1",
    "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}]",
    "tld4.g.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}]", "txq.width.b32 %r1, [%rd1]",
    "suld.b.2d.b32.trap {%r1}, [%rd1, {%r2, %r3}]", "sust.b.1d.b32.trap [%rd1, {%r2}], {%r1}",
    "suq.height.b32 %r1, [%rd1]", "bra.uni L", "brx.idx %r1, T", "call.uni (r), callee, (x)", "ret.uni", "exit",
    "trap", "brkpt", "nanosleep.u32 40", "pmevent 7", "setmaxnreg.inc.sync.aligned.u32 64",
    "barrier.red.popc.u32 %r1, 0, 64, !%p1", "barrier.cluster.arrive.release.aligned",
    "barrier.cluster.wait.acquire.aligned", "membar.gl", "fence.acq_rel.cluster", "griddepcontrol.wait",
    "vadd.s32.u32.s32.sat.max %r1, %r2.b0, %r3.h1, %r4", "vsub.u32.u32.u32 %r1, %r2, %r3",
    "vabsdiff.u32.u32.u32.add %r1, %r2.b3, %r3.b3, %r4", "vmin.s32.s32.s32 %r1, %r2, %r3",
    "vmax.s32.s32.s32 %r1, %r2, %r3", "vshl.u32.u32.u32.wrap %r1, %r2, %r3",
    "vshr.s32.s32.u32.clamp.add %r1, %r2, %r3, %r4", "vmad.u32.s32.s32.shr7 %r1, %r2, %r3, -%r4",
    "vset.u32.u32.lt %r1, %r2, %r3", "vadd2.s32.s32.s32.sat %r1.h0, %r2.h32, %r3.h10, %r4",
    "vsub2.s32.s32.s32 %r1, %r2, %r3, %r4", "vavrg2.u32.u32.u32 %r1, %r2, %r3, %r4",
    "vabsdiff2.u32.u32.u32.add %r1, %r2, %r3, %r4", "vmin2.u32.u32.u32 %r1, %r2, %r3, %r4",
    "vmax2.u32.u32.u32 %r1, %r2, %r3, %r4", "vset2.u32.u32.ge.add %r1, %r2, %r3, %r4",
    "vadd4.u32.u32.u32 %r1, %r2, %r3, %r4", "vsub4.s32.s32.s32 %r1, %r2, %r3, %r4",
    "vavrg4.u32.u32.u32 %r1, %r2, %r3, %r4", "vabsdiff4.u32.u32.u32.add %r1, %r2, %r3, %r4",
    "vmin4.u32.u32.u32 %r1, %r2, %r3, %r4", "vmax4.u32.u32.u32 %r1, %r2, %r3, %r4",
    "vset4.u32.u32.ne %r1, %r2, %r3, %r4",
};
/* clang-format on */

static void every_row_of_the_table_is_read(void **state) {
    bool seen[PTX_OP_COUNT] = {false};
    for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; i++) {
        const char *body =
            arena_printf(*state, "{ .param .b32 r; .param .b32 x;\nT: .branchtargets L;\n%s;\nL:\n}", instructions[i]);
        const char *text = arena_printf(
            *state,
            PTX_HEADER
            ".global .align 16 .b8 g[64];\n.shared .align 16 .b8 s[64];\n.func (.param .b32 r) callee(.param .b32 x);\n"
            ".entry k()\n{\n.reg .pred %%p<9>;\n.reg .b16 %%h<9>;\n.reg .b32 %%r<9>;\n.reg .b64 %%rd<9>;\n.reg .f32 "
            "%%f<9>;\n"
            ".reg .f64 %%fd<9>;\n%s\n}\n",
            body);
        PtxModule *module = parse_text(*state, text);
        const PtxInstr *instr = &function_named(module, "k")->instrs[0];
        if (instr->op == PTX_OP_UNSUPPORTED) fail_msg("not understood: %s", instructions[i]);
        seen[instr->op] = true;
    }
    for (int op = 0; op < PTX_OP_UNSUPPORTED; op++)
        if (!seen[op]) fail_msg("no instruction here for %s", ptx_opcode[op].text);
}

static void the_longest_opcode_wins(void **state) {
    (void)state;
    size_t used;
    assert_int_equal(ptx_opcode_find("cp.async.wait_group", 19, &used), PTX_OP_CP_ASYNC_WAIT_GROUP);
    assert_int_equal(used, 19);
    assert_int_equal(ptx_opcode_find("cp.async.ca.shared.global", 25, &used), PTX_OP_CP_ASYNC);
    assert_int_equal(used, 8);
    assert_int_equal(ptx_opcode_find("setp.eq.s32", 11, &used), PTX_OP_SETP);
    assert_int_equal(ptx_opcode_find("set.eq.s32.s32", 14, &used), PTX_OP_SET);
    assert_int_equal(ptx_opcode_find("mad24.lo.s32", 12, &used), PTX_OP_MAD24);
    assert_int_equal(ptx_opcode_find("barrier.sync", 12, &used), PTX_OP_BAR);
    assert_int_equal(ptx_opcode_find("wgmma.fence", 11, &used), PTX_OP_UNSUPPORTED);
    assert_int_equal(ptx_opcode_find("addx", 4, &used), PTX_OP_UNSUPPORTED);
}

static void modifiers_land_in_their_fields(void **state) {
    const PtxInstr *i = parse_one(*state, "cvt.rzi.ftz.sat.u16.f32 %h1, %f1;");
    assert_int_equal(i->op, PTX_OP_CVT);
    assert_int_equal(i->round, PTX_RZI);
    assert_int_equal(i->type[0], PTX_U16);
    assert_int_equal(i->type[1], PTX_F32);
    assert_int_equal(i->flags, PTX_FTZ | PTX_SAT);
    i = parse_one(*state, "atom.acq_rel.cluster.shared::cta.inc.u32 %r1, [%r2], 7;");
    assert_int_equal(i->atomic, PTX_ATOM_INC);
    assert_int_equal(i->space, PTX_SHARED);
    assert_int_equal(i->flags, PTX_ACQUIRE | PTX_RELEASE);
    i = parse_one(*state, "ld.volatile.shared.v2.u8 {%r1, _}, [s+2];");
    assert_int_equal(i->vector, 2);
    assert_int_equal(i->type[0], PTX_U8);
    assert_int_equal(i->flags, PTX_VOLATILE);
    i = parse_one(*state, "cp.async.cg.shared.global.L2::128B [%r1], [%rd1], 16;");
    assert_int_equal(i->space, PTX_SHARED);
    assert_int_equal(i->space2, PTX_GLOBAL);
    assert_int_equal(i->operand_count, 3);
}

static void a_word_means_what_its_opcode_makes_it_mean(void **state) {
    assert_int_equal(parse_one(*state, "setp.lo.u32 %p1, %r1, %r2;")->compare, PTX_LO);
    assert_int_equal(parse_one(*state, "mul.lo.u32 %r1, %r1, %r2;")->part, PTX_MUL_LO);
    assert_int_equal(parse_one(*state, "mul.hi.u32 %r1, %r1, %r2;")->part, PTX_MUL_HI);
    assert_int_equal(parse_one(*state, "setp.nan.f32 %p1, %f1, %f2;")->compare, PTX_NAN);
    assert_int_equal(parse_one(*state, "min.NaN.f32 %f1, %f1, %f2;")->flags, PTX_NAN_MODE);
    assert_int_equal(parse_one(*state, "vote.sync.uni.pred %p1, %p2, -1;")->mode, PTX_VOTE_UNI);
    assert_int_equal(parse_one(*state, "match.any.sync.b32 %r1, %r2, -1;")->mode, PTX_MATCH_ANY);
    assert_int_equal(parse_one(*state, "vote.sync.any.pred %p1, %p2, -1;")->mode, PTX_VOTE_ANY);
    assert_int_equal(parse_one(*state, "redux.sync.and.b32 %r1, %r2, -1;")->mode, PTX_REDUX_AND);
    assert_int_equal(parse_one(*state, "atom.global.and.b32 %r1, [g], 1;")->atomic, PTX_ATOM_AND);
    assert_int_equal(parse_one(*state, "setp.eq.xor.s32 %p1, %r1, %r2, %p2;")->boolean, PTX_XOR);
    assert_int_equal(parse_one(*state, "shf.l.clamp.b32 %r1, %r2, %r3, 4;")->mode, PTX_SHF_L);
}

/* A modifier of another opcode is not left out: whoever runs the program refuses the instruction by its text. */
static void no_modifier_is_dropped_unseen(void **state) {
    static const char *const wrong[] = {
        "add.abs.f32 %f1, %f1, %f2;",
        "set.eq.abs.u32.f32 %r1, %f1, %f2;",
        "tanh.approx.abs.f32 %f1, %f2;",
        "fma.rn.abs.f32 %f1, %f1, %f2, %f3;",
        "redux.sync.min.abs.f32 %f1, %f2, -1;",
        "add.relu.f16 %h1, %h1, %h2;",
        "mul.lo.eq.s32 %r1, %r1, %r2;",
        "sqrt.rn.sat.f32 %f1, %f2;",
        "st.nc.global.u32 [%rd1], %r1;",
        "add.L1::no_allocate.s32 %r1, %r1, 1;",
        "add.uni.s32 %r1, %r1, 1;",
        "ld.global.range.u32 %r1, [%rd1];",
        "xor.v2.b32 %r1, %r1, %r2;",
        "shl.wrap.b32 %r1, %r1, 3;",
        "atom.cs.add.u32 %r1, [%rd1], 1;",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const PtxInstr *instr = parse_one(*state, wrong[i]);
        if (instr->op != PTX_OP_UNSUPPORTED) fail_msg("understood: %s", wrong[i]);
        assert_memory_equal(instr->text, wrong[i], strlen(wrong[i]) - 1);
    }
    assert_int_equal(parse_one(*state, "max.abs.f32 %f1, %f1, %f2, %f3;")->flags, PTX_ABS);
    assert_int_equal(parse_one(*state, "min.NaN.xorsign.abs.f32 %f1, %f1, %f2;")->flags,
                     PTX_NAN_MODE | PTX_XORSIGN | PTX_ABS);
}

/* A modifier or a type that no assembler takes is a mistake; one that PTX ISA 9.0 has is not, known here or not. */
static void what_no_assembler_takes_is_told_from_what_is_left_out(void **state) {
    static const char *const mistakes[] = {
        "add.foo.s32 %r1, %r2, %r3;",
        "add.b32 %r1, %r2, %r3;",
        "add.s32.s32.s32 %r1, %r2, %r3;",
        "add.abs.f32 %f1, %f1, %f2;",
        "and.u32 %r1, %r2, %r3;",
        "shl.s32 %r1, %r2, 1;",
        "sin.approx.f64 %fd1, %fd2;",
        "fma.rn.s32 %r1, %r2, %r3, %r1;",
        "st.nc.global.u32 [%rd1], %r1;",
        "ld.globl.u32 %r1, [%rd1];",
        "ld.global.pred %p1, [%rd1];",
        "st.zero.global.u32 [%rd1], %r1;",
        "atom.cs.add.u32 %r1, [%rd1], 1;",
        "shfl.sync.left.b32 %r1, %r2, 1, 31, -1;",
        "cvt.satfinit.e4m3x2.f32 %h1, %f1, %f2;",
        "cp.async.bulk.tensr.1d.shared::cluster.global [%r1], [%rd1], %r2;",
        "fence.proxy.nobody;",
        "mov.u32 %r1, %nobody;",
        "mma2.sync %r1, %r2;",
    };
    static const char *const left_out[] = {
        "cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2;",
        "cvt.rna.tf32.f32 %r1, %f1;",
        "redux.sync.min.abs.NaN.f32 %f1, %f2, -1;",
        "fma.rn.oob.relu.f16 %h1, %h1, %h2, %h3;",
        "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2}], [%r3];",
        "cp.async.bulk.shared::cluster.global.multicast::cluster [%r1], [%rd1], %r2, [%r3], %h1;",
        "fence.proxy.tensormap::generic.release.gpu;",
        "prefetch.tensormap [%rd1];",
        "sust.p.1d.b32.zero [%rd1, {%r2}], {%r1};",
        "txq.filter_mode.b32 %r1, [%rd1];",
        "st.bulk.weak.shared::cta [%r1], 64, 0;",
        "mov.u32 %r1, %envreg3;",
        "mov.u32 %r1, %cluster_ctaid.x;",
        "wgmma.fence.sync.aligned;",
        "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r2];",
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const PtxInstr *instr = parse_one(*state, mistakes[i]);
        if (instr->op != PTX_OP_UNSUPPORTED || !instr->malformed) fail_msg("no mistake: %s", mistakes[i]);
    }
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
        const PtxInstr *instr = parse_one(*state, left_out[i]);
        if (instr->op != PTX_OP_UNSUPPORTED || instr->malformed) fail_msg("not left out: %s", left_out[i]);
    }
}

static void barriers_keep_their_kind_and_alignment(void **state) {
    const PtxInstr *i = parse_one(*state, "bar.sync 0;");
    assert_int_equal(i->op, PTX_OP_BAR);
    assert_int_equal(i->mode, PTX_BAR_SYNC);
    assert_int_equal(i->flags, PTX_ALIGNED);
    i = parse_one(*state, "barrier.sync 1, 64;");
    assert_int_equal(i->op, PTX_OP_BAR);
    assert_int_equal(i->flags, 0);
    assert_int_equal(i->operand_count, 2);
    i = parse_one(*state, "bar.red.popc.u32 %r1, 0, %p1;");
    assert_int_equal(i->mode, PTX_BAR_RED);
    assert_int_equal(i->boolean, PTX_POPC);
    assert_int_equal(i->operand[0].kind, PTX_OPERAND_REG);
    i = parse_one(*state, "bar.warp.sync %r1;");
    assert_int_equal(i->op, PTX_OP_BAR_WARP);
    assert_int_equal(i->mode, PTX_BAR_WARP);
}

static void what_the_table_does_not_know_is_kept_as_text(void **state) {
    const PtxFunction *f = parse_body_text(
        *state,
        "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%f1,%f2},\n\t{%r1,%r2},  {%r3}, {%f3};\nadd.weird.s32 %r1, "
        "%r2, %r3;\n"
        "mov.u32 %r1, %envreg3;\nadd.s32 %r1, %r2;\nld.global.u32 %r1, %r2;\nsust.p.1d.b32.zero [%rd1, {%r2}], {%r1};\n"
        "cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2;\nmov.u32 %r1, %r2;");
    assert_string_equal(f->instrs[0].text,
                        "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {%f1,%f2}, {%r1,%r2}, {%r3}, {%f3}");
    for (int i = 0; i < 7; i++) assert_int_equal(f->instrs[i].op, PTX_OP_UNSUPPORTED);
    assert_string_equal(f->instrs[6].text, "cvt.rn.satfinite.e4m3x2.f32 %h1, %f1, %f2");
    assert_int_equal(f->instrs[7].op, PTX_OP_MOV);
    assert_null(f->instrs[7].text);
}

static void a_cache_policy_is_no_operand(void **state) {
    const PtxInstr *i = parse_one(*state, "ld.global.L2::cache_hint.u32 %r1, [%rd1], %rd2;");
    assert_int_equal(i->op, PTX_OP_LD);
    assert_int_equal(i->operand_count, 2);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_arena, close_arena)
    const struct CMUnitTest tests[] = {
        TEST(every_row_of_the_table_is_read),
        TEST(the_longest_opcode_wins),
        TEST(modifiers_land_in_their_fields),
        TEST(a_word_means_what_its_opcode_makes_it_mean),
        TEST(barriers_keep_their_kind_and_alignment),
        TEST(what_the_table_does_not_know_is_kept_as_text),
        TEST(a_cache_policy_is_no_operand),
        TEST(no_modifier_is_dropped_unseen),
        TEST(what_no_assembler_takes_is_told_from_what_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
