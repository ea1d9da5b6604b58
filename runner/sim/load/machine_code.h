/* A kernel's machine code, as far as its control flow goes: which instructions branch, where to, and which line of the
 * PTX each instruction was made from. */
#ifndef WARPSCHOOL_SIM_MACHINE_CODE_H
#define WARPSCHOOL_SIM_MACHINE_CODE_H

#include "base/arena.h"
#include "device.h"

typedef enum MachineKind {
    MACHINE_PLAIN,     /* goes on with the next instruction */
    MACHINE_BRANCH,    /* BRA: to target; where guarded, lanes whose predicate is false go on */
    MACHINE_EXIT,      /* EXIT: ends the thread; where guarded, likewise */
    MACHINE_MEETING,   /* BSSY: lanes that part from here on meet at target */
    MACHINE_MEET,      /* BSYNC: where they meet */
    MACHINE_WARP_MEET, /* WARPSYNC.ALL: where all lanes of the warp meet */
    MACHINE_UNKNOWN,   /* calls, returns, tables of branches, branches with two predicates: not followed */
} MachineKind;

/* What an instruction works with, as far as it matters here. */
typedef enum MachineWork {
    MACHINE_WORK_OTHER,
    MACHINE_WORK_COPY,   /* brings a value into another register: the assembler adds and removes these */
    MACHINE_WORK_MEMORY, /* loads, stores, atomics */
    MACHINE_WORK_FLOAT,  /* adds, multiplies or both, in floating point */
    MACHINE_WORK_SHUFFLE,
    MACHINE_WORK_BARRIER,
} MachineWork;

typedef struct MachineInstr {
    uint8_t kind; /* MachineKind */
    uint8_t work; /* MachineWork */
    bool guarded;
    uint8_t meeting; /* BSSY, BSYNC: the register of the meeting, 0 to 15 */
    uint8_t bytes;   /* loads and stores: of each lane; 0 for other instructions */
    uint16_t opcode; /* without the form of its operands */
    uint32_t target; /* BRA, BSSY: number of an instruction */
    uint32_t line;   /* of the PTX; 0 where it is not known */
} MachineInstr;

enum { MACHINE_MEETINGS = 16 };

typedef struct MachineCode {
    MachineInstr *instrs;
    uint32_t count;
} MachineCode;

/* Reads the kernel of that name from image's cubin into arena. False where there is none, where it is not for sm_90,
 * the architecture whose encoding was read and whose counts were measured, or where it is not whole. */
bool sim_machine_code(const Image *image, const char *kernel, Arena *arena, MachineCode *code);

#endif
