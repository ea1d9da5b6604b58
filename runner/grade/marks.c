/* Results to marks: a row for each student and exercise, and the files that are written from them. */
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sha256.h"
#include "base/version.h"
#include "grade/batch.h"
#include "teach/hidden_part.h"

enum { FORMAT = 1 };

/* ---- one row ----------------------------------------------------------------------------------------------------- */

static int64_t possible_points(const Batch *batch, const Exercise *exercise) {
    Points points;
    exercise_points(exercise, NULL, 0, hidden_part_report(batch->session, exercise), batch->arena, &points);
    return points.possible;
}

static Mark make_mark(const Batch *batch, const Answer *answer) {
    Arena *arena = batch->arena;
    Mark mark = {.answer = answer, .verdict = "missing"};
    mark.most = possible_points(batch, answer->graded->exercise);
    if (answer->key != NULL) mark.result = journal_load(batch, answer->key);
    if (mark.result == NULL) return mark;
    mark.verdict = json_string_value(json_object_get(mark.result, "verdict"));
    mark.points = json_integer_value(json_object_get(mark.result, "points"));
    mark.most = json_integer_value(json_object_get(mark.result, "most"));
    mark.file = arena_printf(arena, "files/%s/%s", answer->student->file, path_base(answer->graded->exercise->file));
    mark.repeat = grade_repeat_command(arena, batch, answer->graded->exercise, mark.file);
    return mark;
}

/* ---- results.json ------------------------------------------------------------------------------------------------ */

static json_t *json_row(const Mark *mark) {
    const Answer *answer = mark->answer;
    json_t *row = json_object();
    json_object_set_new(row, "student", json_string(answer->student->id));
    json_object_set_new(row, "name", json_string(answer->student->name));
    json_object_set_new(row, "exercise", json_string(answer->graded->exercise->id));
    json_object_set_new(row, "verdict", json_string(mark->verdict));
    json_object_set_new(row, "points", json_integer(mark->points));
    json_object_set_new(row, "most", json_integer(mark->most));
    json_object_set_new(row, "late", json_boolean(answer->late));
    json_object_set_new(row, "note", json_string(answer->note));
    json_object_set_new(row, "handed_in", answer->file != NULL ? json_string(answer->file->path) : json_null());
    json_object_set_new(row, "file", mark->file != NULL ? json_string(mark->file) : json_null());
    json_object_set_new(row, "repeat", mark->repeat != NULL ? json_string(mark->repeat) : json_null());
    static const char *const kept[] = {"goals",    "launches", "hidden", "broken_by",
                                       "counters", "messages", "seen",   "provenance"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        json_t *value = json_object_get(mark->result, kept[i]);
        json_object_set(row, kept[i], value != NULL ? value : json_null());
    }
    return row;
}

