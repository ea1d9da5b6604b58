/* From an address in a kernel's machine code to the source line. */
#ifndef WARPSCHOOL_CUDA_LINE_TABLE_H
#define WARPSCHOOL_CUDA_LINE_TABLE_H

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

/* The line that the DWARF line programs in a .debug_line section (version 2, as CUDA's assembler writes it) give for
 * address; 0 where none does, or where it is a line of another file than one whose path ends like file's. */
int line_table_find(Extent debug_line, uint64_t address, const char *file);

#endif
