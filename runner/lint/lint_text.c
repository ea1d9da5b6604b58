/* The texts of a lesson, as a terminal will show them: md4c parses, as it does for the report, and each piece that
 * can be wrong is checked.
 *
 * md4c gives pointers into the text, and the offset of a piece in a YAML block gives its line. Where YAML folds
 * lines the offset does not: there the piece is searched for in the file, from the text's first line on. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/markdown_parse.h"
#include "base/vec.h"
#include "course/fields.h"
#include "course/names.h"
#include "lint/lint_text.h"

enum { CODE_INDENT = 4, CELL_GAP = 2, SEARCHED_LINES = 60 }; /* the first two as the report lays them out */

static const size_t UNSEEN = SIZE_MAX;

typedef struct Walk {
    const LessonLint *lint;
    const Node *node;
    size_t size; /* of the text */
    int indent;  /* columns that lists and quotes take */
    bool in_code, in_table, in_code_block, in_expression;
    Text piece, span; /* the line of code or cell that is open; the code span */
    size_t start;     /* offset in the text of the open piece; UNSEEN: nothing of it came yet */
    const char *link;
    size_t table_start, column, columns;
    VEC(int) widths; /* of the table's columns */
} Walk;

__attribute__((format(printf, 6, 7))) static void say(Walk *walk, Severity severity, size_t offset, const char *word,
                                                      const char *hint, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(walk->lint->arena, format, args);
    va_end(args);
    diag_add(walk->lint->diags, severity, lint_text_loc(walk->lint, walk->node, offset == UNSEEN ? 0 : offset, word),
             hint, "%s", message);
}

/* ---- where ------------------------------------------------------------------------------------------------------- */

static const char *line_at(const char *text, int line) {
    for (int i = 1; i < line && text != NULL; i++) {
        text = strchr(text, '\n');
        if (text != NULL) text++;
    }
    return text;
}

Loc lint_text_loc(const LessonLint *lint, const Node *node, size_t offset, const char *word) {
    Loc loc = scalar_loc(node);
    for (size_t i = 0; node->block && i < offset && node->text[i]; i++)
        if (node->text[i] == '\n') loc.line++, loc.column = 0;
    const char *line = line_at(lint->yaml, loc.line);
    for (int i = 0; line != NULL && i < SEARCHED_LINES; i++) {
        size_t size = strcspn(line, "\n"), length = strlen(word);
        const char *found = length > 0 ? memmem(line, size, word, length) : NULL;
        if (found != NULL) return (Loc){loc.file, loc.line + i, (int)(found - line) + 1};
        if (!line[size]) break;
        line += size + 1;
    }
    return loc;
}

/* ---- what may stand in backticks --------------------------------------------------------------------------------- */

static const char word_letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";

/* Does some metric's name begin with the same part, as "shared.lod.ways" does? */
static bool looks_like_metric(const char *word) {
    size_t first = strcspn(word, ".");
    if (!word[first] || !word[first + 1]) return false;
    if (first == strlen("findings") && text_starts(word, "findings.")) return true;
    for (size_t m = 0; m < metric_count; m++)
        if (strncmp(metric_info[m].name, word, first + 1) == 0) return true;
    return false;
}

/* A metric, a kind of finding, or the common beginning of several metrics ("shared.load", "shared.load."). */
static bool is_metric(const char *word) {
    FindingKind kind;
    size_t size = strlen(word);
    if (finding_kind_named(word, &kind) || metric_find(word) != METRIC_NONE) return true;
    for (size_t m = 0; m < metric_count; m++)
        if (strncmp(metric_info[m].name, word, size) == 0 &&
            (word[size - 1] == '.' || metric_info[m].name[size] == '.'))
            return true;
    return false;
}

static void check_metric(Walk *walk, const char *word, size_t offset) {
    if (!looks_like_metric(word) || is_metric(word)) return;
    const char *names[METRIC_CAPACITY];
    for (size_t m = 0; m < metric_count; m++) names[m] = metric_info[m].name;
    const char *near = strlen(word) <= 60 ? text_nearest(word, names, metric_count) : NULL;
    say(walk, SEVERITY_ERROR, offset, word,
        near != NULL ? arena_printf(walk->lint->arena, "did you mean '%s'?", near) : "`warpschool metrics` lists them",
        "unknown metric '%s'", word);
}

/* Every word of a span that is no code: "shared.load.ways == 32" holds a metric, "local.x = f(y);" does not. */
static void check_metrics(Walk *walk, const char *span) {
    if (strpbrk(span, ";()[]{}") != NULL) return;
    for (const char *at = span; *(at += strcspn(at, word_letters));) {
        size_t size = strspn(at, word_letters);
        check_metric(walk, arena_string_n(walk->lint->arena, at, size), walk->start);
        at += size;
    }
}

