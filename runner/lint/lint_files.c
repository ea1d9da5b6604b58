/* Lint: the consistency of a lesson's files. The texts are in lint_text.c. */
#include "lint/lint_files.h"

#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/vec.h"
#include "course/fields.h"
#include "lint/lint_text.h"

enum { SOURCE_COLUMNS = LINT_COLUMNS - 7 }; /* the report's line numbers take 7 */

/* ---- choices ----------------------------------------------------------------------------------------------------- */

Value lint_choice_value(const Lesson *lesson, const char *choice, Arena *arena) {
    Value value = {.kind = VALUE_TEXT, .text = choice};
    DiagList quiet = diag_list(arena);
    const Expr *expr = expr_parse(text_ungrouped(arena, choice), (Loc){0}, arena, &quiet);
    if (expr == NULL) return value;
    Binding *bindings = arena_array(arena, Binding, lesson->param_count + 1);
    for (size_t i = 0; i < lesson->param_count; i++)
        bindings[i] = (Binding){lesson->params[i].name, lesson->params[i].initial, lesson->params[i].loc};
    LaunchEnv env;
    launch_env(&env, bindings, lesson->param_count, NULL, NULL, "sim", "sm_90");
    Value computed;
    const char *why;
    return expr_eval(expr, &env.env, arena, &computed, &why) && computed.kind != VALUE_TEXT ? computed : value;
}

static bool same_choice(Value a, Value b) {
    if (a.kind != VALUE_TEXT || b.kind != VALUE_TEXT) return value_equal(a, b);
    return strcasecmp(a.text, b.text) == 0; /* a student may type either in any case */
}

static void lint_choices(const LessonLint *lint, const Node *list) {
    Value *values = arena_array(lint->arena, Value, list->count + 1);
    if (list->count == 1)
        diag_add(lint->diags, SEVERITY_ERROR, list->loc, "add wrong answers, or leave `choices` out",
                 "one choice is no choice");
    for (size_t i = 0; i < list->count; i++) {
        values[i] = lint_choice_value(lint->lesson, list->items[i]->text, lint->arena);
        for (size_t k = 0; k < i; k++)
            if (same_choice(values[i], values[k]))
                diag_add(lint->diags, SEVERITY_ERROR, list->items[i]->loc,
                         "a wrong answer must differ from the right one",
                         "the choices '%s' and '%s' are the same answer", list->items[k]->text, list->items[i]->text);
    }
}

/* ---- hints ------------------------------------------------------------------------------------------------------- */

/* The last hint should tell more than the first: it shows code, or it is longer. */
static void lint_hints(const LessonLint *lint, const Node *list) {
    for (size_t i = 0; i < list->count; i++) {
        const char *hint = list->items[i]->text;
        if (strspn(hint, " \t\n") == strlen(hint))
            diag_add(lint->diags, SEVERITY_ERROR, list->items[i]->loc, NULL, "this hint is empty");
        for (size_t k = 0; k < i; k++)
            if (text_equal(hint, list->items[k]->text))
                diag_add(lint->diags, SEVERITY_ERROR, list->items[i]->loc, "each hint should tell a little more",
                         "this hint says the same as hint %zu", k + 1);
    }
    if (list->count < 2) {
        diag_add(lint->diags, SEVERITY_WARNING, list->loc, "begin with a nudge and end with nearly the answer",
                 "one hint is no ladder");
        return;
    }
    const Node *first = list->items[0], *last = list->items[list->count - 1];
    if (strchr(last->text, '`') == NULL && strlen(last->text) < strlen(first->text))
        diag_add(lint->diags, SEVERITY_WARNING, last->loc, "the last hint is nearly the answer: let it show code",
                 "the last hint tells less than the first");
}

/* ---- the lesson's file ------------------------------------------------------------------------------------------- */

static void visit_field(void *context, const Shape *shape, const Field *field, const Node *value) {
    const LessonLint *lint = context;
    (void)shape;
    bool list = field->type == FIELD_MARKDOWNS || field->type == FIELD_LINES;
    if (field->type == FIELD_MARKDOWN && value->kind == NODE_SCALAR) lint_text(lint, value);
    for (size_t i = 0; list && value->kind == NODE_LIST && i < value->count; i++)
        if (value->items[i]->kind == NODE_SCALAR) lint_text(lint, value->items[i]);
    if (strcmp(field->key, "hints") == 0 && value->kind == NODE_LIST) lint_hints(lint, value);
    if (text_equal(field->key, "choices") && value->kind == NODE_LIST) lint_choices(lint, value);
}

static bool used_by(const LaunchSpec *spec, const char *param) {
    return spec != NULL && launch_uses(spec, param);
}

