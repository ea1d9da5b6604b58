/* Streams, events and synchronisation. Everything runs in the order in which it was asked for: one of the orders that
 * CUDA allows. The server keeps the handles, so that a wrong one is seen. */
#include "program/runtime/runtime_graph.h"

#include <string.h>

/* cudaEventRecordExternal and cudaEventWaitExternal; cudaEventDisableTiming, cudaEventInterprocess and all flags. */
enum { EXTERNAL = 1, EVENT_UNTIMED = 2, EVENT_INTERPROCESS = 4, EVENT_FLAGS = 7 };

static cudaError_t create_with(const char *name, uint64_t *handle, ProgramHandle kind, unsigned flags, int priority) {
    if (handle == NULL) return runtime_fail(name, cudaErrorInvalidValue);
    RuntimeCall call;
    if (runtime_enter(&call, name)) {
        call.call.arguments[0] = kind;
        call.call.arguments[1] = flags;
        call.call.arguments[2] = (uint64_t)priority;
        if (runtime_ask(&call, PROGRAM_CREATE, NULL, 0)) *handle = call.reply.values[0];
        if (call.error == cudaSuccess && kind == PROGRAM_STREAM) runtime_order_create(*handle, flags);
    }
    return runtime_finish(&call);
}

static cudaError_t create(const char *name, uint64_t *handle, ProgramHandle kind, unsigned flags) {
    return create_with(name, handle, kind, flags, 0);
}

/* Whether the call waits for a stream, and it is being captured. */
static bool waits_for_capture(RuntimeCall *call, ProgramRequest request, uint64_t what, uint64_t stream) {
    if (request != PROGRAM_SYNCHRONISE || what == PROGRAM_ONE_EVENT || what == PROGRAM_QUERY_EVENT) return false;
    if (!runtime_capture_forbids(call, what == PROGRAM_WHOLE_DEVICE ? 0 : stream)) return false;
    runtime_note(call);
    return true;
}

/* A query that succeeds tells as much as to have waited. */
static void waited(uint64_t what, uint64_t handle) {
    if (what == PROGRAM_ONE_STREAM || what == PROGRAM_QUERY_STREAM)
        runtime_wait_for_stream(handle);
    else if (what == PROGRAM_ONE_EVENT || what == PROGRAM_QUERY_EVENT)
        runtime_wait_for_event(handle);
    else
        runtime_wait_for_all();
}

static void destroyed(uint64_t kind, uint64_t handle) {
    if (kind == PROGRAM_STREAM)
        runtime_order_destroy(handle);
    else
        runtime_order_forget(handle);
}

static cudaError_t ask(const char *name, ProgramRequest request, uint64_t first, uint64_t second) {
    RuntimeCall call;
    if (runtime_enter(&call, name) && !waits_for_capture(&call, request, first, second)) {
        call.call.arguments[0] = first;
        call.call.arguments[1] = second;
        if (request == PROGRAM_SYNCHRONISE) {
            waited(first, second);
            call.call.arguments[2] = runtime_order_waited_copies();
        }
        bool good = runtime_ask(&call, request, NULL, 0);
        if (good && request == PROGRAM_RESET) runtime_wait_for_all();
        if (good && request == PROGRAM_DESTROY) destroyed(first, second);
        if (good || request == PROGRAM_SYNCHRONISE) runtime_print(&call);
    }
    return runtime_finish(&call);
}

/* What orders streams: an event recorded, or waited for. */
static cudaError_t order(const char *name, cudaStream_t stream, RuntimeWork work) {
    RuntimeCall call;
    if (runtime_enter(&call, name)) runtime_work(&call, stream, &work);
    return runtime_finish(&call);
}

/* True where the answer is that it is not done yet, which is no error. Where a kernel's error has been told of before,
 * that is the answer. The call has no name: it waits for nothing, and what counts waits shall not count it. */
