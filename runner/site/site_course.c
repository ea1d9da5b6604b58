/* The first page: the lessons in their order, what each teaches and what it builds upon. */
#include <string.h>

#include "glossary.h"
#include "site/site_pages.h"
#include "teach/explained.h"

enum { WORDS_SHOWN = 8, BASES_SHOWN = 4, USES_LEAST = 2 };

/* Which lesson introduces each word of the glossary; NULL: none. */
typedef struct Words {
    Session *session;
    const Lesson **taught;
} Words;

static Words find_words(Session *session) {
    Words words = {session, arena_array(session->scratch, const Lesson *, glossary_count)};
    for (size_t i = 0; i < glossary_count; i++) {
        Taught taught;
        explained_term(session, &glossary[i], &taught);
        words.taught[i] = taught.introduced ? taught.lesson : NULL;
    }
    return words;
}

static void add_words(Text *out, const Words *words, const Lesson *lesson) {
    size_t shown = 0;
    for (size_t i = 0; i < glossary_count && shown < WORDS_SHOWN; i++) {
        if (words->taught[i] != lesson) continue;
        text_add(out, shown++ == 0 ? "<p class=\"dim\">New words: " : ", ");
        html_text(out, glossary[i].name);
    }
    if (shown > 0) text_add(out, "</p>\n");
}

/* How often the lesson's steps say a word. */
static size_t uses_of(const Lesson *lesson, const char *word) {
    size_t count = 0;
    for (size_t i = 0; i < lesson->step_count; i++)
        count +=
            taught_mentions(lesson->steps[i].text, word, NULL) + taught_mentions(lesson->steps[i].then, word, NULL);
    return count;
}

/* The lessons before this one whose words it uses most, in the order of the course: what it builds upon. */
static void add_bases(Text *out, const Words *words, const Lesson *lesson) {
    const Pack *pack = words->session->pack;
    size_t *uses = arena_array(words->session->scratch, size_t, pack->lesson_count);
    bool *shown = arena_array(words->session->scratch, bool, pack->lesson_count);
    for (size_t i = 0; i < glossary_count; i++) {
        const Lesson *base = words->taught[i];
        size_t here = base != NULL && base < lesson ? uses_of(lesson, glossary[i].name) : 0;
        if (here >= USES_LEAST) uses[base - pack->lessons] += here;
    }
    for (size_t k = 0; k < BASES_SHOWN; k++) {
        size_t most = pack->lesson_count;
        for (size_t i = 0; i < pack->lesson_count; i++)
            if (uses[i] > 0 && !shown[i] && (most == pack->lesson_count || uses[i] > uses[most])) most = i;
        if (most < pack->lesson_count) shown[most] = true;
    }
    bool any = false;
    for (size_t i = 0; i < pack->lesson_count; i++) {
        if (!shown[i]) continue;
        text_add(out, any ? ", " : "<p class=\"dim\">Builds upon: ");
        site_link(out, words->session, &pack->lessons[i], NULL);
        any = true;
    }
    if (any) text_add(out, "</p>\n");
}

static void add_lesson(Text *out, const Words *words, const Lesson *lesson) {
    text_add(out, "<li>\n<h3>");
    site_link(out, words->session, lesson, NULL);
    text_add(out, "</h3>\n");
    if (lesson->summary != NULL) html_element(out, "p", NULL, lesson->summary);
    add_words(out, words, lesson);
    add_bases(out, words, lesson);
    text_add(out, "</li>\n");
}

static void add_opening(Text *out, Session *session, size_t lessons, size_t exercises) {
    text_add(out, "<header class=\"opening\">\n");
    html_element(out, "h1", NULL, site_title(session));
    if (session->pack->title == NULL)
        html_element(out, "p", "summary", "How CUDA memory really behaves, one lesson at a time.");
    text_printf(
        out,
        "<p>%zu lessons, %zu exercises. Each lesson launches real CUDA kernels and shows what they asked of memory: "
        "which lanes met in a bank, which sectors were moved, who raced with whom. All counts were measured by the "
        "program that made these pages, in its simulator of a GPU's warps. Questions and predictions open their "
        "answers; hints open one by one.</p>\n"
        "<p>Better than reading is doing: <code>%s</code> at a prompt%s opens the first lesson, runs your changes and "
        "judges the exercises. It needs no GPU.</p>\n</header>\n",
        lessons, exercises, session_call_there(session),
        session->options.pack != NULL ? ", in the course's folder," : "");
}

void site_course(Text *out, Session *session) {
    SiteFrame frame = {session, SITE_COURSE, site_title(session), "How CUDA memory really behaves", NULL, NULL};
    const Pack *pack = session->pack;
    Words words = find_words(session);
    size_t lessons = 0, exercises = 0;
    for (size_t i = 0; i < pack->lesson_count; i++)
        if (pack->lessons[i].usable) lessons++, exercises += pack->lessons[i].exercise_count;
    site_frame_begin(out, &frame);
    add_opening(out, session, lessons, exercises);
    text_add(out, "<h2>Lessons</h2>\n<ol class=\"course\">\n");
    for (size_t i = 0; i < pack->lesson_count; i++)
        if (pack->lessons[i].usable) add_lesson(out, &words, &pack->lessons[i]);
    text_add(out, "</ol>\n");
    site_frame_end(out, &frame);
}
