/* JSON: format 1, which docs/warpschool.1 describes. Keys are only ever added. Whole numbers are printed as
 * integers, ratios as reals, and the text is valid UTF-8 whatever bytes a student's file holds.
 *
 * A launch's own metrics, lines, findings and buffers are the simulator's where it ran, so that they do not depend
 * on the machine and include no time; the GPU's are under "gpu". */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <utf8proc.h>

#include "base/file.h"
#include "program_seen.h"
#include "report/json_requests.h"
#include "report/report.h"

enum { FORMAT = 1 };

/* jansson refuses invalid UTF-8: what is not valid becomes U+FFFD. NULL becomes null. */
static json_t *json_text(const char *text) {
    if (text == NULL) return json_null();
    json_t *string = json_string(text);
    if (string != NULL) return string;
    Text out = {0};
    text_add(&out, "");
    while (*text) {
        utf8proc_int32_t code;
        utf8proc_ssize_t size = utf8proc_iterate((const utf8proc_uint8_t *)text, -1, &code);
        if (size > 0)
            text_add_n(&out, text, (size_t)size);
        else
            text_add(&out, "\xEF\xBF\xBD");
        text += size > 0 ? size : 1;
    }
    string = json_string(out.data);
    text_free(&out);
    return string != NULL ? string : json_null();
}

