/* A launch, from its spec in the lesson to its report: prepare the buffers, compile, run on the devices in use, run
 * the reference kernels on fresh copies of the same inputs, judge, derive the metrics, decide the verdict. Every
 * launch goes through launch_execute: steps, predictions, trivia, sweeps and checks.
 *
 * Buffers can be hundreds of megabytes, so they are in an arena of their own that can be freed while the numbers are
 * kept. */
#include <stdlib.h>
#include <string.h>

#include "compile/compile.h"
#include "finding_kinds.h"
#include "ptx/mangle.h"
#include "teach/launch/devices.h"
#include "teach/launch/execute.h"
#include "teach/launch/timing.h"
#include "teach/launch/unused.h"
#include "teach/launch/whole_program.h"
#include "teach/say.h"
#include "terminal/attendant.h"
#include "terminal/terminal.h"

/* ---- compiling --------------------------------------------------------------------------------------------------- */

static Verdict verdict_of_compile(CompileStatus status) {
    switch (status) {
    case COMPILE_DONE: return VERDICT_PASSED;
    case COMPILE_FAILED: return VERDICT_UNCOMPILED;
    case COMPILE_STUCK: return VERDICT_STUCK;
    default: return VERDICT_ERROR;
    }
}

static CompileRequest *request_of(const Session *session, LaunchOutcome *outcome, const Source *source,
                                  const char *arch) {
    const Prepared *prepared = &outcome->prepared;
    Define *defines = arena_array(outcome->arena, Define, prepared->define_count);
    for (size_t i = 0; i < prepared->define_count; i++)
        defines[i] = (Define){prepared->define_names[i], prepared->define_values[i]};
    CompileRequest *request = arena_make(outcome->arena, CompileRequest);
    *request = (CompileRequest){.file = source->name,
                                .source = source->text,
                                .source_size = source->size,
                                .arch = arch,
                                .defines = defines,
                                .define_count = prepared->define_count,
                                .max_registers = prepared->spec->max_registers,
                                .compiler = session->options.compiler,
                                .interrupted = terminal_interrupted()};
    return request;
}

static Image *compile_request(LaunchOutcome *outcome, const CompileRequest *request) {
    CompileResult result;
    compile(request, outcome->arena, &result);
    for (const Diag *diag = result.diags.first; diag != NULL; diag = diag->next)
        diag_add(&outcome->diags, diag->severity, diag->loc, diag->hint, "%s", diag->message);
    outcome->verdict = verdict_of_compile(result.status);
    outcome->interrupted = result.status == COMPILE_INTERRUPTED;
    if (outcome->compiler == NULL) outcome->compiler = result.compiler;
    outcome->no_compiler = result.status == COMPILE_NO_COMPILER;
    if (result.status == COMPILE_DONE) return result.image;
    if (outcome->diags.errors == 0 && !outcome->interrupted) /* the log may have text that is no error */
        diag_add(&outcome->diags, SEVERITY_ERROR, (Loc){request->file, 0, 0}, NULL, "%s",
                 result.log != NULL && *result.log != '\0' ? result.log : "the compiler gave no reason");
    return NULL;
}

