/* Escaped text, and Markdown as HTML. md4c parses and calls back; this file writes the tags. */
#include <string.h>

#include "base/markdown_parse.h"
#include "base/vec.h"
#include "report/draw.h"
#include "report/html/html.h"

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

void html_sentence(Text *out, const char *text) {
    bool in_code = false;
    for (const char *at = text;; at++) {
        size_t size = strcspn(at, "`");
        bool closes = at[size] == '`' && (in_code || strchr(at + size + 1, '`') != NULL);
        html_text_n(out, at, size + (at[size] == '`' && !closes)); /* one alone is a character like others */
        at += size;
        if (*at == '\0') return;
        if (!closes) continue;
        in_code = !in_code;
        text_add(out, in_code ? "<code>" : "</code>");
    }
}

static void add_element(Text *out, const char *name, const char *class, const char *text,
                        void (*add)(Text *out, const char *text)) {
    text_printf(out, "<%s", name);
    if (class != NULL) text_printf(out, " class=\"%s\"", class);
    text_add_char(out, '>');
    add(out, text);
    text_printf(out, "</%s>\n", name);
}

void html_element(Text *out, const char *name, const char *class, const char *text) {
    add_element(out, name, class, text, html_text);
}

void html_sentence_element(Text *out, const char *name, const char *class, const char *text) {
    add_element(out, name, class, text, html_sentence);
}

void html_box_begin(Text *out, const char *label) {
    text_add(out, "<div class=\"box\" role=\"group\" tabindex=\"0\" aria-label=\"");
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

/* ---- Markdown ---------------------------------------------------------------------------------------------------- */

typedef struct Page {
    Text *out;
    Arena *arena;
    int above, last;   /* the heading above the text; the level of the last heading */
    int level;         /* of the heading that is open */
    size_t cell, text; /* where in out the open cell of a table begins, and what it holds */
    int images;        /* that are open: their descriptions hold text only */
    VEC(bool) links;   /* of the links that are open: whether each was written */
} Page;

static void open_heading(Page *page, unsigned level) {
    int wanted = page->above + (int)level;
    page->level = wanted > page->last + 1 ? page->last + 1 : wanted;
    if (page->level > 6) page->level = 6;
    page->last = page->level;
    text_printf(page->out, "<h%d>", page->level);
}

static void open_cell(Page *page, bool head, MD_ALIGN align) {
    page->cell = page->out->size;
    text_printf(page->out, head ? "<th scope=\"col\"%s>" : "<td%s>",
                align == MD_ALIGN_RIGHT ? " class=\"number\"" : "");
    page->text = page->out->size;
}

/* A head's cell without words heads nothing: a screen reader would name its column by an empty text. */
static void close_head_cell(Page *page) {
    Text *out = page->out;
    if (out->size == page->text) {
        out->size = page->cell;
        text_add(out, "<td></td>");
    } else
        text_add(out, "</th>");
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
                                       [MD_BLOCK_TD] = "</td>"};
    if (type == MD_BLOCK_H)
        text_printf(page->out, "</h%d>\n", page->level);
    else if (type == MD_BLOCK_TH)
        close_head_cell(page);
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
    const MD_PARSER calls = {
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = add_piece,
    };
    markdown_parse(markdown, calls, &page);
    arena_free(page.arena);
}