/* A number that JSON has no notation for (infinity, NaN) is given as text. */
static json_t *json_number(double value, bool whole) {
    if (whole && fabs(value) < 9007199254740992.0 && value == floor(value)) return json_integer((json_int_t)value);
    if (isfinite(value)) return json_real(value);
    return json_string(isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

/* measured: what only a GPU gives is among them. */
static json_t *json_metrics(const Metrics *metrics, bool measured) {
    json_t *object = json_object();
    for (Metric metric = 0; metric < metric_count; metric++) {
        if (!metrics->known[metric] || !isfinite(metrics->value[metric])) continue;
        if (!measured && metric_needs_gpu(metric)) continue;
        const MetricInfo *info = &metric_info[metric];
        double value = metrics->value[metric];
        bool named = info->kind == METRIC_KIND_NAME && value >= 0 && value < LIMITER_COUNT;
        json_t *number =
            named ? json_string(limiter_name[(int)value]) : json_number(value, info->kind != METRIC_KIND_RATIO);
        json_object_set_new(object, info->name, number);
    }
    return object;
}

json_t *json_lines(const Result *result) {
    json_t *array = json_array();
    for (size_t i = 0; i < result->line_count; i++) {
        json_t *line = json_object();
        json_object_set_new(line, "line", json_integer(result->lines[i].loc.line));
        if (result->lines[i].loc.file != NULL) json_object_set_new(line, "file", json_text(result->lines[i].loc.file));
        json_object_set_new(line, "metrics", json_metrics(&result->lines[i].metrics, false));
        json_array_append_new(array, line);
    }
    return array;
}

static json_t *json_findings(const Result *result) {
    json_t *array = json_array();
    for (size_t i = 0; i < result->finding_count; i++) {
        const Finding *finding = &result->findings[i];
        json_t *object = json_object();
        json_object_set_new(object, "kind", json_string(finding_name[finding->kind]));
        json_object_set_new(object, "severity", json_string(finding->warning ? "warning" : "error"));
        json_object_set_new(object, "line", json_integer(finding->loc.line));
        if (finding->loc.column > 0) json_object_set_new(object, "column", json_integer(finding->loc.column));
        if (finding->other.line > 0) json_object_set_new(object, "other_line", json_integer(finding->other.line));
        json_object_set_new(object, "message", json_text(finding->message));
        json_object_set_new(object, "count", json_integer((json_int_t)finding->count));
        json_add_race(object, finding->race);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *json_buffers(const Launch *launch) {
    json_t *object = json_object();
    for (size_t i = 0; i < launch->buffer_count; i++) {
        const Buffer *buffer = &launch->buffers[i];
        if (buffer->name == NULL || (buffer->bytes == NULL && buffer->count > 0)) continue;
        char hash[17];
        uint64_t value = hash_fnv1a64(buffer->bytes, buffer->count * scalar_size(buffer->type));
        snprintf(hash, sizeof hash, "%016" PRIx64, value);
        json_t *entry = json_object();
        json_object_set_new(entry, "type", json_string(scalar_name[buffer->type]));
        json_object_set_new(entry, "count", json_integer((json_int_t)buffer->count));
        json_object_set_new(entry, "fnv1a64", json_string(hash));
        json_t *name = json_text(buffer->name);
        json_object_set_new(object, json_string_value(name), entry);
        json_decref(name);
    }
    return object;
}

static json_t *json_dimensions(const uint32_t size[3]) {
    return json_pack("[I,I,I]", (json_int_t)size[0], (json_int_t)size[1], (json_int_t)size[2]);
}

static json_t *json_goals(const LaunchReport *report) {
    json_t *array = json_array();
    for (size_t i = 0; i < report->outcome_count; i++) {
        const GoalOutcome *outcome = &report->outcomes[i];
        json_t *object = json_object();
        json_object_set_new(object, "goal", json_text(outcome->wanted));
        if (outcome->goal != NULL && goal_means(outcome->goal) != NULL)
            json_object_set_new(object, "means", json_text(goal_means(outcome->goal)));
        json_object_set_new(object, "met", json_boolean(outcome->met));
        json_object_set_new(object, "now", json_text(outcome->now));
        if (!outcome->evaluated) json_object_set_new(object, "error", json_text(outcome->error));
        bool ran = report->result == NULL || report->result->status != RUN_UNSUPPORTED;
        if (outcome->elsewhere || !ran) json_object_set_new(object, "judged", json_false());
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *json_mismatch(const Mismatch *miss) {
    bool whole = miss->type < SCALAR_F16;
    json_t *object = json_object();
    json_object_set_new(object, "buffer", json_text(miss->buffer));
    json_object_set_new(object, "differ", json_integer((json_int_t)miss->count));
    json_object_set_new(object, "of", json_integer((json_int_t)miss->total));
    if (miss->secret) return object;
    json_object_set_new(object, "index", json_integer((json_int_t)miss->index));
    json_object_set_new(object, "expected", json_number(miss->expected, whole));
    json_object_set_new(object, "got", json_number(miss->got, whole));
    json_object_set_new(object, "never_written", json_boolean(miss->poisoned));
    return object;
}

static json_t *json_params(const Prepared *prepared) {
    json_t *params = json_object();
    for (size_t i = 0; i < prepared->binding_count; i++)
        json_object_set_new(params, prepared->bindings[i].name, json_integer(prepared->bindings[i].value));
    return params;
}

/* A whole program in the place of a kernel. */
static void add_program_words(json_t *object, const Prepared *prepared) {
    json_t *words = json_array();
    for (size_t i = 0; i < prepared->word_count; i++) json_array_append_new(words, json_text(prepared->words[i]));
    json_object_set_new(object, "program", json_text(prepared->spec->program));
    json_object_set_new(object, "words", words);
    json_object_set_new(object, "params", json_params(prepared));
    json_object_set_new(object, "schedule", json_string(schedule_name[prepared->launch.schedule]));
}

static json_t *json_kernel_seen(const KernelSeen *kernel) {
    json_t *object = json_object();
    json_object_set_new(object, "name", json_text(kernel->name));
    json_object_set_new(object, "launches", json_integer((json_int_t)kernel->launches));
    json_object_set_new(object, "refused", json_integer((json_int_t)kernel->refused));
    json_object_set_new(object, "grid", json_dimensions(kernel->grid));
    json_object_set_new(object, "block", json_dimensions(kernel->block));
    json_object_set_new(object, "findings", json_integer((json_int_t)kernel->findings));
    json_object_set_new(object, "metrics", json_metrics(&kernel->metrics, false));
    return object;
}

/* The numbers of its host code by the names that goals have for them, without "program.". */
static void add_program_seen(json_t *object, const ProgramSeen *seen) {
    json_t *kernels = json_array(), *host = json_object();
    for (size_t i = 0; i < seen->kernel_count; i++) json_array_append_new(kernels, json_kernel_seen(&seen->kernels[i]));
    for (size_t i = 0; i < program_name_count; i++) {
        int64_t value = 0;
        if (!program_value(seen, program_names[i].name, &value)) continue;
        json_object_set_new(host, strchr(program_names[i].name, '.') + 1, json_integer((json_int_t)value));
    }
    json_object_set_new(object, "kernels", kernels);
    json_object_set_new(object, "host", host);
}

static void add_prepared(json_t *object, const Prepared *prepared) {
    const Launch *launch = &prepared->launch;
    if (prepared->spec != NULL && prepared->spec->program != NULL) {
        add_program_words(object, prepared);
        return;
    }
    json_object_set_new(object, "kernel", json_text(launch->kernel));
    json_object_set_new(object, "grid", json_dimensions(launch->grid));
    json_object_set_new(object, "block", json_dimensions(launch->block));
    json_object_set_new(object, "shared_dynamic", json_integer((json_int_t)launch->shared_dynamic));
    json_object_set_new(object, "params", json_params(prepared));
    json_object_set_new(object, "schedule", json_string(schedule_name[launch->schedule]));
    json_object_set_new(object, "seed", json_integer((json_int_t)launch->seed)); /* of the schedule "random" */
    if (prepared->spec != NULL)
        json_object_set_new(object, "input_seed", json_integer((json_int_t)prepared->spec->seed));
}

static void add_status(json_t *object, const Result *result) {
    static const char *const status_name[] = {[RUN_FINISHED] = "finished",
                                              [RUN_STOPPED] = "stopped",
                                              [RUN_REFUSED] = "refused",
                                              [RUN_INTERRUPTED] = "interrupted",
                                              [RUN_UNSUPPORTED] = "unsupported"};
    json_object_set_new(object, "status", json_string(status_name[result->status]));
    if (result->error != NULL || result->error_code != NULL)
        json_object_set_new(object, "error", json_text(result->error));
    if (result->error_code != NULL) json_object_set_new(object, "error_code", json_text(result->error_code));
}

static void add_result(json_t *object, const Result *result) {
    add_status(object, result);
    json_object_set_new(object, "metrics", json_metrics(&result->metrics, false));
    json_object_set_new(object, "lines", json_lines(result));
    json_object_set_new(object, "findings", json_findings(result));
    if (result->program != NULL) add_program_seen(object, result->program);
    json_add_requests(object, result);
    if (result->printed != NULL && *result->printed) json_object_set_new(object, "printed", json_text(result->printed));
}

static void add_timing(json_t *object, const Timing *timing) {
    if (timing->repetitions > 0)
        json_object_set_new(object, "time",
                            json_pack("{s:f, s:f, s:f, s:I}", "median_ms", timing->median_ms, "low_ms", timing->low_ms,
                                      "high_ms", timing->high_ms, "repetitions", (json_int_t)timing->repetitions));
    if (timing->copy_gbps > 0) json_object_set_new(object, "copy_gbps", json_real(timing->copy_gbps));
}

/* The names of the metrics that the hardware's own counters gave, which include collisions between warps. The others
 * were computed from the addresses of each instruction and do not. */
static json_t *json_from_events(const Result *result) {
    json_t *names = json_array();
    for (Metric metric = 0; metric < metric_count; metric++)
        if (result->from_events[metric]) json_array_append_new(names, json_text(metric_info[metric].name));
    return names;
}

/* The launch that the times are of, where it is not the report's own. */
static json_t *json_timed(const Prepared *timed) {
    json_t *object = json_object();
    json_object_set_new(object, "params", json_params(timed));
    json_object_set_new(object, "grid", json_dimensions(timed->launch.grid));
    json_object_set_new(object, "block", json_dimensions(timed->launch.block));
    return object;
}

static json_t *json_gpu(const GpuReport *gpu) {
    json_t *object = json_object(), *notes = json_array();
    json_object_set_new(object, "name", json_text(gpu->name));
    json_object_set_new(object, "arch", json_text(gpu->arch));
    if (gpu->result != NULL) {
        add_status(object, gpu->result);
        add_timing(object, &gpu->result->timing);
        json_object_set_new(object, "metrics", json_metrics(&gpu->result->metrics, true));
        json_object_set_new(object, "from_events", json_from_events(gpu->result));
        json_object_set_new(object, "findings", json_findings(gpu->result));
        json_object_set_new(object, "buffers", json_buffers(gpu->launch));
        json_object_set_new(object, "correct", json_boolean(gpu->judged && launch_correct(gpu->result, gpu->judged)));
        if (gpu->timed != NULL) json_object_set_new(object, "timed", json_timed(gpu->timed));
        if (gpu->result->untimed != NULL) json_object_set_new(object, "untimed", json_text(gpu->result->untimed));
        if (gpu->result->uncounted != NULL) json_object_set_new(object, "uncounted", json_text(gpu->result->uncounted));
    }
    for (size_t i = 0; i < gpu->note_count; i++) json_array_append_new(notes, json_text(gpu->notes[i]));
    json_object_set_new(object, "notes", notes);
    return object;
}

static json_t *json_launch(const LaunchReport *report) {
    json_t *object = json_object();
    json_object_set_new(object, "step", json_text(report->step));
    if (report->prepared != NULL) add_prepared(object, report->prepared);
    if (report->result != NULL) add_result(object, report->result);
    if (report->prepared != NULL) json_object_set_new(object, "buffers", json_buffers(&report->prepared->launch));
    const Judged *judged = report->judged;
    if (judged != NULL && judged->why != NULL) json_object_set_new(object, "wrong", json_text(judged->why));
    bool correct = report->result != NULL && judged != NULL && launch_correct(report->result, judged);
    json_object_set_new(object, "correct", json_boolean(correct));
    json_object_set_new(object, "judged", json_boolean(judged && judged->judged));
    if (judged != NULL && judged->judged && !judged->correct &&
        judged->mismatch.buffer != NULL) /* a stopped launch was not compared */
        json_object_set_new(object, "mismatch", json_mismatch(&judged->mismatch));
    json_object_set_new(object, "verdict", json_string(verdict_name[report->verdict]));
    json_object_set_new(object, "expect", json_goals(report));
    if (report->gpu != NULL) json_object_set_new(object, "gpu", json_gpu(report->gpu));
    return object;
}

static json_t *json_launches(const LaunchReport *launches, size_t count) {
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) json_array_append_new(array, json_launch(&launches[i]));
    return array;
}

json_t *json_messages(const DiagList *diags) {
    static const char *const severity_name[] = {
        [SEVERITY_ERROR] = "error", [SEVERITY_WARNING] = "warning", [SEVERITY_NOTE] = "note"};
    json_t *array = json_array();
    for (const Diag *diag = diags != NULL ? diags->first : NULL; diag != NULL; diag = diag->next) {
        json_t *object = json_object();
        json_object_set_new(object, "file", json_text(diag->loc.file));
        json_object_set_new(object, "line", json_integer(diag->loc.line));
        json_object_set_new(object, "column", json_integer(diag->loc.column));
        json_object_set_new(object, "severity", json_string(severity_name[diag->severity]));
        json_object_set_new(object, "message", json_text(diag->message));
        if (diag->hint != NULL) json_object_set_new(object, "hint", json_text(diag->hint));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *json_head(const char *lesson, const char *device, const char *arch) {
    json_t *object = json_object();
    json_object_set_new(object, "format", json_integer(FORMAT));
    json_object_set_new(object, "lesson", json_text(lesson));
    json_object_set_new(object, "device", json_text(device));
    json_object_set_new(object, "arch", json_text(arch));
    return object;
}

json_t *json_run(const char *lesson, const char *device, const char *arch, const LaunchReport *launches, size_t count,
                 const DiagList *diags) {
    json_t *object = json_head(lesson, device, arch);
    json_object_set_new(object, "launches", json_launches(launches, count));
    if (diags != NULL && diags->first != NULL) json_object_set_new(object, "messages", json_messages(diags));
    return object;
}

static json_t *json_earned(const PointsEarned *earned, size_t count) {
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, json_pack("{s:i, s:i}", "earned", (int)earned[i].earned, "possible",
                                               (int)earned[i].possible));
    return array;
}

static json_t *json_points(const CheckReport *report) {
    const Points *points = &report->total->points;
    const Exercise *exercise = report->exercise;
    json_t *object = json_pack("{s:i, s:i, s:b}", "earned", (int)points->earned, "possible", (int)points->possible,
                               "partial", points->partial);
    json_object_set_new(object, "goals", json_earned(points->goals, exercise->goal_count));
    json_object_set_new(object, "launches", json_earned(points->launches, exercise->launch_count));
    if (report->hidden != NULL)
        json_object_set_new(object, "hidden", json_earned(points->hidden, report->hidden->count));
    return object;
}

/* Only what may be said of the part. */
static json_t *json_hidden(const CheckReport *report) {
    const HiddenReport *hidden = report->hidden;
    json_t *object = json_pack("{s:b, s:b, s:b}", "elsewhere", hidden->elsewhere, "judged",
                               hidden->judged && !hidden->failed, "failed", hidden->failed);
    json_t *missed = json_array();
    size_t met = 0;
    for (size_t i = 0; hidden->judged && i < hidden->count; i++) {
        met += hidden->met[i];
        if (!hidden->met[i]) json_array_append_new(missed, json_text(hidden->items[i].say));
    }
    if (hidden->judged) json_object_set_new(object, "met", json_integer((json_int_t)met));
    if (!hidden->elsewhere) json_object_set_new(object, "of", json_integer((json_int_t)hidden->count));
    json_object_set_new(object, "missed", missed);
    return object;
}

json_t *json_check(const CheckReport *report) {
    json_t *object = json_head(report->lesson != NULL ? report->lesson->id : NULL, report->device, report->arch);
    json_object_set_new(object, "exercise", json_text(report->exercise != NULL ? report->exercise->id : NULL));
    json_object_set_new(object, "file", json_text(report->file));
    json_object_set_new(object, "verdict", json_string(verdict_name[report->verdict]));
    const LaunchReport *last = report->launch_count ? &report->launches[report->launch_count - 1] : NULL;
    json_object_set_new(object, "goals", last != NULL ? json_goals(last) : json_array());
    const CheckTotal *total = report->total;
    json_object_set_new(object, "launches",
                        total != NULL ? json_launches(total->launches, total->launch_count)
                                      : json_launches(report->launches, report->launch_count));
    if (report->broken_by != NULL) json_object_set_new(object, "broken_by", json_text(report->broken_by));
    if (report->hidden != NULL) json_object_set_new(object, "hidden", json_hidden(report));
    if (total != NULL) json_object_set_new(object, "points", json_points(report));
    json_object_set_new(object, "messages", json_messages(report->diags));
    return object;
}

char *json_problem(Arena *arena, const DiagList *diags) {
    json_t *object = json_object();
    json_object_set_new(object, "format", json_integer(FORMAT));
    json_object_set_new(object, "verdict", json_string(verdict_name[VERDICT_ERROR]));
    json_object_set_new(object, "messages", json_messages(diags));
    char *text = json_dumps(object, 0), *copy = arena_string(arena, text != NULL ? text : "null");
    free(text);
    json_decref(object);
    return copy;
}
