/* Work that goes to a stream, now or later: streams that are being captured keep it in a graph, and a graph's launch
 * asks for it once more.
 *
 * runtime_capture.c knows which streams are being captured; runtime_graph.c has graphs and their nodes. A graph's nodes
 * run in the order in which they were added. That is an order that their dependencies allow, because a node can depend
 * on earlier ones alone. What lies in a graph is protected by the library's lock. */
#ifndef WARPSCHOOL_RUNTIME_GRAPH_H
#define WARPSCHOOL_RUNTIME_GRAPH_H

#include "program/runtime/runtime_client.h"

/* Numbers of cudaGraphNodeType. */
typedef enum GraphNodeType {
    GRAPH_KERNEL,
    GRAPH_COPY,
    GRAPH_SET,
    GRAPH_HOST,
    GRAPH_CHILD,
    GRAPH_EMPTY,
    GRAPH_WAIT,
    GRAPH_RECORD
} GraphNodeType;

/* A question for the server, with what follows the answer on the client's side; or a function of the host's. */
typedef struct RuntimeWork {
    GraphNodeType type;
    ProgramRequest request;
    const void *payload;
    size_t size;
    uint64_t arguments[PROGRAM_ARGUMENTS];
    cudaHostFn_t function; /* GRAPH_HOST */
    void *context;
} RuntimeWork;

/* ---- runtime_capture.c */
/* Does the work, or keeps it where the stream is being captured. call->error says how it went. */
void runtime_work(RuntimeCall *call, cudaStream_t stream, const RuntimeWork *work);
/* Does it now: of any work but a function of the host's. */
void runtime_perform(RuntimeCall *call, const RuntimeWork *work);
/* Whether a call that waits for the stream has to fail, because it is being captured; 0: for any stream. Then the
 * capture is broken, and call->error is set. */
bool runtime_capture_forbids(RuntimeCall *call, cudaStream_t stream);
bool runtime_is_captured(cudaStream_t stream);

/* ---- runtime_host.c: the device address of registered memory, and its flags where asked for; 0: it is none */
uint64_t runtime_registered(uint64_t address, unsigned *flags);

/* ---- runtime_pools.c: memory that may be a pool's is freed */
void runtime_pool_freed(const void *pointer);

/* ---- runtime_graph.c */
typedef struct RuntimeGraph RuntimeGraph;
RuntimeGraph *runtime_graph_new(void); /* NULL: no memory */
void runtime_graph_free(RuntimeGraph *graph);
/* The node keeps a copy of the payload, and where the program made the call. False: no memory. */
bool runtime_graph_add(RuntimeGraph *graph, const RuntimeCall *call, const RuntimeWork *work);
/* Adds copies of all nodes. */
bool runtime_graph_append(RuntimeGraph *graph, const RuntimeGraph *more);

/* ---- runtime_launch.c */
enum { LAUNCH_MESSAGE = sizeof(ProgramLaunch) + 32764 };
/* The payload of PROGRAM_LAUNCH: how, and the kernel's parameters. Its size; 0 with call->error set. */
size_t runtime_pack_launch(RuntimeCall *call, ProgramLaunch *how, void **arguments, uint8_t message[LAUNCH_MESSAGE]);
/* After the server's answer to a launch. */
void runtime_launched(const RuntimeCall *call);

/* ---- runtime_copies.c: after the server's answer to a copy */
void runtime_copy_bytes(RuntimeCall *call, const ProgramCopy *copy);
ProgramCopy runtime_plain_copy(void *to, const void *from, size_t bytes, int kind);
/* Makes the copy as the function `name`, now or in a graph. */
cudaError_t runtime_copy(const char *name, const ProgramCopy *copy);
/* runtime_arrays.c. False with call->error set: the parameters do not fit together. */
bool runtime_copy_of_3d(RuntimeCall *call, const cudaMemcpy3DParms *all, ProgramCopy *copy);

#endif
