#include "cuda/worker_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/process.h"
#include "base/system.h"
#include "cuda/relay.h"

enum { POLL_MS = 50, COMPLAINTS_LIMIT = 64 << 10, REAP_SECONDS = 10 };

/* ---- starting and ending ----------------------------------------------------------------------------------------- */

typedef struct Ends {
    int socket[2], printed[2], complaints[2];
} Ends;

static void close_ends(const Ends *ends, int which) {
    if (ends->socket[which] >= 0) close(ends->socket[which]);
    if (ends->printed[which] >= 0) close(ends->printed[which]);
    if (ends->complaints[which] >= 0) close(ends->complaints[which]);
}

static bool open_ends(Ends *ends) {
    *ends = (Ends){{-1, -1}, {-1, -1}, {-1, -1}};
    if (system_socket_pair(ends->socket) && system_pipe(ends->printed) && system_pipe(ends->complaints) &&
        fcntl(ends->printed[0], F_SETFL, O_NONBLOCK) == 0 && fcntl(ends->complaints[0], F_SETFL, O_NONBLOCK) == 0)
        return true;
    int error = errno;
    close_ends(ends, 0);
    close_ends(ends, 1);
    errno = error;
    return false;
}

/* The worker is not isolated as the compiler is (compile/isolate.c). The driver needs /dev, /proc and /tmp to write
 * to, as was tried with Landlock on an H200; and to use Landlock a user who is not root must give up new privileges,
 * without which nvidia-modprobe cannot make the device files that the first program after a start of the machine
 * needs. */
static _Noreturn void be_worker(const WorkerOptions *options, const Ends *ends, Hello *hello, pid_t parent) {
    process_follow(parent);
    process_reset_signals();
    int null = open("/dev/null", O_RDONLY);
    if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(ends->printed[1], STDOUT_FILENO) < 0 ||
        dup2(ends->complaints[1], STDERR_FILENO) < 0)
        _exit(1);
    if (options->launch == NULL && chdir("/") != 0) _exit(1); /* the words of --launch may name files here */
    process_close_files(&ends->socket[1], 1);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    if (options->launch != NULL) remote_main(options, ends->socket[1], hello);
    worker_main(options, ends->socket[1], hello);
}

bool worker_start(WorkerProcess *process, const WorkerOptions *options) {
    Ends ends;
    *process = (WorkerProcess){0};
    Hello *hello = mmap(NULL, sizeof *hello, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (hello == MAP_FAILED) return false;
    if (!open_ends(&ends)) {
        munmap(hello, sizeof *hello);
        return false;
    }
    fflush(stdout); /* otherwise the child would write the buffered text again */
    fflush(stderr);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) be_worker(options, &ends, hello, parent);
    int error = errno;
    close_ends(&ends, 1);
    if (pid < 0) {
        close_ends(&ends, 0);
        munmap(hello, sizeof *hello);
        errno = error;
        return false;
    }
    *process = (WorkerProcess){pid, ends.socket[0], ends.printed[0], ends.complaints[0], hello};
    return true;
}

/* Waits for the process to end, for a limited time: while the driver holds it inside the operating system's kernel, it
 * cannot be killed. */
static int reap(pid_t pid) {
    int status = 0;
    double end = system_seconds() + REAP_SECONDS;
    for (;;) {
        pid_t reaped = waitpid(pid, &status, WNOHANG);
        if (reaped == pid) return status;
        if ((reaped < 0 && errno != EINTR) || system_seconds() > end) return 0;
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
}

int worker_stop(WorkerProcess *process) {
    if (process->pid == 0) return 0;
    kill(process->pid, SIGKILL);
    close(process->socket);
    close(process->printed);
    close(process->complaints);
    int status = reap(process->pid);
    munmap(process->hello, sizeof *process->hello);
    *process = (WorkerProcess){0};
    return status;
}

bool worker_is_alive(const WorkerProcess *process) {
    struct pollfd ready = {.fd = process->socket};
    /* no event is requested: only the closing of the other end is reported */
    return process->pid != 0 && poll(&ready, 1, 0) == 0;
}

/* ---- waiting ----------------------------------------------------------------------------------------------------- */

/* Reads what is there; bytes over the limit are read and dropped, so that the worker never has to wait. */
static void drain(int file, Text *text, size_t limit, bool *cut) {
    char part[16384];
    for (;;) {
        ssize_t size = read(file, part, sizeof part);
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) return;
        size_t room = limit > text->size ? limit - text->size : 0, taken = (size_t)size < room ? (size_t)size : room;
        text_add_n(text, part, taken);
        if (taken < (size_t)size) *cut = true;
    }
}

static void drain_both(const WorkerProcess *process, Watch *watch) {
    bool ignored = false;
    bool counts = watch->stage < STAGE_TIMING;
    drain(process->printed, &watch->printed, counts ? watch->printed_limit : 0,
          counts ? &watch->printed_cut : &ignored);
    drain(process->complaints, &watch->complaints, COMPLAINTS_LIMIT, &ignored);
}

/* Reads what the worker sent; true where the wait is over. Text is read before a message, because it was written
 * before it. */
static bool hear(const WorkerProcess *process, Watch *watch, double *deadline, WaitOutcome *outcome) {
    Message message;
    int file;
    bool heard = message_receive(process->socket, &message, &file);
    if (file >= 0) close(file);
    drain_both(process, watch);
    *outcome = heard ? WAIT_DONE : WAIT_DIED;
    if (!heard || message.kind == (uint32_t)watch->until) return true;
    if (message.kind == MESSAGE_STAGE && message.stage < STAGE_COUNT) {
        watch->stage = (Stage)message.stage;
        *deadline = system_seconds() + watch->limit_s[watch->stage];
    }
    return false;
}

/* Removes a pipe whose other end is closed from the wait, because it would always be ready. */
static void look_at_pipe(struct pollfd *pipe) {
    if ((pipe->revents & POLLHUP) != 0 && (pipe->revents & POLLIN) == 0) pipe->fd = -1;
}

WaitOutcome worker_wait(const WorkerProcess *process, Watch *watch) {
    double deadline = system_seconds() + watch->limit_s[watch->stage];
    struct pollfd ready[] = {{.fd = process->socket, .events = POLLIN},
                             {.fd = process->printed, .events = POLLIN},
                             {.fd = process->complaints, .events = POLLIN}};
    for (;;) {
        if (watch->interrupted != NULL && *watch->interrupted) return WAIT_INTERRUPTED;
        WaitOutcome outcome;
        int count = poll(ready, 3, POLL_MS);
        if (count > 0 && ready[0].revents != 0) {
            if (hear(process, watch, &deadline, &outcome)) return outcome;
            continue;
        }
        if (count > 0) {
            drain_both(process, watch);
            look_at_pipe(&ready[1]);
            look_at_pipe(&ready[2]);
        }
        if (system_seconds() > deadline) return WAIT_STUCK;
    }
}
