/* The exercises of a lesson as HTML. A published page shows what a student is shown before the first try, and hints
 * that open one after another; a solution never. */
#include "site/lesson_page.h"
#include "teach/steps.h"
#include "teach/workspace.h"

static void add_goals(LessonPage *page, const Exercise *exercise) {
    Text *out = &page->out;
    html_element(out, "p", NULL, "What check looks at:");
    text_add(out, "<ul>\n");
    for (size_t i = 0; i < exercise->goal_count; i++) {
        const Goal *goal = &exercise->goals[i];
        if (goal->hidden) continue;
        text_add(out, "<li>");
        html_text(out, goal->means);
        if (goal->means != NULL) text_add(out, ": ");
        text_add(out, "<code>");
        html_text(out, expr_text(goal->expr));
        text_add(out, "</code></li>\n");
    }
    text_add(out, "</ul>\n");
}

/* The shipped text, and not the file in the folder, which may hold somebody's answer. */
static void add_file(LessonPage *page, const Exercise *exercise) {
    const char *why;
    Arena *arena = page->session->scratch;
    const char *text = workspace_shipped(page->session, arena, exercise, &why);
    if (text == NULL) return;
    text_add(&page->out, "<details><summary>The file as you get it: <code>exercises/");
    html_text(&page->out, exercise->file);
    text_add(&page->out, "</code></summary>\n");
    html_code(&page->out, "The exercise's file", text);
    text_add(&page->out, "</details>\n");
}

/* Each hint lies in the one before it, so that they open one by one. */
static void add_hints(LessonPage *page, const Exercise *exercise, const ExprEnv *env) {
    for (size_t i = 0; i < exercise->hint_count; i++) {
        text_printf(&page->out, "<details class=\"hint\"><summary>Hint %zu of %zu</summary>\n", i + 1,
                    exercise->hint_count);
        lesson_page_markdown(page, 3, exercise->hints[i], env, exercise->loc);
    }
    for (size_t i = 0; i < exercise->hint_count; i++) text_add(&page->out, "</details>\n");
}

static void add_published(LessonPage *page, const Exercise *exercise, const ExprEnv *env) {
    Text *out = &page->out;
    text_printf(out, "<section class=\"exercise\" id=\"exercise.%s\">\n", exercise->id);
    html_element(out, "h3", NULL, exercise->title != NULL ? exercise->title : exercise->id);
    lesson_page_markdown(page, 3, exercise->ask, env, exercise->loc);
    add_goals(page, exercise);
    add_file(page, exercise);
    add_hints(page, exercise, env);
    text_add(out, "<p class=\"dim\">Edit the file, then: <code>");
    html_text(out, arena_printf(page->session->scratch, "%s check %s", lesson_page_call(page), exercise->id));
    text_add(out, "</code>. Solutions are not on these pages: the program shows one once you have passed.</p>\n");
    text_add(out, "</section>\n");
}

static void add_reported(LessonPage *page, const Exercise *exercise, const ExprEnv *env) {
    bool passed = progress_exercise_passed(page->session->progress, exercise->id);
    html_element(&page->out, "h3", NULL, exercise->title != NULL ? exercise->title : exercise->id);
    html_element(&page->out, "p", passed ? "good" : "dim", passed ? "Passed." : "Not passed yet.");
    lesson_page_markdown(page, 3, exercise->ask, env, exercise->loc);
    lesson_page_sentence(page, "dim", "A page of your answer: %s report %s --html FILE", lesson_page_call(page),
                         exercise->id);
}

void lesson_page_exercises(LessonPage *page) {
    const Lesson *lesson = page->lesson;
    LaunchEnv env;
    if (lesson->exercise_count == 0) return;
    lesson_env(page->session, lesson, &env);
    html_element(&page->out, "h2", page->published ? "plain" : NULL, "Exercises");
    for (size_t i = 0; i < lesson->exercise_count; i++)
        (page->published ? add_published : add_reported)(page, &lesson->exercises[i], &env.env);
}
