/* What the files of this folder share: safe text, glyphs, columns, numbers, and paragraphs that wrap.
 *
 * "Clean" text has passed style_clean or style_clean_line: valid UTF-8 (ASCII where !style->unicode) without
 * anything that a terminal acts on. Text from outside is made clean once, where it enters; the functions that print
 * expect clean text. */
#ifndef WARPSCHOOL_REPORT_DRAW_H
#define WARPSCHOOL_REPORT_DRAW_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/text.h"
#include "metric.h"
#include "report/report.h"

/* ---- style.c: signs ---------------------------------------------------------------------------------------------- */

typedef enum Glyph {
    GLYPH_TICK,
    GLYPH_CROSS,
    GLYPH_WARNING,
    GLYPH_SEPARATOR,
    GLYPH_ELLIPSIS,
    GLYPH_RULE,
    GLYPH_DOUBLE_RULE,
    GLYPH_EDGE,
    GLYPH_BULLET,
    GLYPH_INNER_BULLET,
    GLYPH_ARROW,
    GLYPH_TIMES,
    GLYPH_MARK,
    GLYPH_WORD,
    GLYPH_SHARED_WORD,
    GLYPH_IDLE,
    GLYPH_SAME_LANE,
    GLYPH_CONTINUED,
    GLYPH_COUNT
} Glyph;
const char *style_glyph(const Style *style, Glyph which);

int style_width(const Style *style); /* at least 20 */

/* ---- style.c: safe text ------------------------------------------------------------------------------------------ */

char *style_clean(Arena *arena, const Style *style, const char *text); /* newlines and tabs stay; NULL gives "" */
char *style_clean_line(Arena *arena, const Style *style,
                       const char *text); /* one line: newlines and tabs become blanks */
