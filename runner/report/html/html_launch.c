/* A launch and a table over several, as HTML. */
#include <string.h>

#include "program_seen.h"
#include "report/draw.h"
#include "report/html/html.h"

enum { METRICS_BY_DEFAULT = 5 };

static const Style words = {.unicode = true, .width = 1000, .plain = true, .page = true};

/* ---- sentences that text and page share -------------------------------------------------------------------------- */

/* Each line of text as a paragraph. Frees text. */
static void add_paragraphs(Text *out, const char *class, Text *text) {
    for (const char *line = text->data; line != NULL && *line != '\0';) {
        size_t size = strcspn(line, "\n");
        if (size > strspn(line, " ")) {
            text_printf(out, "<p class=\"%s\">", class);
            html_text_n(out, line, size);
            text_add(out, "</p>\n");
        }
        line += size + (line[size] == '\n');
    }
    text_free(text);
}

/* ---- metrics ----------------------------------------------------------------------------------------------------- */

/* Without a list of the lesson's: what is not zero and says something about the run. The assembler's counts are left
 * out where they repeat those of what was written. */
static bool is_shown(const Metrics *metrics, Metric metric) {
    const char *name = metric_info[metric].name;
    if (!metrics->known[metric] || metrics->value[metric] == 0 || !metric_info[metric].unasked) return false;
    if (text_starts(name, "launch.") || text_starts(name, "occupancy.")) return false;
    if (!text_starts(name, "assembled.")) return true;
    Metric written = metric_find(name + strlen("assembled."));
    return written == METRIC_NONE || metrics->value[written] != metrics->value[metric];
}

static void add_metric(Text *out, Arena *arena, const Metrics *metrics, Metric metric) {
    text_printf(out, "<tr><th scope=\"row\"><code>%s</code></th><td class=\"number\">", metric_info[metric].name);
    html_text(out, draw_metric(arena, metric, metrics->value[metric]));
    text_add(out, "</td><td class=\"meaning\">");
    html_text(out, metric_info[metric].meaning);
    text_add(out, "</td></tr>\n");
}

/* Has none of the launches a value of its own? */
static bool is_missing(const LaunchReport *reports, size_t count, Metric metric) {
    for (size_t i = 0; i < count; i++)
        if (reports[i].result->metrics.known[metric]) return false;
    return true;
}

/* Names the metrics that no launch has, in the place of rows and columns of dashes. */
static void add_missing(Text *out, const LaunchReport *reports, size_t count, const Metric *show, size_t show_count) {
    for (int on_gpu = 0; on_gpu < 2; on_gpu++) {
        bool any = false;
        for (size_t m = 0; m < show_count; m++) {
            if (!is_missing(reports, count, show[m]) || metric_needs_gpu(show[m]) != (on_gpu == 1)) continue;
            const char *lead = on_gpu == 1 ? "Measured only on a GPU: " : "Not known here: ";
            if (!any) text_add(out, "<p class=\"dim\">");
            text_printf(out, "%s<code>%s</code>", any ? ", " : lead, metric_info[show[m]].name);
            any = true;
        }
        if (any) text_add(out, ".</p>\n");
    }
}

