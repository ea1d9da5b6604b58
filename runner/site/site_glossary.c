/* The words of the lessons, the kinds of findings and the metrics: what `explain` and `metrics` say, on a page. */
#include "finding_kinds.h"
#include "glossary.h"
#include "site/site_pages.h"
#include "teach/explained.h"

void site_link(Text *out, Session *session, const Lesson *lesson, const Step *step) {
    text_printf(out, "<a href=\"lessons/%s.html%s%s\">", lesson->id, step != NULL ? "#" : "",
                step != NULL ? step->id : "");
    html_text(out, lesson->title);
    if (step != NULL) {
        LessonPage page = {.session = session, .lesson = lesson};
        text_add(out, ": ");
        html_text(out, lesson_page_step_title(&page, step));
    }
    text_add(out, "</a>");
}

static void add_taught(Text *out, Session *session, Taught taught) {
    if (taught.lesson == NULL) return;
    text_add(out, taught.introduced ? "<p class=\"dim\">Lesson: " : "<p class=\"dim\">Used in: ");
    site_link(out, session, taught.lesson, &taught.lesson->steps[taught.step]);
    text_add(out, "</p>\n");
}

/* An anchor of a name: letters and digits stay, all else becomes a hyphen. */
static const char *anchor_of(Arena *arena, const char *kind, const char *name) {
    char *anchor = arena_printf(arena, "%s-%s", kind, name);
    for (char *c = anchor; *c != '\0'; c++) {
        bool kept = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') || *c == '.' ||
                    *c == '_' || *c == '-';
        if (!kept) *c = '-';
    }
    return anchor;
}

/* For the search: a meaning is Markdown with no other marks than those of code. */
static void leave(Session *session, json_t *entries, const char *anchor, const char *name, const char *meaning) {
    char *plain = arena_string(session->scratch, meaning), *to = plain;
    for (const char *from = plain; *from != '\0'; from++)
        if (*from != '`') *to++ = *from;
    *to = '\0';
    json_array_append_new(entries, json_pack("[s, s, s, s]", arena_printf(session->scratch, "glossary.html#%s", anchor),
                                             "Glossary", name, plain));
}

static void add_entry(Text *out, Session *session, json_t *entries, const char *anchor, const char *name,
                      const char *meaning, const char *markdown, Taught taught) {
    text_printf(out, "<div class=\"entry\" id=\"%s\">\n", anchor);
    html_markdown(out, 2, markdown);
    add_taught(out, session, taught);
    text_add(out, "</div>\n");
    leave(session, entries, anchor, name, meaning);
}

static void begin_list(Text *out, const char *id, const char *name, const char *about) {
    text_printf(out, "<section id=\"%s\">\n<h2>%s</h2>\n<p>%s</p>\n", id, name, about);
}

static void add_terms(Text *out, Session *session, json_t *entries) {
    begin_list(out, "words", "Words", "What the lessons take for known once they have said it.");
    for (size_t i = 0; i < glossary_count; i++) {
        Taught taught;
        const Term *term = &glossary[i];
        const char *text = explained_term(session, term, &taught);
        add_entry(out, session, entries, anchor_of(session->scratch, "word", term->name), term->name, term->meaning,
                  text, taught);
    }
    text_add(out, "</section>\n");
}

static void add_findings(Text *out, Session *session, json_t *entries) {
    begin_list(out, "findings", "Findings",
               "Defects that are reported whether or not the output is right: of kernels by the simulator, of whole "
               "programs by what stands in the place of CUDA's runtime library.");
    for (FindingKind kind = 0; kind < finding_kind_count; kind++) {
        Taught taught;
        const char *text = explained_finding(session, kind, &taught);
        add_entry(out, session, entries, anchor_of(session->scratch, "finding", finding_name[kind]), finding_name[kind],
                  finding_info[kind].meaning, text, taught);
    }
    text_add(out, "</section>\n");
}

static void add_metric(Text *out, Session *session, json_t *entries, Metric metric) {
    const MetricInfo *info = &metric_info[metric];
    const char *anchor = anchor_of(session->scratch, "metric", info->name);
    Taught taught = taught_find(session, &info->name, 1, metric);
    text_printf(out, "<tr id=\"%s\"><th scope=\"row\"><code>", anchor);
    html_text(out, info->name);
    text_add(out, "</code></th><td>");
    html_text(out, info->meaning);
    text_add(out, "</td><td>");
    html_text(out, info->unit);
    text_add(out, "</td><td>");
    if (info->nsight != NULL) html_element(out, "code", NULL, info->nsight);
    text_add(out, "</td><td>");
    if (taught.lesson != NULL) site_link(out, session, taught.lesson, NULL);
    text_add(out, "</td></tr>\n");
    leave(session, entries, anchor, info->name, info->meaning);
}

static void add_metrics(Text *out, Session *session, json_t *entries) {
    begin_list(out, "metrics", "Metrics",
               "What is counted, by the names that lessons, goals and reports use. Where Nsight Compute reads the same "
               "from the hardware, its name stands beside.");
    html_box_begin(out, "Metrics");
    text_add(out, "<table class=\"metrics\">\n<thead><tr><th scope=\"col\">metric</th><th scope=\"col\">meaning</th>"
                  "<th scope=\"col\">unit</th><th scope=\"col\">Nsight Compute</th><th scope=\"col\">lesson</th></tr>"
                  "</thead>\n<tbody>\n");
    for (Metric metric = 0; metric < metric_count; metric++) add_metric(out, session, entries, metric);
    text_add(out, "</tbody></table>");
    html_box_end(out);
    text_add(out, "</section>\n");
}

void site_glossary(Text *out, Session *session, json_t *entries) {
    SiteFrame frame = {session, SITE_GLOSSARY, "Glossary", "Words, findings and metrics of the course", NULL, NULL};
    site_frame_begin(out, &frame);
    text_add(out, "<h1>Glossary</h1>\n<ul class=\"jumps\">\n<li><a href=\"#words\">Words</a></li>\n"
                  "<li><a href=\"#findings\">Findings</a></li>\n<li><a href=\"#metrics\">Metrics</a></li>\n</ul>\n");
    add_terms(out, session, entries);
    add_findings(out, session, entries);
    add_metrics(out, session, entries);
    site_frame_end(out, &frame);
}
