/* Packs: folders are made here, file by file, and broken in one way each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/file.h"
#include "course/course.h"

static Arena *arena;
static char folder[] = "/tmp/warpschool-test-XXXXXX";

static void write_file(const char *name, const char *text) {
    assert_true(file_write(path_join(arena, folder, name), text, strlen(text)));
}

static void write_lesson(const char *id, const char *more) {
    write_file(arena_printf(arena, "lessons/%s.yaml", id),
               arena_printf(arena, "format: 1\nid: %s\ntitle: T\n%s", id, more));
}

static const char exercise_of[] =
    "steps: [{text: a}]\nexercises:\n  - id: %s\n    file: %s\n    ask: a\n"
    "    launches: [{kernel: k, grid: 1, block: 1}]\n    goals: [correct]\n    hints: [h]\n";

static int set_up(void **state) {
    (void)state;
    arena = arena_new();
    if (mkdtemp(folder) == NULL) return -1;
    write_lesson("01-registers", "steps: [{text: a}]\n");
    write_lesson("05-banks", arena_printf(arena, exercise_of, "eight-way", "05-eight-way.cu"));
    write_lesson("06-padding", "source: 06-padding.cu\nsteps: [{text: a}]\n");
    write_file("kernels/06-padding.cu", "int x;\n");
    write_file("exercises/05-eight-way.cu", "int x;\n");
    write_file("solutions/05-eight-way.cu", "int x;\n");
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    char *command = arena_printf(arena, "rm -rf '%s'", folder);
    int status = system(command);
    arena_free(arena);
    return status;
}

static const char *messages(const DiagList *list) {
    Text out = {0};
    text_add(&out, "");
    for (const Diag *diag = list->first; diag != NULL; diag = diag->next) diag_line(&out, diag);
    return text_take(&out, arena);
}

static void a_good_pack_loads_in_the_order_of_names(void **state) {
    (void)state;
    Pack *pack = pack_load(folder);
    assert_string_equal(messages(&pack->diags), "");
    assert_int_equal(pack->lesson_count, 3);
    assert_string_equal(pack->lessons[0].id, "01-registers");
    assert_string_equal(pack->lessons[2].id, "06-padding");
    for (size_t i = 0; i < 3; i++) assert_true(pack->lessons[i].usable);
    pack_free(pack);
}

/* So many that several threads load them. */
static void each_of_many_lessons_keeps_its_place_and_its_errors(void **state) {
    (void)state;
    enum { FIRST = 20, LAST = 79 };
    for (int i = FIRST; i <= LAST; i++) {
        const char *id = arena_printf(arena, "%d-many", i);
        write_lesson(id,
                     i % 3 == 0 ? arena_printf(arena, "steps: [{text: a}]\nwrong%d: 1\n", i) : "steps: [{text: a}]\n");
    }
    Pack *pack = pack_load(folder);
    assert_int_equal(pack->lesson_count, 3 + LAST - FIRST + 1);
    for (int i = FIRST; i <= LAST; i++) {
        const Lesson *lesson = &pack->lessons[3 + i - FIRST];
        const char *said = messages(&lesson->diags);
        assert_string_equal(lesson->id, arena_printf(arena, "%d-many", i));
        assert_int_equal(lesson->usable, i % 3 != 0);
        if (i % 3 == 0)
            assert_non_null(strstr(said, arena_printf(arena, "wrong%d", i)));
        else
            assert_string_equal(said, "");
    }
    pack_free(pack);
    for (int i = FIRST; i <= LAST; i++)
        assert_int_equal(unlink(path_join(arena, folder, arena_printf(arena, "lessons/%d-many.yaml", i))), 0);
}

static const char *found(const Pack *pack, const char *name) {
    const char *nearest;
    const Lesson *lesson = pack_find(pack, name, &nearest);
    return lesson != NULL ? lesson->id : nearest != NULL ? arena_printf(arena, "? %s", nearest) : "none";
}

