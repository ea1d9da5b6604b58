/* The page of a lesson, and what the gallery and the search need of it. */
#include <string.h>

#include "site/site_pages.h"
#include "teach/launch/devices.h"
#include "teach/steps.h"

/* ---- what is left for the other pages ---------------------------------------------------------------------------- */

/* The text between two tags of a picture, as it is written there. */
static const char *between(Arena *arena, const char *picture, const char *open, const char *close) {
    const char *from = strstr(picture, open), *start = from != NULL ? strchr(from, '>') : NULL;
    const char *end = start != NULL ? strstr(start, close) : NULL;
    return end != NULL ? arena_string_n(arena, start + 1, (size_t)(end - start - 1)) : "";
}

static int attribute(const char *picture, const char *name) {
    const char *at = strstr(picture, name);
    return at != NULL ? atoi(at + strlen(name)) : 0;
}

static void add_caption(Text *out, Session *session, LessonPage *page, const LessonPicture *picture) {
    text_add(out, "<figcaption>");
    site_link(out, session, page->lesson, picture->step);
    if (picture->label != NULL) text_add(out, ", ");
    html_text(out, picture->label);
    text_add(out, "</figcaption>\n</figure>\n");
}

/* A picture's figure in the gallery; SVG goes into a file of its own. False where that cannot be written. */
static bool add_figure(Text *out, LessonPage *page, const LessonPicture *picture, size_t number,
                       const SitePlace *place) {
    Session *session = page->session;
    Arena *arena = session->scratch;
    size_t size = picture->at.end - picture->at.begin;
    const char *drawn = arena_string_n(arena, page->out.data + picture->at.begin, size);
    text_add(out, "<figure>\n");
    bool written = true;
    if (picture->at.kind == HTML_PICTURE_RACE) {
        text_add(out, drawn);
    } else {
        int width = attribute(drawn, "width=\"");
        const char *file = arena_printf(arena, "pictures/%s-%zu.svg", page->lesson->id, number);
        Text alone = {0};
        svg_alone(&alone, drawn, size);
        written = place->write(place->context, file, alone.data, alone.size);
        text_free(&alone);
        text_printf(out,
                    "<a class=\"picture\" href=\"%s\"><img src=\"%s\" width=\"%d\" height=\"%d\" "
                    "style=\"min-width:%dpx\" loading=\"lazy\" alt=\"%s: %s\"></a>\n",
                    file, file, width, attribute(drawn, "height=\""), width * 7 / 10,
                    between(arena, drawn, "<title", "</title>"), between(arena, drawn, "<desc", "</desc>"));
    }
    add_caption(out, session, page, picture);
    return written;
}

static bool leave_figures(LessonPage *page, const SitePlace *place, json_t *left) {
    bool written = true;
    json_t *figures = json_array();
    for (HtmlPictureKind kind = 0; kind < HTML_PICTURE_KINDS; kind++) {
        Text out = {0};
        text_add(&out, "");
        for (size_t i = 0; i < page->gallery.count; i++)
            if (page->gallery.at[i].at.kind == kind)
                written = add_figure(&out, page, &page->gallery.at[i], i + 1, place) && written;
        json_array_append_new(figures, json_stringn(out.data, out.size));
        text_free(&out);
    }
    json_object_set_new(left, "figures", figures);
    return written;
}

/* The bytes of an element that holds no prose (a picture, a table, code), or what is folded and not to be found before
 * it was opened; 0: none begins here. */
static size_t element_to_skip(const char *html) {
    static const char *const names[][2] = {
        {"<svg", "</svg>"}, {"<table", "</table>"}, {"<pre", "</pre>"}, {"<details", "</details>"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!text_starts(html, names[i][0])) continue;
        int depth = 0;
        for (const char *at = html; *at != '\0'; at++) {
            depth += text_starts(at, names[i][0]) ? 1 : text_starts(at, names[i][1]) ? -1 : 0;
            if (depth == 0) return (size_t)(at - html) + strlen(names[i][1]);
        }
    }
    return 0;
}

