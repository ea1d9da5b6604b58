/* The frame of a page, escaped text, and Markdown as HTML. md4c parses and calls back; this file writes the tags. */
#include <string.h>

#include <md4c.h>

#include "base/vec.h"
#include "report/draw.h"
#include "report/html.h"

const char html_mark[] = "<!DOCTYPE html>\n<!-- Written by warpschool report -->\n";
const char svg_mark[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- Written by warpschool report -->\n";

/* Contrast of text, 4.5 to 1 and more on both papers (WCAG 2, level AA). */
static const char style_sheet[] =
    ":root{color-scheme:light dark;--ink:#1b1b1f;--paper:#fff;--dim:#53545b;--line:#c9cad1;--tint:#f2f3f6;"
    "--good:#0b6b2f;--bad:#a8161b;--link:#0b57a4;--shade:rgba(0,0,0,.3)}\n"
    "@media (prefers-color-scheme:dark){:root{--ink:#e9e9ee;--paper:#17181c;--dim:#b0b2bc;--line:#43454e;"
    "--tint:#22242a;--good:#7fd99a;--bad:#ff9a94;--link:#8fc1ff;--shade:rgba(255,255,255,.35)}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:1rem;max-width:60rem;color:var(--ink);background:var(--paper);"
    "font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}\n"
    "h1,h2,h3,h4,h5,h6{line-height:1.25;margin:1.6em 0 .5em}h1{margin-top:.5em}\n"
    "h2{border-top:1px solid var(--line);padding-top:1em}\n"
    "a{color:var(--link)}.dim,figcaption,caption{color:var(--dim)}\n"
    ".strong{font-weight:600}.good{color:var(--good);font-weight:600}.bad{color:var(--bad);font-weight:600}\n"
    "code,pre,.source td,.source tbody "
    "th{font-family:ui-monospace,monospace;font-size:.9em}code{background:var(--tint);"
    "padding:.1em .25em}pre code{padding:0}\n"
    "pre{background:var(--tint);padding:.75em;margin:0;white-space:pre;overflow-wrap:normal}\n"
    /* A shadow at the side on which there is more: what is of the paper's colour scrolls along and covers it at the
       end. */
    ".box{overflow-x:auto;margin:1em 0;max-width:100%;background:"
    "linear-gradient(to right,var(--paper) 40%,transparent) 0/3rem 100% no-repeat local,"
    "linear-gradient(to left,var(--paper) 40%,transparent) 100%/3rem 100% no-repeat local,"
    "linear-gradient(to right,var(--shade),transparent) 0/1rem 100% no-repeat scroll,"
    "linear-gradient(to left,var(--shade),transparent) 100%/1rem 100% no-repeat scroll}\n"
    "table{border-collapse:collapse;overflow-wrap:normal}caption{text-align:left;padding:.25em 0}\n"
    "th,td{padding:.25em .6em;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}\n"
    ".meaning{min-width:14rem}.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
    ".source th,.source td{padding:0 .4em;border:0}.source thead th{border-bottom:1px solid var(--line)}\n"
    ".source .text{white-space:pre}.source tbody th{font-weight:400;color:var(--dim)}\n"
    ".source .hot td,.source .hot th{background:var(--tint);font-weight:600}\n"
    "blockquote{margin:1em 0;padding-left:1em;border-left:.25em solid var(--line)}\n"
    ".question{border:1px solid var(--line);padding:.25em 1em;margin:1em 0}summary{cursor:pointer}\n"
    "figure{margin:1em 0}figcaption p{margin:.2em 0}svg{display:block}\n"
    ".box svg{max-width:100%;height:auto}\n"
    "@media (max-width:40rem){.source thead th,.source td,.source tbody th{font-size:.75em}}\n"
    "@media print{body{max-width:none;padding:0}.box{overflow:visible}pre{white-space:pre-wrap}"
    ".box svg{min-width:0!important}h2,h3,h4{break-after:avoid}figure,tr{break-inside:avoid}}\n";

const char svg_style[] =
    ".ws-paper{fill:none}.ws-ink{fill:#1b1b1f}.ws-dim{fill:#53545b}.ws-line{stroke:#c9cad1}.ws-once{fill:#cfe3fb}"
    ".ws-again{fill:#f6cfa4}\n"
    "@media (prefers-color-scheme:dark){.ws-ink{fill:#e9e9ee}.ws-dim{fill:#b0b2bc}.ws-line{stroke:#43454e}"
    ".ws-once{fill:#1f4166}.ws-again{fill:#6e3f0c}}\n";

/* In a narrow window a picture shrinks to seven tenths, in which its numbers can still be read, and then scrolls. */
void svg_begin(Text *out, int width, int height, int number) {
    if (number == 0) text_add(out, svg_mark);
    text_printf(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
                "%d\" style=\"min-width:%dpx\" font-family=\"system-ui, sans-serif\" font-size=\"11\" "
                "aria-labelledby=\"picture%d-title picture%d-desc\">\n<title id=\"picture%d-title\">",
                width, height, width, height, width * 7 / 10, number, number, number);
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

void html_text_n(Text *out, const char *text, size_t size) {
    Arena *arena = arena_new();
    for (const char *c = text_printable(arena, text, size); *c != '\0'; c++) {
        const char *entity = *c == '&'    ? "&amp;"
                             : *c == '<'  ? "&lt;"
                             : *c == '>'  ? "&gt;"
                             : *c == '"'  ? "&quot;"
                             : *c == '\'' ? "&#39;"
                                          : NULL;
        if (entity != NULL)
            text_add(out, entity);
        else
            text_add_char(out, *c);
    }
    arena_free(arena);
}

void html_text(Text *out, const char *text) {
    if (text != NULL) html_text_n(out, text, strlen(text));
}

void html_element(Text *out, const char *name, const char *class, const char *text) {
    text_printf(out, "<%s", name);
    if (class != NULL) text_printf(out, " class=\"%s\"", class);
    text_add_char(out, '>');
    html_text(out, text);
    text_printf(out, "</%s>\n", name);
}

void html_box_begin(Text *out, const char *label) {
    text_add(out, "<div class=\"box\" role=\"region\" tabindex=\"0\" aria-label=\"");
    html_text(out, label);
    text_add(out, "\">");
}

void html_box_end(Text *out) {
    text_add(out, "</div>\n");
}

void html_block(Text *out, const char *label, Text *text) {
    if (text->size > 0) {
        html_box_begin(out, label);
        text_add(out, "<pre>");
        html_text_n(out, text->data, text->size);
        text_add(out, "</pre>");
        html_box_end(out);
    }
    text_free(text);
}

void html_command(Text *out, const char *command) {
    text_add(out, "<p class=\"dim\">To see it again: <code>");
    html_text(out, command);
    text_add(out, "</code></p>\n");
}

void html_begin(Text *out, const char *title) {
    text_add(out, html_mark);
    text_add(out, "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"generator\" content=\"warpschool\">\n"
                  /* A second fence: nothing is fetched and nothing runs, whatever the page holds. */
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "style-src 'unsafe-inline'\">\n");
    html_element(out, "title", NULL, title);
    text_printf(out, "<style>\n%s%s</style>\n</head>\n<body>\n", style_sheet, svg_style);
}

void html_end(Text *out) {
    text_add(out, "</body>\n</html>\n");
}

/* ---- Markdown ---------------------------------------------------------------------------------------------------- */

typedef struct Page {
    Text *out;
    Arena *arena;
    int above, last; /* the heading above the text; the level of the last heading */
    int level;       /* of the heading that is open */
    int images;      /* that are open: their descriptions hold text only */
    VEC(bool) links; /* of the links that are open: whether each was written */
} Page;

static void open_heading(Page *page, unsigned level) {
    int wanted = page->above + (int)level;
    page->level = wanted > page->last + 1 ? page->last + 1 : wanted;
    if (page->level > 6) page->level = 6;
    page->last = page->level;
    text_printf(page->out, "<h%d>", page->level);
}

static void open_cell(Page *page, bool head, MD_ALIGN align) {
    text_printf(page->out, head ? "<th scope=\"col\"%s>" : "<td%s>",
                align == MD_ALIGN_RIGHT ? " class=\"number\"" : "");
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context) {
    Page *page = context;
    Text *out = page->out;
    switch (type) {
    case MD_BLOCK_QUOTE: text_add(out, "<blockquote>\n"); break;
    case MD_BLOCK_UL: text_add(out, "<ul>\n"); break;
    case MD_BLOCK_OL: text_printf(out, "<ol start=\"%u\">\n", ((MD_BLOCK_OL_DETAIL *)detail)->start); break;
    case MD_BLOCK_LI: text_add(out, "<li>"); break;
    case MD_BLOCK_HR: text_add(out, "<hr>\n"); break;
    case MD_BLOCK_H: open_heading(page, ((MD_BLOCK_H_DETAIL *)detail)->level); break;
    case MD_BLOCK_CODE:
        html_box_begin(out, "Code");
        text_add(out, "<pre><code>");
        break;
    case MD_BLOCK_P: text_add(out, "<p>"); break;
    case MD_BLOCK_TABLE:
        html_box_begin(out, "Table");
        text_add(out, "<table>\n");
        break;
    case MD_BLOCK_THEAD: text_add(out, "<thead>\n"); break;
    case MD_BLOCK_TBODY: text_add(out, "<tbody>\n"); break;
    case MD_BLOCK_TR: text_add(out, "<tr>"); break;
    case MD_BLOCK_TH: open_cell(page, true, ((MD_BLOCK_TD_DETAIL *)detail)->align); break;
    case MD_BLOCK_TD: open_cell(page, false, ((MD_BLOCK_TD_DETAIL *)detail)->align); break;
    default: break;
    }
    return 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context) {
    (void)detail;
    Page *page = context;
    static const char *const ends[] = {[MD_BLOCK_QUOTE] = "</blockquote>\n",
                                       [MD_BLOCK_UL] = "</ul>\n",
                                       [MD_BLOCK_OL] = "</ol>\n",
                                       [MD_BLOCK_LI] = "</li>\n",
                                       [MD_BLOCK_P] = "</p>\n",
                                       [MD_BLOCK_CODE] = "</code></pre></div>\n",
                                       [MD_BLOCK_TABLE] = "</table></div>\n",
                                       [MD_BLOCK_TR] = "</tr>\n",
                                       [MD_BLOCK_THEAD] = "</thead>\n",
                                       [MD_BLOCK_TBODY] = "</tbody>\n",
                                       [MD_BLOCK_TH] = "</th>",
                                       [MD_BLOCK_TD] = "</td>"};
    if (type == MD_BLOCK_H)
        text_printf(page->out, "</h%d>\n", page->level);
    else if ((size_t)type < sizeof ends / sizeof *ends && ends[type] != NULL)
        text_add(page->out, ends[type]);
    return 0;
}

/* A link to a page, and not to something that a browser would run. */
static bool leads_to_page(const char *target) {
    return text_starts(target, "https://") || text_starts(target, "http://");
}

static void open_link(Page *page, const MD_ATTRIBUTE *href) {
    const char *target = arena_string_n(page->arena, href->text != NULL ? href->text : "", href->size);
    bool written = leads_to_page(target);
    vec_push(page->arena, &page->links, written);
    if (!written) return;
    text_add(page->out, "<a rel=\"noreferrer\" href=\"");
    html_text(page->out, target);
    text_add(page->out, "\">");
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context) {
    Page *page = context;
    page->images += type == MD_SPAN_IMG;
    if (page->images > 0) return 0;
    if (type == MD_SPAN_EM) text_add(page->out, "<em>");
    if (type == MD_SPAN_STRONG) text_add(page->out, "<strong>");
    if (type == MD_SPAN_CODE) text_add(page->out, "<code>");
    if (type == MD_SPAN_A) open_link(page, &((MD_SPAN_A_DETAIL *)detail)->href);
    return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context) {
    (void)detail;
    Page *page = context;
    bool inside = page->images > 0;
    page->images -= type == MD_SPAN_IMG;
    if (inside) return 0;
    if (type == MD_SPAN_EM) text_add(page->out, "</em>");
    if (type == MD_SPAN_STRONG) text_add(page->out, "</strong>");
    if (type == MD_SPAN_CODE) text_add(page->out, "</code>");
    if (type == MD_SPAN_A && page->links.count > 0 && page->links.at[--page->links.count]) text_add(page->out, "</a>");
    return 0;
}

/* md4c hands an entity of the source over as it was written; a name or a number between & and ; is one in HTML too. */
static bool is_entity(const char *text, size_t size) {
    static const char letters[] = "#0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return size > 2 && size < 34 && text[0] == '&' && text[size - 1] == ';' && strspn(text + 1, letters) == size - 2;
}

static int add_piece(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *context) {
    Page *page = context;
    if (type == MD_TEXT_BR)
        text_add(page->out, "<br>\n");
    else if (type == MD_TEXT_SOFTBR)
        text_add_char(page->out, '\n');
    else if (type == MD_TEXT_ENTITY && is_entity(text, size))
        text_add_n(page->out, text, size);
    else
        html_text_n(page->out, text, size);
    return 0;
}

void html_markdown(Text *out, int above, const char *markdown) {
    if (markdown == NULL || *markdown == '\0') return;
    Page page = {.out = out, .arena = arena_new(), .above = above, .last = above};
    const MD_PARSER parser = {
        .flags = MD_FLAG_TABLES | MD_FLAG_NOHTML | MD_FLAG_PERMISSIVEURLAUTOLINKS,
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = add_piece,
    };
    size_t size = strlen(markdown);
    md_parse(markdown, (MD_SIZE)(size < UINT32_MAX ? size : UINT32_MAX), &parser, &page);
    arena_free(page.arena);
}
