/* The lines in which two texts differ: the longest common subsequence of lines, as diff(1) has it. */
#include <stdint.h>
#include <string.h>

#include "report/draw.h"

enum { CONTEXT = 2, LINES_SHOWN = 500, TABLE_LIMIT = 1 << 22 /* cells; larger differences are shown as one block */ };

typedef struct LineList {
    const char **at;
    size_t *size;
    size_t count;
} LineList;

typedef struct Edit {
    char kind;   /* ' ' in both, '-' only before, '+' only after */
    size_t a, b; /* the index of the line in each text */
    bool shown;
} Edit;

typedef struct Script {
    Edit *at;
    size_t count;
} Script;

static LineList split(Arena *arena, const char *text) {
    size_t count = 1;
    for (const char *c = text; *c; c++) count += *c == '\n';
    LineList lines = {arena_array(arena, const char *, count), arena_array(arena, size_t, count), 0};
    while (*text) {
        size_t size = strcspn(text, "\n");
        lines.at[lines.count] = text;
        lines.size[lines.count++] = size > 0 && text[size - 1] == '\r' ? size - 1 : size;
        text += size + (text[size] == '\n');
    }
    return lines;
}

static bool same(const LineList *a, size_t i, const LineList *b, size_t j) {
    return a->size[i] == b->size[j] && memcmp(a->at[i], b->at[j], a->size[i]) == 0;
}

static void add_edit(Script *script, char kind, size_t a, size_t b) {
    script->at[script->count++] = (Edit){kind, a, b, false};
}

/* The part between equal beginnings and equal ends: lines a from..to, lines b from..b_to. */
static void compare_middle(Script *script, Arena *arena, const LineList *a, const LineList *b, size_t from, size_t a_to,
                           size_t b_to) {
    size_t rows = a_to - from, columns = b_to - from;
    bool fits = rows == 0 || columns + 1 <= TABLE_LIMIT / (rows + 1);
    uint32_t *common = fits ? arena_array(arena, uint32_t, (rows + 1) * (columns + 1)) : NULL;
    size_t width = columns + 1, i = 0, j = 0;
    for (size_t r = rows; fits && r-- > 0;)
        for (size_t c = columns; c-- > 0;) {
            uint32_t down = common[(r + 1) * width + c], right = common[r * width + c + 1];
            common[r * width + c] = same(a, from + r, b, from + c) ? common[(r + 1) * width + c + 1] + 1
                                    : down > right                 ? down
                                                                   : right;
        }
    while (i < rows || j < columns) {
        if (fits && i < rows && j < columns && same(a, from + i, b, from + j))
            add_edit(script, ' ', from + i, from + j), i++, j++;
        else if (i < rows && (!fits || j == columns || common[(i + 1) * width + j] >= common[i * width + j + 1]))
            add_edit(script, '-', from + i, from + j), i++;
        else
            add_edit(script, '+', from + i, from + j), j++;
    }
}

static Script compare(Arena *arena, const LineList *a, const LineList *b) {
    Script script = {arena_array(arena, Edit, a->count + b->count + 1), 0};
    size_t from = 0, a_to = a->count, b_to = b->count;
    while (from < a_to && from < b_to && same(a, from, b, from)) {
        add_edit(&script, ' ', from, from);
        from++;
    }
    while (a_to > from && b_to > from && same(a, a_to - 1, b, b_to - 1)) a_to--, b_to--;
    compare_middle(&script, arena, a, b, from, a_to, b_to);
    for (; a_to < a->count; a_to++, b_to++) add_edit(&script, ' ', a_to, b_to);
    return script;
}

/* Marks the lines that differ and those around them; false where none does. */
static bool mark_shown(Script *script) {
    bool any = false;
    for (size_t i = 0; i < script->count; i++) {
        if (script->at[i].kind == ' ') continue;
        any = true;
        size_t first = i > CONTEXT ? i - CONTEXT : 0;
        for (size_t k = first; k <= i + CONTEXT && k < script->count; k++) script->at[k].shown = true;
    }
    return any;
}

static void print_edit(Text *out, const Style *style, Arena *arena, const LineList *a, const LineList *b,
                       const Edit *edit, const DifferenceWords *words) {
    bool removed = edit->kind == '-';
    const char *text = removed ? a->at[edit->a] : b->at[edit->b];
    size_t size = removed ? a->size[edit->a] : b->size[edit->b];
    const char *clean = style_clean_source(arena, style, text, size);
    const char *word = removed ? words->before : edit->kind == '+' ? words->after : "both";
    const char *sign = style->plain ? word : arena_printf(arena, "%c", edit->kind);
    char *first =
        arena_printf(arena, "%s %4zu %s ", sign, removed ? edit->a + 1 : edit->b + 1, style_glyph(style, GLYPH_EDGE));
    Role role = removed ? ROLE_BAD : edit->kind == '+' ? ROLE_GOOD : ROLE_DIM;
    char *more = arena_printf(arena, "%*s", text_columns(first), "");
    flow_paragraph(out, style, role, first, more, *clean ? clean : " ");
}

void report_differences(Text *out, const Style *style, const char *before, const char *after,
                        const DifferenceWords *words) {
    Arena *arena = arena_new();
    LineList a = split(arena, before), b = split(arena, after);
    Script script = compare(arena, &a, &b);
    if (!mark_shown(&script)) flow_paragraph(out, style, ROLE_PLAIN, "", "", words->equal);
    size_t shown = 0;
    for (size_t i = 0; i < script.count; i++) {
        shown += script.at[i].shown;
        if (shown > LINES_SHOWN) continue;
        if (script.at[i].shown)
            print_edit(out, style, arena, &a, &b, &script.at[i], words);
        else if (i > 0 && script.at[i - 1].shown)
            flow_paragraph(out, style, ROLE_DIM, "", "", style_glyph(style, GLYPH_ELLIPSIS));
    }
    if (shown > LINES_SHOWN)
        flow_paragraph(out, style, ROLE_DIM, "", "",
                       arena_printf(arena, "and %s",
                                    draw_many(arena, (double)(shown - LINES_SHOWN), "more line", "more lines")));
    arena_free(arena);
}
