/* The keys of predictions and questions, and the checks over several keys. */
#include <string.h>

#include "course/shapes.h"

/* clang-format off */
#define QUESTION_FIELDS                                                                                                \
    {"ask", FIELD_MARKDOWN, true, AT(Question, ask), NAMES_BEFORE, NULL},                                              \
    {"launch", FIELD_MAP, false, AT(Question, launch), NAMES_UNCHECKED, &launch_shape},                                \
    {"with", FIELD_BINDINGS, false, LIST_AT(Question, with, with_count), NAMES_UNCHECKED, NULL},                       \
    {"choices", FIELD_LINES, false, LIST_AT(Question, choices, choice_count), NAMES_UNCHECKED, NULL},                  \
    {"answer", FIELD_ANSWER, true, WHOLE, NAMES_LAUNCH, NULL},                                                         \
    {"tolerance", FIELD_TOLERANCE, false, AT(Question, tolerance), NAMES_UNCHECKED, NULL},                             \
    {"why", FIELD_MARKDOWN, false, AT(Question, why), NAMES_LAUNCH, NULL}
/* clang-format on */

static const Field predict_fields[] = {QUESTION_FIELDS};
static const Field trivia_fields[] = {{"id", FIELD_NAME, true, AT(Question, id), NAMES_UNCHECKED, NULL},
                                      QUESTION_FIELDS};

static bool no_name(const ExprEnv *env, const char *name, Value *value, const char **why) {
    (void)env, (void)name, (void)value;
    *why = "only a launch tells it";
    return false;
}

/* A choice stands for a value: a number where it is one, else its text. */
static bool choice_is(const char *choice, Value answer, Arena *arena) {
    Value value = {.kind = VALUE_TEXT, .text = choice};
    if (text_to_i64(text_ungrouped(arena, choice), &value.integer))
        value.kind = VALUE_INT;
    else if (text_to_f64(choice, &value.real))
        value.kind = VALUE_REAL;
    else if (answer.kind == VALUE_BOOL)
        return strcmp(choice, answer.integer ? "true" : "false") == 0;
    return value_equal(value, answer) || (answer.kind == VALUE_TEXT && strcmp(choice, answer.text) == 0);
}

static void check_question(Loader *loader, const Node *map, void *target) {
    (void)map;
    Question *question = target;
    ExprEnv env = {no_name, NULL};
    Value answer;
    const char *why;
    if (question->answer == NULL || !question->choice_count) return;
    if (!expr_eval(question->answer, &env, loader->arena, &answer, &why)) return;
    for (size_t i = 0; i < question->choice_count; i++)
        if (choice_is(question->choices[i], answer, loader->arena)) return;
    lesson_complain(loader, expr_loc(question->answer), NULL, "the answer '%s' is none of the choices",
                    yaml_shown(expr_text(question->answer), loader->arena));
}

/* Checks a text whose {{ }} may name no measured value, because nothing is launched before it is shown. */
void question_check_unmeasured_text(Loader *loader, const Node *map, const char *key) {
    const Pair *pair = node_find(map, key);
    if (pair != NULL && pair->value->kind == NODE_SCALAR)
        interpolate_check(pair->value->text, scalar_loc(pair->value), NAMES_BEFORE, loader->lesson, loader->arena,
                          loader->diags);
}

/* Checks a question without a launch; remedy, measured and with are the texts of its messages. */
void question_check_unlaunched(Loader *loader, const Node *map, const Question *question, const char *remedy,
                               const char *measured, const char *with) {
    question_check_unmeasured_text(loader, map, "why");
    if (question->answer == NULL) return;
    if (names_measured(question->answer)) lesson_complain(loader, expr_loc(question->answer), remedy, "%s", measured);
    if (question->with_count) lesson_complain(loader, question->with[0].loc, NULL, "%s", with);
}

static void check_trivia(Loader *loader, const Node *map, void *target) {
    Question *question = target;
    check_question(loader, map, target);
    if (question->launch == NULL)
        question_check_unlaunched(loader, map, question, "add `launch`",
                                  "this answer is measured, and nothing is launched",
                                  "'with' needs a `launch` whose parameters it sets");
}

const Shape predict_shape = {
    "a prediction", sizeof(Question), offsetof(Question, loc), predict_fields, COUNT(predict_fields),
    NULL,           check_question,
};
const Shape trivia_shape = {
    "a question", sizeof(Question), offsetof(Question, loc), trivia_fields, COUNT(trivia_fields), NULL, check_trivia,
};
