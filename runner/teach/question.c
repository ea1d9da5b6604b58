#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "course/names.h"
#include "teach/command.h"
#include "teach/launch/execute.h"
#include "teach/question.h"
#include "teach/say.h"
#include "teach/steps.h"
#include "terminal/terminal.h"

/* ---- measuring --------------------------------------------------------------------------------------------------- */

static const char *value_for_person(Arena *arena, Value value) {
    if (value.kind == VALUE_BOOL) return value.integer != 0 ? "yes" : "no";
    return value_show(arena, value);
}

Measured question_evaluate(Session *session, const Question *question, const LaunchEnv *env) {
    Arena *arena = session->scratch;
    const char *why_not = NULL;
    /* Arithmetic on numbers of the lesson is no measurement, even where the step's launch has run. Neither is a text of
     * the lesson that a result only chose: a run with 33 ints does not measure what becomes of 34. */
    const Expr *value = expr_chosen(question->answer, &env->env, arena);
    Measured measured = {.launched = env->result != NULL && names_measured(value)};
    measured.known = expr_eval(question->answer, &env->env, arena, &measured.value, &why_not);
    if (measured.known) {
        /* A text may lie in the launch's memory, which is freed before the answer is told. */
        if (measured.value.kind == VALUE_TEXT) measured.value.text = arena_string(arena, measured.value.text);
        measured.text = value_for_person(arena, measured.value);
    } else {
        measured.why_not = arena_string(arena, why_not);
        measured.unassembled = env->result != NULL && result_lacks_assembler(question->answer, env->result);
        measured.elsewhere =
            measured.unassembled || names_need_gpu(question->answer) || names_need_assembler(question->answer);
    }
    DiagList diags = diag_list(arena);
    if (question->why != NULL)
        measured.why = interpolate_markdown(arena, question->why, &env->env, question->loc, &diags);
    return measured;
}

static Measured not_measured(const char *why) {
    return (Measured){.why_not = why};
}

Measured question_measure(Session *session, const Lesson *lesson, const Question *question, const Step *step) {
    const LaunchSpec *spec = question->launch != NULL ? question->launch : step != NULL ? step_launch(step) : NULL;
    LaunchEnv env;
    if (spec == NULL) {
        lesson_env(session, lesson, &env);
        return question_evaluate(session, question, &env);
    }
    Source source;
    if (!source_of_lesson(session, session->scratch, lesson, &source)) return not_measured("the kernels are missing");
    LaunchJob job = {.lesson = lesson,
                     .spec = spec,
                     .label = "question",
                     .source = &source,
                     .reference = &source,
                     .overrides = question->with,
                     .override_count = question->with_count,
                     .timed = names_need_gpu(question->answer),
                     .counted = names_need_gpu(question->answer)};
    LaunchOutcome *outcome = launch_execute(session, &job);
    Measured measured = not_measured(outcome->interrupted   ? "it was stopped"
                                     : outcome->no_compiler ? "there is no CUDA compiler here"
                                     : outcome->no_device   ? "there is no GPU to run on"
                                                            : "its launch could not run");
    if (outcome->ran)
        measured = question_evaluate(session, question, &outcome->env);
    else if (!outcome->no_compiler)
        say_outcome(session, outcome);
    outcome_free(outcome);
    return measured;
}

/* ---- asking ------------------------------------------------------------------------------------------------------ */

void question_show(Session *session, const Lesson *lesson, const Question *question, const char *head) {
    LaunchEnv env;
    lesson_env(session, lesson, &env);
    Text text = {0};
    terminal_need_from_here();
    text_printf(&text, "**%s** %s", head, question->ask);
    if (question->choice_count > 0) text_add(&text, "\n\n");
    for (size_t i = 0; i < question->choice_count; i++) /* in Markdown a backslash at the end of a line breaks it */
        text_printf(&text, "%c) %s%s", (int)('a' + (int)i), question->choices[i],
                    i + 1 < question->choice_count ? "\\\n" : "\n");
    say_markdown(session, text_take(&text, session->scratch), &env.env, question->loc);
}