static void add_metrics(Text *out, Arena *arena, const LaunchReport *report) {
    const Metrics *metrics = &report->result->metrics;
    bool all = report->show_count == 0, any = all;
    for (size_t i = 0; i < report->show_count; i++) any = any || metrics->known[report->show[i]];
    add_missing(out, report, 1, report->show, report->show_count);
    if (!any) return;
    if (all) text_add(out, "<details><summary>All counts</summary>\n");
    html_box_begin(out, "Measured");
    text_add(out, "<table>\n<thead><tr><th scope=\"col\">metric</th><th scope=\"col\" class=\"number\">measured</th>"
                  "<th scope=\"col\">meaning</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < report->show_count; i++)
        if (metrics->known[report->show[i]]) add_metric(out, arena, metrics, report->show[i]);
    for (Metric metric = 0; report->show_count == 0 && metric < metric_count; metric++)
        if (is_shown(metrics, metric)) add_metric(out, arena, metrics, metric);
    text_add(out, "</tbody></table>");
    html_box_end(out);
    if (all) text_add(out, "</details>\n");
}

/* ---- one launch -------------------------------------------------------------------------------------------------- */

static void begin_figure(Text *out, const char *label) {
    text_add(out, "<figure>\n");
    html_box_begin(out, label);
}

static void end_figure(Text *out, Text *said) {
    html_box_end(out);
    text_add(out, "<figcaption>");
    add_paragraphs(out, "dim", said);
    text_add(out, "</figcaption>\n</figure>\n");
}

void html_banks(Text *out, const RequestSample *sample, const char *source, HtmlPictures *pictures) {
    Text said = {0};
    report_banks(&said, &words, sample, source);
    begin_figure(out, "The request over the banks");
    size_t begin = out->size;
    svg_banks(out, sample, pictures->count + 1);
    html_picture(pictures, out, HTML_PICTURE_BANKS, begin);
    end_figure(out, &said);
}

/* Where the lesson shows a number of the occupancy. */
static void add_occupancy(Text *out, const LaunchReport *report, HtmlPictures *pictures) {
    bool asked = false;
    for (size_t i = 0; i < report->show_count; i++)
        asked |= text_starts(metric_info[report->show[i]].name, "occupancy.");
    const Launch *launch = report->prepared != NULL ? &report->prepared->launch : NULL;
    if (!asked || launch == NULL || launch->image == NULL) return;
    Text said = {0};
    const KernelResources *resources = image_resources(launch->image, launch->kernel);
    begin_figure(out, "The occupancy of a multiprocessor");
    size_t begin = out->size;
    if (svg_occupancy(out, report, resources, pictures->count + 1))
        html_picture(pictures, out, HTML_PICTURE_OCCUPANCY, begin);
    report_occupancy(&said, &words, report, resources);
    end_figure(out, &said);
}

void html_sectors(Text *out, const SectorSample *sample, const char *source, HtmlPictures *pictures) {
    Text said = {0};
    report_sectors(&said, &words, sample, source);
    begin_figure(out, "The request over the sectors of global memory");
    size_t begin = out->size;
    svg_sectors(out, sample, pictures->count + 1);
    html_picture(pictures, out, HTML_PICTURE_SECTORS, begin);
    end_figure(out, &said);
}

/* The kernels of a whole program, and what its host code did. */
static void add_program(Text *out, const LaunchReport *report) {
    Text part = {0};
    const Style wide = {.unicode = true, .width = 100};
    if (report->result->program->kernel_count > 0)
        report_kernels(&part, &wide, report->result->program, report->show, report->show_count);
    html_block(out, "The kernels, all their launches together", &part);
    report_host_code(&part, &words, report->result->program);
    add_paragraphs(out, "dim", &part);
}

void html_launch(Text *out, const LaunchReport *report, const char *command, HtmlPictures *pictures) {
    Arena *arena = arena_new();
    Text part = {0};
    draw_head(&part, &words, arena, report);
    add_paragraphs(out, "strong", &part);
    draw_status(&part, &words, arena, report);
    add_paragraphs(out, "bad", &part);
    bool right = report->judged != NULL && report->judged->correct;
    draw_judgement(&part, &words, arena, report);
    add_paragraphs(out, right ? "good" : "bad", &part);
    draw_gpu_notes(&part, &words, arena, report);
    add_paragraphs(out, "dim", &part);
    draw_printed(&part, &words, arena, report->result);
    bool program = report->result->program != NULL;
    html_block(out, program ? "What the program printed" : "What the kernel printed", &part);
    html_findings(out, report, pictures);
    if (report->result->status != RUN_REFUSED && report->result->status != RUN_UNSUPPORTED) {
        if (program)
            add_program(out, report);
        else
            add_metrics(out, arena, report);
        report_gpu(&part, &words, report);
        html_block(out, "Measured on the GPU", &part);
        if (report->prepared != NULL) html_source(out, report, report->prepared->launch.kernel);
        const RequestSample *sample = report->show_extra & SHOW_BANKS ? report_worst_request(report) : NULL;
        if (sample != NULL) html_banks(out, sample, report->source, pictures);
        add_occupancy(out, report, pictures);
        if (report->show_extra & SHOW_OUTPUT) report_output(&part, &(Style){.unicode = true, .width = 78}, report);
        html_block(out, "The output", &part);
    }
    html_command(out, command);
    arena_free(arena);
}

/* ---- several ----------------------------------------------------------------------------------------------------- */

/* Those that differ between the launches. */
static size_t varying(const LaunchReport *reports, size_t count, Metric *show) {
    size_t found = 0;
    for (Metric metric = 0; metric < metric_count && found < METRICS_BY_DEFAULT; metric++) {
        const Metrics *first = &reports[0].result->metrics;
        bool varies = false;
        if (!metric_info[metric].unasked || text_starts(metric_info[metric].name, "gpu.")) continue;
        for (size_t i = 1; i < count; i++) {
            const Metrics *here = &reports[i].result->metrics;
            varies = varies || here->known[metric] != first->known[metric] ||
                     (first->known[metric] && here->value[metric] != first->value[metric]);
        }
        if (varies) show[found++] = metric;
    }
    return found;
}

static const char *remark(const LaunchReport *report) {
    const Result *result = report->result;
    if (result->status == RUN_REFUSED) return result->error_code != NULL ? result->error_code : "refused";
    if (result->status == RUN_UNSUPPORTED) return "unsupported";
    if (result->status == RUN_INTERRUPTED) return "interrupted";
    if (result_findings(result, FINDING_ANY) > 0) return finding_name[result->findings[0].kind];
    if (result->status == RUN_STOPPED) return "stopped";
    return report->judged != NULL && report->judged->judged && !report->judged->correct ? "wrong output" : "";
}

static void add_row(Text *out, Arena *arena, const char *label, const LaunchReport *report, const Metric *show,
                    size_t show_count, bool remarks) {
    const Metrics *metrics = &report->result->metrics;
    bool ran = report->result->status != RUN_REFUSED && report->result->status != RUN_UNSUPPORTED;
    text_add(out, "<tr><th scope=\"row\">");
    html_text(out, label);
    text_add(out, "</th>");
    for (size_t m = 0; m < show_count; m++) {
        bool known = ran && metrics->known[show[m]];
        text_add(out, "<td class=\"number\">");
        html_text(out, known ? draw_metric(arena, show[m], metrics->value[show[m]]) : "-");
        text_add(out, "</td>");
    }
    if (remarks) html_element(out, "td", "bad", remark(report));
    text_add(out, "</tr>\n");
}

static void add_first_head(Text *out, const char *label_head) {
    text_add(out, "<table>\n<thead><tr><th scope=\"col\">");
    html_text(out, *label_head != '\0' ? label_head : "launch");
    text_add(out, "</th>");
}

/* Which numbers are a GPU's. */
static void add_gpu_name(Text *out, const LaunchReport *reports, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const GpuReport *gpu = reports[i].gpu;
        if (gpu == NULL || gpu->result == NULL) continue;
        text_add(out, gpu->simulated ? "<p class=\"dim\">Counts are the simulator's; times and what follows from them "
                                       "were measured on the "
                                     : "<p class=\"dim\">Measured on the ");
        html_text(out, gpu->name);
        text_add(out, ".</p>\n");
        return;
    }
}

