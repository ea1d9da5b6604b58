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

static void find_possible_points(Batch *batch) {
    for (size_t i = 0; i < batch->gradeds.count; i++) {
        Graded *graded = &batch->gradeds.at[i];
        const HiddenReport *hidden = hidden_part_report(batch->session, graded->exercise);
        Points points;
        exercise_points(graded->exercise, NULL, 0, hidden, batch->arena, &points);
        graded->most = points.possible;
    }
}

/* Of `whole` the part that points are of most, rounded to the nearest. */
static int64_t part_of(int64_t whole, int64_t points, int64_t most) {
    return most > 0 ? (2 * whole * points + most) / (2 * most) : 0;
}

static Mark make_mark(const Batch *batch, const Answer *answer) {
    Arena *arena = batch->arena;
    const Exercise *exercise = answer->graded->exercise;
    Mark mark = {.answer = answer, .verdict = "missing"};
    mark.most = answer->graded->most;
    if (answer->key != NULL) mark.result = journal_load(batch, answer->key);
    if (mark.result != NULL) {
        mark.verdict = json_string_value(json_object_get(mark.result, "verdict"));
        mark.points = json_integer_value(json_object_get(mark.result, "points"));
        mark.most = json_integer_value(json_object_get(mark.result, "most"));
        mark.file = arena_printf(arena, "files/%s/%s", answer->student->file, path_base(exercise->file));
        mark.repeat = grade_repeat_command(arena, batch, exercise, mark.file);
    }
    mark.counted_most = 100 * (exercise->worth.given ? (int64_t)exercise->worth.count : mark.most);
    mark.counted = part_of(mark.counted_most, mark.points, mark.most);
    return mark;
}

