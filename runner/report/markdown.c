/* Markdown for the terminal: md4c parses and calls back, this file lays out.
 *
 * A block is printed when it ends. The prefixes of its lines (quote edges, list indents, a bullet before an item's
 * first line) come from a stack of the containers that are open at that moment. A blank line goes between blocks,
 * not after them, so `blank` records that one is due; items of a tight list clear it. */
#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

#include "base/markdown_parse.h"
#include "base/vec.h"
#include "report/draw.h"

enum { NESTING_SHOWN = 8, CODE_INDENT = 4, NARROW_CODE_INDENT = 2, NARROW = 50 };

typedef enum ContainerKind { CONTAINER_QUOTE, CONTAINER_LIST, CONTAINER_ITEM } ContainerKind;

typedef struct Container {
    ContainerKind kind;
    bool ordered, tight;
    unsigned next_number; /* lists */
    bool fresh;           /* nothing of it is printed yet */
    const char *marker;   /* items: "• ", "12. " */
} Container;

typedef struct Renderer {
    Text *out;
    const Style *style;
    Arena *arena;
    Flow flow;
    VEC(Container) containers;
    Text code; /* the code block that is open */
    bool in_code_block, in_table, blank, any;
    int strong, emphasis, code_span, heading;
    VEC(const char *) links; /* targets of the links that are open */
    VEC(const char *) cells;
    VEC(bool) right;
    size_t table_columns;
} Renderer;

/* ---- prefixes ---------------------------------------------------------------------------------------------------- */

typedef enum Line { LINE_BETWEEN, LINE_FIRST, LINE_REST } Line;

/* The prefix of a block's first line, of its other lines, or of the blank line before it. Deep nesting stops
 * indenting, so that there is always room for text. */
static char *prefix(Renderer *r, Line line) {
    Text out = {0};
    text_add(&out, "");
    for (size_t i = 0; i < r->containers.count; i++) {
        Container *container = &r->containers.at[i];
        if (line == LINE_BETWEEN && container->fresh) break;
        if (container->kind == CONTAINER_LIST) continue;
        bool quote = container->kind == CONTAINER_QUOTE;
        bool marked = !quote && line == LINE_FIRST && container->fresh;
        int columns = quote ? 2 : text_columns(container->marker);
        if (i >= NESTING_SHOWN || text_columns(out.data) + columns > style_width(r->style) / 2) break;
        if (quote) {
            text_add(&out, style_glyph(r->style, GLYPH_EDGE));
            text_add(&out, " ");
        } else if (marked) {
            text_add(&out, container->marker);
        } else {
            text_repeat(&out, " ", columns);
        }
    }
    return text_take(&out, r->arena);
}

static void end_line(Text *out) {
    while (out->size > 0 && out->data[out->size - 1] == ' ') out->data[--out->size] = '\0';
    text_add_char(out, '\n');
}

/* The blank line that is due, and the two prefixes of the block that is about to be printed. */
static void begin_block(Renderer *r, const char **first, const char **rest) {
    if (r->blank && r->any) {
        const char *edge = prefix(r, LINE_BETWEEN);
        if (strspn(edge, " ") != strlen(edge)) style_put(r->out, r->style, ROLE_DIM, edge);
        end_line(r->out);
    }
    *first = prefix(r, LINE_FIRST);
    *rest = prefix(r, LINE_REST);
    for (size_t i = 0; i < r->containers.count; i++) r->containers.at[i].fresh = false;
    r->blank = false;
    r->any = true;
}

