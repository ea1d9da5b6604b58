/* Progress: what is written is read again, by other programs too, whatever kills or hinders them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <jansson.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/file.h"
#include "course/course.h"

static Arena *arena;
static char home[] = "/tmp/warpschool-test-XXXXXX";
static char *file;
static DiagList diags;

static int set_up(void **state) {
    (void)state;
    arena = arena_new();
    if (mkdtemp(home) == NULL) return -1;
    file = path_join(arena, home, "warpschool/progress.json");
    return setenv("XDG_STATE_HOME", home, 1);
}

static int tear_down(void **state) {
    (void)state;
    char *command = arena_printf(arena, "chmod -R u+w '%s'; rm -rf '%s'", home, home);
    int status = system(command);
    arena_free(arena);
    return status;
}

static int start_afresh(void **state) {
    (void)state;
    char *command = arena_printf(arena, "rm -rf '%s'/warpschool", home);
    return system(command);
}

static Progress *open_pack(const char *folder) {
    diags = diag_list(arena);
    return progress_open(folder, &diags);
}

static size_t files_beside(const char *part) {
    size_t count, found = 0;
    const char *why;
    char **names = path_list(arena, path_parent(arena, file), "", &count, &why);
    for (size_t i = 0; names != NULL && i < count; i++) found += strstr(names[i], part) != NULL;
    return found;
}

static void what_was_done_is_remembered(void **state) {
    (void)state;
    Progress *progress = open_pack("/tmp");
    assert_int_equal(diags.count, 0);
    assert_null(progress_current(progress));
    assert_int_equal(progress_trivia(progress, "05-banks", "broadcast"), 0);
    progress_set_current(progress, "05-banks");
    progress_set_step(progress, "05-banks", 3);
    progress_set_trivia(progress, "05-banks", "broadcast", true);
    progress_set_trivia(progress, "05-banks", "stride", false);
    progress_set_hints(progress, "eight-way", 2);
    progress_set_exercise_passed(progress, "eight-way");
    progress_set_lesson_done(progress, "01-registers");
    progress_free(progress);

    progress = open_pack("/tmp/../tmp/."); /* the same folder */
    assert_string_equal(progress_current(progress), "05-banks");
    assert_int_equal(progress_step(progress, "05-banks"), 3);
    assert_int_equal(progress_trivia(progress, "05-banks", "broadcast"), 1);
    assert_int_equal(progress_trivia(progress, "05-banks", "stride"), -1);
    assert_int_equal(progress_hints_shown(progress, "eight-way"), 2);
    assert_true(progress_exercise_passed(progress, "eight-way"));
    assert_true(progress_lesson_done(progress, "01-registers"));
    assert_false(progress_lesson_done(progress, "05-banks"));
    progress_free(progress);

    progress = open_pack("/usr"); /* another pack knows nothing of it */
    assert_null(progress_current(progress));
    assert_false(progress_exercise_passed(progress, "eight-way"));
    progress_free(progress);
}

static void a_prediction_keeps_its_first_try(void **state) {
    (void)state;
    Progress *progress = open_pack("/tmp");
    Prediction made;
    assert_false(progress_prediction(progress, "05-banks", "stride-2", arena, &made));
    progress_set_prediction(progress, "05-banks", "stride-2", &(Prediction){"3", "2", false, false});
    progress_set_prediction(progress, "05-banks", "stride-2", &(Prediction){"2", "2", true, true});
    progress_set_prediction(progress, "05-banks", "sweep", &(Prediction){"7", "7", true, true});
    progress_set_prediction(progress, "06-padding", "column", &(Prediction){"32", "32", true, true});
    progress_free(progress);

    progress = open_pack("/tmp");
    assert_true(progress_prediction(progress, "05-banks", "stride-2", arena, &made));
    assert_string_equal(made.answer, "2");
    assert_true(made.right);
    assert_false(made.right_first);
    assert_int_equal(progress_score(progress, "05-banks").given, 2);
    assert_int_equal(progress_score(progress, "05-banks").right, 1);
    assert_int_equal(progress_score(progress, NULL).given, 3);
    assert_int_equal(progress_score(progress, NULL).right, 2);
    assert_int_equal(progress_score(progress, "07-swizzle").given, 0);
    progress_free(progress);
}

