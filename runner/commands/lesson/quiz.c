#include <jansson.h>

#include "commands/commands.h"
#include "teach/launch/devices.h"
#include "teach/question.h"
#include "teach/questions.h"
#include "teach/say.h"
#include "terminal/terminal.h"

static json_t *json_value(const Measured *measured) {
    if (!measured->known) return json_null();
    switch (measured->value.kind) {
    case VALUE_INT: return json_integer((json_int_t)measured->value.integer);
    case VALUE_REAL: return json_real(measured->value.real);
    case VALUE_BOOL: return json_boolean(measured->value.integer != 0);
    case VALUE_TEXT: return json_string(measured->value.text);
    }
    return json_null();
}

static int quiz_as_json(Session *session, const Lesson *lesson) {
    json_t *questions = json_array();
    int status = STATUS_DONE;
    for (size_t i = 0; i < lesson->trivia_count; i++) {
        const Question *question = &lesson->trivia[i];
        Measured measured = question_measure(session, lesson, question, NULL);
        if (!measured.known && !measured.elsewhere) status = STATUS_ERROR;
        json_t *choices = json_array();
        for (size_t c = 0; c < question->choice_count; c++)
            json_array_append_new(choices, json_string(question->choices[c]));
        json_t *object = json_pack("{s:s, s:s, s:o, s:o, s:b}", "id", question->id, "ask", question->ask, "choices",
                                   choices, "answer", json_value(&measured), "measured", (int)measured.launched);
        if (measured.why != NULL) json_object_set_new(object, "why", json_string(measured.why));
        if (!measured.known) json_object_set_new(object, "error", json_string(measured.why_not));
        json_array_append_new(questions, object);
    }
    if (*terminal_interrupted()) status = STATUS_INTERRUPTED;
    terminal_write_json(json_pack("{s:i, s:s, s:s, s:s, s:o}", "format", 1, "lesson", lesson->id, "device",
                                  session_json_device(session), "arch", session_arch(session), "questions", questions));
    return status;
}

int command_quiz(Session *session, int count, char **words) {
    Lesson *lesson = count > 0 ? session_find_lesson(session, words[0]) : session_current_lesson(session);
    if (lesson == NULL) return session->failure;
    if (lesson->trivia_count == 0) {
        complain(session, "`list` shows the lessons", "lesson %s has no questions", lesson->id);
        return STATUS_USAGE;
    }
    if (session->options.json) return quiz_as_json(session, lesson);
    session_take_answers(session);
    if (lesson == session->lesson) session->quiz_offered = true; /* Enter need not offer it once more */
    return quiz_take(session, lesson, true);
}
