/* Expressions: values worked out by hand, positions counted by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "course/expr.h"

static Arena *arena;

static int set_up(void **state) {
    (void)state;
    arena = arena_new();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    arena_free(arena);
    return 0;
}

/* n is 7, half is 0.5, yes is true, word is "sim", big is 2^53 + 1. */
static bool lookup(const ExprEnv *env, const char *name, Value *value, const char **why) {
    (void)env;
    if (strcmp(name, "n") == 0) return *value = (Value){.kind = VALUE_INT, .integer = 7}, true;
    if (strcmp(name, "a.b.c") == 0) return *value = (Value){.kind = VALUE_INT, .integer = 11}, true;
    if (strcmp(name, "half") == 0) return *value = (Value){.kind = VALUE_REAL, .real = 0.5}, true;
    if (strcmp(name, "yes") == 0) return *value = (Value){.kind = VALUE_BOOL, .integer = 1}, true;
    if (strcmp(name, "word") == 0) return *value = (Value){.kind = VALUE_TEXT, .text = "sim"}, true;
    if (strcmp(name, "big") == 0) return *value = (Value){.kind = VALUE_INT, .integer = 9007199254740993}, true;
    if (strcmp(name, "lowest") == 0) return *value = (Value){.kind = VALUE_INT, .integer = INT64_MIN}, true;
    *why = "unknown name";
    return false;
}

/* squares[at] is at * at, for at in 0..9. */
static bool element(const ExprEnv *env, const char *name, int64_t at, Value *value, const char **why) {
    (void)env;
    *why = "outside";
    *value = (Value){.kind = VALUE_INT, .integer = at * at};
    return strcmp(name, "squares") == 0 && at >= 0 && at < 10;
}

static const ExprEnv env = {lookup, element};

/* The value's text, or "error: " and why; or the parse error as "column: message". */
static const char *result(const char *text) {
    DiagList diags = diag_list(arena);
    Expr *expr = expr_parse(text, (Loc){"x", 1, 1}, arena, &diags);
    Value value;
    const char *why;
    if (expr == NULL) return arena_printf(arena, "%d: %s", diags.first->loc.column, diags.first->message);
    if (!expr_eval(expr, &env, arena, &value, &why)) return arena_printf(arena, "error: %s", why);
    return value_print(arena, value);
}

static void check(const char *text, const char *expected) {
    assert_string_equal(result(text), expected);
}

static void operators_bind_as_in_c(void **state) {
    (void)state;
    check("2 + 3 * 4", "14");
    check("(2 + 3) * 4", "20");
    check("20 - 5 - 3", "12");
    check("100 / 5 / 2", "10");
    check("1 << 2 + 1", "8");
    check("1 | 6 & 3", "3");
    check("5 & 6 == 6", "1"); /* == binds tighter than & */
    check("1 || 0 && 0", "true");
    check("1 < 2 == 1", "true");
    check("0 ? 1 : 0 ? 2 : 3", "3");
    check("!0 + 1", "2");
    check("-n * 2", "-14");
    check("- - 3", "3");
}

static void whole_numbers_divide_as_in_c(void **state) {
    (void)state;
    check("7 / 2", "3");
    check("-7 / 2", "-3");
    check("-7 % 3", "-1");
    check("7 / 2.0", "3.5");
    check("ceil_div(7, 2)", "4");
    check("ceil_div(-7, 2)", "-3");
    check("ceil_div(8, 2)", "4");
    check("lowest % -1", "0");
}

static void counts_name_what_is_not_0(void **state) {
    (void)state;
    check("counts(n, \"loads\", 0, \"stores\")", "7 loads");
    check("counts(0, \"loads\", 2, \"stores\")", "2 stores");
    check("counts(1, \"a\", 0, \"b\", 2000, \"c\", 2.0 / 3, \"d\")", "1 a, 2,000 c and 0.667 d");
    check("counts(0, \"loads\", 0, \"stores\")", "0 stores");
    check("counts(1, 2)", "error: 'counts' needs a number, and then a text that says what it counts");
    check("counts(word, \"a\")", "error: 'counts' needs a number, and then a text that says what it counts");
    check("counts(nobody, \"a\")", "error: unknown name");
    check("counts(1)", "9: expected ',' between a number and the words for what it counts, found ')'");
}

static const char *told(double real) {
    return value_told(arena, (Value){.kind = VALUE_REAL, .real = real});
}

static void sentences_tell_two_decimals(void **state) {
    (void)state;
    assert_string_equal(told(1.78082), "1.78");
    assert_string_equal(told(-14.9058), "-14.91");
    assert_string_equal(told(1.5), "1.5");
    assert_string_equal(told(1.999), "2");
    assert_string_equal(told(1234.567), "1234.57");
    assert_string_equal(told(0.01234), "0.0123");
    assert_string_equal(told(0), "0");
    assert_string_equal(told(2e9), "2,000,000,000");
    assert_string_equal(value_told(arena, (Value){.kind = VALUE_INT, .integer = 4416}), "4,416");
}