/* "set stride=7" and "sweep stride=1,6" must name parameters of the lesson. */
static void check_command(Walk *walk, const char *span) {
    bool set = text_starts(span, "set "), sweep = text_starts(span, "sweep ");
    if (!set && !sweep) return;
    for (const char *at = strchr(span, ' '); at != NULL; at = strchr(at, ' ')) {
        at += strspn(at, " ");
        size_t size = strspn(at, word_letters);
        const char *name = arena_string_n(walk->lint->arena, at, size);
        if (at[size] == '=' && is_identifier(name) && lesson_param(walk->lint->lesson, name) == NULL)
            say(walk, SEVERITY_ERROR, walk->start, span, "parameters are named under `params`",
                "`%s` names no parameter of this lesson", span);
        at += size;
    }
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

enum { UNGROUPED_DIGITS = 5 }; /* as many read better in groups */

/* The first number of text that has its digits ungrouped; NULL: none. Names, fractions and addresses are no numbers. */
static const char *ungrouped_number(const char *text, Arena *arena) {
    static const char digits[] = "0123456789";
    size_t size;
    for (const char *at = text; *(at += strcspn(at, digits)); at += size) {
        size = strspn(at, digits);
        bool begins = at == text || (strchr("._#/", at[-1]) == NULL && !isalnum((unsigned char)at[-1]));
        bool ends = at[size] != '_' && !isalpha((unsigned char)at[size]);
        if (begins && ends && size >= UNGROUPED_DIGITS) return arena_string_n(arena, at, size);
    }
    return NULL;
}

/* A piece of prose; what stands in {{ }} is computed, and printed in groups. */
static void check_numbers(Walk *walk, const char *text, size_t size, size_t offset) {
    Arena *arena = walk->lint->arena;
    for (const char *end = text + size; text < end;) {
        size_t left = (size_t)(end - text);
        const char *mark = memmem(text, left, walk->in_expression ? "}}" : "{{", 2);
        size_t until = mark != NULL ? (size_t)(mark - text) : left;
        const char *number = walk->in_expression ? NULL : ungrouped_number(arena_string_n(arena, text, until), arena);
        if (number != NULL)
            say(walk, SEVERITY_WARNING, offset, number,
                arena_printf(arena, "write %s, as tables print it", text_grouped(arena, strtoull(number, NULL, 10))),
                "the number %s has no commas", number);
        if (mark == NULL) return;
        walk->in_expression = !walk->in_expression;
        text = mark + 2;
    }
}

/* ---- files and links --------------------------------------------------------------------------------------------- */

static const char *const folders[] = {"lessons/", "kernels/", "exercises/", "solutions/"};

static bool exists_in_pack(const Walk *walk, const char *path) {
    return file_exists(path_join(walk->lint->arena, walk->lint->pack->folder, path));
}

static void check_file_name(Walk *walk, const char *span) {
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        bool file = text_starts(span, folders[i]) && (text_ends(span, ".cu") || text_ends(span, ".yaml"));
        if (file && strpbrk(span, " *<") == NULL && !exists_in_pack(walk, span))
            say(walk, SEVERITY_ERROR, walk->start, span, NULL, "the pack has no file %s", span);
    }
}

static void check_link(Walk *walk, const char *target) {
    bool elsewhere = strstr(target, "://") != NULL || text_starts(target, "mailto:") || target[0] == '#';
    if (elsewhere) return;
    if (!target[0]) {
        say(walk, SEVERITY_ERROR, walk->start, "](", NULL, "this link has no target");
        return;
    }
    const char *path = arena_string_n(walk->lint->arena, target, strcspn(target, "#"));
    if (path[0] == '/' || !exists_in_pack(walk, path))
        say(walk, SEVERITY_ERROR, walk->start, target, "links go to an address, or to a file of the pack",
            "the link's target %s does not exist in the pack", target);
}

/* ---- what must fit ----------------------------------------------------------------------------------------------- */

static void end_code_line(Walk *walk) {
    int columns = walk->piece.size ? text_columns(walk->piece.data) : 0,
        room = LINT_COLUMNS - CODE_INDENT - walk->indent;
    if (columns > room && walk->start != UNSEEN)
        say(walk, SEVERITY_WARNING, walk->start, walk->piece.data, "break it: a terminal of 80 columns wraps it",
            "this line of code has %d columns, and %d fit", columns, room);
    walk->piece.size = 0;
    walk->start = UNSEEN;
}

