#include "course/npy.h"

#include <string.h>

#include "base/file.h"

/* The mark, two bytes of version, and the length of the header: 2 bytes in version 1, else 4. The elements follow at a
 * multiple of 64 bytes in files that NumPy writes, and anywhere in others. */
enum { MARK = 6, VERSION_AT = MARK, LENGTH_AT = MARK + 2, HEADER_LIMIT = 1 << 16, ALIGNMENT = 64 };

const char npy_mark[] = "\x93NUMPY";

/* The names without their first character, which is the order of the bytes. */
static const struct {
    const char *name;
    Scalar type;
} types[] = {{"b1", SCALAR_U8},  {"i1", SCALAR_I8},  {"u1", SCALAR_U8},  {"i2", SCALAR_I16},
             {"u2", SCALAR_U16}, {"i4", SCALAR_I32}, {"u4", SCALAR_U32}, {"i8", SCALAR_I64},
             {"u8", SCALAR_U64}, {"f2", SCALAR_F16}, {"f4", SCALAR_F32}, {"f8", SCALAR_F64}};

/* What follows 'name': in the header, a Python dictionary whose keys are texts; NULL where it is missing. */
static const char *value_of(Arena *arena, const char *header, const char *name) {
    for (const char *quote = "'\""; *quote != '\0'; quote++) {
        const char *key = arena_printf(arena, "%c%s%c", *quote, name, *quote), *at = strstr(header, key);
        if (at == NULL) continue;
        at += strlen(key);
        at += strspn(at, " ");
        if (*at == ':') return at + 1 + strspn(at + 1, " ");
    }
    return NULL;
}

static bool read_type(Arena *arena, const char *header, Scalar *type, const char **why) {
    const char *value = value_of(arena, header, "descr");
    *why = "has elements of several fields";
    if (value == NULL || (*value != '\'' && *value != '"')) return false;
    const char *name = arena_string_n(arena, value + 1, strcspn(value + 1, "'\""));
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strchr("<|=", *name) != NULL && *name != '\0' && text_equal(name + 1, types[i].name))
            return *type = types[i].type, true;
    *why = arena_printf(arena, "holds elements of type '%s', which no buffer has",
                        text_printable(arena, name, strlen(name)));
    return false;
}

/* The product of "(3, 4)" or "(3,)"; of "()" 1. *dimensions: how many numbers there were. */
static bool read_shape(Arena *arena, const char *header, uint64_t limit, size_t *count, int *dimensions) {
    const char *at = value_of(arena, header, "shape");
    uint64_t product = 1;
    *dimensions = 0;
    if (at == NULL || *at != '(') return false;
    for (at++; *at != ')'; (*dimensions)++) {
        at += strspn(at, ", ");
        if (*at == ')') break;
        size_t digits = strspn(at, "0123456789");
        int64_t size;
        if (digits == 0 || digits > 18 || !text_to_i64(arena_string_n(arena, at, digits), &size)) return false;
        if (size > 0 && product > limit / (uint64_t)size) return false;
        product *= (uint64_t)size;
        at += digits + strspn(at + digits, " ");
        if (*at != ',' && *at != ')') return false;
    }
    *count = (size_t)product;
    return true;
}

/* The header as text; *at: where the elements begin. NULL: it is none. */
static const char *read_header(Arena *arena, const unsigned char *bytes, size_t size, size_t *at) {
    if (size < LENGTH_AT + 4 || memcmp(bytes, npy_mark, MARK) != 0) return NULL;
    int version = bytes[VERSION_AT];
    size_t length = (size_t)bytes[LENGTH_AT] | (size_t)bytes[LENGTH_AT + 1] << 8, start = LENGTH_AT + 2;
    if (version < 1 || version > 3) return NULL;
    if (version > 1) {
        length |= (size_t)bytes[LENGTH_AT + 2] << 16 | (size_t)bytes[LENGTH_AT + 3] << 24;
        start = LENGTH_AT + 4;
    }
    if (length > HEADER_LIMIT || length > size - start) return NULL;
    *at = start + length;
    return arena_string_n(arena, (const char *)bytes + start, length);
}

bool npy_read(Arena *arena, const char *path, size_t limit, NpyArray *array, const char **why) {
    size_t size = 0, at = 0;
    int dimensions;
    const unsigned char *bytes = file_read(arena, path, limit + HEADER_LIMIT, &size, why);
    if (bytes == NULL) return false;
    *why = "is no .npy file of NumPy";
    const char *header = read_header(arena, bytes, size, &at);
    if (header == NULL || !read_type(arena, header, &array->type, why)) return false;
    size_t width = scalar_size(array->type);
    *why = arena_printf(arena, "has a shape with no elements, or with more than %zu MiB of them", limit >> 20);
    if (!read_shape(arena, header, limit / width, &array->count, &dimensions) || array->count == 0) return false;
    const char *order = value_of(arena, header, "fortran_order");
    *why = "holds its columns one after the other (fortran_order); numpy.ascontiguousarray makes rows of them";
    if (dimensions > 1 && (order == NULL || !text_starts(order, "False"))) return false;
    *why = "is shorter or longer than its shape says";
    if (size - at != array->count * width) return false;
    array->bytes = arena_copy(arena, bytes + at, size - at, ALIGNMENT);
    return true;
}

static const char *type_name(Scalar type) {
    size_t i = 1; /* after bool, which is written as u8 */
    while (types[i].type != type) i++;
    return types[i].name;
}

void *npy_content(Arena *arena, const NpyArray *array, size_t *size) {
    size_t width = scalar_size(array->type);
    char *header = arena_printf(arena, "{'descr': '%c%s', 'fortran_order': False, 'shape': (%zu,), }",
                                width == 1 ? '|' : '<', type_name(array->type), array->count);
    size_t start = LENGTH_AT + 2, used = start + strlen(header) + 1;
    size_t length = (used + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT - start;
    *size = start + length + array->count * width;
    unsigned char *bytes = arena_alloc(arena, *size, ALIGNMENT);
    memcpy(bytes, npy_mark, MARK);
    bytes[VERSION_AT] = 1;
    bytes[LENGTH_AT] = (unsigned char)length;
    bytes[LENGTH_AT + 1] = (unsigned char)(length >> 8);
    memset(bytes + start, ' ', length);
    memcpy(bytes + start, header, strlen(header));
    bytes[start + length - 1] = '\n';
    memcpy(bytes + start + length, array->bytes, array->count * width);
    return bytes;
}
