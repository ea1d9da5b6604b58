/* The overview: how many were passed, how points are distributed, which goals were missed most, and a table of all. It
 * holds no time, so that it is the same on every run; times are in times.csv. */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "grade/batch.h"
#include "report/html.h"

enum { BINS = 11, BAR = 12, GOALS_SHOWN = 15 };

static void row_begin(Text *out) {
    text_add(out, "<tr>");
}

static void cell_of(Text *out, const char *text) {
    html_element(out, "td", NULL, text);
}

static void cell_count(Text *out, int64_t number) {
    text_printf(out, "<td>%" PRId64 "</td>", number);
}

static void table_begin(Text *out, const char *label, const char *const *heads, size_t count) {
    html_box_begin(out, label);
    text_add(out, "<table><tr>");
    for (size_t i = 0; i < count; i++) html_element(out, "th", NULL, heads[i]);
    text_add(out, "</tr>\n");
}

static void table_end(Text *out) {
    text_add(out, "</table>\n");
    html_box_end(out);
}

/* ---- verdicts ---------------------------------------------------------------------------------------------------- */

/* exercise: NULL for all. */
static size_t count_verdict(const Marks *marks, const Exercise *exercise, const char *verdict) {
    size_t count = 0;
    for (size_t i = 0; i < marks->count; i++) {
        if (exercise != NULL && marks->at[i].answer->graded->exercise != exercise) continue;
        count += text_equal(marks->at[i].verdict, verdict);
    }
    return count;
}

/* A column for each verdict that somebody got. */
static void add_verdicts(Text *out, const Batch *batch, const Marks *marks) {
    const char *heads[VERDICT_COUNT + 2] = {"exercise"};
    size_t count = 1;
    for (int i = 0; i <= VERDICT_COUNT; i++) {
        const char *verdict = i < VERDICT_COUNT ? verdict_name[i] : "missing";
        if (count_verdict(marks, NULL, verdict) > 0) heads[count++] = verdict;
    }
    html_element(out, "h2", NULL, "Verdicts");
    table_begin(out, "Verdicts", heads, count);
    for (size_t g = 0; g < batch->gradeds.count; g++) {
        const Exercise *exercise = batch->gradeds.at[g].exercise;
        row_begin(out);
        cell_of(out, exercise->id);
        for (size_t i = 1; i < count; i++) cell_count(out, (int64_t)count_verdict(marks, exercise, heads[i]));
        text_add(out, "</tr>\n");
    }
    table_end(out);
}

/* ---- distribution ------------------------------------------------------------------------------------------------ */

/* How many students have 0, 1 to 10, ... 91 to 100 percent of the points. */
static void count_bins(const Marks *marks, size_t each, size_t bins[BINS]) {
    for (size_t i = 0; i + each <= marks->count; i += each) {
        int64_t points = 0, most = 0;
        for (size_t k = i; k < i + each; k++) points += marks->at[k].points, most += marks->at[k].most;
        bins[most > 0 ? (points * 10 + most - 1) / most : 0]++;
    }
}

static void add_distribution(Text *out, const Batch *batch, const Marks *marks) {
    size_t bins[BINS] = {0}, tallest = 1;
    count_bins(marks, batch->gradeds.count, bins);
    for (size_t i = 0; i < BINS; i++)
        if (bins[i] > tallest) tallest = bins[i];
    html_element(out, "h2", NULL, "Points");
    table_begin(out, "Points", (const char *[]){"percent", "students", ""}, 3);
    for (size_t i = BINS; i-- > 0;) {
        Text bar = {0};
        text_add(&bar, "");
        text_repeat(&bar, "█", (int)((bins[i] * BAR + tallest - 1) / tallest));
        text_printf(out, i > 0 ? "<tr><td>%zu to %zu</td>" : "<tr><td>0</td>", i * 10 - 9, i * 10);
        cell_count(out, (int64_t)bins[i]);
        cell_of(out, bar.data);
        text_add(out, "</tr>\n");
        text_free(&bar);
    }
    table_end(out);
}

/* ---- goals ------------------------------------------------------------------------------------------------------- */

typedef struct GoalCount {
    const char *exercise, *goal;
    size_t missed;
} GoalCount;

