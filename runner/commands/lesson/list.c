#include <jansson.h>
#include <string.h>

#include "commands/commands.h"
#include "teach/say.h"
#include "teach/teach.h"
#include "teach/workspace.h"
#include "terminal/terminal.h"

static size_t exercises_passed(const Session *session, const Lesson *lesson) {
    size_t passed = 0;
    for (size_t i = 0; i < lesson->exercise_count; i++)
        passed += progress_exercise_passed(session->progress, lesson->exercises[i].id);
    return passed;
}

/* narrow: as short as the prompt says it */
static const char *state_of(Session *session, const Lesson *lesson, bool narrow) {
    if (!lesson->usable) return "broken";
    if (progress_lesson_done(session->progress, lesson->id)) return "done";
    size_t step = progress_step(session->progress, lesson->id);
    if (lesson == session->lesson && teach_step_waits(session) && session->step >= step)
        step = session->step + 1; /* it is read already, and counts at the prompt, too */
    else if (step == 0)
        return "";
    else if (step >= lesson->step_count && !narrow)
        return "exercises";
    return arena_printf(session->scratch, narrow ? "%zu/%zu" : "step %zu of %zu", step, lesson->step_count);
}

static json_t *json_exercises(const Session *session, const Lesson *lesson) {
    json_t *array = json_array();
    for (size_t i = 0; i < lesson->exercise_count; i++) {
        const Exercise *exercise = &lesson->exercises[i];
        json_array_append_new(array, json_pack("{s:s, s:s*, s:s, s:b, s:i, s:I}", "id", exercise->id, "title",
                                               exercise->title, "file", exercise->file, "passed",
                                               (int)progress_exercise_passed(session->progress, exercise->id),
                                               "hints_shown", progress_hints_shown(session->progress, exercise->id),
                                               "hints", (json_int_t)exercise->hint_count));
        json_t *object = json_array_get(array, i);
        if (exercise->due != NULL) json_object_set_new(object, "due", json_string(exercise->due));
        if (exercise->worth.given) json_object_set_new(object, "points", json_integer(exercise->worth.count));
    }
    return array;
}

/* right: true or false; null where it was not answered yet. */
static json_t *json_questions(const Session *session, const Lesson *lesson) {
    json_t *array = json_array();
    for (size_t i = 0; i < lesson->trivia_count; i++) {
        int right = progress_trivia(session->progress, lesson->id, lesson->trivia[i].id);
        json_array_append_new(array, json_pack("{s:s, s:o}", "id", lesson->trivia[i].id, "right",
                                               right == 0 ? json_null() : json_boolean(right > 0)));
    }
    return array;
}

