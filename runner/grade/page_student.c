/* A student's page: each exercise with its verdict, its points and what `check` shows, as Markdown and as HTML. */
#include <inttypes.h>
#include <string.h>

#include "base/file.h"
#include "grade/batch.h"
#include "report/html/html.h"

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

static const char *title_of(const Mark *mark) {
    const Exercise *exercise = mark->answer->graded->exercise;
    return exercise->title != NULL ? exercise->title : exercise->id;
}

/* What the student can say: without the instructor's pack, and so without what is hidden in it. Of another pack than
 * the one that came with the program it is said in the folder that was handed out. */
static char *command_of(Arena *arena, const Batch *batch, const Mark *mark) {
    const Exercise *exercise = mark->answer->graded->exercise;
    return arena_printf(arena, "%s check %s %s%s --all --schedule all", session_call_there(batch->session),
                        exercise->id, batch->session->options.pack != NULL ? "exercises/" : "",
                        path_base(exercise->file));
}

/* "missed, 8.46 of 10 points (11 of 13 in the check), late" */
static char *result_of(Arena *arena, const Mark *mark) {
    const char *check = "";
    if (mark->counted_most != mark->most * 100 && mark->result != NULL)
        check = arena_printf(arena, " (%" PRId64 " of %" PRId64 " in the check)", mark->points, mark->most);
    return arena_printf(arena, "%s, %s of %s points%s%s", mark->verdict, marks_number(arena, mark->counted),
                        marks_number(arena, mark->counted_most), check, mark->answer->late ? ", late" : "");
}

/* What of a submission the student can mend; "" nothing. */
static const char *note_of(const Mark *mark) {
    return mark->result == NULL ? mark->answer->note : "";
}

void page_student_markdown(Text *out, const Batch *batch, const Marks *marks) {
    const Student *student = marks->student;
    Arena *arena = arena_new();
    text_add(out, "# ");
    add_plain(out, *student->name != '\0' ? student->name : student->id);
    text_add(out, "\n\n");
    add_plain(out, student->id);
    text_printf(out, ": %s of %s points\n", marks_number(arena, marks->counted),
                marks_number(arena, marks->counted_most));
    for (size_t i = 0; i < marks->count; i++) {
        const Mark *mark = &marks->at[i];
        text_add(out, "\n## ");
        add_plain(out, title_of(mark));
        text_printf(out, "\n\n%s\n\n", result_of(arena, mark));
        add_block(out, marks_seen(mark));
        if (*note_of(mark) != '\0') {
            text_add_char(out, '\n');
            add_plain(out, note_of(mark));
            text_add_char(out, '\n');
        }
        if (mark->result == NULL) continue;
        text_add(out, "\nTo see it again:\n\n");
        add_block(out, command_of(arena, batch, mark));
    }
    arena_free(arena);
}

void page_student_html(Text *out, const Batch *batch, const Marks *marks) {
    const Student *student = marks->student;
    const char *name = *student->name != '\0' ? student->name : student->id;
    html_begin(out, name);
    html_element(out, "h1", NULL, name);
    Arena *arena = arena_new();
    html_element(out, "p", NULL,
                 arena_printf(arena, "%s: %s of %s points", student->id, marks_number(arena, marks->counted),
                              marks_number(arena, marks->counted_most)));
    for (size_t i = 0; i < marks->count; i++) {
        const Mark *mark = &marks->at[i];
        html_element(out, "h2", NULL, title_of(mark));
        html_element(out, "p", text_equal(mark->verdict, "passed") ? "good" : "bad", result_of(arena, mark));
        Text seen = {0};
        text_add(&seen, marks_seen(mark));
        html_block(out, "What the check showed", &seen);
        if (*note_of(mark) != '\0') html_element(out, "p", NULL, note_of(mark));
        if (mark->result != NULL) html_command(out, command_of(arena, batch, mark));
    }
    html_end(out);
    arena_free(arena);
}