static void lessons_are_found_by_id_number_tail_and_beginning(void **state) {
    (void)state;
    write_lesson("10-bank-swaps", "steps: [{text: a}]\n");
    Pack *pack = pack_load(folder);
    assert_string_equal(found(pack, "05-banks"), "05-banks");
    assert_string_equal(found(pack, "5"), "05-banks");
    assert_string_equal(found(pack, "05"), "05-banks");
    assert_string_equal(found(pack, "10"), "10-bank-swaps");
    assert_string_equal(found(pack, "1"), "01-registers");
    assert_string_equal(found(pack, "banks"), "05-banks");
    assert_string_equal(found(pack, "pad"), "06-padding");
    assert_string_equal(found(pack, "05-padding"), "06-padding"); /* from a time when it had another number */
    assert_string_equal(found(pack, "bank"), "? 05-banks");       /* two begin so */
    assert_string_equal(found(pack, "bankz"), "? 05-banks");
    assert_string_equal(found(pack, "registrs"), "? 01-registers");
    assert_string_equal(found(pack, "quantum"), "none");
    assert_string_equal(found(pack, ""), "none");
    pack_free(pack);
    unlink(path_join(arena, folder, "lessons/10-bank-swaps.yaml"));
}

static void exercises_are_found_by_id_or_file(void **state) {
    (void)state;
    Pack *pack = pack_load(folder);
    Lesson *lesson;
    const char *nearest;
    const char *const names[] = {"eight-way", "05-eight-way", "05-eight-way.cu", "exercises/05-eight-way.cu"};
    for (size_t i = 0; i < 4; i++) {
        assert_non_null(pack_find_exercise(pack, names[i], &lesson, &nearest));
        assert_string_equal(lesson->id, "05-banks");
    }
    assert_null(pack_find_exercise(pack, "eight-wya", &lesson, &nearest));
    assert_string_equal(nearest, "eight-way");
    pack_free(pack);
}

static size_t unread(const Pack *pack) {
    size_t count = 0;
    for (size_t i = 0; i < pack->lesson_count; i++) count += pack->lessons[i].unread;
    return count;
}

/* A pack that was opened reads a lesson when it is asked for, and finds the same as one that was loaded. */
static void an_opened_pack_reads_what_is_asked_for(void **state) {
    (void)state;
    Pack *pack = pack_open(folder), *whole = pack_load(folder);
    Lesson *lesson;
    const char *nearest;
    size_t all = pack->lesson_count;
    assert_int_equal(unread(whole), 0);
    assert_int_equal(all, whole->lesson_count);
    assert_int_equal(unread(pack), all);
    assert_string_equal(found(pack, "padding"), "06-padding");
    assert_int_equal(unread(pack), all - 1);
    assert_non_null(pack_find_exercise(pack, "exercises/05-eight-way.cu", &lesson, &nearest));
    assert_string_equal(lesson->id, "05-banks");
    assert_true(lesson->usable);
    assert_int_equal(unread(pack), all - 2);
    assert_null(pack_find_exercise(pack, "eight-wya", &lesson, &nearest)); /* the nearest of all of them */
    assert_string_equal(nearest, "eight-way");
    assert_int_equal(unread(pack), 0);
    for (size_t i = 0; i < all; i++) {
        assert_string_equal(pack->lessons[i].id, whole->lessons[i].id);
        assert_int_equal(pack->lessons[i].usable, whole->lessons[i].usable);
        assert_int_equal(pack->lessons[i].step_count, whole->lessons[i].step_count);
    }
    pack_free(pack);
    pack_free(whole);
}

/* The messages of lesson 07 while name is as make left it; the other lessons must stay usable. */
static const char *complaint(void) {
    Pack *pack = pack_load(folder);
    const char *nearest, *text = "";
    for (size_t i = 0; i < pack->lesson_count; i++) {
        const Lesson *lesson = &pack->lessons[i];
        if (strcmp(lesson->id, "07-broken") == 0) {
            assert_false(lesson->usable);
            assert_non_null(pack_find(pack, "7", &nearest));
            text = messages(&lesson->diags);
        } else {
            assert_true(lesson->usable);
        }
    }
    pack_free(pack);
    return text;
}