static bool is_unready(uint64_t what, uint64_t handle) {
    RuntimeCall call;
    bool stream = what == PROGRAM_QUERY_STREAM, unready = false;
    if (runtime_enter(&call, "") && !(stream && runtime_is_captured(handle)))
        unready = stream ? runtime_stream_is_unready(handle) : runtime_event_is_unready(handle);
    if (unready) runtime_ask(&call, PROGRAM_UNREADY, NULL, 0);
    return runtime_finish(&call) == cudaErrorNotReady;
}

static cudaError_t query(const char *name, uint64_t what, uint64_t handle) {
    return is_unready(what, handle) ? cudaErrorNotReady : ask(name, PROGRAM_SYNCHRONISE, what, handle);
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    return create("cudaStreamCreate", stream, PROGRAM_STREAM, 0);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
    return create("cudaStreamCreateWithFlags", stream, PROGRAM_STREAM, flags);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
    /* a smaller number comes first */
    if (priority > RUNTIME_LEAST_PRIORITY) priority = RUNTIME_LEAST_PRIORITY;
    if (priority < RUNTIME_GREATEST_PRIORITY) priority = RUNTIME_GREATEST_PRIORITY;
    return create_with("cudaStreamCreateWithPriority", stream, PROGRAM_STREAM, flags, priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    return ask("cudaStreamDestroy", PROGRAM_DESTROY, PROGRAM_STREAM, stream);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    return ask("cudaStreamSynchronize", PROGRAM_SYNCHRONISE, PROGRAM_ONE_STREAM, stream);
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return query("cudaStreamQuery", PROGRAM_QUERY_STREAM, stream);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
    if (flags > EXTERNAL) return runtime_fail("cudaStreamWaitEvent", cudaErrorInvalidValue);
    return order("cudaStreamWaitEvent", stream, (RuntimeWork){GRAPH_WAIT, PROGRAM_WAIT, .arguments = {stream, event}});
}

/* One of what a stream was made with. A wrong handle is found by the server. */
static cudaError_t stream_value(const char *name, cudaStream_t stream, ProgramStreamValue which, bool wanted,
                                uint64_t *value) {
    if (!wanted) return runtime_fail(name, cudaErrorInvalidValue);
    RuntimeCall call;
    if (runtime_enter(&call, name)) {
        call.call.arguments[0] = stream;
        if (runtime_ask(&call, PROGRAM_STREAM_VALUES, NULL, 0)) *value = call.reply.values[which];
    }
    return runtime_finish(&call);
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
    uint64_t value;
    cudaError_t error =
        stream_value("cudaStreamGetPriority", stream, PROGRAM_STREAM_PRIORITY, priority != NULL, &value);
    if (error == cudaSuccess) *priority = (int)(int64_t)value;
    return error;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags) {
    uint64_t value;
    cudaError_t error = stream_value("cudaStreamGetFlags", stream, PROGRAM_STREAM_FLAGS, flags != NULL, &value);
    if (error == cudaSuccess) *flags = (unsigned)value;
    return error;
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
    uint64_t value;
    cudaError_t error = stream_value("cudaStreamGetId", stream, PROGRAM_STREAM_ID, id != NULL, &value);
    if (error == cudaSuccess) *id = value;
    return error;
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device) {
    uint64_t value;
    cudaError_t error = stream_value("cudaStreamGetDevice", stream, PROGRAM_STREAM_ID, device != NULL, &value);
    if (error == cudaSuccess) *device = 0;
    return error;
}

/* A function of the host's for a stream that is being captured; false where it is not. */
static bool keep_function(cudaStream_t stream, cudaHostFn_t function, void *context, cudaError_t *error) {
    RuntimeCall call;
    bool kept = false;
    if (runtime_enter(&call, "cudaLaunchHostFunc") && runtime_is_captured(stream)) {
        RuntimeWork work = {.type = GRAPH_HOST, .function = function, .context = context};
        kept = true;
        runtime_work(&call, stream, &work);
    }
    *error = runtime_finish(&call);
    return kept;
}

/* All that was asked for before has run already. */
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *context) {
    cudaError_t captured;
    if (function == NULL) return runtime_fail("cudaLaunchHostFunc", cudaErrorInvalidValue);
    if (keep_function(stream, function, context, &captured)) return captured;
    cudaError_t error = ask("cudaLaunchHostFunc", PROGRAM_SYNCHRONISE, PROGRAM_QUERY_STREAM, stream);
    if (error == cudaSuccess) function(context);
    return error;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void *context, unsigned flags) {
    if (function == NULL || flags != 0) return runtime_fail("cudaStreamAddCallback", cudaErrorInvalidValue);
    cudaError_t error = ask("cudaStreamAddCallback", PROGRAM_SYNCHRONISE, PROGRAM_QUERY_STREAM, stream);
    if (error == cudaSuccess) function(stream, error, context);
    return error;
}

