/* The values of names after a launch (and, without a result, before one). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arch.h"
#include "course/course.h"
#include "course/names.h"
#include "program_seen.h"

static Value whole(int64_t integer) {
    return (Value){.kind = VALUE_INT, .integer = integer};
}
static Value truth(bool is_true) {
    return (Value){.kind = VALUE_BOOL, .integer = is_true};
}

static const char *unmeasured_reason(const Result *result, Metric metric) {
    bool counter = text_starts(metric_info[metric].name, "gpu.");
    return counter && result->uncounted != NULL ? result->uncounted : "only a GPU measures it";
}

static bool metric_value(const LaunchEnv *env, const Metrics *metrics, Metric metric, Value *value, const char **why) {
    double number = metrics->value[metric];
    if (!metrics->known[metric]) {
        *why = metric_was_not_requested(metrics, metric) ? "the kernel made no such request"
               : env->result->status == RUN_REFUSED      ? "the launch was refused"
               : env->result->status == RUN_UNSUPPORTED  ? "nothing ran"
               : metric_needs_gpu(metric)                ? unmeasured_reason(env->result, metric)
               : metric_needs_assembler(metric)          ? names_only_assembler
               : metric_info[metric].source == METRIC_SOURCE_REPEATED
                   ? "it is measured for an exercise's goals, once everything else is met"
                   : "it is not known on this device";
        return false;
    }
    if (metric_info[metric].kind == METRIC_KIND_NAME) {
        int word = (int)number;
        *value = (Value){.kind = VALUE_TEXT, .text = word >= 0 && word < LIMITER_COUNT ? limiter_name[word] : ""};
    } else if (metric_info[metric].kind != METRIC_KIND_RATIO && number == trunc(number) && fabs(number) < 0x1p62) {
        *value = whole((int64_t)number);
    } else {
        *value = (Value){.kind = VALUE_REAL, .real = number};
    }
    return true;
}

/* Ratios have no value where their denominator is 0: "global.load.efficiency" where "global.load.requests" is 0. */
bool metric_was_not_requested(const Metrics *metrics, Metric metric) {
    const char *name = metric_info[metric].name, *dot = strrchr(name, '.');
    if (metric_info[metric].kind != METRIC_KIND_RATIO || dot == NULL) return false;
    char requests[64];
    size_t size = (size_t)(dot - name);
    if (size + sizeof ".requests" > sizeof requests) return false;
    memcpy(requests, name, size);
    memcpy(requests + size, ".requests", sizeof ".requests");
    Metric base = metric_find(requests);
    return base != METRIC_NONE && metrics->known[base] && metrics->value[base] == 0;
}

static bool lookup_before(const LaunchEnv *env, const char *name, Value *value) {
    for (size_t i = 0; i < env->binding_count; i++)
        if (strcmp(env->bindings[i].name, name) == 0) return *value = whole(env->bindings[i].value), true;
    if (env->device != NULL && strcmp(name, "device") == 0)
        return *value = (Value){.kind = VALUE_TEXT, .text = env->device}, true;
    if (env->arch && strcmp(name, "arch") == 0) return *value = whole(env->arch), true;
    return false;
}

bool launch_correct(const Result *result, const Judged *judged) {
    return result->status == RUN_FINISHED && (!judged->judged || judged->correct);
}

/* A metric of a kernel that never ran is no number, so that no comparison with it holds. */
static bool kernel_number(const LaunchEnv *env, const KernelName *asked, Value *value, const char **why) {
    KernelSeen kernel = program_kernel(env->result->program, asked);
    if (asked->metric == METRIC_NONE)
        return *value = whole(asked->findings ? (int64_t)kernel.findings : (int64_t)kernel.launches), true;
    if (kernel.launches == 0) return *value = (Value){.kind = VALUE_REAL, .real = NAN}, true;
    return metric_value(env, &kernel.metrics, asked->metric, value, why);
}

static bool program_number(const LaunchEnv *env, const char *name, Value *value, const char **why) {
    const ProgramSeen *seen = env->result->program;
    KernelName asked;
    int64_t number = 0;
    if (seen == NULL) return *why = "only the launch of a whole program has it", false;
    if (program_kernel_name(name, &asked)) return kernel_number(env, &asked, value, why);
    if (!program_value(seen, name, &number)) return *why = "only goals that are all but met are tried for it", false;
    return *value = whole(number), true;
}

static bool lookup(const ExprEnv *base, const char *name, Value *value, const char **why) {
    const LaunchEnv *env = (const LaunchEnv *)base;
    if (lookup_before(env, name, value)) return true;
    FindingKind kind;
    Metric metric = metric_find(name);
    bool of_program = program_is_name(name);
    bool fixed = name_is_reserved(name) || finding_kind_named(name, &kind) || of_program;
    if (!fixed) return *why = "there is no such parameter or metric", false;
    if (env->result == NULL) return *why = "it is known only after a launch", false;
    if (metric != METRIC_NONE) return metric_value(env, &env->result->metrics, metric, value, why);
    if (of_program) return program_number(env, name, value, why);
    if (strcmp(name, "launched") == 0 && env->result->launch_assumed) return *why = names_only_assembler, false;
    if (strcmp(name, "launched") == 0) return *value = truth(env->result->status != RUN_REFUSED), true;
    if (strcmp(name, "finished") == 0) return *value = truth(env->result->status == RUN_FINISHED), true;
    if (strcmp(name, "findings") == 0) return *value = whole((int64_t)result_findings(env->result, FINDING_ANY)), true;
    if (strcmp(name, "warnings") == 0) return *value = whole((int64_t)result_warnings(env->result)), true;
    if (finding_kind_named(name, &kind) && *name == 'w')
        return *value = whole((int64_t)result_warnings_of(env->result, kind)), true;
    if (finding_kind_named(name, &kind)) return *value = whole((int64_t)result_findings(env->result, kind)), true;
    if (strcmp(name, "correct") == 0 && env->judged != NULL)
        return *value = truth(launch_correct(env->result, env->judged)), true;
    *why = strcmp(name, "correct") == 0 ? "the output was not judged" : "it has no value here";
    return false;
}

void launch_env(LaunchEnv *env, const Binding *bindings, size_t binding_count, const Result *result,
                const Judged *judged, const char *device, const char *arch) {
    *env = (LaunchEnv){
        .env = {.lookup = lookup},
        .bindings = bindings,
        .binding_count = binding_count,
        .result = result,
        .judged = judged,
        .device = device,
        .arch = arch_number(arch),
    };
}