static void flush_paragraph(Renderer *r) {
    const char *first, *rest;
    if (r->flow.text.size == 0) return;
    begin_block(r, &first, &rest);
    flow_print(&r->flow, r->out, r->style, first, rest);
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

static void print_heading(Renderer *r, unsigned level) {
    const char *first, *rest;
    if (r->flow.text.size == 0) return;
    int columns = text_columns(r->flow.text.data);
    begin_block(r, &first, &rest);
    flow_print(&r->flow, r->out, r->style, first, rest);
    if (level <= 2 && !r->style->plain) {
        int room = style_width(r->style) - text_columns(rest);
        Text rule = {0};
        text_repeat(&rule, style_glyph(r->style, level == 1 ? GLYPH_DOUBLE_RULE : GLYPH_RULE),
                    columns < room ? columns : room);
        style_put(r->out, r->style, ROLE_DIM, rest);
        style_put(r->out, r->style, ROLE_DIM, rule.data != NULL ? rule.data : "");
        text_free(&rule);
        text_add_char(r->out, '\n');
    }
    r->blank = true;
}

static void print_code_block(Renderer *r) {
    const char *first, *rest;
    begin_block(r, &first, &rest);
    int indent = style_width(r->style) < NARROW ? NARROW_CODE_INDENT : CODE_INDENT;
    /* a line that is too long continues in the next one, so that nothing of an example is lost */
    char *more = arena_printf(r->arena, "%s%*s%s ", rest, indent, "", style_glyph(r->style, GLYPH_CONTINUED));
    for (const char *line = r->code.data != NULL ? r->code.data : ""; *line; first = rest) {
        size_t size = strcspn(line, "\n");
        const char *text = style_clean_source(r->arena, r->style, line, size);
        if (*text) {
            flow_paragraph(r->out, r->style, ROLE_CODE, arena_printf(r->arena, "%s%*s", first, indent, ""), more, text);
        } else {
            style_put(r->out, r->style, ROLE_DIM, first);
            end_line(r->out);
        }
        line += size + (line[size] == '\n');
    }
    r->code.size = 0;
    r->blank = true;
}

static void print_table(Renderer *r) {
    size_t columns = r->table_columns ? r->table_columns : 1, rows = r->cells.count / columns;
    const char *first, *rest;
    begin_block(r, &first, &rest);
    Cell *cells = arena_array(r->arena, Cell, rows * columns);
    for (size_t i = 0; i < rows * columns; i++) cells[i].text = r->cells.at[i];
    while (r->right.count < columns) vec_push(r->arena, &r->right, false);
    Style narrower = *r->style;
    narrower.width = style_width(r->style) - text_columns(rest);
    Text table = {0};
    text_add(&table, "");
    table_print(&table, &narrower, r->arena, cells, rows, columns, r->right.at, true, 0);
    for (const char *line = table.data, *before = first; *line; before = rest) {
        size_t size = strcspn(line, "\n");
        style_put(r->out, r->style, ROLE_DIM, before);
        text_add_n(r->out, line, size);
        text_add_char(r->out, '\n');
        line += size + 1;
    }
    text_free(&table);
    r->blank = true;
}

static void print_rule(Renderer *r) {
    const char *first, *rest;
    begin_block(r, &first, &rest);
    Text rule = {0};
    text_repeat(&rule, style_glyph(r->style, GLYPH_RULE), style_width(r->style) - text_columns(first));
    style_put(r->out, r->style, ROLE_DIM, first);
    style_put(r->out, r->style, ROLE_DIM, rule.data);
    text_add_char(r->out, '\n');
    text_free(&rule);
    r->blank = true;
}

static void open_list(Renderer *r, bool ordered, bool tight, unsigned start) {
    flush_paragraph(r);
    vec_push(r->arena, &r->containers,
             (Container){.kind = CONTAINER_LIST, .ordered = ordered, .tight = tight, .next_number = start});
}

static void open_item(Renderer *r) {
    Container *list = r->containers.count ? &r->containers.at[r->containers.count - 1] : NULL;
    size_t depth = 0;
    for (size_t i = 0; i < r->containers.count; i++) depth += r->containers.at[i].kind == CONTAINER_LIST;
    const char *marker =
        list != NULL && list->ordered
            ? arena_printf(r->arena, "%u. ", list->next_number++)
            : arena_printf(r->arena, "%s ", style_glyph(r->style, depth > 1 ? GLYPH_INNER_BULLET : GLYPH_BULLET));
    vec_push(r->arena, &r->containers, (Container){.kind = CONTAINER_ITEM, .fresh = true, .marker = marker});
}

static void close_item(Renderer *r) {
    flush_paragraph(r);
    const Container *item = &r->containers.at[r->containers.count - 1];
    if (item->fresh) { /* an empty item still shows its bullet */
        const char *first, *rest;
        begin_block(r, &first, &rest);
        style_put(r->out, r->style, ROLE_DIM, first);
        end_line(r->out);
    }
    r->containers.count--;
    r->blank = !(r->containers.count && r->containers.at[r->containers.count - 1].tight);
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context) {
    Renderer *r = context;
    switch (type) {
    case MD_BLOCK_QUOTE:
        flush_paragraph(r);
        vec_push(r->arena, &r->containers, (Container){.kind = CONTAINER_QUOTE, .fresh = true});
        break;
    case MD_BLOCK_UL: open_list(r, false, ((MD_BLOCK_UL_DETAIL *)detail)->is_tight, 0); break;
    case MD_BLOCK_OL:
        open_list(r, true, ((MD_BLOCK_OL_DETAIL *)detail)->is_tight, ((MD_BLOCK_OL_DETAIL *)detail)->start);
        break;
    case MD_BLOCK_LI: open_item(r); break;
    case MD_BLOCK_H:
        flush_paragraph(r);
        r->heading = (int)((MD_BLOCK_H_DETAIL *)detail)->level;
        break;
    case MD_BLOCK_CODE:
        flush_paragraph(r);
        r->in_code_block = true;
        break;
    case MD_BLOCK_TABLE:
        flush_paragraph(r);
        r->in_table = true;
        r->cells.count = r->right.count = 0;
        r->table_columns = 0;
        break;
    case MD_BLOCK_TH:
        r->table_columns++;
        vec_push(r->arena, &r->right, ((MD_BLOCK_TD_DETAIL *)detail)->align == MD_ALIGN_RIGHT);
        break;
    case MD_BLOCK_HR:
        flush_paragraph(r);
        print_rule(r);
        break;
    default: break;
    }
    return 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context) {
    Renderer *r = context;
    (void)detail;
    switch (type) {
    case MD_BLOCK_QUOTE:
        flush_paragraph(r);
        r->containers.count--;
        r->blank = true;
        break;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
        r->containers.count--;
        r->blank = true; /* unless it ends an item of a tight list: close_item knows */
        break;
    case MD_BLOCK_LI: close_item(r); break;
    case MD_BLOCK_H:
        print_heading(r, (unsigned)r->heading);
        r->heading = 0;
        break;
    case MD_BLOCK_CODE:
        r->in_code_block = false;
        print_code_block(r);
        break;
    case MD_BLOCK_P:
        flush_paragraph(r);
        r->blank = true;
        break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD:
        vec_push(r->arena, &r->cells,
                 table_mark_code(r->style,
                                 style_clean_line(r->arena, r->style, r->flow.text.size > 0 ? r->flow.text.data : "")));
        r->flow.text.size = r->flow.roles.size = 0;
        break;
    case MD_BLOCK_TABLE:
        r->in_table = false;
        print_table(r);
        break;
    default: break;
    }
    return 0;
}

/* ---- spans ------------------------------------------------------------------------------------------------------- */

static Role current_role(const Renderer *r) {
    if (r->code_span) return ROLE_CODE;
    if (r->heading) return ROLE_TITLE;
    if (r->strong) return ROLE_STRONG;
    return r->emphasis ? ROLE_EMPHASIS : ROLE_PLAIN;
}

/* Adds the marks of code where it has no look: without colours, and in table cells. Read aloud they would be backticks.
 * What is strong or emphasised has no marks: a sentence is understood without, and "*Predict.*" is not. */
static void add_mark(Renderer *r) {
    if (!r->style->plain && (!r->style->colour || r->in_table)) flow_add(&r->flow, current_role(r), "`");
}

static void add_text(Renderer *r, const char *text, size_t size) {
    char *copy = arena_string_n(r->arena, text, size);
    flow_add(&r->flow, current_role(r), style_clean_line(r->arena, r->style, copy));
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context) {
    Renderer *r = context;
    if (type == MD_SPAN_CODE) {
        r->code_span++;
        add_mark(r);
    } else if (type == MD_SPAN_STRONG) {
        r->strong++;
    } else if (type == MD_SPAN_EM) {
        r->emphasis++;
    } else if (type == MD_SPAN_A) {
        const MD_ATTRIBUTE *target = &((MD_SPAN_A_DETAIL *)detail)->href;
        vec_push(r->arena, &r->links, arena_string_n(r->arena, target->text, target->size));
    }
    return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context) {
    Renderer *r = context;
    (void)detail;
    if (type == MD_SPAN_CODE) {
        add_mark(r);
        r->code_span--;
    } else if (type == MD_SPAN_STRONG) {
        r->strong--;
    } else if (type == MD_SPAN_EM) {
        r->emphasis--;
    } else if (type == MD_SPAN_A && r->links.count) {
        const char *target = style_clean_line(r->arena, r->style, r->links.at[--r->links.count]);
        /* an address that is its own text is printed once */
        if (*target && *target != '#' && !(r->flow.text.size && text_ends(r->flow.text.data, target)))
            flow_add(&r->flow, ROLE_DIM, arena_printf(r->arena, " (%s)", target));
    }
    return 0;
}

static void add_entity(Renderer *r, const char *text, size_t size) {
    static const struct {
        const char *name, *text;
    } names[] = {{"&amp;", "&"},   {"&lt;", "<"},    {"&gt;", ">"},    {"&quot;", "\""}, {"&nbsp;", "\xC2\xA0"},
                 {"&times;", "×"}, {"&mdash;", "—"}, {"&ndash;", "–"}, {"&rarr;", "→"},  {"&hellip;", "…"}};
    char *entity = arena_string_n(r->arena, text, size);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(entity, names[i].name) == 0) {
            add_text(r, names[i].text, strlen(names[i].text));
            return;
        }
    if (entity[1] == '#') {
        bool hexadecimal = entity[2] == 'x' || entity[2] == 'X';
        long code = strtol(entity + (hexadecimal ? 3 : 2), NULL, hexadecimal ? 16 : 10);
        utf8proc_uint8_t bytes[4];
        bool valid = code > 0 && code <= 0x10FFFF && utf8proc_codepoint_valid((utf8proc_int32_t)code);
        utf8proc_ssize_t count = utf8proc_encode_char(valid ? (utf8proc_int32_t)code : 0xFFFD, bytes);
        add_text(r, (const char *)bytes, (size_t)count);
        return;
    }
    add_text(r, text, size);
}

static int add_piece(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *context) {
    Renderer *r = context;
    if (r->in_code_block) {
        text_add_n(&r->code, text, size);
        return 0;
    }
    switch (type) {
    case MD_TEXT_BR: flow_add(&r->flow, current_role(r), r->in_table ? " " : "\n"); break;
    case MD_TEXT_SOFTBR: flow_add(&r->flow, current_role(r), " "); break;
    case MD_TEXT_NULLCHAR: add_text(r, "\xEF\xBF\xBD", 3); break;
    case MD_TEXT_ENTITY: add_entity(r, text, size); break;
    default: add_text(r, text, size); break;
    }
    return 0;
}

void report_markdown(Text *out, const Style *style, const char *markdown) {
    if (markdown == NULL || !*markdown) return;
    Arena *arena = arena_new();
    Renderer renderer = {.out = out, .style = style, .arena = arena};
    const MD_PARSER calls = {
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = add_piece,
    };
    markdown_parse(markdown, calls, &renderer);
    flush_paragraph(&renderer);
    flow_free(&renderer.flow);
    text_free(&renderer.code);
    arena_free(arena);
}
