/* The report of a launch: head line, judgement, findings, metrics, first elements of the outputs. */
#include <string.h>

#include "base/file.h"
#include "program_seen.h"
#include "report/draw.h"

enum { PRINTED_LINES = 20, OUTPUT_ELEMENTS = 32, LINES_SHOWN = 8 };

/* ---- head line --------------------------------------------------------------------------------------------------- */

static char *print_dimensions(Arena *arena, const uint32_t size[3]) {
    if (size[1] == 1 && size[2] == 1) return arena_printf(arena, "%u", size[0]);
    if (size[2] == 1) return arena_printf(arena, "(%u, %u)", size[0], size[1]);
    return arena_printf(arena, "(%u, %u, %u)", size[0], size[1], size[2]);
}

char *draw_configuration(Arena *arena, const Launch *launch) {
    const char *grid = print_dimensions(arena, launch->grid), *block = print_dimensions(arena, launch->block);
    if (launch->shared_dynamic == 0) return arena_printf(arena, "<<<%s, %s>>>", grid, block);
    return arena_printf(arena, "<<<%s, %s, %llu>>>", grid, block, (unsigned long long)launch->shared_dynamic);
}

/* A program is called by the file that was judged. */
static const char *name_of(const LaunchReport *report) {
    const LaunchSpec *spec = report->prepared->spec;
    bool program = spec != NULL && spec->program != NULL && report->source_file != NULL;
    return program ? path_base(report->source_file) : report->prepared->launch.kernel;
}

/* What follows the name: the shape of a kernel's launch, or a program's words. */
static const char *draw_words(Arena *arena, const Style *style, const Prepared *prepared) {
    if (prepared->spec == NULL || prepared->spec->program == NULL) return draw_configuration(arena, &prepared->launch);
    const char *words = "";
    for (size_t i = 0; i < prepared->word_count; i++)
        words = arena_printf(arena, "%s %s", words, style_clean_line(arena, style, prepared->words[i]));
    return words;
}

/* "stride = 2, n = 4096", of which no line ends between a name and its value. */
static const char *hold_values(Arena *arena, const char *bindings) {
    char *held = arena_string(arena, bindings);
    for (char *at = held; (at = strstr(at, " = ")) != NULL; at += 2) at[0] = at[2] = DRAW_HELD_BLANK;
    return held;
}

void draw_head(Text *out, const Style *style, Arena *arena, const LaunchReport *report) {
    Flow flow = {0};
    const Launch *launch = report->prepared != NULL ? &report->prepared->launch : NULL;
    if (launch != NULL) {
        flow_add(&flow, ROLE_TITLE, style_clean_line(arena, style, name_of(report)));
        flow_add(&flow, ROLE_PLAIN, draw_words(arena, style, report->prepared));
        flow_add(&flow, ROLE_PLAIN, " ");
    }
    flow_add(&flow, ROLE_DIM,
             style_format(arena, style, "on %s, %s", report->device != NULL ? report->device : "?",
                          report->arch != NULL ? report->arch : "?"));
    const char *bindings = launch != NULL ? draw_bindings(arena, style, report->prepared) : "";
    static const char *const orders[] = {
        [SCHEDULE_REVERSE] = "warps in reverse", [SCHEDULE_RANDOM] = "warps in random order"};
    const char *order = launch != NULL && report->device != NULL ? orders[launch->schedule] : NULL;
    if (order != NULL)
        flow_add(&flow, ROLE_DIM, arena_printf(arena, " %s %s", style_glyph(style, GLYPH_SEPARATOR), order));
    if (*bindings)
        flow_add(&flow, ROLE_DIM,
                 arena_printf(arena, " %s %s", style_glyph(style, GLYPH_SEPARATOR), hold_values(arena, bindings)));
    flow_print(&flow, out, style, "", "  ");
    flow_free(&flow);
}

/* ---- why it did not finish --------------------------------------------------------------------------------------- */

/* What to do about a launch that the runtime refused, by its name for the error. */
static const char *refusal_advice(const char *code) {
    static const struct {
        const char *code, *advice;
    } advice[] = {
        {"cudaErrorInvalidConfiguration", "Look at the grid and block sizes: a block holds at most 1,024 threads."},
        {"cudaErrorLaunchOutOfResources", "The block needs more registers or shared memory than an SM has: use fewer "
                                          "threads a block, or less of them each."},
    };
    for (size_t i = 0; code != NULL && i < sizeof advice / sizeof *advice; i++)
        if (strcmp(advice[i].code, code) == 0) return advice[i].advice;
    return NULL;
}

