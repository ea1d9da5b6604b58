/* Reconvergence points, each against a graph drawn by hand. */
#include "ptx_help.h"

/* The instruction where the lanes of the branch at `branch` meet. */
static uint32_t meets(Arena *arena, const char *body, uint32_t branch) {
    const PtxFunction *function = parse_body_text(arena, body);
    assert_true(ptx_opcode[function->instrs[branch].op].kind == PTX_KIND_BRANCH);
    return function->instrs[branch].reconverge;
}

/*      0 @p bra ELSE
 *      |          \
 *      1,2 then    3 ELSE
 *       \         /
 *        4 END (ret is 5) */
static void both_sides_of_an_if_meet_behind_it(void **state) {
    const char *body = "@%p1 bra ELSE;\nmov.b32 %r1, 1;\nbra END;\nELSE: mov.b32 %r1, 2;\nEND: mov.b32 %r2, %r1;";
    assert_int_equal(meets(*state, body, 0), 4);
}

/*  0 LOOP <-+        the branch at 1 leaves the loop: lanes that leave wait at 2
 *  1 @p ----+
 *  2 */
static void lanes_that_leave_a_loop_wait_behind_it(void **state) {
    assert_int_equal(meets(*state, "LOOP: add.s32 %r1, %r1, 1;\n@%p1 bra LOOP;\nmov.b32 %r2, %r1;", 1), 2);
}

/*  0 LOOP <-----------+
 *  1 @p1 bra BREAK    |      a break in the middle and a test at the end: both meet at 5
 *  2 work             |
 *  3 @p2 bra LOOP ----+
 *  4 after the loop, skipped by the break
 *  5 BREAK */
static void a_break_meets_where_the_break_goes(void **state) {
    const char *body = "LOOP: add.s32 %r1, %r1, 1;\n@%p1 bra BREAK;\nmov.b32 %r3, 0;\n@%p2 bra LOOP;\nmov.b32 %r4, 0;\n"
                       "BREAK: mov.b32 %r2, %r1;";
    assert_int_equal(meets(*state, body, 1), 5);
    assert_int_equal(meets(*state, body, 3), 5);
}

/*  0 @p1 bra OUTER_ELSE
 *  1 @p2 bra INNER_ELSE
 *  2,3 inner then, to INNER_END
 *  4 INNER_ELSE
 *  5 INNER_END (6: bra END)
 *  7 OUTER_ELSE
 *  8 END */
static void nested_ifs_meet_from_the_inside_out(void **state) {
    const char *body = "@%p1 bra OUTER_ELSE;\n@%p2 bra INNER_ELSE;\nmov.b32 %r1, 1;\nbra INNER_END;\n"
                       "INNER_ELSE: mov.b32 %r1, 2;\nINNER_END: mov.b32 %r2, 3;\nbra END;\n"
                       "OUTER_ELSE: mov.b32 %r2, 4;\nEND: mov.b32 %r3, 5;";
    assert_int_equal(meets(*state, body, 0), 8);
    assert_int_equal(meets(*state, body, 1), 5);
}

/*  0 brx.idx -> 1 A, 3 B, 5 C; A and B go to 6 END, C falls into it */
static void the_cases_of_a_switch_meet_behind_it(void **state) {
    const char *body =
        "T: .branchtargets A, B, C;\nbrx.idx %r1, T;\nA: mov.b32 %r2, 1;\nbra END;\nB: mov.b32 %r2, 2;\nbra END;\n"
        "C: mov.b32 %r2, 3;\nEND: mov.b32 %r3, %r2;";
    const PtxFunction *function = parse_body_text(*state, body);
    assert_int_equal(function->instrs[0].op, PTX_OP_BRX);
    assert_int_equal(function->instrs[0].target_count, 3);
    assert_int_equal(function->instrs[0].targets[0], 1);
    assert_int_equal(function->instrs[0].targets[1], 3);
    assert_int_equal(function->instrs[0].targets[2], 5);
    assert_int_equal(function->instrs[0].reconverge, 6);
}

