/* {{ expression }} in Markdown: replaced after a launch, checked when a lesson is loaded.
 *
 * A format may follow a colon: `{{ global.load.efficiency : percent }}`. The colon of `a ? b : c` is not mistaken for
 * it, because only the word `percent` at the very end is a format. */
#include <math.h>
#include <string.h>

#include "course/names.h"

/* One {{ }} of a text. */
typedef struct Hole {
    const char *start, *first, *end; /* "{{", the first byte of the expression, after "}}" */
    const char *expression;          /* trimmed copy, without the format */
    bool percent;
} Hole;

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n';
}

/* Cuts ": percent" off the end of text[0..size); false where it is not there. */
static bool cut_percent(const char *text, size_t *size) {
    static const char word[] = "percent";
    size_t length = sizeof word - 1;
    if (*size < length + 1 || memcmp(text + *size - length, word, length) != 0) return false;
    size_t at = *size - length;
    while (at > 0 && is_space(text[at - 1])) at--;
    if (at == 0 || text[at - 1] != ':') return false;
    *size = at - 1;
    return true;
}

/* The next hole at or after from; false where there is none. A "{{" that nothing ends is plain text. */
static bool next_hole(const char *from, Arena *arena, Hole *hole) {
    const char *start = strstr(from, "{{");
    const char *end = start != NULL ? strstr(start + 2, "}}") : NULL;
    if (end == NULL) return false;
    const char *first = start + 2;
    while (first < end && is_space(*first)) first++;
    size_t size = (size_t)(end - first);
    while (size > 0 && is_space(first[size - 1])) size--;
    hole->percent = cut_percent(first, &size);
    while (size > 0 && is_space(first[size - 1])) size--;
    hole->start = start;
    hole->end = end + 2;
    hole->expression = arena_string_n(arena, first, size);
    hole->first = first;
    return true;
}

/* Moves loc from one place of a text to a later one. loc.column 0 means that columns are not known, only lines. */
static void move_loc(Loc *loc, const char *from, const char *to) {
    for (const char *c = from; c < to; c++) {
        if (loc->column > 0) loc->column++;
        if (*c == '\n') loc->line += loc->line > 0, loc->column = 0;
    }
}

void interpolate_check(const char *markdown, Loc loc, Names names, const Lesson *lesson, Arena *arena,
                       DiagList *diags) {
    Hole hole;
    for (const char *at = markdown; next_hole(at, arena, &hole); at = hole.end) {
        move_loc(&loc, at, hole.first);
        const Expr *expr = expr_parse(hole.expression, loc, arena, diags);
        if (expr != NULL) names_check(expr, names, lesson, NULL, arena, diags);
        move_loc(&loc, hole.first, hole.end);
    }
}

typedef char *Printed(Arena *arena, Value value);

static const char *shown(Arena *arena, Value value, bool percent, Printed *print) {
    if (percent && value.kind != VALUE_TEXT && print != value_print)
        return arena_printf(arena, "%.4g%%", 100 * value_number(value));
    return print(arena, value);
}

static const char *fill(const Hole *hole, const ExprEnv *env, Printed *print, Loc loc, Arena *arena, DiagList *diags) {
    const Expr *expr = expr_parse(hole->expression, loc, arena, diags);
    Value value;
    const char *why;
    if (expr == NULL) return "(unknown)";
    if (expr_eval(expr, env, arena, &value, &why)) return shown(arena, value, hole->percent, print);
    if (names_need_gpu(expr)) return "(only on a GPU)"; /* a machine without one is no mistake */
    if (strcmp(why, names_only_assembler) == 0) return "(only with the CUDA Toolkit)";
    diag_add(diags, SEVERITY_WARNING, loc, NULL, "'%s' has no value: %s", expr_text(expr), why);
    return "(unknown)";
}

static char *interpolate(Arena *arena, const char *markdown, const ExprEnv *env, Printed *print, Loc loc,
                         DiagList *diags) {
    Text out = {0};
    Hole hole;
    const char *at = markdown;
    for (; next_hole(at, arena, &hole); at = hole.end) {
        text_add_n(&out, at, (size_t)(hole.start - at));
        move_loc(&loc, at, hole.first);
        text_add(&out, fill(&hole, env, print, loc, arena, diags));
        move_loc(&loc, hole.first, hole.end);
    }
    text_add(&out, at);
    return text_take(&out, arena);
}

/* Whole numbers are grouped as in the tables: 16252928 cannot be read. */
char *interpolate_markdown(Arena *arena, const char *markdown, const ExprEnv *env, Loc loc, DiagList *diags) {
    return interpolate(arena, markdown, env, value_show, loc, diags);
}

char *interpolate_told(Arena *arena, const char *markdown, const ExprEnv *env, Loc loc, DiagList *diags) {
    return interpolate(arena, markdown, env, value_told, loc, diags);
}

char *interpolate_plain(Arena *arena, const char *text, const ExprEnv *env, Loc loc, DiagList *diags) {
    return interpolate(arena, text, env, value_print, loc, diags);
}