static void numbers_are_read_in_c_notation(void **state) {
    (void)state;
    check("0x1F", "31");
    check("1e3", "1000");
    check(".5 + 1.25", "1.75");
    check("1e-5", "1e-05");
    check("9223372036854775807", "9223372036854775807");
    check("9223372036854775808", "1: '9223372036854775808' is not a number, or too large for one");
    check("12abc", "1: '12abc' is not a number, or too large for one");
}

static void names_have_dots_and_elements_have_indices(void **state) {
    (void)state;
    check("a.b.c + n", "18");
    check("squares[n - 2]", "25");
    check("squares[10]", "error: outside");
    check("squares[half]", "error: an index must be a whole number");
    check("nothing", "error: unknown name");
}

static void functions_take_smaller_larger_and_size(void **state) {
    (void)state;
    check("min(3, n)", "3");
    check("max(3, n)", "7");
    check("max(half, 0.25)", "0.5");
    check("abs(-3) + abs(3)", "6");
    check("abs(-half)", "0.5");
}

static void whole_and_real_numbers_compare_exactly(void **state) {
    (void)state;
    check("big == 9007199254740992.0", "false"); /* 2^53 + 1 as a double would be 2^53 */
    check("big > 9007199254740992.0", "true");
    check("9007199254740992.0 < big", "true");
    check("9223372036854775807 < 9223372036854775808.0", "true");
    check("lowest > -1e300 && -1e300 < lowest", "true");
    check("lowest < 1e300", "true");
    check("3 == 3.0", "true");
    check("3 < 3.5", "true");
    check("-3 > -3.5", "true");
    check("yes == 1", "true");
}

static void texts_compare_only_with_texts(void **state) {
    (void)state;
    check("word == \"sim\"", "true");
    check("word != \"gpu\"", "true");
    check("word == 3", "error: it compares a text with a number");
    check("word + 1", "error: '+' needs numbers, and this is a text");
    check("word && 1", "error: a text is neither true nor false");
    check("\"a \\\"b\\\" c\"", "a \"b\" c");
}

static void the_side_that_is_not_needed_is_not_evaluated(void **state) {
    (void)state;
    check("0 && 1 / 0", "false");
    check("1 || 1 / 0", "true");
    check("1 ? n : 1 / 0", "7");
    check("1 && 1 / 0", "error: it divides by zero");
}

/* C's rule: 2 is 2.0 where 0.5 could have been chosen, and 7 divided by it is not truncated. */
static void both_sides_of_a_choice_have_one_type(void **state) {
    (void)state;
    check("7 / (1 ? 2 : 0.5)", "3.5");
    check("7 / (0 ? half : 2)", "3.5");
    check("7 / (1 ? 2 : 0 ? 3 : -half)", "3.5");
    check("7 / (1 ? 2 : max(n, half))", "3.5");
    check("7 / (1 ? 2 : half < n)", "3");
    check("7 / (1 ? 2 : squares[20])", "3");
    check("7 / (1 ? 2 : nothing)", "3");
    check("1 ? word : half", "sim");
    check("(1 ? 2 : half) % 2", "error: '%' needs whole numbers");
}

static void overflow_and_nonsense_are_errors(void **state) {
    (void)state;
    check("9223372036854775807 + 1", "error: the result is too large for a 64-bit whole number");
    check("lowest - 1", "error: the result is too large for a 64-bit whole number");
    check("4611686018427387904 * 2", "error: the result is too large for a 64-bit whole number");
    check("lowest / -1", "error: the result is too large for a 64-bit whole number");
    check("-lowest", "error: the result is too large for a 64-bit whole number");
    check("abs(lowest)", "error: the result is too large for a 64-bit whole number");
    check("1 << 62", "4611686018427387904");
    check("1 << 63", "error: the result is too large for a 64-bit whole number");
    check("1 << 64", "error: a shift must be by 0 to 63 bits");
    check("1 >> -1", "error: a shift must be by 0 to 63 bits");
    check("1 % 0", "error: it divides by zero");
    check("1.5 / 0", "error: it divides by zero");
    check("1.5 % 2", "error: '%' needs whole numbers");
}

static void syntax_errors_name_the_column(void **state) {
    (void)state;
    check("1 +", "4: expected a number, a name or '(', found the end");
    check("n = 3", "3: '=' is not an operator here");
    check("(1 + 2", "7: expected ')' to close the '(', found the end");
    check("n n", "3: expected an operator or the end, found 'n'");
    check("1 ^ 2", "3: '^' is not an operator of expressions");
    check("", "1: expected an expression, found nothing");
    check("\"abc", "1: a text begins here with '\"' and does not end");
    check("maximum(1, 2)", "1: unknown function 'maximum'");
    check("min(1)", "6: expected ',' between the two values of the function, found ')'");
    check("n ? 1", "6: expected ':' between the two values of '?', found the end");
    check("squares[1", "10: expected ']' after the index, found the end");
}