static void add_rows(Text *out, Arena *arena, const char *label_head, const char *const *labels,
                     const LaunchReport *reports, size_t count, const Metric *show, size_t show_count, bool remarks) {
    html_box_begin(out, "Measured");
    add_first_head(out, label_head);
    for (size_t m = 0; m < show_count; m++)
        text_printf(out, "<th scope=\"col\" class=\"number\"><code>%s</code></th>", metric_info[show[m]].name);
    text_add(out, remarks ? "<th scope=\"col\">remark</th></tr></thead>\n<tbody>\n" : "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < count; i++) add_row(out, arena, labels[i], &reports[i], show, show_count, remarks);
    text_add(out, "</tbody></table>");
    html_box_end(out);
}

void html_rows(Text *out, const char *label_head, const char *const *labels, const LaunchReport *reports, size_t count,
               const Metric *show, size_t show_count, const char *command) {
    if (count == 0) return;
    Arena *arena = arena_new();
    Metric chosen[METRICS_BY_DEFAULT];
    if (show_count == 0) {
        show_count = varying(reports, count, chosen);
        show = chosen;
    }
    VEC(Metric) known = {0};
    for (size_t m = 0; m < show_count; m++)
        if (!is_missing(reports, count, show[m])) vec_push(arena, &known, show[m]);
    add_missing(out, reports, count, show, show_count);
    bool remarks = false;
    for (size_t i = 0; i < count; i++) remarks = remarks || *remark(&reports[i]) != '\0';
    if (known.count > 0 || remarks)
        add_rows(out, arena, label_head, labels, reports, count, known.at, known.count, remarks);
    add_gpu_name(out, reports, count);
    html_command(out, command);
    arena_free(arena);
}
void html_recorded(Text *out, const char *label_head, const char *const *labels, const LaunchReport *reports,
                   size_t count, const Recorded *recorded) {
    Arena *arena = arena_new();
    const RecordedMetric **metrics = arena_array(arena, const RecordedMetric *, recorded->metric_count + 1);
    size_t used = 0;
    for (size_t i = 0; i < recorded->metric_count; i++)
        if (recorded->metrics[i].value_count == count && is_missing(reports, count, recorded->metrics[i].metric))
            metrics[used++] = &recorded->metrics[i];
    if (used > 0) {
        html_box_begin(out, "Recorded on a GPU");
        add_first_head(out, label_head);
        for (size_t m = 0; m < used; m++)
            text_printf(out, "<th scope=\"col\" class=\"number\"><code>%s</code></th>",
                        metric_info[metrics[m]->metric].name);
        text_add(out, "</tr></thead>\n<tbody>\n");
        for (size_t i = 0; i < count; i++) {
            text_add(out, "<tr><th scope=\"row\">");
            html_text(out, labels[i]);
            text_add(out, "</th>");
            for (size_t m = 0; m < used; m++) {
                text_add(out, "<td class=\"number\">");
                html_text(out, draw_metric(arena, metrics[m]->metric, metrics[m]->values[i]));
                text_add(out, "</td>");
            }
            text_add(out, "</tr>\n");
        }
        text_add(out, "</tbody></table>");
        html_box_end(out);
        text_add(out, "<p class=\"dim\">Recorded on a GPU, not measured here: ");
        html_text(out, recorded->gpu);
        if (recorded->size != NULL) text_add(out, ", ");
        html_text(out, recorded->size);
        text_add(out, "</p>\n");
    }
    arena_free(arena);
}
