/* The runtime library that a program finds in the place of CUDA's: it asks the warpschool that started the program.
 *
 * runtime_client.c speaks with the server; runtime_order.c knows what is done after what. runtime_memory.c,
 * runtime_copies.c, runtime_launch.c, runtime_streams.c, runtime_capture.c, runtime_graph.c, runtime_device.c,
 * runtime_arrays.c and runtime_textures.c define the functions of CUDA's interface; runtime_host.c knows memory of the
 * host's that is registered, runtime_pools.c memory pools; runtime_missing.c refuses the rest by name. A function
 * begins with enter(), which notes where the program called it, and ends with finish(), which keeps the error for
 * cudaGetLastError. */
#ifndef WARPSCHOOL_RUNTIME_CLIENT_H
#define WARPSCHOOL_RUNTIME_CLIENT_H

#include <stdbool.h>

#include "program/protocol.h"
#include "program/runtime/cuda_api.h"

/* Of streams, as an H200 has them: a smaller number comes first. */
enum { RUNTIME_LEAST_PRIORITY = 0, RUNTIME_GREATEST_PRIORITY = -5 };

/* One call on its way. It holds the lock from enter() to finish(). */
typedef struct RuntimeCall {
    ProgramCall call;
    ProgramReply reply;
    void *answer; /* the reply's payload, 0-terminated; freed by finish() */
    const char *name;
    cudaError_t error;
} RuntimeCall;

/* Begins the call of the function `name`. False where nobody can be asked; then call->error says why, and finish() is
 * still due. */
bool runtime_enter(RuntimeCall *call, const char *name);
/* Asks the server, with the arguments that lie in call->call; false where it answers with an error. */
bool runtime_ask(RuntimeCall *call, ProgramRequest request, const void *payload, size_t size);
/* Tells the server of call->error, where the library found it by itself. */
void runtime_note(RuntimeCall *call);
/* The error of the whole call, remembered for cudaGetLastError. */
cudaError_t runtime_finish(RuntimeCall *call);
/* Ends a call that failed in the library itself. failure: what is found wrong with it, in three numbers. */
cudaError_t runtime_fail(const char *name, cudaError_t error);
cudaError_t runtime_fail_as(const char *name, cudaError_t error, ProgramFailure failure, const uint64_t numbers[3]);
/* runtime_missing.c: ends a call with cudaErrorNotSupported and a finding. what: which of the function's features is
 * not there; NULL: the whole function. */
cudaError_t runtime_refuse(const char *name, const char *what);

/* The last error of this thread. reset: it is forgotten. */
cudaError_t runtime_last_error(bool reset);
/* The program looked at what went wrong. */
void runtime_looked(void);

/* Device memory: where the mapping begins in this process, and the range of device addresses, to which host code has
 * no access. */
uint8_t *runtime_mapping(void);
bool runtime_is_device(const void *address);
/* Lets host code read and write the pages at a device address (pinned and managed memory), and takes that back. */
bool runtime_open(uint64_t address, uint64_t offset, uint64_t bytes);
void runtime_close(uint64_t address, uint64_t bytes);

/* ---- runtime_order.c: what is done after what, and what of it the host has waited for */
/* A piece of work: the stream's place, and which of its pieces it is. */
typedef struct RuntimeOrder {
    size_t stream;
    uint64_t number;
} RuntimeOrder;

void runtime_order_create(cudaStream_t stream, unsigned flags);
void runtime_order_destroy(cudaStream_t stream);
/* One more piece of work in the stream. */
RuntimeOrder runtime_order_work(cudaStream_t stream);
bool runtime_order_is_done(RuntimeOrder order);
void runtime_order_record(cudaEvent_t event, cudaStream_t stream);
void runtime_order_join(cudaStream_t stream, cudaEvent_t event);
void runtime_order_forget(cudaEvent_t event);
/* Remembers an asynchronous copy until the host waits for it. */
void runtime_order_copy(RuntimeOrder order);
/* How many of those are done for all that the host has waited for. */
uint64_t runtime_order_waited_copies(void);
/* The host waits, or was told that there is nothing to wait for. */
void runtime_wait_for_all(void);
void runtime_wait_for_stream(cudaStream_t stream);
void runtime_wait_for_event(cudaEvent_t event);
/* The host asks for the first time whether it is done, and has not waited for it since it was queued: a GPU would
 * normally still work on it. To be asked a second time is to be done. */
bool runtime_stream_is_unready(cudaStream_t stream);
bool runtime_event_is_unready(cudaEvent_t event);

/* ---- runtime_client.c: memory of both sides that a piece of work was given */
/* depth * height rows of width bytes. Host code that touches them before it has waited is reported, and goes on. */
typedef struct RuntimePart {
    uint64_t address, pitch, slice, width, height, depth;
    RuntimeOrder order;
    bool read;  /* the work only reads it, so that the host may, too */
    bool whole; /* a kernel's allocation: which bytes of it it works on is not known */
} RuntimePart;

void runtime_busy(const RuntimePart *part);
/* Opens what the host has waited for. */
void runtime_idle(void);

/* Prints what kernels printed, as the reply's payload has it. */
void runtime_print(RuntimeCall *call);

const ProgramDevice *runtime_device(void);

/* runtime_memory.c: memory of the device alone, allocated and freed by the function `name`. */
cudaError_t runtime_allocate(const char *name, void **pointer, uint64_t bytes);
cudaError_t runtime_release(const char *name, void *pointer);
/* Ends a call with an error after the server gave it memory, which the program must not have to free. */
void runtime_give_up(RuntimeCall *call, uint64_t address, ProgramMemory kind, cudaError_t error);

/* runtime_launch.c: the handle of the module's variable or kernel is known by the host's address. */
cudaError_t runtime_symbol(const char *name, const void *symbol, uint64_t *address, uint64_t *size);

#endif