/* What a student of two machines has done on the first. */
static char *exported(void) {
    Progress *progress = open_pack("/tmp");
    progress_set_step(progress, "05-banks", 3);
    progress_set_step(progress, "06-padding", 9);
    progress_set_lesson_done(progress, "06-padding");
    progress_set_trivia(progress, "05-banks", "broadcast", true);
    progress_set_trivia(progress, "05-banks", "stride", false);
    progress_set_hints(progress, "eight-way", 2);
    progress_set_exercise_passed(progress, "pad-it");
    progress_set_prediction(progress, "05-banks", "stride-2", &(Prediction){"two \"or\" so", "2", false, true});
    Text text = {0};
    progress_export(progress, &text);
    progress_free(progress);
    return text_take(&text, arena);
}

static void what_is_exported_can_be_imported(void **state) {
    const char *text = exported();
    start_afresh(state);
    Progress *progress = open_pack("/usr"); /* the ids count, not where the pack lies */
    assert_int_equal(progress_import(progress, "f", text, &diags), 8);
    assert_int_equal(diags.count, 0);
    Text again = {0};
    progress_export(progress, &again);
    assert_string_equal(again.data, text);
    text_free(&again);
    progress_free(progress);
    progress = open_pack("/usr");
    assert_true(progress_exercise_passed(progress, "pad-it"));
    progress_free(progress);
}

static void an_import_loses_nothing(void **state) {
    const char *text = exported();
    start_afresh(state);
    Progress *progress = open_pack("/tmp");
    progress_set_step(progress, "05-banks", 7);
    progress_set_step(progress, "06-padding", 1);
    progress_set_trivia(progress, "05-banks", "broadcast", false);
    progress_set_trivia(progress, "05-banks", "stride", true);
    progress_set_hints(progress, "eight-way", 4);
    progress_set_exercise_passed(progress, "eight-way");
    progress_set_current(progress, "05-banks");
    progress_set_prediction(progress, "05-banks", "stride-2", &(Prediction){"2", "2", true, true});
    progress_import(progress, "f", text, &diags);
    progress_import(progress, "f", "current 01-memories\n", &diags);
    assert_int_equal(progress_step(progress, "05-banks"), 7);
    assert_int_equal(progress_step(progress, "06-padding"), 9);
    assert_true(progress_lesson_done(progress, "06-padding"));
    assert_int_equal(progress_trivia(progress, "05-banks", "broadcast"), 1);
    assert_int_equal(progress_trivia(progress, "05-banks", "stride"), 1);
    assert_int_equal(progress_hints_shown(progress, "eight-way"), 4);
    assert_true(progress_exercise_passed(progress, "eight-way"));
    assert_true(progress_exercise_passed(progress, "pad-it"));
    assert_string_equal(progress_current(progress), "05-banks");
    assert_int_equal(progress_score(progress, "05-banks").right, 1);
    progress_free(progress);
}

static void lines_that_record_nothing_are_named(void **state) {
    (void)state;
    static const char *const bad[] = {"lesson",
                                      "lesson 05-banks",
                                      "lesson 05-banks step",
                                      "lesson 05-banks step -1",
                                      "lesson 05-banks step 99999999999999999999",
                                      "lesson 05-banks step 3 4",
                                      "exercise eight-way failed",
                                      "question 05-banks broadcast maybe",
                                      "prediction 05-banks stride-2 right wrong",
                                      "prediction 05-banks stride-2 right wrong {",
                                      "prediction 05-banks stride-2 right wrong [1]",
                                      "exercise \x1b[31mred passed",
                                      "folder /etc",
                                      "{}"};
    enum { BAD = sizeof bad / sizeof *bad };
    Progress *progress = open_pack("/tmp");
    Text text = {0};
    text_add(&text, "# a comment\n\n   \r\n");
    for (size_t i = 0; i < BAD; i++) text_printf(&text, "%s\n", bad[i]);
    text_add(&text, "exercise eight-way passed\r\n  lesson 05-banks done");
    assert_int_equal(progress_import(progress, "f", text.data, &diags), 2);
    assert_int_equal(diags.count, BAD);
    assert_int_equal(diags.first->loc.line, 4);
    assert_true(progress_exercise_passed(progress, "eight-way"));
    assert_true(progress_lesson_done(progress, "05-banks"));
    assert_int_equal(progress_step(progress, "05-banks"), 0);
    text_free(&text);
    progress_free(progress);
}

