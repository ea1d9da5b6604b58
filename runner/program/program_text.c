/* The report in words and as a table. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "program/programs.h"
#include "report/draw.h"

enum { FINDINGS_SHOWN = 20 };

/* ---- findings ---------------------------------------------------------------------------------------------------- */

static const char *place_of(Arena *arena, Loc loc) {
    if (loc.line < 1) return NULL;
    return arena_printf(arena, "%s:%d", loc.file != NULL ? loc.file : "line", loc.line);
}

static void add_head(Flow *flow, const Style *style, Arena *arena, bool warning, const char *title, const char *place,
                     uint64_t count) {
    Role role = warning ? ROLE_WARNING : ROLE_BAD;
    flow_add(flow, role, style_glyph(style, warning ? GLYPH_WARNING : GLYPH_CROSS));
    flow_add(flow, role, style_format(arena, style, " %s%s", warning ? "warning: " : "", title));
    if (place != NULL) flow_add(flow, ROLE_DIM, style_format(arena, style, " at %s", place));
    if (count > 1)
        flow_add(flow, ROLE_DIM,
                 style_format(arena, style, " %s %s times", style_glyph(style, GLYPH_SEPARATOR),
                              draw_count(arena, (double)count)));
}

const char *program_source(const char *file, Arena *arena) {
    size_t size;
    const char *why;
    return file_read_text(arena, file, &size, &why);
}

/* A program in walls names the files that its lines stand in, and they are read outside of the walls. */
static bool may_quote(const ProgramReport *report, const char *file) {
    char real[PATH_MAX];
    if (report->quotable == NULL) return true;
    size_t size = strlen(report->quotable);
    return realpath(file, real) != NULL && strncmp(real, report->quotable, size) == 0 && real[size] == '/';
}

/* The line of source itself, where the file is still there. */
static void add_excerpt(Text *out, const Style *style, Arena *arena, const ProgramReport *report, Loc loc) {
    bool known = loc.line > 0 && loc.file != NULL && may_quote(report, loc.file);
    const char *source = known ? program_source(loc.file, arena) : NULL;
    if (source != NULL) draw_excerpt(out, style, arena, source, loc.line, true);
}

/* A finding's sentence; what it quotes of the program stands out. */
static void add_message(Text *out, const Style *style, const char *clean) {
    Flow flow = {0};
    flow_add_code(&flow, style, ROLE_PLAIN, clean);
    flow_print(&flow, out, style, "  ", "  ");
    flow_free(&flow);
}

static void add_host(Text *out, const Style *style, Arena *arena, const ProgramReport *report,
                     const HostFinding *finding) {
    Flow flow = {0};
    add_head(&flow, style, arena, finding->warning, finding_info[finding->kind].title,
             place_of(arena, finding->site.loc), finding->count);
    flow_print(&flow, out, style, "", "  ");
    flow_free(&flow);
    const char *other = place_of(arena, finding->other.loc);
    const char *message = style_clean_line(arena, style, finding->message);
    if (other != NULL)
        message = style_format(arena, style, "%s (%s at %s)", message, finding->freed ? "freed" : "allocated", other);
    add_message(out, style, message);
    add_excerpt(out, style, arena, report, finding->site.loc);
}

static void add_device(Text *out, const Style *style, Arena *arena, const ProgramReport *report,
                       const ProgramKernel *kernel, const DeviceFinding *found) {
    const Finding *finding = &found->finding;
    const char *launched = place_of(arena, found->launch.loc), *memory = place_of(arena, found->memory.loc);
    Flow flow = {0};
    add_head(&flow, style, arena, finding->warning, finding_info[finding->kind].title, place_of(arena, finding->loc),
             finding->count);
    flow_print(&flow, out, style, "", "  ");
    flow_free(&flow);
    add_message(out, style, style_clean_line(arena, style, finding->message));
    add_excerpt(out, style, arena, report, finding->loc);
    if (finding->other.line > 0 && finding->other.line != finding->loc.line)
        add_excerpt(out, style, arena, report, finding->other);
    flow_paragraph(out, style, ROLE_DIM, "  ", "  ",
                   style_format(arena, style, "in %s%s%s%s%s", kernel->name, launched != NULL ? ", launched at " : "",
                                launched != NULL ? launched : "", memory != NULL ? "; allocated at " : "",
                                memory != NULL ? memory : ""));
}

