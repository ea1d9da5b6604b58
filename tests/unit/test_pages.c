/* Pages: how much of a text fills a window. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <string.h>
#include <cmocka.h>

#include "terminal/pager.h"

static size_t fill(const char *text, size_t columns, size_t rows) {
    return pages_fill(text, strlen(text), columns, rows);
}

static void whole_lines_fill_a_page(void **state) {
    (void)state;
    assert_int_equal(fill("one\ntwo\nthree\n", 80, 2), strlen("one\ntwo\n"));
    assert_int_equal(fill("one\ntwo\nthree", 80, 3), strlen("one\ntwo\nthree"));
    assert_int_equal(fill("one\n\n\ntwo\n", 80, 3), strlen("one\n\n\n"));
    assert_int_equal(fill("", 80, 3), 0);
}

static void a_long_line_takes_the_rows_that_it_wraps_to(void **state) {
    (void)state;
    assert_int_equal(fill("12345678\nb\nc\n", 8, 2), strlen("12345678\nb\n"));
    assert_int_equal(fill("123456789\nb\nc\n", 8, 2), strlen("123456789\n"));
    /* longer than the page: shown all the same, or nobody would get past it */
    assert_int_equal(fill("123456789\nb\n", 2, 2), strlen("123456789\n"));
}

static void colours_take_no_columns_and_wide_characters_two(void **state) {
    (void)state;
    assert_int_equal(fill("\x1b[1m12345678\x1b[0m\nb\nc\n", 8, 2), strlen("\x1b[1m12345678\x1b[0m\nb\n"));
    assert_int_equal(fill("漢字漢字\nb\nc\n", 8, 2), strlen("漢字漢字\nb\n"));
    assert_int_equal(fill("漢字漢字漢\nb\nc\n", 8, 2), strlen("漢字漢字漢\n"));
    assert_int_equal(fill("é́é́éééé\nb\nc\n", 8, 2), strlen("é́é́éééé\nb\n"));
}

static void folds_to(const char *line, size_t columns, size_t rows, const char *folded) {
    Text out = {0};
    assert_int_equal(pages_fold(&out, line, strlen(line), columns), rows);
    assert_string_equal(out.data, folded);
    text_free(&out);
}

static void what_is_too_wide_goes_on_under_its_indent(void **state) {
    (void)state;
    folds_to("one two three", 80, 1, "one two three");
    folds_to("one two three", 13, 1, "one two three");
    folds_to("one two three", 8, 2, "one two\nthree");
    folds_to("  one two three", 9, 2, "  one two\n  three");
    folds_to("  abcdefghij", 6, 3, "  abcd\n  efgh\n  ij"); /* no blank to break at: nothing is lost */
    folds_to("\x1b[1mone\x1b[0m two \x1b[1mthree\x1b[0m", 8, 2, "\x1b[1mone\x1b[0m two\n\x1b[1mthree\x1b[0m");
    folds_to("漢字 漢字", 5, 2, "漢字\n漢字");
    folds_to("x y", 1, 2, "x\ny");
    folds_to("\x1b[", 1, 1, "\x1b[");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_lines_fill_a_page),
        cmocka_unit_test(a_long_line_takes_the_rows_that_it_wraps_to),
        cmocka_unit_test(colours_take_no_columns_and_wide_characters_two),
        cmocka_unit_test(what_is_too_wide_goes_on_under_its_indent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
