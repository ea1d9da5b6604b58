/* Report: results to text, pictures and JSON. Pure functions: they take data and a Style and add to a Text; they know
 * no device, open no file and never ask the terminal. */
#ifndef WARPSCHOOL_REPORT_REPORT_H
#define WARPSCHOOL_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/text.h"
#include "course/course.h"
#include "course/grading.h"
#include "device.h"

typedef struct Style {
    bool colour;  /* ANSI colours */
    bool unicode; /* box drawing and blocks; else ASCII */
    int width;    /* columns, at least 20 */
    bool plain;   /* for a screen reader: words, and neither pictures nor signs that stand for words */
    bool page;    /* those words on a page for a browser, which is read by eye as well: with its signs */
} Style;

/* ---- text -------------------------------------------------------------------------------------------------------- */

/* The kind of a piece of text; each has one look. */
typedef enum Role {
    ROLE_PLAIN,
    ROLE_TITLE,
    ROLE_STRONG,
    ROLE_EMPHASIS,
    ROLE_CODE,
    ROLE_GOOD,
    ROLE_BAD,
    ROLE_WARNING,
    ROLE_DIM,
    ROLE_PROMPT,
    ROLE_COUNT
} Role;
/* Adds text in a role's look, without one where !style->colour. The text may come from outside: what a terminal
 * would act on is replaced, and where !style->unicode it is printed as ASCII. Newlines and tabs stay. */
void style_add(Text *out, const Style *style, Role role, const char *text);

/* Markdown (CommonMark with tables, by md4c) wrapped to the width: headings, paragraphs, lists, tables, quotes,
 * emphasis, code spans and code blocks. Hostile text cannot drive the terminal. */
void report_markdown(Text *out, const Style *style, const char *markdown);

/* A table whose columns fit the width: first row is the header. cells[row * columns + column]; right[column] aligns
 * numbers right. Where it does not fit, it is turned into one block a row. */
void report_table(Text *out, const Style *style, const char *const *cells, size_t rows, size_t columns,
                  const bool *right);

/* Diagnostics. source, where given, is the text of the file that the first position names: messages about that file
 * get their line with a caret. */
void report_diags(Text *out, const Style *style, const DiagList *diags, const char *source);
/* The same of an answer that is checked: the first ten, and how many more there are. What is no source at all has
 * dozens. */
void report_first_diags(Text *out, const Style *style, const DiagList *diags, const char *source);

/* ---- a launch ---------------------------------------------------------------------------------------------------- */

/* The GPU's part of a launch's report. */
typedef struct GpuReport {
    const char *name, *arch; /* "NVIDIA H200", "sm_90" */
    const Launch *launch;    /* with the buffers that the GPU left */
    const Result *result;
    const Judged *judged;     /* of those buffers */
    const Prepared *timed;    /* the launch that the times are of; NULL: the report's own */
    bool simulated;           /* the simulator ran the launch too: counts and findings are its */
    bool apart;               /* the output is correct on only one of the two devices */
    const char *const *notes; /* sentences on the differences between the two */
    size_t note_count;
    bool quiet; /* the reason why the counters could not be read was shown already */
} GpuReport;

/* Everything that is known after one launch, as the commands hand it around. result is never NULL but in JSON and in
 * checks (a launch that was prepared and did not run); prepared, judged and source may be NULL. */
typedef struct LaunchReport {
    const char *step;          /* step id or label */
    const char *device, *arch; /* device as a person reads it: "sim", "NVIDIA H200", "sim and NVIDIA H200" */
    const GpuReport *gpu;      /* NULL: no GPU ran it */
    const Prepared *prepared;
    const Result *result;
    const Judged *judged;
    const GoalOutcome *outcomes;
    size_t outcome_count;
    Verdict verdict;
    const char *source_file; /* as messages name it */
    const char *source;      /* its text, for lines */
    const Metric *show;      /* empty: every metric that is not zero and not of launch.* or occupancy.* */
    size_t show_count;
    unsigned show_extra; /* SHOW_... */
} LaunchReport;

/* The head line ("strided_read<<<1, 32>>> on sim, sm_90"), the output's judgement, findings, the table of metrics, and
 * what show_extra asks for. A refused or stopped launch says why instead. */
void report_launch(Text *out, const Style *style, const LaunchReport *report);

/* Times and rates that the GPU's clock gave, its counters beside the simulator's, and why they differ where they do. */
void report_gpu(Text *out, const Style *style, const LaunchReport *report);
void report_metrics_table(Text *out, const Style *style, const LaunchReport *report);
/* The costliest source lines: first those with conflicts, then those with the most sectors; at most `most`. */
void report_lines(Text *out, const Style *style, const LaunchReport *report, size_t most);
/* The metrics that the report shows and whose values differ from before, with both values; the number of them. */
size_t report_changes(Text *out, const Style *style, const Metrics *before, const LaunchReport *report);
void report_findings(Text *out, const Style *style, const LaunchReport *report);
/* One request over the 32 banks: which lanes hit which bank, which words, in how many passes. */
void report_banks(Text *out, const Style *style, const RequestSample *sample, const char *source);
/* The passes of such a request one by one: a heading, the pass's row and what it delivers to whom. pass: from 0, below
 * report_bank_passes(). */
