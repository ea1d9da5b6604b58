#include <jansson.h>
#include <string.h>

#include "commands/commands.h"
#include "teach/say.h"
#include "terminal/terminal.h"

static size_t exercises_passed(const Session *session, const Lesson *lesson) {
    size_t passed = 0;
    for (size_t i = 0; i < lesson->exercise_count; i++)
        passed += progress_exercise_passed(session->progress, lesson->exercises[i].id);
    return passed;
}

static const char *state_of(Session *session, const Lesson *lesson) {
    if (!lesson->usable) return "broken";
    if (progress_lesson_done(session->progress, lesson->id)) return "done";
    size_t step = progress_step(session->progress, lesson->id);
    if (step == 0) return "";
    if (step >= lesson->step_count) return "exercises";
    return arena_printf(session->scratch, "step %zu of %zu", step + 1, lesson->step_count);
}

static json_t *json_exercises(const Session *session, const Lesson *lesson) {
    json_t *array = json_array();
    for (size_t i = 0; i < lesson->exercise_count; i++) {
        const Exercise *exercise = &lesson->exercises[i];
        json_array_append_new(array, json_pack("{s:s, s:s*, s:s, s:b}", "id", exercise->id, "title", exercise->title,
                                               "file", exercise->file, "passed",
                                               (int)progress_exercise_passed(session->progress, exercise->id)));
    }
    return array;
}

static json_t *json_lesson(Session *session, const Lesson *lesson) {
    json_t *object = json_pack("{s:s, s:b}", "id", lesson->id, "usable", (int)lesson->usable);
    if (lesson->usable) {
        json_object_set_new(object, "title", json_string(lesson->title));
        if (lesson->summary != NULL) json_object_set_new(object, "summary", json_string(lesson->summary));
        json_object_set_new(object, "steps", json_integer((json_int_t)lesson->step_count));
        json_object_set_new(object, "step", json_integer((json_int_t)progress_step(session->progress, lesson->id)));
        json_object_set_new(object, "done", json_boolean(progress_lesson_done(session->progress, lesson->id)));
        json_object_set_new(object, "exercises", json_exercises(session, lesson));
    }
    json_t *errors = json_array();
    for (const Diag *diag = lesson->diags.first; diag != NULL; diag = diag->next) {
        Text line = {0};
        diag_line(&line, diag);
        if (line.size > 0 && line.data[line.size - 1] == '\n') line.data[--line.size] = '\0';
        json_array_append_new(errors, json_string(text_printable(session->scratch, line.data, line.size)));
        text_free(&line);
    }
    json_object_set_new(object, "errors", errors);
    return object;
}

static void list_as_json(Session *session) {
    json_t *lessons = json_array();
    for (size_t i = 0; i < session->pack->lesson_count; i++)
        json_array_append_new(lessons, json_lesson(session, &session->pack->lessons[i]));
    /* A path may hold any bytes, JSON only UTF-8. */
    const char *path = text_printable(session->scratch, session->pack_path, strlen(session->pack_path));
    terminal_write_json(json_pack("{s:i, s:s, s:o}", "format", 1, "pack", path, "lessons", lessons));
}

int command_list(Session *session, int count, char **words) {
    (void)count, (void)words;
    if (session->options.json) {
        list_as_json(session);
        return STATUS_DONE;
    }
    enum { COLUMNS = 5, WIDE = 120 };
    size_t columns = session->style.width >= WIDE ? COLUMNS : COLUMNS - 1; /* what lessons are about takes room */
    const Pack *pack = session->pack;
    const char **cells = arena_array(session->scratch, const char *, (pack->lesson_count + 1) * COLUMNS);
    static const char *const head[COLUMNS] = {"lesson", "title", "where you are", "exercises", "what it is about"};
    for (size_t c = 0; c < columns; c++) cells[c] = head[c];
    for (size_t i = 0; i < pack->lesson_count; i++) {
        const Lesson *lesson = &pack->lessons[i];
        const char **row = cells + (i + 1) * columns;
        row[0] = lesson->id;
        row[1] = lesson->usable ? lesson->title : "(cannot be loaded)";
        row[2] = state_of(session, lesson);
        row[3] = lesson->exercise_count == 0 ? ""
                                             : arena_printf(session->scratch, "%zu of %zu",
                                                            exercises_passed(session, lesson), lesson->exercise_count);
        if (columns == COLUMNS) row[4] = lesson->usable && lesson->summary != NULL ? lesson->summary : "";
    }
    static const bool right[COLUMNS] = {false};
    Text out = {0};
    report_table(&out, &session->style, cells, pack->lesson_count + 1, columns, right);
    say(session, &out);
    for (size_t i = 0; i < pack->lesson_count; i++)
        if (!pack->lessons[i].usable) say_diags(session, &pack->lessons[i].diags, NULL);
    return STATUS_DONE;
}