void draw_status(Text *out, const Style *style, Arena *arena, const LaunchReport *report) {
    const Result *result = report->result;
    const char *head = NULL, *advice = NULL, *detail = result->error;
    bool simulated = result->program != NULL || text_equal(report->device, "sim");
    switch (result->status) {
    case RUN_FINISHED: return;
    case RUN_STOPPED:
        head = result->program != NULL ? "The program was stopped before its end"
                                       : "The kernel was stopped before its end";
        advice = result->finding_count ? NULL : "What was counted until then is below.";
        break;
    case RUN_REFUSED:
        head = "The launch was refused: no thread ran";
        advice = refusal_advice(result->error_code);
        break;
    case RUN_INTERRUPTED: head = "Interrupted: what was counted until then is below"; break;
    case RUN_UNSUPPORTED:
        head = result->program != NULL ? "The simulator cannot run the program"
               : simulated             ? "The simulator cannot run the kernel"
                                       : "This device cannot run the kernel";
        advice = simulated ? "That is a limit of the simulator, not a mistake of yours."
                           : "That is a limit of the device, not a mistake of yours.";
        break;
    }
    Flow flow = {0};
    bool bad = result->status != RUN_INTERRUPTED;
    flow_add(&flow, bad ? ROLE_BAD : ROLE_WARNING, style_glyph(style, bad ? GLYPH_CROSS : GLYPH_WARNING));
    flow_add(&flow, bad ? ROLE_BAD : ROLE_WARNING, arena_printf(arena, " %s.", head));
    if (result->error_code != NULL)
        flow_add(&flow, ROLE_CODE, arena_printf(arena, " %s", style_clean_line(arena, style, result->error_code)));
    flow_print(&flow, out, style, "", "  ");
    if (detail != NULL) flow_paragraph(out, style, ROLE_PLAIN, "  ", "  ", style_clean_line(arena, style, detail));
    if (result->error_loc.line > 0) {
        flow_paragraph(out, style, ROLE_DIM, "  ", "  ", source_place(arena, style, report, result->error_loc));
        draw_excerpt(out, style, arena, report->source, result->error_loc.line, true);
    }
    if (advice != NULL) flow_paragraph(out, style, ROLE_PLAIN, "  ", "  ", advice);
    flow_free(&flow);
}

/* ---- the output's judgement -------------------------------------------------------------------------------------- */

static const char *where_right(Arena *arena, const Style *style, const LaunchReport *report) {
    const GpuReport *gpu = report->gpu;
    if (gpu == NULL || !gpu->simulated || gpu->judged == NULL || !gpu->judged->correct) return "";
    const char *sizes = draw_timed_sizes(arena, style, report);
    if (sizes == NULL || gpu->result->timing.repetitions == 0) return " on both";
    return arena_printf(arena, " on both, and on the GPU with %s too", sizes);
}

/* A launch is timed with other sizes only where it was right with its own. */
static const char *where_wrong(Arena *arena, const Style *style, const LaunchReport *report) {
    const GpuReport *gpu = report->gpu;
    if (gpu == NULL || gpu->judged == NULL || !gpu->apart) return "";
    if (gpu->judged->correct) return " in the simulator";
    const char *sizes = draw_timed_sizes(arena, style, report);
    return sizes != NULL ? arena_printf(arena, " on the GPU with %s", sizes) : " on the GPU";
}

/* The first element that differs and how many do; of a secret output only how many are right. */
static const char *mismatch_words(const Style *style, Arena *arena, const Mismatch *miss) {
    const char *buffer = style_clean_line(arena, style, miss->buffer);
    if (miss->secret)
        return arena_printf(arena, ": %s: %s of %s are right", buffer,
                            draw_count(arena, (double)(miss->total - miss->count)),
                            draw_count(arena, (double)miss->total));
    return arena_printf(arena, ": %s[%zu]: expected %s, got %s%s; %s of %s differ%s", buffer, miss->index,
                        draw_scalar(arena, miss->type, miss->expected), draw_scalar(arena, miss->type, miss->got),
                        miss->poisoned ? " (never written)" : "", draw_count(arena, (double)miss->count),
                        draw_many(arena, (double)miss->total, "element", "elements"), miss->count == 1 ? "s" : "");
}