int report_bank_passes(const RequestSample *sample);
void report_bank_pass(Text *out, const Style *style, const RequestSample *sample, int pass);
/* One request over the 32-byte sectors of global memory: which lanes want which words, what is moved for nobody. */
void report_sectors(Text *out, const Style *style, const SectorSample *sample, const char *source);
/* A race as a time-line of its two accesses; false, and nothing, where the finding does not tell them. */
bool report_race(Text *out, const Style *style, const LaunchReport *report, const Finding *finding);
/* Bars of what a multiprocessor of report->arch has and what the launch's blocks take of it, and which runs out first.
 * resources may be NULL or hold unknown numbers. */
void report_occupancy(Text *out, const Style *style, const LaunchReport *report, const KernelResources *resources);
/* A kernel's text with each line's counts and findings; before: the same launch of another version of the file, whose
 * counts stand beside, or NULL. */
void report_annotated(Text *out, const Style *style, const LaunchReport *report, const char *kernel,
                      const LaunchReport *before);
bool report_source_defines(const char *source,
                           const char *kernel); /* whether the source defines a function of that name */
/* One line of a source, numbered. */
void report_line(Text *out, const Style *style, const char *source, int line);
/* The request whose picture tells most of a launch that ran; NULL: none was kept. */
const RequestSample *report_worst_request(const LaunchReport *report);
void report_source(Text *out, const Style *style, const char *source,
                   const char *kernel);                                        /* a kernel's text, numbered */
void report_output(Text *out, const Style *style, const LaunchReport *report); /* first elements of the outputs */

/* One table over several launches: a row each, label first; for sweeps and comparisons. Bars show the first metric, or
 * for a sweep of some length a plot below the table. */
void report_rows(Text *out, const Style *style, const char *label_head, const char *const *labels,
                 const LaunchReport *reports, size_t count, const Metric *show, size_t show_count);

/* Two launches that ran, side by side: each metric that either counted, and what differs. */
void report_comparison(Text *out, const Style *style, const char *const names[2], const LaunchReport reports[2]);

/* Below a launch (labels NULL) or a table: what a named GPU measured for the same launches. Nothing where a GPU of this
 * machine has measured it. */
void report_recorded(Text *out, const Style *style, const char *label_head, const char *const *labels,
                     const LaunchReport *reports, size_t count, const Recorded *recorded);

/* Below a table: the roofline of a named GPU, with the launches on it that have `flops`. Their speed is what that GPU
 * measured here, or what `recorded` (may be NULL) has of it; a launch without either stands on the roof. */
void report_roofline(Text *out, const Style *style, const char *const *labels, const LaunchReport *reports,
                     size_t count, const Roofline *roofline, const Recorded *recorded);

/* ---- the line that a picture is of ------------------------------------------------------------------------------- */

typedef enum PicturedSpace { PICTURED_SHARED, PICTURED_GLOBAL, PICTURED_SPACES } PicturedSpace;

/* A line that makes requests, over the banks of shared memory or the sectors of global memory. */
typedef struct PicturedLine {
    PicturedSpace space;
    bool one_op; /* only this operation counts; else all do: */
    RequestOp op;
    Metric metric;        /* the one that a goal names; METRIC_NONE: none */
    const LineCounts *at; /* the result's; NULL: not found yet */
} PicturedLine;

/* Finds the line of the report's own source that wastes most wavefronts or sectors of the kind that pictured says; with
 * a metric that is a maximum, such as ways, the line where that is largest. False: no line makes such requests. */
bool report_worst_line(const LaunchReport *report, PicturedLine *pictured);
/* The line that misses the first missed goal about banks or sectors. False: there is no such goal. */
bool report_missed_line(const LaunchReport *report, PicturedLine *pictured);
/* The line that the verdict's text is about, the first finding's or the first missed goal's; where a goal has none, the
 * one of report_missed_line. False: there is none that asks for memory. */
bool report_deciding_line(const LaunchReport *report, Verdict verdict, PicturedLine *pictured);
/* Whether the line is one of the report's own source, and made requests to that memory. */
bool report_line_uses(const LaunchReport *report, const LineCounts *line, PicturedSpace space);
/* Its costliest request over sectors, of those that were recorded; NULL: none. recorded may be NULL. */
const SectorSample *report_worst_sectors(const PicturedLine *pictured, const Result *recorded);
/* The picture of its costliest request. recorded: the same launch with Launch.recording of that line, which sectors
 * need; may be NULL. False, and nothing: no such request was kept. */
