/* The record of what a student has done as text, to be kept, mailed, and merged on another machine. A line is a thing
 * that was done, by the ids of the pack:
 *
 *     current LESSON
 *     lesson LESSON step N              the next step to show, from 0
 *     lesson LESSON done
 *     question LESSON QUESTION right    or wrong
 *     prediction LESSON STEP FIRST LAST {"answer": "2", "measured": "2"}    FIRST and LAST: right or wrong
 *     exercise EXERCISE passed
 *     exercise EXERCISE hints N
 *
 * Empty lines and those that begin with # are comments. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "course/course.h"

enum { FIELDS = 6, LINES_MOST = 100000, LINE_BYTES_MOST = 1000, NUMBER_MOST = 999999, LESSONS_MOST = 1000 };

/* ---- writing ----------------------------------------------------------------------------------------------------- */

/* An id with a blank, or without a letter, would be no field. */
static bool is_field(const char *id) {
    return *id != '\0' && *id != '#' && strpbrk(id, " \t\r\n") == NULL;
}

static const char *right_or_wrong(const json_t *value) {
    return json_is_true(value) ? "right" : "wrong";
}

static void export_predictions(Text *out, const char *lesson, json_t *predictions) {
    const char *step;
    json_t *prediction;
    json_object_foreach(predictions, step, prediction) {
        json_t *both = json_pack("{s:O?, s:O?}", "answer", json_object_get(prediction, "answer"), "measured",
                                 json_object_get(prediction, "measured"));
        char *text = json_dumps(both, JSON_SORT_KEYS);
        json_decref(both);
        if (is_field(step) && json_is_object(prediction) && text != NULL)
            text_printf(out, "prediction %s %s %s %s %s\n", lesson, step,
                        right_or_wrong(json_object_get(prediction, "first")),
                        right_or_wrong(json_object_get(prediction, "right")), text);
        free(text);
    }
}

static void export_lesson(Text *out, const char *lesson, json_t *value) {
    const char *question;
    json_t *right, *step = json_object_get(value, "step"), *trivia = json_object_get(value, "trivia");
    if (json_is_integer(step)) text_printf(out, "lesson %s step %lld\n", lesson, (long long)json_integer_value(step));
    if (json_is_true(json_object_get(value, "done"))) text_printf(out, "lesson %s done\n", lesson);
    json_object_foreach(trivia, question, right) {
        if (is_field(question)) text_printf(out, "question %s %s %s\n", lesson, question, right_or_wrong(right));
    }
    export_predictions(out, lesson, json_object_get(value, "predictions"));
}

