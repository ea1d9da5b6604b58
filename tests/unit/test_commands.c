/* The commands' own logic, without a terminal: options, values, completion, answers, paths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "commands/commands.h"
#include "shell/complete.h"
#include "teach/launch/params.h"
#include "teach/question.h"
#include "teach/say.h"

static Session session;
static Lesson lesson;
static Param params[2];
static const int64_t tiles[] = {8, 16, 32};

static int set_up(void **state) {
    (void)state;
    params[0] = (Param){.name = "stride", .initial = 1, .min = 1, .max = 33};
    params[1] =
        (Param){.name = "tile", .initial = 32, .min = INT64_MIN, .max = INT64_MAX, .values = tiles, .value_count = 3};
    lesson = (Lesson){.id = "05-banks", .params = params, .param_count = 2, .usable = true};
    session = (Session){.options = options_default(),
                        .mode = MODE_TYPED,
                        .arena = arena_new(),
                        .scratch = arena_new(),
                        .lesson = &lesson,
                        .commands = &command_table,
                        .style = {.width = 80}};
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    arena_free(session.arena);
    arena_free(session.scratch);
    return 0;
}

/* ---- options ----------------------------------------------------------------------------------------------------- */

static bool parse(Options *options, int *first, const char **error, char **argv) {
    int argc = 0;
    while (argv[argc] != NULL) argc++;
    return options_parse(options, argc, argv, first, session.arena, error);
}

static void options_may_stand_on_either_side_of_the_command(void **state) {
    (void)state;
    Options options = options_default();
    int first;
    const char *error;
    char *argv[] = {"warpschool", "--arch", "sm_80", "run", "--schedule=random:7", "5", "--json", NULL};
    assert_true(parse(&options, &first, &error, argv));
    assert_string_equal(options.arch, "sm_80");
    assert_int_equal(options.schedule, SCHEDULE_RANDOM);
    assert_int_equal(options.seed, 7);
    assert_true(options.json);
    assert_string_equal(argv[first], "run");
    assert_string_equal(argv[first + 1], "5");
    assert_null(argv[first + 2]);
}

static void an_option_that_is_unknown_is_named_wherever_it_stands(void **state) {
    (void)state;
    Options options = options_default();
    int first;
    const char *error;
    assert_false(parse(&options, &first, &error, (char *[]){"warpschool", "--witdh=40", "list", NULL}));
    assert_non_null(strstr(error, "'--witdh'; did you mean '--width'?"));
    assert_false(parse(&options, &first, &error, (char *[]){"warpschool", "list", "5", "--jsno", NULL}));
    assert_non_null(strstr(error, "'--jsno'; did you mean '--json'?"));
    assert_false(parse(&options, &first, &error, (char *[]){"warpschool", "-x", "list", NULL}));
    assert_non_null(strstr(error, "'-x'"));
}

static void every_command_that_an_option_names_is_one(void **state) {
    (void)state;
    for (size_t i = 0; i < option_row_count; i++) {
        const char *lists[] = {option_rows[i].commands, option_rows[i].but};
        for (size_t k = 0; k < 2; k++) {
            char *rest = arena_string(session.arena, lists[k] != NULL ? lists[k] : ""), *next;
            for (char *name = strtok_r(rest, " ", &next); name != NULL; name = strtok_r(NULL, " ", &next))
                assert_non_null(command_find(&command_table, name));
        }
    }
}

static void options_fit_the_commands_of_their_rows(void **state) {
    (void)state;
    assert_true(option_fits(OPTION_PACK, "list"));
    assert_true(option_fits(OPTION_PACK, NULL));
    assert_true(option_fits(OPTION_EXERCISE, "grade"));
    assert_true(option_fits(OPTION_EXERCISE, "sass"));
    assert_false(option_fits(OPTION_EXERCISE, "run"));
    assert_false(option_fits(OPTION_EXERCISE, NULL));
    assert_false(option_fits(OPTION_SCHEDULE, "grade"));
    assert_string_equal(option_commands(OPTION_EXERCISE, session.arena), "show, source, compare, ptx, sass and grade");
}