bool report_line_picture(Text *out, const Style *style, const LaunchReport *report, const PicturedLine *pictured,
                         const Result *recorded);

/* ---- an exercise ------------------------------------------------------------------------------------------------- */

/* All launches of an exercise, also those after the one that decided, and what they earned. */
typedef struct CheckTotal {
    const LaunchReport *launches; /* those that ran, in order */
    const char *const *broken_by; /* of each, as below */
    size_t launch_count;
    Points points;
} CheckTotal;

typedef struct CheckReport {
    const Lesson *lesson;
    const Exercise *exercise;
    const char *file;       /* the file that was judged, as messages name it: programs can open it */
    const char *shown_file; /* the same for a person, where that is shorter: "~/warpschool/..." */
    const char *device, *arch;
    Verdict verdict;
    const DiagList *diags;        /* compiler messages, errors of ours */
    const char *source;           /* the judged file's text, or NULL */
    const LaunchReport *launches; /* those that ran, in order; the last one decided */
    size_t launch_count;
    const char *broken_by; /* the order of the warps in which the last one failed, where it does not in its own; NULL */
    bool every_schedule;   /* each launch was made in several orders of the warps */
    const CheckTotal *total;    /* `check --all`; else NULL */
    const HiddenReport *hidden; /* NULL: nothing is hidden */
    /* the deciding launch once more, with the requests of one line recorded, whose picture belongs to the report; NULL:
     * it was not repeated */
    const Result *recorded;
    PicturedLine pictured; /* that line */
} CheckReport;
void report_check(Text *out, const Style *style, const CheckReport *report);
/* For editors: what is wrong, each on a line of its own, FILE:LINE:COLUMN: error: MESSAGE (or warning, note). A missed
 * goal stands at the line with the most of what it names; what belongs to no line, where the kernel is defined. The
 * last line is EXERCISE: VERDICT. */
void report_error_lines(Text *out, const Style *style, const CheckReport *report);
void report_verdict(Text *out, const Style *style, const CheckReport *report); /* its first lines alone */

/* What is kept of a check, for the next one of the same file. In arena; before: what was kept of the one before, or
 * NULL. The numbers of a file that did not run are those of the last one that did. */
typedef struct CheckPast CheckPast;
CheckPast *report_past(Arena *arena, const CheckReport *report, const CheckPast *before);
/* The check without its verdict: the goal that failed first with its line, what has changed since `before` (NULL: it is
 * the first check), and the picture of that line. */
void report_watched(Text *out, const Style *style, const CheckReport *report, const CheckPast *before);
/* The request to shared memory to draw below a check: of the line that misses a goal, else the worst; NULL: none. */
const RequestSample *report_request_of_check(const CheckReport *report);
/* The same in one line without a newline: verdict, file and line, what is wrong. */
void report_watched_line(Text *out, const Style *style, const CheckReport *report);
/* Pictures of all lines whose requests were kept, the worst first, and what the costliest lines ask for. */
void report_pictures(Text *out, const Style *style, const CheckReport *report);
/* What two texts are called: a word for each where no sign tells them apart, and the sentence where they are equal. */
typedef struct DifferenceWords {
    const char *before, *after, *equal;
} DifferenceWords;
/* The lines in which two texts differ, with a few around them. */
void report_differences(Text *out, const Style *style, const char *before, const char *after,
                        const DifferenceWords *words);

/* The metrics that the exercise's goals name and that changed: as they were, and as they are. */
void report_gains(Text *out, const Style *style, const Exercise *exercise, const Metrics *before, const Metrics *now);

/* ---- whole programs ---------------------------------------------------------------------------------------------- */

struct ProgramSeen;
/* A row for each kernel; show: the metrics of its columns, 0 of them: those of report_kernel_metrics. */
void report_kernels(Text *out, const Style *style, const struct ProgramSeen *seen, const Metric *show, size_t count);
const Metric *report_kernel_metrics(size_t *count);
/* What the host code did, in a sentence. */
void report_host_code(Text *out, const Style *style, const struct ProgramSeen *seen);

/* ---- JSON: DESIGN's contract, format 1 --------------------------------------------------------------------------- */

/* Values of jansson's, whose references are the caller's. */
struct json_t;

/* {"format":1,"lesson":...,"device":...,"arch":...,"launches":[...]} */
struct json_t *json_run(const char *lesson, const char *device, const char *arch, const LaunchReport *launches,
                        size_t count, const DiagList *diags);
struct json_t *json_check(const CheckReport *report);
/* [{"file":..., "line":..., and each count that is not 0}, ...] */
struct json_t *json_lines(const Result *result);
/* [{"file":...,"line":...,"column":...,"severity":...,"message":...}, ...] */
struct json_t *json_messages(const DiagList *diags);

/* Where there are only errors to report, as one line of text in arena: {"format": 1, "verdict": "error", "messages":
 * [...]}. */
char *json_problem(Arena *arena, const DiagList *diags);

#endif
