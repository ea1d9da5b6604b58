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

void marks_csv(Text *out, const Marks *marks) {
    text_add(out, "student,name,exercise,verdict,points,most,late,goal_points,missed,broken_by,handed_in,note,sha256,"
                  "repeat\r\n");
    for (size_t i = 0; i < marks->count; i++) add_row(out, &marks->at[i]);
}

void marks_times(Text *out, const Batch *batch, const Marks *marks) {
    text_add(out, "student,exercise,processor_seconds\r\n");
    for (size_t i = 0; i < marks->count; i++) {
        const Answer *answer = marks->at[i].answer;
        double seconds = answer->key != NULL ? journal_seconds(batch, answer->key) : -1;
        if (seconds < 0) continue;
        marks_cell(out, answer->student->id);
        add_cell(out, answer->graded->exercise->id);
        text_printf(out, ",%.3f\r\n", seconds);
    }
}
