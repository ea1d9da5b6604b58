/* The steps and questions of a lesson as HTML. */
#include <ctype.h>
#include <string.h>

#include "finding_kinds.h"
#include "site/lesson_page.h"
#include "teach/say.h"
#include "teach/steps.h"
#include "terminal/terminal.h"

/* ---- texts and questions ----------------------------------------------------------------------------------------- */

void lesson_page_markdown(LessonPage *page, int above, const char *markdown, const ExprEnv *env, Loc loc) {
    if (markdown == NULL) return;
    Arena *arena = page->session->scratch;
    DiagList diags = diag_list(arena);
    html_markdown(&page->out, above, interpolate_markdown(arena, markdown, env, loc, &diags));
    say_diags(page->session, &diags, NULL);
}

void lesson_page_sentence(LessonPage *page, const char *class, const char *format, ...) {
    va_list args;
    va_start(args, format);
    html_element(&page->out, "p", class, arena_vprintf(page->session->scratch, format, args));
    va_end(args);
}

static void add_question(LessonPage *page, const Question *question, const char *head, const char *state) {
    LaunchEnv env;
    Text *out = &page->out;
    lesson_env(page->session, page->lesson, &env);
    text_add(out, "<div class=\"question\">\n");
    html_element(out, "h3", NULL, head);
    lesson_page_markdown(page, 3, question->ask, &env.env, question->loc);
    if (question->choice_count > 0) text_add(out, "<ol type=\"a\">\n");
    for (size_t i = 0; i < question->choice_count; i++) html_sentence_element(out, "li", NULL, question->choices[i]);
    if (question->choice_count > 0) text_add(out, "</ol>\n");
    if (state != NULL) html_sentence_element(out, "p", NULL, state);
}

/* The answer, folded where the student has not given one; and the end of the question. */
static void add_answer(LessonPage *page, const Measured *measured, bool open, const char *command) {
    Text *out = &page->out;
    if (*terminal_interrupted()) page->status = STATUS_INTERRUPTED;
    text_printf(out, "<details%s><summary>%s</summary>\n", open ? " open" : "",
                measured->launched ? "The measured answer" : "The answer");
    if (measured->known)
        html_sentence_element(out, "p", "good", measured->text);
    else
        lesson_page_sentence(page, "dim", "It could not be measured: %s.", measured->why_not);
    html_markdown(out, 3, measured->why);
    if (command != NULL) html_command(out, command);
    text_add(out, "</details>\n</div>\n");
}

void lesson_page_questions(LessonPage *page) {
    const Lesson *lesson = page->lesson;
    Session *session = page->session;
    if (lesson->trivia_count == 0) return;
    const char *command = arena_printf(session->scratch, "%s quiz %s --json", lesson_page_call(page), lesson->id);
    html_element(&page->out, "h2", page->published ? "plain" : NULL, "Questions");
    for (size_t i = 0; i < lesson->trivia_count && page->status == STATUS_DONE; i++) {
        const Question *question = &lesson->trivia[i];
        int answered = page->published ? 0 : progress_trivia(session->progress, lesson->id, question->id);
        const char *state = page->published ? NULL
                            : answered > 0  ? "Your last answer was right."
                            : answered < 0  ? "Your last answer was wrong."
                                            : "You have not answered this one yet.";
        add_question(page, question, arena_printf(session->scratch, "Question %zu", i + 1), state);
        Measured measured = question_measure(session, lesson, question, NULL);
        add_answer(page, &measured, answered != 0, page->published ? NULL : command);
    }
}

/* ---- predictions ------------------------------------------------------------------------------------------------- */

/* What the student said to a prediction, a sentence; NULL: nothing. In scratch. */
static const char *given_answer(const LessonPage *page, const Step *step) {
    Prediction given;
    Arena *arena = page->session->scratch;
    if (page->published || !progress_prediction(page->session->progress, page->lesson->id, step->id, arena, &given))
        return NULL;
    return arena_printf(arena, "Your last answer was %s, which was %s: the answer was %s then.", given.answer,
                        given.right ? "right" : "wrong", given.measured);
}

/* all and command: of the step's launches, and NULL where it has none. */
static void add_prediction(LessonPage *page, const Step *step, const LessonLaunches *all, const char *command) {
    const Question *question = step->predict;
    bool same = question->launch == NULL || question->launch == step->launch;
    bool own = step->kind == STEP_LAUNCH && same && question->with_count == 0;
    const char *given = given_answer(page, step);
    add_question(page, question, "Predict",
                 given != NULL || page->published ? given : "You have not predicted this one yet.");
    Measured measured = own ? question_evaluate(page->session, question, &all->outcomes.at[0]->env)
                            : question_measure(page->session, page->lesson, question, step);
    const char *asked = arena_printf(page->session->scratch, "%s start %s %s, then predict", lesson_page_call(page),
                                     page->lesson->id, step->id);
    add_answer(page, &measured, given != NULL, own ? command : asked);
}

const char *lesson_page_call(const LessonPage *page) {
    return page->published ? session_call_there(page->session) : session_call(page->session);
}

bool lesson_page_unpredicted(const LessonPage *page, const Step *step) {
    return step->predict != NULL && progress_prediction_open(page->session->progress, page->lesson->id, step->id);
}

/* What would tell an answer is folded: of such a step and, for a student, of those after it that the student has not
 * come to. Who reads a published page opens the steps in their order, or does not want to be asked. */