static void two_programs_at_once_lose_nothing(void **state) {
    (void)state;
    enum { PROGRAMS = 3, CHANGES = 25 };
    pid_t children[PROGRAMS];
    for (int p = 0; p < PROGRAMS; p++) {
        children[p] = fork();
        assert_true(children[p] >= 0);
        if (children[p] > 0) continue;
        Progress *mine = open_pack("/tmp");
        for (int i = 0; i < CHANGES; i++) {
            char id[32];
            snprintf(id, sizeof id, "lesson-%d-%d", p, i);
            progress_set_lesson_done(mine, id);
        }
        const char *why;
        _exit(progress_failed(mine, &why));
    }
    for (int p = 0; p < PROGRAMS; p++) {
        int status;
        assert_int_equal(waitpid(children[p], &status, 0), children[p]);
        assert_int_equal(status, 0);
    }
    Progress *progress = open_pack("/tmp");
    for (int p = 0; p < PROGRAMS; p++)
        for (int i = 0; i < CHANGES; i++)
            assert_true(progress_lesson_done(progress, arena_printf(arena, "lesson-%d-%d", p, i)));
    progress_free(progress);
}

static void what_another_program_records_is_taken_over(void **state) {
    (void)state;
    const char *why;
    Progress *mine = open_pack("/tmp"), *other = open_pack("/tmp");
    progress_set_hints(other, "eight-way", 2);
    assert_int_equal(progress_hints_shown(mine, "eight-way"), 0);
    progress_renew(mine);
    assert_int_equal(progress_hints_shown(mine, "eight-way"), 2);
    progress_hold(mine); /* what is not written yet stays, too */
    progress_set_lesson_done(mine, "05-banks");
    progress_set_exercise_passed(other, "eight-way");
    progress_renew(mine);
    assert_true(progress_lesson_done(mine, "05-banks"));
    assert_true(progress_release(mine));
    assert_true(progress_exercise_passed(mine, "eight-way"));
    progress_renew(other);
    assert_true(progress_lesson_done(other, "05-banks"));
    assert_false(progress_failed(mine, &why));
    progress_free(other);
    progress_free(mine);
}

static void a_killed_program_leaves_a_whole_file(void **state) {
    (void)state;
    for (int round = 0; round < 20; round++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            Progress *mine = open_pack("/tmp");
            for (size_t i = 1;; i++) progress_set_step(mine, arena_printf(arena, "lesson-%zu", i % 50), i);
        }
        nanosleep(&(struct timespec){.tv_nsec = 3000000 + round * 1370000}, NULL);
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, NULL, 0), child);
        Progress *progress = open_pack("/tmp");
        assert_int_equal(diags.count, 0);
        progress_set_lesson_done(progress, arena_printf(arena, "round-%d", round));
        const char *why;
        assert_false(progress_failed(progress, &why));
        progress_free(progress);
    }
    Progress *progress = open_pack("/tmp");
    for (int round = 0; round < 20; round++)
        assert_true(progress_lesson_done(progress, arena_printf(arena, "round-%d", round)));
    progress_free(progress);
    assert_int_equal(files_beside("progress.json."), 1); /* the lock; nothing half-written is left */
    assert_int_equal(files_beside("progress.json.lock"), 1);
}