static json_t *json_predictions(Session *session, const Lesson *lesson) {
    json_t *array = json_array();
    Prediction made;
    for (size_t i = 0; i < lesson->step_count; i++) {
        const Step *step = &lesson->steps[i];
        if (step->predict == NULL) continue;
        bool given = progress_prediction(session->progress, lesson->id, step->id, session->scratch, &made);
        json_t *object = json_pack("{s:s}", "step", step->id);
        json_object_set_new(object, "answer", given ? json_string(made.answer) : json_null());
        json_object_set_new(object, "measured", given ? json_string(made.measured) : json_null());
        json_object_set_new(object, "right_first", given ? json_boolean(made.right_first) : json_null());
        json_object_set_new(object, "right", given ? json_boolean(made.right) : json_null());
        json_array_append_new(array, object);
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
        json_object_set_new(object, "questions", json_questions(session, lesson));
        json_object_set_new(object, "predictions", json_predictions(session, lesson));
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
    terminal_write_json(json_pack("{s:i, s:s, s:o, s:s?, s:s?}", "format", 1, "pack", path, "lessons", lessons,
                                  "folder", workspace_folder(session, session->scratch), "current",
                                  progress_current(session->progress)));
}

/* The mark before a lesson: done, or where the student is. */
static const char *mark_of(Session *session, const Lesson *lesson) {
    bool unicode = session->style.unicode;
    if (progress_lesson_done(session->progress, lesson->id)) return unicode ? "✓" : "+";
    return text_equal(progress_current(session->progress), lesson->id) ? unicode ? "▸" : ">" : "";
}

static void list_lessons(Session *session) {
    enum { COLUMNS = 6, STATE = 3, WIDE = 120, NARROW = 80 };
    bool narrow = session->style.width < NARROW;                           /* the titles need what room there is */
    size_t columns = session->style.width >= WIDE ? COLUMNS : COLUMNS - 1; /* what lessons are about takes room */
    const Pack *pack = session->pack;
    const char **cells = arena_array(session->scratch, const char *, (pack->lesson_count + 1) * COLUMNS);
    static const char *const head[COLUMNS] = {"", "lesson", "title", "where you are", "exercises", "what it is about"};
    for (size_t c = 0; c < columns; c++) cells[c] = c == STATE && narrow ? "step" : head[c];
    for (size_t i = 0; i < pack->lesson_count; i++) {
        const Lesson *lesson = &pack->lessons[i];
        const char **row = cells + (i + 1) * columns;
        row[0] = mark_of(session, lesson);
        row[1] = lesson->id;
        row[2] = lesson->usable ? lesson->title : "(cannot be loaded)";
        row[STATE] = state_of(session, lesson, narrow);
        row[4] = lesson->exercise_count == 0 ? ""
                                             : arena_printf(session->scratch, "%zu of %zu",
                                                            exercises_passed(session, lesson), lesson->exercise_count);
        if (columns == COLUMNS) row[5] = lesson->usable && lesson->summary != NULL ? lesson->summary : "";
    }
    static const bool right[COLUMNS] = {false};
    Text out = {0};
    report_table(&out, &session->style, cells, pack->lesson_count + 1, columns, right);
    say(session, &out);
    PredictionScore score = progress_score(session->progress, NULL);
    if (score.given > 0)
        say_prose(session, "Predictions right at the first try: %zu of %zu.", score.right, score.given);
    say_prose(session, "`list exercises` lists the exercises, `list LESSON` those of one lesson.");
    for (size_t i = 0; i < pack->lesson_count; i++)
        if (!pack->lessons[i].usable) say_diags(session, &pack->lessons[i].diags, NULL);
}

static const char *exercise_state(Session *session, const Exercise *exercise) {
    if (progress_exercise_passed(session->progress, exercise->id)) return "passed";
    int hints = progress_hints_shown(session->progress, exercise->id);
    return hints > 0 ? arena_printf(session->scratch, "hints %d/%zu", hints, exercise->hint_count) : "";
}

/* An exercise has a mark, a name, a state and a lesson; the rest where there is room, and where the course says it. */
typedef struct ExerciseColumns {
    bool title, points, due;
} ExerciseColumns;

enum { EXERCISE_COLUMNS = 7 };

static ExerciseColumns exercise_columns(const Pack *pack, const Lesson *only) {
    ExerciseColumns columns = {.title = true};
    for (size_t i = 0; i < pack->lesson_count; i++) {
        const Lesson *lesson = &pack->lessons[i];
        for (size_t k = 0; lesson->usable && (only == NULL || only == lesson) && k < lesson->exercise_count; k++) {
            columns.points |= lesson->exercises[k].worth.given;
            columns.due |= lesson->exercises[k].due != NULL;
        }
    }
    return columns;
}

static size_t column_count(ExerciseColumns columns) {
    return 4u + columns.title + columns.points + columns.due;
}

/* Appends a row, whose strings the columns choose. */
static const char **add_row(const char **cells, ExerciseColumns columns, const char *const row[EXERCISE_COLUMNS]) {
    const bool chosen[EXERCISE_COLUMNS] = {true, true, columns.title, true, columns.points, columns.due, true};
    for (size_t c = 0; c < EXERCISE_COLUMNS; c++)
        if (chosen[c]) *cells++ = row[c];
    return cells;
}

/* The table's cells, a head and a row an exercise; returns how many exercises there are. only: of that lesson. */
static size_t fill_exercises(Session *session, const Lesson *only, ExerciseColumns columns, const char **cells) {
    static const char *const head[EXERCISE_COLUMNS] = {"", "exercise", "title", "state", "points", "due", "lesson"};
    size_t count = 0;
    cells = add_row(cells, columns, head);
    for (size_t i = 0; i < session->pack->lesson_count; i++) {
        const Lesson *lesson = &session->pack->lessons[i];
        for (size_t k = 0; lesson->usable && (only == NULL || only == lesson) && k < lesson->exercise_count; k++) {
            const Exercise *exercise = &lesson->exercises[k];
            bool passed = progress_exercise_passed(session->progress, exercise->id);
            const char *points =
                exercise->worth.given ? arena_printf(session->scratch, "%u", exercise->worth.count) : "";
            const char *mark = !passed ? "" : session->style.unicode ? "✓" : "+";
            const char *title = exercise->title != NULL ? exercise->title : "";
            const char *due = exercise->due != NULL ? exercise->due : "";
            const char *const row[EXERCISE_COLUMNS] = {
                mark, exercise->id, title, exercise_state(session, exercise), points, due, lesson->id,
            };
            cells = add_row(cells, columns, row);
            count++;
        }
    }
    return count;
}

static size_t lines_in(const Text *text) {
    size_t lines = 0;
    for (size_t i = 0; i < text->size; i++) lines += text->data[i] == '\n';
    return lines;
}

/* The exercises of a lesson, NULL: of all. Where their titles leave no room for a table it has none. */
static void list_exercises(Session *session, const Lesson *only) {
    static const bool right[EXERCISE_COLUMNS] = {false};
    size_t most = 1;
    for (size_t i = 0; i < session->pack->lesson_count; i++) most += session->pack->lessons[i].exercise_count;
    const char **cells = arena_array(session->scratch, const char *, most *EXERCISE_COLUMNS);
    ExerciseColumns columns = exercise_columns(session->pack, only);
    size_t count = fill_exercises(session, only, columns, cells);
    if (count == 0) {
        say_prose(session, "There are no exercises.");
        return;
    }
    Text out = {0};
    report_table(&out, &session->style, cells, count + 1, column_count(columns), right);
    if (!session->style.plain && lines_in(&out) > 2 * (count + 1)) {
        out.size = 0;
        columns.title = false;
        fill_exercises(session, only, columns, cells);
        report_table(&out, &session->style, cells, count + 1, column_count(columns), right);
    }
    say(session, &out);
    say_prose(session, "`exercise NAME` shows the task of one.");
}

int command_list(Session *session, int count, char **words) {
    bool exercises = count > 0 && text_equal(words[0], "exercises");
    Lesson *lesson = count > 0 && !exercises ? session_find_lesson(session, words[0]) : NULL;
    if (count > 0 && !exercises && lesson == NULL) return session->failure;
    if (session->options.json)
        list_as_json(session);
    else if (count == 0)
        list_lessons(session);
    else
        list_exercises(session, lesson);
    return STATUS_DONE;
}
