#include "cuda/worker.h"
#include "arch.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool set_coredump(const CudaDriver *cuda, const char *path) {
    if (cuda->cuCoredumpSetAttributeGlobal == NULL) return false;
    unsigned char on = 1;
    int flags = CU_COREDUMP_LIGHTWEIGHT_FLAGS;
    size_t byte = sizeof on, word = sizeof flags, length = strlen(path) + 1;
    return cuda->cuCoredumpSetAttributeGlobal(CU_COREDUMP_ENABLE_ON_EXCEPTION, &on, &byte) == CUDA_SUCCESS &&
           cuda->cuCoredumpSetAttributeGlobal(CU_COREDUMP_FILE, (void *)(uintptr_t)path, &length) == CUDA_SUCCESS &&
           cuda->cuCoredumpSetAttributeGlobal(CU_COREDUMP_GENERATION_FLAGS, &flags, &word) == CUDA_SUCCESS;
}

static void open_device(Worker *worker, const WorkerOptions *options, Hello *hello) {
    const char *why;
    if (!driver_load(&worker->cuda, options->library, &why)) {
        snprintf(hello->problem, sizeof hello->problem, "%s", why);
        return;
    }
    hello_fill(&worker->cuda, hello);
    if (options->coredump != NULL && hello->gpu_count > 0 && !set_coredump(&worker->cuda, options->coredump))
        snprintf(hello->problem, sizeof hello->problem, "this driver cannot write core dumps");
    if (options->task == WORKER_SURVEYS) hello_counters(&worker->cuda, hello);
    worker->cuda.cuDeviceGet(&worker->device, 0);
    worker->capability = hello->gpu_count > 0 ? arch_number(hello->gpus[0].arch) : 0;
}

/* False where the program is gone. */
static bool take_launch(Worker *worker) {
    Message message;
    int file;
    if (!message_receive(worker->socket, &message, &file) || message.kind != MESSAGE_LAUNCH) return false;
    if (file < 0) return worker->segment.bytes != NULL;
    segment_free(&worker->segment);
    return segment_map(&worker->segment, file, message.size);
}

static bool is_spent(const Reply *reply) {
    return reply->spent || reply->outcome == REPLY_FAULT || reply->outcome == REPLY_FAILED;
}

_Noreturn void worker_main(const WorkerOptions *options, int socket, Hello *hello) {
    Worker worker = {.socket = socket, .segment = {.file = -1}};
    open_device(&worker, options, hello);
    worker_send(&worker, MESSAGE_HELLO, STAGE_OPENING);
    bool useful = hello->gpu_count > 0 && options->task == WORKER_RUNS;
    while (useful && take_launch(&worker)) {
        Request *request = worker.segment.bytes;
        Job job = {.worker = &worker, .cuda = &worker.cuda, .request = request, .reply = &request->reply};
        job_run(&job);
        fflush(NULL);
        useful = !is_spent(&request->reply);
        worker_send(&worker, MESSAGE_DONE, STAGE_OPENING);
    }
    _exit(0); /* not exit(): handlers that the program registered with atexit must not run here */
}

/* The kernel's output is discarded: it was shown by the first run, and would mix with ncu's table. The program that
 * started ncu ends it, and with it this process, after a time limit; if that program is gone, a limit of this
 * process ends an endless kernel. */
_Noreturn void worker_profiled(const char *library, const char *path, size_t size) {
    Worker worker = {.socket = -1, .segment = {.file = -1}};
    static Hello hello;
    enum { LIFE_SECONDS = 300 };
    alarm(LIFE_SECONDS);
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC), file = open(path, O_RDWR | O_CLOEXEC);
    if (null < 0 || dup2(null, STDOUT_FILENO) < 0 || file < 0 || !segment_map(&worker.segment, file, size)) _exit(1);
    const WorkerOptions options = {.library = library, .task = WORKER_RUNS};
    open_device(&worker, &options, &hello);
    if (hello.gpu_count == 0) _exit(1);
    Request *request = worker.segment.bytes;
    Job job = {.worker = &worker, .cuda = &worker.cuda, .request = request, .reply = &request->reply};
    job_run(&job);
    exit(0); /* ncu needs its atexit handler */
}
