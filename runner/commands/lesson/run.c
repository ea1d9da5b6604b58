/* run: the launches of a lesson, or at the prompt of the current step. */
#include <string.h>

#include "commands/commands.h"
#include "teach/launch/params.h"
#include "teach/say.h"
#include "teach/steps.h"
#include "teach/steps_json.h"
#include "teach/teach.h"

static int run_as_text(Session *session, const Lesson *lesson, const Step *only) {
    int status = STATUS_DONE;
    for (size_t i = 0; i < lesson->step_count && status != STATUS_INTERRUPTED; i++) {
        const Step *step = &lesson->steps[i];
        if (step->kind == STEP_TEXT || (only != NULL && only != step)) continue;
        if (only == NULL) say_gap(session);
        if (only == NULL) say_styled(session, ROLE_DIM, "%s, %s", lesson->id, step->id);
        StepRun run;
        step_run(session, lesson, step, &run);
        if (status == STATUS_DONE) status = run.status;
        if (run.interrupted) status = STATUS_INTERRUPTED;
        bool useless = run.no_compiler || run.no_device; /* the missing device or compiler was reported */
        step_run_free(&run);
        if (useless) break;
    }
    return status;
}

static int run_lesson(Session *session, const Lesson *lesson) {
    const Step *only = NULL;
    if (session->options.step != NULL && (only = step_find(session, lesson, session->options.step)) == NULL)
        return STATUS_USAGE;
    if (only != NULL && only->kind == STEP_TEXT) {
        complain(session, "choose a step with a launch, or leave --step out", "step %s launches nothing", only->id);
        return STATUS_USAGE;
    }
    if (!session->options.json) return run_as_text(session, lesson, only);
    return steps_as_json(session, lesson, only != NULL ? only : lesson->steps, only != NULL ? 1 : lesson->step_count);
}

/* At the prompt: the step where the student is, with the student's values. */
static int run_here(Session *session) {
    if (teach_step_waits(session) && session->set_count == 0 && !session->options.json) return teach_next(session);
    const Step *step = teach_current_step(session);
    if (step == NULL) {
        complain(session, "Enter goes on", "there is nothing to run yet");
        return STATUS_USAGE;
    }
    if (session->options.json) return steps_as_json(session, session->lesson, step, 1);
    StepRun run;
    step_run(session, session->lesson, step, &run);
    int status = run.status;
    session->set_launched = session->set_count > 0;
    step_run_free(&run);
    teach_give_up_prediction(session, session->lesson, step);
    return status;
}

/* Values given with the command hold for this run alone. */
static int run_with(Session *session, Lesson *lesson, bool here, size_t count, char **assignments) {
    size_t before = session->set_count;
    bool launched = session->set_launched;
    Binding kept[SESSION_BINDINGS];
    memcpy(kept, session->set, sizeof kept);
    if (lesson != session->lesson) session->set_count = 0;
    int status = STATUS_USAGE;
    bool good = true;
    for (size_t i = 0; i < count && good; i++) good = param_assign(session, lesson, assignments[i]);
    if (good) status = here ? run_here(session) : run_lesson(session, lesson);
    memcpy(session->set, kept, sizeof kept);
    session->set_count = before;
    if (count > 0) session->set_launched = launched;
    return status;
}

int command_run(Session *session, int count, char **words) {
    char **joined;
    size_t size = param_words(session, count, words, &joined), named = 0;
    if (size > 0 && strchr(joined[0], '=') == NULL) named = 1;
    Lesson *lesson = named > 0 ? session_find_lesson(session, joined[0]) : session_current_lesson(session);
    if (lesson == NULL) return session->failure;
    bool here = named == 0 && session->mode != MODE_COMMAND && session->options.step == NULL;
    char **values = named > 0 ? joined + 1 : joined;
    return run_with(session, lesson, here, size - named, values);
}
