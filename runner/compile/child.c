/* A child process that does one piece of work within limits and returns bytes through a pipe.
 *
 * It is a fork without an exec, because all that it needs is in memory already. It cannot outlive its parent, write
 * files unless it may, keep the parent's open files, or use more time, memory or output than it was given. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "base/system.h"
#include "base/text.h"
#include "compile/parts.h"

/* Sanitizers reserve terabytes of address space: with them it is not limited. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ADDRESS_SPACE_LIMITED false
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ADDRESS_SPACE_LIMITED false
#endif
#endif
#ifndef ADDRESS_SPACE_LIMITED
#define ADDRESS_SPACE_LIMITED true
#endif

enum { OPEN_FILES = 256, POLL_MS = 50 };

/* ---- in the child ------------------------------------------------------------------------------------------------ */

static void set_limits(const ChildLimits *limits) {
    process_limit_time((rlim_t)limits->seconds);
    if (!limits->writes) process_limit(RLIMIT_FSIZE, 0);
    process_limit(RLIMIT_CORE, 0);
    process_limit(RLIMIT_NOFILE, OPEN_FILES);
    if (ADDRESS_SPACE_LIMITED) process_limit(RLIMIT_AS, (rlim_t)limits->memory);
}

static void detach(int kept) {
    int null = open("/dev/null", O_RDWR);
    for (int file = 0; file < 3 && null >= 0; file++) dup2(null, file);
    if (null < 0) close(0), close(1), close(2);
    process_close_files(&kept, 1);
}

static _Noreturn void be_child(const ChildLimits *limits, ChildWork *work, void *context, int fd, pid_t parent) {
    process_follow(parent);
    process_reset_signals();
    detach(fd);
    set_limits(limits);
    if (chdir("/") != 0) _exit(1);
    work(context, fd);
    _exit(0);
}

/* ---- in the parent ----------------------------------------------------------------------------------------------- */

/* Reads until the child closes its end of the pipe, and returns CHILD_FINISHED then. */
static ChildStatus collect(const ChildLimits *limits, int fd, Text *output) {
    double end = system_seconds() + limits->patience;
    for (bool at_end = false; !at_end;) {
        if (limits->interrupted != NULL && *limits->interrupted) return CHILD_INTERRUPTED;
        if (system_seconds() > end) return CHILD_STALLED;
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        if (poll(&ready, 1, POLL_MS) <= 0) continue;
        char part[65536];
        ssize_t size = read(fd, part, sizeof part);
        if (size < 0 && errno != EINTR && errno != EAGAIN) return CHILD_CRASHED;
        at_end = size == 0;
        if (size > 0) text_add_n(output, part, (size_t)size);
        if (output->size > limits->output) return CHILD_FLOODED;
    }
    return CHILD_FINISHED;
}

/* How the child ended. A compiler that gets no memory may be killed by any signal, so where a signal killed it after
 * it had used more than half of its memory limit, memory is named as the cause. */
static ChildStatus judge(const ChildLimits *limits, int status, const struct rusage *usage, int *signal_number) {
    if (WIFEXITED(status)) return WEXITSTATUS(status) == 0 ? CHILD_FINISHED : CHILD_CRASHED;
    *signal_number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (*signal_number == SIGXCPU) return CHILD_TIMEOUT;
    struct timeval used = usage->ru_utime;
    if (*signal_number == SIGKILL && used.tv_sec + usage->ru_stime.tv_sec + 1 >= limits->seconds) return CHILD_TIMEOUT;
    if (process_peak_memory(usage) > limits->memory / 2) return CHILD_MEMORY;
    return CHILD_CRASHED;
}

static ChildStatus reap(const ChildLimits *limits, pid_t child, ChildStatus collected, int *signal_number) {
    if (collected != CHILD_FINISHED) kill(child, SIGKILL);
    int status;
    struct rusage usage;
    pid_t reaped;
    do reaped = wait4(child, &status, 0, &usage);
    while (reaped < 0 && errno == EINTR);
    /* where SIGCHLD is ignored there is no exit status: only its output tells */
    if (collected != CHILD_FINISHED || reaped < 0) return collected;
    return judge(limits, status, &usage, signal_number);
}

bool child_start(const ChildLimits *limits, ChildWork *work, void *context, Child *child) {
    int ends[2];
    if (!system_pipe(ends)) return false;
    pid_t parent = getpid();
    child->process = fork();
    child->output = ends[0];
    if (child->process == 0) {
        close(ends[0]);
        be_child(limits, work, context, ends[1], parent);
    }
    int error = errno;
    close(ends[1]);
    if (child->process < 0) close(ends[0]);
    errno = error;
    return child->process > 0;
}

ChildStatus child_finish(const ChildLimits *limits, const Child *child, Text *output, int *signal_number) {
    *signal_number = 0;
    ChildStatus status = reap(limits, child->process, collect(limits, child->output, output), signal_number);
    close(child->output);
    return status;
}

void child_stop(const ChildLimits *limits, const Child *child) {
    int signal_number;
    close(child->output);
    reap(limits, child->process, CHILD_INTERRUPTED, &signal_number);
}

ChildStatus child_run(const ChildLimits *limits, ChildWork *work, void *context, Text *output, int *signal_number) {
    Child child;
    *signal_number = 0;
    if (!child_start(limits, work, context, &child)) return CHILD_UNSTARTED;
    return child_finish(limits, &child, output, signal_number);
}
