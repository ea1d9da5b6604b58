/* In which order the streams' work is done, by CUDA's rules and not by our schedule, and what of it the host has waited
 * for.
 *
 * The pieces of work of each stream are numbered. A clock says of each stream up to which number its work is done: the
 * host has one for what it has waited for, each stream one for what its next piece of work waits for, and an event that
 * of the stream in which it was recorded. To wait is to take over what is later in another clock. */
#include "program/runtime/runtime_client.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STREAMS = 128, EVENT_LISTS = 1024, NON_BLOCKING = 1 /* cudaStreamNonBlocking */ };
enum { LEGACY, PER_THREAD, DEFAULT_STREAMS };

typedef struct Clock {
    uint64_t of[MOST_STREAMS];
} Clock;

typedef struct Stream {
    cudaStream_t handle;
    bool destroyed;
    bool apart; /* it does not wait for the legacy default stream, nor that one for it */
    uint64_t number;
    uint64_t asked; /* the sum of what a query was told is not done */
    Clock after;
} Stream;

typedef struct Event {
    struct Event *next;
    cudaEvent_t handle;
    bool asked;
    size_t count;
    uint64_t of[]; /* a clock's first entries */
} Event;

static Stream streams[MOST_STREAMS];
static size_t stream_count = DEFAULT_STREAMS;
static Clock done;
static Event *events[EVENT_LISTS];
static struct {
    RuntimeOrder *at;
    size_t count, capacity;
    uint64_t done; /* how many were taken off the list */
} copies;          /* asynchronous ones that the host has not waited for */

static void take_over(Clock *clock, const uint64_t *of, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (clock->of[i] < of[i]) clock->of[i] = of[i];
}

/* NULL: there was no place for it. What is not known of it is then taken for done. */
static Stream *find(cudaStream_t handle) {
    if (handle <= cudaStreamLegacy) return &streams[LEGACY];
    if (handle == cudaStreamPerThread) return &streams[PER_THREAD];
    for (size_t i = DEFAULT_STREAMS; i < stream_count; i++)
        if (streams[i].handle == handle && !streams[i].destroyed) return &streams[i];
    return NULL;
}

/* No clock goes back, so that the same sum means the same clock. */
static uint64_t sum(const uint64_t *of, size_t count) {
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) total += of[i];
    return total;
}

/* A stream takes the place of one that was destroyed, and goes on with its numbers: that one's work is not its own. */
void runtime_order_create(cudaStream_t handle, unsigned flags) {
    bool apart = (flags & NON_BLOCKING) != 0;
    size_t place = DEFAULT_STREAMS;
    while (place < stream_count && (!streams[place].destroyed || streams[place].apart != apart)) place++;
    if (place == MOST_STREAMS) return;
    if (place == stream_count) stream_count++;
    streams[place].handle = handle;
    streams[place].apart = apart;
    streams[place].destroyed = false;
    streams[place].asked = sum(streams[place].after.of, stream_count);
}

void runtime_order_destroy(cudaStream_t handle) {
    Stream *stream = find(handle);
    if (stream != NULL && stream >= streams + DEFAULT_STREAMS) stream->destroyed = true;
}

/* CUDA C++ Programming Guide, "Default Stream": the legacy one waits for all streams that are not non-blocking, and
 * they for it. */
static void order_by_default(Stream *stream) {
    for (size_t i = 0; stream == &streams[LEGACY] && i < stream_count; i++)
        if (!streams[i].apart) take_over(&stream->after, streams[i].after.of, stream_count);
    if (!stream->apart) take_over(&stream->after, streams[LEGACY].after.of, stream_count);
}

RuntimeOrder runtime_order_work(cudaStream_t handle) {
    Stream *stream = find(handle);
    if (stream == NULL) return (RuntimeOrder){0};
    order_by_default(stream);
    size_t place = (size_t)(stream - streams);
    stream->after.of[place] = ++stream->number;
    return (RuntimeOrder){place, stream->number};
}

bool runtime_order_is_done(RuntimeOrder order) {
    return order.number <= done.of[order.stream];
}

void runtime_order_copy(RuntimeOrder order) {
    if (copies.count == copies.capacity) {
        size_t capacity = copies.capacity == 0 ? 64 : 2 * copies.capacity;
        RuntimeOrder *more = realloc(copies.at, capacity * sizeof *more);
        if (more == NULL) return;
        copies.at = more;
        copies.capacity = capacity;
    }
    copies.at[copies.count++] = order;
}

uint64_t runtime_order_waited_copies(void) {
    size_t kept = 0;
    for (size_t i = 0; i < copies.count; i++)
        if (!runtime_order_is_done(copies.at[i])) copies.at[kept++] = copies.at[i];
    copies.done += copies.count - kept;
    copies.count = kept;
    return copies.done;
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

/* Where the pointer to it is, or would be. */
static Event **event_at(cudaEvent_t handle) {
    Event **at = &events[handle / 64 % EVENT_LISTS];
    while (*at != NULL && (*at)->handle != handle) at = &(*at)->next;
    return at;
}

void runtime_order_forget(cudaEvent_t handle) {
    Event **at = event_at(handle), *event = *at;
    if (event == NULL) return;
    *at = event->next;
    free(event);
}

void runtime_order_record(cudaEvent_t handle, cudaStream_t stream_handle) {
    runtime_order_work(stream_handle);
    const Stream *stream = find(stream_handle);
    runtime_order_forget(handle);
    Event *event = calloc(1, sizeof *event + stream_count * sizeof *event->of);
    if (event == NULL) return;
    event->handle = handle;
    event->count = stream_count;
    for (size_t i = 0; i < stream_count; i++) event->of[i] = stream != NULL ? stream->after.of[i] : streams[i].number;
    *event_at(handle) = event;
}

void runtime_order_join(cudaStream_t handle, cudaEvent_t event_handle) {
    runtime_order_work(handle);
    Stream *stream = find(handle);
    const Event *event = *event_at(event_handle);
    if (stream != NULL && event != NULL) take_over(&stream->after, event->of, event->count);
}

/* ---- the host waits ---------------------------------------------------------------------------------------------- */

void runtime_wait_for_all(void) {
    for (size_t i = 0; i < stream_count; i++) done.of[i] = streams[i].number;
    runtime_idle();
}

void runtime_wait_for_stream(cudaStream_t handle) {
    const Stream *stream = find(handle);
    if (stream == NULL) {
        runtime_wait_for_all();
        return;
    }
    if (stream == &streams[LEGACY]) runtime_order_work(handle);
    take_over(&done, stream->after.of, stream_count);
    runtime_idle();
}

/* An event that was never recorded is one that nobody has to wait for. */
void runtime_wait_for_event(cudaEvent_t handle) {
    const Event *event = *event_at(handle);
    if (event != NULL) take_over(&done, event->of, event->count);
    runtime_idle();
}

/* ---- the host asks ----------------------------------------------------------------------------------------------- */

static bool is_done(const uint64_t *of, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (of[i] > done.of[i]) return false;
    return true;
}

bool runtime_stream_is_unready(cudaStream_t handle) {
    Stream *stream = find(handle);
    if (stream == NULL) return false;
    if (stream == &streams[LEGACY]) order_by_default(stream);
    uint64_t now = sum(stream->after.of, stream_count);
    if (is_done(stream->after.of, stream_count) || stream->asked == now) return false;
    stream->asked = now;
    return true;
}

bool runtime_event_is_unready(cudaEvent_t handle) {
    Event *event = *event_at(handle);
    if (event == NULL || event->asked || is_done(event->of, event->count)) return false;
    event->asked = true;
    return true;
}
