/* The frame of every page: head, links between the pages, the list of lessons. */
#include <string.h>

#include "base/version.h"
#include "site/site_pages.h"
#include "teach/launch/devices.h"

const char site_mark[] = "<!DOCTYPE html>\n<!-- Written by warpschool site -->\n";

const char *site_title(const Session *session) {
    return session->pack->title != NULL ? session->pack->title : "Warpschool";
}

const Lesson *site_lesson_before(const Session *session, const Lesson *lesson) {
    for (const Lesson *before = lesson; before > session->pack->lessons;)
        if ((--before)->usable) return before;
    return NULL;
}

const Lesson *site_lesson_after(const Session *session, const Lesson *lesson) {
    const Lesson *end = session->pack->lessons + session->pack->lesson_count;
    for (const Lesson *after = lesson + 1; after < end; after++)
        if (after->usable) return after;
    return NULL;
}

/* The way to the folder of index.html. */
static const char *root(const SiteFrame *frame) {
    return frame->part == SITE_LESSON ? "../" : "";
}

/* ---- head -------------------------------------------------------------------------------------------------------- */

/* A second fence behind the escaping: whatever a text holds, only the site's own files are read. Where pages are opened
 * as files, 'self' is no address, so that file: stands beside it. */
static void add_head(Text *out, const SiteFrame *frame) {
    text_add(out, site_mark);
    text_add(out, "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"generator\" content=\"warpschool\">\n"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src 'self' file:; "
                  "style-src 'self' file: 'unsafe-inline'; script-src 'self' file:; form-action 'self' file:; "
                  "base-uri 'none'\">\n");
    if (frame->description != NULL) {
        text_add(out, "<meta name=\"description\" content=\"");
        html_text(out, frame->description);
        text_add(out, "\">\n");
    }
    text_add(out, "<title>");
    html_text(out, frame->title);
    if (frame->part != SITE_COURSE) {
        text_add(out, " · ");
        html_text(out, site_title(frame->session));
    }
    text_printf(out, "</title>\n<link rel=\"stylesheet\" href=\"%ssite.css\">\n", root(frame));
    if (frame->part == SITE_SEARCH)
        text_add(out, "<script defer src=\"search-data.js\"></script>\n<script defer src=\"search.js\"></script>\n");
    text_add(out, "</head>\n");
}

static void add_part(Text *out, const SiteFrame *frame, SitePart part, const char *file, const char *name) {
    text_printf(out, "<li><a href=\"%s%s\"%s>%s</a></li>\n", root(frame), file,
                frame->part == part ? " aria-current=\"page\"" : "", name);
}

static void add_top(Text *out, const SiteFrame *frame) {
    text_printf(out,
                "<a class=\"skip\" href=\"#page.content\">Skip to the text</a>\n<header class=\"top\">\n"
                "<a class=\"brand\" href=\"%sindex.html\">",
                root(frame));
    html_text(out, site_title(frame->session));
    text_add(out, "</a>\n<nav aria-label=\"Pages\">\n<ul>\n");
    add_part(out, frame, SITE_COURSE, "index.html", "Lessons");
    add_part(out, frame, SITE_GALLERY, "gallery.html", "Pictures");
    add_part(out, frame, SITE_GLOSSARY, "glossary.html", "Glossary");
    add_part(out, frame, SITE_SEARCH, "search.html", "Search");
    text_add(out, "</ul>\n</nav>\n");
    if (frame->part != SITE_SEARCH)
        text_printf(out,
                    "<form role=\"search\" action=\"%ssearch.html\"><input type=\"search\" name=\"q\" "
                    "aria-label=\"Search the course\" placeholder=\"Search\"></form>\n",
                    root(frame));
    text_add(out, "</header>\n");
}

/* ---- the list of lessons ----------------------------------------------------------------------------------------- */

static void add_steps(Text *out, const SiteFrame *frame) {
    const Lesson *lesson = frame->lesson;
    text_add(out, "<ol class=\"steps\">\n");
    for (size_t i = 0; i < lesson->step_count; i++) {
        text_printf(out, "<li><a href=\"#%s\">", lesson->steps[i].id);
        html_text(out, lesson_page_step_title(frame->page, &lesson->steps[i]));
        text_add(out, "</a></li>\n");
    }
    text_add(out, "</ol>\n");
}

static void add_lessons(Text *out, const SiteFrame *frame) {
    const Pack *pack = frame->session->pack;
    text_add(out, "<nav class=\"lessons\" id=\"page.lessons\" aria-label=\"Lessons\">\n<ol>\n");
    for (size_t i = 0; i < pack->lesson_count; i++) {
        const Lesson *lesson = &pack->lessons[i];
        if (!lesson->usable) continue;
        text_printf(out, "<li><a href=\"%slessons/%s.html\"%s>", root(frame), lesson->id,
                    lesson == frame->lesson ? " aria-current=\"page\"" : "");
        html_text(out, lesson->title);
        text_add(out, "</a>");
        if (lesson == frame->lesson) add_steps(out, frame);
        text_add(out, "</li>\n");
    }
    text_add(out, "</ol>\n</nav>\n");
}

void site_frame_begin(Text *out, const SiteFrame *frame) {
    add_head(out, frame);
    text_printf(out, "<body class=\"%s\">\n", frame->part == SITE_COURSE ? "wide" : "beside");
    add_top(out, frame);
    text_add(out, "<div class=\"frame\">\n<main id=\"page.content\">\n");
}

void site_frame_end(Text *out, const SiteFrame *frame) {
    text_add(out, "</main>\n");
    if (frame->part != SITE_COURSE) add_lessons(out, frame);
    text_printf(
        out,
        "</div>\n<footer>\n<p>Made by Warpschool %s from the lessons themselves: while these pages were made, each "
        "launch ran in its simulator (%s), which counted what stands here. What a GPU measured says so, and names "
        "it.</p>\n</footer>\n</body>\n</html>\n",
        WARPSCHOOL_VERSION, frame->session->options.arch);
}