/*  0 @p1 bra B           both sides have a way to 9 GONE, an exit, which no lane is meant to take
 *  1 @p2 bra GO
 *  2,3 A, to END
 *  4 B: @p3 bra GO
 *  5 B's work
 *  6 END (7: ret)
 *  8 GO: bra GONE
 *  9 GONE: exit */
static void a_way_that_only_leads_to_an_exit_is_nobodys_meeting_point(void **state) {
    const char *body = "@%p1 bra B;\n@%p2 bra GO;\nmov.b32 %r1, 1;\nbra END;\nB: @%p3 bra GO;\nmov.b32 %r1, 2;\n"
                       "END: mov.b32 %r2, %r1;\nret;\nGO: bra GONE;\nGONE: exit;";
    assert_int_equal(meets(*state, body, 0), 6);
    assert_int_equal(meets(*state, body, 1), 2);
    assert_int_equal(meets(*state, body, 4), 5);
}

/*  if (a) { if (b) return; x; } y;
 *
 *  0 @!p1 bra Y
 *  1 @p2 bra END     -> only the end lies on every path from 0, but whoever is alive passes Y
 *  2 x
 *  3 Y, a barrier
 *  4 END: ret */
static void lanes_that_return_early_are_not_waited_for(void **state) {
    const char *body = "@!%p1 bra Y;\n@%p2 bra END;\nmov.b32 %r1, 1;\nY: bar.sync 0;\nEND: ret;";
    assert_int_equal(meets(*state, body, 0), 3);
    assert_int_equal(meets(*state, body, 1), 4);
}

/* The same with returns of their own, in either order, and with a trap on the way. */
static void a_return_or_a_trap_on_one_path_does_not_keep_the_others_apart(void **state) {
    const char *early = "@!%p1 bra Y;\n@!%p2 bra X;\nret;\nX: mov.b32 %r1, 1;\nY: bar.sync 0;";
    assert_int_equal(meets(*state, early, 0), 4);
    const char *late = "@!%p1 bra Y;\n@%p2 bra DIE;\nmov.b32 %r1, 1;\nY: bar.sync 0;\nret;\nDIE: trap;";
    assert_int_equal(meets(*state, late, 0), 3);
    const char *guarded = "@!%p1 bra Y;\n@%p2 exit;\nmov.b32 %r1, 1;\nY: bar.sync 0;";
    assert_int_equal(meets(*state, guarded, 0), 3);
}

/*  0 @p3 bra Z            another way into what both sides of 1 reach: it is no meeting point of theirs
 *  1 @!p1 bra Y
 *  2 @p2 bra END
 *  3 x
 *  4 Y, 5 Z, 6 END: ret */
static void a_way_in_from_elsewhere_moves_no_meeting_point(void **state) {
    const char *body =
        "@%p3 bra Z;\n@!%p1 bra Y;\n@%p2 bra END;\nmov.b32 %r1, 1;\nY: mov.b32 %r2, 2;\nZ: bar.sync 0;\nEND: ret;";
    assert_int_equal(meets(*state, body, 1), 4);
    assert_int_equal(meets(*state, body, 0), 5);
}

/* 0 brx.idx -> A, B, C; C returns, A and B meet at 4. */
static void a_case_that_returns_leaves_the_others_together(void **state) {
    const char *body = "T: .branchtargets A, B, C;\nbrx.idx %r1, T;\nA: mov.b32 %r2, 1;\nbra Y;\nB: mov.b32 %r2, 2;\n"
                       "Y: mov.b32 %r3, %r2;\nret;\nC: mov.b32 %r4, 1;";
    assert_int_equal(meets(*state, body, 0), 4);
}

/* if (p) { a; return; } else { b; return; }: nothing follows, so they meet at the end: 4 instructions and the last
 * ret */
static void sides_that_both_return_meet_at_the_end(void **state) {
    const PtxFunction *function = parse_body_text(*state, "@%p1 bra B;\nmov.b32 %r1, 1;\nret;\nB: mov.b32 %r1, 2;");
    assert_int_equal(function->instr_count, 5);
    assert_int_equal(function->instrs[0].reconverge, 5);
}

