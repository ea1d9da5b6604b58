/* Styles, Markdown, tables, sources and diagnostics as text. */
#include "report_samples.h"

static const Style ascii40 = {.width = 40}, unicode40 = {.unicode = true, .width = 40};

static Text markdown(const char *text, Style style) {
    Text out = {0};
    report_markdown(&out, &style, text);
    return out;
}

static void assert_markdown(const char *text, Style style, const char *expected) {
    Text out = markdown(text, style);
    assert_string_equal(out.data != NULL ? out.data : "", expected);
    text_free(&out);
}

/* ---- styles ------------------------------------------------------------------------------------------------------ */

static void roles_are_only_seen_in_colour(void **state) {
    (void)state;
    Style plain = {.unicode = true, .width = 80}, colour = {.colour = true, .unicode = true, .width = 80};
    Text out = {0};
    style_add(&out, &plain, ROLE_BAD, "no");
    style_add(&out, &colour, ROLE_BAD, "no");
    assert_string_equal(out.data, "no\x1b[1;31mno\x1b[0m");
    text_free(&out);
}

static void text_of_others_cannot_drive_the_terminal(void **state) {
    (void)state;
    Style style = {.colour = true, .unicode = true, .width = 80};
    Text out = {0};
    style_add(&out, &style, ROLE_PLAIN, "a\x1b[2Jb\rc\xff");
    assert_string_equal(out.data, "a\xEF\xBF\xBD[2Jb\xEF\xBF\xBD"
                                  "c\xEF\xBF\xBD");
    text_free(&out);
}

static void ascii_spells_what_it_can(void **state) {
    (void)state;
    Text out = {0};
    style_add(&out, &ascii40, ROLE_PLAIN, "32 × 4 — “naïve” → 1 ≤ 2 · 庫");
    assert_string_equal(out.data, "32 x 4 - \"naive\" -> 1 <= 2 * ?");
    text_free(&out);
}

/* ---- Markdown ---------------------------------------------------------------------------------------------------- */

static void paragraphs_wrap_at_the_width(void **state) {
    (void)state;
    assert_markdown("One two three four five six seven eight nine ten.\n\nNext one.", ascii40,
                    "One two three four five six seven eight\n"
                    "nine ten.\n"
                    "\n"
                    "Next one.\n");
}

static void wide_characters_count_two_columns(void **state) {
    (void)state;
    /* 21 ideographs are 42 columns: 20 of them fill a line of 40 */
    assert_markdown("共享記憶體由三十二個記憶體庫組成每個庫在一", unicode40,
                    "共享記憶體由三十二個記憶體庫組成每個庫在\n"
                    "一\n");
    /* 39 columns of letters leave no room for the first ideograph, and nothing but the next line to break to */
    assert_markdown("abcdefghijklmnopqrstuvwxyz_abcdefghijkl共享", unicode40,
                    "abcdefghijklmnopqrstuvwxyz_abcdefghijkl\n共享\n");
    assert_markdown("abcdefghijklmnopqrstuvwxyz bcdefghijkl共享", unicode40,
                    "abcdefghijklmnopqrstuvwxyz bcdefghijkl共\n享\n");
    assert_markdown("abcdefghijklmnopqrstuvwxyz bcdefghijklm共享", unicode40,
                    "abcdefghijklmnopqrstuvwxyz bcdefghijklm\n共享\n");
}

static void lists_nest_and_hang(void **state) {
    (void)state;
    assert_markdown("- a first item that is too long for one line\n  - inner\n- second\n\n3. three\n4. four\n", ascii40,
                    "* a first item that is too long for one\n"
                    "  line\n"
                    "  - inner\n"
                    "* second\n"
                    "\n"
                    "3. three\n"
                    "4. four\n");
}

static void headings_quotes_and_code_stand_apart(void **state) {
    (void)state;
    assert_markdown("# Title\nText.\n\n> quoted\n> words\n\n```c\nint a;\n\n\tb();\n```\nEnd.", ascii40,
                    "Title\n"
                    "=====\n"
                    "\n"
                    "Text.\n"
                    "\n"
                    "| quoted words\n"
                    "\n"
                    "  int a;\n"
                    "\n"
                    "      b();\n"
                    "\n"
                    "End.\n");
}

