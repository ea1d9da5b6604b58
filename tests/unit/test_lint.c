/* Lint without a device: small packs with one thing wrong each, written to a scratch folder. Every position was counted
 * in the text by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "lint/lint_files.h"

static Arena *arena;
static char folder[] = "/tmp/warpschool-lint-XXXXXX";

static int begin(void **state) {
    (void)state;
    return mkdtemp(folder) == NULL || chdir(folder) != 0;
}

static int end(void **state) {
    (void)state;
    return chdir("/") != 0 || system(arena_printf(arena = arena_new(), "rm -rf %s", folder)) != 0;
}

static int set_up(void **state) {
    (void)state;
    arena = arena_new();
    return system("rm -rf ./*");
}

static int tear_down(void **state) {
    (void)state;
    arena_free(arena);
    return 0;
}

static void write_file(const char *path, const char *text) {
    assert_true(file_write(path, text, strlen(text)));
}

static const char head[] = "format: 1\nid: 01-a\ntitle: A\nsource: 01-a.cu\n";
static const char launch[] = "    launch: &l {kernel: k, grid: [1], block: [32]}\n";

/* What lint says of a lesson whose lines from the fifth on are these, and of the files of its pack. */
static const char *lint(const char *lines) {
    write_file("kernels/01-a.cu", "// k\n");
    write_file("lessons/01-a.yaml", arena_printf(arena, "%s%s", head, lines));
    Pack *pack = pack_load(".");
    assert_int_equal(pack->lesson_count, 1);
    Text loader = {0};
    for (const Diag *diag = pack->lessons[0].diags.first; diag != NULL; diag = diag->next) diag_line(&loader, diag);
    if (!pack->lessons[0].usable) fail_msg("%s", loader.data);
    text_free(&loader);
    DiagList diags = diag_list(arena);
    lint_lesson(pack, &pack->lessons[0], arena, &diags);
    lint_files(pack, arena, &diags);
    Text out = {0};
    text_add(&out, "");
    for (const Diag *diag = diags.first; diag != NULL; diag = diag->next) diag_line(&out, diag);
    pack_free(pack);
    return text_take(&out, arena);
}