/* 32, 16,252,928, 0.5, 50% */
static bool read_number(const char *typed, double *number) {
    char digits[64];
    size_t size = 0;
    bool percent = false;
    for (const char *c = typed; *c != '\0'; c++) {
        if (*c == ',' || *c == '_' || *c == ' ') continue;
        if (*c == '%' && c[1] == '\0') {
            percent = true;
            continue;
        }
        if (size + 1 >= sizeof digits) return false;
        digits[size++] = *c;
    }
    digits[size] = '\0';
    int64_t whole;
    if (text_to_i64(digits, &whole))
        *number = (double)whole;
    else if (!text_to_f64(digits, number))
        return false;
    if (percent) *number /= 100;
    return true;
}

static bool read_truth(const char *typed, double *number) {
    static const char *const yes[] = {"yes", "y", "true"}, *const no[] = {"no", "n", "false"};
    for (size_t i = 0; i < 3; i++) {
        if (strcasecmp(typed, yes[i]) != 0 && strcasecmp(typed, no[i]) != 0) continue;
        *number = strcasecmp(typed, yes[i]) == 0;
        return true;
    }
    return false;
}

/* The choice that was typed, by its text or its letter. */
static const char *choice_of(const Question *question, const char *typed) {
    for (size_t i = 0; i < question->choice_count; i++)
        if (strcasecmp(question->choices[i], typed) == 0) return question->choices[i];
    size_t letter = (size_t)((typed[0] | 0x20) - 'a');
    bool single = typed[0] != '\0' && (typed[1] == '\0' || (typed[1] == ')' && typed[2] == '\0'));
    if (single && letter < question->choice_count) return question->choices[letter];
    double number, choice;
    for (size_t i = 0; i < question->choice_count; i++)
        if (read_number(typed, &number) && read_number(question->choices[i], &choice) && number == choice)
            return question->choices[i];
    return NULL;
}

static bool nothing_known(const ExprEnv *env, const char *name, Value *value, const char **why) {
    (void)env, (void)name, (void)value;
    *why = "not known yet";
    return false;
}

/* Whether the answer is a text of the lesson, so that any words may be typed. A measured answer is a number, or yes
 * or no. */
static bool expects_text(Session *session, const Question *question) {
    ExprEnv env = {.lookup = nothing_known};
    Value value;
    const char *why;
    return expr_eval(question->answer, &env, session->scratch, &value, &why) && value.kind == VALUE_TEXT;
}

static const Command *command_in(Session *session, const char *line) {
    return command_find(session->commands, arena_string_n(session->scratch, line, strcspn(line, " \t")));
}

/* Runs a command that only tells, and changes nothing, within the question: `help`, `explain bank`. It has a scratch
 * arena of its own, because the question's is in use. */
static void run_aside(Session *session, const char *line) {
    Arena *scratch = session->scratch;
    DiagList said = session->said;
    const struct Command *before = session->running;
    session->scratch = NULL;
    session->obey(session, line);
    if (session->scratch != NULL) arena_free(session->scratch);
    session->scratch = scratch;
    session->said = said;
    session->running = before;
    session->style = terminal_style(&session->options);
    terminal_clear_interrupt(); /* it stopped the command, not the question */
}

/* Whether what was typed answers the question; *choice: which of its choices it is. */
static bool answers(const Question *question, const char *typed, bool text, const char **choice) {
    double number;
    if (*typed == '\0') return false;
    *choice = choice_of(question, typed);
    if (question->choice_count > 0) return *choice != NULL;
    return text || read_number(typed, &number) || read_truth(typed, &number);
}

const char *question_answer_in(Session *session, const Question *question, const char *typed) {
    char *line = arena_string(session->scratch, typed + strspn(typed, " \t"));
    for (size_t size = strlen(line); size > 0 && strchr(" \t", line[size - 1]) != NULL;) line[--size] = '\0';
    const char *choice = NULL;
    if (!answers(question, line, expects_text(session, question), &choice)) return NULL;
    return choice != NULL ? choice : line;
}

/* sure: the next Enter shows the answer; replied: the question has been read, and its last reply has not. */
static void say_too_early(Session *session, const Question *question, bool sure, bool replied) {
    say_styled(session, ROLE_DIM, "%s Type %s%s",
               replied ? "That came at once, and was not taken." : "That was typed before the question could be read.",
               question->choice_count > 0 ? "one of the letters" : "your answer",
               sure ? "; Enter shows the answer." : ": a guess will do.");
}