static void long_lines_of_code_go_on_in_the_next_one(void **state) {
    (void)state;
    assert_markdown("    float value = tile[threadIdx.x] + tile[threadIdx.y];\n", ascii40,
                    "  float value = tile[threadIdx.x] +\n"
                    "  \\ tile[threadIdx.y];\n");
    Text out = {0};
    report_source(&out, &ascii40, "void k() {\n    float value = tile[threadIdx.x] + 1;\n}\n", "k");
    assert_string_equal(out.data, "   1 | void k() {\n"
                                  "   2 |     float value =\n"
                                  "     |       tile[threadIdx.x] + 1;\n"
                                  "   3 | }\n");
    text_free(&out);
}

static void only_code_is_marked_where_there_is_no_colour(void **state) {
    (void)state;
    assert_markdown("**bold**, *soft* and `code`", ascii40, "bold, soft and `code`\n");
    assert_markdown("**bold** `code`", (Style){.colour = true, .unicode = true, .width = 40},
                    "\x1b[1mbold\x1b[0m \x1b[36mcode\x1b[0m\n");
}

static void hard_breaks_break(void **state) {
    (void)state;
    assert_markdown("one\\\ntwo\nthree", ascii40, "one\ntwo three\n");
}

static void markdown_tables_align_numbers(void **state) {
    (void)state;
    assert_markdown("| n | what |\n|--:|---|\n| 1 | one |\n| 32 | many |\n", ascii40,
                    " n  what\n"
                    "--------\n"
                    " 1  one\n"
                    "32  many\n");
}

static void links_show_where_they_lead(void **state) {
    (void)state;
    assert_markdown("[guide](https://x.org) https://y.org", (Style){.width = 60},
                    "guide (https://x.org) https://y.org\n");
}

static void html_is_only_text(void **state) {
    (void)state;
    assert_markdown("a <b>bold</b> &lt;claim&gt; &#65;", ascii40, "a <b>bold</b> <claim> A\n");
}