static char *write_json(Arena *arena, const Batch *batch, const Marks *marks) {
    json_t *object = json_object(), *rows = json_array();
    for (size_t i = 0; i < marks->count; i++) json_array_append_new(rows, json_row(&marks->at[i]));
    json_object_set_new(object, "format", json_integer(FORMAT));
    json_object_set_new(object, "program", json_string("warpschool " WARPSCHOOL_VERSION));
    json_object_set_new(object, "compiler", json_string(batch->compiler));
    json_object_set_new(object, "pack", json_pack("{s:s}", "sha256", batch->pack_digest));
    json_object_set_new(object, "layout", json_string(batch->layout));
    json_object_set_new(object, "rows", rows);
    char *text = json_dumps(object, JSON_INDENT(1) | JSON_SORT_KEYS);
    char *copy = arena_printf(arena, "%s\n", text != NULL ? text : "null");
    free(text);
    json_decref(object);
    return copy;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static bool write_text(const Batch *batch, const char *name, const char *text, size_t size) {
    return grade_write_again(path_join(batch->arena, batch->out, name), text, size);
}

static bool write_taken(const Batch *batch, const char *name, Text *text) {
    text_add(text, "");
    bool done = write_text(batch, name, text->data, text->size);
    int error = errno;
    text_free(text);
    errno = error;
    return done;
}

static bool write_student(const Batch *batch, const Mark *marks, size_t count) {
    Arena *arena = batch->arena;
    const char *name = marks[0].answer->student->file;
    Text page = {0};
    page_student_markdown(&page, marks, count);
    if (!write_taken(batch, arena_printf(arena, "students/%s.md", name), &page)) return false;
    page_student_html(&page, marks, count);
    if (!write_taken(batch, arena_printf(arena, "students/%s.html", name), &page)) return false;
    const char *results = marks_gradescope(arena, marks, count);
    if (!write_text(batch, arena_printf(arena, "gradescope/%s/results.json", name), results, strlen(results)))
        return false;
    for (size_t i = 0; i < count; i++) {
        const Entry *file = marks[i].answer->file;
        if (marks[i].file != NULL && !write_text(batch, marks[i].file, file->bytes, file->size)) return false;
    }
    return true;
}

static bool write_students(const Batch *batch, const Marks *marks) {
    size_t each = batch->gradeds.count;
    for (size_t i = 0; i + each <= marks->count; i += each)
        if (!write_student(batch, &marks->at[i], each)) return false;
    return true;
}

static int by_name(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* The file names of all students, in order. */
static const char **name_students(const Batch *batch) {
    const char **names = arena_array(batch->arena, const char *, batch->students.count + 1);
    for (size_t i = 0; i < batch->students.count; i++) names[i] = batch->students.at[i].file;
    if (batch->students.count > 0) qsort(names, batch->students.count, sizeof *names, by_name);
    return names;
}

static bool is_student(const Batch *batch, const char *const *students, const char *name, const char *end) {
    size_t size = strlen(name), tail = strlen(end);
    if (size <= tail || !text_ends(name, end)) return false;
    const char *file = arena_string_n(batch->arena, name, size - tail);
    return bsearch(&file, students, batch->students.count, sizeof *students, by_name) != NULL;
}

/* Removes what an earlier run wrote of students who are not among these: pages, and folders with plain files. */
static void remove_others(const Batch *batch, const char *const *students, const char *folder, const char *ends[2]) {
    Arena *arena = batch->arena;
    const char *path = path_join(arena, batch->out, folder), *why;
    size_t count, inner;
    char **names = path_list(arena, path, "", &count, &why);
    for (size_t i = 0; names != NULL && i < count; i++) {
        bool known = is_student(batch, students, names[i], ends[0]);
        if (known || (ends[1] != NULL && is_student(batch, students, names[i], ends[1]))) continue;
        const char *old = path_join(arena, path, names[i]);
        if (unlink(old) == 0) continue;
        char **files = path_list(arena, old, "", &inner, &why);
        for (size_t k = 0; files != NULL && k < inner; k++) unlink(path_join(arena, old, files[k]));
        rmdir(old);
    }
}

static bool write_similar(Batch *batch) {
    Text csv = {0}, page = {0};
    if (!batch->similar) {
        unlink(path_join(batch->arena, batch->out, "similar.csv"));
        unlink(path_join(batch->arena, batch->out, "similar.html"));
        return true;
    }
    similar_write(batch, &csv, &page);
    bool done = write_taken(batch, "similar.csv", &csv);
    return write_taken(batch, "similar.html", &page) && done;
}

static bool write_all(Batch *batch, const Marks *marks) {
    const char *json = write_json(batch->arena, batch, marks);
    Text csv = {0}, times = {0}, junit = {0}, overview = {0};
    marks_csv(&csv, marks);
    marks_times(&times, batch, marks);
    marks_junit(&junit, marks);
    page_overview(&overview, batch, marks);
    return grade_write_links(batch) && write_similar(batch) && write_students(batch, marks) &&
           write_taken(batch, "results.csv", &csv) && write_taken(batch, "times.csv", &times) &&
           write_taken(batch, "junit.xml", &junit) && write_taken(batch, "index.html", &overview) &&
           write_text(batch, "results.json", json, strlen(json));
}

bool marks_write(Batch *batch) {
    Marks marks = {0};
    for (size_t i = 0; i < batch->answers.count; i++)
        vec_push(batch->arena, &marks, make_mark(batch, &batch->answers.at[i]));
    const char **students = name_students(batch);
    remove_others(batch, students, "students", (const char *[]){".md", ".html"});
    remove_others(batch, students, "gradescope", (const char *[]){"", NULL});
    remove_others(batch, students, "files", (const char *[]){"", NULL});
    bool done = write_all(batch, &marks);
    int error = errno;
    for (size_t i = 0; i < marks.count; i++) json_decref(marks.at[i].result);
    errno = error;
    return done;
}