static int by_name(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* The kernels of the file as the student calls them, the first five by name: each compiler lists them in an order of
 * its own. */
static char *list_kernels(Arena *arena, const Image *image) {
    size_t count = image->resource_count;
    const char **names = arena_array(arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++) names[i] = ptx_source_name(arena, image->resources[i].kernel);
    qsort(names, count, sizeof *names, by_name);
    Text list = {0};
    for (size_t i = 0; i < count && i < 5; i++) text_printf(&list, "%s%s", i == 0 ? "" : ", ", names[i]);
    if (count > 5) text_printf(&list, " and %zu more", count - 5);
    return text_take(&list, arena);
}

/* Whether the file defines it without extern "C", so that C++ gives it another name. */
static bool lacks_extern_c(Arena *arena, const Image *image, const char *kernel) {
    for (size_t i = 0; i < image->resource_count; i++)
        if (text_equal(ptx_source_name(arena, image->resources[i].kernel), kernel)) return true;
    return false;
}

/* Whether the file defines the kernel. If not, that is an error in the file. */
static bool has_kernel(LaunchOutcome *outcome, const Image *image, const char *kernel) {
    if (image_resources(image, kernel) != NULL) return true;
    size_t count = image->resource_count;
    const char *list = list_kernels(outcome->arena, image);
    const char *hint = arena_printf(outcome->arena, "define it as extern \"C\" __global__ void %s(...)", kernel);
    if (lacks_extern_c(outcome->arena, image, kernel))
        diag_add(&outcome->diags, SEVERITY_ERROR, (Loc){image->file, 0, 0}, hint,
                 "the kernel '%s' is not declared extern \"C\", so C++ gives it another name", kernel);
    else
        diag_add(&outcome->diags, SEVERITY_ERROR, (Loc){image->file, 0, 0}, hint, "there is no kernel '%s'%s%s", kernel,
                 count > 0 ? " here, only " : " in this file", list);
    outcome->verdict = VERDICT_UNCOMPILED;
    return false;
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

static void set_launch(Session *session, Launch *launch) {
    if (session->options.schedule != SCHEDULE_LOCKSTEP) { /* the option --schedule was given */
        launch->schedule = session->options.schedule;
        launch->seed = session->options.seed;
    }
    launch->threads = session->options.threads;
    launch->memory = session->options.memory;
    launch->interrupted = terminal_interrupted();
}

/* Adds the occupancy, which follows from the assembler's report. */
static void add_occupancy(Session *session, const Launch *launch, Metrics *metrics) {
    const KernelResources *resources = image_resources(launch->image, launch->kernel);
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    if (resources != NULL && threads <= 1024)
        occupancy_fill(resources, session_arch(session), (int)threads, launch->shared_dynamic, metrics);
}

/* Gives the launch fresh copies of its buffers; outputs: only of its outputs, because a device writes no other
 * buffer back. */
static void copy_buffers(LaunchOutcome *outcome, Launch *launch, bool outputs) {
    launch->buffers =
        arena_copy(outcome->bytes, launch->buffers, launch->buffer_count * sizeof *launch->buffers, _Alignof(Buffer));
    for (size_t b = 0; b < launch->buffer_count; b++) {
        Buffer *buffer = &launch->buffers[b];
        if (outputs && !buffer->output) continue;
        size_t size = buffer->count * scalar_size(buffer->type);
        buffer->bytes = arena_copy(outcome->bytes, outcome->prepared.before[b], size, 16);
    }
}

/* The device that reference kernels run on: either gives the same, within the tolerance. */
static Device *any_device(const Session *session, const LaunchOutcome *outcome) {
    return outcome->simulated ? session->devices.sim : session->devices.gpu;
}

/* Runs the reference kernel `name` on fresh copies of the inputs and puts what it left into after[], for the buffers
 * that name it. A reference that fails is the lesson author's mistake. */
static bool run_reference(Session *session, LaunchOutcome *outcome, const LaunchJob *job, const Image *image,
                          const char *name, void **after) {
    const Prepared *prepared = &outcome->prepared;
    Launch launch = prepared->launch;
    launch.image = image;
    launch.kernel = name;
    launch.skip_races = true;
    launch.budget = 0;
    launch.host = HOST_NONE;
    launch.recording = (Recording){0};
    copy_buffers(outcome, &launch, false);
    set_launch(session, &launch);
    Result result;
    Device *device = any_device(session, outcome);
    device->run(device, &launch, outcome->arena, &result);
    outcome->interrupted = result.status == RUN_INTERRUPTED;
    if (outcome->interrupted) return false;
    if (result.status != RUN_FINISHED) {
        const char *why = result.error != NULL       ? result.error
                          : result.finding_count > 0 ? result.findings[0].message
                                                     : "it was stopped";
        diag_add(&outcome->diags, SEVERITY_ERROR, job->spec->loc, "this is a mistake in the lesson, not yours",
                 "the reference kernel '%s' of %s did not finish: %s", name, job->reference->name, why);
        outcome->verdict = VERDICT_ERROR;
        return false;
    }
    size_t buffer = 0;
    for (size_t a = 0; a < job->spec->arg_count; a++) {
        const ArgSpec *arg = &job->spec->args[a];
        if (!arg_has_buffer(arg)) continue;
        if (arg->reference == REFERENCE_KERNEL && text_equal(arg->reference_name, name))
            after[buffer] = launch.buffers[buffer].bytes;
        buffer++;
    }
    return true;
}

/* The request that compiles the reference kernels. The simulator needs no assembler's report of them, because their
 * registers and spills are not shown; a GPU needs the machine code. */
static CompileRequest *reference_request(Session *session, LaunchOutcome *outcome, const LaunchJob *job) {
    const char *arch = job->reference_arch != NULL ? job->reference_arch : session_arch(session);
    CompileRequest *request = request_of(session, outcome, job->reference, arch);
    request->unassembled = session_gpu(session) == NULL;
    return request;
}

/* Starts to compile the lesson's kernels beside the student's file: a first check has to wait for both. */
static void compile_reference_ahead(Session *session, LaunchOutcome *outcome, const LaunchJob *job) {
    bool wanted = false;
    for (size_t a = 0; a < job->spec->arg_count; a++) wanted |= job->spec->args[a].reference == REFERENCE_KERNEL;
    if (!wanted || job->source == job->reference) return;
    outcome->reference = compile_ahead(reference_request(session, outcome, job), outcome->arena);
}

static bool run_references(Session *session, LaunchOutcome *outcome, const LaunchJob *job, void **after) {
    Image *image = job->source == job->reference ? (Image *)outcome->prepared.launch.image : NULL;
    size_t buffer = 0;
    for (size_t a = 0; a < job->spec->arg_count; a++) {
        const ArgSpec *arg = &job->spec->args[a];
        if (!arg_has_buffer(arg)) continue;
        bool wanted = arg->reference == REFERENCE_KERNEL && after[buffer] == NULL;
        buffer++;
        if (!wanted) continue;
        if (image == NULL) {
            compile_ahead_wait(outcome->reference);
            image = compile_request(outcome, reference_request(session, outcome, job));
        }
        if (image == NULL && !outcome->interrupted && outcome->verdict == VERDICT_UNCOMPILED)
            outcome->verdict = VERDICT_ERROR; /* the student's own file did compile */
        if (image == NULL) return false;
        if (!has_kernel(outcome, image, arg->reference_name)) {
            outcome->verdict = VERDICT_ERROR;
            return false;
        }
        if (!run_reference(session, outcome, job, image, arg->reference_name, after)) return false;
    }
    return true;
}

/* ---- from spec to report ----------------------------------------------------------------------------------------- */

static bool binds(const Binding *bindings, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (text_equal(bindings[i].name, name)) return true;
    return false;
}

/* Whether the launch, or what is expected of it, depends on this parameter. */
static bool matters(const LaunchJob *job, const char *name) {
    const LaunchSpec *spec = job->spec;
    return launch_uses(spec, name) || binds(spec->with, spec->with_count, name) ||
           binds(job->overrides, job->override_count, name);
}

/* The launch as the text report shows it: only the lesson's parameters that it depends on. */
static const Prepared *for_person(LaunchOutcome *outcome, const LaunchJob *job) {
    Prepared *shown = &outcome->shown;
    *shown = outcome->prepared;
    shown->bindings = arena_array(outcome->arena, Binding, shown->binding_count);
    shown->binding_count = 0;
    for (size_t i = 0; i < outcome->prepared.binding_count; i++) {
        Binding binding = outcome->prepared.bindings[i];
        if (!matters(job, binding.name)) continue;
        binding.name = arena_string(outcome->arena, binding.name);
        shown->bindings[shown->binding_count++] = binding;
    }
    return shown;
}

static const char *devices_for_person(Session *session, const LaunchOutcome *outcome) {
    const char *gpu = outcome->gpu_report.name;
    if (!outcome->on_gpu) return session->devices.sim->name;
    return outcome->simulated ? arena_printf(outcome->arena, "%s and %s", session->devices.sim->name, gpu) : gpu;
}

static void fill_report(Session *session, LaunchOutcome *outcome, const LaunchJob *job) {
    bool gpu = outcome->gpu_report.name != NULL;
    outcome->report = (LaunchReport){.step = arena_string(outcome->arena, job->label),
                                     .device = devices_for_person(session, outcome),
                                     .arch = session_arch(session),
                                     .gpu = gpu ? &outcome->gpu_report : NULL,
                                     .prepared = session->options.json ? &outcome->prepared : for_person(outcome, job),
                                     .result = &outcome->result,
                                     .judged = &outcome->judged,
                                     .verdict = outcome->verdict,
                                     .source_file = arena_string(outcome->arena, job->source->name),
                                     .source = outcome->source_text};
    if (job->step == NULL) return;
    outcome->report.show = job->step->show;
    outcome->report.show_count = job->step->show_count;
    outcome->report.show_extra = job->step->show_extra;
}

static bool has_reference(const LaunchSpec *spec) {
    for (size_t i = 0; i < spec->arg_count; i++)
        if (spec->args[i].reference != REFERENCE_NONE) return true;
    return false;
}

/* Compares the outputs of a launch that ran to its end. The outputs of a stopped launch are incomplete, and the
 * finding that stopped it is reported. */
static void judge_run(LaunchOutcome *outcome, const LaunchJob *job, void *const *after, DeviceRun *run) {
    Prepared prepared = outcome->prepared;
    prepared.launch = run->launch;
    if (run->result.status == RUN_FINISHED)
        launch_judge(&prepared, after, outcome->arena, &outcome->diags, &run->judged);
    else if (run->result.status == RUN_STOPPED)
        run->judged = (Judged){.judged = has_reference(job->spec)};
}

/* Takes the result of the launch: from both devices merged, or from the one that ran it. */
static void take_result(Session *session, LaunchOutcome *outcome) {
    const DeviceRun *sim = &outcome->sim, *gpu = outcome->on_gpu ? &outcome->gpu : NULL,
                    *only = gpu != NULL ? gpu : sim;
    const Device *device = session_gpu(session);
    Merged merged = {.result = only->result, .judged = only->judged};
    if (outcome->simulated && device != NULL) runs_merge(sim, gpu, session_arch(session), outcome->arena, &merged);
    outcome->result = merged.result;
    outcome->judged = merged.judged;
    if (device == NULL) return;
    outcome->gpu_report =
        (GpuReport){.name = device->about != NULL ? device->about : device->name,
                    .arch = device->arch,
                    .launch = gpu != NULL ? &gpu->launch : NULL,
                    .result = gpu != NULL ? &gpu->result : NULL,
                    .judged = gpu != NULL ? &gpu->judged : NULL,
                    .timed = outcome->timed,
                    .simulated = outcome->simulated,
                    .apart = gpu != NULL && outcome->simulated && sim->judged.correct != gpu->judged.correct,
                    .notes = merged.notes,
                    .note_count = merged.note_count,
                    .quiet = session->devices.uncounted_told};
    session->devices.uncounted_told |= merged.result.uncounted != NULL;
}

static Verdict judge_goals(LaunchOutcome *outcome, const LaunchJob *job, GoalOutcome **outcomes) {
    return launch_verdict(&outcome->result, &outcome->judged, job->goals, job->goal_count,
                          job->step != NULL ? GOALS_EXPECTED : GOALS_OF_EXERCISE, &outcome->env.env, outcome->arena,
                          outcomes);
}

static void decide(Session *session, LaunchOutcome *outcome, const LaunchJob *job) {
    Result *result = &outcome->result;
    outcome->verdict = VERDICT_PASSED;
    if (outcome->prepared.launch.image != NULL) add_occupancy(session, &outcome->prepared.launch, &result->metrics);
    metrics_derive(&result->metrics);
    launch_env(&outcome->env, outcome->prepared.bindings, outcome->prepared.binding_count, result, &outcome->judged,
               session_device(session), session_arch(session));
    GoalOutcome *outcomes = NULL;
    Verdict verdict = judge_goals(outcome, job, &outcomes);
    if (job->step == NULL && unused_is_next(outcome, verdict, outcomes, job->goal_count)) {
        if (job->spec->program != NULL)
            whole_program_try(session, job, outcome, outcomes);
        else
            unused_measure(session, outcome, outcomes, job->goal_count);
        if (outcome->interrupted) return;
        verdict = judge_goals(outcome, job, &outcomes);
        unused_explain(outcome, outcomes, job->goal_count);
    }
    if (outcome->diags.errors > 0) verdict = VERDICT_ERROR;
    outcome->verdict = verdict;
    fill_report(session, outcome, job);
    outcome->report.outcomes = outcomes;
    outcome->report.outcome_count = outcomes != NULL ? job->goal_count : 0;
    outcome->ran = true;
}

/* The limit of processor time. How far a launch gets in it depends on the machine, so it is set high: the budgets of
 * instructions end an endless launch first. */
static void out_of_time(const Session *session, LaunchOutcome *outcome, Result *result) {
    *result = (Result){.status = RUN_STOPPED, .printed = "", .finding_count = 1};
    result->findings = arena_make(outcome->arena, Finding);
    result->findings[0] =
        (Finding){.kind = FINDING_BUDGET,
                  .count = 1,
                  .message = arena_printf(
                      outcome->arena,
                      "the launch was stopped after %d second%s of processor time in the simulator: does each "
                      "thread do too much? (--timeout allows more)",
                      session->options.timeout, session->options.timeout == 1 ? "" : "s")};
}

/* Runs the launch on one device; false after Ctrl-C. */
static bool run_on(const Session *session, Device *device, LaunchOutcome *outcome, DeviceRun *run) {
    terminal_limit_time(session->options.timeout);
    device->run(device, &run->launch, outcome->arena, &run->result);
    bool late = terminal_limit_time(0);
    if (late && run->result.status == RUN_INTERRUPTED) out_of_time(session, outcome, &run->result);
    outcome->interrupted = run->result.status == RUN_INTERRUPTED;
    return !outcome->interrupted;
}

/* Runs the launch on the devices in use. A launch that the simulator had to stop is endless or accesses memory
 * outside its buffers: with --device auto it is not run on the GPU. */
static bool run_devices(Session *session, LaunchOutcome *outcome, const LaunchJob *job) {
    const Launch *launch = &outcome->prepared.launch;
    bool automatic = session->options.device == DEVICE_AUTO;
    Device *gpu = session_gpu(session);
    if (job->order != NULL) gpu = NULL;
    outcome->simulated = gpu == NULL || (!job->gpu_alone && (automatic || !job->own));
    outcome->sim.launch = *launch;
    if (outcome->simulated && !run_on(session, session->devices.sim, outcome, &outcome->sim)) return false;
    if (gpu == NULL || (automatic && outcome->sim.result.status == RUN_STOPPED)) return true;
    outcome->on_gpu = true;
    outcome->gpu.launch = *launch;
    outcome->gpu.launch.timed = job->timed && !timing_is_apart(job);
    outcome->gpu.launch.counted = job->counted;
    if (outcome->simulated) copy_buffers(outcome, &outcome->gpu.launch, true);
    if (!run_on(session, gpu, outcome, &outcome->gpu)) return false;
    timing_derive(gpu, &outcome->prepared, outcome->arena, &outcome->gpu);
    return true;
}

/* Times the launch with the sizes that the lesson gives for that, once it is right with its own. */
static void time_apart(Session *session, LaunchOutcome *outcome, const LaunchJob *job) {
    if (!timing_is_apart(job) || !outcome->on_gpu || outcome->gpu.result.status != RUN_FINISHED ||
        !outcome->gpu.judged.correct)
        return;
    LaunchJob timed = timing_job(job, outcome->arena);
    outcome->apart = launch_execute(session, &timed);
    outcome_drop_bytes(outcome->apart);
    timing_take(outcome, outcome->apart);
}

static void execute(Session *session, const LaunchJob *job, LaunchOutcome *outcome) {
    const char *what, *remedy;
    outcome->verdict = VERDICT_ERROR;
    outcome->no_device = !session_has_device(session, &what, &remedy);
    if (outcome->no_device) {
        diag_add(&outcome->diags, SEVERITY_ERROR, (Loc){NULL, 0, 0}, remedy, "%s", what);
        return;
    }
    if (!launch_prepare(job->lesson, job->spec, job->overrides, job->override_count, outcome->bytes, &outcome->diags,
                        &outcome->prepared))
        return;
    if (job->spec->program != NULL) {
        if (whole_program_run(session, job, outcome)) decide(session, outcome, job);
        return;
    }
    compile_reference_ahead(session, outcome, job);
    Image *image = compile_request(outcome, request_of(session, outcome, job->source, session_arch(session)));
    if (image == NULL || !has_kernel(outcome, image, job->spec->kernel)) return;
    Launch *launch = &outcome->prepared.launch;
    launch->image = image;
    launch->recording = job->recording;
    set_launch(session, launch);
    if (job->order != NULL) launch->schedule = job->order->schedule, launch->seed = job->order->seed;
    if (!run_devices(session, outcome, job)) return;
    void **after = arena_array(outcome->arena, void *, launch->buffer_count);
    bool finished = (outcome->simulated && outcome->sim.result.status == RUN_FINISHED) ||
                    (outcome->on_gpu && outcome->gpu.result.status == RUN_FINISHED);
    if (finished && !run_references(session, outcome, job, after)) return;
    if (outcome->simulated) judge_run(outcome, job, after, &outcome->sim);
    if (outcome->on_gpu && outcome->diags.errors == 0) judge_run(outcome, job, after, &outcome->gpu);
    time_apart(session, outcome, job);
    if (outcome->interrupted) return;
    take_result(session, outcome);
    decide(session, outcome, job);
}

/* The lesson's own launch of a program runs that file, whatever the lesson's kernels are. */
static bool take_program(Session *session, LaunchOutcome *outcome, const LaunchJob *job, LaunchJob *own, Source *file) {
    *own = *job;
    if (job->spec->program == NULL || job->source != job->reference) return true;
    own->source = own->reference = file;
    if (source_of_launch(session, outcome->arena, job->lesson, job->spec, file)) return true;
    outcome->verdict = VERDICT_ERROR;
    return false;
}

LaunchOutcome *launch_execute(Session *session, const LaunchJob *given) {
    Arena *arena = arena_new();
    LaunchOutcome *outcome = arena_make(arena, LaunchOutcome);
    LaunchJob own, *job = &own;
    Source file;
    outcome->arena = arena;
    outcome->bytes = arena_new();
    outcome->diags = diag_list(arena);
    if (!take_program(session, outcome, given, &own, &file)) return outcome;
    outcome->source_file = arena_string(arena, job->source->name);
    outcome->source_text = arena_string(arena, job->source->text);
    say_devices(session);
    bool shown = session->mode != MODE_PIPED && !session->options.json && !session->options.plain;
    Attendant *attendant = shown ? attendant_of_launch() : NULL;
    execute(session, job, outcome);
    attendant_stop(attendant);
    compile_ahead_stop(outcome->reference);
    return outcome;
}

void outcome_free(LaunchOutcome *outcome) {
    if (outcome == NULL) return;
    outcome_free(outcome->apart);
    arena_free(outcome->bytes);
    arena_free(outcome->arena);
}

static void drop_buffers(Prepared *prepared) {
    prepared->define_count = prepared->launch.buffer_count = prepared->launch.arg_count = 0;
    const LaunchSpec *spec = prepared->spec;
    prepared->launch.kernel = spec == NULL ? "" : spec->program != NULL ? spec->program : spec->kernel;
    prepared->word_count = prepared->print_count = 0;
}

void outcome_drop_bytes(LaunchOutcome *outcome) {
    if (outcome->bytes == NULL) return;
    Prepared *prepared = &outcome->prepared;
    Binding *bindings =
        arena_copy(outcome->arena, prepared->bindings, prepared->binding_count * sizeof *bindings, _Alignof(Binding));
    for (size_t i = 0; i < prepared->binding_count; i++)
        bindings[i].name = arena_string(outcome->arena, bindings[i].name);
    prepared->bindings = bindings;
    outcome->env.bindings = bindings;
    Judged *judged[] = {&outcome->judged, &outcome->gpu.judged};
    for (size_t i = 0; i < 2; i++)
        judged[i]->mismatch.buffer = arena_string(outcome->arena, judged[i]->mismatch.buffer);
    outcome->gpu.launch.buffer_count = 0;
    drop_buffers(prepared);
    drop_buffers(&outcome->shown);
    arena_free(outcome->bytes);
    outcome->bytes = NULL;
}

const char *outcome_source(const LaunchOutcome *outcome) {
    const Diag *first = outcome->diags.first;
    return first != NULL && text_equal(first->loc.file, outcome->source_file) ? outcome->source_text : NULL;
}

void say_outcome(Session *session, const LaunchOutcome *outcome) {
    if (outcome->interrupted) {
        say_styled(session, ROLE_WARNING, "Stopped.");
        return;
    }
    if (outcome->no_compiler && session->compiler_told) {
        say_prose(session, "(This launch needs the CUDA compiler, too.)");
        return;
    }
    session->compiler_told |= outcome->no_compiler;
    say_diags(session, &outcome->diags, outcome_source(outcome));
    if (!outcome->ran) return;
    Text out = {0};
    report_launch(&out, &session->style, &outcome->report);
    say_gap(session);
    say(session, &out);
}

int status_after(int status, const LaunchOutcome *outcome) {
    if (status != STATUS_DONE) return status;
    return outcome->interrupted ? STATUS_INTERRUPTED : verdict_exit_code(outcome->verdict);
}