static void depth_and_length_are_limited(void **state) {
    (void)state;
    char deep[201];
    memset(deep, '(', 200);
    deep[200] = 0;
    assert_non_null(strstr(result(deep), "nests more than 50 levels deep"));
    memset(deep, '!', 200);
    assert_non_null(strstr(result(deep), "nests more than 50 levels deep"));
    char *wide = arena_alloc(arena, 2000, 1);
    memset(wide, '1', 1500);
    assert_string_equal(result(wide), "1: an expression is longer than 1000 bytes");
    for (size_t i = 0; i < 999; i++) wide[i] = i % 2 ? '+' : '1';
    wide[999] = 0;
    check(wide, "500"); /* a long sum is no deep one */
}

typedef struct Names {
    char text[200];
} Names;

static void collect(void *context, const char *name, Loc loc, bool indexed) {
    Names *names = context;
    size_t size = strlen(names->text);
    snprintf(names->text + size, sizeof names->text - size, "%s%s@%d ", name, indexed ? "[]" : "", loc.column);
}

static void every_name_is_visited_with_its_place(void **state) {
    (void)state;
    DiagList diags = diag_list(arena);
    Expr *expr = expr_parse("a.b ? in[i + 1] : max(n, true)", (Loc){"x", 3, 11}, arena, &diags);
    Names names = {""};
    expr_each_name(expr, collect, &names);
    assert_string_equal(names.text, "a.b@11 in[]@17 i@20 n@33 ");
    assert_true(expr_names(expr, "a"));
    assert_true(expr_names(expr, "a.b"));
    assert_false(expr_names(expr, "a.b.c"));
    assert_false(expr_names(expr, "ma"));
}

static void a_goal_can_be_taken_apart(void **state) {
    (void)state;
    DiagList diags = diag_list(arena);
    Expr *expr = expr_parse(" n + 1 == 8  &&  yes ", (Loc){"x", 1, 1}, arena, &diags);
    const Expr *a, *b;
    assert_string_equal(expr_text(expr), "n + 1 == 8  &&  yes");
    assert_true(expr_both(expr, &a, &b));
    assert_string_equal(expr_text(a), "n + 1 == 8");
    assert_string_equal(expr_text(b), "yes");
    assert_string_equal(expr_text(expr_left(a)), "n + 1");
    assert_string_equal(expr_text(expr_right(a)), "8");
    assert_null(expr_left(b));
    assert_false(expr_both(b, &a, &b));
}

static void a_choice_is_followed_to_the_side_that_gives_the_value(void **state) {
    (void)state;
    DiagList diags = diag_list(arena);
    ExprEnv none = {.lookup = NULL};
    struct {
        const char *text, *chosen;
    } cases[] = {
        {"1 > 0 ? 7 : 8", "7"}, {"1 < 0 ? 7 : 8", "8"}, {"0 ? 1 : 1 ? 2 + 3 : 4", "5"}, {"(1 ? 2 : 3) + 4", "6"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Expr *expr = expr_parse(cases[i].text, (Loc){"x", 1, 1}, arena, &diags);
        const Expr *chosen = expr_chosen(expr, &none, arena);
        Value value;
        const char *why;
        assert_true(expr_eval(chosen, &none, arena, &value, &why));
        assert_string_equal(value_print(arena, value), cases[i].chosen);
        assert_int_equal(chosen == expr, i == 3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_bind_as_in_c),
        cmocka_unit_test(whole_numbers_divide_as_in_c),
        cmocka_unit_test(counts_name_what_is_not_0),
        cmocka_unit_test(sentences_tell_two_decimals),
        cmocka_unit_test(numbers_are_read_in_c_notation),
        cmocka_unit_test(names_have_dots_and_elements_have_indices),
        cmocka_unit_test(functions_take_smaller_larger_and_size),
        cmocka_unit_test(whole_and_real_numbers_compare_exactly),
        cmocka_unit_test(texts_compare_only_with_texts),
        cmocka_unit_test(the_side_that_is_not_needed_is_not_evaluated),
        cmocka_unit_test(both_sides_of_a_choice_have_one_type),
        cmocka_unit_test(overflow_and_nonsense_are_errors),
        cmocka_unit_test(syntax_errors_name_the_column),
        cmocka_unit_test(depth_and_length_are_limited),
        cmocka_unit_test(every_name_is_visited_with_its_place),
        cmocka_unit_test(a_goal_can_be_taken_apart),
        cmocka_unit_test(a_choice_is_followed_to_the_side_that_gives_the_value),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