static void words_for_a_launch_are_a_setting_and_a_number_is_not(void **state) {
    (void)state;
    Options options = options_default();
    int first;
    const char *error, *hint;
    assert_true(parse(&options, &first, &error, (char *[]){"warpschool", "--launch", "srun", "list", NULL}));
    assert_false(options_misfit(&options, "list", session.arena, &error, &hint));
    assert_true(parse(&options, &first, &error, (char *[]){"warpschool", "--launch", "3", "list", NULL}));
    assert_true(options_misfit(&options, "list", session.arena, &error, &hint));
    assert_false(options_misfit(&options, "show", session.arena, &error, &hint));
}

/* ---- values of parameters ---------------------------------------------------------------------------------------- */

static void a_list_holds_single_values_and_ranges(void **state) {
    (void)state;
    const char *name;
    int64_t *values;
    size_t count;
    assert_true(param_list(&session, &lesson, "stride=1,2,4..6,33", &name, &values, &count));
    assert_string_equal(name, "stride");
    const int64_t expected[] = {1, 2, 4, 5, 6, 33};
    assert_int_equal(count, 6);
    assert_memory_equal(values, expected, sizeof expected);
}

static void a_range_takes_only_the_values_that_are_allowed(void **state) {
    (void)state;
    const char *name;
    int64_t *values;
    size_t count;
    assert_true(param_list(&session, &lesson, "tile=8..32", &name, &values, &count));
    assert_int_equal(count, 3);
    assert_memory_equal(values, tiles, sizeof tiles);
}

static void blanks_around_equals_and_commas_do_not_matter(void **state) {
    (void)state;
    char **joined;
    assert_int_equal(param_words(&session, 6, (char *[]){"5", "stride", "=", "1,", "2", "tile=8"}, &joined), 3);
    assert_string_equal(joined[0], "5");
    assert_string_equal(joined[1], "stride=1,2");
    assert_string_equal(joined[2], "tile=8");
}

