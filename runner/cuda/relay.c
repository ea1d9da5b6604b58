/* The far side: a worker of this machine, whose words go to standard output as frames. */
#include "cuda/relay.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda/stream.h"
#include "cuda/worker_process.h"

typedef struct Relay {
    WorkerProcess worker;
    Segment segment;
    bool known_to_worker;
} Relay;

/* ---- from the program -------------------------------------------------------------------------------------------- */

static bool ensure_segment(Relay *relay, uint64_t size) {
    if (relay->segment.bytes != NULL && relay->segment.size == size) return true;
    segment_free(&relay->segment);
    relay->known_to_worker = false;
    if (size <= SIZE_MAX && segment_make(&relay->segment, (size_t)size)) return true;
    fprintf(stderr, "the machine of the GPU has no room for a launch of %llu bytes: %s\n", (unsigned long long)size,
            strerror(errno));
    return false;
}

static bool take_launch(Relay *relay) {
    Frame frame;
    if (!stream_receive(STDIN_FILENO, &frame) || frame.kind != FRAME_LAUNCH) return false;
    if (frame.size > frame.offset || frame.size < sizeof(Request) || !ensure_segment(relay, frame.offset)) return false;
    if (!stream_take(STDIN_FILENO, relay->segment.bytes, (size_t)frame.size) || !stream_end(STDIN_FILENO)) return false;
    const Message message = {.kind = MESSAGE_LAUNCH, .size = relay->segment.size};
    /* where the worker is gone, that is heard from its socket */
    if (message_send(relay->worker.socket, &message, relay->known_to_worker ? -1 : relay->segment.file))
        relay->known_to_worker = true;
    return true;
}

/* ---- to the program ---------------------------------------------------------------------------------------------- */

static bool say(FrameKind kind, uint32_t number, uint64_t offset, const void *bytes, size_t size) {
    const Frame frame = {.kind = kind, .number = number, .offset = offset, .size = size};
    return stream_send(STDOUT_FILENO, &frame, bytes);
}

static bool is_inside(const Segment *segment, uint64_t offset, uint64_t size) {
    return offset <= segment->size && size <= segment->size - offset;
}

/* The reply, and what the kernel's outputs hold. */
static bool say_answer(const Relay *relay) {
    const Segment *segment = &relay->segment;
    const Request *request = segment->bytes;
    if (request == NULL) return true;
    if (!say(FRAME_PART, 0, 0, request, sizeof *request)) return false;
    uint64_t count = request->buffer_count;
    if (!is_inside(segment, request->buffers, count * sizeof(WireBuffer))) return false;
    const WireBuffer *buffers = (const void *)((const char *)segment->bytes + request->buffers);
    for (uint64_t i = 0; i < count; i++) {
        const WireBuffer *buffer = &buffers[i];
        if (!buffer->output || buffer->size == 0 || !is_inside(segment, buffer->bytes, buffer->size)) continue;
        const char *bytes = (const char *)segment->bytes + buffer->bytes;
        if (!say(FRAME_PART, 0, buffer->bytes, bytes, (size_t)buffer->size)) return false;
    }
    return true;
}

/* Passes on what is there to be read. False where the program is gone. */
static bool say_text(int file, FrameKind kind) {
    char block[1 << 14];
    for (;;) {
        ssize_t size = read(file, block, sizeof block);
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) return true; /* the files do not wait */
        if (!say(kind, 0, 0, block, (size_t)size)) return false;
    }
}

static bool say_texts(const Relay *relay) {
    return say_text(relay->worker.printed, FRAME_PRINTED) && say_text(relay->worker.complaints, FRAME_COMPLAINED);
}

/* Text goes before a message, because it was written before it. The answer goes when it is there, before it is measured
 * too, so that it is not lost where a measurement ends the worker. */
static bool hear(Relay *relay) {
    Message message;
    int file;
    bool heard = message_receive(relay->worker.socket, &message, &file);
    if (file >= 0) close(file);
    if (!say_texts(relay) || !heard) return false;
    switch (message.kind) {
    case MESSAGE_HELLO: return say(FRAME_HELLO, 0, 0, relay->worker.hello, sizeof *relay->worker.hello);
    case MESSAGE_STAGE:
        if (message.stage >= STAGE_TIMING && !say_answer(relay)) return false;
        return say(FRAME_STAGE, message.stage, 0, "", 0);
    case MESSAGE_DONE: return say_answer(relay) && say(FRAME_DONE, 0, 0, "", 0);
    default: return true;
    }
}

/* A pipe whose other end is closed would always be ready. */
static void look_at_pipe(struct pollfd *pipe) {
    if ((pipe->revents & POLLHUP) != 0 && (pipe->revents & POLLIN) == 0) pipe->fd = -1;
}

static void pass_on(Relay *relay) {
    struct pollfd files[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                             {.fd = relay->worker.socket, .events = POLLIN},
                             {.fd = relay->worker.printed, .events = POLLIN},
                             {.fd = relay->worker.complaints, .events = POLLIN}};
    for (;;) {
        if (poll(files, 4, -1) < 0 && errno != EINTR) return;
        if (files[0].revents != 0 && !take_launch(relay)) return;
        if (files[1].revents != 0 && !hear(relay)) return;
        if (!say_texts(relay)) return;
        look_at_pipe(&files[2]);
        look_at_pipe(&files[3]);
    }
}

_Noreturn void relay_main(const WorkerOptions *options) {
    static Relay relay;
    relay.segment.file = -1;
    if (!stream_greet(STDOUT_FILENO)) _exit(1);
    if (!worker_start(&relay.worker, options)) {
        fprintf(stderr, "a process for the GPU could not be started: %s\n", strerror(errno));
        _exit(1);
    }
    pass_on(&relay);
    const Request *request = relay.segment.bytes;
    if (request != NULL) say_answer(&relay);
    int status = worker_stop(&relay.worker);
    say(FRAME_ENDED, (uint32_t)status, 0, "", 0);
    _exit(0);
}
