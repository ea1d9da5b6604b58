/* Marks for other programs: JUnit's XML, which build servers read, and the results.json of Gradescope's autograders. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "grade/batch.h"
#include "report/html/html.h"

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

static JunitCounts count_marks(const Marks *marks) {
    JunitCounts counts = {.tests = marks->count};
    for (size_t i = 0; i < marks->count; i++) {
        const Mark *mark = &marks->at[i];
        bool missing = mark->result == NULL, passed = text_equal(mark->verdict, "passed");
        counts.skipped += missing;
        counts.errors += !missing && is_ours(mark);
        counts.failures += !missing && !passed && !is_ours(mark);
    }
    return counts;
}

static void add_counts(Text *out, const JunitCounts *counts) {
    text_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\">\n", counts->tests,
                counts->failures, counts->errors, counts->skipped);
}

void marks_junit_head(Text *out, const JunitCounts *all) {
    text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"warpschool\"");
    add_counts(out, all);
}

void marks_junit(Text *out, const Marks *marks, JunitCounts *all) {
    JunitCounts counts = count_marks(marks);
    text_add(out, "  <testsuite");
    add_attribute(out, "name", marks->student->id);
    add_counts(out, &counts);
    for (size_t i = 0; i < marks->count; i++) add_case(out, &marks->at[i]);
    text_add(out, "  </testsuite>\n");
    all->tests += counts.tests;
    all->failures += counts.failures;
    all->errors += counts.errors;
    all->skipped += counts.skipped;
}

const char marks_junit_tail[] = "</testsuites>\n";

/* ---- Gradescope -------------------------------------------------------------------------------------------------- */

static json_t *json_test(const Mark *mark, const char *number) {
    json_t *test = json_object();
    const Exercise *exercise = mark->answer->graded->exercise;
    json_object_set_new(test, "number", json_string(number));
    json_object_set_new(test, "name", json_string(exercise->title != NULL ? exercise->title : exercise->id));
    json_object_set_new(test, "score", marks_json_number(mark->counted));
    json_object_set_new(test, "max_score", marks_json_number(mark->counted_most));
    json_object_set_new(test, "status", json_string(text_equal(mark->verdict, "passed") ? "passed" : "failed"));
    json_object_set_new(test, "output_format", json_string("text"));
    json_object_set_new(test, "output", json_string(marks_seen(mark)));
    json_object_set_new(test, "visibility", json_string("visible"));
    return test;
}

char *marks_gradescope(Arena *arena, const Marks *marks) {
    enum { DIGITS = 15 }; /* so that 8.46 is no 8.4600000000000009 */
    json_t *object = json_object(), *tests = json_array();
    for (size_t i = 0; i < marks->count; i++)
        json_array_append_new(tests, json_test(&marks->at[i], arena_printf(arena, "%zu", i + 1)));
    json_object_set_new(object, "score", marks_json_number(marks->counted));
    json_object_set_new(object, "visibility", json_string("visible"));
    json_object_set_new(object, "stdout_visibility", json_string("hidden"));
    json_object_set_new(object, "tests", tests);
    char *text = json_dumps(object, JSON_INDENT(1) | JSON_REAL_PRECISION(DIGITS));
    char *copy = arena_printf(arena, "%s\n", text != NULL ? text : "null");
    free(text);
    json_decref(object);
    return copy;
}