/* The character that an entity of html_text stands for; '\0': it is none. */
static char entity_at(const char *html, size_t *size) {
    static const struct {
        const char *entity;
        char c;
    } known[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&#39;", '\''}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (text_starts(html, known[i].entity)) return *size = strlen(known[i].entity), known[i].c;
    return '\0';
}

/* What a part of the page says, without tags, tables, code and pictures. */
static const char *prose(Arena *arena, const char *html) {
    Text out = {0};
    text_add(&out, "");
    for (size_t size; *html != '\0'; html += size) {
        size = element_to_skip(html);
        if (size > 0) continue;
        size = 1;
        char c = *html == '&' ? entity_at(html, &size) : *html;
        if (*html == '<') {
            size = strcspn(html, ">");
            size += html[size] == '>';
            c = ' ';
        }
        bool blank = c == ' ' || c == '\n';
        if (!blank || (out.size > 0 && out.data[out.size - 1] != ' '))
            text_add_char(&out, blank ? ' ' : c != '\0' ? c : '&');
    }
    return text_take(&out, arena);
}

/* begin: where the part of the page begins. */
static void leave_entry(LessonPage *page, json_t *entries, const char *anchor, const char *heading, size_t begin) {
    Arena *arena = page->session->scratch;
    const char *html = arena_string_n(arena, page->out.data + begin, page->out.size - begin);
    json_array_append_new(entries,
                          json_pack("[s, s, s, s]", arena_printf(arena, "lessons/%s.html%s", page->lesson->id, anchor),
                                    page->lesson->title, heading, prose(arena, html)));
}

/* ---- the page ---------------------------------------------------------------------------------------------------- */

static void add_way(Text *out, const char *class, const char *word, const Lesson *lesson) {
    if (lesson == NULL) return;
    text_printf(out, "<a class=\"%s\" rel=\"%s\" href=\"%s.html\"><span>%s</span> ", class, class, lesson->id, word);
    html_text(out, lesson->title);
    text_add(out, "</a>\n");
}

static void add_ways(LessonPage *page) {
    text_add(&page->out, "<nav class=\"ways\" aria-label=\"Neighbouring lessons\">\n");
    add_way(&page->out, "prev", "Before", site_lesson_before(page->session, page->lesson));
    add_way(&page->out, "next", "Next", site_lesson_after(page->session, page->lesson));
    text_add(&page->out, "</nav>\n");
}

static void add_opening(LessonPage *page) {
    const Lesson *lesson = page->lesson;
    Text *out = &page->out;
    text_add(out, "<header class=\"opening\">\n");
    html_element(out, "h1", NULL, lesson->title);
    if (lesson->summary != NULL) html_element(out, "p", "summary", lesson->summary);
    text_printf(out, "<p class=\"dim\">%zu steps", lesson->step_count);
    if (lesson->trivia_count > 0)
        text_printf(out, " · %zu %s", lesson->trivia_count, lesson->trivia_count == 1 ? "question" : "questions");
    if (lesson->exercise_count > 0)
        text_printf(out, " · %zu %s", lesson->exercise_count, lesson->exercise_count == 1 ? "exercise" : "exercises");
    text_printf(out, " · at a prompt: <code>%s start %s</code></p>\n</header>\n", lesson_page_call(page), lesson->id);
}

static void add_parts(LessonPage *page, json_t *entries) {
    const Lesson *lesson = page->lesson;
    Arena *arena = page->session->scratch;
    for (size_t i = 0; i < lesson->step_count && page->status == STATUS_DONE; i++) {
        size_t begin = page->out.size;
        const Step *step = &lesson->steps[i];
        lesson_page_step(page, step);
        leave_entry(page, entries, arena_printf(arena, "#%s", step->id), lesson_page_step_title(page, step), begin);
    }
    size_t begin = page->out.size;
    text_add(&page->out, "<section id=\"page.questions\">\n");
    if (page->status == STATUS_DONE) lesson_page_questions(page);
    text_add(&page->out, "</section>\n");
    if (lesson->trivia_count > 0) leave_entry(page, entries, "#page.questions", "Questions", begin);
    begin = page->out.size;
    text_add(&page->out, "<section id=\"the-exercises\">\n");
    lesson_page_exercises(page);
    text_add(&page->out, "</section>\n");
    if (lesson->exercise_count > 0) leave_entry(page, entries, "#the-exercises", "Exercises", begin);
}

int site_lesson(Session *session, const Lesson *lesson, const SitePlace *place, json_t *left) {
    LessonPage page = {
        .session = session, .lesson = lesson, .published = true, .pictures = {.arena = session->scratch}};
    SiteFrame frame = {session, SITE_LESSON, lesson->title, lesson->summary, lesson, &page};
    json_t *entries = json_array();
    json_object_set_new(left, "entries", entries);
    site_frame_begin(&page.out, &frame);
    add_opening(&page);
    add_parts(&page, entries);
    add_ways(&page);
    site_frame_end(&page.out, &frame);
    const char *name = arena_printf(session->scratch, "lessons/%s.html", lesson->id);
    if (page.status == STATUS_DONE &&
        (!place->write(place->context, name, page.out.data, page.out.size) || !leave_figures(&page, place, left)))
        page.status = STATUS_ERROR;
    text_free(&page.out);
    return page.status;
}
