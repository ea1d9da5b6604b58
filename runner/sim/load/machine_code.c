/* A cubin is an ELF file. The section .text.KERNEL holds instructions of 16 bytes, .nv_debug_line_sass a line table
 * from them to the lines of the PTX (the compiler writes it where it is asked for -lineinfo). NVIDIA documents neither;
 * the encoding was read from what nvdisasm of CUDA 13 prints for some two hundred kernels of sm_90:
 *
 *     bits 0 to 8      what it does; 9 to 11 the form of its operands
 *     bits 12 to 14    the predicate that guards it, 7 for none; bit 15 negates it
 *     bits 16 to 19    BSSY, BSYNC: the meeting's register
 *     bits 16 to 23    BRA: the low bits of the distance, in units of 4 bytes from the next instruction;
 *     bits 34 to 81    its other bits. BSSY: all its bits
 *     bits 73 to 75    loads and stores: the width
 *     bits 87 to 90    BRA, EXIT: a second predicate, 7 for none
 *     bits 105 to 127  for the scheduler */
#include "sim/load/machine_code.h"

#include <stdlib.h>
#include <string.h>

#include "base/line_table.h"

enum { INSTRUCTION = 16, HEADER = 64, RELOCATION = 24, SYMBOL = 24 };

/* ---- one instruction --------------------------------------------------------------------------------------------- */

/* Bits 0 to 8. All that changes where a thread goes on lies between FIRST_CONTROL and LAST_CONTROL. */
enum {
    OP_MOV = 0x002,
    OP_CS2R = 0x005,
    OP_PLOP3 = 0x01c,
    OP_FMUL = 0x020,
    OP_FADD = 0x021,
    OP_FFMA = 0x023,
    OP_IMAD = 0x024,
    OP_DMUL = 0x028,
    OP_DADD = 0x029,
    OP_DFMA = 0x02b,
    OP_HFMA2 = 0x035,
    OP_UMOV = 0x082,
    OP_R2UR = 0x0ca,
    OP_ULDC = 0x0b9,
    OP_ULDC2 = 0x0bb,
    OP_S2R = 0x119,
    OP_BAR = 0x11d,
    FIRST_CONTROL = 0x140,
    OP_BSYNC = 0x141,
    OP_BSSY = 0x145,
    OP_YIELD = 0x146,
    OP_BRA = 0x147,
    OP_WARPSYNC = 0x148,
    OP_EXIT = 0x14d,
    OP_NANOSLEEP = 0x15d,
    LAST_CONTROL = 0x15f,
    OP_LD = 0x180,
    OP_LDG = 0x181,
    OP_LDC = 0x182,
    OP_LDL = 0x183,
    OP_LDS = 0x184,
    OP_ST = 0x185,
    OP_STG = 0x186,
    OP_STL = 0x187,
    OP_STS = 0x188,
    OP_SHFL = 0x189,
    OP_ATOM = 0x18a,
    OP_ATOMS = 0x18c,
    OP_ATOMS_CAS = 0x18d,
    OP_REDG = 0x18e,
    OP_ATOMG = 0x1a8,
    OP_ATOMG_CAS = 0x1a9,
    OP_S2UR = 0x1c3,
};

enum { NO_PREDICATE = 7, NO_REGISTER = 255 };

static uint64_t bits(const uint64_t word[2], unsigned first, unsigned count) {
    uint64_t value = first >= 64 ? word[1] >> (first - 64) : word[0] >> first;
    if (first < 64 && first + count > 64) value |= word[1] << (64 - first);
    return count < 64 ? value & ((UINT64_C(1) << count) - 1) : value;
}

static MachineWork work_of(const uint64_t word[2], unsigned opcode) {
    switch (opcode) {
    case OP_MOV:
    case OP_CS2R:
    case OP_PLOP3:
    case OP_HFMA2:
    case OP_UMOV:
    case OP_R2UR:
    case OP_ULDC:
    case OP_ULDC2:
    case OP_S2R:
    case OP_S2UR:
    case OP_LDC: return MACHINE_WORK_COPY;
    case OP_IMAD: return bits(word, 24, 8) == NO_REGISTER ? MACHINE_WORK_COPY : MACHINE_WORK_OTHER; /* 0 * x + y */
    case OP_FMUL:
    case OP_FADD:
    case OP_FFMA:
    case OP_DMUL:
    case OP_DADD:
    case OP_DFMA: return MACHINE_WORK_FLOAT;
    case OP_BAR: return MACHINE_WORK_BARRIER;
    case OP_SHFL: return MACHINE_WORK_SHUFFLE;
    case OP_LD:
    case OP_LDG:
    case OP_LDL:
    case OP_LDS:
    case OP_ST:
    case OP_STG:
    case OP_STL:
    case OP_STS:
    case OP_ATOM:
    case OP_ATOMS:
    case OP_ATOMS_CAS:
    case OP_REDG:
    case OP_ATOMG:
    case OP_ATOMG_CAS: return MACHINE_WORK_MEMORY;
    default: return MACHINE_WORK_OTHER;
    }
}

/* The instruction at a distance in bytes from the one after index; UINT32_MAX where there is none. */
static uint32_t find_target(uint32_t index, int64_t distance, uint32_t count) {
    int64_t target = (int64_t)index + 1 + distance / INSTRUCTION;
    return distance % INSTRUCTION == 0 && target >= 0 && target < (int64_t)count ? (uint32_t)target : UINT32_MAX;
}

