#include "teach/launch/params.h"

#include <string.h>

#include "base/vec.h"
#include "teach/say.h"

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

/* To whom wrote a word without a value. */
static const char *what_to_write(Session *session, const Lesson *lesson, const char *word) {
    int64_t step;
    if (text_to_i64(word, &step) && step > 0 && (uint64_t)step <= lesson->step_count)
        return arena_printf(session->scratch, "`run %s --step %s` runs that step", lesson->id, word);
    if (lesson->param_count == 0) return "this lesson has no parameters";
    const Param *first = &lesson->params[0];
    return arena_printf(session->scratch, "write PARAM=VALUE, such as %s=%lld; `set` alone lists the parameters",
                        first->name, (long long)first->initial);
}

/* Splits NAME=REST; complains where there is no =. */
static const Param *split(Session *session, const Lesson *lesson, const char *word, const char **rest) {
    const char *equals = strchr(word, '=');
    if (equals == NULL || equals == word) {
        const Param *named = lesson_param(lesson, word);
        if (named != NULL)
            complain(session,
                     arena_printf(session->scratch, "write PARAM=VALUE, such as %s=%lld", word,
                                  (long long)named->initial),
                     "%s needs a value", word);
        else
            complain(session, what_to_write(session, lesson, word), "'%s' sets nothing", word);
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
