#include "teach/steps_json.h"

#include <jansson.h>

#include "teach/launch/devices.h"
#include "teach/launch/provenance.h"
#include "teach/say.h"
#include "teach/steps.h"
#include "terminal/terminal.h"

typedef struct Running {
    Session *session;
    const Lesson *lesson;
    json_t *json;
    const char *compiler;
    Verdict verdict; /* the first that is not passed */
    int status;
} Running;

static bool holds(const json_t *array, const json_t *value) {
    size_t i;
    json_t *there;
    json_array_foreach(array, i, there) if (json_equal(there, value)) return true;
    return false;
}

/* Adds messages that are not there yet: all launches of a file that does not compile have the same ones. */
static void add_messages(json_t *messages, const json_t *more) {
    size_t i;
    json_t *message;
    json_array_foreach(more, i, message) if (!holds(messages, message)) json_array_append(messages, message);
}

/* Adds one launch's object to the whole and takes its reference: arrays are appended, so that no more than one launch's
 * buffers are alive. */
static void merge(json_t *whole, json_t *part) {
    json_t *value;
    const char *key;
    json_object_foreach(part, key, value) {
        json_t *there = json_object_get(whole, key);
        if (text_equal(key, "messages") && there != NULL)
            add_messages(there, value);
        else if (json_is_array(there) && json_is_array(value))
            json_array_extend(there, value);
        else if (there == NULL)
            json_object_set(whole, key, value);
    }
    json_decref(part);
}

static bool add_launch(void *context, const Step *step, const char *label, LaunchOutcome *outcome) {
    Running *running = context;
    Session *session = running->session;
    (void)step, (void)label;
    running->status = status_after(running->status, outcome);
    if (running->verdict == VERDICT_PASSED) running->verdict = outcome->verdict;
    bool go_on = !outcome->interrupted;
    merge(running->json, json_run(running->lesson->id, session_json_device(session), session_arch(session),
                                  &outcome->report, outcome->ran ? 1 : 0, &outcome->diags));
    if (outcome->interrupted) running->verdict = VERDICT_ERROR; /* an interrupted run gives no verdict */
    if (outcome->interrupted)
        complain(session, NULL, "stopped");
    else if (!outcome->ran)
        say_diags(session, &outcome->diags, outcome_source(outcome));
    if (outcome->compiler != NULL) running->compiler = arena_string(session->scratch, outcome->compiler);
    outcome_free(outcome);
    return go_on;
}

int steps_as_json(Session *session, const Lesson *lesson, const Step *steps, size_t count) {
    Source source;
    if (!source_of_lesson(session, session->scratch, lesson, &source)) return STATUS_ERROR;
    Running running = {.session = session, .lesson = lesson, .json = json_object()};
    merge(running.json, json_run(lesson->id, session_json_device(session), session_arch(session), NULL, 0, NULL));
    for (size_t i = 0; i < count && running.status != STATUS_INTERRUPTED; i++)
        step_each_launch(session, lesson, &steps[i], &source, add_launch, &running);
    json_object_set_new(running.json, "provenance", provenance_json(session, &source, running.compiler));
    json_object_set_new(running.json, "verdict", json_string(verdict_name[running.verdict]));
    terminal_write_json(running.json);
    return running.status;
}
