/* A container is a header of 16 bytes (magic, version, its own size, the size of what follows) and entries; each
 * entry is a header and a body:
 *
 *      0  u16 kind        1: PTX, 2: machine code in an ELF file
 *      4  u32 header      bytes of the header
 *      8  u64 body        bytes of the body
 *     16  u32 packed      bytes of the body that are compressed
 *     28  u32 arch        90 for sm_90
 *     40  u64 flags       0x2000: LZ4, 0x8000: Zstandard
 *     56  u64 plain       bytes of the body when it is not compressed
 *
 * No document of NVIDIA's describes entries; this is what nvcc 11.8 to 13.0 write. */
#include "program/fatbin.h"

#include <limits.h>
#include <lz4.h>
#include <stdint.h>
#include <string.h>
#include <zstd.h>

#include "base/text.h"

enum { KIND_PTX = 1, KIND_CODE = 2, ENTRY_HEADER = 64, CONTAINER_HEADER = 16, PLAIN_LIMIT = 256 << 20 };
#define CONTAINER_MAGIC UINT32_C(0xBA55ED50)
#define FLAG_LZ4 UINT64_C(0x2000)
#define FLAG_ZSTD UINT64_C(0x8000)

typedef struct Entry {
    unsigned kind;
    int arch;
    const uint8_t *body;
    uint64_t body_size, packed, plain, flags;
} Entry;

static uint64_t number_at(const uint8_t *bytes, size_t offset, size_t width) {
    uint64_t value = 0;
    memcpy(&value, bytes + offset, width); /* both are little endian */
    return value;
}

static FatbinStatus malformed(FatbinPtx *ptx, const char *problem) {
    ptx->problem = problem;
    return FATBIN_MALFORMED;
}

/* Reads the entry at *at and moves on; false where it does not lie inside the container. */
static bool next_entry(const uint8_t *bytes, size_t size, size_t *at, Entry *entry) {
    if (size - *at < ENTRY_HEADER) return false;
    const uint8_t *header = bytes + *at;
    uint64_t header_size = number_at(header, 4, 4), body = number_at(header, 8, 8);
    if (header_size < ENTRY_HEADER || header_size > size - *at || body > size - *at - header_size) return false;
    *entry = (Entry){.kind = (unsigned)number_at(header, 0, 2),
                     .arch = (int)(number_at(header, 28, 4) & INT_MAX),
                     .body = header + header_size,
                     .body_size = body,
                     .packed = number_at(header, 16, 4),
                     .plain = number_at(header, 56, 8),
                     .flags = number_at(header, 40, 8)};
    *at += (size_t)(header_size + body);
    return true;
}

static const char *unpack_lz4(const Entry *entry, char *text) {
    if (entry->packed > INT_MAX) return "its LZ4 data is too long";
    int got = LZ4_decompress_safe((const char *)entry->body, text, (int)entry->packed, (int)entry->plain);
    return got >= 0 && (uint64_t)got == entry->plain ? NULL : "its LZ4 data is damaged";
}

static const char *unpack_zstd(const Entry *entry, char *text) {
    size_t got = ZSTD_decompress(text, (size_t)entry->plain, entry->body, (size_t)entry->packed);
    return !ZSTD_isError(got) && got == entry->plain ? NULL : "its Zstandard data is damaged";
}

/* Whether so many bytes can come of the packed ones, before memory is taken for them: an LZ4 sequence makes at most 255
 * of each byte, and a Zstandard frame says how many it holds. */
static bool may_unpack(const Entry *entry) {
    if (!(entry->flags & FLAG_ZSTD)) return entry->plain / 255 <= entry->packed;
    unsigned long long claimed = ZSTD_getFrameContentSize(entry->body, (size_t)entry->packed);
    return claimed == ZSTD_CONTENTSIZE_UNKNOWN || claimed == entry->plain;
}

