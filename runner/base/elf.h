/* ELF files of 64 bits, little endian, that somebody else wrote: whatever they hold, reads stay within their bytes. */
#ifndef WARPSCHOOL_BASE_ELF_H
#define WARPSCHOOL_BASE_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a file that another program wrote and that may be malformed; not aligned. */
typedef struct Extent {
    const unsigned char *bytes;
    size_t size;
} Extent;

/* Little-endian numbers at an offset; 0 beyond the end. */
uint64_t extent_u64(Extent extent, uint64_t offset);
uint32_t extent_u32(Extent extent, uint64_t offset);
uint32_t extent_u16(Extent extent, uint64_t offset);
/* size bytes from offset on; empty where they are not all there. */
Extent extent_part(Extent extent, uint64_t offset, uint64_t size);

typedef struct Elf {
    Extent file;
    uint64_t headers, header_size, count, names;
} Elf;

typedef struct ElfSection {
    uint32_t name;
    int type;
    uint64_t address, link, info, row;
    Extent bytes;
} ElfSection;

/* False where file is no such ELF file or its section headers are not all there. */
bool elf_open(Extent file, Elf *elf);
/* The section of that number; empty beyond the last. */
ElfSection elf_section(const Elf *elf, uint64_t index);
/* The number of the first section of that name; elf->count where there is none. */
uint64_t elf_find(const Elf *elf, const char *name);
/* Its bytes; empty where there is none. */
Extent elf_named(const Elf *elf, const char *name);

/* Whether a path leads to an ELF file for another processor than this program was made for. */
bool elf_is_foreign(const char *path);

#endif