void draw_judgement(Text *out, const Style *style, Arena *arena, const LaunchReport *report) {
    const Judged *judged = report->judged;
    if (judged == NULL || !judged->judged || report->result->status != RUN_FINISHED) return;
    Flow flow = {0};
    if (judged->correct) {
        flow_add(&flow, ROLE_GOOD,
                 arena_printf(arena, "%s the output is right%s", style_glyph(style, GLYPH_TICK),
                              where_right(arena, style, report)));
    } else {
        flow_add(&flow, ROLE_BAD,
                 arena_printf(arena, "%s the output is wrong%s", style_glyph(style, GLYPH_CROSS),
                              where_wrong(arena, style, report)));
        flow_add_code(&flow, style, ROLE_PLAIN,
                      judged->why != NULL
                          ? style_format(arena, style, ": %s", style_clean_line(arena, style, judged->why))
                          : mismatch_words(style, arena, &judged->mismatch));
    }
    flow_print(&flow, out, style, "", "  ");
    flow_free(&flow);
}

/* ---- what the kernel printed ------------------------------------------------------------------------------------- */

void draw_printed(Text *out, const Style *style, Arena *arena, const Result *result) {
    if (result->printed == NULL || !*result->printed) return;
    char *edge = arena_printf(arena, "  %s ", style_glyph(style, GLYPH_EDGE));
    const char *at = result->printed;
    style_put(out, style, ROLE_DIM, result->program != NULL ? "the program's output" : "printf");
    text_add_char(out, '\n');
    int shown = 0;
    for (; *at && shown < PRINTED_LINES; shown++) {
        size_t size = strcspn(at, "\n");
        const char *line = style_clean_source(arena, style, at, size);
        style_put(out, style, ROLE_DIM, edge);
        text_add(out, draw_cut(arena, style, line, style_width(style) - text_columns(edge)));
        text_add_char(out, '\n');
        at += size + (at[size] == '\n');
    }
    size_t left = 0;
    for (; *at; at++) left += *at == '\n' || !at[1];
    const char *more = draw_many(arena, (double)left, "more line", "more lines");
    if (left > 0) flow_paragraph(out, style, ROLE_DIM, "  ", "  ", more);
    if (result->printed_cut)
        flow_paragraph(out, style, ROLE_DIM, "  ", "  ",
                       result->program != NULL ? "It printed more than is kept."
                                               : "The kernel printed more than the device keeps.");
}

/* ---- outputs ----------------------------------------------------------------------------------------------------- */

static void print_elements(Text *out, const Style *style, Arena *arena, const Buffer *buffer, const Mismatch *miss) {
    size_t shown = buffer->count < OUTPUT_ELEMENTS ? buffer->count : OUTPUT_ELEMENTS;
    const unsigned char *bytes = buffer->bytes;
    int widest = 1, index_columns = text_columns(arena_printf(arena, "[%zu] ", shown));
    const char **texts = arena_array(arena, const char *, shown);
    for (size_t i = 0; i < shown; i++) {
        texts[i] = draw_scalar(arena, buffer->type, scalar_get(buffer->type, bytes + i * scalar_size(buffer->type)));
        int columns = text_columns(texts[i]);
        widest = columns > widest ? columns : widest;
    }
    int room = (style_width(style) - 2 - index_columns) / (widest + 1);
    size_t a_line = 1;
    while (a_line * 2 <= (size_t)(room > 1 ? room : 1) && a_line < 16) a_line *= 2;
    for (size_t i = 0; i < shown; i++) {
        if (i % a_line == 0 && room > 0) {
            char *index = arena_printf(arena, "[%zu]", i);
            text_add(out, "  ");
            style_put(out, style, ROLE_DIM, index);
            text_repeat(out, " ", index_columns - 1 - text_columns(index));
        }
        text_repeat(out, " ", widest + 1 - text_columns(texts[i]));
        style_put(out, style, miss != NULL && miss->index == i ? ROLE_BAD : ROLE_PLAIN, texts[i]);
        if (i % a_line == a_line - 1 || i == shown - 1) text_add_char(out, '\n');
    }
    if (shown < buffer->count) {
        text_add(out, "  ");
        style_put(out, style, ROLE_DIM, style_glyph(style, GLYPH_ELLIPSIS));
        text_add_char(out, '\n');
    }
}

