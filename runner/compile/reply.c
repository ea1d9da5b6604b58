/* The reply of a child that compiled, as bytes: a row of parts, each a Part header and its bytes. It ends with
 * PART_END, by which the parent sees that it is complete. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "compile/parts.h"

typedef enum PartKind {
    PART_FACTS,
    PART_LIBRARY,
    PART_ARCHS,
    PART_TEXT,
    PART_LOG,
    PART_PTX,
    PART_CUBIN,
    PART_END
} PartKind;

typedef struct Part {
    uint64_t kind, size;
} Part;

typedef struct Facts {
    int32_t kind, major, minor, isolation, line;
} Facts;

static void write_part(int fd, PartKind kind, const void *bytes, size_t size) {
    Part part = {.kind = kind, .size = size};
    if (!file_write_all(fd, &part, sizeof part) || !file_write_all(fd, bytes, size)) _exit(1);
}

static void write_string(int fd, PartKind kind, const char *string) {
    if (string != NULL) write_part(fd, kind, string, strlen(string));
}

void reply_write(int fd, const Reply *reply) {
    Facts facts = {(int32_t)reply->kind, reply->major, reply->minor, (int32_t)reply->isolation, reply->line};
    write_part(fd, PART_FACTS, &facts, sizeof facts);
    write_string(fd, PART_LIBRARY, reply->library);
    write_string(fd, PART_ARCHS, reply->archs);
    write_string(fd, PART_TEXT, reply->text);
    write_string(fd, PART_LOG, reply->log);
    if (reply->ptx != NULL) write_part(fd, PART_PTX, reply->ptx, reply->ptx_size);
    if (reply->cubin != NULL) write_part(fd, PART_CUBIN, reply->cubin, reply->cubin_size);
    write_part(fd, PART_END, "", 0);
}

static bool read_facts(const char *bytes, size_t size, Reply *reply) {
    Facts facts;
    if (size != sizeof facts) return false;
    memcpy(&facts, bytes, size);
    if (facts.kind < 0 || facts.kind >= REPLY_KINDS) return false;
    if (facts.isolation < 0 || facts.isolation > ISOLATION_LANDLOCK) return false;
    reply->kind = (ReplyKind)facts.kind;
    reply->isolation = (Isolation)facts.isolation;
    reply->major = facts.major;
    reply->minor = facts.minor;
    reply->line = facts.line;
    return true;
}

bool reply_read(const void *bytes, size_t size, Arena *arena, Reply *reply) {
    *reply = (Reply){.kind = REPLY_KINDS};
    for (const char *at = bytes; size >= sizeof(Part);) {
        Part part;
        memcpy(&part, at, sizeof part);
        at += sizeof part;
        size -= sizeof part;
        if (part.size > size) return false;
        const char *string = arena_string_n(arena, at, (size_t)part.size);
        switch (part.kind) {
        case PART_FACTS:
            if (!read_facts(at, (size_t)part.size, reply)) return false;
            break;
        case PART_LIBRARY: reply->library = string; break;
        case PART_ARCHS: reply->archs = string; break;
        case PART_TEXT: reply->text = string; break;
        case PART_LOG: reply->log = string; break;
        case PART_PTX:
            reply->ptx = string;
            reply->ptx_size = (size_t)part.size;
            break;
        case PART_CUBIN:
            reply->cubin = arena_copy(arena, at, (size_t)part.size, 16);
            reply->cubin_size = (size_t)part.size;
            break;
        case PART_END:
            return size == 0 && reply->kind != REPLY_KINDS && (reply->kind != REPLY_COMPILED || reply->ptx != NULL);
        default: return false;
        }
        at += part.size;
        size -= (size_t)part.size;
    }
    return false;
}
