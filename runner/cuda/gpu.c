/* The GPU as a Device: the program's side of a launch.
 *
 * The launch is first judged by its PTX, with the same messages as the simulator's. Then it goes to the worker
 * process as one segment of memory, and the outcome becomes a Result here: a fault or an endless kernel is a
 * finding, and its worker is replaced before the next launch; an error of the driver itself is reported as neither
 * the student's nor the lesson's. */
#include "cuda/gpu.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/system.h"
#include "cuda/fault.h"
#include "cuda/locate.h"
#include "cuda/ncu.h"
#include "cuda/relay.h"
#include "cuda/request.h"
#include "cuda/worker_process.h"
#include "ptx/refuse.h"

enum { LOAD_SECONDS = 120, COPY_SECONDS = 120, TIME_SECONDS = 60, PRINT_LIMIT = 1 << 20 };
enum { SEGMENT_KEPT = 256 << 20 }; /* bytes: a larger segment is freed after its launch */

typedef struct Gpu {
    Device device;
    char name[sizeof((WireGpu *)NULL)->name], arch[sizeof((WireGpu *)NULL)->arch], library[4096], launch[4096];
    GpuOptions options;
    WorkerProcess worker;
    Segment segment;
    bool known_to_worker; /* the worker has the segment mapped */
} Gpu;

/* ---- the worker -------------------------------------------------------------------------------------------------- */

static Watch watch_for(const Gpu *gpu, MessageKind until, const volatile sig_atomic_t *interrupted) {
    return (Watch){.until = until,
                   .interrupted = interrupted,
                   .printed_limit = PRINT_LIMIT,
                   .limit_s = {[STAGE_OPENING] = gpu->options.start_s,
                               [STAGE_LOADING] = LOAD_SECONDS,
                               [STAGE_COPYING] = COPY_SECONDS,
                               [STAGE_RUNNING] = gpu->options.launch_s,
                               [STAGE_TIMING] = TIME_SECONDS,
                               [STAGE_COUNTING] = gpu->options.count_s}};
}

static void free_watch(Watch *watch) {
    text_free(&watch->printed);
    text_free(&watch->complaints);
}