static int by_missed(const void *left, const void *right) {
    const GoalCount *a = left, *b = right;
    if (a->missed != b->missed) return a->missed < b->missed ? 1 : -1;
    int order = strcmp(a->exercise, b->exercise);
    return order != 0 ? order : strcmp(a->goal, b->goal);
}

static void add_goals(Text *out, Arena *arena, const Marks *marks) {
    VEC(GoalCount) counts = {0};
    for (size_t i = 0; i < marks->count; i++) {
        const char *exercise = marks->at[i].answer->graded->exercise->id;
        MarkGoals missed = marks_missed(arena, &marks->at[i]);
        for (size_t k = 0; k < missed.count; k++) {
            size_t found = 0;
            while (found < counts.count && (!text_equal(counts.at[found].exercise, exercise) ||
                                            !text_equal(counts.at[found].goal, missed.at[k])))
                found++;
            if (found == counts.count) vec_push(arena, &counts, (GoalCount){exercise, missed.at[k], 0});
            counts.at[found].missed++;
        }
    }
    if (counts.count == 0) return;
    qsort(counts.at, counts.count, sizeof *counts.at, by_missed);
    html_element(out, "h2", NULL, "Goals that were missed most");
    table_begin(out, "Goals", (const char *[]){"exercise", "goal", "students"}, 3);
    for (size_t i = 0; i < counts.count && i < GOALS_SHOWN; i++) {
        row_begin(out);
        cell_of(out, counts.at[i].exercise);
        cell_of(out, counts.at[i].goal);
        cell_count(out, (int64_t)counts.at[i].missed);
        text_add(out, "</tr>\n");
    }
    table_end(out);
}

/* ---- everybody --------------------------------------------------------------------------------------------------- */

static void add_student(Text *out, const Mark *marks, size_t count) {
    const Student *student = marks[0].answer->student;
    row_begin(out);
    text_add(out, "<td><a href=\"students/");
    html_text(out, student->file); /* letters, digits, "-", "_", "." and "@" */
    text_add(out, ".html\">");
    html_text(out, student->id);
    text_add(out, "</a></td>");
    cell_of(out, student->name);
    int64_t points = 0;
    for (size_t i = 0; i < count; i++) {
        bool passed = text_equal(marks[i].verdict, "passed");
        text_printf(out, "<td class=\"%s\">%s%s</td>", passed ? "good" : "bad", marks[i].verdict,
                    marks[i].answer->late ? ", late" : "");
        points += marks[i].points;
    }
    cell_count(out, points);
    text_add(out, "<td>");
    for (size_t i = 0; i < count; i++) {
        if (*marks[i].answer->note == '\0') continue;
        html_text(out, marks[i].answer->note);
        text_add(out, ". ");
        break;
    }
    text_add(out, "</td></tr>\n");
}

static void add_students(Text *out, Arena *arena, const Batch *batch, const Marks *marks) {
    size_t each = batch->gradeds.count;
    const char **heads = arena_array(arena, const char *, each + 4);
    heads[0] = "student", heads[1] = "name";
    for (size_t i = 0; i < each; i++) heads[i + 2] = batch->gradeds.at[i].exercise->id;
    heads[each + 2] = "points", heads[each + 3] = "what to know";
    html_element(out, "h2", NULL, "Students");
    table_begin(out, "Students", heads, each + 4);
    for (size_t i = 0; i + each <= marks->count; i += each) add_student(out, &marks->at[i], each);
    table_end(out);
}

void page_overview(Text *out, const Batch *batch, const Marks *marks) {
    Arena *arena = arena_new();
    html_begin(out, "Marks");
    html_element(out, "h1", NULL, "Marks");
    html_element(out, "p", NULL,
                 arena_printf(arena, "%zu student%s, %zu exercise%s. Layout of the submissions: %s. Compiled by %s.",
                              batch->students.count, batch->students.count == 1 ? "" : "s", batch->gradeds.count,
                              batch->gradeds.count == 1 ? "" : "s", batch->layout, batch->compiler));
    html_element(out, "p", NULL, arena_printf(arena, "Pack: SHA-256 %s", batch->pack_digest));
    add_verdicts(out, batch, marks);
    add_distribution(out, batch, marks);
    add_goals(out, arena, marks);
    add_students(out, arena, batch, marks);
    html_end(out);
    arena_free(arena);
}
