/* What the server's files share: the state of one program's device.
 *
 * server.c reads calls and answers them; server_modules.c knows kernels and variables, server_memory.c allocations and
 * copies, server_addresses.c what lies at an address, server_outputs.c what a lesson asks for, server_launch.c
 * launches, server_streams.c streams, events and time, server_order.c what waits for what, server_errors.c CUDA's
 * errors, server_looks.c what the host is shown, host_findings.c what is found in host code. A handler gets the call
 * with its payload, and sets reply->error and values; what it adds to `payload` follows the reply. */
#ifndef WARPSCHOOL_PROGRAM_SERVER_H
#define WARPSCHOOL_PROGRAM_SERVER_H

#include <stdatomic.h>
#include <sys/types.h>

#include "base/text.h"
#include "finding_kinds.h"
#include "program/programs.h"
#include "program/protocol.h"
#include "sim/context.h"

/* CUDA's error codes, by CUDA's names. */
typedef enum CudaError {
#define ERROR(code, name, text) name = code,
#include "program/cuda_errors.def"
#undef ERROR
} CudaError;
const char *cuda_error_name(int code); /* "cudaErrorInvalidValue"; "an unknown error" for what is none */
const char *cuda_error_text(int code); /* "invalid argument" */

enum { COPY_HOST_TO_HOST, COPY_HOST_TO_DEVICE, COPY_DEVICE_TO_HOST, COPY_DEVICE_TO_DEVICE, COPY_DEFAULT };

/* What a client may make the server remember: far more than programs do, and less than the machine has. */
enum {
    SERVER_MODULES = 4096,
    SERVER_NAMED = 1 << 16, /* kernels, and as many variables */
    SERVER_HANDLES = 1 << 22,
    SERVER_ALLOCATIONS = 1 << 22,
    SERVER_SHOWN = 1024,       /* ranges of memory of both sides, between two waits */
    SERVER_ALTERED = 64 << 20, /* bytes of a range that is altered: longer ones are left as they are */
    SERVER_PRINTED = 64 << 20  /* bytes that wait to be shown */
};
#define SERVER_BINARIES (UINT64_C(1) << 30) /* bytes of all modules */

/* All addresses that are the device's: the simulator's windows (sim/memory/sim_memory.h), of 1 TiB each, and 32 TiB of
 * global memory. */
#define PROGRAM_DEVICE_BASE UINT64_C(0x0000110000000000)
#define PROGRAM_DEVICE_RANGE UINT64_C(0x0000240000000000)
/* Where the windows end whose memory is fixed for a launch, and allocations begin. */
#define PROGRAM_GLOBAL_BASE UINT64_C(0x0000150000000000)

typedef struct ServerModule {
    const void *binary; /* its container; loaded when something in it is used first, as CUDA's lazy loading does */
    size_t size;
    bool tried;
    SimModule *module; /* NULL: it could not be loaded, and: */
    const char *problem;
    int error; /* what CUDA says then */
    bool linked;
} ServerModule;

typedef struct ServerFunction {
    uint64_t host;
    size_t module;
    const char *symbol;
    size_t kernel;  /* index into the report's kernels, + 1; 0: never launched */
    uint64_t optin; /* cudaFuncAttributeMaxDynamicSharedMemorySize; 0: not set */
} ServerFunction;

typedef struct ServerSymbol {
    uint64_t host;
    size_t module;
    const char *name;
    bool managed;
    uint64_t size;
} ServerSymbol;

typedef struct ServerMemory {
    uint64_t address, size;
    uint64_t skipped; /* bytes at its beginning that the program did not ask for */
    ProgramMemory kind;
    HostSite allocated, freed;
    const char *by; /* the function that allocated it */
    bool released;
    /* a graph's node allocates it: it is the program's from the node's run to that of one that frees it, and goes with
     * the graph, at once or when it is freed */
    bool of_graph, in_use, dropped;
    /* where it may be an output (server_outputs.c): the hashes of what it held before the last kernel and behind it */
    uint64_t held, left;
    bool kept;    /* there was a kernel */
    bool changed; /* by a kernel */
} ServerMemory;

typedef struct ServerEvent {
    bool recorded, untimed;
    bool awaited; /* it was not done when somebody asked for the time until then */
    double seconds;
    uint64_t stream;
    uint64_t chain; /* of that stream, when it was recorded */
} ServerEvent;

typedef struct ServerStream {
    bool apart;     /* cudaStreamNonBlocking: it and the legacy default stream do not wait for each other */
    uint64_t chain; /* server_order.c */
} ServerStream;

