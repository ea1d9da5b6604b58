/* The near side: stands for a worker of this machine, and passes on between the program and the relay that it
 * starts. */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "base/system.h"
#include "cuda/relay.h"
#include "cuda/stream.h"

typedef struct Remote {
    int socket;   /* to the program */
    int to, from; /* to the relay */
    pid_t starter;
    Segment segment;
    Hello *hello;
} Remote;

/* ---- starting ---------------------------------------------------------------------------------------------------- */

/* The words are the user's own, so a shell may read them. In a process group of its own, so that a Ctrl-C is the
 * program's to act on. */
static _Noreturn void be_starter(const WorkerOptions *options, const int in[2], const int out[2], pid_t parent) {
    char self[PATH_MAX], command[PATH_MAX], task[16];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    if (size < 0) _exit(127);
    self[size] = '\0';
    setpgid(0, 0);
    process_follow_gently(parent);
    if (dup2(in[0], STDIN_FILENO) < 0 || dup2(out[1], STDOUT_FILENO) < 0) _exit(127);
    process_close_files(NULL, 0);
    if (snprintf(command, sizeof command, "exec %s \"$@\"", options->launch) >= (int)sizeof command) _exit(127);
    snprintf(task, sizeof task, "%d", (int)options->task);
    const char *words[] = {
        "sh", "-c", command, "sh", self, RELAY_WORD, options->library != NULL ? options->library : "", task, NULL};
    execv("/bin/sh", (char *const *)(uintptr_t)words);
    _exit(127);
}

static bool start(Remote *remote, const WorkerOptions *options) {
    int in[2], out[2];
    if (!system_pipe(in) || !system_pipe(out)) return false;
    pid_t parent = getpid();
    remote->starter = fork();
    if (remote->starter == 0) be_starter(options, in, out, parent);
    close(in[0]);
    close(out[1]);
    remote->to = in[1];
    remote->from = out[0];
    return remote->starter > 0;
}

/* ---- ending ------------------------------------------------------------------------------------------------------ */

/* As the worker there ended: by the same signal or with the same status. */
static _Noreturn void end_like(int status) {
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

/* The words came to an end without the relay's last frame. */
static _Noreturn void end_with_starter(const Remote *remote) {
    int status = 0;
    close(remote->to);
    while (waitpid(remote->starter, &status, 0) < 0 && errno == EINTR) continue;
    end_like(status);
}

/* ---- passing on -------------------------------------------------------------------------------------------------- */

static bool take_launch(Remote *remote) {
    Message message;
    int file;
    if (!message_receive(remote->socket, &message, &file) || message.kind != MESSAGE_LAUNCH) _exit(0);
    if (file >= 0) {
        segment_free(&remote->segment);
        if (!segment_map(&remote->segment, file, (size_t)message.size)) _exit(1);
    }
    if (remote->segment.bytes == NULL) _exit(0);
    const Request *request = remote->segment.bytes;
    const Frame frame = {.kind = FRAME_LAUNCH, .offset = remote->segment.size, .size = request->total};
    return stream_send(remote->to, &frame, remote->segment.bytes);
}

/* Bytes for memory that has room for them; others are refused. */
static bool take_bytes(const Remote *remote, const Frame *frame, void *memory, size_t room) {
    if (memory == NULL || frame->offset > room || frame->size > room - frame->offset) return false;
    return stream_take(remote->from, (char *)memory + frame->offset, (size_t)frame->size);
}

static bool tell(const Remote *remote, MessageKind kind, uint32_t stage) {
    if (!message_send(remote->socket, &(Message){.kind = kind, .stage = stage}, -1)) _exit(0); /* the program is gone */
    return true;
}

/* One frame. False where the relay is gone, or says what it may not. */
static bool take_frame(const Remote *remote) {
    Frame frame;
    if (!stream_receive(remote->from, &frame)) return false;
    Segment segment = remote->segment;
    bool whole = true;
    switch (frame.kind) {
    case FRAME_HELLO:
        whole = frame.size == sizeof *remote->hello && take_bytes(remote, &frame, remote->hello, sizeof *remote->hello);
        break;
    case FRAME_PART: whole = take_bytes(remote, &frame, segment.bytes, segment.size); break;
    case FRAME_PRINTED: whole = stream_pass(remote->from, frame.size, STDOUT_FILENO); break;
    case FRAME_COMPLAINED: whole = stream_pass(remote->from, frame.size, STDERR_FILENO); break;
    default: whole = stream_pass(remote->from, frame.size, -1);
    }
    if (!whole || !stream_end(remote->from)) return false;
    if (frame.kind == FRAME_HELLO) return tell(remote, MESSAGE_HELLO, STAGE_OPENING);
    if (frame.kind == FRAME_STAGE) return tell(remote, MESSAGE_STAGE, frame.number);
    if (frame.kind == FRAME_DONE) return tell(remote, MESSAGE_DONE, STAGE_OPENING);
    if (frame.kind == FRAME_ENDED) end_like((int)frame.number);
    return true;
}

_Noreturn void remote_main(const WorkerOptions *options, int socket, Hello *hello) {
    Remote remote = {.socket = socket, .hello = hello, .segment = {.file = -1}};
    signal(SIGPIPE, SIG_IGN); /* a relay that is gone is noticed when it is read from */
    if (!start(&remote, options)) _exit(1);
    if (!stream_await(remote.from)) end_with_starter(&remote);
    struct pollfd files[] = {{.fd = socket, .events = POLLIN}, {.fd = remote.from, .events = POLLIN}};
    for (;;) {
        if (poll(files, 2, -1) < 0 && errno != EINTR) _exit(1);
        if (files[1].revents != 0 && !take_frame(&remote)) end_with_starter(&remote);
        if (files[0].revents != 0 && !take_launch(&remote))
            files[0].fd = -1; /* the relay's last words are still read */
    }
}
