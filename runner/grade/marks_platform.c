/* Marks for other programs: JUnit's XML, which build servers read, and the results.json of Gradescope's autograders. */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "grade/batch.h"
#include "report/html.h"

/* ---- JUnit ------------------------------------------------------------------------------------------------------- */

static bool is_ours(const Mark *mark) {
    return text_equal(mark->verdict, "error") || text_equal(mark->verdict, "unsupported");
}

static void add_attribute(Text *out, const char *name, const char *value) {
    text_printf(out, " %s=\"", name);
    html_text(out, value); /* its entities are XML's too, and what XML cannot hold is replaced */
    text_add_char(out, '"');
}

static void add_case(Text *out, const Mark *mark) {
    text_add(out, "    <testcase");
    add_attribute(out, "classname", mark->answer->student->id);
    add_attribute(out, "name", mark->answer->graded->exercise->id);
    if (text_equal(mark->verdict, "passed")) {
        text_add(out, "/>\n");
        return;
    }
    const char *kind = mark->result == NULL ? "skipped" : is_ours(mark) ? "error" : "failure";
    text_printf(out, ">\n      <%s", kind);
    if (mark->result != NULL) add_attribute(out, "type", mark->verdict);
    add_attribute(out, "message", mark->result != NULL ? mark->verdict : "no file was found");
    text_add_char(out, '>');
    html_text(out, marks_seen(mark));
    text_printf(out, "</%s>\n    </testcase>\n", kind);
}

typedef struct Counts {
    size_t tests, failures, errors, skipped;
} Counts;

static Counts count_marks(const Mark *marks, size_t count) {
    Counts counts = {.tests = count};
    for (size_t i = 0; i < count; i++) {
        bool missing = marks[i].result == NULL, passed = text_equal(marks[i].verdict, "passed");
        counts.skipped += missing;
        counts.errors += !missing && is_ours(&marks[i]);
        counts.failures += !missing && !passed && !is_ours(&marks[i]);
    }
    return counts;
}

static void add_counts(Text *out, const Mark *marks, size_t count) {
    Counts counts = count_marks(marks, count);
    text_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\">\n", counts.tests, counts.failures,
                counts.errors, counts.skipped);
}

void marks_junit(Text *out, const Marks *marks) {
    text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"warpschool\"");
    add_counts(out, marks->at, marks->count);
    for (size_t i = 0, end; i < marks->count; i = end) {
        const Student *student = marks->at[i].answer->student;
        for (end = i; end < marks->count && marks->at[end].answer->student == student; end++) continue;
        text_add(out, "  <testsuite");
        add_attribute(out, "name", student->id);
        add_counts(out, &marks->at[i], end - i);
        for (size_t k = i; k < end; k++) add_case(out, &marks->at[k]);
        text_add(out, "  </testsuite>\n");
    }
    text_add(out, "</testsuites>\n");
}

/* ---- Gradescope -------------------------------------------------------------------------------------------------- */

static json_t *json_test(const Mark *mark, const char *number) {
    json_t *test = json_object();
    const Exercise *exercise = mark->answer->graded->exercise;
    json_object_set_new(test, "number", json_string(number));
    json_object_set_new(test, "name", json_string(exercise->title != NULL ? exercise->title : exercise->id));
    json_object_set_new(test, "score", json_integer(mark->points));
    json_object_set_new(test, "max_score", json_integer(mark->most));
    json_object_set_new(test, "status", json_string(text_equal(mark->verdict, "passed") ? "passed" : "failed"));
    json_object_set_new(test, "output_format", json_string("text"));
    json_object_set_new(test, "output", json_string(marks_seen(mark)));
    json_object_set_new(test, "visibility", json_string("visible"));
    return test;
}

char *marks_gradescope(Arena *arena, const Mark *marks, size_t count) {
    json_t *object = json_object(), *tests = json_array();
    int64_t points = 0;
    for (size_t i = 0; i < count; i++) {
        points += marks[i].points;
        json_array_append_new(tests, json_test(&marks[i], arena_printf(arena, "%zu", i + 1)));
    }
    json_object_set_new(object, "score", json_integer(points));
    json_object_set_new(object, "visibility", json_string("visible"));
    json_object_set_new(object, "stdout_visibility", json_string("hidden"));
    json_object_set_new(object, "tests", tests);
    char *text = json_dumps(object, JSON_INDENT(1));
    char *copy = arena_printf(arena, "%s\n", text != NULL ? text : "null");
    free(text);
    json_decref(object);
    return copy;
}