typedef struct ServerHandle {
    ProgramHandle kind;
    bool destroyed;
    uint64_t texture; /* the simulator's handle */
    uint64_t flags, priority;
    ServerEvent event;
    ServerStream stream;
} ServerHandle;

/* The chains of server_order.c: of the two default streams, of all streams that are not non-blocking, of all streams,
 * and of what the host has waited for. */
typedef struct ServerOrder {
    uint64_t legacy, per_thread, blocking, all, host;
    bool busy; /* work was asked for since the host waited last */
} ServerOrder;

/* Memory that the device worked on and the host may look at (server_looks.c). */
typedef struct ServerShown {
    uint64_t address, size;
    uint8_t *was; /* the device's bytes, where the host is shown others */
    bool copied;  /* by a copy, which is over at the next call */
} ServerShown;

/* A call failed, and the program has not looked at it yet. */
typedef struct Unlooked {
    int error;
    const char *name; /* the function */
    HostSite site;
    bool went_on; /* it asked for more work since */
} Unlooked;

/* What the server waits for, as the watch of a walled program (program_watch.c) needs to know it. */
typedef enum ServerWait {
    SERVER_WORKS,   /* for nothing: the program waits for it */
    SERVER_LISTENS, /* for a call */
    SERVER_ANSWERS, /* until the program takes its answer */
    SERVER_ENDED,   /* for the end of the program, whose socket is closed */
} ServerWait;

typedef struct Server {
    const ProgramJob *job;
    Arena *arena;
    ProgramReport *report;
    SimContext *context;
    uint8_t *region;
    size_t region_size;
    uint64_t live;     /* bytes that are allocated */
    int64_t alive;     /* allocations that hold them */
    uint64_t binaries; /* bytes of all modules */
    int socket;
    uint64_t major;   /* the version of CUDA's runtime that the program was linked with: 11, 12 or 13 */
    atomic_int waits; /* ServerWait */
    pid_t process;
    const volatile sig_atomic_t *ended; /* non-zero: calls and launches come to an end. May be NULL */
    VEC(ServerModule) modules;
    VEC(ServerFunction) functions;
    VEC(ServerSymbol) symbols;
    VEC(ServerMemory) memories; /* in the order of their addresses */
    VEC(ServerHandle) handles;
    VEC(CallSeen) names;   /* functions that were called */
    VEC(uint64_t) streams; /* besides the default one, that kernels ran in */
    ServerOrder order;
    bool *inputs_found;       /* of each of the job's: a kernel that stored something found it in memory */
    VEC(ServerShown) shown;   /* at the host's next wait */
    VEC(ServerShown) altered; /* see ProgramJob.altered_look */
    ServerShown sent;         /* what the client copies now, and the device is to get other bytes of */
    Unlooked unlooked;
    bool failed;         /* a call did */
    bool refused;        /* a function, a kernel or a library that Warpschool does not have */
    int sticky_seen;     /* the sticky error that the program has looked at: later calls say nothing new with it */
    int pending, sticky; /* an error of a kernel: not seen by the program yet; seen, and there to stay */
    HostSite pending_at; /* the launch */
    Text printed;        /* by kernels, not shown yet */
    HostSite printed_at; /* the first launch that did */
    HostSite heap_at;    /* the first launch whose kernel left memory of the device's heap; kernel NULL: none has */
    uint64_t heap_told;  /* pieces of it that were reported */
} Server;

/* One call and its answer. */
typedef struct Served {
    Server *server;
    const ProgramCall *call;
    const uint8_t *payload; /* without the name, 0-terminated */
    size_t size;
    const char *name; /* the function that the program called, in the arena */
    HostSite site;
    ProgramReply reply;
    Text answer;
} Served;

/* ---- server.c */
/* Serves until the program closes the socket. */
void server_serve(Server *server);

/* ---- server_errors.c, with cuda_error_name and cuda_error_text */
void served_fail(Served *served, int error);
bool server_is_ended(const Server *server); /* what takes long looks here */

/* ---- server_modules.c */
void server_module(Served *served);
void server_function(Served *served);
void server_symbol(Served *served);
void server_symbol_find(Served *served);
void server_kernel(Served *served);
void server_function_attributes(Served *served);
void server_function_set(Served *served);
void server_occupancy(Served *served);
/* How many of the kernel's blocks a multiprocessor has room for at once; threads: of a block, at least 1; shared: its
 * dynamic bytes. */
uint64_t server_blocks_per_multiprocessor(const Server *server, const SimKernel *kernel, uint64_t threads,
                                          uint64_t shared);
/* The function that the host names, with its loaded module; NULL with the error set. */
ServerFunction *server_find_function(Served *served, uint64_t host, SimModule **module, const SimKernel **kernel);