/* Random bytes from an alphabet rich in Markdown: whatever comes out is printable and keeps to the width. */
static void any_markdown_fits_any_terminal(void **state) {
    (void)state;
    static const char *const pieces[] = {"# ",
                                         "- ",
                                         "1. ",
                                         "> ",
                                         "`",
                                         "```\n",
                                         "*",
                                         "**",
                                         "_",
                                         "|",
                                         "|-|-|\n",
                                         "\n",
                                         "\n\n",
                                         " ",
                                         "    ",
                                         "word ",
                                         "longer_identifier_than_a_narrow_line ",
                                         "庫",
                                         "é",
                                         "\x1b[31m",
                                         "\xff",
                                         "\t",
                                         "[a](b)",
                                         "<i>",
                                         "&amp;",
                                         "&#27;",
                                         "\\",
                                         "---\n",
                                         "x | y\n--|--\n1 | 2\n",
                                         "  \n",
                                         "=====\n"};
    srand(4);
    for (int round = 0; round < 3000; round++) {
        char text[1200] = "";
        for (int i = rand() % 30; i > 0; i--) strcat(text, pieces[(size_t)rand() % (sizeof pieces / sizeof *pieces)]);
        Style style = {.colour = rand() % 2, .unicode = rand() % 2, .width = 20 + rand() % 60};
        Text out = markdown(text, style);
        assert_printable(&out, &style);
        text_free(&out);
    }
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static const char *const cells[] = {"stride", "wavefronts", "about",
                                    "1",      "524,288",    "every lane has a bank of its own",
                                    "32",     "16,777,216", "one bank"};
static const bool right[] = {true, true, false};

static void tables_wrap_words_before_they_give_up(void **state) {
    (void)state;
    Text out = {0};
    report_table(&out, &ascii40, cells, 3, 3, right);
    assert_string_equal(out.data, "stride  wavefronts  about\n"
                                  "----------------------------------------\n"
                                  "     1     524,288  every lane has a\n"
                                  "                    bank of its own\n"
                                  "    32  16,777,216  one bank\n");
    text_free(&out);
}

static void code_in_a_table_has_a_look_or_backticks(void **state) {
    (void)state;
    static const char *const words[] = {"word", "about", "set", "for the next `run it` now", "odd", "one ` alone"};
    static const bool left[2] = {false};
    Text out = {0};
    report_table(&out, &(Style){.width = 40}, words, 3, 2, left);
    assert_non_null(strstr(out.data, "set   for the next `run it` now\n"));
    text_free(&out);
    report_table(&out, &(Style){.width = 40, .colour = true}, words, 3, 2, left);
    assert_non_null(strstr(out.data, "for the next \x1b[36mrun it\x1b[0m now\n"));
    assert_non_null(strstr(out.data, "one ` alone\n"));
    text_free(&out);
    report_table(&out, &(Style){.width = 22, .colour = true}, words, 3, 2, left); /* the span is wrapped */
    assert_non_null(strstr(out.data, "\x1b[36mrun\x1b[0m\n      \x1b[36mit\x1b[0m now\n"));
    text_free(&out);
}

static void code_in_a_table_of_markdown_has_its_look_too(void **state) {
    (void)state;
    Text out = {0};
    report_markdown(&out, &(Style){.width = 40, .colour = true},
                    "| memory | how |\n| --- | --- |\n| shared | `__shared__` |\n");
    assert_non_null(strstr(out.data, "shared  \x1b[36m__shared__\x1b[0m\n"));
    text_free(&out);
}

static void numbers_never_wrap(void **state) {
    (void)state;
    static const char *const percents[] = {"what", "of it", "many words about it", "100 %"};
    Style narrow = {.width = 20};
    Text out = {0};
    report_table(&out, &narrow, percents, 2, 2, (const bool[]){false, true});
    assert_string_equal(out.data, "what           of it\n"
                                  "--------------------\n"
                                  "many words     100 %\n"
                                  "about it\n");
    text_free(&out);
    static const char *const tight[] = {"what", "n", "seventeen_columns", "99 %"};
    report_table(&out, &narrow, tight, 2, 2, (const bool[]){false, true});
    assert_string_equal(out.data, "seventeen_columns\n  n: 99 %\n");
    text_free(&out);
}

static void a_table_too_wide_becomes_blocks(void **state) {
    (void)state;
    Style narrow = {.width = 22};
    Text out = {0};
    report_table(&out, &narrow, cells, 3, 3, right);
    assert_string_equal(out.data, "1\n"
                                  "  wavefronts: 524,288\n"
                                  "  about: every lane\n"
                                  "    has a bank of its\n"
                                  "    own\n"
                                  "32\n"
                                  "  wavefronts:\n"
                                  "    16,777,216\n"
                                  "  about: one bank\n");
    text_free(&out);
}

/* ---- sources and diagnostics ------------------------------------------------------------------------------------- */

static const char *const source =
    "#include <a.h>\n\n// Adds.\nextern \"C\" __global__\nvoid add(int *a) {\n"
    "    if (a) { /* { */ a[0] = '{'; }\n}\n\n__global__ void other(int *b) { add(b); }\n";

static void only_the_kernel_is_shown(void **state) {
    (void)state;
    Style style = {.width = 60};
    Text out = {0};
    report_source(&out, &style, source, "add");
    assert_string_equal(out.data, "   3 | // Adds.\n"
                                  "   4 | extern \"C\" __global__\n"
                                  "   5 | void add(int *a) {\n"
                                  "   6 |     if (a) { /* { */ a[0] = '{'; }\n"
                                  "   7 | }\n");
    text_free(&out);
    report_source(&out, &style, source, "missing");
    assert_int_equal(count_of(out.data, "\n"), 9);
    text_free(&out);
}

static void diagnostics_point_at_the_column(void **state) {
    (void)state;
    Arena *arena = arena_new();
    DiagList diags = diag_list(arena);
    diag_add(&diags, SEVERITY_ERROR, (Loc){"k.cu", 2, 6}, "declare it", "\"x\" is undefined");
    diag_add(&diags, SEVERITY_WARNING, (Loc){"lesson.yaml", 2, 1}, NULL, "unknown key 'blok'");
    Text out = {0};
    report_diags(&out, &ascii40, &diags, "void f() {\n\ty = x;\n}\n");
    /* the tab of the source is four columns here, so byte column 6 is the ninth column */
    assert_string_equal(out.data, "k.cu:2:6: error: \"x\" is undefined\n"
                                  "    2 |     y = x;\n"
                                  "      |         ^\n"
                                  "  help: declare it\n"
                                  "lesson.yaml:2:1: warning: unknown key\n"
                                  "  'blok'\n");
    text_free(&out);
    arena_free(arena);
}

static void of_many_messages_on_an_answer_ten_are_shown(void **state) {
    (void)state;
    Arena *arena = arena_new();
    DiagList diags = diag_list(arena);
    for (int line = 1; line <= 12; line++) diag_add(&diags, SEVERITY_ERROR, (Loc){"k.cu", line, 1}, NULL, "wrong");
    Text out = {0}, all = {0};
    report_first_diags(&out, &ascii40, &diags, NULL);
    assert_non_null(strstr(out.data, "k.cu:10:1: error: wrong\nand 2 more messages\n"));
    assert_null(strstr(out.data, "k.cu:11"));
    report_diags(&all, &ascii40, &diags, NULL);
    assert_non_null(strstr(all.data, "k.cu:12:1: error: wrong\n"));
    assert_null(strstr(all.data, "more"));
    text_free(&out);
    text_free(&all);
    arena_free(arena);
}

static void the_caret_stays_in_sight_in_a_long_line(void **state) {
    (void)state;
    char line[400];
    memset(line, 'a', sizeof line);
    memcpy(line + 200, "BAD", 3);
    line[sizeof line - 1] = '\0';
    Arena *arena = arena_new();
    DiagList diags = diag_list(arena);
    diag_add(&diags, SEVERITY_ERROR, (Loc){"k.cu", 1, 201}, NULL, "here");
    Text out = {0};
    report_diags(&out, &ascii40, &diags, line);
    assert_printable(&out, &ascii40);
    const char *bad = strstr(out.data, "BAD"), *caret = strchr(out.data, '^');
    assert_non_null(bad);
    assert_non_null(caret);
    const char *bad_line = bad, *caret_line = caret;
    while (bad_line[-1] != '\n') bad_line--;
    while (caret_line[-1] != '\n') caret_line--;
    assert_int_equal(bad - bad_line, caret - caret_line);
    text_free(&out);
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roles_are_only_seen_in_colour),
        cmocka_unit_test(text_of_others_cannot_drive_the_terminal),
        cmocka_unit_test(ascii_spells_what_it_can),
        cmocka_unit_test(paragraphs_wrap_at_the_width),
        cmocka_unit_test(wide_characters_count_two_columns),
        cmocka_unit_test(lists_nest_and_hang),
        cmocka_unit_test(headings_quotes_and_code_stand_apart),
        cmocka_unit_test(long_lines_of_code_go_on_in_the_next_one),
        cmocka_unit_test(only_code_is_marked_where_there_is_no_colour),
        cmocka_unit_test(hard_breaks_break),
        cmocka_unit_test(markdown_tables_align_numbers),
        cmocka_unit_test(links_show_where_they_lead),
        cmocka_unit_test(html_is_only_text),
        cmocka_unit_test(any_markdown_fits_any_terminal),
        cmocka_unit_test(tables_wrap_words_before_they_give_up),
        cmocka_unit_test(code_in_a_table_has_a_look_or_backticks),
        cmocka_unit_test(code_in_a_table_of_markdown_has_its_look_too),
        cmocka_unit_test(numbers_never_wrap),
        cmocka_unit_test(a_table_too_wide_becomes_blocks),
        cmocka_unit_test(only_the_kernel_is_shown),
        cmocka_unit_test(diagnostics_point_at_the_column),
        cmocka_unit_test(of_many_messages_on_an_answer_ten_are_shown),
        cmocka_unit_test(the_caret_stays_in_sight_in_a_long_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