static void setting_a_parameter_twice_keeps_the_second_value(void **state) {
    (void)state;
    assert_true(param_assign(&session, &lesson, "stride=4"));
    assert_true(param_assign(&session, &lesson, "tile=8"));
    assert_true(param_assign(&session, &lesson, "stride=0x10"));
    assert_int_equal(session.set_count, 2);
    assert_int_equal(session.set[0].value, 16);
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static void one_command_is_meant_by_enter_and_one_by_help(void **state) {
    (void)state;
    size_t enter = 0, help = 0;
    for (size_t i = 0; i < command_table.count; i++) {
        enter += command_table.at[i].on_enter;
        help += command_table.at[i].on_help;
    }
    assert_int_equal(enter, 1);
    assert_int_equal(help, 1);
    assert_string_equal(command_on_enter(&command_table)->name, "next");
    assert_string_equal(command_on_help(&command_table)->name, "help");
}

static void names_of_commands_that_print_json_make_a_list(void **state) {
    (void)state;
    Command commands[] = {{.name = "a", .json = true}, {.name = "b"}, {.name = "c", .json = true}};
    assert_string_equal(command_json_names(&(CommandTable){commands, 1}, session.arena), "a");
    assert_string_equal(command_json_names(&(CommandTable){commands, 3}, session.arena), "a and c");
    commands[1].json = true;
    assert_string_equal(command_json_names(&(CommandTable){commands, 3}, session.arena), "a, b and c");
}

static void a_mistyped_command_has_a_nearest_one(void **state) {
    (void)state;
    assert_string_equal(command_nearest(&command_table, "sweeep")->name, "sweep");
    assert_null(command_nearest(&command_table, "zzzzzz"));
}

/* ---- completion -------------------------------------------------------------------------------------------------- */

static void assert_completes(const char *line, const char *expected) {
    size_t start, count;
    char **words = complete_words(&session, session.scratch, line, &start, &count);
    Text all = {0};
    text_add(&all, "");
    for (size_t i = 0; i < count; i++) text_printf(&all, "%s%s", i == 0 ? "" : " ", words[i]);
    assert_string_equal(all.data, expected);
    text_free(&all);
}

static void completion_offers_what_the_command_takes(void **state) {
    (void)state;
    Exercise exercise = {.id = "eight-way", .file = "05-eight-way.cu"};
    lesson.exercises = &exercise;
    lesson.exercise_count = 1;
    Pack pack = {.lessons = &lesson, .lesson_count = 1};
    session.pack = &pack;
    assert_completes("he", "help");
    assert_completes("  s", "sass set show site solution source start sweep");
    assert_completes("start ", "05-banks");
    assert_completes("sweep ", "05-banks stride= tile=");
    assert_completes("hint ei", "eight-way");
    assert_completes("set ", "device= stride= tile=");
    assert_completes("set device=", "device=auto device=gpu device=sim");
    assert_completes("set tile=", "tile=16 tile=32 tile=8");
    assert_completes("metrics barr", "barriers barriers.unused");
    assert_completes("help qu", "quit quiz");
    assert_completes("run --js", "--json");
    assert_completes("nonsense x", "");
    assert_completes("list ", "05-banks exercises");
    assert_completes("quit ", "");
    assert_completes("explain wavef", "wavefront");
}

/* ---- answers ----------------------------------------------------------------------------------------------------- */

static Measured measured_number(Value value, const char *text) {
    return (Measured){.known = true, .value = value, .text = text};
}

static void a_number_is_right_however_it_is_written(void **state) {
    (void)state;
    Question question = {.tolerance = 0};
    Measured conflicts = measured_number((Value){.kind = VALUE_INT, .integer = 16252928}, "16,252,928");
    assert_true(question_is_right(&question, &conflicts, "16252928"));
    assert_true(question_is_right(&question, &conflicts, "16,252,928"));
    assert_true(question_is_right(&question, &conflicts, "0xF80000"));
    assert_false(question_is_right(&question, &conflicts, "16252927"));
    Measured half = measured_number((Value){.kind = VALUE_REAL, .real = 0.5}, "0.5");
    assert_true(question_is_right(&question, &half, "50%"));
    assert_true(question_is_right(&question, &half, ".5"));
    assert_false(question_is_right(&question, &half, "50"));
    question.tolerance = 0.1;
    assert_true(question_is_right(&question, &half, "0.54"));
    assert_false(question_is_right(&question, &half, "0.56"));
}

static void yes_and_words_are_answers_too(void **state) {
    (void)state;
    Question question = {0};
    Measured yes = measured_number((Value){.kind = VALUE_BOOL, .integer = 1}, "yes");
    assert_true(question_is_right(&question, &yes, "Y"));
    assert_true(question_is_right(&question, &yes, "true"));
    assert_false(question_is_right(&question, &yes, "no"));
    Measured word = measured_number((Value){.kind = VALUE_TEXT, .text = "the compiler"}, "the compiler");
    assert_true(question_is_right(&question, &word, "The Compiler"));
    assert_false(question_is_right(&question, &word, "the assembler"));
}

static void nothing_is_right_where_nothing_was_measured(void **state) {
    (void)state;
    Question question = {0};
    Measured unknown = {.why_not = "there is no CUDA compiler here"};
    assert_false(question_is_right(&question, &unknown, "0"));
    Measured zero = measured_number((Value){.kind = VALUE_INT}, "0");
    assert_false(question_is_right(&question, &zero, NULL));
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

static void paths_are_written_as_seen_from_here(void **state) {
    (void)state;
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir("/usr/share"), 0);
    assert_string_equal(path_for_person(session.arena, "/usr/share/doc/x"), "doc/x");
    assert_string_equal(path_for_person(session.arena, "/usr/share"), ".");
    assert_string_equal(path_for_person(session.arena, "/usr/lib"), "../lib");
    assert_string_equal(path_for_person(session.arena, "/usr/shared/lib"), "../shared/lib");
    assert_string_equal(path_for_person(session.arena, "/tmp/x"), "/tmp/x");
    assert_string_equal(path_for_person(session.arena, "doc/x"), "doc/x");
    assert_int_equal(chdir(before), 0);
}

/* A file of one's own home is written with ~ in a sentence, where that is shorter; a shell and the prompt read that. */
static void a_sentence_writes_the_home_folder_as_shells_do(void **state) {
    (void)state;
    char before[4096];
    char *home = arena_string(session.arena, getenv("HOME") != NULL ? getenv("HOME") : "");
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir("/usr/share"), 0);
    setenv("HOME", "/home/ada/", 1);
    assert_string_equal(path_for_message(session.arena, "/home/ada/cuda/a.cu"), "~/cuda/a.cu");
    assert_string_equal(path_for_person(session.arena, "/home/ada/cuda/a.cu"), "/home/ada/cuda/a.cu");
    assert_string_equal(path_for_message(session.arena, "/home/adam/a.cu"), "/home/adam/a.cu");
    assert_string_equal(path_for_message(session.arena, "/usr/share/a.cu"), "a.cu");
    setenv("HOME", "/usr/share/x", 1);
    assert_string_equal(path_for_message(session.arena, "/usr/share/x/warpschool"), "x/warpschool");
    assert_string_equal(path_for_message(session.arena, "/usr/share/x/a"), "x/a");
    assert_string_equal(path_expand_home(session.arena, "~/a.cu"), "/usr/share/x/a.cu");
    assert_string_equal(path_expand_home(session.arena, "~ada/a.cu"), "~ada/a.cu");
    assert_string_equal(path_expand_home(session.arena, "a~/b"), "a~/b");
    setenv("HOME", "", 1);
    assert_string_equal(path_for_message(session.arena, "/tmp/a"), "/tmp/a");
    assert_string_equal(path_expand_home(session.arena, "~/a.cu"), "~/a.cu");
    setenv("HOME", home, 1);
    assert_int_equal(chdir(before), 0);
}

