/* The messages between the program and its GPU worker.
 *
 * The worker is a fork of the program, so both sides have the same structures. Small messages go over a socket pair;
 * a launch with all its bytes lies in a segment of memory that both map, whose file descriptor is sent with the
 * message. Offsets count from the segment's beginning, 0 means "none". The worker trusts the program. The program
 * takes only bytes from a worker, and reads them within the bounds of what it laid out itself. */
#ifndef WARPSCHOOL_CUDA_WIRE_H
#define WARPSCHOOL_CUDA_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda/driver.h"
#include "device.h"

/* What a worker is doing: each stage has its own time limit. */
typedef enum Stage {
    STAGE_OPENING, /* the driver, the device */
    STAGE_LOADING, /* context, code */
    STAGE_COPYING,
    STAGE_RUNNING, /* the launch whose result is judged */
    STAGE_TIMING,  /* repetitions and copies; from here on the kernel's output is discarded */
    STAGE_COUNTING,
    STAGE_COUNT
} Stage;

typedef enum MessageKind {
    MESSAGE_HELLO,  /* worker: Hello is filled in */
    MESSAGE_LAUNCH, /* program: run what the segment holds; carries the segment's descriptor when it is a new one */
    MESSAGE_STAGE,  /* worker */
    MESSAGE_DONE,   /* worker: Reply is filled in, printed text is flushed */
} MessageKind;

typedef struct Message {
    uint32_t kind;  /* MessageKind */
    uint32_t stage; /* MESSAGE_STAGE */
    uint64_t size;  /* MESSAGE_LAUNCH: the segment's bytes */
} Message;

enum { WIRE_SENTENCE = 1024, WIRE_GPUS = 16 };

typedef struct WireGpu {
    char name[128], arch[16];
    GpuInfo info; /* without name and arch, which are pointers */
} WireGpu;

/* What a worker finds when it starts; in memory that both share since the fork. */
typedef struct Hello {
    char driver_path[512];
    int cuda_version;
    uint32_t gpu_count;
    WireGpu gpus[WIRE_GPUS];
    char problem[WIRE_SENTENCE], remedy[WIRE_SENTENCE]; /* "" where there is none */
    char counters[WIRE_SENTENCE], counters_by[512];     /* asked for by the survey only, as in CountersPermission */
} Hello;

typedef struct WireBuffer {
    uint64_t bytes, size;
    uint64_t symbol;    /* a name */
    uint32_t type;      /* Scalar */
    bool input, output; /* input: its bytes are copied in; output: they are copied back */
} WireBuffer;

typedef struct WireArg {
    uint32_t kind;   /* ArgKind */
    uint32_t buffer; /* index */
    uint64_t value, size;
    uint64_t bytes; /* where the bytes of a struct lie; 0: value has them */
    Texture texture;
} WireArg;

typedef enum ReplyOutcome {
    REPLY_NONE, /* not yet */
    REPLY_FINISHED,
    REPLY_REFUSED, /* the driver refused to launch it */
    REPLY_FAULT,   /* the kernel ended with error: the context is gone */
    REPLY_FAILED,  /* the device or its driver failed: sentence says why */
} ReplyOutcome;

typedef struct Reply {
    uint32_t outcome; /* ReplyOutcome */
    int32_t error;    /* CUresult */
    char error_name[64], error_text[256];
    char sentence[WIRE_SENTENCE], log[2 * WIRE_SENTENCE];
    Metrics metrics;
    bool from_events[METRIC_CAPACITY]; /* as in Result */
    Timing timing;
    char untimed[WIRE_SENTENCE], uncounted[WIRE_SENTENCE];
    bool no_profiler;     /* the counters were not read because there is no CUPTI */
    int32_t overrun;      /* 1 + index of a buffer next to which a guard was overwritten; 0: none */
    int64_t overrun_byte; /* the first such byte, from the buffer's beginning; negative before it */
    bool spent;           /* this worker must not get another launch */
} Reply;

typedef struct Request {
    uint32_t grid[3], block[3];
    uint64_t shared_dynamic;
    uint64_t kernel;                           /* a name */
    uint64_t cubin, cubin_size, ptx, ptx_size; /* the PTX is 0-terminated; its size counts that */
    uint64_t image_hash;
    uint64_t total;         /* bytes of the segment that the launch needs */
    char arch[16];          /* what the cubin is for */
    uint64_t buffers, args; /* arrays of WireBuffer, WireArg */
    uint32_t buffer_count, arg_count;
    bool has_variables; /* the module has variables that a launch may change: they are initialised again for each */
    bool uses_heap;     /* the kernel calls malloc: what it allocates stays until the context ends */
    bool timed;
    bool counted; /* not together with timed or host: the counters slow launches down */
    uint32_t host, chunks;
    Reply reply;
} Request;

/* Memory that two processes map. A fresh one is zeroed. */
typedef struct Segment {
    int file; /* -1: none */
    void *bytes;
    size_t size;
} Segment;

/* False with errno set; the memory is reserved, so that using it later cannot fail. */
bool segment_make(Segment *segment, size_t size);
bool segment_map(Segment *segment, int file, size_t size); /* takes over the descriptor, even where it fails */
void segment_free(Segment *segment);

/* Sends a message, and file with it where it is not -1. False where the other side is gone. */
bool message_send(int socket, const Message *message, int file);

/* Waits for one message. *file is the descriptor that came with it, or -1; the caller closes it. False where the other
 * side is gone or sent something else. */
bool message_receive(int socket, Message *message, int *file);

#endif