/* The rows from `first` on, which are one student's. */
static Marks make_marks(const Batch *batch, size_t first) {
    size_t count = batch->gradeds.count;
    Marks marks = {.student = batch->answers.at[first].student, .count = count};
    marks.at = arena_array(batch->arena, Mark, count);
    for (size_t i = 0; i < count; i++) {
        marks.at[i] = make_mark(batch, &batch->answers.at[first + i]);
        marks.counted += marks.at[i].counted;
        marks.counted_most += marks.at[i].counted_most;
    }
    return marks;
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
    json_object_set_new(row, "counted", marks_json_number(mark->counted));
    json_object_set_new(row, "counted_most", marks_json_number(mark->counted_most));
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

/* A JSON object, as text without its last brace. */
static char *open_object(Arena *arena, json_t *object) {
    char *text = json_dumps(object, JSON_INDENT(1) | JSON_SORT_KEYS);
    char *copy = arena_string(arena, text != NULL ? text : "{");
    char *end = strrchr(copy, '\n');
    if (end != NULL) *end = '\0';
    free(text);
    json_decref(object);
    return copy;
}

/* All that stands before the rows. */
static const char *json_head(const Batch *batch) {
    json_t *object = json_object();
    json_object_set_new(object, "format", json_integer(FORMAT));
    json_object_set_new(object, "program", json_string("warpschool " WARPSCHOOL_VERSION));
    json_object_set_new(object, "compiler", json_string(batch->compiler));
    json_object_set_new(object, "pack", json_pack("{s:s}", "sha256", batch->pack_digest));
    json_object_set_new(object, "layout", json_string(batch->layout));
    return arena_printf(batch->arena, "%s,\n \"rows\": [", open_object(batch->arena, object));
}

static void add_json(Text *out, const Marks *marks, bool first) {
    for (size_t i = 0; i < marks->count; i++) {
        json_t *row = json_row(&marks->at[i]);
        char *text = json_dumps(row, JSON_SORT_KEYS);
        text_printf(out, "%s\n  %s", first && i == 0 ? "" : ",", text != NULL ? text : "null");
        free(text);
        json_decref(row);
    }
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

static bool write_student(const Batch *batch, const Marks *marks) {
    Arena *arena = batch->arena;
    const char *name = marks->student->file;
    Text page = {0};
    page_student_markdown(&page, batch, marks);
    if (!write_taken(batch, arena_printf(arena, "students/%s.md", name), &page)) return false;
    page_student_html(&page, batch, marks);
    if (!write_taken(batch, arena_printf(arena, "students/%s.html", name), &page)) return false;
    const char *results = marks_gradescope(arena, marks);
    if (!write_text(batch, arena_printf(arena, "gradescope/%s/results.json", name), results, strlen(results)))
        return false;
    for (size_t i = 0; i < marks->count; i++) {
        const Entry *file = marks->at[i].answer->file;
        if (marks->at[i].file != NULL && !write_text(batch, marks->at[i].file, file->bytes, file->size)) return false;
    }
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

/* ---- all of it --------------------------------------------------------------------------------------------------- */

/* The tables with a row or more for each student. */
typedef enum TableKind { CSV, STUDENTS, TIMES, JUNIT, JSON, OVERVIEW, TABLES } TableKind;

typedef struct Tables {
    MarksFile at[TABLES];
    JunitCounts counts;
    Overview *overview;
} Tables;

static void open_tables(Tables *tables, const Batch *batch) {
    static const char *const names[TABLES] = {"results.csv", "students.csv", "times.csv",
                                              "junit.xml",   "results.json", "index.html"};
    *tables = (Tables){.overview = page_overview_new(batch->arena, batch)};
    for (size_t i = 0; i < TABLES; i++) marks_file_open(&tables->at[i], batch, names[i]);
}

static void add_to_tables(Tables *tables, const Batch *batch, const Marks *marks, bool first) {
    Text parts[TABLES] = {0};
    marks_csv(&parts[CSV], marks);
    marks_students(&parts[STUDENTS], marks);
    marks_times(&parts[TIMES], batch, marks);
    marks_junit(&parts[JUNIT], marks, &tables->counts);
    add_json(&parts[JSON], marks, first);
    page_overview_add(tables->overview, &parts[OVERVIEW], marks);
    for (size_t i = 0; i < TABLES; i++) marks_file_add(&tables->at[i], &parts[i]);
}

/* error: errno of what went wrong before; then, and where one table cannot be written, no table takes its place. */
static bool close_tables(Tables *tables, const Batch *batch, int error) {
    Text students = {0}, junit = {0}, overview = {0}, end = {0};
    marks_students_head(&students, batch);
    marks_junit_head(&junit, &tables->counts);
    page_overview_head(tables->overview, &overview);
    page_overview_tail(&end);
    const char *heads[TABLES] = {marks_csv_head, students.data,    marks_times_head,
                                 junit.data,     json_head(batch), overview.data};
    const char *tails[TABLES] = {[JUNIT] = marks_junit_tail, [JSON] = "\n ]\n}\n", [OVERVIEW] = end.data};
    for (size_t i = 0; i < TABLES; i++)
        if (error == 0) error = tables->at[i].error;
    for (size_t i = 0; i < TABLES; i++) {
        tables->at[i].error = error;
        if (!marks_file_close(&tables->at[i], heads[i], tails[i] != NULL ? tails[i] : "")) error = errno;
    }
    text_free(&students), text_free(&junit), text_free(&overview), text_free(&end);
    errno = error;
    return error == 0;
}

/* One student after the other, in memory that is freed after each. An errno; 0: all are written. */
static int write_students(const Batch *batch, Tables *tables) {
    int error = 0;
    for (size_t i = 0; error == 0 && i + batch->gradeds.count <= batch->answers.count; i += batch->gradeds.count) {
        Batch one = *batch;
        one.arena = arena_new();
        Marks marks = make_marks(&one, i);
        if (!write_student(&one, &marks)) error = errno != 0 ? errno : EIO;
        if (error == 0) add_to_tables(tables, &one, &marks, i == 0);
        for (size_t k = 0; k < marks.count; k++) json_decref(marks.at[k].result);
        arena_free(one.arena);
    }
    return error;
}

bool marks_write(Batch *batch) {
    const char **students = name_students(batch);
    remove_others(batch, students, "students", (const char *[]){".md", ".html"});
    remove_others(batch, students, "gradescope", (const char *[]){"", NULL});
    remove_others(batch, students, "files", (const char *[]){"", NULL});
    if (!grade_write_links(batch) || !write_similar(batch)) return false;
    find_possible_points(batch);
    Tables tables;
    open_tables(&tables, batch);
    int error = write_students(batch, &tables);
    return close_tables(&tables, batch, error);
}