static void a_code_span_holds_whatever_stands_in_it(void **state) {
    (void)state;
    assert_string_equal(code_span(&session, "a_b.cu"), "`a_b.cu`");
    assert_string_equal(code_span(&session, "a`b"), "`` a`b ``");
    assert_string_equal(code_span(&session, "``"), "``` `` ```");
    assert_string_equal(code_span(&session, "a\033[2Jb"), "`a\xEF\xBF\xBD[2Jb`");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(options_may_stand_on_either_side_of_the_command),
        TEST(an_option_that_is_unknown_is_named_wherever_it_stands),
        TEST(every_command_that_an_option_names_is_one),
        TEST(options_fit_the_commands_of_their_rows),
        TEST(words_for_a_launch_are_a_setting_and_a_number_is_not),
        TEST(a_list_holds_single_values_and_ranges),
        TEST(a_range_takes_only_the_values_that_are_allowed),
        TEST(blanks_around_equals_and_commas_do_not_matter),
        TEST(setting_a_parameter_twice_keeps_the_second_value),
        TEST(one_command_is_meant_by_enter_and_one_by_help),
        TEST(names_of_commands_that_print_json_make_a_list),
        TEST(a_mistyped_command_has_a_nearest_one),
        TEST(completion_offers_what_the_command_takes),
        TEST(a_number_is_right_however_it_is_written),
        TEST(yes_and_words_are_answers_too),
        TEST(nothing_is_right_where_nothing_was_measured),
        TEST(paths_are_written_as_seen_from_here),
        TEST(a_sentence_writes_the_home_folder_as_shells_do),
        TEST(a_code_span_holds_whatever_stands_in_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
