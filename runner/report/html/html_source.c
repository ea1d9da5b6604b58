/* A file's lines with what each asked of the memories in the margin, and the findings by line. */
#include <string.h>

#include "metric_names.h"
#include "report/draw.h"
#include "report/html/html.h"

static const Style words = {.unicode = true, .width = 1000, .plain = true, .page = true};

typedef struct Margin {
    double requests, wavefronts, sectors, conflicts, wasted;
    size_t findings;
} Margin;

static double sum(const Metrics *metrics, const Metric *list, size_t count) {
    double total = 0;
    for (size_t i = 0; i < count; i++) total += metrics->known[list[i]] ? metrics->value[list[i]] : 0;
    return total;
}
#define SUM(metrics, ...)                                                                                              \
    sum(metrics, (const Metric[]){__VA_ARGS__}, sizeof((const Metric[]){__VA_ARGS__}) / sizeof(Metric))

static Margin margin_of(const LaunchReport *report, int line) {
    Margin margin = {0};
    const Result *result = report->result;
    for (size_t i = 0; i < result->line_count; i++) {
        const Metrics *m = &result->lines[i].metrics;
        if (result->lines[i].loc.line != line || !source_has(report, result->lines[i].loc)) continue;
        margin.requests +=
            SUM(m, METRIC_SHARED_LOAD_REQUESTS, METRIC_SHARED_STORE_REQUESTS, METRIC_SHARED_ATOMIC_REQUESTS,
                METRIC_GLOBAL_LOAD_REQUESTS, METRIC_GLOBAL_STORE_REQUESTS, METRIC_GLOBAL_ATOMIC_REQUESTS);
        margin.wavefronts +=
            SUM(m, METRIC_SHARED_LOAD_WAVEFRONTS, METRIC_SHARED_STORE_WAVEFRONTS, METRIC_SHARED_ATOMIC_WAVEFRONTS);
        margin.conflicts +=
            SUM(m, METRIC_SHARED_LOAD_CONFLICTS, METRIC_SHARED_STORE_CONFLICTS, METRIC_SHARED_ATOMIC_CONFLICTS);
        margin.sectors += SUM(m, METRIC_GLOBAL_LOAD_SECTORS, METRIC_GLOBAL_STORE_SECTORS, METRIC_GLOBAL_ATOMIC_SECTORS,
                              METRIC_LOCAL_LOAD_SECTORS, METRIC_LOCAL_STORE_SECTORS);
    }
    for (size_t i = 0; i < result->finding_count; i++) {
        const Finding *finding = &result->findings[i];
        margin.findings += (finding->loc.line == line && source_has(report, finding->loc)) ||
                           (finding->other.line == line && source_has(report, finding->other));
    }
    return margin;
}

static bool is_hotter(const Margin *margin, const Margin *other) {
    if (margin->conflicts != other->conflicts) return margin->conflicts > other->conflicts;
    if (margin->sectors != other->sectors) return margin->sectors > other->sectors;
    return margin->wavefronts > other->wavefronts;
}

/* The columns of counts that a table of lines has: those in which a line has one. */
typedef struct Columns {
    bool requests, wavefronts, sectors, findings;
} Columns;

static void add_count(Text *out, Arena *arena, bool shown, double count) {
    if (shown) text_printf(out, "<td>%s</td>", count > 0 ? draw_count(arena, count) : "");
}

static void add_head(Text *out, bool shown, const char *name) {
    if (shown) text_printf(out, "<th scope=\"col\">%s</th>", name);
}

/* A line's text, its pieces told by their looks. */
static void add_text(Text *out, const char *clean, bool *in_comment) {
    static const char *const classes[] = {[SOURCE_COMMENT] = "c",
                                          [SOURCE_STRING] = "s",
                                          [SOURCE_CUDA] = "u",
                                          [SOURCE_KEYWORD] = "k",
                                          [SOURCE_NUMBER] = "n"};
    SourcePiece kind;
    for (size_t size; *clean != '\0'; clean += size) {
        size = source_piece(clean, in_comment, &kind);
        if (kind != SOURCE_PLAIN) text_printf(out, "<i class=\"%s\">", classes[kind]);
        html_text_n(out, clean, size);
        if (kind != SOURCE_PLAIN) text_add(out, "</i>");
    }
}