/* ---- server_memory.c */
void server_allocate(Served *served);
void server_free(Served *served);
void server_graph_memory(Served *served);
void server_copy(Served *served);
const char *server_copy_kind(uint64_t kind); /* the name of a cudaMemcpyKind */
void server_set(Served *served);
void server_pointer(Served *served);
void server_memory_info(Served *served);
/* The allocation that a message names, such as `cudaMalloc #2`; NULL: it names none. */
ServerMemory *server_named_memory(Server *server, const char *message);
void server_report_leaks(Server *server);

/* ---- server_addresses.c */
ServerMemory *server_find_memory(Server *server, uint64_t address); /* the one that holds it or held it; NULL: none */
bool server_is_device(uint64_t address);
bool server_is_managed(const Server *server, uint64_t address); /* whether a __managed__ variable begins there */

/* ---- server_outputs.c */
/* The output of that size; NULL: none is asked for. */
ProgramOutput *server_wanted_output(const Server *server, uint64_t size);
/* Before and after a kernel: notes which memory of both sides, of the size of an output, it changes. */
void server_hold_shared(Server *server);
void server_compare_shared(Server *server);
/* Takes what lies in memory of both sides for an output of its size: of one allocation, and of all. */
void server_take_memory(Server *server, const ServerMemory *memory);
void server_take_shared(Server *server);
/* An output was taken from that memory, or from a copy of it (NULL: it is not known): notes whether something else than
 * a kernel has changed it. */
void server_note_output(Server *server, ProgramOutput *output, const ServerMemory *memory);
/* Which of the job's inputs lie in memory, one value each; a kernel that began then has stored something. */
void server_look_for_inputs(Server *server, bool *found);
void server_note_inputs(Server *server, const bool *found);

/* ---- server_order.c */
uint64_t server_new_handle(Server *server, ServerHandle handle);
ServerHandle *server_handle(Server *server, uint64_t handle); /* NULL: it never was one */
uint64_t server_handle_number(uint64_t handle);               /* from 1, never given again */
/* A piece of work is put into a stream; waits: the host goes on when it is done. */
void server_order_work(Server *server, uint64_t stream, bool waits);
uint64_t server_order_record(Server *server, uint64_t stream); /* the stream's chain */
void server_order_join(Server *server, uint64_t stream, uint64_t chain);
/* what: ProgramSynchronise; copies: how many asynchronous ones the host has waited for then, as the program says. */
void server_order_wait(Served *served, uint64_t what, uint64_t handle, uint64_t copies);
void server_order_free(Served *served);

/* ---- server_looks.c */
/* The device works on memory of both sides, which the host may look at when it has waited; it waits; it copies so many
 * bytes to memory of its own (own), or of both sides. */
void server_look_begins(Server *server, uint64_t address, uint64_t size);
void server_look_waits(Server *server);
void server_look_copies(Server *server, uint64_t address, uint64_t size, bool own);
/* The host sends so many bytes to a device address; the copy is over. */
void server_send(Server *server, uint64_t address, uint64_t size);
void server_send_ends(Server *server);
/* Puts back what was altered; copies_alone: what a copy brought. */
void server_look_ends(Server *server, bool copies_alone);
/* The same in a copy of the bytes at an address. */
void server_look_correct(const Server *server, uint64_t address, uint8_t *bytes, uint64_t size);

/* ---- server_launch.c */
void server_launch(Served *served);

/* ---- server_streams.c */
void server_synchronise(Served *served);
void server_unready(Served *served);
void server_stream_values(Served *served);
void server_create(Served *served);
void server_destroy(Served *served);
void server_record(Served *served);
void server_wait(Served *served);
void server_elapsed(Served *served);
void server_texture(Served *served);
bool server_stream_is_known(Served *served, uint64_t stream);
/* Hands over what kernels printed: at this call CUDA would show it. */
void server_flush(Served *served);

/* ---- host_findings.c */
/* Adds a finding, or counts it where the same was found at the same place. The message is kept where it is new. */
void host_finding(Server *server, FindingKind kind, bool warning, const HostSite *site, const HostSite *other,
                  const char *format, ...) __attribute__((format(printf, 6, 7)));
/* Who does something with memory that was freed; the finding names the free's line. */
void host_finding_freed(Served *served, FindingKind kind, const ServerMemory *memory, const char *who,
                        const char *verb);
HostSite host_site(const ProgramCall *call);

/* ---- host_lines.c */
/* Fills in the source lines of all sites, with the system's addr2line where there is one, and drops what is
 * said of calls that the user did not write and cannot mend. */
void host_lines_find(const char *program, const ProgramWalls *walls, ProgramReport *report, Arena *arena);

#endif
