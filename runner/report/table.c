/* Tables. Columns take what they need; where that is too much, the columns of words (not those of numbers) wrap; where
 * even that does not fit, each row becomes a block of "head  value" lines. */
#include <string.h>

#include "report/draw.h"

enum { GAP = 2, BLOCK_INDENT = 2 };

/* Within a cell: code begins or ends. Clean text has no such character, and it takes no column. */
static const char code_mark = '\x01';

typedef struct Columns {
    int *natural, *least, *width;
    size_t count;
} Columns;

static int longest_word(const char *clean) {
    int longest = 0, word = 0;
    while (*clean) {
        int columns = 0;
        size_t bytes = draw_character_size(clean, &columns);
        word = *clean == ' ' || *clean == '\n' ? 0 : columns == 2 ? 2 : word + columns;
        longest = word > longest ? word : longest;
        clean += bytes;
    }
    return longest;
}

static void measure(Columns *columns, Arena *arena, const Cell *cells, size_t rows, const bool *right) {
    columns->natural = arena_array(arena, int, columns->count);
    columns->least = arena_array(arena, int, columns->count);
    columns->width = arena_array(arena, int, columns->count);
    for (size_t i = 0; i < rows * columns->count; i++) {
        size_t column = i % columns->count;
        int natural = draw_columns(cells[i].text);
        int least = longest_word(cells[i].text);
        if (right != NULL && right[column] && i >= columns->count) least = natural;
        if (natural > columns->natural[column]) columns->natural[column] = natural;
        if (least > columns->least[column]) columns->least[column] = least;
    }
}

/* Gives every column the same cap, the largest that fits: wide columns give way before narrow ones. */
static bool fit(Columns *columns, int room) {
    int widest = 0;
    for (size_t i = 0; i < columns->count; i++) widest = columns->natural[i] > widest ? columns->natural[i] : widest;
    widest = widest < room ? widest : room;
    for (int cap = widest; cap >= 0; cap--) {
        long total = GAP * ((long)columns->count - 1);
        for (size_t i = 0; i < columns->count; i++) {
            int width = columns->natural[i] < cap ? columns->natural[i] : cap;
            columns->width[i] = width > columns->least[i] ? width : columns->least[i];
            total += columns->width[i];
        }
        if (total <= room) return true;
    }
    return false;
}

/* The cell's lines, wrapped to its column, without looks: those are put on when the line is printed. */
static size_t wrap_cell(Arena *arena, const char *clean, int width, char ***lines) {
    Style plain = {.unicode = true, .width = width < 20 ? 20 : width};
    Flow flow = {0};
    Text out = {0};
    flow_add(&flow, ROLE_PLAIN, clean);
    /* flow_print never wraps narrower than 20 columns by itself: the rest of the room goes to the prefix. */
    char pad[21] = "                    ";
    pad[width < 20 ? 20 - width : 0] = 0;
    flow_print(&flow, &out, &plain, pad, pad);
    flow_free(&flow);
    size_t count = 0, skip = strlen(pad);
    for (size_t i = 0; i < out.size; i++) count += out.data[i] == '\n';
    *lines = arena_array(arena, char *, count ? count : 1);
    (*lines)[0] = arena_string(arena, "");
    const char *at = out.data;
    for (size_t i = 0; i < count; i++) {
        size_t size = strcspn(at, "\n");
        (*lines)[i] = arena_string_n(arena, at + skip, size - skip);
        at += size + 1;
    }
    text_free(&out);
    return count;
}

/* A part of a cell with its code in the look of code; *in_code is carried from line to line. */
static void put_part(Text *out, const Style *style, Role role, Arena *arena, const char *text, bool *in_code) {
    for (;;) {
        size_t size = strcspn(text, (const char[]){code_mark, '\0'});
        style_put(out, style, *in_code ? ROLE_CODE : role, arena_string_n(arena, text, size));
        if (text[size] == '\0') return;
        *in_code = !*in_code;
        text += size + 1;
    }
}

/* The same for a paragraph. */
static void flow_part(Flow *flow, Role role, Arena *arena, const char *text) {
    bool in_code = false;
    for (;;) {
        size_t size = strcspn(text, (const char[]){code_mark, '\0'});
        if (size > 0) flow_add(flow, in_code ? ROLE_CODE : role, arena_string_n(arena, text, size));
        if (text[size] == '\0') return;
        in_code = !in_code;
        text += size + 1;
    }
}

