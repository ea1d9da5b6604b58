/* A lesson as HTML: its texts, launches, tables, pictures, questions and exercises, for the page that `report` writes
 * for a student and for the one that `site` writes for everybody. Every launch is made anew, with the lesson's own
 * values. */
#ifndef WARPSCHOOL_SITE_LESSON_PAGE_H
#define WARPSCHOOL_SITE_LESSON_PAGE_H

#include "base/vec.h"
#include "report/html/html.h"
#include "teach/launch/execute.h"
#include "teach/question.h"

/* A picture that was taken out of the page, for a gallery. */
typedef struct LessonPicture {
    HtmlPicture at; /* in the page's text */
    const Step *step;
    const char *label; /* of the launch, or NULL: the step has one */
} LessonPicture;

/* A launch whose lines and pictures stand in the page. */
typedef struct LessonShown {
    const char *kernel;
    uint32_t grid[3], block[3];
    Metrics metrics;
} LessonShown;

/* What is written and how far it came. The caller frees `out`. */
typedef struct LessonPage {
    Session *session;
    const Lesson *lesson;
    bool published; /* for everybody: nobody's progress is told, and what answers a prediction is folded */
    Text out;
    HtmlPictures pictures;
    VEC(LessonPicture) gallery; /* in scratch; of a published page alone */
    VEC(LessonShown) alone;     /* likewise */
    int status;                 /* not STATUS_DONE: the page is of no use, and the reason was said */
} LessonPage;

/* ---- lesson_page.c ----------------------------------------------------------------------------------------------- */

/* Markdown of the lesson with its {{ }} filled in; NULL adds nothing. above as for html_markdown. */
void lesson_page_markdown(LessonPage *page, int above, const char *markdown, const ExprEnv *env, Loc loc);
/* A paragraph of our own. */
void lesson_page_sentence(LessonPage *page, const char *class, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void lesson_page_step(LessonPage *page, const Step *step);
void lesson_page_questions(LessonPage *page);
/* How a reader calls the program for this lesson's course. */
const char *lesson_page_call(const LessonPage *page);
/* Whether the student has neither predicted the step nor seen its answer. */
bool lesson_page_unpredicted(const LessonPage *page, const Step *step);
/* The step's name for people: the heading that its text begins with, unless that is the lesson's title; else its id as
 * words. In scratch, and with the marks of Markdown taken out. */
const char *lesson_page_step_title(const LessonPage *page, const Step *step);

/* ---- exercise_page.c --------------------------------------------------------------------------------------------- */

/* What each exercise asks for, its goals, the file as shipped and its hints, one in the other. No solution. */
void lesson_page_exercises(LessonPage *page);

/* ---- lesson_launches.c ------------------------------------------------------------------------------------------- */

/* The launches of a step. */
typedef struct LessonLaunches {
    LessonPage *page;
    VEC(LaunchOutcome *) outcomes;
    VEC(const char *) labels;
} LessonLaunches;

/* Launches the step; false where that could not be done. Free it in both cases. */
bool lesson_launch(LessonPage *page, const Step *step, LessonLaunches *all);
void lesson_launches_free(LessonLaunches *all);
LaunchReport *lesson_reports(const LessonLaunches *all); /* in scratch */
/* Adds their numbers, sources and pictures. */
void lesson_add_launches(LessonPage *page, const Step *step, const LessonLaunches *all, const char *command);

#endif
