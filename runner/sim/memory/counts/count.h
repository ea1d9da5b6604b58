/* What a request costs, and the request that is kept for an instruction's picture. */
#ifndef WARPSCHOOL_SIM_COUNT_H
#define WARPSCHOOL_SIM_COUNT_H

#include "sim/memory/block_memory.h"
#include "sim/memory/counts/banks.h"

/* The request that an instruction's bank picture shows. */
typedef struct Sample {
    bool used, asynchronous;
    uint8_t op, width;
    int wavefronts;
    uint64_t block;
    uint32_t warp, mask;
    uint32_t index[3];
    uint32_t address[WARP_SIZE];
} Sample;

/* sectors.c */
typedef struct SectorCount {
    uint64_t touched, ideal;
} SectorCount;
SectorCount count_sectors(const Request *request);
uint64_t count_lines(const Request *request); /* of 128 bytes, as a cache has them */
uint64_t count_local_sectors(const Request *request);
uint64_t count_constant_words(const Request *request);

/* count.c */
/* Counts the bytes that `lanes` lanes asked for by loads, stores or atomics of this instruction; space is the resolved
 * one. */
void count_bytes(SimBlockMemory *block, const SimAccess *access, PtxSpace space, uint64_t lanes);
void count_shared(SimBlockMemory *block, const Request *request);
/* Counts one request of atomics on words of shared memory; false, and nothing is counted, where it would be the
 * instruction's sample. Wavefronts: as written, and where the assembler lets lanes share. */
bool count_updates(SimBlockMemory *block, const SimAccess *access, uint32_t warp, int written, int assembled);
/* Counts some requests of an instruction to global memory and the sectors of all of them together. */
void count_global(SimBlockMemory *block, const SimAccess *access, uint64_t requests, SectorCount sectors);
/* Keeps in an instruction's counters what one load touches, if it is the most until now. */
void count_most_sectors(uint64_t *row, SectorCount of_one);
/* What the request costs that the assembler makes of this one, all lanes active; all 0 where it makes none. */
BankCost assembled_cost(const SimAccess *access, const uint32_t address[WARP_SIZE]);
/* Counts some equal requests. */
void count_shared_again(SimBlockMemory *block, const SimAccess *access, uint64_t requests, BankCost written,
                        BankCost assembled);
/* The counters of requests as the assembler left them, of an instruction that it left as it was written. */
void count_copy_to_assembled(CounterRow *counters);
/* Among requests with equally many wavefronts the first stays: lowest block, then warp, then time. */
bool sample_is_earlier(const Sample *sample, uint64_t number, uint32_t warp);

/* owners.c: a request to shared memory, whose addresses are in bounds */
void owners_block_begin(SimBlockMemory *block);
void owners_take(SimBlockMemory *block, const Request *request);
void owners_take_values(SimBlockMemory *block, const Request *request);    /* of a store to any memory */
void owners_take_addresses(SimBlockMemory *block, const Request *request); /* of an atomic on shared memory */
void owners_take_global(SimBlockMemory *block, const Request *request);    /* of a request to global memory */

/* loaders.c: a load from global memory */
void loaders_block_begin(SimBlockMemory *block);
void loaders_take(SimBlockMemory *block, const Request *request);

#endif
