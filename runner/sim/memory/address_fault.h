/* Findings about addresses, and the words for a place: also for what sim/run says of waiting threads. */
#ifndef WARPSCHOOL_SIM_ADDRESS_FAULT_H
#define WARPSCHOOL_SIM_ADDRESS_FAULT_H

#include "sim/memory/sim_block_memory.h"

typedef struct Request Request; /* see block_memory.h */
typedef struct Span Span;

/* " at line 12", or nothing where the instruction has no line */
const char *at_line(const SimBlockMemory *block, uint32_t pc, char buffer[32]);

void fault_out_of_bounds(SimBlockMemory *block, const Request *request, int lane);
/* Whether an access that does not lie in a variable begins inside one, at an address that is no multiple of its size:
 * hardware checks alignment first. */
bool fault_is_alignment(const SimBlockMemory *block, const Request *request, int lane);
void fault_misaligned(SimBlockMemory *block, const Request *request, int lane);
void fault_read_only(SimBlockMemory *block, const Request *request, int lane);
void fault_atomic_space(SimBlockMemory *block, const Request *request, int lane);
void fault_atomic_unknown(SimBlockMemory *block, const Request *request);
/* The span of local memory, named after the array that the instruction's source line indexes, if that can be told.
 * Its element is SIM_ELEMENT_OF_ACCESS where that array is all of local memory. */
Span fault_local_span(const SimBlockMemory *block, uint32_t pc, int width);
enum { FAULT_TEXT = 256 };
/* "`tile`, element 96" for a byte that an access of width bytes touches; buffer of FAULT_TEXT bytes */
const char *fault_place(const SimBlockMemory *block, PtxSpace space, uint64_t address, int width,
                        char buffer[FAULT_TEXT]);

#endif