static void print_row(Text *out, const Style *style, Arena *arena, const Cell *row, const Columns *columns,
                      const bool *right, bool header, int indent) {
    char ***lines = arena_array(arena, char **, columns->count);
    size_t *counts = arena_array(arena, size_t, columns->count), height = 1;
    bool *in_code = arena_array(arena, bool, columns->count);
    for (size_t i = 0; i < columns->count; i++) {
        counts[i] = wrap_cell(arena, row[i].text, columns->width[i], &lines[i]);
        height = counts[i] > height ? counts[i] : height;
    }
    for (size_t line = 0; line < height; line++) {
        int pending = indent; /* blanks are added before text only: no line ends in blanks */
        for (size_t i = 0; i < columns->count; i++) {
            /* a header is aligned at the bottom, everything else at the top */
            size_t skip = header ? height - counts[i] : 0;
            const char *text = line >= skip && line - skip < counts[i] ? lines[i][line - skip] : "";
            int free_columns = columns->width[i] - text_columns(text);
            if (right != NULL && right[i]) pending += free_columns;
            if (*text) {
                text_repeat(out, " ", pending);
                put_part(out, style, header ? ROLE_STRONG : row[i].role, arena, text, &in_code[i]);
                pending = 0;
            }
            pending += (right != NULL && right[i] ? 0 : free_columns) + GAP;
        }
        text_add_char(out, '\n');
    }
}

static void print_blocks(Text *out, const Style *style, Arena *arena, const Cell *cells, size_t rows, size_t columns,
                         bool header, int indent) {
    char *pad = arena_printf(arena, "%*s", indent, "");
    char *deeper = arena_printf(arena, "%*s", indent + BLOCK_INDENT, "");
    char *deepest = arena_printf(arena, "%*s", indent + 2 * BLOCK_INDENT, "");
    Flow flow = {0};
    for (size_t row = header ? 1 : 0; row < rows; row++) {
        const Cell *cell = cells + row * columns;
        if (style->plain && header && *cells[0].text)
            flow_add(&flow, ROLE_DIM, arena_printf(arena, "%s: ", cells[0].text));
        flow_add(&flow, ROLE_STRONG, *cell[0].text ? cell[0].text : "-");
        flow_print(&flow, out, style, pad, deeper);
        for (size_t i = 1; i < columns; i++) {
            if (!*cell[i].text) continue;
            if (header && *cells[i].text) {
                for (const char *part = cells[i].text; *part;
                     part += strspn(part, "\n")) { /* a head of two lines in one */
                    size_t size = strcspn(part, "\n");
                    flow_add(&flow, ROLE_DIM, arena_string_n(arena, part, size));
                    part += size;
                }
                flow_add(&flow, ROLE_DIM, ": ");
            }
            flow_part(&flow, cell[i].role, arena, cell[i].text);
            flow_print(&flow, out, style, deeper, deepest);
        }
    }
    flow_free(&flow);
}

void table_print(Text *out, const Style *style, Arena *arena, const Cell *cells, size_t rows, size_t columns,
                 const bool *right, bool header, int indent) {
    if (rows == 0 || columns == 0) return;
    Columns measured = {.count = columns};
    measure(&measured, arena, cells, rows, right);
    if (style->plain || !fit(&measured, style_width(style) - indent)) { /* read aloud, a column has no head */
        print_blocks(out, style, arena, cells, rows, columns, header, indent);
        return;
    }
    for (size_t row = 0; row < rows; row++) {
        print_row(out, style, arena, cells + row * columns, &measured, right, header && row == 0, indent);
        if (header && row == 0) {
            text_repeat(out, " ", indent);
            Text rule = {0};
            for (size_t i = 0; i < columns; i++)
                text_repeat(&rule, style_glyph(style, GLYPH_RULE), measured.width[i] + (i + 1 < columns ? GAP : 0));
            style_put(out, style, ROLE_DIM, rule.data != NULL ? rule.data : "");
            text_free(&rule);
            text_add_char(out, '\n');
        }
    }
}

char *table_mark_code(const Style *style, char *clean) {
    size_t ticks = 0;
    for (const char *c = clean; *c != '\0'; c++) ticks += *c == '`';
    for (char *c = clean; style->colour && ticks % 2 == 0 && *c != '\0'; c++)
        if (*c == '`') *c = code_mark;
    return clean;
}

void report_table(Text *out, const Style *style, const char *const *cells, size_t rows, size_t columns,
                  const bool *right) {
    Arena *arena = arena_new();
    Cell *clean = arena_array(arena, Cell, rows * columns);
    for (size_t i = 0; i < rows * columns; i++)
        clean[i].text = table_mark_code(style, style_clean_line(arena, style, cells[i]));
    table_print(out, style, arena, clean, rows, columns, right, true, 0);
    arena_free(arena);
}