static void a_broken_file_is_kept_and_reported_once(void **state) {
    (void)state;
    const char *const broken[] = {"{\"format\": 1, \"packs\":", "[]", "{\"format\": 1, \"packs\": []}",
                                  "{\"packs\": {}}", "\xff\xfe"};
    for (size_t i = 0; i < 5; i++) {
        assert_true(file_write(file, broken[i], strlen(broken[i])));
        Progress *progress = open_pack("/tmp");
        assert_int_equal(diags.count, 1);
        assert_non_null(strstr(diags.first->message, "could not be understood"));
        size_t size;
        const char *why, *kept = file_read(arena, arena_printf(arena, "%s.broken-%zu", file, i + 1), 1000, &size, &why);
        assert_non_null(kept);
        assert_int_equal(size, strlen(broken[i]));
        assert_memory_equal(kept, broken[i], size);
        progress_set_lesson_done(progress, "a");
        assert_false(progress_failed(progress, &why));
        progress_free(progress);
        progress = open_pack("/tmp");
        assert_int_equal(diags.count, 0);
        assert_true(progress_lesson_done(progress, "a"));
        progress_free(progress);
    }
}

static void values_of_the_wrong_type_count_as_not_given(void **state) {
    (void)state;
    const char *text =
        "{\"format\": 1, \"packs\": {\"/tmp\": {\"current\": 7, \"lessons\": {\"a\": 3, \"b\": {\"step\": -5,"
        " \"done\": \"yes\", \"trivia\": []}}, \"exercises\": {\"e\": {\"hints\": 1e300}}}}}";
    assert_true(file_write(file, text, strlen(text)));
    Progress *progress = open_pack("/tmp");
    assert_null(progress_current(progress));
    assert_false(progress_lesson_done(progress, "a"));
    assert_false(progress_lesson_done(progress, "b"));
    assert_int_equal(progress_step(progress, "b"), 0);
    assert_int_equal(progress_hints_shown(progress, "e"), 0);
    progress_set_lesson_done(progress, "a");
    progress_set_trivia(progress, "b", "q", true);
    assert_true(progress_lesson_done(progress, "a"));
    assert_int_equal(progress_trivia(progress, "b", "q"), 1);
    progress_free(progress);
}

static void a_newer_file_is_left_alone(void **state) {
    (void)state;
    const char text[] = "{\"format\": 2, \"everything\": \"changed\"}";
    assert_true(file_write(file, text, strlen(text)));
    Progress *progress = open_pack("/tmp");
    progress_set_lesson_done(progress, "a");
    const char *why;
    assert_true(progress_failed(progress, &why));
    assert_non_null(strstr(why, "newer warpschool"));
    assert_true(progress_lesson_done(progress, "a")); /* in memory */
    progress_free(progress);
    size_t size;
    assert_string_equal(file_read(arena, file, 1000, &size, &why), text);
}

static void a_place_that_cannot_be_written_is_told_and_the_program_goes_on(void **state) {
    (void)state;
    setenv("XDG_STATE_HOME", "/dev/null/state", 1);
    Progress *progress = open_pack("/tmp");
    assert_int_equal(diags.count, 1);
    progress_set_lesson_done(progress, "a");
    progress_set_hints(progress, "e", 1);
    const char *why = NULL;
    assert_true(progress_failed(progress, &why));
    assert_non_null(strstr(why, "cannot be written"));
    assert_true(progress_lesson_done(progress, "a"));
    assert_int_equal(progress_hints_shown(progress, "e"), 1);
    progress_free(progress);
    setenv("XDG_STATE_HOME", home, 1);
}

static void what_could_not_be_written_is_written_later(void **state) {
    (void)state;
    char *folder = path_parent(arena, file), *away = arena_printf(arena, "%s-away", folder);
    Progress *progress = open_pack("/tmp"), *other = open_pack("/tmp");
    progress_set_lesson_done(other, "c");
    assert_int_equal(rename(folder, away), 0);
    assert_true(file_write(folder, "in the way", 10));
    progress_set_lesson_done(progress, "a");
    const char *why;
    assert_true(progress_failed(progress, &why));
    assert_int_equal(unlink(folder), 0);
    assert_int_equal(rename(away, folder), 0);
    progress_set_lesson_done(progress, "b");
    assert_false(progress_failed(progress, &why));
    progress_free(progress);
    progress_free(other);
    progress = open_pack("/tmp");
    const char *const done[] = {"a", "b", "c"};
    for (size_t i = 0; i < 3; i++) assert_true(progress_lesson_done(progress, done[i]));
    progress_free(progress);
}

