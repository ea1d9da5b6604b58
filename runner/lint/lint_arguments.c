#include "lint/lint_arguments.h"

#include "base/file.h"
#include "compile/signature.h"
#include "course/elements.h"
#include "lint/lint_files.h"

typedef struct Kernels {
    Linting *lint;
    const Signature *all;
    size_t count;
} Kernels;

static const Signature *signature_of(const Kernels *kernels, const char *name) {
    for (size_t i = 0; i < kernels->count; i++)
        if (text_equal(kernels->all[i].kernel, name)) return &kernels->all[i];
    return NULL;
}

static bool fits(Scalar given, Scalar taken) {
    return scalar_size(given) == scalar_size(taken) && scalar_is_real(given) == scalar_is_real(taken);
}

static void look_at(const Kernels *kernels, const ArgSpec *arg, const Parameter *parameter) {
    DiagList *diags = &kernels->lint->diags;
    bool value = arg->kind == ARG_VALUE;
    if (arg->kind == ARG_TEXTURE || arg->members != NULL) return;
    if (value == parameter->pointer)
        diag_add(diags, SEVERITY_WARNING, arg->loc, NULL, "this is a %s, and the kernel takes `%s`",
                 value ? "value" : "buffer", parameter->written);
    else if (parameter->known && (!value || parameter->lanes == 1) && !fits(arg->type, parameter->type))
        diag_add(diags, SEVERITY_WARNING, arg->loc,
                 arena_printf(kernels->lint->session->scratch, "write 'type: %s'", scalar_name[parameter->type]),
                 "this %s is of type %s, and the kernel takes `%s`", value ? "value" : "buffer", scalar_name[arg->type],
                 parameter->written);
}

static void look_at_launch(const Kernels *kernels, const LaunchSpec *spec) {
    const Signature *signature = spec != NULL && spec->kernel != NULL ? signature_of(kernels, spec->kernel) : NULL;
    size_t place = 0;
    for (size_t i = 0; signature != NULL && i < spec->arg_count; i++) {
        if (spec->args[i].symbol) continue;
        if (place >= signature->count) return; /* launching says that there are too many */
        look_at(kernels, &spec->args[i], &signature->parameters[place++]);
    }
}

static void look_at_steps(const Kernels *kernels, const Lesson *lesson) {
    for (size_t i = 0; i < lesson->step_count; i++) {
        const Step *step = &lesson->steps[i];
        look_at_launch(kernels, step->launch);
        if (step->predict != NULL && step->predict->launch != step->launch)
            look_at_launch(kernels, step->predict->launch);
        for (size_t r = 0; r < step->row_count; r++) look_at_launch(kernels, step->rows[r].launch);
    }
    for (size_t i = 0; i < lesson->trivia_count; i++) look_at_launch(kernels, lesson->trivia[i].launch);
}

void lint_arguments(Linting *lint) {
    Arena *arena = lint->session->scratch;
    Kernels kernels = {.lint = lint};
    const Lesson *lesson = lint->lesson;
    if (lint->kernels.text != NULL) {
        kernels.all = signatures_read(arena, lint->kernels.text, &kernels.count);
        look_at_steps(&kernels, lesson);
    }
    for (size_t i = 0; i < lesson->exercise_count; i++) {
        const Exercise *exercise = &lesson->exercises[i];
        size_t size;
        const char *why, *path = lint_path(lint->session->pack, arena, "exercises", exercise->file);
        const char *text = file_read_text(arena, path, &size, &why);
        if (text == NULL) continue;
        kernels.all = signatures_read(arena, text, &kernels.count);
        for (size_t k = 0; k < exercise->launch_count; k++) look_at_launch(&kernels, &exercise->launches[k]);
    }
}
