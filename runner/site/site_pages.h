/* What the files of this folder share: the frame of a page, and what the lessons' pages leave for the others. */
#ifndef WARPSCHOOL_SITE_SITE_PAGES_H
#define WARPSCHOOL_SITE_SITE_PAGES_H

#include <jansson.h>

#include "report/html/html.h"
#include "site/lesson_page.h"
#include "site/site.h"

/* ---- the frame (frame.c) ----------------------------------------------------------------------------------------- */

typedef enum SitePart { SITE_COURSE, SITE_LESSON, SITE_GALLERY, SITE_GLOSSARY, SITE_SEARCH } SitePart;

/* Ids of a page that are not an author's hold a dot, which no id of a step or an exercise may. */
typedef struct SiteFrame {
    const Session *session;
    SitePart part;
    const char *title;       /* of the page */
    const char *description; /* or NULL */
    const Lesson *lesson;    /* SITE_LESSON */
    LessonPage *page;        /* SITE_LESSON: for the titles of its steps */
} SiteFrame;

/* The page from its first byte to the start of its main part, and from the end of that on. */
void site_frame_begin(Text *out, const SiteFrame *frame);
void site_frame_end(Text *out, const SiteFrame *frame);
/* The course's name. */
const char *site_title(const Session *session);
/* The lessons before and after one that can be shown; NULL: none. */
const Lesson *site_lesson_before(const Session *session, const Lesson *lesson);
const Lesson *site_lesson_after(const Session *session, const Lesson *lesson);

/* ---- the pages --------------------------------------------------------------------------------------------------- */

/* site_lesson.c: the page of a lesson; its status as in LessonPage. left: an object with what gallery and search need
 * of it, {"figures": [HTML for each HtmlPictureKind], "entries": [[address, lesson, heading, text]...]}. */
int site_lesson(Session *session, const Lesson *lesson, const SitePlace *place, json_t *left);
/* The others; lefts holds what each lesson left, in the order of the lessons. */
void site_course(Text *out, Session *session);                    /* site_course.c */
void site_gallery(Text *out, Session *session, json_t *lefts);    /* site_gallery.c */
void site_glossary(Text *out, Session *session, json_t *entries); /* site_glossary.c; adds what can be searched */
void site_search(Text *out, Session *session, json_t *entries);   /* site_search.c */
void site_search_data(Text *out, json_t *entries);                /* the same for the script */
/* A link to a lesson, or to one of its steps, from a page beside index.html. */
void site_link(Text *out, Session *session, const Lesson *lesson, const Step *step);

/* ---- files that travel in the program (files/) ------------------------------------------------------------------- */

typedef struct SiteFile {
    const char *name;
    const unsigned char *bytes;
    size_t size;
} SiteFile;
extern const SiteFile site_files[];
extern const size_t site_file_count;

#endif