/* A lesson of one step of text, which begins at line 7, column 7. */
static const char *lint_of_text(const char *text) {
    Text lines = {0};
    text_add(&lines, "steps:\n  - text: |\n");
    for (const char *line = text; *line; line += *line == '\n') {
        size_t size = strcspn(line, "\n");
        text_printf(&lines, "      %.*s\n", (int)size, line);
        line += size;
    }
    return lint(text_take(&lines, arena));
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

static void a_misspelt_metric_in_backticks_is_found_where_it_stands(void **state) {
    (void)state;
    assert_string_equal(
        lint_of_text("Look at\nthe `shared.load.way` of it."),
        "lessons/01-a.yaml:8:12: error: unknown metric 'shared.load.way'; did you mean 'shared.load.ways'?\n");
    assert_string_equal(lint_of_text("| metric | is |\n| --- | --- |\n| `gpu.global.load.sector` | x |"),
                        "lessons/01-a.yaml:9:10: error: unknown metric 'gpu.global.load.sector'; did you mean "
                        "'gpu.global.load.sectors'?\n");
    assert_string_equal(lint_of_text("Is `launch.register == 32` so?"),
                        "lessons/01-a.yaml:7:11: error: unknown metric 'launch.register'; did you mean "
                        "'launch.registers'?\n");
}

static void metrics_their_beginnings_findings_and_code_are_no_misspelt_metrics(void **state) {
    (void)state;
    assert_string_equal(lint_of_text("`shared.load.ways`, all of `shared.load`, `shared.load.` or `shared`, "
                                     "`findings.race > 0`, `threadIdx.x`, `local.x = f(y);`, shared.lod.ways, `3.5`"),
                        "");
}

static void a_metric_is_found_in_folded_text_too(void **state) {
    (void)state;
    assert_string_equal(
        lint("steps:\n  - text: >\n      one\n      two\n      `threads.all` `barriers` `launch.shard`\n"),
        "lessons/01-a.yaml:9:33: error: unknown metric 'launch.shard'; "
        "`warpschool metrics` lists them\n");
}

static void links_lead_somewhere(void **state) {
    (void)state;
    assert_string_equal(lint_of_text("[here](kernels/01-a.cu), [there](https://a.org/b), [up](#up), <https://a.org>"),
                        "");
    assert_string_equal(
        lint_of_text("a\nb [here](kernels/02.cu)"),
        "lessons/01-a.yaml:8:16: error: the link's target kernels/02.cu does not exist in the pack; links "
        "go to an address, or to a file of the pack\n");
}

static void numbers_of_five_digits_have_commas(void **state) {
    (void)state;
    assert_string_equal(lint_of_text("65,536 of 4096, `65536`, 0.12345, sm_100000, 100000f, {{ 100000 * 2 }} bytes\n\n"
                                     "    65536\n\n<https://a.org/123456>"),
                        "");
    assert_string_equal(
        lint_of_text("a\n{{ 2 * 3 }} of 65536"),
        "lessons/01-a.yaml:8:22: warning: the number 65536 has no commas; write 65,536, as tables print it\n");
    assert_string_equal(
        lint_of_text("| a |\n| --- |\n| 100000 |"),
        "lessons/01-a.yaml:9:9: warning: the number 100000 has no commas; write 100,000, as tables print it\n");
}

static void files_in_backticks_exist(void **state) {
    (void)state;
    assert_string_equal(lint_of_text("`kernels/01-a.cu`, `exercises/NN-name.yml`, `kernels/*.cu`"), "");
    assert_string_equal(lint_of_text("edit `exercises/01-b.cu`"),
                        "lessons/01-a.yaml:7:13: error: the pack has no file exercises/01-b.cu\n");
}

static void commands_in_backticks_name_parameters_of_the_lesson(void **state) {
    (void)state;
    assert_string_equal(
        lint(arena_printf(arena,
                          "params: {n: {default: 1, about: x}}\nsteps:\n  - text: '`set n=3`, `sweep "
                          "m=1,2`, `set N`'\n%s",
                          "    launch: {kernel: k, grid: [n], block: [1]}\n")),
        "lessons/01-a.yaml:7:24: error: `sweep m=1,2` names no parameter of this lesson; parameters are "
        "named under `params`\n");
}

static const char *repeated(const char *piece, int times) {
    Text text = {0};
    text_repeat(&text, piece, times);
    return text_take(&text, arena);
}

static void code_and_tables_wider_than_a_terminal_are_named_with_their_line(void **state) {
    (void)state;
    /* 80 columns less the 4 that code is set in by */
    assert_string_equal(lint_of_text(arena_printf(arena, "```\n%s\n```", repeated("x", 76))), "");
    assert_string_equal(lint_of_text(arena_printf(arena, "a\n\n```\nb\n%s\n```", repeated("x", 77))),
                        "lessons/01-a.yaml:11:7: warning: this line of code has 77 columns, and 76 fit; break it: a "
                        "terminal of 80 columns wraps it\n");
    /* in a list two more go to the bullet; an umlaut is one column in two bytes */
    assert_string_equal(lint_of_text(arena_printf(arena, "- a\n\n  ```\n  %s\n  ```", repeated("ü", 74))), "");
    assert_string_equal(lint_of_text(arena_printf(arena, "- a\n\n  ```\n  %s\n  ```", repeated("x", 75))),
                        "lessons/01-a.yaml:10:9: warning: this line of code has 75 columns, and 74 fit; break it: a "
                        "terminal of 80 columns wraps it\n");
    /* 40 + 2 between + 38, in one row or in two */
    assert_string_equal(lint_of_text(arena_printf(arena, "| %s | b |\n| --- | --- |\n| a | %s |", repeated("x", 40),
                                                  repeated("y", 38))),
                        "");
    assert_string_equal(
        lint_of_text(
            arena_printf(arena, "| %s | b |\n| --- | --- |\n| a | `%s` |", repeated("x", 40), repeated("y", 37))),
        "lessons/01-a.yaml:7:7: warning: this table has 81 columns, and 80 fit; shorten its widest cells: "
        "a terminal of 80 columns wraps them\n");
    assert_string_equal(lint_of_text(repeated("words ", 50)), "");
}

/* ---- questions and hints ----------------------------------------------------------------------------------------- */

static const char *lint_of_choices(const char *choices) {
    return lint(arena_printf(arena,
                             "params: {n: {default: 4, about: x}}\nsteps:\n  - text: a\n    launch: {kernel: k, "
                             "grid: [n], block: [1]}\ntrivia:\n  - id: q\n    ask: b\n    answer: '\"x\"'\n    "
                             "choices: [%s]\n",
                             choices));
}

static void choices_differ_as_text_and_as_values(void **state) {
    (void)state;
    assert_string_equal(lint_of_choices("x, 1, 2, 0.5, Yes, no"), "");
    assert_string_equal(
        lint_of_choices("x, 16, 4 * n"),
        "lessons/01-a.yaml:13:22: error: the choices '16' and '4 * n' are the same answer; a wrong answer "
        "must differ from the right one\n");
    assert_string_equal(
        lint_of_choices("x, 0.5, 5e-1"),
        "lessons/01-a.yaml:13:23: error: the choices '0.5' and '5e-1' are the same answer; a wrong answer "
        "must differ from the right one\n");
    assert_string_equal(
        lint_of_choices("x, Yes, yes"),
        "lessons/01-a.yaml:13:23: error: the choices 'Yes' and 'yes' are the same answer; a wrong answer "
        "must differ from the right one\n");
    assert_string_equal(
        lint_of_choices("x, 16384, '16,384'"),
        "lessons/01-a.yaml:13:18: warning: the number 16384 has no commas; write 16,384, as tables print it\n"
        "lessons/01-a.yaml:13:25: error: the choices '16384' and '16,384' are the same answer; a wrong answer "
        "must differ from the right one\n");
    assert_string_equal(lint_of_choices("x"),
                        "lessons/01-a.yaml:13:14: error: one choice is no choice; add wrong answers, "
                        "or leave `choices` out\n");
}

static const char *lint_of_exercise(const char *hints) {
    if (!file_exists("exercises/01-e.cu")) write_file("exercises/01-e.cu", "// Exercise e: x\n");
    if (!file_exists("solutions/01-e.cu")) write_file("solutions/01-e.cu", "// Exercise e: x\n");
    if (!file_exists("mutants")) write_file("mutants/e/a.cu", "// verdict: wrong\n");
    return lint(arena_printf(arena,
                             "steps:\n  - text: a\n%sexercises:\n  - id: e\n    file: 01-e.cu\n    ask: b\n    "
                             "launches: [*l]\n    goals: [correct]\n    hints:\n%s",
                             launch, hints));
}

static void hints_differ_and_end_nearer_to_the_answer_than_they_begin(void **state) {
    (void)state;
    assert_string_equal(lint_of_exercise("      - think again\n      - write `x`\n"), "");
    assert_string_equal(lint_of_exercise("      - think\n      - think of the barrier\n"), "");
    assert_string_equal(
        lint_of_exercise("      - think of the barrier\n      - no\n"),
        "lessons/01-a.yaml:16:9: warning: the last hint tells less than the first; the last hint is nearly "
        "the answer: let it show code\n");
    assert_string_equal(
        lint_of_exercise("      - think `a`\n      - think `a`\n"),
        "lessons/01-a.yaml:16:9: error: this hint says the same as hint 1; each hint should tell a little "
        "more\n");
    assert_string_equal(
        lint_of_exercise("      - think\n"),
        "lessons/01-a.yaml:15:7: warning: one hint is no ladder; begin with a nudge and end with nearly "
        "the answer\n");
    assert_string_equal(lint_of_exercise("      - a\n      - \"  \"\n      - b `c`\n"),
                        "lessons/01-a.yaml:16:9: error: this hint is empty\n");
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static const char two_hints[] = "      - a\n      - write `x`\n";

static void the_comment_at_a_files_top_names_its_exercise(void **state) {
    (void)state;
    write_file("solutions/01-e.cu", "// Exercise other-e and e-two.\n// Text.\n\n// e\n");
    assert_string_equal(
        lint_of_exercise(two_hints),
        "solutions/01-e.cu:1:1: warning: the comment at the top does not name the exercise 'e'; begin with "
        "a line such as '// Exercise e: what it is about.'\n");
    write_file("solutions/01-e.cu", "// A solution\n// of e.\n");
    assert_string_equal(lint_of_exercise(two_hints), "");
}

static void source_lines_fit_beside_their_numbers(void **state) {
    (void)state;
    write_file("exercises/01-e.cu", arena_printf(arena, "// e\n%s\n%s\n", repeated("x", 73), repeated("x", 74)));
    assert_string_equal(
        lint_of_exercise(two_hints),
        "exercises/01-e.cu:3:74: warning: this line has 74 columns, and 73 fit; break it: beside its number "
        "a terminal of 80 columns wraps it\n");
}

static void files_that_no_lesson_names_and_mutants_of_no_exercise_are_named(void **state) {
    (void)state;
    write_file("kernels/02-b.cu", "//\n");
    write_file("solutions/01-a.cu", "//\n"); /* kernels may be called so, solutions not */
    write_file("tests/mutants/ee/a.cu", "//\n");
    assert_string_equal(lint_of_exercise(two_hints),
                        "kernels/02-b.cu: warning: no lesson names this file; name it in a lesson, or delete it\n"
                        "solutions/01-a.cu: warning: no lesson names this file; name it in a lesson, or delete it\n"
                        "tests/mutants/ee: error: there is no exercise 'ee'; mutants lie in a folder that is called as "
                        "their exercise's id\n");
}

static void a_pack_without_mutants_is_told_once(void **state) {
    (void)state;
    (void)lint_of_exercise(two_hints);
    assert_int_equal(system("rm -r mutants && mkdir -p tests"), 0);
    write_file("mutants", "a file, not a folder\n");
    assert_string_equal(lint_of_exercise(two_hints),
                        "mutants/: warning: the pack has no mutants, so nothing shows that its checks reject a wrong "
                        "answer; put plausible wrong answers into mutants/EXERCISE/NAME.cu\n");
}

static void parameters_are_used_and_explained(void **state) {
    (void)state;
    assert_string_equal(
        lint("params: {n: {default: 1, about: x}, m: {default: 1}}\nsteps:\n  - text: a\n    launch: "
             "{kernel: k, grid: [m], block: [1]}\n"),
        "lessons/01-a.yaml:5:10: warning: no launch depends on the parameter 'n'; name it in a launch, or "
        "take it out\n"
        "lessons/01-a.yaml:5:37: warning: 'set' cannot tell a student what the parameter 'm' is; add "
        "`about: ...`\n");
}

static void a_mutant_states_a_verdict_that_it_can_get(void **state) {
    (void)state;
    static const struct {
        const char *source;
        bool stated;
        Verdict verdict;
    } cases[] = {
        {"// verdict: missed - x\n", true, VERDICT_MISSED},
        {"//verdict: stuck", true, VERDICT_STUCK},
        {"// verdict:  unsafe — x\n", true, VERDICT_UNSAFE},
        {"// verdict: wrong\n", true, VERDICT_WRONG},
        {"// verdict: uncompiled\n", true, VERDICT_UNCOMPILED},
        {"// verdict: passed\n", false, 0},
        {"// verdict: error\n", false, 0},
        {"// verdict: missing\n", false, 0},
        {"// missed\n", false, 0},
        {"\n// verdict: missed\n", false, 0},
        {"verdict: missed\n", false, 0},
        {"", false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Verdict verdict = VERDICT_PASSED;
        if (lint_stated_verdict(cases[i].source, &verdict) != cases[i].stated) fail_msg("%s", cases[i].source);
        if (cases[i].stated) assert_int_equal(verdict, cases[i].verdict);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_misspelt_metric_in_backticks_is_found_where_it_stands, set_up, tear_down),
        cmocka_unit_test_setup_teardown(metrics_their_beginnings_findings_and_code_are_no_misspelt_metrics, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_metric_is_found_in_folded_text_too, set_up, tear_down),
        cmocka_unit_test_setup_teardown(links_lead_somewhere, set_up, tear_down),
        cmocka_unit_test_setup_teardown(numbers_of_five_digits_have_commas, set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_in_backticks_exist, set_up, tear_down),
        cmocka_unit_test_setup_teardown(commands_in_backticks_name_parameters_of_the_lesson, set_up, tear_down),
        cmocka_unit_test_setup_teardown(code_and_tables_wider_than_a_terminal_are_named_with_their_line, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(choices_differ_as_text_and_as_values, set_up, tear_down),
        cmocka_unit_test_setup_teardown(hints_differ_and_end_nearer_to_the_answer_than_they_begin, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_comment_at_a_files_top_names_its_exercise, set_up, tear_down),
        cmocka_unit_test_setup_teardown(source_lines_fit_beside_their_numbers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(files_that_no_lesson_names_and_mutants_of_no_exercise_are_named, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_pack_without_mutants_is_told_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(parameters_are_used_and_explained, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_mutant_states_a_verdict_that_it_can_get, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
