/* The report as JSON: format 1, to which keys are only ever added. */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "program/programs.h"

/* jansson refuses text that is not UTF-8. */
static json_t *json_safe(const char *text) {
    if (text == NULL) return json_null();
    json_t *string = json_string(text);
    if (string != NULL) return string;
    Arena *arena = arena_new();
    string = json_string(text_printable(arena, text, strlen(text)));
    arena_free(arena);
    return string != NULL ? string : json_null();
}

static void set_place(json_t *object, const char *file, const char *line, Loc loc) {
    json_object_set_new(object, file, loc.line > 0 ? json_safe(loc.file) : json_null());
    json_object_set_new(object, line, json_integer(loc.line));
}

static json_t *json_device_finding(const ProgramKernel *kernel, const DeviceFinding *found) {
    const Finding *finding = &found->finding;
    json_t *object = json_object();
    json_object_set_new(object, "where", json_string("device"));
    json_object_set_new(object, "kind", json_string(finding_name[finding->kind]));
    json_object_set_new(object, "warning", json_boolean(finding->warning));
    json_object_set_new(object, "message", json_safe(finding->message));
    json_object_set_new(object, "count", json_integer((json_int_t)finding->count));
    json_object_set_new(object, "kernel", json_safe(kernel->name));
    set_place(object, "file", "line", finding->loc);
    set_place(object, "other_file", "other_line", finding->other);
    set_place(object, "launch_file", "launch_line", found->launch.loc);
    set_place(object, "allocation_file", "allocation_line", found->memory.loc);
    return object;
}

static json_t *json_host_finding(const HostFinding *finding) {
    json_t *object = json_object();
    json_object_set_new(object, "where", json_string("host"));
    json_object_set_new(object, "kind", json_string(finding_name[finding->kind]));
    json_object_set_new(object, "warning", json_boolean(finding->warning));
    json_object_set_new(object, "message", json_safe(finding->message));
    json_object_set_new(object, "count", json_integer((json_int_t)finding->count));
    set_place(object, "file", "line", finding->site.loc);
    set_place(object, "other_file", "other_line", finding->other.loc);
    return object;
}

static bool is_shown(Metric metric, const Metric *show, size_t count) {
    if (metric_needs_gpu(metric)) return false;
    for (size_t i = 0; i < count; i++)
        if (show[i] == metric) return true;
    return count == 0;
}

static json_t *json_kernel(const ProgramKernel *kernel, const Metric *show, size_t count) {
    json_t *object = json_object(), *metrics = json_object();
    json_object_set_new(object, "name", json_safe(kernel->name));
    json_object_set_new(object, "symbol", json_safe(kernel->symbol));
    json_object_set_new(object, "launches", json_integer((json_int_t)kernel->launches));
    json_object_set_new(object, "refused", json_integer((json_int_t)kernel->refused));
    json_object_set_new(object, "grid", json_pack("[i,i,i]", kernel->grid[0], kernel->grid[1], kernel->grid[2]));
    json_object_set_new(object, "block", json_pack("[i,i,i]", kernel->block[0], kernel->block[1], kernel->block[2]));
    json_object_set_new(object, "problem", json_safe(kernel->problem));
    for (Metric metric = 0; metric < metric_count; metric++) {
        double value = kernel->metrics.value[metric];
        if (!kernel->metrics.known[metric] || !isfinite(value) || !is_shown(metric, show, count)) continue;
        bool whole = metric_info[metric].kind != METRIC_KIND_RATIO && value == floor(value);
        json_object_set_new(metrics, metric_info[metric].name,
                            whole ? json_integer((json_int_t)value) : json_real(value));
    }
    json_object_set_new(object, "metrics", metrics);
    return object;
}

struct json_t *program_report_json(const ProgramReport *report, const Metric *show, size_t count) {
    json_t *object = json_object(), *kernels = json_array(), *findings = json_array();
    json_object_set_new(object, "format", json_integer(1));
    json_object_set_new(object, "program", json_safe(report->name));
    json_object_set_new(object, "device", json_string("sim"));
    json_object_set_new(object, "arch", json_safe(report->arch));
    json_object_set_new(object, "exit_code", json_integer(report->status));
    json_object_set_new(object, "signal", json_integer(report->ended_by));
    json_object_set_new(object, "errors", json_integer((json_int_t)program_errors(report)));
    json_object_set_new(object, "warnings", json_integer((json_int_t)program_warnings(report)));
    json_object_set_new(object, "calls", json_integer((json_int_t)report->calls));
    json_object_set_new(object, "bytes_allocated", json_integer((json_int_t)report->allocated));
    json_object_set_new(object, "bytes_at_a_time", json_integer((json_int_t)report->peak));
    for (size_t i = 0; i < report->kernels.count; i++) {
        const ProgramKernel *kernel = &report->kernels.at[i];
        json_array_append_new(kernels, json_kernel(kernel, show, count));
        for (size_t j = 0; j < kernel->findings.count; j++)
            json_array_append_new(findings, json_device_finding(kernel, &kernel->findings.at[j]));
    }
    for (size_t i = 0; i < report->findings.count; i++)
        json_array_append_new(findings, json_host_finding(&report->findings.at[i]));
    json_object_set_new(object, "kernels", kernels);
    json_object_set_new(object, "findings", findings);
    return object;
}
