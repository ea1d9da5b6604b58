#include "base/elf.h"

#include <stdio.h>
#include <string.h>

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static uint64_t number_at(Extent extent, uint64_t offset, unsigned size) {
    uint64_t value = 0;
    if (offset > extent.size || extent.size - offset < size) return 0;
    for (unsigned i = 0; i < size; i++) value |= (uint64_t)extent.bytes[offset + i] << (8 * i);
    return value;
}

uint64_t extent_u64(Extent extent, uint64_t offset) {
    return number_at(extent, offset, 8);
}
uint32_t extent_u32(Extent extent, uint64_t offset) {
    return (uint32_t)number_at(extent, offset, 4);
}
uint32_t extent_u16(Extent extent, uint64_t offset) {
    return (uint32_t)number_at(extent, offset, 2);
}

Extent extent_part(Extent extent, uint64_t offset, uint64_t size) {
    if (offset > extent.size || extent.size - offset < size) return (Extent){extent.bytes, 0};
    return (Extent){extent.bytes + offset, (size_t)size};
}

/* ---- sections ---------------------------------------------------------------------------------------------------- */

bool elf_open(Extent file, Elf *elf) {
    static const unsigned char magic[] = {0x7f, 'E', 'L', 'F', 2, 1}; /* 64 bits, little endian */
    if (file.size < 64 || memcmp(file.bytes, magic, sizeof magic) != 0) return false;
    *elf = (Elf){.file = file,
                 .headers = extent_u64(file, 0x28),
                 .header_size = extent_u16(file, 0x3a),
                 .count = extent_u16(file, 0x3c),
                 .names = extent_u16(file, 0x3e)};
    if (elf->count == 0) /* with too many sections for the field, the first header has the number */
        elf->count = extent_u64(file, elf->headers + 32);
    if (elf->names == 0xffff) elf->names = extent_u32(file, elf->headers + 40);
    return elf->header_size >= 64 && elf->count <= file.size / elf->header_size &&
           extent_part(file, elf->headers, elf->header_size * elf->count).size > 0;
}

ElfSection elf_section(const Elf *elf, uint64_t index) {
    if (index >= elf->count) return (ElfSection){0};
    Extent header = extent_part(elf->file, elf->headers + index * elf->header_size, 64);
    return (ElfSection){.name = extent_u32(header, 0),
                        .type = (int)extent_u32(header, 4),
                        .address = extent_u64(header, 16),
                        .bytes = extent_part(elf->file, extent_u64(header, 24), extent_u64(header, 32)),
                        .link = extent_u32(header, 40),
                        .info = extent_u32(header, 44),
                        .row = extent_u64(header, 56)};
}

uint64_t elf_find(const Elf *elf, const char *name) {
    ElfSection names = elf_section(elf, elf->names);
    size_t size = strlen(name) + 1;
    for (uint64_t i = 0; i < elf->count; i++) {
        Extent text = extent_part(names.bytes, elf_section(elf, i).name, size);
        if (text.size > 0 && memcmp(text.bytes, name, size) == 0) return i;
    }
    return elf->count;
}

Extent elf_named(const Elf *elf, const char *name) {
    uint64_t index = elf_find(elf, name);
    return index < elf->count ? elf_section(elf, index).bytes : (Extent){elf->file.bytes, 0};
}

bool elf_is_foreign(const char *path) {
    enum { MACHINE = 18, X86_64 = 62, AARCH64 = 183 }; /* its offset in every ELF header, and two values of it */
#ifdef __aarch64__
    const unsigned own = AARCH64;
#else
    const unsigned own = X86_64;
#endif
    unsigned char head[MACHINE + 2];
    FILE *file = fopen(path, "rb");
    bool read = file != NULL && fread(head, 1, sizeof head, file) == sizeof head;
    if (file != NULL) fclose(file);
    return read &&
           memcmp(head,
                  "\x7f"
                  "ELF",
                  4) == 0 &&
           extent_u16((Extent){head, sizeof head}, MACHINE) != own;
}