/*  0 LOOP <--------------+
 *  1 @p bra B            |    for (;;) { if (p) b; else a; join; } never reaches an end
 *  2,3 a, to JOIN        |
 *  4 B                   |
 *  5 JOIN, 6 bra LOOP ---+ */
static void an_if_inside_an_endless_loop_meets_in_the_loop(void **state) {
    const char *body = "LOOP: add.s32 %r1, %r1, 1;\n@%p1 bra B;\nmov.b32 %r2, 1;\nbra JOIN;\nB: mov.b32 %r2, 2;\n"
                       "JOIN: mov.b32 %r3, 3;\nbra LOOP;";
    assert_int_equal(meets(*state, body, 1), 5);
}

static void a_branch_to_itself_meets_at_itself(void **state) {
    assert_int_equal(meets(*state, "L: @%p1 bra L;\nbra L;", 0), 0);
}

/*  0 @p1 bra B          an irreducible loop: A and B jump into each other, both may leave to END
 *  1 A: 2 @p2 bra END   (3: bra B)
 *  4 B: 5 @p3 bra A
 *  6 END */
static void an_irreducible_loop_meets_behind_it(void **state) {
    const char *body =
        "@%p1 bra B;\nA: mov.b32 %r1, 1;\n@%p2 bra END;\nbra B;\nB: mov.b32 %r2, 2;\n@%p3 bra A;\nEND: mov.b32 %r3, 3;";
    assert_int_equal(meets(*state, body, 0), 6);
    assert_int_equal(meets(*state, body, 2), 6);
    assert_int_equal(meets(*state, body, 5), 6);
}

static void code_that_nothing_reaches_does_not_matter(void **state) {
    const char *body = "@%p1 bra END;\nmov.b32 %r1, 1;\nbra END;\nDEAD: mov.b32 %r2, 2;\n@%p2 bra DEAD;\nbra "
                       "END;\nEND: mov.b32 %r3, 3;";
    assert_int_equal(meets(*state, body, 0), 6);
}

/* 20000 nested ifs: the recursion and the iteration must both cope; each meets at its own end. */
static void deep_nests_are_worked_out_in_bounded_time(void **state) {
    enum { DEPTH = 20000 };
    Text text = {0};
    for (int i = 0; i < DEPTH; i++) text_printf(&text, "@%%p1 bra E%d;\n", i);
    for (int i = DEPTH - 1; i >= 0; i--) text_printf(&text, "E%d: mov.b32 %%r1, 1;\n", i);
    const PtxFunction *function = parse_body_text(*state, text.data);
    text_free(&text);
    for (int i = 0; i < DEPTH; i++) assert_int_equal(function->instrs[i].reconverge, 2 * DEPTH - 1 - i);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_arena, close_arena)
    const struct CMUnitTest tests[] = {
        TEST(both_sides_of_an_if_meet_behind_it),
        TEST(lanes_that_leave_a_loop_wait_behind_it),
        TEST(a_break_meets_where_the_break_goes),
        TEST(nested_ifs_meet_from_the_inside_out),
        TEST(the_cases_of_a_switch_meet_behind_it),
        TEST(a_way_that_only_leads_to_an_exit_is_nobodys_meeting_point),
        TEST(lanes_that_return_early_are_not_waited_for),
        TEST(a_return_or_a_trap_on_one_path_does_not_keep_the_others_apart),
        TEST(a_way_in_from_elsewhere_moves_no_meeting_point),
        TEST(a_case_that_returns_leaves_the_others_together),
        TEST(sides_that_both_return_meet_at_the_end),
        TEST(an_if_inside_an_endless_loop_meets_in_the_loop),
        TEST(a_branch_to_itself_meets_at_itself),
        TEST(an_irreducible_loop_meets_behind_it),
        TEST(code_that_nothing_reaches_does_not_matter),
        TEST(deep_nests_are_worked_out_in_bounded_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
