/* The overview: how many were passed, how points are distributed, which goals were missed most, and a table of all. It
 * holds no time, so that it is the same on every run; times are in times.csv. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grade/batch.h"
#include "report/html/html.h"

enum { BINS = 11, BAR = 12, GOALS_SHOWN = 15, MISSING = VERDICT_COUNT, KINDS = VERDICT_COUNT + 1 };

typedef struct GoalCount {
    const char *exercise, *goal;
    size_t missed;
} GoalCount;

struct Overview {
    Arena *arena;
    const Batch *batch;
    size_t (*verdicts)[KINDS]; /* of each exercise */
    size_t bins[BINS];         /* students with 0, 1 to 10, ... 91 to 100 percent of the points */
    VEC(GoalCount) goals;
};

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

/* ---- counting ---------------------------------------------------------------------------------------------------- */

Overview *page_overview_new(Arena *arena, const Batch *batch) {
    Overview *overview = arena_make(arena, Overview);
    *overview = (Overview){.arena = arena, .batch = batch};
    overview->verdicts = arena_alloc(arena, (batch->gradeds.count + 1) * sizeof *overview->verdicts, _Alignof(size_t));
    memset(overview->verdicts, 0, (batch->gradeds.count + 1) * sizeof *overview->verdicts);
    return overview;
}

static size_t kind_of(const Mark *mark) {
    size_t kind = 0;
    while (kind < MISSING && !text_equal(mark->verdict, verdict_name[kind])) kind++;
    return kind;
}

static void count_missed(Overview *overview, const Mark *mark) {
    const char *exercise = mark->answer->graded->exercise->id;
    Arena *arena = arena_new();
    MarkGoals missed = marks_missed(arena, mark);
    for (size_t k = 0; k < missed.count; k++) {
        size_t found = 0;
        while (found < overview->goals.count && (!text_equal(overview->goals.at[found].exercise, exercise) ||
                                                 !text_equal(overview->goals.at[found].goal, missed.at[k])))
            found++;
        if (found == overview->goals.count) {
            GoalCount first = {exercise, arena_string(overview->arena, missed.at[k]), 0};
            vec_push(overview->arena, &overview->goals, first);
        }
        overview->goals.at[found].missed++;
    }
    arena_free(arena);
}

/* ---- verdicts ---------------------------------------------------------------------------------------------------- */

static bool is_given(const Overview *overview, size_t kind) {
    size_t count = 0;
    for (size_t g = 0; g < overview->batch->gradeds.count; g++) count += overview->verdicts[g][kind];
    return count > 0;
}

/* A column for each verdict that somebody got. */
static void add_verdicts(Text *out, const Overview *overview) {
    const char *heads[KINDS + 1] = {"exercise"};
    size_t kinds[KINDS + 1], count = 1;
    for (size_t kind = 0; kind < KINDS; kind++) {
        if (!is_given(overview, kind)) continue;
        kinds[count] = kind;
        heads[count++] = kind < MISSING ? verdict_name[kind] : "missing";
    }
    html_element(out, "h2", NULL, "Verdicts");
    table_begin(out, "Verdicts", heads, count);
    for (size_t g = 0; g < overview->batch->gradeds.count; g++) {
        row_begin(out);
        cell_of(out, overview->batch->gradeds.at[g].exercise->id);
        for (size_t i = 1; i < count; i++) cell_count(out, (int64_t)overview->verdicts[g][kinds[i]]);
        text_add(out, "</tr>\n");
    }
    table_end(out);
}

/* ---- distribution ------------------------------------------------------------------------------------------------ */

static void add_distribution(Text *out, const Overview *overview) {
    const size_t *bins = overview->bins;
    size_t tallest = 1;
    for (size_t i = 0; i < BINS; i++)
        if (bins[i] > tallest) tallest = bins[i];
    html_element(out, "h2", NULL, "Points");
    table_begin(out, "Points", (const char *[]){"percent", "students", ""}, 3);
    for (size_t i = BINS; i-- > 0;) {
        Text bar = {0};
        text_add(&bar, "");
        text_repeat(&bar, "█", (int)((bins[i] * BAR + tallest - 1) / tallest));
        text_printf(out, i > 0 ? "<tr><td>%zu&nbsp;to&nbsp;%zu</td>" : "<tr><td>0</td>", i * 10 - 9, i * 10);
        cell_count(out, (int64_t)bins[i]);
        cell_of(out, bar.data);
        text_add(out, "</tr>\n");
        text_free(&bar);
    }
    table_end(out);
}

/* ---- goals ------------------------------------------------------------------------------------------------------- */

static int by_missed(const void *left, const void *right) {
    const GoalCount *a = left, *b = right;
    if (a->missed != b->missed) return a->missed < b->missed ? 1 : -1;
    int order = strcmp(a->exercise, b->exercise);
    return order != 0 ? order : strcmp(a->goal, b->goal);
}

static void add_goals(Text *out, const Overview *overview) {
    size_t count = overview->goals.count;
    if (count == 0) return;
    GoalCount *goals = arena_copy(overview->arena, overview->goals.at, count * sizeof *goals, _Alignof(GoalCount));
    qsort(goals, count, sizeof *goals, by_missed);
    html_element(out, "h2", NULL, "Goals that were missed most");
    table_begin(out, "Goals", (const char *[]){"exercise", "goal", "students"}, 3);
    for (size_t i = 0; i < count && i < GOALS_SHOWN; i++) {
        row_begin(out);
        cell_of(out, goals[i].exercise);
        cell_of(out, goals[i].goal);
        cell_count(out, (int64_t)goals[i].missed);
        text_add(out, "</tr>\n");
    }
    table_end(out);
}