static bool param_is_used(const Lesson *lesson, const char *param) {
    for (size_t i = 0; i < lesson->step_count; i++) {
        const Step *step = &lesson->steps[i];
        if (used_by(step->launch, param) || (step->predict != NULL && used_by(step->predict->launch, param)))
            return true;
        for (size_t k = 0; k < step->row_count; k++)
            if (used_by(step->rows[k].launch, param)) return true;
    }
    for (size_t i = 0; i < lesson->trivia_count; i++)
        if (used_by(lesson->trivia[i].launch, param)) return true;
    for (size_t i = 0; i < lesson->exercise_count; i++)
        for (size_t k = 0; k < lesson->exercises[i].launch_count; k++)
            if (used_by(&lesson->exercises[i].launches[k], param)) return true;
    return false;
}

static void lint_params(const LessonLint *lint) {
    for (size_t i = 0; i < lint->lesson->param_count; i++) {
        const Param *param = &lint->lesson->params[i];
        if (!param_is_used(lint->lesson, param->name))
            diag_add(lint->diags, SEVERITY_WARNING, param->loc, "name it in a launch, or take it out",
                     "no launch depends on the parameter '%s'", param->name);
        if (param->about == NULL)
            diag_add(lint->diags, SEVERITY_WARNING, param->loc, "add `about: ...`",
                     "'set' cannot tell a student what the parameter '%s' is", param->name);
    }
}

/* ---- an exercise's files ----------------------------------------------------------------------------------------- */

char *lint_path(const Pack *pack, Arena *arena, const char *folder, const char *file) {
    return path_join(arena, text_equal(pack->folder, ".") ? folder : path_join(arena, pack->folder, folder), file);
}