static int64_t branch_distance(const uint64_t word[2]) {
    uint64_t units = bits(word, 34, 48) << 8 | bits(word, 16, 8);
    return (int64_t)(units << 8) / 256 * 4;
}

static void decode_control(const uint64_t word[2], uint32_t index, uint32_t count, MachineInstr *instr) {
    /* Between the distance and the scheduler's bits nothing but "no second predicate". */
    bool plain = bits(word, 82, 23) == NO_PREDICATE << 5;
    instr->kind = MACHINE_UNKNOWN;
    switch (instr->opcode) {
    case OP_YIELD:
    case OP_NANOSLEEP: instr->kind = MACHINE_PLAIN; return;
    case OP_EXIT:
        if (plain) instr->kind = MACHINE_EXIT;
        return;
    case OP_BRA:
        instr->target = find_target(index, branch_distance(word), count);
        if (plain && bits(word, 24, 10) == 0 && instr->target != UINT32_MAX) instr->kind = MACHINE_BRANCH;
        return;
    case OP_BSSY:
        instr->meeting = (uint8_t)bits(word, 16, 4);
        instr->target = find_target(index, (int64_t)(bits(word, 34, 48) << 16) / 65536 * 4, count);
        if (plain && !instr->guarded && instr->target != UINT32_MAX) instr->kind = MACHINE_MEETING;
        return;
    case OP_BSYNC:
        instr->meeting = (uint8_t)bits(word, 16, 4);
        if (plain && !instr->guarded) instr->kind = MACHINE_MEET;
        return;
    case OP_WARPSYNC:
        if (plain && !instr->guarded && bits(word, 9, 3) == 4) instr->kind = MACHINE_WARP_MEET;
        return;
    default: return;
    }
}

static MachineInstr decode(const uint64_t word[2], uint32_t index, uint32_t count) {
    static const uint8_t bytes_of[8] = {1, 1, 2, 2, 4, 8, 16, 0};
    unsigned opcode = (unsigned)bits(word, 0, 9);
    MachineInstr instr = {.opcode = (uint16_t)opcode,
                          .guarded = bits(word, 12, 4) != NO_PREDICATE,
                          .work = (uint8_t)work_of(word, opcode)};
    if (instr.work == MACHINE_WORK_MEMORY && opcode >= OP_LD && opcode <= OP_STS)
        instr.bytes = bytes_of[bits(word, 73, 3)];
    if (opcode >= FIRST_CONTROL && opcode <= LAST_CONTROL) decode_control(word, index, count, &instr);
    return instr;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* Every kernel's code begins at 0 in a cubin, and what the line table says of each is told apart by relocations. Ours
 * is moved here, where no other can be. */
static const uint64_t moved_to = UINT64_C(1) << 40;

static void put_u64(unsigned char *to, uint64_t value) {
    for (int i = 0; i < 8; i++) to[i] = (unsigned char)(value >> 8 * i);
}

/* A copy of the line table in which the section of that number lies at moved_to. */
static Extent move_section(const Elf *elf, uint64_t section, Arena *arena) {
    Extent table = elf_named(elf, ".nv_debug_line_sass");
    ElfSection relocations = elf_section(elf, elf_find(elf, ".rela.nv_debug_line_sass"));
    ElfSection symbols = elf_section(elf, relocations.link);
    unsigned char *copy = arena_copy(arena, table.bytes, table.size, 1);
    for (uint64_t at = 0; at + RELOCATION <= relocations.bytes.size; at += RELOCATION) {
        uint64_t place = extent_u64(relocations.bytes, at);
        uint64_t symbol = extent_u64(relocations.bytes, at + 8) >> 32, addend = extent_u64(relocations.bytes, at + 16);
        Extent entry = extent_part(symbols.bytes, symbol * SYMBOL, SYMBOL);
        if (entry.size == 0 || extent_u16(entry, 6) != section || extent_part(table, place, 8).size == 0) continue;
        put_u64(copy + place, moved_to + extent_u64(entry, 8) + addend);
    }
    return (Extent){copy, table.size};
}

static void set_lines(void *context, uint64_t begin, uint64_t end, int line) {
    MachineCode *code = context;
    if (begin < moved_to) return;
    for (uint64_t i = (begin - moved_to) / INSTRUCTION; i < code->count && i * INSTRUCTION < end - moved_to; i++)
        code->instrs[i].line = (uint32_t)line;
}

/* ---- the kernel -------------------------------------------------------------------------------------------------- */

bool sim_machine_code(const Image *image, const char *kernel, Arena *arena, MachineCode *code) {
    Elf elf;
    if (image->cubin == NULL || image->arch == NULL || strcmp(image->arch, "sm_90") != 0) return false;
    if (!elf_open((Extent){image->cubin, image->cubin_size}, &elf)) return false;
    uint64_t section = elf_find(&elf, arena_printf(arena, ".text.%s", kernel));
    Extent text = elf_section(&elf, section).bytes;
    code->count = (uint32_t)(text.size / INSTRUCTION);
    if (code->count == 0 || text.size / INSTRUCTION > UINT32_MAX) return false;
    code->instrs = arena_array(arena, MachineInstr, code->count);
    for (uint32_t i = 0; i < code->count; i++) {
        const uint64_t word[2] = {extent_u64(text, (uint64_t)i * INSTRUCTION),
                                  extent_u64(text, (uint64_t)i * INSTRUCTION + 8)};
        code->instrs[i] = decode(word, i, code->count);
    }
    line_table_each(move_section(&elf, section, arena), ".nv_debug_ptx_txt", set_lines, code);
    return true;
}
