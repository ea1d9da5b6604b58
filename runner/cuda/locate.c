#include "cuda/locate.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cuda/worker_process.h"

enum { PATH_SIZE = 4096, START_SECONDS = 20, RUN_SECONDS = 10 };
static const off_t largest_dump = (off_t)1 << 30;

static bool read_dump(const char *path, const char *file, CoreFault *fault) {
    int dump = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    struct stat status;
    bool read = false;
    if (dump < 0) return false;
    if (fstat(dump, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 && status.st_size <= largest_dump) {
        void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, dump, 0);
        if (bytes != MAP_FAILED) {
            read = coredump_read((Extent){bytes, (size_t)status.st_size}, file, fault);
            munmap(bytes, (size_t)status.st_size);
        }
    }
    close(dump);
    return read;
}

/* The worker aborts after it wrote the dump, so that its exit status tells nothing. */
static void run_again(const char *library, const char *dump, const Segment *segment,
                      const volatile sig_atomic_t *interrupted) {
    WorkerProcess worker;
    const WorkerOptions options = {.library = library, .task = WORKER_RUNS, .coredump = dump};
    if (!worker_start(&worker, &options)) return;
    Watch watch = {.until = MESSAGE_HELLO, .interrupted = interrupted};
    for (Stage stage = 0; stage < STAGE_COUNT; stage++)
        watch.limit_s[stage] = stage == STAGE_OPENING ? START_SECONDS : RUN_SECONDS;
    const Message launch = {.kind = MESSAGE_LAUNCH, .size = segment->size};
    bool able =
        worker_wait(&worker, &watch) == WAIT_DONE && worker.hello->gpu_count > 0 && worker.hello->problem[0] == '\0';
    watch.until = MESSAGE_DONE;
    watch.stage = STAGE_LOADING;
    if (able && message_send(worker.socket, &launch, segment->file)) worker_wait(&worker, &watch);
    text_free(&watch.printed);
    text_free(&watch.complaints);
    worker_stop(&worker);
}

bool locate_fault(const char *library, const Segment *segment, const char *file,
                  const volatile sig_atomic_t *interrupted, CoreFault *fault) {
    char folder[PATH_SIZE], dump[PATH_SIZE + 16];
    const char *temporary = getenv("TMPDIR");
    if (temporary == NULL || *temporary != '/') temporary = "/tmp";
    if (snprintf(folder, sizeof folder, "%s/warpschool-XXXXXX", temporary) >= (int)sizeof folder) return false;
    if (mkdtemp(folder) == NULL) return false;
    snprintf(dump, sizeof dump, "%s/gpu.core", folder);
    run_again(library, dump, segment, interrupted);
    bool located = read_dump(dump, file != NULL ? file : "", fault);
    unlink(dump);
    rmdir(folder);
    return located;
}