/* ---- everybody --------------------------------------------------------------------------------------------------- */

/* The notes, each once, with the exercises that they are about where they are not about all. */
static void add_notes(Text *out, const Marks *marks) {
    text_add(out, "<td class=\"meaning\">"); /* wide enough that a sentence makes no tower of its row */
    for (size_t i = 0; i < marks->count; i++) {
        const char *note = marks->at[i].answer->note;
        size_t same = 0;
        bool again = false;
        for (size_t k = 0; k < marks->count; k++) {
            bool equal = text_equal(marks->at[k].answer->note, note);
            again = again || (equal && k < i);
            same += equal;
        }
        if (*note == '\0' || again) continue;
        for (size_t k = i; k < marks->count && same < marks->count; k++)
            if (text_equal(marks->at[k].answer->note, note)) {
                if (k > i) text_add(out, ", ");
                html_text(out, marks->at[k].answer->graded->exercise->id);
            }
        if (same < marks->count) text_add(out, ": ");
        html_text(out, note);
        text_add(out, ". ");
    }
    text_add(out, "</td>");
}

static void add_student(Text *out, const Marks *marks) {
    Arena *arena = arena_new();
    row_begin(out);
    text_add(out, "<td><a href=\"students/");
    html_text(out, marks->student->file); /* letters, digits, "-", "_", "." and "@" */
    text_add(out, ".html\">");
    html_text(out, marks->student->id);
    text_add(out, "</a></td>");
    cell_of(out, marks->student->name);
    for (size_t i = 0; i < marks->count; i++) {
        const Mark *mark = &marks->at[i];
        bool passed = text_equal(mark->verdict, "passed");
        text_printf(out, "<td class=\"%s\">%s%s</td>", passed ? "good" : "bad", mark->verdict,
                    mark->answer->late ? ", late" : "");
    }
    cell_of(out, arena_printf(arena, "%s of %s", marks_number(arena, marks->counted),
                              marks_number(arena, marks->counted_most)));
    add_notes(out, marks);
    text_add(out, "</tr>\n");
    arena_free(arena);
}

void page_overview_add(Overview *overview, Text *row, const Marks *marks) {
    int64_t most = marks->counted_most;
    overview->bins[most > 0 ? (marks->counted * 10 + most - 1) / most : 0]++;
    for (size_t i = 0; i < marks->count; i++) {
        overview->verdicts[i][kind_of(&marks->at[i])]++;
        count_missed(overview, &marks->at[i]);
    }
    add_student(row, marks);
}

static void begin_students(Text *out, const Overview *overview) {
    size_t each = overview->batch->gradeds.count;
    const char **heads = arena_array(overview->arena, const char *, each + 4);
    heads[0] = "student", heads[1] = "name";
    for (size_t i = 0; i < each; i++) heads[i + 2] = overview->batch->gradeds.at[i].exercise->id;
    heads[each + 2] = "points", heads[each + 3] = "what to know";
    html_element(out, "h2", NULL, "Students");
    if (overview->batch->similar) text_add(out, "<p><a href=\"similar.html\">Answers that are alike</a></p>\n");
    table_begin(out, "Students", heads, each + 4);
}

/* ---- the page ---------------------------------------------------------------------------------------------------- */

static void add_deadlines(Text *out, const Overview *overview) {
    const Batch *batch = overview->batch;
    Text line = {0};
    time_t seconds = (time_t)batch->deadline.time;
    struct tm parts;
    char moment[64]; /* in one zone, whichever the machine has that writes the marks */
    if (batch->deadline.given && gmtime_r(&seconds, &parts) != NULL &&
        strftime(moment, sizeof moment, "%Y-%m-%d %H:%M:%S UTC", &parts) > 0)
        text_printf(&line, "Late is what came after %s.", moment);
    for (size_t i = 0; i < batch->gradeds.count && !batch->deadline.given; i++) {
        const Exercise *exercise = batch->gradeds.at[i].exercise;
        if (exercise->due == NULL) continue;
        text_printf(&line, "%s%s: %s", line.size > 0 ? ", " : "Late is what came after these dates. ", exercise->id,
                    exercise->due);
    }
    if (line.size > 0) html_element(out, "p", NULL, line.data);
    text_free(&line);
}

void page_overview_head(const Overview *overview, Text *out) {
    const Batch *batch = overview->batch;
    html_begin(out, "Marks");
    html_element(out, "h1", NULL, "Marks");
    html_element(out, "p", NULL,
                 arena_printf(overview->arena,
                              "%zu student%s, %zu exercise%s. Layout of the submissions: %s. Compiled by %s.",
                              batch->students.count, batch->students.count == 1 ? "" : "s", batch->gradeds.count,
                              batch->gradeds.count == 1 ? "" : "s", batch->layout, batch->compiler));
    add_deadlines(out, overview);
    html_element(out, "p", NULL, arena_printf(overview->arena, "Pack: SHA-256 %s", batch->pack_digest));
    add_verdicts(out, overview);
    add_distribution(out, overview);
    add_goals(out, overview);
    begin_students(out, overview);
}

void page_overview_tail(Text *out) {
    table_end(out);
    html_end(out);
}