void report_output(Text *out, const Style *style, const LaunchReport *report) {
    if (report->prepared == NULL) return;
    Arena *arena = arena_new();
    const Launch *launch = &report->prepared->launch;
    for (size_t i = 0; i < launch->buffer_count; i++) {
        const Buffer *buffer = &launch->buffers[i];
        if (!buffer->output || buffer->bytes == NULL) continue;
        const Judged *judged = report->judged;
        bool missed = judged != NULL && judged->judged && !judged->correct && !judged->mismatch.secret &&
                      text_equal(judged->mismatch.buffer, buffer->name);
        Flow flow = {0};
        flow_add(&flow, ROLE_STRONG, style_clean_line(arena, style, buffer->name));
        flow_add(&flow, ROLE_DIM,
                 arena_printf(arena, "  %s %s of %s", draw_count(arena, (double)buffer->count),
                              buffer->count == 1 ? "element" : "elements", scalar_name[buffer->type]));
        flow_print(&flow, out, style, "", "  ");
        flow_free(&flow);
        print_elements(out, style, arena, buffer, missed ? &judged->mismatch : NULL);
    }
    arena_free(arena);
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static void blank_line(Text *out) {
    if (out->size > 1 && out->data[out->size - 1] == '\n' && out->data[out->size - 2] != '\n') text_add_char(out, '\n');
}

/* Adds a part with a blank line before it; nothing where the part is empty. */
static void add_part(Text *out, Text *part) {
    if (part->size > 0) {
        blank_line(out);
        text_add_n(out, part->data, part->size);
    }
    text_free(part);
}

/* The simulator's counts; where a GPU measured as well, under a head that says so. */
static void add_counts(Text *out, const Style *style, const LaunchReport *report) {
    Text part = {0}, head = {0};
    if (report->result->program != NULL) {
        if (report->result->program->kernel_count > 0)
            report_kernels(&part, style, report->result->program, report->show, report->show_count);
        add_part(out, &part);
        report_host_code(&part, style, report->result->program);
        add_part(out, &part);
        return;
    }
    report_metrics_table(&part, style, report);
    bool both = report->gpu != NULL && report->gpu->result != NULL && report->gpu->simulated;
    if (part.size > 0 && both) flow_paragraph(&head, style, ROLE_DIM, "", "", "Counted in the simulator:");
    if (part.size > 0) text_add_n(&head, part.data, part.size);
    add_part(out, &head);
    text_free(&part);
}

static void add_extras(Text *out, const Style *style, const LaunchReport *report) {
    Text part = {0};
    if (report->show_extra & SHOW_LINES) {
        report_lines(&part, style, report, LINES_SHOWN);
        add_part(out, &part);
    }
    const RequestSample *sample = report_worst_request(report);
    if (report->show_extra & SHOW_BANKS && sample != NULL) {
        report_banks(&part, style, sample, report->source);
        add_part(out, &part);
    }
    if (report->show_extra & SHOW_OUTPUT && report->result->status != RUN_REFUSED) {
        report_output(&part, style, report);
        add_part(out, &part);
    }
}

void report_launch(Text *out, const Style *style, const LaunchReport *report) {
    Arena *arena = arena_new();
    draw_head(out, style, arena, report);
    Text part = {0};
    if (report->show_extra & SHOW_SOURCE && report->source != NULL &&
        report->prepared != NULL) { /* first read it, then see what it did */
        report_source(&part, style, report->source, report->prepared->launch.kernel);
        add_part(out, &part);
        blank_line(out);
    }
    draw_status(out, style, arena, report);
    draw_judgement(out, style, arena, report);
    draw_gpu_notes(out, style, arena, report);
    draw_printed(&part, style, arena, report->result);
    add_part(out, &part);
    report_findings(&part, style, report);
    add_part(out, &part);
    if (report->result->status != RUN_REFUSED && report->result->status != RUN_UNSUPPORTED) {
        add_counts(out, style, report);
        report_gpu(&part, style, report);
        add_part(out, &part);
        add_extras(out, style, report);
    }
    arena_free(arena);
}
