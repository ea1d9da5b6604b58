/* Streams that are being captured: from cudaStreamBeginCapture to cudaStreamEndCapture what goes to a stream becomes a
 * graph. Another stream joins the capture when it waits for an event that was recorded in it, and has to be waited for
 * before the end. The rules and their errors are those of the CUDA C++ Programming Guide, "Creating a Graph Using
 * Stream Capture". */
#include <stdlib.h>

#include "program/runtime/runtime_graph.h"

enum { MOST_CAPTURED = 64, MOST_CAPTURED_EVENTS = 256 };

/* One capture. */
typedef struct Capture {
    RuntimeGraph *graph; /* NULL: this place is free */
    cudaStream_t origin;
    cudaError_t broken; /* what went wrong in it; cudaSuccess: nothing */
} Capture;

typedef struct CapturedStream {
    cudaStream_t stream;
    Capture *capture;
    uint64_t work; /* how much of it so far, */
    uint64_t seen; /* and how much of that other streams of the capture have waited for */
} CapturedStream;

typedef struct CapturedEvent {
    cudaEvent_t event;
    Capture *capture;
    cudaStream_t stream;
    uint64_t work; /* of that stream, before the event */
} CapturedEvent;

static Capture captures[MOST_CAPTURED];
static CapturedStream streams[MOST_CAPTURED];
static size_t stream_count;
static CapturedEvent events[MOST_CAPTURED_EVENTS];
static size_t event_count;

static CapturedStream *captured(cudaStream_t stream) {
    for (size_t i = 0; i < stream_count; i++)
        if (streams[i].stream == stream) return &streams[i];
    return NULL;
}

static CapturedEvent *captured_event(cudaEvent_t event) {
    for (size_t i = 0; i < event_count; i++)
        if (events[i].event == event) return &events[i];
    return NULL;
}

bool runtime_is_captured(cudaStream_t stream) {
    return captured(stream) != NULL;
}

static bool is_legacy(cudaStream_t stream) {
    return stream == 0 || stream == cudaStreamLegacy;
}

static void break_captures(cudaError_t error, const Capture *one) {
    for (size_t i = 0; i < MOST_CAPTURED; i++)
        if (captures[i].graph != NULL && (one == NULL || one == &captures[i]) && captures[i].broken == cudaSuccess)
            captures[i].broken = error;
}

bool runtime_capture_forbids(RuntimeCall *call, cudaStream_t stream) {
    const CapturedStream *found = captured(stream);
    if (stream_count == 0 || (stream != 0 && found == NULL)) return false;
    break_captures(cudaErrorStreamCaptureInvalidated, found != NULL ? found->capture : NULL);
    call->error = cudaErrorStreamCaptureUnsupported;
    return true;
}

/* ---- work -------------------------------------------------------------------------------------------------------- */

/* Registered memory of the host's is known to the server by its device address. */
static void copy(RuntimeCall *call, const ProgramCopy *wanted, cudaStream_t stream, bool of_graph) {
    ProgramCopy known = *wanted;
    uint64_t to = runtime_registered(wanted->to, NULL), from = runtime_registered(wanted->from, NULL);
    if (to != 0) known.to = to;
    if (from != 0) known.from = from;
    if (runtime_ask(call, PROGRAM_COPY, &known, sizeof known)) runtime_copy_bytes(call, &known, stream, of_graph);
}

void runtime_perform(RuntimeCall *call, cudaStream_t stream, const RuntimeWork *work, bool of_graph) {
    for (size_t i = 0; i < PROGRAM_ARGUMENTS; i++) call->call.arguments[i] = work->arguments[i];
    if (work->type == GRAPH_COPY) {
        copy(call, work->payload, stream, of_graph);
        return;
    }
    if (!runtime_ask(call, work->request, work->payload, work->size)) return;
    if (work->type == GRAPH_WAIT)
        runtime_order_join(stream, work->arguments[1]);
    else if (work->type == GRAPH_RECORD)
        runtime_order_record(work->arguments[0], stream);
    else if (work->type == GRAPH_KERNEL)
        runtime_launched(call, runtime_order_work(stream));
    else
        runtime_order_work(stream);
    if (work->type == GRAPH_SET) runtime_print(call);
}

/* An event orders streams, which a graph's own order does already. */
static void record_event(RuntimeCall *call, const CapturedStream *in, cudaEvent_t event) {
    CapturedEvent *known = captured_event(event);
    if (known == NULL && event_count == MOST_CAPTURED_EVENTS) {
        call->error = cudaErrorMemoryAllocation;
        return;
    }
    if (known == NULL) known = &events[event_count++];
    *known = (CapturedEvent){.event = event, .capture = in->capture, .stream = in->stream, .work = in->work};
}

/* A stream waits for an event of a capture, and joins it where it was not part of it. */
static void wait_for_event(RuntimeCall *call, cudaStream_t stream, const CapturedEvent *event) {
    CapturedStream *waiting = captured(stream), *other = captured(event->stream);
    if (waiting != NULL && waiting->capture != event->capture)
        call->error = cudaErrorStreamCaptureMerge;
    else if (waiting == NULL && is_legacy(stream))
        call->error = cudaErrorStreamCaptureImplicit;
    else if (waiting == NULL && stream_count == MOST_CAPTURED)
        call->error = cudaErrorMemoryAllocation;
    if (call->error != cudaSuccess) {
        break_captures(cudaErrorStreamCaptureInvalidated, event->capture);
        return;
    }
    /* it has seen no work, so that it need not be waited for as long as it has none */
    if (waiting == NULL) streams[stream_count++] = (CapturedStream){.stream = stream, .capture = event->capture};
    if (other != NULL && other->seen < event->work) other->seen = event->work;
}