/* How a process ended, as part of a sentence. */
static const char *ending(int status, Arena *arena) {
    int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (number != 0) return arena_printf(arena, "it was ended by signal %d (%s)", number, strsignal(number));
    return arena_printf(arena, "it left with status %d", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

static void stop_worker(Gpu *gpu) {
    worker_stop(&gpu->worker);
    gpu->known_to_worker = false;
}

/* The last line that is not empty; "" where there is none. */
static const char *last_line(const char *text, Arena *arena) {
    size_t end = text != NULL ? strlen(text) : 0;
    while (end > 0 && (text[end - 1] == '\n' || text[end - 1] == '\r' || text[end - 1] == ' ')) end--;
    size_t begin = end;
    while (begin > 0 && text[begin - 1] != '\n') begin--;
    return end > 0 ? text_printable(arena, text + begin, end - begin) : "";
}

/* Why the words of --launch brought no worker. NULL after Ctrl-C. */
static const char *why_unlaunched(const Gpu *gpu, WaitOutcome outcome, int status, const char *said, Arena *arena) {
    if (outcome == WAIT_INTERRUPTED) return NULL;
    const char *words = text_printable(arena, gpu->options.launch, strlen(gpu->options.launch));
    const char *between = *said != '\0' ? ": " : "";
    if (outcome == WAIT_STUCK)
        return arena_printf(arena, "no GPU answered to `%s` within %g seconds%s%s", words, gpu->options.start_s,
                            between, said);
    return arena_printf(arena, "`%s` ended before a GPU answered (%s)%s%s", words, ending(status, arena), between,
                        said);
}

/* Starts a worker and waits until it has filled in its Hello, which is returned. Otherwise NULL: after
 * WAIT_INTERRUPTED, or *why says why; then the worker is stopped. */
static const Hello *start_worker(Gpu *gpu, const WorkerOptions *options, const volatile sig_atomic_t *interrupted,
                                 Arena *arena, const char **why) {
    *why = NULL;
    if (!worker_start(&gpu->worker, options)) {
        *why = arena_printf(arena, "a process for the GPU could not be started: %s", strerror(errno));
        return NULL;
    }
    Watch watch = watch_for(gpu, MESSAGE_HELLO, interrupted);
    WaitOutcome outcome = worker_wait(&gpu->worker, &watch);
    const char *said = last_line(watch.complaints.data, arena);
    free_watch(&watch);
    if (outcome == WAIT_DONE) return gpu->worker.hello;
    int status = worker_stop(&gpu->worker);
    if (options->launch != NULL) {
        *why = why_unlaunched(gpu, outcome, status, said, arena);
        return NULL;
    }
    if (outcome == WAIT_STUCK)
        *why = arena_printf(arena,
                            "the GPU's driver did not start within %g seconds: does nvidia-smi answer? If not, "
                            "restart the machine",
                            gpu->options.start_s);
    if (outcome == WAIT_DIED)
        *why =
            arena_printf(arena, "the GPU's driver ended the process that opened it (%s): check that nvidia-smi works",
                         ending(status, arena));
    return NULL;
}

static bool ensure_worker(Gpu *gpu, const Launch *launch, Arena *arena, Result *result) {
    if (worker_is_alive(&gpu->worker)) return true;
    stop_worker(gpu);
    const char *why;
    const WorkerOptions options = {.library = gpu->options.library, .launch = gpu->options.launch, .task = WORKER_RUNS};
    const Hello *hello = start_worker(gpu, &options, launch->interrupted, arena, &why);
    if (hello != NULL && hello->gpu_count > 0) return true;
    if (hello != NULL)
        why = arena_printf(arena, "the GPU is gone: %s%s%s", hello->problem, hello->remedy[0] != '\0' ? "; " : "",
                           hello->remedy);
    stop_worker(gpu);
    result->status = why != NULL ? RUN_UNSUPPORTED : RUN_INTERRUPTED;
    result->error = why;
    return false;
}

/* ---- one launch -------------------------------------------------------------------------------------------------- */

typedef struct Run {
    Gpu *gpu;
    const Launch *launch;
    Arena *arena;
    Result *result;
    KernelFacts facts;
    RequestLayout layout; /* where things lie in the segment; kept here because the worker may overwrite the segment */
    Reply *reply;         /* a copy: the worker cannot change it any more */
    CoreFault core;
    bool located; /* core is known */
} Run;

static bool unsupported(Run *run, const char *why) {
    run->result->status = RUN_UNSUPPORTED;
    run->result->error = why;
    return false;
}

static bool ensure_segment(Gpu *gpu, size_t size) {
    if (gpu->segment.bytes != NULL && gpu->segment.size >= size) return true;
    segment_free(&gpu->segment);
    gpu->known_to_worker = false;
    return segment_make(&gpu->segment, size);
}

static void drop_segment(Gpu *gpu) {
    stop_worker(gpu);
    segment_free(&gpu->segment);
}

static bool send(Run *run) {
    Gpu *gpu = run->gpu;
    if (!ensure_segment(gpu, run->layout.size))
        return unsupported(run, arena_printf(run->arena,
                                             "this machine has no room for the launch's %zu bytes of buffers: %s",
                                             run->layout.size, strerror(errno)));
    request_write(run->launch, &run->layout, gpu->segment.bytes);
    const Message message = {.kind = MESSAGE_LAUNCH, .size = gpu->segment.size};
    bool sent = message_send(gpu->worker.socket, &message, gpu->known_to_worker ? -1 : gpu->segment.file);
    gpu->known_to_worker = sent;
    return sent || unsupported(run, "the process that runs kernels on the GPU ended unexpectedly");
}

static void take_outputs(const Run *run) {
    for (size_t i = 0; i < run->launch->buffer_count; i++) {
        const Buffer *buffer = &run->launch->buffers[i];
        const WireBuffer *wire = &run->layout.buffers[i];
        if (buffer->output && wire->size > 0)
            memcpy(buffer->bytes, (const char *)run->gpu->segment.bytes + wire->bytes, wire->size);
    }
}

/* Text that a worker wrote, made safe to print; NULL for nothing. */
static const char *copied(Arena *arena, const char *text, size_t limit) {
    size_t size = strnlen(text, limit);
    return size > 0 ? text_printable(arena, text, size) : NULL;
}

static const char *sentence(const Run *run, const char *bytes, size_t limit) {
    return copied(run->arena, bytes, limit);
}

static void take_measurements(Run *run) {
    run->result->metrics = run->reply->metrics;
    memcpy(run->result->from_events, run->reply->from_events, sizeof run->result->from_events);
    run->result->timing = run->reply->timing;
    run->result->untimed = sentence(run, run->reply->untimed, sizeof run->reply->untimed);
    run->result->uncounted = sentence(run, run->reply->uncounted, sizeof run->reply->uncounted);
}

static void take_reply(Run *run, const Watch *watch) {
    Result *result = run->result;
    Reply *reply = run->reply;
    const FaultContext context = {.launch = run->launch,
                                  .facts = &run->facts,
                                  .core = run->located ? &run->core : NULL,
                                  .complaints = watch->complaints.data,
                                  .arena = run->arena};
    switch ((ReplyOutcome)reply->outcome) {
    case REPLY_FINISHED:
        result->status = RUN_FINISHED;
        take_outputs(run);
        take_measurements(run);
        if (reply->overrun > 0 && (size_t)reply->overrun <= run->launch->buffer_count)
            fault_overrun(&context, reply, result);
        return;
    case REPLY_REFUSED:
        result->status = RUN_REFUSED;
        result->error = sentence(run, reply->sentence, sizeof reply->sentence);
        result->error_code = sentence(run, reply->error_name, sizeof reply->error_name);
        return;
    case REPLY_FAULT: fault_finding(&context, reply, result); return;
    case REPLY_FAILED: unsupported(run, sentence(run, reply->sentence, sizeof reply->sentence)); return;
    case REPLY_NONE: break;
    }
    unsupported(run, "the process that runs kernels on the GPU gave no answer");
}

static void take_stuck(Run *run, const Watch *watch) {
    static const char *const doing[STAGE_COUNT] = {
        [STAGE_OPENING] = "open the GPU",     [STAGE_LOADING] = "load the kernel",
        [STAGE_COPYING] = "copy the buffers", [STAGE_RUNNING] = "run the kernel",
        [STAGE_TIMING] = "time the kernel",   [STAGE_COUNTING] = "read the counters"};
    const FaultContext context = {.launch = run->launch, .facts = &run->facts, .arena = run->arena};
    if (watch->stage == STAGE_RUNNING || watch->stage == STAGE_TIMING)
        fault_endless(&context, watch->limit_s[watch->stage], run->result);
    else
        unsupported(run, arena_printf(run->arena, "the GPU's driver took more than %g seconds to %s, and was stopped",
                                      watch->limit_s[watch->stage], doing[watch->stage]));
}

static bool is_spent(const Reply *reply) {
    return reply->spent || (reply->outcome != REPLY_FINISHED && reply->outcome != REPLY_REFUSED);
}

/* Runs the launch again for a core dump, except after a failed assert: there the driver's message tells all there is
 * to know. */
static void locate(Run *run) {
    if (run->reply->outcome != REPLY_FAULT || run->reply->error == CUDA_ERROR_ASSERT) return;
    Gpu *gpu = run->gpu;
    if (gpu->options.launch != NULL) return; /* the core dump would lie on the other machine */
    stop_worker(gpu);
    run->layout.request.timed = false;
    run->layout.request.host = HOST_NONE;
    request_write(run->launch, &run->layout, gpu->segment.bytes);
    run->located = locate_fault(gpu->options.library, &gpu->segment, run->launch->image->file, run->launch->interrupted,
                                &run->core);
}

/* Keeps the result of a launch whose worker was lost while it measured: the result is in the segment already. Not
 * where the kernel itself ended once but not again while it was timed: then the kernel is at fault. */
static bool rescue(Run *run, const Watch *watch, WaitOutcome outcome, int status) {
    const Request *left = run->gpu->segment.bytes;
    bool counting = watch->stage == STAGE_COUNTING;
    if (left->reply.outcome != REPLY_FINISHED || !(outcome == WAIT_DIED || (outcome == WAIT_STUCK && counting)))
        return false;
    Reply *reply = arena_copy(run->arena, &left->reply, sizeof *reply, _Alignof(Reply));
    const char *why = arena_printf(run->arena, "the process that %s ended unexpectedly: %s",
                                   counting ? "read the counters" : "timed the kernel", ending(status, run->arena));
    if (outcome == WAIT_STUCK)
        why = arena_printf(run->arena, "reading the hardware's counters took more than %g seconds, and was stopped",
                           watch->limit_s[STAGE_COUNTING]);
    snprintf(counting ? reply->uncounted : reply->untimed, WIRE_SENTENCE, "%s", why);
    reply->spent = true;
    run->reply = reply;
    return true;
}

/* Sends the launch and waits. False where the worker is gone and the result says why. */
static bool exchange(Run *run, Watch *watch) {
    Gpu *gpu = run->gpu;
    *watch = watch_for(gpu, MESSAGE_DONE, run->launch->interrupted);
    watch->stage = STAGE_LOADING;
    if (!send(run)) {
        stop_worker(gpu);
        return false;
    }
    WaitOutcome outcome = worker_wait(&gpu->worker, watch);
    if (outcome == WAIT_DONE) {
        const Request *answered = gpu->segment.bytes;
        run->reply = arena_copy(run->arena, &answered->reply, sizeof *run->reply, _Alignof(Reply));
        return true;
    }
    int status = worker_stop(&gpu->worker);
    gpu->known_to_worker = false;
    if (rescue(run, watch, outcome, status)) return true;
    if (outcome == WAIT_STUCK) take_stuck(run, watch);
    if (outcome == WAIT_INTERRUPTED) run->result->status = RUN_INTERRUPTED;
    if (outcome == WAIT_DIED)
        unsupported(run, arena_printf(run->arena,
                                      "the process that ran the kernel on the GPU ended unexpectedly: %s. Try "
                                      "again; warpschool doctor looks at the driver",
                                      ending(status, run->arena)));
    return false;
}

static void run_for_result(Run *run) {
    Watch watch;
    run->layout.request.timed = run->launch->timed;
    run->layout.request.host = run->launch->host;
    bool answered = exchange(run, &watch);
    run->result->printed =
        watch.printed.size > 0 ? arena_string_n(run->arena, watch.printed.data, watch.printed.size) : "";
    run->result->printed_cut = watch.printed_cut;
    if (answered) {
        locate(run);
        take_reply(run, &watch);
        if (is_spent(run->reply)) stop_worker(run->gpu);
    }
    free_watch(&watch);
}

/* ---- the hardware's counters ------------------------------------------------------------------------------------- */

static void merge_metrics(Metrics *into, const Metrics *from) {
    for (Metric metric = 0; metric < metric_count; metric++)
        if (from->known[metric]) metrics_set(into, metric, from->value[metric]);
}

/* The launch as it was before it ran, with copies of the buffers that it writes, in memory that the caller frees. */
static Launch launch_before(const Launch *launch, Arena *arena) {
    Launch before = *launch;
    before.buffers =
        arena_copy(arena, launch->buffers, launch->buffer_count * sizeof *launch->buffers, _Alignof(Buffer));
    for (size_t i = 0; i < before.buffer_count; i++) {
        Buffer *buffer = &before.buffers[i];
        if (!buffer->output) continue;
        size_t size = buffer->count * scalar_size(buffer->type);
        buffer->bytes = memcpy(memory_resize(NULL, size + 1, 1), buffer->bytes, size);
    }
    return before;
}

static void free_launch_before(const Launch *before) {
    for (size_t i = 0; i < before->buffer_count; i++)
        if (before->buffers[i].output) free(before->buffers[i].bytes);
}

/* Counts with ncu: lays out and writes the segment again, with the launch as it was before it ran. */
static void count_with_ncu(Run *run, const char *ncu) {
    Gpu *gpu = run->gpu;
    Result *counted = run->result;
    run->layout.request.counted = false;
    request_write(run->launch, &run->layout, gpu->segment.bytes);
    const NcuRun asked = {.ncu = ncu,
                          .library = gpu->options.library,
                          .segment = &gpu->segment,
                          .limit_s = 2 * gpu->options.count_s,
                          .interrupted = run->launch->interrupted};
    *counted = (Result){.status = RUN_FINISHED};
    bool read = ncu_count(&asked, run->arena, &counted->metrics, counted->from_events, &counted->uncounted);
    const Request *answered = gpu->segment.bytes;
    if (!read && counted->uncounted == NULL) counted->status = RUN_INTERRUPTED;
    if (read && answered->reply.outcome != REPLY_FINISHED) {
        counted->metrics = (Metrics){0};
        counted->uncounted = "the kernel did not run to its end while ncu counted it";
    }
}

static void count_in_worker(Run *run) {
    Watch watch = {0};
    Result *counted = run->result;
    run->layout.request.counted = true;
    bool answered = ensure_worker(run->gpu, run->launch, run->arena, counted) && exchange(run, &watch);
    if (answered && run->reply->outcome == REPLY_FINISHED)
        take_measurements(run);
    else if (answered && run->reply->outcome == REPLY_FAILED)
        counted->uncounted = sentence(run, run->reply->sentence, sizeof run->reply->sentence);
    else if (counted->status == RUN_UNSUPPORTED)
        counted->uncounted = counted->error;
    else
        counted->uncounted = "the kernel did not run to its end while its counters were read";
    free_watch(&watch);
    stop_worker(run->gpu);
    bool here = run->gpu->options.launch == NULL;
    const char *ncu = here && answered && run->reply->no_profiler ? ncu_find(run->arena) : NULL;
    if (ncu != NULL) count_with_ncu(run, ncu);
}

/* Counts in a process by itself, after all other measurements: reading counters slows launches down, can be done
 * once in a process, and may hang. Whatever happens there, the result so far is kept, and the other worker stays as
 * it is. */
static void count(Gpu *gpu, const Launch *before, const KernelFacts *facts, Arena *arena, Result *result) {
    Result counted = {.status = RUN_FINISHED};
    WorkerProcess worker = gpu->worker;
    bool known = gpu->known_to_worker;
    Run run = {.gpu = gpu, .launch = before, .arena = arena, .result = &counted, .facts = *facts};
    request_lay_out(before, facts, arena, &run.layout);
    gpu->worker = (WorkerProcess){0};
    gpu->known_to_worker = false;
    count_in_worker(&run);
    /* A GPU in exclusive-process mode: the other worker has to end first. */
    if (run.reply != NULL && run.reply->error == CUDA_ERROR_DEVICE_UNAVAILABLE && worker.pid != 0) {
        worker_stop(&worker);
        known = false;
        counted = (Result){.status = RUN_FINISHED};
        count_in_worker(&run);
    }
    gpu->worker = worker;
    gpu->known_to_worker = known;
    merge_metrics(&result->metrics, &counted.metrics);
    memcpy(result->from_events, counted.from_events, sizeof result->from_events);
    result->uncounted = counted.uncounted;
    if (counted.status == RUN_INTERRUPTED) result->status = RUN_INTERRUPTED;
}

/* A kernel whose PTX the parser does not understand may still run on the GPU: then only the driver judges the
 * launch. */
static bool judge(Run *run) {
    const Image *image = run->launch->image;
    const KernelResources *resources = image_resources(image, run->launch->kernel);
    DiagList diags = diag_list(run->arena);
    const PtxModule *module = ptx_parse(image->ptx != NULL ? image->ptx : "", image->ptx_size, run->arena, &diags);
    if (module == NULL) {
        run->facts = kernel_facts_unknown(run->launch, run->arena);
        return true;
    }
    int32_t kernel = ptx_find_kernel(run->launch, module, run->arena, run->result);
    if (kernel < 0 || refuse_launch(run->launch, module, kernel, resources, run->arena, run->result)) return false;
    uint64_t shared_static = resources != NULL && resources->shared_static > 0 ? (uint64_t)resources->shared_static : 0;
    if (refuse_launch_shared(run->launch, shared_static, run->arena, run->result)) return false;
    run->facts = kernel_facts(module, kernel, run->launch, run->arena);
    return true;
}

static void run_launch(Device *device, const Launch *launch, Arena *arena, Result *result) {
    Gpu *gpu = device->state;
    double start = system_seconds();
    *result = (Result){.printed = ""};
    Run run = {.gpu = gpu, .launch = launch, .arena = arena, .result = result};
    if (judge(&run) && ensure_worker(gpu, launch, arena, result)) {
        Launch before = launch->counted ? launch_before(launch, arena) : (Launch){0};
        request_lay_out(launch, &run.facts, arena, &run.layout);
        run_for_result(&run);
        if (launch->counted && result->status == RUN_FINISHED) count(gpu, &before, &run.facts, arena, result);
        if (gpu->segment.size > SEGMENT_KEPT) drop_segment(gpu);
        free_launch_before(&before);
    }
    launch_metrics(launch, &result->metrics);
    result->host_seconds = system_seconds() - start;
}

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

static void close_gpu(Device *device) {
    Gpu *gpu = device->state;
    stop_worker(gpu);
    segment_free(&gpu->segment);
    free(gpu);
}

static Gpu *new_gpu(const GpuOptions *options) {
    Gpu *gpu = memory_zeroed(1, sizeof *gpu);
    gpu->options = *options;
    if (options->library != NULL && strlen(options->library) < sizeof gpu->library)
        gpu->options.library = strcpy(gpu->library, options->library);
    gpu->options.launch = NULL;
    if (options->launch != NULL && strlen(options->launch) < sizeof gpu->launch)
        gpu->options.launch = strcpy(gpu->launch, options->launch);
    if (gpu->options.launch != NULL && gpu->options.start_s <= 0) gpu->options.start_s = GPU_QUEUE_SECONDS;
    if (gpu->options.launch_s <= 0) gpu->options.launch_s = GPU_LAUNCH_SECONDS;
    if (gpu->options.start_s <= 0) gpu->options.start_s = GPU_START_SECONDS;
    if (gpu->options.count_s <= 0) gpu->options.count_s = GPU_COUNT_SECONDS;
    gpu->segment.file = -1;
    gpu->device = (Device){
        .name = "gpu", .about = gpu->name, .arch = gpu->arch, .run = run_launch, .close = close_gpu, .state = gpu};
    return gpu;
}

Device *gpu_open(const GpuOptions *options, Arena *arena, const char **why) {
    Gpu *gpu = new_gpu(options);
    const WorkerOptions worker = {.library = gpu->options.library, .launch = gpu->options.launch, .task = WORKER_RUNS};
    const Hello *hello = start_worker(gpu, &worker, options->interrupted, arena, why);
    if (hello != NULL && hello->gpu_count > 0) {
        memcpy(gpu->name, hello->gpus[0].name, sizeof gpu->name);
        gpu->device.multiprocessors = (unsigned)hello->gpus[0].info.multiprocessors;
        memcpy(gpu->arch, hello->gpus[0].arch, sizeof gpu->arch);
        return &gpu->device;
    }
    if (hello != NULL) *why = copied(arena, hello->problem, sizeof hello->problem);
    if (*why == NULL) *why = "the wait for it was interrupted";
    close_gpu(&gpu->device);
    return NULL;
}

void gpu_be_worker(int argc, char **argv) {
    int64_t size, task;
    if (argc == 4 && text_equal(argv[1], RELAY_WORD) && text_to_i64(argv[3], &task))
        relay_main(&(WorkerOptions){.library = *argv[2] != '\0' ? argv[2] : NULL,
                                    .task = task == WORKER_SURVEYS ? WORKER_SURVEYS : WORKER_RUNS});
    if (argc != 5 || !text_equal(argv[1], NCU_WORKER_WORD) || !text_to_i64(argv[4], &size) || size < 0) return;
    worker_profiled(*argv[2] != '\0' ? argv[2] : NULL, argv[3], (size_t)size);
}

Device *device_open_gpu(const GpuPlace *place, Arena *arena, const char **why) {
    return gpu_open(&(GpuOptions){.launch = place->launch, .interrupted = place->interrupted}, arena, why);
}

/* ---- the survey -------------------------------------------------------------------------------------------------- */

/* here: the GPU is in this machine, whose ncu could count. */
static void take_survey(const Hello *hello, bool here, Arena *arena, GpuSurvey *survey) {
    survey->driver_path = copied(arena, hello->driver_path, sizeof hello->driver_path);
    survey->cuda_version = hello->cuda_version;
    survey->count = hello->gpu_count <= WIRE_GPUS ? hello->gpu_count : WIRE_GPUS;
    GpuInfo *gpus = arena_array(arena, GpuInfo, survey->count + 1);
    for (size_t i = 0; i < survey->count; i++) {
        gpus[i] = hello->gpus[i].info;
        gpus[i].name = copied(arena, hello->gpus[i].name, sizeof hello->gpus[i].name);
        gpus[i].arch = copied(arena, hello->gpus[i].arch, sizeof hello->gpus[i].arch);
    }
    survey->gpus = gpus;
    survey->problem = copied(arena, hello->problem, sizeof hello->problem);
    survey->remedy = copied(arena, hello->remedy, sizeof hello->remedy);
    survey->counters = copied(arena, hello->counters, sizeof hello->counters);
    survey->counters_by = copied(arena, hello->counters_by, sizeof hello->counters_by);
    const char *ncu = here && survey->counters != NULL && survey->counters_by == NULL ? ncu_find(arena) : NULL;
    if (ncu == NULL) return;
    const char *forbidden = ncu_forbidden();
    survey->counters = forbidden != NULL ? forbidden : "allowed";
    survey->counters_by = arena_printf(arena, "ncu, %s", ncu);
}

void gpu_survey(const GpuOptions *options, Arena *arena, GpuSurvey *survey) {
    *survey = (GpuSurvey){0};
    Gpu *gpu = new_gpu(options);
    const WorkerOptions worker = {
        .library = gpu->options.library, .launch = gpu->options.launch, .task = WORKER_SURVEYS};
    const Hello *hello = start_worker(gpu, &worker, options->interrupted, arena, &survey->problem);
    if (hello == NULL && survey->problem == NULL) survey->problem = "the wait for a GPU was interrupted";
    if (hello != NULL) take_survey(hello, worker.launch == NULL, arena, survey);
    close_gpu(&gpu->device);
}

void device_survey_gpu(const GpuPlace *place, Arena *arena, GpuSurvey *survey) {
    gpu_survey(&(GpuOptions){.launch = place->launch, .interrupted = place->interrupted}, arena, survey);
}