static void says(const char *what) {
    const char *text = complaint();
    if (strstr(text, what) == NULL) fail_msg("'%s' lacks '%s'", text, what);
}

static void files_that_are_missing_or_no_text_are_named(void **state) {
    (void)state;
    write_lesson("07-broken", "source: 06-paddin.cu\nsteps: [{text: a}]\n");
    says("lessons/07-broken.yaml:4:9: error: kernels/06-paddin.cu does not exist; did you mean '06-padding.cu'?");
    write_lesson("07-broken", "source: here.cu\nsteps: [{text: a}]\n");
    char *path = path_join(arena, folder, "kernels/here.cu");
    assert_int_equal(mkdir(path, 0700), 0);
    says("kernels/here.cu is a directory");
    rmdir(path);
    assert_true(file_write(path, "", 0));
    says("kernels/here.cu is empty");
    assert_true(file_write(path, "a\0b", 3));
    says("kernels/here.cu looks like a binary file");
    assert_int_equal(chmod(path, 0), 0);
    if (geteuid() != 0) says("kernels/here.cu cannot be read");
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    says("kernels/here.cu");
    unlink(path);
    write_lesson("07-broken", arena_printf(arena, exercise_of, "other", "07-other.cu"));
    says("exercises/07-other.cu does not exist");
    says("solutions/07-other.cu does not exist");
    unlink(path_join(arena, folder, "lessons/07-broken.yaml"));
}

static void a_lesson_that_is_no_text_takes_no_other_down(void **state) {
    (void)state;
    char *path = path_join(arena, folder, "lessons/07-broken.yaml");
    assert_true(file_write(path, "a\0b", 3));
    says("looks like a binary file");
    unlink(path);
    assert_int_equal(mkdir(path, 0700), 0);
    says("is a directory");
    rmdir(path);
    write_file("lessons/07-broken.yaml", "{");
    says("not valid YAML");
    unlink(path);
}

static void a_folder_that_is_no_pack_says_why(void **state) {
    (void)state;
    const struct {
        const char *name, *message;
    } cases[] = {
        {"nowhere", "this folder does not exist"},
        {"lessons/05-banks.yaml", "this is a file, not a folder"},
        {"kernels", "there is no folder 'lessons' in it"},
    };
    for (size_t i = 0; i < 3; i++) {
        Pack *pack = pack_load(path_join(arena, folder, cases[i].name));
        assert_int_equal(pack->lesson_count, 0);
        assert_int_equal(pack->diags.errors, 1);
        assert_string_equal(pack->diags.first->message, cases[i].message);
        pack_free(pack);
    }
}

static void a_lesson_with_another_suffix_is_mentioned(void **state) {
    (void)state;
    write_file("lessons/08-lost.yml", "format: 1\n");
    Pack *pack = pack_load(folder);
    assert_string_equal(pack->diags.first->message, "this file is not read");
    pack_free(pack);
    unlink(path_join(arena, folder, "lessons/08-lost.yml"));
}

static void messages_name_files_as_seen_from_here(void **state) {
    (void)state;
    char here[4096];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(folder), 0);
    Pack *pack = pack_load(folder);
    assert_string_equal(pack->lessons[1].path, "lessons/05-banks.yaml");
    pack_free(pack);
    assert_int_equal(chdir(here), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_pack_loads_in_the_order_of_names),
        cmocka_unit_test(each_of_many_lessons_keeps_its_place_and_its_errors),
        cmocka_unit_test(lessons_are_found_by_id_number_tail_and_beginning),
        cmocka_unit_test(exercises_are_found_by_id_or_file),
        cmocka_unit_test(files_that_are_missing_or_no_text_are_named),
        cmocka_unit_test(a_lesson_that_is_no_text_takes_no_other_down),
        cmocka_unit_test(an_opened_pack_reads_what_is_asked_for),
        cmocka_unit_test(a_folder_that_is_no_pack_says_why),
        cmocka_unit_test(a_lesson_with_another_suffix_is_mentioned),
        cmocka_unit_test(messages_name_files_as_seen_from_here),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
