/* Marks as CSV (RFC 4180), for spreadsheets and learning platforms. */
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "grade/batch.h"

/* A spreadsheet runs a cell that begins with one of these as a formula, after white space too. */
static bool is_formula(const char *text) {
    text += strspn(text, " ");
    return *text != '\0' && strchr("=+-@\t\r\n", *text) != NULL;
}

void marks_cell(Text *out, const char *text) {
    bool formula = is_formula(text), quoted = formula || strpbrk(text, ",\"\r\n;\t '") != NULL;
    if (quoted) text_add_char(out, '"');
    if (formula) text_add_char(out, '\'');
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '"') text_add_char(out, '"');
        text_add_char(out, *c);
    }
    if (quoted) text_add_char(out, '"');
}

static void add_cell(Text *out, const char *text) {
    text_add_char(out, ',');
    marks_cell(out, text);
}

static void add_number(Text *out, int64_t hundredths) {
    Arena *arena = arena_new();
    text_printf(out, ",%s", marks_number(arena, hundredths));
    arena_free(arena);
}

/* "1;0;1": of each goal in the exercise's order, so that a column of marks can be taken apart. */
static void add_goal_points(Text *out, const Mark *mark) {
    size_t number;
    json_t *goal;
    text_add_char(out, ',');
    json_array_foreach(json_object_get(mark->result, "goals"), number, goal) text_printf(
        out, "%s%lld", number > 0 ? ";" : "", (long long)json_integer_value(json_object_get(goal, "points")));
}

static void add_missed(Text *out, const Mark *mark) {
    Arena *arena = arena_new();
    MarkGoals missed = marks_missed(arena, mark);
    Text list = {0};
    text_add(&list, "");
    for (size_t i = 0; i < missed.count; i++) text_printf(&list, "%s%s", i > 0 ? "; " : "", missed.at[i]);
    add_cell(out, list.data);
    text_free(&list);
    arena_free(arena);
}

static const char *digest_of(const Mark *mark) {
    const char *digest = json_string_value(json_object_get(json_object_get(mark->result, "provenance"), "file"));
    return digest != NULL ? digest : "";
}

static void add_row(Text *out, const Mark *mark) {
    const Answer *answer = mark->answer;
    marks_cell(out, answer->student->id);
    add_cell(out, answer->student->name);
    add_cell(out, answer->graded->exercise->id);
    add_cell(out, mark->verdict);
    text_printf(out, ",%" PRId64 ",%" PRId64, mark->points, mark->most);
    add_number(out, mark->counted);
    add_number(out, mark->counted_most);
    add_cell(out, answer->late ? "late" : "");
    add_goal_points(out, mark);
    add_missed(out, mark);
    const char *order = json_string_value(json_object_get(mark->result, "broken_by"));
    add_cell(out, order != NULL ? order : "");
    add_cell(out, answer->file != NULL ? answer->file->path : "");
    add_cell(out, answer->note);
    add_cell(out, digest_of(mark));
    add_cell(out, mark->repeat != NULL ? mark->repeat : "");
    text_add(out, "\r\n");
}

const char marks_csv_head[] = "student,name,exercise,verdict,points,most,counted,counted_most,late,goal_points,missed,"
                              "broken_by,handed_in,note,sha256,repeat\r\n";

void marks_csv(Text *out, const Marks *marks) {
    for (size_t i = 0; i < marks->count; i++) add_row(out, &marks->at[i]);
}

const char marks_times_head[] = "student,exercise,processor_seconds\r\n";

void marks_times(Text *out, const Batch *batch, const Marks *marks) {
    for (size_t i = 0; i < marks->count; i++) {
        const Answer *answer = marks->at[i].answer;
        double seconds = answer->key != NULL ? journal_seconds(batch, answer->key) : -1;
        if (seconds < 0) continue;
        marks_cell(out, answer->student->id);
        add_cell(out, answer->graded->exercise->id);
        text_printf(out, ",%.3f\r\n", seconds);
    }
}

/* ---- a line for each student, as gradebooks take it -------------------------------------------------------------- */

void marks_students_head(Text *out, const Batch *batch) {
    text_add(out, "student,name,points,most,percent,late");
    for (size_t i = 0; i < batch->gradeds.count; i++) add_cell(out, batch->gradeds.at[i].exercise->id);
    text_add(out, "\r\n");
}

void marks_students(Text *out, const Marks *marks) {
    size_t late = 0;
    for (size_t i = 0; i < marks->count; i++) late += marks->at[i].answer->late;
    marks_cell(out, marks->student->id);
    add_cell(out, marks->student->name);
    add_number(out, marks->counted);
    add_number(out, marks->counted_most);
    /* of hundredths of points hundredths of a percent, rounded */
    int64_t most = marks->counted_most;
    add_number(out, most > 0 ? (marks->counted * 20000 + most) / (2 * most) : 0);
    text_printf(out, ",%zu", late);
    for (size_t i = 0; i < marks->count; i++) add_number(out, marks->at[i].counted);
    text_add(out, "\r\n");
}