Reply question_ask(Session *session, const Question *question, bool prediction, const char **answer) {
    bool text = expects_text(session, question), warned = false, sure = !prediction || session->mode != MODE_TYPED;
    bool replied = false;
    *answer = NULL;
    if (session->lines == NULL) return REPLY_NONE;
    for (;;) {
        const char *line;
        LineStatus status = lines_read(session->lines, "Your answer:", false, &line);
        session->style = terminal_style(&session->options); /* the window may have changed while we waited */
        if (status == LINE_CLEARED) return REPLY_ASIDE;
        if (status == LINE_END) return REPLY_NONE;
        char *typed = arena_string(session->scratch, line + strspn(line, " \t"));
        for (size_t size = strlen(typed); size > 0 && strchr(" \t", typed[size - 1]) != NULL;) typed[--size] = '\0';
        const char *choice = NULL;
        bool fits = answers(question, typed, text, &choice);
        if (status == LINE_EARLY && (fits || *typed == '\0')) {
            if (!warned) say_too_early(session, question, sure, replied);
            warned = true;
            continue;
        }
        replied = true;
        if (*typed == '\0' && sure) return REPLY_SKIPPED;
        if (*typed == '\0') {
            say_styled(session, ROLE_DIM, "Make a guess, even a wrong one; Enter once more shows the answer.");
            sure = true;
            continue;
        }
        if (fits) {
            *answer = choice != NULL ? choice : typed;
            return REPLY_GIVEN;
        }
        const Command *command = session->obey != NULL ? command_in(session, typed) : NULL;
        if (command != NULL && command->at_question != NULL) {
            say_prose(session, "%s", command->at_question);
            continue;
        }
        if (command != NULL && command->paged) {
            run_aside(session, typed);
            say_styled(session, ROLE_DIM, "The question is still open.");
            continue;
        }
        if (command != NULL) {
            free(session->deferred);
            session->deferred = strdup(typed);
            return REPLY_ASIDE;
        }
        say_prose(session, "Type %s%s Ctrl-C leaves the question.",
                  question->choice_count > 0 ? "one of the letters" : "a number",
                  sure ? ", or Enter to see the answer." : ": a guess will do.");
    }
}

/* ---- telling ----------------------------------------------------------------------------------------------------- */

bool question_is_right(const Question *question, const Measured *measured, const char *answer) {
    if (answer == NULL || !measured->known) return false;
    double number;
    if (measured->value.kind == VALUE_TEXT) return strcasecmp(measured->value.text, answer) == 0;
    if (!read_number(answer, &number) && !read_truth(answer, &number)) return strcasecmp(measured->text, answer) == 0;
    double exact = value_number(measured->value);
    return fabs(number - exact) <= question->tolerance * fabs(exact);
}

/* "Right." in its look, and the sentence, which is Markdown. */
static void say_right(Session *session, const char *sentence) {
    static const char right[] = "Right.";
    Text text = {0}, out = {0};
    report_markdown(&text, &session->style, arena_printf(session->scratch, "%s %s", right, sentence));
    style_add(&out, &session->style, ROLE_GOOD, right);
    text_add(&out, text.data + strlen(right));
    text_free(&text);
    say_gap(session);
    say(session, &out);
}

void question_tell(Session *session, const Question *question, const Measured *measured, const char *answer) {
    const char *word = measured->launched ? "Measured" : "The answer";
    if (!measured->known) {
        say_prose(session, "The answer could not be measured: %s.", measured->why_not);
    } else if (question_is_right(question, measured, answer)) {
        say_right(session, arena_printf(session->scratch, "%s: %s.", word, measured->text));
    } else if (answer == NULL) {
        say_prose(session, "%s: **%s**.", word, measured->text);
    } else {
        say_prose(session, "%s: **%s**. You said %s.", word, measured->text, code_span(session, answer));
    }
    if (measured->why != NULL) {
        Text out = {0};
        report_markdown(&out, &session->style, measured->why);
        say_gap(session);
        say(session, &out);
    }
}
