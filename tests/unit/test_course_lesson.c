/* Lessons: the design's example loads as written, and every wrong lesson of tests/course/wrong says what the text
 * beside it says. Each line of those texts was held against its lesson: the place by counting, the rest by reading. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/file.h"
#include "course/course.h"
#include "metric_names.h"

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

static Lesson parse(const char *path, const char *text) {
    Lesson lesson;
    lesson_parse(path, text, strlen(text), arena, &lesson);
    return lesson;
}

static const char *messages(const Lesson *lesson) {
    Text out = {0};
    text_add(&out, "");
    for (const Diag *diag = lesson->diags.first; diag != NULL; diag = diag->next) diag_line(&out, diag);
    return text_take(&out, arena);
}

static char *read_all(const char *path) {
    size_t size;
    const char *why;
    char *text = file_read_text(arena, path, &size, &why);
    if (text == NULL) fail_msg("%s %s", path, why);
    return text;
}

static void the_designs_example_loads_as_written(void **state) {
    (void)state;
    Lesson lesson = parse("lessons/05-banks.yaml", read_all("tests/course/05-banks.yaml"));
    assert_string_equal(messages(&lesson), "");
    assert_true(lesson.usable);
    assert_string_equal(lesson.title, "Thirty-two banks");
    assert_int_equal(lesson.param_count, 1);
    assert_int_equal(lesson.params[0].max, 33);
    assert_int_equal(lesson.step_count, 3);
    assert_int_equal(lesson.steps[0].kind, STEP_TEXT);

    const Step *launched = &lesson.steps[1];
    assert_int_equal(launched->kind, STEP_LAUNCH);
    assert_string_equal(launched->id, "step-2");
    assert_string_equal(launched->launch->kernel, "strided_read");
    assert_int_equal(launched->launch->arg_count, 3);
    assert_string_equal(launched->launch->args[1].reference_name, "gather");
    assert_int_equal(launched->launch->args[2].kind, ARG_VALUE);
    assert_int_equal(launched->expect_count, 2);
    assert_string_equal(expr_text(launched->expect[1].expr), "shared.load.ways == 1");
    assert_string_equal(launched->predict->with[0].name, "stride");
    assert_int_equal(launched->predict->with[0].value, 2);
    assert_ptr_equal(launched->predict->launch, launched->launch);

    const Step *sweep = &lesson.steps[2];
    assert_int_equal(sweep->kind, STEP_SWEEP);
    assert_string_equal(sweep->over, "stride");
    assert_int_equal(sweep->over_count, 8);
    assert_int_equal(sweep->over_values[7], 33);
    assert_int_equal(sweep->show_count, 2);
    assert_int_equal(sweep->show[0], METRIC_SHARED_LOAD_WAYS);
    assert_string_equal(sweep->launch->kernel, "strided_read");

    assert_string_equal(lesson.trivia[0].id, "broadcast");
    assert_string_equal(expr_text(lesson.trivia[0].answer), "1");
    assert_int_equal(lesson.exercises[0].goal_count, 4);
    assert_string_equal(lesson.exercises[0].file, "05-eight-way.cu");
}

static void every_wrong_lesson_says_where_and_what(void **state) {
    (void)state;
    size_t count;
    const char *why;
    char **names = path_list(arena, "tests/course/wrong", ".yaml", &count, &why);
    assert_non_null(names);
    assert_true(count > 15);
    for (size_t i = 0; i < count; i++) {
        size_t size;
        char *path = path_join(arena, "tests/course/wrong", names[i]);
        char *text = file_read(arena, path, FILE_TEXT_LIMIT, &size, &why);
        Lesson lesson;
        lesson_parse(arena_printf(arena, "lessons/%s", names[i]), text, size, arena, &lesson);
        assert_false(lesson.usable);
        char *expected = arena_string(arena, path);
        strcpy(strrchr(expected, '.'), ".txt");
        assert_string_equal(messages(&lesson), read_all(expected));
    }
}

static const char head[] = "format: 1\nid: x\ntitle: X\nsource: x.cu\n";

static Lesson parse_after_head(const char *rest) {
    return parse("x.yaml", arena_printf(arena, "%s%s", head, rest));
}

static void a_merged_map_is_overridden_by_explicit_keys(void **state) {
    (void)state;
    Lesson lesson =
        parse_after_head("params:\n  n: {default: 1}\nsteps:\n"
                         "  - launch: &a {kernel: k, grid: 1, block: 32, seed: 5, with: {<<: {n: 2}, n: 3}}\n"
                         "  - launch: {block: 64, <<: *a, kernel: other}\n"
                         "  - launch: {<<: [{seed: 9}, *a]}\n");
    assert_string_equal(messages(&lesson), "");
    assert_string_equal(lesson.steps[1].launch->kernel, "other");
    assert_string_equal(expr_text(lesson.steps[1].launch->block[0]), "64");
    assert_int_equal(lesson.steps[1].launch->seed, 5);
    assert_int_equal(lesson.steps[2].launch->seed, 9); /* the first of a list wins */
    assert_string_equal(lesson.steps[2].launch->kernel, "k");
    assert_int_equal(lesson.steps[2].launch->with_count, 1);
    assert_int_equal(lesson.steps[2].launch->with[0].value, 3);
}