/* Errors before warnings; adds at most FINDINGS_SHOWN of both. */
static void add_findings(Text *out, const Style *style, Arena *arena, const ProgramReport *report, bool warning,
                         size_t *shown) {
    for (size_t i = 0; i < report->kernels.count; i++)
        for (size_t j = 0; j < report->kernels.at[i].findings.count; j++) {
            const DeviceFinding *found = &report->kernels.at[i].findings.at[j];
            if (found->finding.warning != warning || (*shown)++ >= FINDINGS_SHOWN) continue;
            text_add_char(out, '\n');
            add_device(out, style, arena, report, &report->kernels.at[i], found);
        }
    for (size_t i = 0; i < report->findings.count; i++) {
        const HostFinding *finding = &report->findings.at[i];
        if (finding->warning != warning || (*shown)++ >= FINDINGS_SHOWN) continue;
        text_add_char(out, '\n');
        add_host(out, style, arena, report, finding);
    }
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static void add_end(Text *out, const Style *style, Arena *arena, const ProgramReport *report) {
    size_t errors = program_errors(report), warnings = program_warnings(report);
    Flow flow = {0};
    if (errors + warnings == 0 && (report->ended_by != 0 || report->interrupted))
        flow_add(&flow, ROLE_PLAIN, "no findings"); /* of a part of the program */
    else if (errors + warnings == 0)
        flow_add(&flow, ROLE_GOOD, style_format(arena, style, "%s no findings", style_glyph(style, GLYPH_TICK)));
    else
        flow_add(&flow, errors > 0 ? ROLE_BAD : ROLE_WARNING,
                 style_format(arena, style, "%s, %s", draw_many(arena, (double)errors, "finding", "findings"),
                              draw_many(arena, (double)warnings, "warning", "warnings")));
    if (report->interrupted)
        flow_add(&flow, ROLE_PLAIN, "; the program was stopped before its end");
    else if (report->ended_by != 0)
        flow_add(&flow, ROLE_PLAIN,
                 style_format(arena, style, "; the program was ended by signal %d (%s)", report->ended_by,
                              strsignal(report->ended_by)));
    else if (report->status != 0)
        flow_add(&flow, ROLE_PLAIN, style_format(arena, style, "; the program's exit code is %d", report->status));
    text_add_char(out, '\n');
    flow_print(&flow, out, style, "", "  ");
    flow_free(&flow);
}

void program_report_text(Text *out, const Style *style, const ProgramReport *report, const Metric *show, size_t count,
                         bool only_findings) {
    Arena *arena = arena_new();
    text_add_char(out, '\n');
    style_put(out, style, ROLE_TITLE,
              style_format(arena, style, "%s on Warpschool's simulator, as %s", report->name, report->arch));
    text_add_char(out, '\n');
    if (!report->connected)
        flow_paragraph(out, style, ROLE_PLAIN, "", "", "The program called none of CUDA's functions.");
    else if (report->kernels.count == 0)
        flow_paragraph(out, style, ROLE_PLAIN, "", "", "The program launched no kernel.");
    else if (!only_findings)
        report_kernels(out, style, &report->seen, show, count);
    if (report->timed && !only_findings)
        flow_paragraph(out, style, ROLE_DIM, "", "",
                       "Times from events are those that the simulation took on this machine: no GPU's.");
    size_t shown = 0;
    add_findings(out, style, arena, report, false, &shown);
    add_findings(out, style, arena, report, true, &shown);
    if (shown > FINDINGS_SHOWN)
        flow_paragraph(out, style, ROLE_DIM, "", "",
                       style_format(arena, style, "and %s (--json has all)",
                                    draw_many(arena, (double)(shown - FINDINGS_SHOWN), "more", "more")));
    add_end(out, style, arena, report);
    arena_free(arena);
}

/* ---- CSV --------------------------------------------------------------------------------------------------------- */

/* RFC 4180: in quotes, and a quote doubled. */
static void add_field(Text *out, const char *text) {
    text_add_char(out, '"');
    for (; *text != '\0'; text++) {
        if (*text == '"') text_add_char(out, '"');
        text_add_char(out, *text);
    }
    text_add_char(out, '"');
}

void program_report_csv(Text *out, const ProgramReport *report, const Metric *show, size_t count) {
    if (count == 0) show = report_kernel_metrics(&count);
    text_add(out, "kernel,launches,findings");
    for (size_t i = 0; i < count; i++) text_printf(out, ",%s", metric_info[show[i]].name);
    text_add_char(out, '\n');
    for (size_t k = 0; k < report->kernels.count; k++) {
        const ProgramKernel *kernel = &report->kernels.at[k];
        add_field(out, kernel->name);
        text_printf(out, ",%llu,%zu", (unsigned long long)kernel->launches, kernel->findings.count);
        for (size_t i = 0; i < count; i++)
            if (kernel->metrics.known[show[i]])
                text_printf(out, ",%.17g", kernel->metrics.value[show[i]]);
            else
                text_add_char(out, ',');
        text_add_char(out, '\n');
    }
}
