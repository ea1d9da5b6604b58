#include <string.h>

#include "base/vec.h"
#include "commands/session.h"

size_t param_words(Session *session, int count, char **words, char ***joined) {
    Text all = {0};
    text_add(&all, "");
    for (int i = 0; i < count; i++) {
        char last = all.size > 0 ? all.data[all.size - 1] : '=';
        bool closes = strchr("=,", last) != NULL || strchr("=,", words[i][0]) != NULL;
        text_printf(&all, "%s%s", closes && words[i][0] != '\0' ? "" : "\n", words[i]);
    }
    char *text = text_take(&all, session->scratch), *rest = NULL;
    VEC(char *) found = {0};
    for (char *word = strtok_r(text, "\n", &rest); word != NULL; word = strtok_r(NULL, "\n", &rest))
        vec_push(session->scratch, &found, word);
    *joined = found.at;
    return found.count;
}

static const Param *find_param(Session *session, const Lesson *lesson, const char *name) {
    const Param *param = lesson_param(lesson, name);
    if (param != NULL) return param;
    const char **names = arena_array(session->scratch, const char *, lesson->param_count);
    Text list = {0};
    for (size_t i = 0; i < lesson->param_count; i++) {
        names[i] = lesson->params[i].name;
        text_printf(&list, "%s%s", i == 0 ? "it has " : ", ", names[i]);
    }
    const char *nearest = text_nearest(name, names, lesson->param_count);
    const char *hint = nearest != NULL            ? arena_printf(session->scratch, "did you mean '%s'?", nearest)
                       : lesson->param_count == 0 ? "it has none"
                                                  : text_take(&list, session->scratch);
    text_free(&list);
    complain(session, hint, "lesson %s has no parameter '%s'", lesson->id, name);
    return NULL;
}

/* What a parameter may be: "1 to 33", "2, 4 or 8". */
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

static bool check_value(Session *session, const Param *param, const char *text, int64_t *value) {
    if (!text_to_i64(text, value)) {
        complain(session,
                 arena_printf(session->scratch, "say for example %s=%lld", param->name, (long long)param->initial),
                 "%s needs a whole number, not '%s'", param->name, text);
        return false;
    }
    const char *why;
    if (param_allows(param, *value, session->scratch, &why)) return true;
    complain(session, NULL, "%s, not %lld", why, (long long)*value);
    return false;
}

/* Splits NAME=REST; complains where there is no =. */
static const Param *split(Session *session, const Lesson *lesson, const char *word, const char **rest) {
    const char *equals = strchr(word, '=');
    if (equals == NULL || equals == word) {
        complain(session, "write PARAM=VALUE, such as stride=4; `set` alone lists the parameters", "'%s' sets nothing",
                 word);
        return NULL;
    }
    *rest = equals + 1;
    return find_param(session, lesson, arena_string_n(session->scratch, word, (size_t)(equals - word)));
}

bool param_assign(Session *session, const Lesson *lesson, const char *word) {
    const char *rest;
    const Param *param = split(session, lesson, word, &rest);
    int64_t value;
    if (param == NULL || !check_value(session, param, rest, &value)) return false;
    Binding binding = {param->name, value, {0}};
    for (size_t i = 0; i < session->set_count; i++) {
        if (!text_equal(session->set[i].name, param->name)) continue;
        session->set[i] = binding;
        return true;
    }
    if (session->set_count == SESSION_BINDINGS) {
        complain(session, NULL, "no more than %d parameters can be set", SESSION_BINDINGS);
        return false;
    }
    session->set[session->set_count++] = binding;
    return true;
}

bool param_list(Session *session, const Lesson *lesson, const char *word, const char **name, int64_t **values,
                size_t *count) {
    const char *rest;
    const Param *param = split(session, lesson, word, &rest);
    if (param == NULL) return false;
    VEC(int64_t) found = {0};
    char *list = arena_string(session->scratch, rest), *more = NULL;
    for (char *part = strtok_r(list, ",", &more); part != NULL; part = strtok_r(NULL, ",", &more)) {
        char *dots = strstr(part, "..");
        if (dots != NULL) *dots = '\0';
        int64_t first, last;
        if (!check_value(session, param, part, &first)) return false;
        last = first;
        if (dots != NULL && !check_value(session, param, dots + 2, &last)) return false;
        for (size_t i = 0; i < param->value_count; i++)
            if (param->values[i] >= first && param->values[i] <= last)
                vec_push(session->scratch, &found, param->values[i]);
        for (int64_t value = first; param->value_count == 0 && found.count <= SWEEP_LIMIT && value <= last; value++) {
            vec_push(session->scratch, &found, value);
            if (value == last) break; /* value++ could overflow */
        }
    }
    if (found.count == 0 || found.count > SWEEP_LIMIT) {
        complain(session,
                 arena_printf(session->scratch, "write %s=1,2,4 or %s=1..8, at most %d values", param->name,
                              param->name, SWEEP_LIMIT),
                 found.count == 0 ? "there are no values to sweep over" : "those are too many values");
        return false;
    }
    *name = param->name;
    *values = found.at;
    *count = found.count;
    return true;
}

static int64_t value_now(const Session *session, const Param *param) {
    for (size_t i = 0; i < session->set_count; i++)
        if (text_equal(session->set[i].name, param->name)) return session->set[i].value;
    return param->initial;
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
        row[1] = arena_printf(session->scratch, "%lld", (long long)value_now(session, param));
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
    list_params(session, lesson);
    const Step *step = lesson == session->lesson ? teach_current_step(session) : NULL;
    for (size_t i = 0; step != NULL && i < session->set_count; i++)
        if (!teach_step_uses(step, session->set[i].name))
            say_prose(session, "The step that `run` launches does not depend on `%s`.", session->set[i].name);
    if (session->mode == MODE_TYPED)
        say_styled(session, ROLE_DIM, "run launches with these; Enter goes on with the lesson's own.");
    return STATUS_DONE;
}
