/* The launches that show, source, compare and try make, as JSON. */
#include <jansson.h>
#include <string.h>

#include "commands/kernel/subject.h"
#include "teach/launch/devices.h"
#include "teach/launch/provenance.h"
#include "teach/say.h"
#include "terminal/terminal.h"

/* The launches that ran, and in messages why the others did not. */
static json_t *json_launched(Session *session, const Subject *subject, LaunchOutcome *const *outcomes, size_t count) {
    LaunchReport *reports = arena_array(session->scratch, LaunchReport, count + 1);
    DiagList messages = diag_list(session->scratch);
    size_t ran = 0;
    for (size_t i = 0; i < count; i++) {
        if (outcomes[i]->ran) reports[ran++] = outcomes[i]->report;
        for (const Diag *diag = outcomes[i]->diags.first; diag != NULL; diag = diag->next)
            diag_add(&messages, diag->severity, diag->loc, diag->hint, "%s", diag->message);
    }
    const char *lesson = subject->trial == NULL ? subject->lesson->id : NULL;
    return json_run(lesson, session_json_device(session), session_arch(session), reports, ran, &messages);
}

int subject_write_json(Session *session, const Subject *subject, LaunchOutcome *const *outcomes, size_t count) {
    int status = STATUS_DONE;
    Verdict verdict = VERDICT_PASSED;
    const char *compiler = NULL;
    for (size_t i = 0; i < count; i++) {
        status = status_after(status, outcomes[i]);
        if (verdict == VERDICT_PASSED) verdict = outcomes[i]->verdict;
        if (outcomes[i]->compiler != NULL) compiler = outcomes[i]->compiler;
        if (!outcomes[i]->interrupted && !outcomes[i]->no_compiler && !outcomes[i]->no_device) continue;
        say_outcome(session, outcomes[i]); /* which is then printed as what went wrong */
        return status;
    }
    json_t *object = json_launched(session, subject, outcomes, count);
    if (subject->exercise != NULL) json_object_set_new(object, "exercise", json_string(subject->exercise->id));
    Arena *arena = session->scratch;
    const char *file = subject->source.name;
    json_object_set_new(object, "file", json_string(text_printable(arena, file, strlen(file))));
    json_object_set_new(object, "provenance", provenance_json(session, &subject->source, compiler));
    json_object_set_new(object, "verdict", json_string(verdict_name[verdict]));
    terminal_write_json(object);
    return status;
}