static void goals_joined_by_and_become_separate_goals(void **state) {
    (void)state;
    Lesson lesson = parse_after_head(
        "steps:\n  - launch: {kernel: k, grid: 1, block: 1}\n"
        "    expect: [shared.load.ways == 32 && correct && findings == 0, {goal: finished && launched, say: go on}]\n");
    assert_string_equal(messages(&lesson), "");
    const Step *step = &lesson.steps[0];
    assert_int_equal(step->expect_count, 5);
    assert_string_equal(expr_text(step->expect[0].expr), "shared.load.ways == 32");
    assert_string_equal(expr_text(step->expect[2].expr), "findings == 0");
    assert_null(step->expect[2].say);
    assert_string_equal(step->expect[4].say, "go on");
}

static const Expr *answer(const char *question) {
    Lesson lesson = parse_after_head(arena_printf(
        arena, "params:\n  n: {default: 1}\nsteps: [{text: a}]\ntrivia:\n  - {id: q, ask: a, %s}\n", question));
    assert_string_equal(messages(&lesson), "");
    return lesson.trivia[0].answer;
}

static void an_answer_is_an_expression_where_it_can_be_one(void **state) {
    (void)state;
    const struct {
        const char *question;
        bool text;
    } cases[] = {
        {"answer: 32", false},
        {"answer: n * 2", false},
        {"answer: \"'quoted'\"", true},
        {"answer: every lane reads its own word", true},
        {"answer: the second, choices: [the first, the second]", true},
        {"answer: first, choices: [first, second]", true},
        {"answer: 2, choices: [1, 2]", false},
        {"answer: 65536, choices: ['16,384', '65,536']", false},
        {"answer: shared.load.ways, launch: {kernel: k, grid: 1, block: 1}", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        LaunchEnv env;
        Result result = {.status = RUN_FINISHED};
        Binding n = {.name = "n", .value = 3};
        Value value;
        const char *why;
        metrics_set(&result.metrics, METRIC_SHARED_LOAD_WAYS, 8);
        launch_env(&env, &n, 1, &result, NULL, "sim", "sm_90");
        assert_true(expr_eval(answer(cases[i].question), &env.env, arena, &value, &why));
        assert_int_equal(value.kind == VALUE_TEXT, cases[i].text);
    }
}

static void a_macro_is_an_expression_or_a_word(void **state) {
    (void)state;
    Lesson lesson = parse_after_head("params:\n  tile: {default: 1}\n"
                                     "steps:\n  - launch: {kernel: k, grid: 1, block: 1, defines: {A: tile, B: float, "
                                     "C: tile * 2, D: unsigned int}}\n");
    assert_string_equal(messages(&lesson), "");
    const DefineSpec *defines = lesson.steps[0].launch->defines;
    assert_non_null(defines[0].value);
    assert_string_equal(defines[1].word, "float");
    assert_non_null(defines[2].value);
    assert_string_equal(defines[3].word, "unsigned int");
    Lesson typo = parse_after_head("steps:\n  - launch: {kernel: k, grid: 1, block: 1, defines: {A: tile * 2}}\n");
    assert_string_equal(messages(&typo), "x.yaml:6:57: error: unknown parameter 'tile'; the lesson has no parameters; "
                                         "they are named under `params`\n");
}

static void a_broken_alias_is_reported_once_however_often_it_is_used(void **state) {
    (void)state;
    Lesson lesson =
        parse_after_head("steps:\n  - launch: &a {kernel: k, grid: 1, blok: 1}\n  - launch: *a\n  - launch: *a\n");
    assert_string_equal(messages(&lesson), "x.yaml:6:37: error: unknown key 'blok'; did you mean 'block'?\n");
}

static void nothing_in_a_message_drives_the_terminal(void **state) {
    (void)state;
    Lesson lesson = parse_after_head("steps: [{text: a}]\n\"\\e[2Jevil\\nkey\": 1\n");
    const char *text = messages(&lesson);
    assert_null(strchr(text, '\033'));
    assert_int_equal(strchr(text, '\n') - text, (ptrdiff_t)strlen(text) - 1);
}

/* Does the document have it as `key` or as key: in an example? */
static bool documented(const char *document, const char *key, size_t size) {
    for (const char *at = document; ((at = strstr(at, arena_string_n(arena, key, size))) != NULL); at++) {
        char before = at == document ? '\n' : at[-1], after = at[size];
        if ((before == '`' && after == '`') || (strchr("` {\n", before) != NULL && after == ':')) return true;
    }
    return false;
}

/* The loader lists the keys of a map when it meets one that is far from all of them. */
static void every_key_is_documented(void **state) {
    (void)state;
    const char *document = read_all("docs/lesson-format.md");
    Lesson lesson = parse_after_head(
        "qqqqqqqq: 1\nparams: {a: {qqqqqqqq: 1}}\nsteps:\n"
        "  - {qqqqqqqq: 1, predict: {qqqqqqqq: 1}, expect: [{qqqqqqqq: 1}]}\n"
        "  - {launch: {qqqqqqqq: 1, args: [{qqqqqqqq: 1, init: {qqqqqqqq: 1}, reference: {qqqqqqqq: 1}}]}}\n"
        "  - {sweep: {qqqqqqqq: 1}}\n  - {compare: {qqqqqqqq: 1, rows: [{qqqqqqqq: 1}]}}\n"
        "trivia: [{qqqqqqqq: 1}]\nexercises: [{qqqqqqqq: 1}]\n");
    size_t shapes = 0, keys = 0;
    for (const Diag *diag = lesson.diags.first; diag != NULL; diag = diag->next) {
        const char *key =
            diag->hint != NULL && text_starts(diag->hint, "the keys of") ? strstr(diag->hint, " are ") : NULL;
        if (key == NULL) continue;
        shapes++;
        for (key += 5; *key; key += strspn(key, ", ")) {
            size_t size = strcspn(key, ",");
            if (!documented(document, key, size)) fail_msg("'%.*s' (%s)", (int)size, key, diag->hint);
            key += size;
            keys++;
        }
    }
    assert_int_equal(shapes, 14);
    assert_true(keys > 60);
}

static void files_of_other_systems_load(void **state) {
    (void)state;
    Lesson lesson =
        parse("x.yaml", "\xef\xbb\xbf"
                        "format: 1\r\nid: x\r\ntitle: caf\xc3\xa9\r\nsteps:\r\n  - text: |\r\n      a\r\n      b\r\n");
    assert_string_equal(messages(&lesson), "");
    assert_string_equal(lesson.title, "caf\xc3\xa9");
    assert_string_equal(lesson.steps[0].text, "a\nb\n");
    Lesson wrong = parse("x.yaml", "\xef\xbb\xbf"
                                   "formt: 1\n");
    assert_int_equal(wrong.diags.first->next->loc.column, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_designs_example_loads_as_written),
        cmocka_unit_test(every_wrong_lesson_says_where_and_what),
        cmocka_unit_test(a_merged_map_is_overridden_by_explicit_keys),
        cmocka_unit_test(goals_joined_by_and_become_separate_goals),
        cmocka_unit_test(an_answer_is_an_expression_where_it_can_be_one),
        cmocka_unit_test(a_macro_is_an_expression_or_a_word),
        cmocka_unit_test(a_broken_alias_is_reported_once_however_often_it_is_used),
        cmocka_unit_test(every_key_is_documented),
        cmocka_unit_test(files_of_other_systems_load),
        cmocka_unit_test(nothing_in_a_message_drives_the_terminal),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
