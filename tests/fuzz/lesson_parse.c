/* libFuzzer target: any bytes as a lesson. Whatever loads is prepared too, with small sizes, because a lesson's
 * expressions reach the buffers. */
#include <string.h>

#include "course/course.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void prepare(const Lesson *lesson, const LaunchSpec *spec, Arena *arena) {
    DiagList diags = diag_list(arena);
    Prepared prepared;
    for (size_t i = 0; i < spec->arg_count; i++) {
        const Expr *count = spec->args[i].count;
        if (count != NULL && strlen(expr_text(count)) > 4) return; /* a gigabyte an input is no fuzzing */
    }
    if (!launch_prepare(lesson, spec, NULL, 0, arena, &diags, &prepared)) return;
    Judged judged;
    void **after = arena_array(arena, void *, prepared.launch.buffer_count + 1);
    for (size_t b = 0; b < prepared.launch.buffer_count; b++) after[b] = prepared.before[b];
    launch_judge(&prepared, after, arena, &diags, &judged);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 1 << 16) return 0;
    Arena *arena = arena_new();
    char *text = arena_string_n(arena, (const char *)data, size);
    Lesson lesson;
    lesson_parse("lessons/x.yaml", text, size, arena, &lesson);
    for (size_t i = 0; lesson.usable && i < lesson.step_count; i++)
        if (lesson.steps[i].launch != NULL) prepare(&lesson, lesson.steps[i].launch, arena);
    Text out = {0};
    for (const Diag *diag = lesson.diags.first; diag != NULL; diag = diag->next) diag_line(&out, diag);
    text_free(&out);
    arena_free(arena);
    return 0;
}