static FatbinStatus unpack(const Entry *entry, Arena *arena, FatbinPtx *ptx) {
    bool packed = (entry->flags & (FLAG_LZ4 | FLAG_ZSTD)) != 0;
    uint64_t size = packed ? entry->plain : entry->body_size;
    if (size > PLAIN_LIMIT) return malformed(ptx, "its PTX is larger than 256 MiB");
    if (packed && entry->packed > entry->body_size) return malformed(ptx, "its compressed PTX ends too early");
    if (packed && !may_unpack(entry)) return malformed(ptx, "its compressed PTX does not have the size that it claims");
    char *text = arena_alloc(arena, (size_t)size + 1, 1);
    if (!packed) memcpy(text, entry->body, (size_t)size);
    const char *problem = !packed                    ? NULL
                          : entry->flags & FLAG_ZSTD ? unpack_zstd(entry, text)
                                                     : unpack_lz4(entry, text);
    if (problem != NULL) return malformed(ptx, problem);
    ptx->text = text;
    ptx->size = strnlen(text, (size_t)size);
    ptx->arch = entry->arch;
    return FATBIN_FOUND;
}

/* The newest PTX that is not newer than arch; NULL where there is none. */
typedef struct Choice {
    Entry best;
    bool found, newer, code;
    Text archs;
} Choice;

static void consider(Choice *choice, const Entry *entry, int arch) {
    if (entry->kind != KIND_PTX && entry->kind != KIND_CODE) return;
    bool is_ptx = entry->kind == KIND_PTX;
    if (choice->archs.size < 200)
        text_printf(&choice->archs, "%s%ssm_%d", choice->archs.size > 0 ? ", " : "", is_ptx ? "PTX for " : "",
                    entry->arch);
    choice->code |= !is_ptx;
    choice->newer |= is_ptx && entry->arch > arch;
    if (!is_ptx || entry->arch > arch || (choice->found && choice->best.arch >= entry->arch)) return;
    choice->best = *entry;
    choice->found = true;
}

FatbinStatus fatbin_read(const void *bytes, size_t size, int arch, Arena *arena, FatbinPtx *ptx) {
    *ptx = (FatbinPtx){.archs = ""};
    const uint8_t *begin = bytes;
    if (size < CONTAINER_HEADER || number_at(begin, 0, 4) != CONTAINER_MAGIC)
        return malformed(ptx, "it does not begin as a fat binary");
    uint64_t header = number_at(begin, 6, 2), follows = number_at(begin, 8, 8);
    if (header < CONTAINER_HEADER || header > size || follows > size - header)
        return malformed(ptx, "it ends before its container does");
    size_t end = (size_t)(header + follows), at = (size_t)header;
    Choice choice = {0};
    bool whole = true;
    for (Entry entry; at < end && whole;) {
        whole = next_entry(begin, end, &at, &entry);
        if (whole) consider(&choice, &entry, arch);
    }
    ptx->archs = choice.archs.size > 0 ? text_take(&choice.archs, arena) : "";
    if (!whole) return malformed(ptx, "an entry does not fit into its container");
    if (choice.found) return unpack(&choice.best, arena, ptx);
    return choice.newer ? FATBIN_TOO_NEW : choice.code ? FATBIN_ONLY_CODE : FATBIN_EMPTY;
}

static void put(uint8_t *bytes, size_t offset, uint64_t value, size_t width) {
    memcpy(bytes + offset, &value, width); /* both are little endian */
}

void *fatbin_make(const char *ptx, size_t ptx_size, int arch, Arena *arena, size_t *size) {
    size_t body = (ptx_size + 1 + 7) / 8 * 8;
    *size = CONTAINER_HEADER + ENTRY_HEADER + body;
    uint8_t *bytes = arena_alloc(arena, *size, 16), *entry = bytes + CONTAINER_HEADER;
    put(bytes, 0, CONTAINER_MAGIC, 4);
    put(bytes, 4, 1, 2);
    put(bytes, 6, CONTAINER_HEADER, 2);
    put(bytes, 8, ENTRY_HEADER + body, 8);
    put(entry, 0, KIND_PTX, 2);
    put(entry, 2, 0x101, 2); /* the version of entries */
    put(entry, 4, ENTRY_HEADER, 4);
    put(entry, 8, body, 8);
    put(entry, 28, (uint64_t)arch, 4);
    memcpy(entry + ENTRY_HEADER, ptx, ptx_size);
    return bytes;
}