static const char word_parts[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

/* Does the comment that a file begins with hold this word? */
static bool header_names(const char *source, const char *word) {
    size_t size = strlen(word);
    for (const char *line = source; text_starts(line, "//"); line += *line == '\n') {
        size_t length = strcspn(line, "\n");
        for (const char *at = line; (at = memmem(at, (size_t)(line + length - at), word, size)) != NULL; at++) {
            bool starts = strchr(word_parts, at[-1]) == NULL, ends = strchr(word_parts, at[size]) == NULL;
            if (starts && (ends || at[size] == '\0')) return true;
        }
        line += length;
    }
    return false;
}

static void lint_header(const LessonLint *lint, const Exercise *exercise, const char *folder) {
    size_t size;
    const char *why, *path = lint_path(lint->pack, lint->arena, folder, exercise->file);
    const char *source = file_read_text(lint->arena, path, &size, &why);
    if (source != NULL && !header_names(source, exercise->id))
        diag_add(lint->diags, SEVERITY_WARNING, (Loc){path, 1, 1},
                 arena_printf(lint->arena, "begin with a line such as '// Exercise %s: what it is about.'",
                              exercise->id),
                 "the comment at the top does not name the exercise '%s'", exercise->id);
}

/* `source` and `solution` show a file beside its line numbers. */
static void lint_source_width(const LessonLint *lint, const char *folder, const char *file) {
    size_t size;
    const char *why, *path = lint_path(lint->pack, lint->arena, folder, file);
    const char *at = file_read_text(lint->arena, path, &size, &why);
    for (int line = 1; at != NULL && *at; line++) {
        size_t length = strcspn(at, "\n");
        int columns = text_columns(arena_string_n(lint->arena, at, length));
        if (columns > SOURCE_COLUMNS)
            diag_add(lint->diags, SEVERITY_WARNING, (Loc){path, line, SOURCE_COLUMNS + 1},
                     "break it: beside its number a terminal of 80 columns wraps it",
                     "this line has %d columns, and %d fit", columns, SOURCE_COLUMNS);
        at += length + (at[length] == '\n');
    }
}

static void lint_program_width(void *context, const LaunchSpec *launch) {
    if (launch->program != NULL) lint_source_width(context, "kernels", launch->program);
}

void lint_lesson(const Pack *pack, const Lesson *lesson, Arena *arena, DiagList *diags) {
    size_t size;
    const char *why, *yaml = file_read_text(arena, lesson->path, &size, &why);
    LessonLint lint = {pack, lesson, yaml, arena, diags};
    DiagList quiet = diag_list(arena); /* the loader has reported these */
    const Node *root = yaml != NULL ? yaml_parse(lesson->path, yaml, size, arena, &quiet) : NULL;
    if (root != NULL) shape_each(&lesson_shape, root, visit_field, &lint);
    lint_params(&lint);
    if (lesson->source != NULL) lint_source_width(&lint, "kernels", lesson->source);
    lesson_each_launch(lesson, lint_program_width, &lint);
    for (size_t i = 0; i < lesson->exercise_count; i++) {
        lint_header(&lint, &lesson->exercises[i], "exercises");
        lint_header(&lint, &lesson->exercises[i], "solutions");
        lint_source_width(&lint, "exercises", lesson->exercises[i].file);
        lint_source_width(&lint, "solutions", lesson->exercises[i].file);
    }
}

/* ---- mutants ----------------------------------------------------------------------------------------------------- */

static const char *const mutant_folders[] = {"mutants", "tests/mutants"};
enum { MUTANT_FOLDERS = sizeof mutant_folders / sizeof *mutant_folders };

bool lint_stated_verdict(const char *source, Verdict *verdict) {
    static const char key[] = "verdict:";
    const char *at = source + strspn(source, "/ ");
    if (!text_starts(source, "//") || !text_starts(at, key)) return false;
    at += sizeof key - 1;
    at += strspn(at, " ");
    for (int v = 0; v < VERDICT_COUNT; v++) {
        size_t size = strlen(verdict_name[v]);
        bool word = text_starts(at, verdict_name[v]) && (at[size] == '\0' || strchr(" \t\r\n", at[size]) != NULL);
        if (!word || v == VERDICT_PASSED || v == VERDICT_ERROR || v == VERDICT_UNSUPPORTED) continue;
        *verdict = (Verdict)v;
        return true;
    }
    return false;
}

bool lint_keeps_mutants(const Pack *pack) {
    Arena *arena = arena_new();
    bool found = false;
    for (size_t i = 0; i < MUTANT_FOLDERS; i++)
        found |= file_is_directory(path_join(arena, pack->folder, mutant_folders[i]));
    arena_free(arena);
    return found;
}

Mutant *lint_mutants(const Pack *pack, const Exercise *exercise, Arena *arena, size_t *count) {
    VEC(Mutant) mutants = {0};
    for (size_t f = 0; f < MUTANT_FOLDERS; f++) {
        const char *folder = lint_path(pack, arena, mutant_folders[f], exercise->id), *why;
        size_t files = 0, size;
        char **names = file_is_directory(folder) ? path_list(arena, folder, ".cu", &files, &why) : NULL;
        for (size_t i = 0; names != NULL && i < files; i++) {
            Mutant mutant = {.path = path_join(arena, folder, names[i])};
            const char *source = file_read_text(arena, mutant.path, &size, &why);
            mutant.stated = source != NULL && lint_stated_verdict(source, &mutant.verdict);
            vec_push(arena, &mutants, mutant);
        }
    }
    *count = mutants.count;
    return mutants.at;
}

/* ---- files that nothing names ------------------------------------------------------------------------------------ */

static bool is_named(const Pack *pack, const char *folder, const char *file) {
    bool kernels = text_equal(folder, "kernels");
    for (size_t i = 0; i < pack->lesson_count; i++) {
        const Lesson *lesson = &pack->lessons[i];
        if (kernels && (text_equal(lesson->source, file) || lesson_runs(lesson, file))) return true;
        for (size_t k = 0; !kernels && k < lesson->exercise_count; k++)
            if (text_equal(lesson->exercises[k].file, file)) return true;
    }
    return false;
}

static void lint_folder(const Pack *pack, const char *folder, Arena *arena, DiagList *diags) {
    size_t count = 0;
    const char *why, *path = path_join(arena, pack->folder, folder);
    char **names = file_is_directory(path) ? path_list(arena, path, "", &count, &why) : NULL;
    for (size_t i = 0; names != NULL && i < count; i++)
        if (!is_named(pack, folder, names[i]))
            diag_add(diags, SEVERITY_WARNING, (Loc){lint_path(pack, arena, folder, names[i]), 0, 0},
                     "name it in a lesson, or delete it", "no lesson names this file");
}

static bool is_exercise(const Pack *pack, const char *id) {
    for (size_t i = 0; i < pack->lesson_count; i++)
        for (size_t k = 0; k < pack->lessons[i].exercise_count; k++)
            if (text_equal(pack->lessons[i].exercises[k].id, id)) return true;
    return false;
}

static void lint_mutant_folder(const Pack *pack, const char *folder, Arena *arena, DiagList *diags) {
    size_t count = 0;
    const char *why, *path = path_join(arena, pack->folder, folder);
    char **names = file_is_directory(path) ? path_list(arena, path, "", &count, &why) : NULL;
    for (size_t i = 0; names != NULL && i < count; i++)
        if (!is_exercise(pack, names[i]))
            diag_add(diags, SEVERITY_ERROR, (Loc){lint_path(pack, arena, folder, names[i]), 0, 0},
                     "mutants lie in a folder that is called as their exercise's id", "there is no exercise '%s'",
                     names[i]);
}

void lint_files(const Pack *pack, Arena *arena, DiagList *diags) {
    static const char *const folders[] = {"kernels", "exercises", "solutions"};
    for (size_t i = 0; i < pack->lesson_count; i++)
        if (!pack->lessons[i].usable) return; /* the files that it names are unknown */
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) lint_folder(pack, folders[i], arena, diags);
    for (size_t i = 0; i < MUTANT_FOLDERS; i++) lint_mutant_folder(pack, mutant_folders[i], arena, diags);
    bool exercises = false;
    for (size_t i = 0; i < pack->lesson_count; i++) exercises |= pack->lessons[i].exercise_count > 0;
    if (exercises && !pack->handed_out && !lint_keeps_mutants(pack))
        diag_add(diags, SEVERITY_WARNING, (Loc){lint_path(pack, arena, "mutants", ""), 0, 0},
                 "put plausible wrong answers into mutants/EXERCISE/NAME.cu",
                 "the pack has no mutants, so nothing shows that its checks reject a wrong answer");
}