static void end_cell(Walk *walk) {
    int columns = walk->piece.size ? text_columns(walk->piece.data) : 0;
    while (walk->widths.count <= walk->column) vec_push(walk->lint->arena, &walk->widths, 0);
    if (columns > walk->widths.at[walk->column]) walk->widths.at[walk->column] = columns;
    walk->column++;
    if (walk->table_start == UNSEEN) walk->table_start = walk->start;
    walk->piece.size = 0;
    walk->start = UNSEEN;
}

static void end_table(Walk *walk) {
    int total = walk->widths.count ? CELL_GAP * ((int)walk->widths.count - 1) : 0;
    for (size_t i = 0; i < walk->widths.count; i++) total += walk->widths.at[i];
    if (total + walk->indent > LINT_COLUMNS)
        say(walk, SEVERITY_WARNING, walk->table_start, "|",
            "shorten its widest cells: a terminal of 80 columns wraps them", "this table has %d columns, and %d fit",
            total, LINT_COLUMNS - walk->indent);
    walk->in_table = false;
    walk->widths.count = 0;
}

/* ---- md4c's events ----------------------------------------------------------------------------------------------- */

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context) {
    Walk *walk = context;
    (void)detail;
    walk->indent += type == MD_BLOCK_QUOTE || type == MD_BLOCK_LI ? 2 : 0;
    walk->in_code_block |= type == MD_BLOCK_CODE;
    if (type == MD_BLOCK_TABLE) walk->in_table = true, walk->table_start = UNSEEN;
    if (type == MD_BLOCK_TR) walk->column = 0;
    bool piece = type == MD_BLOCK_CODE || type == MD_BLOCK_TD || type == MD_BLOCK_TH;
    if (piece) walk->piece.size = 0, walk->start = UNSEEN;
    return 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context) {
    Walk *walk = context;
    (void)detail;
    walk->indent -= type == MD_BLOCK_QUOTE || type == MD_BLOCK_LI ? 2 : 0;
    if (type == MD_BLOCK_CODE) walk->in_code_block = false;
    if (type == MD_BLOCK_TD || type == MD_BLOCK_TH) end_cell(walk);
    if (type == MD_BLOCK_TABLE) end_table(walk);
    return 0;
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context) {
    Walk *walk = context;
    if (!walk->in_table && (type == MD_SPAN_CODE || type == MD_SPAN_A || type == MD_SPAN_IMG)) walk->start = UNSEEN;
    if (type == MD_SPAN_CODE) {
        walk->in_code = true;
        walk->span.size = 0;
        text_add(&walk->span, "");
    }
    const MD_ATTRIBUTE *target = type == MD_SPAN_A     ? &((MD_SPAN_A_DETAIL *)detail)->href
                                 : type == MD_SPAN_IMG ? &((MD_SPAN_IMG_DETAIL *)detail)->src
                                                       : NULL;
    if (target != NULL)
        walk->link = arena_string_n(walk->lint->arena, target->text != NULL ? target->text : "", target->size);
    return 0;
}

static void end_code_span(Walk *walk) {
    const char *span = arena_string(walk->lint->arena, walk->span.data);
    check_metrics(walk, span);
    check_command(walk, span);
    check_file_name(walk, span);
    if (walk->in_table) text_printf(&walk->piece, "`%s`", span); /* a cell keeps its marks */
    walk->in_code = false;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context) {
    Walk *walk = context;
    (void)detail;
    if (type == MD_SPAN_CODE) end_code_span(walk);
    bool linked = (type == MD_SPAN_A || type == MD_SPAN_IMG) && walk->link != NULL;
    if (linked) check_link(walk, walk->link);
    if (linked) walk->link = NULL;
    return 0;
}

static int add_piece(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *context) {
    Walk *walk = context;
    const char *all = walk->node->text;
    (void)type;
    if (!walk->in_code && !walk->in_code_block)
        check_numbers(walk, text, size, text >= all && text < all + walk->size ? (size_t)(text - all) : UNSEEN);
    if (walk->start == UNSEEN && text >= all && text < all + walk->size) walk->start = (size_t)(text - all);
    if (walk->in_code)
        text_add_n(&walk->span, text, size);
    else if (walk->in_code_block && size == 1 && text[0] == '\n')
        end_code_line(walk);
    else if (walk->in_code_block || walk->in_table)
        text_add_n(&walk->piece, text, size);
    return 0;
}

void lint_text(const LessonLint *lint, const Node *node) {
    Walk walk = {.lint = lint, .node = node, .size = strlen(node->text), .start = UNSEEN, .table_start = UNSEEN};
    const MD_PARSER calls = {
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = add_piece,
    };
    markdown_parse(node->text, calls, &walk);
    text_free(&walk.piece);
    text_free(&walk.span);
}
