/* Memory that nodes of graphs allocate: CUDA C++ Programming Guide, "Graph Memory Nodes". Its address is fixed when the
 * node is added; a run of the node takes it into use, and a run of a node that frees it ends that. It lasts as long as
 * there is a node that allocates it. */
#include <stdlib.h>

#include "program/runtime/runtime_graph.h"

static uint64_t used, most; /* bytes of all graphs; protected by the library's lock */

bool runtime_graph_allocate(RuntimeCall *call, uint64_t bytes, RuntimeWork *work) {
    GraphMemory *memory = calloc(1, sizeof *memory);
    if (memory == NULL) {
        call->error = cudaErrorMemoryAllocation;
        return false;
    }
    call->call.arguments[0] = bytes;
    call->call.arguments[1] = PROGRAM_DEVICE;
    call->call.arguments[4] = true;
    if (!runtime_ask(call, PROGRAM_ALLOCATE, NULL, 0)) {
        free(memory);
        return false;
    }
    *memory = (GraphMemory){.address = call->reply.values[0], .bytes = bytes};
    *work = (RuntimeWork){.type = GRAPH_ALLOCATE,
                          .request = PROGRAM_GRAPH_MEMORY,
                          .arguments = {memory->address, PROGRAM_GRAPH_BEGINS},
                          .memory = memory};
    used += bytes;
    if (used > most) most = used;
    return true;
}

void runtime_graph_memory_kept(GraphMemory *memory) {
    if (memory != NULL) memory->nodes++;
}

void runtime_graph_memory_left(RuntimeCall *call, GraphMemory *memory) {
    if (memory == NULL || --memory->nodes > 0) return;
    if (call != NULL) {
        call->call.arguments[0] = memory->address;
        call->call.arguments[1] = PROGRAM_GRAPH_DROPS;
        runtime_ask(call, PROGRAM_GRAPH_MEMORY, NULL, 0);
    }
    used -= memory->bytes;
    free(memory);
}

RuntimeWork runtime_graph_free_work(const void *pointer) {
    return (RuntimeWork){.type = GRAPH_FREE,
                         .request = PROGRAM_GRAPH_MEMORY,
                         .arguments = {(uint64_t)(uintptr_t)pointer, PROGRAM_GRAPH_ENDS}};
}

/* cudaGraphMemAttributeType: what is in use now and at most, what is reserved now and at most. Nothing is reserved that
 * no graph uses. */
cudaError_t cudaDeviceGetGraphMemAttribute(int device, int attribute, uint64_t *value) {
    if (device != 0 || attribute < 0 || attribute > 3 || value == NULL)
        return runtime_fail("cudaDeviceGetGraphMemAttribute", cudaErrorInvalidValue);
    *value = attribute % 2 == 0 ? used : most;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, int attribute, const uint64_t *value) {
    if (device != 0 || (attribute != 1 && attribute != 3) || value == NULL || *value != 0)
        return runtime_fail("cudaDeviceSetGraphMemAttribute", cudaErrorInvalidValue);
    most = used;
    return cudaSuccess;
}

cudaError_t cudaDeviceGraphMemTrim(int device) {
    return device == 0 ? cudaSuccess : runtime_fail("cudaDeviceGraphMemTrim", cudaErrorInvalidDevice);
}
