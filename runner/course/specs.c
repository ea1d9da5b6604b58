/* What the specs of a lesson answer by themselves. */
#include <string.h>

#include "course/course.h"

bool arg_has_buffer(const ArgSpec *arg) {
    return arg->kind != ARG_VALUE;
}

const Param *lesson_param(const Lesson *lesson, const char *name) {
    for (size_t i = 0; i < lesson->param_count; i++)
        if (strcmp(lesson->params[i].name, name) == 0) return &lesson->params[i];
    return NULL;
}

bool param_allows(const Param *param, int64_t value, Arena *arena, const char **why) {
    if (value < param->min || value > param->max) {
        if (param->max == INT64_MAX)
            *why = arena_printf(arena, "'%s' must be at least %lld", param->name, (long long)param->min);
        else if (param->min == INT64_MIN)
            *why = arena_printf(arena, "'%s' must be at most %lld", param->name, (long long)param->max);
        else
            *why = arena_printf(arena, "'%s' must be between %lld and %lld", param->name, (long long)param->min,
                                (long long)param->max);
        return false;
    }
    const char *list = "";
    for (size_t i = 0; i < param->value_count; i++) {
        if (param->values[i] == value) return true;
        if (i < 16) list = arena_printf(arena, "%s%s%lld", list, i ? ", " : "", (long long)param->values[i]);
    }
    if (param->values == NULL) return true;
    *why = arena_printf(arena, "'%s' must be one of %s%s", param->name, list, param->value_count > 16 ? ", ..." : "");
    return false;
}

bool launch_is_random(const LaunchSpec *spec) {
    for (size_t i = 0; i < spec->arg_count; i++)
        if (spec->args[i].init == INIT_RANDOM) return true;
    return false;
}

int64_t launch_drawn(const DrawSpec *draw, size_t place) {
    return draw->values != NULL ? draw->values[place] : draw->from + (int64_t)place * draw->step;
}

void lesson_each_launch(const Lesson *lesson, void (*visit)(void *context, const LaunchSpec *launch), void *context) {
    for (size_t i = 0; i < lesson->step_count; i++) {
        const Step *step = &lesson->steps[i];
        if (step->launch != NULL) visit(context, step->launch);
        for (size_t row = 0; row < step->row_count; row++)
            if (step->rows[row].launch != NULL) visit(context, step->rows[row].launch);
        if (step->predict != NULL && step->predict->launch != NULL) visit(context, step->predict->launch);
    }
    for (size_t i = 0; i < lesson->trivia_count; i++)
        if (lesson->trivia[i].launch != NULL) visit(context, lesson->trivia[i].launch);
}

typedef struct Wanted {
    const char *program;
    bool found;
} Wanted;

static void visit_program(void *context, const LaunchSpec *launch) {
    Wanted *wanted = context;
    wanted->found |= launch->program != NULL && text_equal(launch->program, wanted->program);
}

bool lesson_runs(const Lesson *lesson, const char *program) {
    Wanted wanted = {.program = program};
    lesson_each_launch(lesson, visit_program, &wanted);
    return wanted.found;
}

bool exercise_is_program(const Exercise *exercise) {
    return exercise->launches != NULL && exercise->launch_count > 0 && exercise->launches[0].program != NULL;
}
