/* A page of a lesson or an exercise: one HTML text without a script and without anything from elsewhere, and its
 * pictures as SVG. Pure functions that add to a Text. All text that they take may come from outside and is escaped. */
#ifndef WARPSCHOOL_REPORT_HTML_H
#define WARPSCHOOL_REPORT_HTML_H

#include "base/vec.h"
#include "report/report.h"

/* ---- text (html_text.c, html_page.c) ----------------------------------------------------------------------------- */

/* The style sheet of a page, and the colours of the pictures in it. */
extern const char html_style[], svg_style[];
/* The first bytes of every page and of every picture that is a file of its own: what a file that begins so holds was
 * written by `report`. */
extern const char html_mark[], svg_mark[];
/* text with &, <, >, " and ' as entities, fit for an element and for a quoted attribute. What a terminal or an XML
 * parser would not take (control characters, bytes that are no UTF-8) becomes U+FFFD. NULL adds nothing. */
void html_text(Text *out, const char *text);
/* The same, with code between backticks in the look of code. */
void html_sentence(Text *out, const char *text);
void html_text_n(Text *out, const char *text, size_t size);
/* An element that holds text: <p class="dim">text</p>. class NULL: none. Both names are ours, not the text's. */
void html_element(Text *out, const char *name, const char *class, const char *text);
void html_sentence_element(Text *out, const char *name, const char *class, const char *text); /* as html_sentence */
/* A code block; nothing for an empty text. Frees text. */
void html_block(Text *out, const char *label, Text *text);
/* "To see it again: warpschool run 05-banks --step stride-2" */
void html_command(Text *out, const char *command);
/* A box that scrolls sideways by itself, so that what is wide does not widen the page; label names it for a screen
 * reader. */
void html_box_begin(Text *out, const char *label);
void html_box_end(Text *out);
/* The page from its first byte to the start of its body, and its end. */
void html_begin(Text *out, const char *title);
void html_end(Text *out);

/* Markdown as report_markdown takes it. Raw HTML in it is text; a link stays one only to http and https; of an image
 * its description stays. above: the level of the heading that the text stands below (1 to 5): its own headings follow
 * it without a gap. */
void html_markdown(Text *out, int above, const char *markdown);

/* ---- a launch (html_launch.c, html_source.c) --------------------------------------------------------------------- */

typedef enum HtmlPictureKind {
    HTML_PICTURE_BANKS,
    HTML_PICTURE_SECTORS,
    HTML_PICTURE_OCCUPANCY,
    HTML_PICTURE_PLOT,
    HTML_PICTURE_RACE, /* a block of text; the others are SVG */
    HTML_PICTURE_KINDS
} HtmlPictureKind;

/* Where in the page's text a picture stands, from its first byte to the one after its last. */
typedef struct HtmlPicture {
    HtmlPictureKind kind;
    size_t begin, end;
} HtmlPicture;

/* The pictures that a page has so far. count gives the names of their parts, so that {0} is no picture yet; a page that
 * begins with another number has other names. arena: NULL where nobody wants the list. */
typedef struct HtmlPictures {
    Arena *arena;
    int count;
    VEC(HtmlPicture) drawn;
} HtmlPictures;
/* Notes a picture that stands in the page from byte begin to its end. */
void html_picture(HtmlPictures *pictures, const Text *out, HtmlPictureKind kind, size_t begin);

/* What was launched and what came of it, the table of metrics, the lines with their counts, the picture of the worst
 * request. command makes these numbers again. */
void html_launch(Text *out, const LaunchReport *report, const char *command, HtmlPictures *pictures);
/* The picture of a request with its sentences. source: the text that its line is of, or NULL. */
void html_banks(Text *out, const RequestSample *sample, const char *source, HtmlPictures *pictures);
void html_sectors(Text *out, const SectorSample *sample, const char *source, HtmlPictures *pictures);
/* A kernel's lines with what each asked of the memories; kernel NULL: all of the file. */
void html_source(Text *out, const LaunchReport *report, const char *kernel);
/* A text of CUDA C++, its words told by their looks. label as for html_box_begin. */
void html_code(Text *out, const char *label, const char *source);
void html_findings(Text *out, const LaunchReport *report, HtmlPictures *pictures);

/* The table over several launches, as report_rows has it. */
void html_rows(Text *out, const char *label_head, const char *const *labels, const LaunchReport *reports, size_t count,
               const Metric *show, size_t show_count, const char *command);
/* As report_recorded. */
void html_recorded(Text *out, const char *label_head, const char *const *labels, const LaunchReport *reports,
                   size_t count, const Recorded *recorded);

/* ---- an exercise (html_check.c) ---------------------------------------------------------------------------------- */

/* The verdict, the compiler's messages, the goals, the findings, and the judged file with its counts. */
void html_check(Text *out, const CheckReport *report, const char *command, HtmlPictures *pictures);

/* ---- pictures (svg_*.c) ------------------------------------------------------------------------------------------ */

/* svg.c. The opening of a picture of width by height pixels, with its title and what it shows in words, both escaped
 * here. number: which picture of its page it is, from 1; 0: it is a file of its own, which begins with svg_mark. */
void svg_begin(Text *out, int width, int height, int number, const char *title, const char *description);
void svg_heading(Text *out, const char *text); /* its first line, escaped here */
/* A picture of a page as a file of its own. */
void svg_alone(Text *out, const char *picture, size_t size);
/* Parts of the pictures of a request, drawn so that they take few bytes, because a page holds many of them. */
/* A dot in each of columns by rows cells, of which the first one's middle is x, y; what is drawn later hides those of
 * cells that are used. */
void svg_dots(Text *out, int x, int y, int width, int columns, int height, int rows);
/* The lanes in their cells. x, y: the middle of a number, at its base; count: how many lanes share the cell, of which
 * lane is the first. */
void svg_lanes_begin(Text *out);
void svg_lane(Text *out, int x, int y, int lane, int count);
void svg_lanes_end(Text *out);
/* One request over the 32 banks: a column for each bank, a row for each pass, in a cell the lane that is served.
 * number: of the picture within its page, from 1; 0: a file of its own, with its own colours. */
void svg_banks(Text *out, const RequestSample *sample, int number);
/* One request over the sectors of global memory: a row for each sector, in a cell the lane that wants the word. */
void svg_sectors(Text *out, const SectorSample *sample, int number);
/* A bar for each resource of a multiprocessor, as report_occupancy has them. resources NULL: what the assembler says is
 * not known. False, and nothing is added, where no block fits. */
bool svg_occupancy(Text *out, const LaunchReport *report, const KernelResources *resources, int number);
/* Bars of a metric over labels, from zero. False, and nothing is added, where no value is above 0. */
bool svg_plot(Text *out, const char *label_head, const char *const *labels, const LaunchReport *reports, size_t count,
              Metric metric, int number);
/* The metric that a plot of these launches shows: the first of show that is a number and not the same in all of them;
 * METRIC_NONE: there is none. */
Metric svg_metric_to_plot(const LaunchReport *reports, size_t count, const Metric *show, size_t show_count);
#endif