void progress_export(const Progress *progress, Text *out) {
    json_t *tree = (json_t *)(uintptr_t)progress_tree(progress);
    const char *id, *current = progress_current(progress);
    json_t *value, *lessons = json_object_get(tree, "lessons"), *exercises = json_object_get(tree, "exercises");
    text_add(out, "# What was done in Warpschool; `warpschool import FILE` adds it to what another machine has.\n");
    if (current != NULL && is_field(current)) text_printf(out, "current %s\n", current);
    json_object_foreach(lessons, id, value) {
        if (is_field(id)) export_lesson(out, id, value);
    }
    json_object_foreach(exercises, id, value) {
        if (!is_field(id)) continue;
        json_t *hints = json_object_get(value, "hints");
        if (json_is_integer(hints))
            text_printf(out, "exercise %s hints %lld\n", id, (long long)json_integer_value(hints));
        if (json_is_true(json_object_get(value, "passed"))) text_printf(out, "exercise %s passed\n", id);
    }
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* The words of a line; the last one holds all that is left. Returns how many there are. */
static size_t split(char *line, char *fields[FIELDS]) {
    size_t count = 0;
    while (count < FIELDS) {
        line += strspn(line, " \t\r");
        if (*line == '\0') break;
        fields[count++] = line;
        if (count == FIELDS) break;
        line += strcspn(line, " \t\r");
        if (*line != '\0') *line++ = '\0';
    }
    return count;
}

static bool read_right(const char *word, bool *right) {
    *right = text_equal(word, "right");
    return *right || text_equal(word, "wrong");
}

static bool read_count(const char *word, int64_t *number) {
    return text_to_i64(word, number) && *number >= 0 && *number <= NUMBER_MOST;
}

static bool import_lesson(Progress *progress, char *fields[FIELDS], size_t count) {
    int64_t step;
    if (count == 3 && text_equal(fields[2], "done")) {
        if (!progress_lesson_done(progress, fields[1])) progress_set_lesson_done(progress, fields[1]);
        return true;
    }
    if (count != 4 || !text_equal(fields[2], "step") || !read_count(fields[3], &step)) return false;
    if ((size_t)step > progress_step(progress, fields[1])) progress_set_step(progress, fields[1], (size_t)step);
    return true;
}

static bool import_question(Progress *progress, char *fields[FIELDS], size_t count) {
    bool right;
    if (count != 4 || !read_right(fields[3], &right)) return false;
    int known = progress_trivia(progress, fields[1], fields[2]);
    if (known == 0 || (known < 0 && right)) progress_set_trivia(progress, fields[1], fields[2], right);
    return true;
}

static bool import_exercise(Progress *progress, char *fields[FIELDS], size_t count) {
    int64_t hints;
    if (count == 3 && text_equal(fields[2], "passed")) {
        if (!progress_exercise_passed(progress, fields[1])) progress_set_exercise_passed(progress, fields[1]);
        return true;
    }
    if (count != 4 || !text_equal(fields[2], "hints") || !read_count(fields[3], &hints)) return false;
    if (hints > progress_hints_shown(progress, fields[1])) progress_set_hints(progress, fields[1], (int)hints);
    return true;
}

static bool import_prediction(Progress *progress, char *fields[FIELDS], size_t count, Arena *arena) {
    Prediction known, made;
    if (count != FIELDS || !read_right(fields[3], &made.right_first) || !read_right(fields[4], &made.right))
        return false;
    json_t *both = json_loads(fields[5], 0, NULL);
    made.answer = json_string_value(json_object_get(both, "answer"));
    made.measured = json_string_value(json_object_get(both, "measured"));
    bool good = made.answer != NULL && made.measured != NULL;
    if (good && !progress_prediction(progress, fields[1], fields[2], arena, &known))
        progress_set_prediction(progress, fields[1], fields[2], &made);
    json_decref(both);
    return good;
}

/* A lesson that the pack lacks may be one of a later pack. Each makes every look at the record take longer, so that
 * there is an end to them. */
static bool takes_lesson(const Progress *progress, const char *id) {
    const json_t *lessons = json_object_get(progress_tree(progress), "lessons");
    return progress_knows_lesson(progress, id) || json_object_get(lessons, id) != NULL ||
           json_object_size(lessons) < LESSONS_MOST;
}

/* False: the line is none. */
static bool import_line(Progress *progress, char *line, Arena *arena) {
    char *fields[FIELDS];
    size_t count = split(line, fields);
    if (count < 2) return false;
    if (!text_equal(fields[0], "exercise")) {
        fields[1] = arena_string(arena, progress_lesson_now(progress, fields[1]));
        if (!takes_lesson(progress, fields[1])) return false;
    }
    if (text_equal(fields[0], "lesson")) return import_lesson(progress, fields, count);
    if (text_equal(fields[0], "question")) return import_question(progress, fields, count);
    if (text_equal(fields[0], "exercise")) return import_exercise(progress, fields, count);
    if (text_equal(fields[0], "prediction")) return import_prediction(progress, fields, count, arena);
    if (count != 2 || !text_equal(fields[0], "current")) return false;
    if (progress_current(progress) == NULL) progress_set_current(progress, fields[1]);
    return true;
}

size_t progress_import(Progress *progress, const char *file, const char *text, DiagList *diags) {
    Arena *arena = arena_new();
    size_t taken = 0;
    progress_hold(progress);
    for (int number = 1; *text != '\0' && number <= LINES_MOST; number++) {
        size_t size = strcspn(text, "\n"), blank = strspn(text, " \t\r");
        bool comment = blank >= size || text[blank] == '#';
        char *line = arena_string_n(arena, text, size > 0 && text[size - 1] == '\r' ? size - 1 : size);
        bool printable = text_equal(text_printable(arena, line, strlen(line)), line);
        if (!comment && printable && size <= LINE_BYTES_MOST && import_line(progress, line, arena))
            taken++;
        else if (!comment)
            diag_add(diags, SEVERITY_WARNING, (Loc){file, number, 0}, NULL, "this line records nothing that is known");
        text += size + (text[size] == '\n');
    }
    progress_release(progress);
    arena_free(arena);
    return taken;
}
