/* What a program's runtime library and warpschool say to each other: the library is a client, and asks over a socket.
 *
 * A call is a ProgramCall, followed by `size` bytes of its own; the answer is a ProgramReply, followed by `size` bytes.
 * Copies go through a mapping that both processes have: the answer names the places in it. Nothing here trusts the
 * client, which is the student's process. Both ends are of one build. */
#ifndef WARPSCHOOL_PROGRAM_PROTOCOL_H
#define WARPSCHOOL_PROGRAM_PROTOCOL_H

#include <stdint.h>

/* The environment's variable that leads a library to its server: "SOCKET MEMORY BYTES ADDRESS RANGE", the
 * descriptors of the socket and of the file that is device memory, that file's size, and the first and the number of
 * all addresses that are the device's (in hexadecimal). */
#define PROGRAM_VARIABLE "WARPSCHOOL_PROGRAM"

enum {
    PROGRAM_FRAMES = 40,        /* of the caller, innermost first; thrust alone stacks up 30 */
    PROGRAM_ARGUMENTS = 10,     /* of a call */
    PROGRAM_VALUES = 8,         /* of a reply */
    PROGRAM_RANGE_WORDS = 3,    /* of a range in the reply to a launch */
    PROGRAM_PAYLOAD = 64 << 20, /* bytes that may follow a call, at most */
    PROGRAM_PAGE = 4096
};

/* Which call it is, its arguments, and what comes back. "device" and "host" are addresses. */
typedef enum ProgramRequest {
    PROGRAM_HELLO,       /* major version of the library, process id; values: see ProgramDevice in the payload */
    PROGRAM_MODULE,      /* payload: a fat binary; values: its number */
    PROGRAM_FUNCTION,    /* module, host; payload: the kernel's name in PTX */
    PROGRAM_SYMBOL,      /* module, host, size, constant, managed; payload: the variable's name in PTX */
    PROGRAM_SYMBOL_FIND, /* host; values: device address, size */
    /* bytes, ProgramMemory, host flags, bytes in front of what was asked for, whether a graph's node allocates it (then
     * it is in use from PROGRAM_GRAPH_BEGINS on); values: device address, offset in the mapping */
    PROGRAM_ALLOCATE,
    PROGRAM_FREE,         /* device address, ProgramMemory */
    PROGRAM_GRAPH_MEMORY, /* device address, ProgramGraphMemory, whether what was allocated may still be in use */
    PROGRAM_COPY,         /* ProgramCopy in the payload; values: ProgramPlaces */
    /* device, pitch, value, width, height, asynchronous, stream, slices (0: one), bytes from slice to slice, bytes of
     * the value (0: one) */
    PROGRAM_SET,
    /* ProgramLaunch, then the parameter block, in the payload; payload of the reply: of each range of memory of both
     * sides that the kernel works on its address, its bytes, and whether it is only read */
    PROGRAM_LAUNCH,
    PROGRAM_KERNEL,        /* host function; values: known, parameters; payload: offset and size of each */
    PROGRAM_SYNCHRONISE,   /* ProgramSynchronise, handle, how many asynchronous copies are done then; the payload of
                                    the reply is what kernels printed */
    PROGRAM_UNREADY,       /* a query that the library answers with cudaErrorNotReady */
    PROGRAM_CREATE,        /* ProgramHandle, flags, a stream's priority; values: the handle */
    PROGRAM_STREAM_VALUES, /* stream; values: ProgramStreamValue */
    PROGRAM_DESTROY,       /* ProgramHandle, handle */
    PROGRAM_RECORD,        /* event, stream */
    PROGRAM_WAIT,          /* stream, event */
    PROGRAM_ELAPSED,       /* event, event, whether one is not done, how many asynchronous copies are done then;
                                    values: the bits of a double, milliseconds */
    PROGRAM_POINTER,       /* address; values: ProgramMemory or -1, bytes from there to its end */
    PROGRAM_MEMORY_INFO,   /* values: free and all bytes */
    PROGRAM_FUNCTION_ATTRIBUTES, /* host function; values: ProgramFunctionValue */
    PROGRAM_FUNCTION_SET,        /* host function, attribute, value */
    PROGRAM_OCCUPANCY,           /* host function, threads of a block, dynamic shared bytes; values: blocks */
    PROGRAM_TEXTURE,             /* payload: ProgramTexture; values: the handle */
    PROGRAM_LIMIT,               /* limit, value: sets it */
    PROGRAM_RESET,               /* cudaDeviceReset */
    PROGRAM_LOOKED,              /* the program asked for the last error. No reply */
    /* error, ProgramFailure and three numbers of it: a call failed in the library itself. payload: its name */
    PROGRAM_FAILED,
    PROGRAM_MISSING, /* payload: what of the function is not there, such as "a mipmapped array"; or none */
    PROGRAM_TOUCHED, /* address, instruction, writes, ProgramTouch: host code touched what it may not */
    PROGRAM_REQUESTS
} ProgramRequest;

typedef struct ProgramCall {
    uint32_t request, size;
    uint32_t name; /* bytes at the end of the payload: the name of the function that the program called */
    uint32_t frame_count;
    uint64_t frames[PROGRAM_FRAMES]; /* return addresses in the program's file; 0 for those outside it */
    uint64_t arguments[PROGRAM_ARGUMENTS];
} ProgramCall;