static void keep_work(RuntimeCall *call, CapturedStream *stream, const RuntimeWork *work) {
    if (stream->capture->broken != cudaSuccess)
        call->error = cudaErrorStreamCaptureInvalidated;
    else if (!runtime_graph_capture(stream->capture->graph, call, work))
        call->error = cudaErrorMemoryAllocation;
    else
        stream->work++;
}

void runtime_work(RuntimeCall *call, cudaStream_t stream, const RuntimeWork *work) {
    CapturedStream *in = captured(stream);
    const CapturedEvent *event = work->type == GRAPH_WAIT ? captured_event(work->arguments[1]) : NULL;
    if (in == NULL && event == NULL && (stream_count == 0 || !is_legacy(stream))) {
        runtime_perform(call, stream, work, false);
        return;
    }
    if (event != NULL) {
        wait_for_event(call, stream, event);
    } else if (in == NULL) {
        /* it would have to wait for the streams that are being captured */
        break_captures(cudaErrorStreamCaptureInvalidated, NULL);
        call->error = cudaErrorStreamCaptureImplicit;
    } else if (work->type == GRAPH_RECORD) {
        record_event(call, in, work->arguments[0]);
    } else if (work->type == GRAPH_WAIT) {
        break_captures(cudaErrorStreamCaptureInvalidated, in->capture);
        call->error = cudaErrorStreamCaptureIsolation; /* the event belongs to no capture */
    } else {
        keep_work(call, in, work);
    }
    runtime_note(call);
}

/* ---- begin and end ----------------------------------------------------------------------------------------------- */

static void begin(RuntimeCall *call, cudaStream_t stream) {
    size_t place = 0;
    while (place < MOST_CAPTURED && captures[place].graph != NULL) place++;
    if (is_legacy(stream))
        call->error = cudaErrorStreamCaptureUnsupported;
    else if (captured(stream) != NULL)
        call->error = cudaErrorIllegalState;
    else if (place == MOST_CAPTURED || stream_count == MOST_CAPTURED)
        call->error = cudaErrorMemoryAllocation;
    if (call->error != cudaSuccess) return;
    captures[place] = (Capture){.graph = runtime_graph_new(), .origin = stream};
    streams[stream_count++] = (CapturedStream){.stream = stream, .capture = &captures[place]};
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, int mode) {
    RuntimeCall call;
    bool known = mode >= 0 && mode <= 2; /* global, of the thread, relaxed */
    if (!known) return runtime_fail("cudaStreamBeginCapture", cudaErrorInvalidValue);
    if (runtime_enter(&call, "cudaStreamBeginCapture")) {
        begin(&call, stream);
        runtime_note(&call);
    }
    return runtime_finish(&call);
}

/* False where a stream that joined has work that the first one did not wait for. */
static bool all_joined(const Capture *capture) {
    for (size_t i = 0; i < stream_count; i++)
        if (streams[i].capture == capture && streams[i].stream != capture->origin && streams[i].seen < streams[i].work)
            return false;
    return true;
}

static void forget(Capture *capture) {
    size_t kept = 0, kept_events = 0;
    for (size_t i = 0; i < stream_count; i++)
        if (streams[i].capture != capture) streams[kept++] = streams[i];
    for (size_t i = 0; i < event_count; i++)
        if (events[i].capture != capture) events[kept_events++] = events[i];
    stream_count = kept;
    event_count = kept_events;
    *capture = (Capture){0};
}

/* The error of the capture stays that of the call. */
static void drop_graph(RuntimeCall *call, RuntimeGraph *graph) {
    cudaError_t error = call->error;
    runtime_graph_free(call, graph);
    call->error = error;
}

static void end(RuntimeCall *call, cudaStream_t stream, RuntimeGraph **graph) {
    const CapturedStream *found = captured(stream);
    if (found == NULL) {
        call->error = cudaErrorIllegalState;
        return;
    }
    Capture *capture = found->capture;
    if (capture->origin != stream)
        call->error = cudaErrorStreamCaptureUnmatched;
    else if (capture->broken != cudaSuccess)
        call->error = capture->broken;
    else if (!all_joined(capture))
        call->error = cudaErrorStreamCaptureUnjoined;
    if (call->error == cudaErrorStreamCaptureUnmatched) return;
    *graph = call->error == cudaSuccess ? capture->graph : NULL;
    if (call->error != cudaSuccess) drop_graph(call, capture->graph);
    forget(capture);
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, RuntimeGraph **graph) {
    if (graph == NULL) return runtime_fail("cudaStreamEndCapture", cudaErrorInvalidValue);
    RuntimeCall call;
    if (runtime_enter(&call, "cudaStreamEndCapture")) {
        end(&call, stream, graph);
        runtime_note(&call);
    }
    return runtime_finish(&call);
}

/* Numbers of cudaStreamCaptureStatus: none, active, invalidated. */
static int status_of(cudaStream_t stream) {
    const CapturedStream *found = captured(stream);
    return found == NULL ? 0 : found->capture->broken == cudaSuccess ? 1 : 2;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, int *status) {
    if (status == NULL) return runtime_fail("cudaStreamIsCapturing", cudaErrorInvalidValue);
    RuntimeCall call;
    if (runtime_enter(&call, "cudaStreamIsCapturing")) *status = status_of(stream);
    return runtime_finish(&call);
}

/* A mode has no effect where every call is checked. */
cudaError_t cudaThreadExchangeStreamCaptureMode(int *mode) {
    static __thread int current;
    if (mode == NULL) return runtime_fail("cudaThreadExchangeStreamCaptureMode", cudaErrorInvalidValue);
    int before = current;
    current = *mode;
    *mode = before;
    return cudaSuccess;
}