void html_code(Text *out, const char *label, const char *source) {
    Arena *arena = arena_new();
    bool in_comment = false;
    html_box_begin(out, label);
    text_add(out, "<pre><code>");
    while (*source != '\0') {
        size_t size = strcspn(source, "\n");
        add_text(out, style_clean_source(arena, &words, source, size), &in_comment);
        text_add_char(out, '\n');
        source += size + (source[size] == '\n');
    }
    text_add(out, "</code></pre>");
    html_box_end(out);
    arena_free(arena);
}

static void add_line(Text *out, Arena *arena, const Margin *margin, const Columns *columns, int line, bool hot) {
    text_printf(out, "<tr%s><th scope=\"row\">%d</th>", hot ? " class=\"hot\"" : "", line);
    add_count(out, arena, columns->requests, margin->requests);
    add_count(out, arena, columns->wavefronts, margin->wavefronts);
    add_count(out, arena, columns->sectors, margin->sectors);
    add_count(out, arena, columns->findings, (double)margin->findings);
    text_add(out, "<td class=\"text\">");
}

static void add_table_head(Text *out, const Columns *columns, bool hot) {
    text_add(out, "<table class=\"source\">\n<caption>What each line asked of memory");
    text_add(out, hot ? "; the costliest line is marked.</caption>\n" : ".</caption>\n");
    text_add(out, "<thead><tr>");
    add_head(out, true, "line");
    add_head(out, columns->requests, "requests");
    add_head(out, columns->wavefronts, "wavefronts");
    add_head(out, columns->sectors, "sectors");
    add_head(out, columns->findings, "findings");
    add_head(out, true, "source");
    text_add(out, "</tr></thead>\n<tbody>\n");
}

void html_source(Text *out, const LaunchReport *report, const char *kernel) {
    if (report->source == NULL || report->result == NULL) return;
    Arena *arena = arena_new();
    const char *end;
    int first, line, hottest = 0;
    const char *start = source_kernel(report->source, kernel, &end, &first);
    Margin most = {0};
    Columns columns = {.findings = report->result->finding_count > 0};
    line = first;
    for (const char *at = start; at < end; line++) {
        Margin margin = margin_of(report, line);
        if (is_hotter(&margin, &most)) hottest = line, most = margin;
        columns.requests |= margin.requests > 0;
        columns.wavefronts |= margin.wavefronts > 0;
        columns.sectors |= margin.sectors > 0;
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    html_box_begin(out, "The source with its counts");
    add_table_head(out, &columns, hottest > 0);
    line = first;
    bool in_comment = false;
    for (const char *at = start; at < end; line++) {
        size_t size = strcspn(at, "\n");
        Margin margin = margin_of(report, line);
        add_line(out, arena, &margin, &columns, line, line == hottest);
        add_text(out, style_clean_source(arena, &words, at, size < (size_t)(end - at) ? size : (size_t)(end - at)),
                 &in_comment);
        text_add(out, "</td></tr>\n");
        at += size;
        at += *at == '\n';
    }
    text_add(out, "</tbody></table>");
    html_box_end(out);
    arena_free(arena);
}

void html_findings(Text *out, const LaunchReport *report, HtmlPictures *pictures) {
    const Result *result = report->result;
    if (result->finding_count == 0) return;
    Arena *arena = arena_new();
    text_add(out, "<ul>\n");
    for (size_t i = 0; i < result->finding_count && i < 50; i++) {
        const Finding *finding = &result->findings[i];
        text_printf(out, "<li><span class=\"bad\">%s%s</span>", finding->warning ? "warning: " : "",
                    finding_name[finding->kind]);
        if (finding->loc.line > 0) {
            text_add_char(out, ' ');
            html_text(out, source_place(arena, &words, report, finding->loc));
        }
        if (finding->count > 1) text_printf(out, ", seen %s times", draw_count(arena, (double)finding->count));
        text_add(out, ": ");
        html_sentence(out, finding->message);
        Text race = {0};
        if (report_race(&race, &(Style){.unicode = true, .width = 40}, report, finding)) {
            size_t begin = out->size;
            html_block(out, "The race as a time-line", &race);
            html_picture(pictures, out, HTML_PICTURE_RACE, begin);
        }
        text_add(out, "</li>\n");
    }
    text_add(out, "</ul>\n");
    arena_free(arena);
}
