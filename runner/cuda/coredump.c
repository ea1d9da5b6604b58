/* A GPU core dump is an ELF file. Sections with types of CUDA's own hold tables: multiprocessors, blocks, warps, lanes,
 * each tied to the row of the table above it by sh_link and sh_info; and the loaded modules, relocated, so that their
 * sections' addresses and line tables hold the addresses that the GPU executed. The layouts are those of the CUDA
 * debugger API's cudacoredump.h, looked at in dumps from an H200 (driver 580): rows may be longer than what is read
 * here. */
#include "cuda/coredump.h"

#include <string.h>

#include "base/line_table.h"

enum { /* section types, from SHT_LOUSER on */
       USER = (int)0x80000000u,
       MODULE_IMAGE = USER + 7,
       SM_TABLE = USER + 11,
       CTA_TABLE = USER + 13,
       WARP_TABLE = USER + 14,
       LANE_TABLE = USER + 15,
};

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static bool covers(const Elf *module, uint64_t pc) {
    for (uint64_t i = 0; i < module->count; i++) {
        ElfSection section = elf_section(module, i);
        if (section.type == 1 && section.address != 0 && pc >= section.address &&
            pc - section.address < section.bytes.size)
            return true;
    }
    return false;
}

static int line_of_pc(const Elf *core, uint64_t pc, const char *file) {
    for (uint64_t i = 0; i < core->count; i++) {
        ElfSection section = elf_section(core, i);
        Elf module;
        if (section.type == MODULE_IMAGE && elf_open(section.bytes, &module) && covers(&module, pc))
            return line_table_find(elf_named(&module, ".debug_line"), pc, file);
    }
    return 0;
}

/* ---- the fault --------------------------------------------------------------------------------------------------- */

static Extent row_of(const ElfSection *table, uint64_t index, uint64_t least) {
    if (table->row < least || index > table->bytes.size / table->row) return (Extent){table->bytes.bytes, 0};
    return extent_part(table->bytes, index * table->row, table->row);
}

/* A multiprocessor's row: its number, (pad), exception, whether the address is valid, address. An access beyond
 * shared memory appears as an illegal instruction on some multiprocessors, so any other exception is preferred. */
static bool find_exception(const Elf *core, CoreFault *fault, uint64_t *pc) {
    for (uint64_t i = 0; i < core->count; i++) {
        ElfSection table = elf_section(core, i);
        if (table.type != SM_TABLE) continue;
        for (uint64_t r = 0;; r++) {
            Extent row = row_of(&table, r, 24);
            if (row.size == 0) break;
            uint32_t exception = extent_u32(row, 8);
            bool better = exception != 0 && (fault->exception == 0 || fault->exception == CORE_ILLEGAL_INSTRUCTION);
            if (!better) continue;
            fault->exception = exception;
            *pc = extent_u32(row, 12) != 0 ? extent_u64(row, 16) : 0;
        }
    }
    return fault->exception != 0;
}

/* A lane's row: virtual and physical address, lane, thread. Its section's link and info name the warp. */
static bool find_lane(const Elf *core, uint64_t warps, uint64_t warp, uint32_t lane, CoreFault *fault, uint64_t *pc) {
    for (uint64_t i = 0; i < core->count; i++) {
        ElfSection table = elf_section(core, i);
        if (table.type != LANE_TABLE || table.link != warps || table.info != warp) continue;
        for (uint64_t r = 0;; r++) {
            Extent row = row_of(&table, r, 32);
            if (row.size == 0) break;
            if (extent_u32(row, 16) != lane) continue;
            *pc = extent_u64(row, 0);
            for (unsigned d = 0; d < 3; d++) fault->thread[d] = extent_u32(row, 20 + 4 * d);
            return true;
        }
    }
    return false;
}

/* A warp's row: address of the fault, number, valid lanes, active lanes, whether it is broken (a trap), whether the
 * address is valid. A block's row: grid, block. */
static bool find_warp_in(const Elf *core, uint64_t index, uint64_t wanted, CoreFault *fault, uint64_t *pc) {
    ElfSection table = elf_section(core, index);
    for (uint64_t r = 0;; r++) {
        Extent row = row_of(&table, r, 32);
        if (row.size == 0) return false;
        bool faulted = extent_u32(row, 24) != 0 && extent_u64(row, 0) == wanted, broken = extent_u32(row, 20) != 0;
        uint32_t active = extent_u32(row, 16);
        uint64_t lane_pc;
        if ((wanted != 0 ? !faulted : !broken) || active == 0) continue;
        if (!find_lane(core, index, r, (uint32_t)__builtin_ctz(active), fault, &lane_pc)) return false;
        ElfSection blocks = elf_section(core, table.link);
        Extent block = row_of(&blocks, table.info, 20);
        if (blocks.type != CTA_TABLE || block.size == 0) return false;
        for (unsigned d = 0; d < 3; d++) fault->block[d] = extent_u32(block, 8 + 4 * d);
        /* The address of a trapped warp is that of the instruction after the trap. */
        if (wanted == 0) *pc = lane_pc - 1;
        return true;
    }
}

static bool find_warp(const Elf *core, CoreFault *fault, uint64_t *pc) {
    uint64_t wanted = *pc;
    for (uint64_t i = 0; i < core->count; i++)
        if (elf_section(core, i).type == WARP_TABLE && find_warp_in(core, i, wanted, fault, pc)) return true;
    return false;
}

bool coredump_read(Extent bytes, const char *file, CoreFault *fault) {
    Elf core;
    uint64_t pc = 0;
    *fault = (CoreFault){0};
    if (!elf_open(bytes, &core)) return false;
    bool exception = find_exception(&core, fault, &pc);
    if (!exception || pc != 0) fault->has_warp = find_warp(&core, fault, &pc);
    if (pc != 0) fault->line = line_of_pc(&core, pc, file);
    return exception || fault->has_warp;
}
