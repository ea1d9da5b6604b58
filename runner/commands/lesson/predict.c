/* predict: the prediction of the current step at the prompt; of any step where a lesson and a step are named, with the
 * answer among the words or asked for. */
#include <jansson.h>
#include <string.h>

#include "commands/commands.h"
#include "teach/launch/devices.h"
#include "teach/question.h"
#include "teach/say.h"
#include "teach/steps.h"
#include "teach/teach.h"
#include "terminal/terminal.h"

/* ---- a step that is named ---------------------------------------------------------------------------------------- */

/* The question; and, where it was answered or given up, what was measured. */
static void write_json(Session *session, const Lesson *lesson, const Step *step, const char *answer,
                       const Measured *measured) {
    const Question *question = step->predict;
    LaunchEnv env;
    DiagList diags = diag_list(session->scratch);
    lesson_env(session, lesson, &env);
    const char *ask = interpolate_markdown(session->scratch, question->ask, &env.env, question->loc, &diags);
    json_t *choices = json_array();
    for (size_t i = 0; i < question->choice_count; i++)
        json_array_append_new(choices, json_string(question->choices[i]));
    bool open = progress_prediction_open(session->progress, lesson->id, step->id);
    json_t *object = json_pack("{s:i, s:s, s:s, s:s, s:s, s:s, s:o, s:b}", "format", 1, "lesson", lesson->id, "step",
                               step->id, "device", session_json_device(session), "arch", session_arch(session), "ask",
                               ask, "choices", choices, "open", (int)open);
    if (measured != NULL) {
        const char *given = answer != NULL ? text_printable(session->scratch, answer, strlen(answer)) : NULL;
        json_object_set_new(object, "answer", given != NULL ? json_string(given) : json_null());
        json_object_set_new(object, "right", json_boolean(question_is_right(question, measured, answer)));
        json_object_set_new(object, "measured", measured->known ? json_string(measured->text) : json_null());
        if (!measured->known) json_object_set_new(object, "error", json_string(measured->why_not));
        if (measured->why != NULL) json_object_set_new(object, "why", json_string(measured->why));
    }
    terminal_write_json(object);
}

static int answer_named(Session *session, const Lesson *lesson, const Step *step, const char *typed) {
    const char *answer = typed != NULL ? question_answer_in(session, step->predict, typed) : NULL;
    if (typed != NULL && *typed != '\0' && answer == NULL) {
        complain(session, step->predict->choice_count > 0 ? "give one of its letters" : "give a number, yes or no",
                 "'%s' does not answer the question", typed);
        return STATUS_USAGE;
    }
    if (typed == NULL) {
        write_json(session, lesson, step, NULL, NULL);
        return STATUS_DONE;
    }
    question_show(session, lesson, step->predict, "Predict.");
    Measured measured = teach_take_prediction(session, lesson, step, answer);
    if (*terminal_interrupted()) return STATUS_INTERRUPTED;
    if (session->options.json) write_json(session, lesson, step, answer, &measured);
    return STATUS_DONE;
}

static int predict_named(Session *session, int count, char **words) {
    Lesson *lesson = session_find_lesson(session, words[0]);
    if (lesson == NULL) return session->failure;
    const Step *step = step_find(session, lesson, words[1]);
    if (step == NULL) return STATUS_USAGE;
    if (step->predict == NULL) {
        complain(session, NULL, "step %s of lesson %s has no prediction", step->id, lesson->id);
        return STATUS_USAGE;
    }
    if (count > 2 || session->options.json) return answer_named(session, lesson, step, count > 2 ? words[2] : NULL);
    session_take_answers(session);
    return teach_predict(session, lesson, step);
}

/* ---- the current step -------------------------------------------------------------------------------------------- */

/* The step whose launch comes next, else the last one that was passed, else the lesson's first, of those that have a
 * prediction; NULL: none has. */
static const Step *current_step(const Session *session, const Lesson *lesson) {
    const Step *step = NULL;
    size_t reached = lesson != session->lesson ? 0 : session->step + (session->shown ? 1 : 0);
    for (size_t i = 0; i < lesson->step_count && (step == NULL || i < reached); i++)
        if (lesson->steps[i].predict != NULL) step = &lesson->steps[i];
    return step;
}

int command_predict(Session *session, int count, char **words) {
    if (count > 1) return predict_named(session, count, words);
    if (count > 0 || session->options.json) return command_usage(session);
    Lesson *lesson = session_current_lesson(session);
    if (lesson == NULL) return session->failure;
    const Step *step = current_step(session, lesson);
    if (step == NULL) {
        complain(session, "`quiz` asks its questions", "lesson %s has no predictions", lesson->id);
        return STATUS_USAGE;
    }
    session_take_answers(session);
    if (teach_step_waits(session) && step == &lesson->steps[session->step]) {
        session->asked = false;
        return teach_next(session);
    }
    return teach_predict(session, lesson, step);
}