cudaError_t cudaEventCreate(cudaEvent_t *event) {
    return create("cudaEventCreate", event, PROGRAM_EVENT, 0);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
    bool untimed = flags & EVENT_UNTIMED;
    if (flags > EVENT_FLAGS || (flags & EVENT_INTERPROCESS && !untimed))
        return runtime_fail("cudaEventCreateWithFlags", cudaErrorInvalidValue);
    return create("cudaEventCreateWithFlags", event, PROGRAM_EVENT, flags);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    return ask("cudaEventDestroy", PROGRAM_DESTROY, PROGRAM_EVENT, event);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    return order("cudaEventRecord", stream, (RuntimeWork){GRAPH_RECORD, PROGRAM_RECORD, .arguments = {event, stream}});
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    if (flags > EXTERNAL) return runtime_fail("cudaEventRecordWithFlags", cudaErrorInvalidValue);
    return order("cudaEventRecordWithFlags", stream,
                 (RuntimeWork){GRAPH_RECORD, PROGRAM_RECORD, .arguments = {event, stream}});
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return ask("cudaEventSynchronize", PROGRAM_SYNCHRONISE, PROGRAM_ONE_EVENT, event);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    return query("cudaEventQuery", PROGRAM_QUERY_EVENT, event);
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t begin, cudaEvent_t end) {
    if (milliseconds == NULL) return runtime_fail("cudaEventElapsedTime", cudaErrorInvalidValue);
    RuntimeCall call;
    if (runtime_enter(&call, "cudaEventElapsedTime")) {
        call.call.arguments[0] = begin;
        call.call.arguments[1] = end;
        bool begin_is_unready = runtime_event_is_unready(begin), end_is_unready = runtime_event_is_unready(end);
        call.call.arguments[2] = begin_is_unready || end_is_unready;
        if (!begin_is_unready && !end_is_unready) { /* else there is no time yet, and the host has not waited */
            runtime_wait_for_event(begin);
            runtime_wait_for_event(end);
        }
        call.call.arguments[3] = runtime_order_waited_copies();
        double elapsed;
        if (runtime_ask(&call, PROGRAM_ELAPSED, NULL, 0)) {
            memcpy(&elapsed, &call.reply.values[0], sizeof elapsed);
            *milliseconds = (float)elapsed;
        }
    }
    return runtime_finish(&call);
}

cudaError_t cudaDeviceSynchronize(void) {
    return ask("cudaDeviceSynchronize", PROGRAM_SYNCHRONISE, PROGRAM_WHOLE_DEVICE, 0);
}

#if RUNTIME_MAJOR < 13
cudaError_t cudaThreadSynchronize(void) {
    return ask("cudaThreadSynchronize", PROGRAM_SYNCHRONISE, PROGRAM_WHOLE_DEVICE, 0);
}
#endif

cudaError_t cudaDeviceReset(void) {
    cudaError_t error = ask("cudaDeviceReset", PROGRAM_RESET, 0, 0);
    if (error == cudaSuccess) runtime_last_error(true);
    return error;
}

#if RUNTIME_MAJOR < 13
cudaError_t cudaThreadExit(void) {
    return ask("cudaThreadExit", PROGRAM_RESET, 0, 0);
}
#endif
