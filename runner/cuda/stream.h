/* What a program and the GPU's worker on another machine say to each other, over two pipes.
 *
 * They are two processes of the same program, so both sides have the same structures; the first line that the far one
 * says holds version and sizes, so that another program is refused. Then come frames: a head, its bytes, and a newline,
 * because srun passes on what a task prints line by line. The near side takes only bytes, and only within the bounds of
 * what it laid out itself. */
#ifndef WARPSCHOOL_CUDA_STREAM_H
#define WARPSCHOOL_CUDA_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum FrameKind {
    FRAME_LAUNCH,     /* near: the first bytes of a segment of `offset` bytes */
    FRAME_HELLO,      /* far: Hello */
    FRAME_STAGE,      /* far: the worker is in `number` */
    FRAME_PRINTED,    /* far: text from the worker's standard output */
    FRAME_COMPLAINED, /* far: from its standard error */
    FRAME_PART,       /* far: bytes of the segment, from `offset` on */
    FRAME_DONE,       /* far: the launch is answered */
    FRAME_ENDED,      /* far: the worker ended; `number`: its status, as waitpid has it. The last frame */
} FrameKind;

typedef struct Frame {
    uint32_t kind;   /* FrameKind */
    uint32_t number; /* a Stage, or a status */
    uint64_t offset, size;
} Frame;

/* All are false where the other side is gone. */
bool stream_send(int file, const Frame *frame, const void *bytes);
bool stream_receive(int file, Frame *frame);               /* the head: stream_take takes what follows */
bool stream_take(int file, void *bytes, size_t size);      /* bytes of a frame, or some of them */
bool stream_pass(int file, uint64_t size, int other_file); /* bytes of a frame, to another file or nowhere (-1) */
bool stream_end(int file);                                 /* a frame's end */

/* The far side's first line, and the near side's wait for it: what is printed before goes to standard error, as far as
 * it is short. */
bool stream_greet(int file);
bool stream_await(int file);

#endif