typedef struct ProgramReply {
    int32_t error; /* a cudaError_t */
    uint32_t size;
    int32_t told; /* the error that the program is told of, although the call did its work; 0: none */
    uint32_t reserved;
    uint64_t values[PROGRAM_VALUES];
} ProgramReply;

/* The device, as cudaGetDeviceProperties tells of it. */
typedef struct ProgramDevice {
    char name[64];
    uint64_t memory, shared_per_block, shared_per_block_optin, shared_per_multiprocessor, shared_reserved, l2;
    int32_t major, minor, multiprocessors, threads_per_multiprocessor, blocks_per_multiprocessor;
    int32_t registers_per_multiprocessor, clock_khz, memory_clock_khz, memory_bus_bits, asynchronous_engines;
} ProgramDevice;

typedef enum ProgramMemory {
    PROGRAM_DEVICE, /* no access from the host */
    PROGRAM_PINNED, /* cudaMallocHost and cudaHostAlloc */
    PROGRAM_MANAGED /* cudaMallocManaged, and variables with __managed__ */
} ProgramMemory;

/* What happens to memory that a graph's node allocates: the node runs, a node that frees it does, and the graph is no
 * more. */
typedef enum ProgramGraphMemory { PROGRAM_GRAPH_BEGINS, PROGRAM_GRAPH_ENDS, PROGRAM_GRAPH_DROPS } ProgramGraphMemory;

/* A copy of depth * height rows of width bytes. A place is a device address, a host address, or that of a variable. */
typedef struct ProgramCopy {
    uint64_t to, from;
    uint64_t to_pitch, from_pitch; /* bytes from row to row */
    uint64_t to_slice, from_slice; /* bytes from slice to slice */
    uint64_t width, height, depth;
    uint64_t stream;
    int32_t kind; /* a cudaMemcpyKind */
    int32_t asynchronous;
    int32_t host_pinned; /* the host's side is memory that CUDA knows */
    int32_t reserved;
} ProgramCopy;

/* What is left for the client: it copies where one side is the host's, and nothing where the server did it. */
enum { PROGRAM_TO_OFFSET, PROGRAM_FROM_OFFSET, PROGRAM_DONE };
#define PROGRAM_HOST_SIDE UINT64_MAX /* in the place of an offset: the host's own address holds */

typedef struct ProgramLaunch {
    uint64_t function; /* the host's function, or the handle that stands for it */
    uint32_t grid[3], block[3];
    uint64_t shared_dynamic, stream;
    uint32_t cooperative;
    uint32_t parameter_bytes;
    uint32_t cluster[3];
    uint32_t reserved;
} ProgramLaunch;

enum { PROGRAM_SET_STREAM = 6 }; /* which argument of PROGRAM_SET is the stream */

typedef enum ProgramSynchronise {
    PROGRAM_WHOLE_DEVICE,
    PROGRAM_ONE_STREAM,
    PROGRAM_ONE_EVENT,
    PROGRAM_QUERY_STREAM,
    PROGRAM_QUERY_EVENT
} ProgramSynchronise;

/* The identity is that of no other stream, destroyed ones included. */
typedef enum ProgramStreamValue { PROGRAM_STREAM_FLAGS, PROGRAM_STREAM_PRIORITY, PROGRAM_STREAM_ID } ProgramStreamValue;

typedef enum ProgramHandle {
    PROGRAM_STREAM,
    PROGRAM_EVENT,
    PROGRAM_TEXTURE_OBJECT,
    PROGRAM_SURFACE_OBJECT
} ProgramHandle;

enum {
    PROGRAM_VALUE_REGISTERS,
    PROGRAM_VALUE_SHARED,
    PROGRAM_VALUE_LOCAL,
    PROGRAM_VALUE_CONSTANT,
    PROGRAM_VALUE_THREADS,
    PROGRAM_VALUE_DYNAMIC
};

/* What is found wrong with a call that fails in the library. */
typedef enum ProgramFailure {
    PROGRAM_FAILURE_PLAIN,
    PROGRAM_FAILURE_PITCH,    /* bytes of a row, the smaller pitch */
    PROGRAM_FAILURE_SYMBOL,   /* bytes of a copy, offset, bytes of the variable */
    PROGRAM_FAILURE_DIRECTION /* cudaMemcpyKind, whether the copy is to the variable */
} ProgramFailure;

typedef enum ProgramTouch {
    PROGRAM_TOUCH_DEVICE, /* device memory, which ends the program */
    PROGRAM_TOUCH_BUSY,   /* memory of both that a kernel was given: it may work on other bytes, or only read */
    PROGRAM_TOUCH_COPIED  /* bytes that an asynchronous copy still works on */
} ProgramTouch;

/* A texture object, in the words of cudaTextureDesc, or a surface object. */
typedef struct ProgramTexture {
    uint64_t address, width, height, depth, layers; /* texels; 0: not so many dimensions, or no layers */
    uint64_t pitch, slice;                          /* bytes from row to row and from slice (or layer) to slice */
    int32_t bits[4], format;
    int32_t address_mode[3], filter, read_mode, normalised, linear;
    int32_t surface, unflagged; /* a surface of an array that was not made for one */
} ProgramTexture;

#endif