/* A line of source: tabs go to the next multiple of four columns. size bytes of text, not 0-terminated. */
char *style_clean_source(Arena *arena, const Style *style, const char *text, size_t size);
char *style_format(Arena *arena, const Style *style, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Adds clean text in a role's look. */
void style_put(Text *out, const Style *style, Role role, const char *clean);
/* In clean text of a paragraph: a blank at which no line ends. */
enum { DRAW_HELD_BLANK = '\x02' };
/* The bytes of the character at clean and the columns it takes. */
size_t draw_character_size(const char *clean, int *columns);

/* ---- paragraph.c: columns ---------------------------------------------------------------------------------------- */

/* The columns of the widest of clean's lines. */
int draw_columns(const char *clean);
/* As much of clean as fits columns, with an ellipsis where something was left out. */
char *draw_cut(Arena *arena, const Style *style, const char *clean, int columns);
/* Line number `line` (from 1) of a source, without its newline; NULL where there is none. */
const char *source_line(const char *source, int line, size_t *size);

/* ---- paragraph.c: numbers ---------------------------------------------------------------------------------------- */

char *draw_count(Arena *arena, double value);                 /* 16,777,216; exact up to 2^53 */
char *draw_real(Arena *arena, double value);                  /* a few significant digits */
char *draw_metric(Arena *arena, Metric metric, double value); /* as the metric's kind and unit ask */
char *draw_scalar(Arena *arena, Scalar type, double value);   /* one element of a buffer */
/* "1 pass", "2 passes": the number, a blank and the word that fits it. */
char *draw_many(Arena *arena, double value, const char *one, const char *many);

/* ---- rows.c ------------------------------------------------------------------------------------------------------ */

/* A metric's name in two lines, broken after its last dot: columns stay as narrow as their numbers. */
const char *draw_metric_head(Arena *arena, Metric metric);

/* ---- changes.c --------------------------------------------------------------------------------------------------- */

/* "32 → 1"; in words "before: 32, now: 1". */
char *draw_change(Arena *arena, const Style *style, const char *was, const char *now);

/* ---- paragraph.c: paragraphs ------------------------------------------------------------------------------------- */

/* A paragraph that is filled piece by piece, each with its look, and then printed wrapped. A newline in it is a hard
 * break. flow_print empties it for the next one; flow_free gives back its memory. */
typedef struct Flow {
    Text text, roles; /* a Role for each byte of text */
} Flow;
void flow_add(Flow *flow, Role role, const char *clean);
/* What stands between backticks in the look of code, without them; without colours as it is. */
void flow_add_code(Flow *flow, const Style *style, Role role, const char *clean);
/* Wraps to the style's width with first before the first line and rest before the others. */
void flow_print(Flow *flow, Text *out, const Style *style, const char *first, const char *rest);
void flow_free(Flow *flow);
/* A paragraph in one look. */
void flow_paragraph(Text *out, const Style *style, Role role, const char *first, const char *rest, const char *clean);

/* ---- kernel_text.c: source text ---------------------------------------------------------------------------------- */

/* The line in which a kernel is defined; 0: nowhere. */
int source_definition_line(const char *source, const char *kernel);
/* Where the definition of a kernel begins, with what belongs to it above its name; *line: that line's number, *end:
 * just after its last brace. The whole source where kernel is NULL or not defined there. */
const char *source_kernel(const char *source, const char *kernel, const char **end, int *line);
/* What a piece of a line of CUDA C++ is, for its look. */
typedef enum SourcePiece {
    SOURCE_PLAIN,
    SOURCE_COMMENT,
    SOURCE_STRING,
    SOURCE_CUDA,    /* threadIdx, __shared__ ... */
    SOURCE_KEYWORD, /* of C++ */
    SOURCE_NUMBER
} SourcePiece;
/* The bytes of the first piece of a line that is not empty, at least 1; *in_comment carries a block comment from line
 * to line. */
size_t source_piece(const char *line, bool *in_comment, SourcePiece *kind);
/* Adds one clean line of source with its looks; *in_comment carries a block comment from line to line. */
void source_add_line(Flow *flow, Arena *arena, const char *line, bool *in_comment);

/* ---- table.c ----------------------------------------------------------------------------------------------------- */

typedef struct Cell {
    const char *text; /* clean; a newline starts another line of the cell */
    Role role;
} Cell;
/* Prepares a clean text for a cell: where there are colours, `code` is told by its look; else the backticks stay, and
 * so do those of which one has no partner. */
char *table_mark_code(const Style *style, char *clean);
/* The table of report_table; indent columns stay free on the left. header: the first row is one. */
void table_print(Text *out, const Style *style, Arena *arena, const Cell *cells, size_t rows, size_t columns,
                 const bool *right, bool header, int indent);

/* ---- findings.c: places, for check and launch -------------------------------------------------------------------- */

/* Whether loc is a line of the report's source. Folders are ignored, because a compiler may have put another before
 * the name. */
bool source_has(const LaunchReport *report, Loc loc);
/* "at 05-banks.cu:14:9"; the column only where it is known. */
const char *source_place(Arena *arena, const Style *style, const LaunchReport *report, Loc loc);
/* "  14 | text of the line", wrapped to a few lines at most; nothing where source has no such line. */
void draw_excerpt(Text *out, const Style *style, Arena *arena, const char *source, int line, bool marked);

/* ---- launch_report.c --------------------------------------------------------------------------------------------- */

/* "<<<(128, 128), 256, 4096>>>" */
char *draw_configuration(Arena *arena, const Launch *launch);
void draw_head(Text *out, const Style *style, Arena *arena, const LaunchReport *report);
/* Why the launch did not run to its end; nothing where it did. */
void draw_status(Text *out, const Style *style, Arena *arena, const LaunchReport *report);
/* Whether the output was right, and where it was not. */
void draw_judgement(Text *out, const Style *style, Arena *arena, const LaunchReport *report);
/* What the kernel's printf wrote; nothing where it wrote nothing. */
void draw_printed(Text *out, const Style *style, Arena *arena, const Result *result);

/* ---- bindings.c -------------------------------------------------------------------------------------------------- */

/* "stride = 2, pad = 1", or "" */
char *draw_bindings(Arena *arena, const Style *style, const Prepared *prepared);
/* The same of the launch that the times are of; NULL where that is the report's own. */
char *draw_timed_sizes(Arena *arena, const Style *style, const LaunchReport *report);

/* ---- gpu_result.c ------------------------------------------------------------------------------------------------ */

/* The differences between GPU and simulator, and what only a GPU could have measured. */
void draw_gpu_notes(Text *out, const Style *style, Arena *arena, const LaunchReport *report);
/* Whether report_gpu prints this metric of the simulator beside the hardware's own counter? */
bool draw_shows_counter(Arena *arena, const LaunchReport *report, Metric metric);

/* ---- plot.c ------------------------------------------------------------------------------------------------------ */

/* Whether a sweep is worth a plot of this metric: numbers on the axis, enough of them, and room. */
bool plot_fits(const Style *style, const char *const *labels, const LaunchReport *reports, size_t count, Metric metric);
/* metric over the parameter `name`; labels are its values and fit, as plot_fits says. */
void plot_draw(Text *out, const Style *style, Arena *arena, const char *name, const char *const *labels,
               const LaunchReport *reports, size_t count, Metric metric);

/* ---- costly_lines.c ---------------------------------------------------------------------------------------------- */

typedef enum Lines {
    LINES_COSTLY,   /* lines with any request, as report_lines has them */
    LINES_WASTEFUL, /* only lines that needed more than the fewest wavefronts or sectors */
    LINES_SHARED,   /* lines with requests to shared memory, with a conflict or without */
} Lines;
/* report_lines, for some of the lines. */
void draw_lines(Text *out, const Style *style, const LaunchReport *report, size_t most, Lines which);
/* What one line asked of each memory, or of shared memory alone; without the line itself. */
void draw_line_costs(Text *out, const Style *style, Arena *arena, const LaunchReport *report, const LineCounts *line,
                     bool shared_only);

/* ---- lane_distance.c --------------------------------------------------------------------------------------------- */

/* One distance in bytes for all neighbouring lanes that are active; false where it varies, or too few
 * are side by side. */
bool lanes_distance(const RequestSample *sample, int64_t *bytes);
/* How the lanes' addresses of a request are spaced, without a full stop: "neighbouring lanes are 32 words apart,
 * which is a row of `tile`". NULL where there is no rule. */
char *lanes_sentence(Arena *arena, const LaunchReport *report, const RequestSample *sample);
/* Of the requests that a line made, the kept one with the most ways; NULL where there is none. */
const RequestSample *lanes_worst_on_line(const Result *result, Loc loc, RequestOp op);

/* ---- hidden_report.c --------------------------------------------------------------------------------------------- */

/* That there is a hidden part, and what may be said of it; nothing where there is none. */
void draw_hidden(Text *out, const Style *style, Arena *arena, const CheckReport *report);
/* The sentence of the first entry of the hidden part that is missed; NULL: none is. */
const char *draw_hidden_missed(const HiddenReport *hidden);

/* ---- check_total.c ----------------------------------------------------------------------------------------------- */

/* Of `check --all`: a line for each launch, and the points. */
void draw_total(Text *out, const Style *style, Arena *arena, const CheckReport *report);

/* ---- pictured_line.c --------------------------------------------------------------------------------------------- */

/* Whether the report shows counts of that operation by name, "shared.load.wavefronts" of a load. */
bool draw_shows_operation(const LaunchReport *report, PicturedSpace space, RequestOp op);
/* The line that decides a goal, and the metric that says so; NULL where none does. */
const LineCounts *report_line_of_goal(const LaunchReport *report, const GoalOutcome *outcome, Metric *metric);

/* ---- goals.c ----------------------------------------------------------------------------------------------------- */

/* Whether a goal's outcome says something of this launch. */
bool draw_shows_goal(const LaunchReport *report, const GoalOutcome *outcome);
/* Whether the goal of that number says something that no missed goal before it has said. */
bool draw_says_anew(const LaunchReport *report, size_t goal);
/* Each goal with a tick or a cross. */
void draw_goals(Text *out, const Style *style, Arena *arena, const LaunchReport *report);
/* One of them; a missed one with its number and what the lesson says to it. */
void draw_goal(Text *out, const Style *style, Arena *arena, const GoalOutcome *outcome);
const GoalOutcome *draw_first_missed(const LaunchReport *report); /* NULL: none is */

#endif