/* The file was written when the lessons had other numbers; "01-intro" and "02-intro" are both in the pack. */
static void a_lesson_that_got_another_number_keeps_its_progress(void **state) {
    (void)state;
    Progress *progress = open_pack("/tmp");
    progress_set_step(progress, "11-coalescing", 4);
    progress_set_trivia(progress, "11-coalescing", "q", true);
    progress_set_lesson_done(progress, "01-intro");
    progress_free(progress);
    Lesson lessons[] = {{.id = "01-intro"}, {.id = "02-intro"}, {.id = "06-coalescing"}};
    const Pack pack = {.lessons = lessons, .lesson_count = 3};
    progress = open_pack("/tmp");
    progress_know_lessons(progress, &pack);
    assert_int_equal(progress_step(progress, "06-coalescing"), 4);
    assert_false(progress_lesson_done(progress, "02-intro"));
    progress_set_lesson_done(progress, "06-coalescing");
    assert_int_equal(progress_trivia(progress, "06-coalescing", "q"), 1);
    progress_free(progress);
    progress = open_pack("/tmp");
    progress_know_lessons(progress, &pack);
    assert_true(progress_lesson_done(progress, "06-coalescing"));
    assert_int_equal(progress_step(progress, "06-coalescing"), 4);
    progress_free(progress);
}

/* 1000 lessons, and the pack's own however many lines come before them. */
static void an_import_takes_so_many_lessons_that_the_pack_lacks(void **state) {
    (void)state;
    Lesson lessons[] = {{.id = "01-intro"}, {.id = "06-coalescing"}};
    const Pack pack = {.lessons = lessons, .lesson_count = 2};
    Progress *progress = open_pack("/tmp");
    progress_know_lessons(progress, &pack);
    Text text = {0};
    for (int i = 0; i < 1500; i++) text_printf(&text, "lesson later-%d done\n", i);
    text_add(&text, "lesson 06-coalescing done\nlesson 11-coalescing step 3\nlesson later-7 step 2\n");
    assert_int_equal(progress_import(progress, "f", text.data, &diags), 1000 + 3);
    assert_int_equal(diags.first->loc.line, 1001);
    assert_true(progress_lesson_done(progress, "later-999"));
    assert_false(progress_lesson_done(progress, "later-1000"));
    assert_true(progress_lesson_done(progress, "06-coalescing"));
    assert_int_equal(progress_step(progress, "06-coalescing"), 3);
    assert_int_equal(progress_step(progress, "later-7"), 2);
    text_free(&text);
    progress_free(progress);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_was_done_is_remembered, start_afresh),
        cmocka_unit_test_setup(a_prediction_keeps_its_first_try, start_afresh),
        cmocka_unit_test_setup(what_is_exported_can_be_imported, start_afresh),
        cmocka_unit_test_setup(an_import_loses_nothing, start_afresh),
        cmocka_unit_test_setup(lines_that_record_nothing_are_named, start_afresh),
        cmocka_unit_test_setup(two_programs_at_once_lose_nothing, start_afresh),
        cmocka_unit_test_setup(what_another_program_records_is_taken_over, start_afresh),
        cmocka_unit_test_setup(a_killed_program_leaves_a_whole_file, start_afresh),
        cmocka_unit_test_setup(a_broken_file_is_kept_and_reported_once, start_afresh),
        cmocka_unit_test_setup(values_of_the_wrong_type_count_as_not_given, start_afresh),
        cmocka_unit_test_setup(a_newer_file_is_left_alone, start_afresh),
        cmocka_unit_test_setup(a_place_that_cannot_be_written_is_told_and_the_program_goes_on, start_afresh),
        cmocka_unit_test_setup(what_could_not_be_written_is_written_later, start_afresh),
        cmocka_unit_test_setup(a_lesson_that_got_another_number_keeps_its_progress, start_afresh),
        cmocka_unit_test_setup(an_import_takes_so_many_lessons_that_the_pack_lacks, start_afresh),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
