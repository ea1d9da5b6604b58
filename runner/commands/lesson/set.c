#include <string.h>

#include "commands/commands.h"
#include "teach/launch/devices.h"
#include "teach/launch/params.h"
#include "teach/say.h"
#include "teach/teach.h"

/* The allowed values of a parameter: "1 to 33", "2, 4 or 8". */
static const char *range_of(Session *session, const Param *param) {
    if (param->value_count == 0 && (param->min != INT64_MIN || param->max != INT64_MAX)) {
        if (param->max == INT64_MAX) return arena_printf(session->scratch, "at least %lld", (long long)param->min);
        if (param->min == INT64_MIN) return arena_printf(session->scratch, "at most %lld", (long long)param->max);
        return arena_printf(session->scratch, "%lld to %lld", (long long)param->min, (long long)param->max);
    }
    if (param->value_count == 0) return "any whole number";
    Text list = {0};
    for (size_t i = 0; i < param->value_count; i++)
        text_printf(&list, "%s%lld",
                    i == 0                        ? ""
                    : i + 1 == param->value_count ? " or "
                                                  : ", ",
                    (long long)param->values[i]);
    return text_take(&list, session->scratch);
}

/* The value that a launch has of its own; else the parameter's. */
static int64_t value_of_launch(const LaunchSpec *spec, const Param *param) {
    for (size_t i = 0; i < spec->with_count; i++)
        if (text_equal(spec->with[i].name, param->name)) return spec->with[i].value;
    return param->initial;
}

/* What `run` launches with: the student's value, else the step's; "varies" where its rows differ. */
static const char *value_now(Session *session, const Lesson *lesson, const Param *param) {
    const Step *step = lesson == session->lesson ? teach_current_step(session) : NULL;
    int64_t value = step != NULL && step->launch != NULL ? value_of_launch(step->launch, param) : param->initial;
    bool sweeps = step != NULL && step->kind == STEP_SWEEP && text_equal(step->over, param->name), varies = sweeps;
    for (size_t i = 0; step != NULL && i < step->row_count; i++) {
        int64_t here = value_of_launch(step->rows[i].launch, param);
        varies = varies || (i > 0 && here != value);
        value = here;
    }
    for (size_t i = 0; i < session->set_count && !sweeps; i++)
        if (text_equal(session->set[i].name, param->name)) {
            value = session->set[i].value;
            varies = false;
        }
    return varies ? "varies" : arena_printf(session->scratch, "%lld", (long long)value);
}

static void list_params(Session *session, const Lesson *lesson) {
    enum { COLUMNS = 4 };
    if (lesson->param_count == 0) {
        say_prose(session, "Lesson `%s` has no parameters.", lesson->id);
        return;
    }
    const char **cells = arena_array(session->scratch, const char *, (lesson->param_count + 1) * COLUMNS);
    static const char *const head[COLUMNS] = {"parameter", "now", "may be", "what it is"};
    for (size_t c = 0; c < COLUMNS; c++) cells[c] = head[c];
    for (size_t i = 0; i < lesson->param_count; i++) {
        const Param *param = &lesson->params[i];
        const char **row = cells + (i + 1) * COLUMNS;
        row[0] = param->name;
        row[1] = value_now(session, lesson, param);
        row[2] = range_of(session, param);
        row[3] = param->about != NULL ? param->about : "";
    }
    static const bool right[COLUMNS] = {false, true};
    Text out = {0};
    report_table(&out, &session->style, cells, lesson->param_count + 1, COLUMNS, right);
    say(session, &out);
}

static void say_device(Session *session) {
    const Device *gpu = session_gpu(session);
    if (gpu == NULL)
        say_styled(session, ROLE_DIM, "Kernels run in the simulator from now on.");
    else
        say_styled(session, ROLE_DIM, "Kernels run %son the %s from now on.",
                   session->device == DEVICE_AUTO ? "in the simulator and " : "", gpu->about);
}

/* device=...: for the rest of the session, whatever the lesson. The exit code. */
static int set_device(Session *session, const char *name) {
    const char *what, *remedy;
    DeviceChoice before = session->options.device;
    if (!device_choice_find(name, &session->options.device)) {
        complain(session, NULL, "unknown device '%s'; say auto, sim or gpu", name);
        return STATUS_USAGE;
    }
    if (!session_has_device(session, &what, &remedy)) {
        session->options.device = before;
        complain(session, remedy, "%s", what);
        return STATUS_ERROR;
    }
    session->device_set = true;
    session->device = session->options.device;
    say_device(session);
    return STATUS_DONE;
}

/* Why `run` launches the step as before, where it does. */
static void say_unused(Session *session, const Step *step, const Binding *value) {
    if (step->kind == STEP_SWEEP && text_equal(step->over, value->name))
        say_prose(session, "This step goes through values of `%s` itself. `sweep %s=%lld` launches it with yours.",
                  value->name, value->name, (long long)value->value);
    else if (!teach_step_uses(step, value->name))
        say_prose(session, "The step that `run` launches does not depend on `%s`.", value->name);
}

int command_set(Session *session, int count, char **words) {
    Lesson *lesson = session_current_lesson(session);
    if (lesson == NULL) return session->failure;
    if (count == 0) {
        list_params(session, lesson);
        return STATUS_DONE;
    }
    if (session->mode == MODE_COMMAND) {
        complain(session, "give the values to run instead: warpschool run LESSON PARAM=VALUE",
                 "set keeps a value while you are at the prompt");
        return STATUS_USAGE;
    }
    char **joined;
    size_t size = param_words(session, count, words, &joined);
    size_t assigned = 0;
    for (size_t i = 0; i < size; i++) {
        bool device = text_starts(joined[i], "device=");
        int status = device ? set_device(session, joined[i] + strlen("device=")) : STATUS_DONE;
        if (status != STATUS_DONE) return status;
        if (!device && !param_assign(session, lesson, joined[i])) return STATUS_USAGE;
        assigned += !device;
    }
    if (assigned == 0) return STATUS_DONE;
    session->at_exercise = session->set_launched = false;
    list_params(session, lesson);
    const Step *step = lesson == session->lesson ? teach_current_step(session) : NULL;
    for (size_t i = 0; step != NULL && i < session->set_count; i++) say_unused(session, step, &session->set[i]);
    if (session->mode == MODE_TYPED)
        say_styled(session, ROLE_DIM,
                   "run launches with these; Enter goes on with the lesson's own, and forgets these once they ran.");
    return STATUS_DONE;
}