static bool is_closed(const LessonPage *page, const Step *step) {
    const Lesson *lesson = page->lesson;
    size_t index = (size_t)(step - lesson->steps);
    if (page->published) return step->predict != NULL;
    if (lesson_page_unpredicted(page, step)) return true;
    if (index < progress_step(page->session->progress, lesson->id)) return false;
    for (size_t i = 0; i < index; i++)
        if (lesson_page_unpredicted(page, &lesson->steps[i])) return true;
    return false;
}

/* ---- headings ---------------------------------------------------------------------------------------------------- */

/* The first line of a text where it is a heading of the first or second level, without its marks; else NULL. *rest:
 * what follows it. */
static const char *heading_of(Arena *arena, const char *text, const char **rest) {
    *rest = text;
    if (text == NULL) return NULL;
    text += strspn(text, " \n");
    size_t marks = strspn(text, "#");
    if (marks < 1 || marks > 2 || text[marks] != ' ') return NULL;
    size_t size = strcspn(text, "\n");
    *rest = text + size;
    return arena_string_n(arena, text + marks + 1, size - marks - 1);
}

/* "stride-2" as "Stride 2". */
static const char *words_of(Arena *arena, const char *id) {
    char *words = arena_string(arena, id);
    for (char *c = words; *c != '\0'; c++)
        if (*c == '-' || *c == '_') *c = ' ';
    words[0] = (char)toupper((unsigned char)words[0]);
    return words;
}

/* The heading as Markdown, and the text without it. */
static const char *heading_and_text(const LessonPage *page, const Step *step, const char **rest) {
    Arena *arena = page->session->scratch;
    const char *heading = heading_of(arena, step->text, rest);
    bool repeats = heading != NULL && text_equal(heading, page->lesson->title);
    return heading != NULL && !repeats ? heading : words_of(arena, step->id);
}

const char *lesson_page_step_title(const LessonPage *page, const Step *step) {
    const char *rest;
    char *title = arena_string(page->session->scratch, heading_and_text(page, step, &rest));
    char *to = title;
    for (const char *from = title; *from != '\0'; from++)
        if (*from != '`' && *from != '*') *to++ = *from;
    *to = '\0';
    return title;
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */

/* What a finding is, below the launch that has it. */
static void add_explanations(LessonPage *page, const LessonLaunches *all) {
    bool told[FINDING_KIND_COUNT] = {false};
    for (size_t i = 0; i < all->outcomes.count; i++) {
        const Result *result = &all->outcomes.at[i]->result;
        for (size_t k = 0; k < result->finding_count; k++) {
            FindingKind kind = result->findings[k].kind;
            if (told[kind]) continue;
            told[kind] = true;
            const FindingInfo *info = &finding_info[kind];
            text_printf(&page->out, "<details class=\"note\"><summary>What a finding “%s” is</summary>\n<p>",
                        finding_name[kind]);
            text_printf(&page->out, "<a href=\"../glossary.html#finding-%s\">%s</a>: ", finding_name[kind],
                        info->title);
            html_sentence(&page->out, info->meaning);
            text_add(&page->out, ".</p>\n");
            html_markdown(&page->out, 3, info->why);
            text_add(&page->out, "</details>\n");
        }
    }
}

static void add_measured(LessonPage *page, const Step *step, const LessonLaunches *all, const char *command) {
    bool closed = is_closed(page, step);
    if (closed)
        text_add(&page->out, page->published ? "<details class=\"folded\"><summary>What the launch counted</summary>\n"
                                             : "<details><summary>What it counted, which answers a "
                                               "prediction</summary>\n");
    lesson_add_launches(page, step, all, command);
    if (page->published) add_explanations(page, all);
    lesson_page_markdown(page, 2, step->then, &all->outcomes.at[all->outcomes.count - 1]->env.env, step->loc);
    if (closed) text_add(&page->out, "</details>\n");
}

/* The heading and the text. */
static void begin_step(LessonPage *page, const Step *step) {
    LaunchEnv env;
    size_t number = (size_t)(step - page->lesson->steps) + 1;
    const char *text = step->text;
    lesson_env(page->session, page->lesson, &env);
    if (page->published) {
        text_printf(&page->out, "<section class=\"step\" id=\"%s\">\n", step->id);
        const char *heading = heading_and_text(page, step, &text);
        lesson_page_markdown(page, 1, arena_printf(page->session->scratch, "# %s", heading), &env.env, step->loc);
    } else {
        html_element(&page->out, "h2", NULL, arena_printf(page->session->scratch, "Step %zu: %s", number, step->id));
    }
    lesson_page_markdown(page, 2, text, &env.env, step->loc);
}

/* What follows the text of a step without a launch. */
static void end_text_step(LessonPage *page, const Step *step) {
    LaunchEnv env;
    lesson_env(page->session, page->lesson, &env);
    if (step->predict != NULL) add_prediction(page, step, NULL, NULL);
    lesson_page_markdown(page, 2, step->then, &env.env, step->loc);
}

void lesson_page_step(LessonPage *page, const Step *step) {
    begin_step(page, step);
    if (step->kind == STEP_TEXT) {
        end_text_step(page, step);
    } else {
        LessonLaunches all;
        const char *command = arena_printf(page->session->scratch, "%s run %s --step %s", lesson_page_call(page),
                                           page->lesson->id, step->id);
        if (lesson_launch(page, step, &all)) {
            if (step->predict != NULL) add_prediction(page, step, &all, command);
            add_measured(page, step, &all, command);
        }
        lesson_launches_free(&all);
    }
    if (page->published) text_add(&page->out, "</section>\n");
}
