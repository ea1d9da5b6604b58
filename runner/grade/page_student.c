/* A student's page: each exercise with its verdict, its points and what `check` shows, as Markdown and as HTML. */
#include <inttypes.h>
#include <string.h>

#include "base/file.h"
#include "grade/batch.h"
#include "report/html.h"

/* Text in the midst of Markdown: nothing in it is a mark. */
static void add_plain(Text *out, const char *text) {
    for (const char *c = text; *c != '\0'; c++) {
        if (strchr("\\`*_{}[]()<>#+-.!|&~", *c) != NULL) text_add_char(out, '\\');
        text_add_char(out, *c == '\n' || *c == '\r' ? ' ' : *c);
    }
}

/* A block of code, fenced by more backticks than the text has in a row. */
static void add_block(Text *out, const char *text) {
    int longest = 2, run = 0;
    for (const char *c = text; *c != '\0'; c++) {
        run = *c == '`' ? run + 1 : 0;
        if (run > longest) longest = run;
    }
    text_repeat(out, "`", longest + 1);
    text_add(out, "text\n");
    text_add(out, text);
    if (*text != '\0' && text[strlen(text) - 1] != '\n') text_add_char(out, '\n');
    text_repeat(out, "`", longest + 1);
    text_add_char(out, '\n');
}

static void sum(const Mark *marks, size_t count, int64_t *points, int64_t *most) {
    *points = *most = 0;
    for (size_t i = 0; i < count; i++) {
        *points += marks[i].points;
        *most += marks[i].most;
    }
}

static const char *title_of(const Mark *mark) {
    const Exercise *exercise = mark->answer->graded->exercise;
    return exercise->title != NULL ? exercise->title : exercise->id;
}

/* What the student can say: without the instructor's pack, and so without what is hidden in it. */
static char *command_of(Arena *arena, const Mark *mark) {
    const Exercise *exercise = mark->answer->graded->exercise;
    return arena_printf(arena, "warpschool check %s %s --all --schedule all", exercise->id, path_base(exercise->file));
}

static void add_command(Text *out, const Mark *mark) {
    Arena *arena = arena_new();
    add_block(out, command_of(arena, mark));
    arena_free(arena);
}

void page_student_markdown(Text *out, const Mark *marks, size_t count) {
    const Student *student = marks[0].answer->student;
    int64_t points, most;
    sum(marks, count, &points, &most);
    text_add(out, "# ");
    add_plain(out, *student->name != '\0' ? student->name : student->id);
    text_add(out, "\n\n");
    add_plain(out, student->id);
    text_printf(out, ": %" PRId64 " of %" PRId64 " points\n", points, most);
    for (size_t i = 0; i < count; i++) {
        const Mark *mark = &marks[i];
        text_add(out, "\n## ");
        add_plain(out, title_of(mark));
        text_printf(out, "\n\n%s, %" PRId64 " of %" PRId64 " points%s\n\n", mark->verdict, mark->points, mark->most,
                    mark->answer->late ? ", late" : "");
        add_block(out, marks_seen(mark));
        if (mark->result == NULL) continue;
        text_add(out, "\nTo see it again:\n\n");
        add_command(out, mark);
    }
}

void page_student_html(Text *out, const Mark *marks, size_t count) {
    const Student *student = marks[0].answer->student;
    const char *name = *student->name != '\0' ? student->name : student->id;
    int64_t points, most;
    sum(marks, count, &points, &most);
    html_begin(out, name);
    html_element(out, "h1", NULL, name);
    Arena *arena = arena_new();
    html_element(out, "p", NULL,
                 arena_printf(arena, "%s: %" PRId64 " of %" PRId64 " points", student->id, points, most));
    for (size_t i = 0; i < count; i++) {
        const Mark *mark = &marks[i];
        html_element(out, "h2", NULL, title_of(mark));
        html_element(out, "p", text_equal(mark->verdict, "passed") ? "good" : "bad",
                     arena_printf(arena, "%s, %" PRId64 " of %" PRId64 " points%s", mark->verdict, mark->points,
                                  mark->most, mark->answer->late ? ", late" : ""));
        Text seen = {0};
        text_add(&seen, marks_seen(mark));
        html_block(out, "What the check showed", &seen);
        if (mark->result != NULL) html_command(out, command_of(arena, mark));
    }
    html_end(out);
    arena_free(arena);
}
