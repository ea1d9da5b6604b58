/* Moves one request's bytes between memory and the register rows.
 *
 * A row holds 4 or 8 bytes for each of 32 lanes; an element of memory has 1, 2, 4 or 8 and is extended on loading,
 * cut on storing. Each combination gets a loop of its own by inlining with constant arguments, once for strided
 * requests (vectorised by the compiler, which sees the addresses) and once for any lanes. */
#include <string.h>

#include "base/compiler.h"
#include "sim/memory/block_memory.h"

/* How an element and a row fit together; the constant part of a transfer. */
typedef struct Shape {
    int element, row;
    bool sign;
} Shape;

ALWAYS_INLINE uint64_t fetch(const uint8_t *from, Shape shape) {
    uint8_t b;
    uint16_t h;
    uint32_t w;
    uint64_t d;
    switch (shape.element) {
    case 1: b = *from; return shape.sign ? (uint64_t)(int64_t)(int8_t)b : b;
    case 2: memcpy(&h, from, sizeof h); return shape.sign ? (uint64_t)(int64_t)(int16_t)h : h;
    case 4: memcpy(&w, from, sizeof w); return shape.sign ? (uint64_t)(int64_t)(int32_t)w : w;
    default: memcpy(&d, from, sizeof d); return d;
    }
}

/* Values travel in the low bytes of 64 bits; every host is little endian, so that the low bytes come first. */
ALWAYS_INLINE void put_lane(void *row, int lane, Shape shape, uint64_t value) {
    memcpy((uint8_t *)row + lane * shape.row, &value, (size_t)shape.row);
}

/* Memory to row and back for one lane; where both have the same size without passing through 64 bits, which the
 * compiler could not vectorise well. */
ALWAYS_INLINE void load_lane(void *row, int lane, const uint8_t *from, Shape shape) {
    if (shape.element == shape.row)
        memcpy((uint8_t *)row + lane * shape.row, from, (size_t)shape.row);
    else
        put_lane(row, lane, shape, fetch(from, shape));
}

ALWAYS_INLINE void store_lane(const void *row, int lane, uint8_t *to, Shape shape) {
    memcpy(to, (const uint8_t *)row + lane * shape.row, (size_t)shape.element);
}

/* Lane 0's address in a strided request. Not read from the row of addresses, which a vector load may have
 * overwritten. */
static uint64_t first_address(const Request *request) {
    return request->stride < 0 ? request->high : request->low;
}

ALWAYS_INLINE void load_row(const Request *request, uint32_t lanes, const uint8_t *base, uint64_t start, void *row,
                            Shape shape) {
    if (request->strided && lanes == ALL_LANES) {
        const uint8_t *first = base + (first_address(request) - start);
        int64_t stride = request->stride;
        if (stride == shape.element && shape.element == shape.row) {
            memcpy(row, first, (size_t)(WARP_SIZE * shape.row));
        } else if (stride == shape.element) {
            for (int lane = 0; lane < WARP_SIZE; lane++) load_lane(row, lane, first + lane * shape.element, shape);
        } else if (stride == 0) {
            uint64_t value = fetch(first, shape);
            for (int lane = 0; lane < WARP_SIZE; lane++) put_lane(row, lane, shape, value);
        } else {
            for (int lane = 0; lane < WARP_SIZE; lane++) load_lane(row, lane, first + lane * stride, shape);
        }
    } else if (lanes == ALL_LANES) {
        for (int lane = 0; lane < WARP_SIZE; lane++)
            load_lane(row, lane, base + (request->address[lane] - start), shape);
    } else {
        for (uint32_t left = lanes; left != 0; left &= left - 1) {
            int lane = __builtin_ctz(left);
            load_lane(row, lane, base + (request->address[lane] - start), shape);
        }
    }
}

/* Where several lanes of one store write to one address, CUDA promises that one value stays, and not which. An H200
 * serves the lanes in groups of 32 (up to 4 bytes a lane), 16 (8 bytes) or 8 (16 bytes); within a group the lowest
 * lane's value stays, and later groups overwrite earlier ones, in shared and in global memory alike (measured:
 * tests/hardware/same_word_h200.csv). So here each group is written from its highest lane down. */
static int lanes_served_together(const SimAccess *access) {
    int bytes = access->element * access->vector;
    return bytes <= 4 ? WARP_SIZE : bytes == 8 ? WARP_SIZE / 2 : WARP_SIZE / 4;
}

ALWAYS_INLINE void store_row(const Request *request, uint32_t lanes, uint8_t *base, uint64_t start, const void *row,
                             Shape shape) {
    if (request->strided && lanes == ALL_LANES && request->stride != 0) {
        uint8_t *first = base + (first_address(request) - start);
        int64_t stride = request->stride;
        if (stride == shape.element && shape.element == shape.row)
            memcpy(first, row, (size_t)(WARP_SIZE * shape.row));
        else
            for (int lane = 0; lane < WARP_SIZE; lane++) store_lane(row, lane, first + lane * stride, shape);
    } else {
        int group = lanes_served_together(request->access);
        for (int first = 0; first < WARP_SIZE; first += group)
            for (uint32_t left = (uint32_t)(lanes & ((UINT64_C(1) << group) - 1) << first); left != 0;) {
                int lane = 31 - __builtin_clz(left);
                store_lane(row, lane, base + (request->address[lane] - start), shape);
                left &= ~(UINT32_C(1) << lane);
            }
    }
}

enum { ROW_8 = 16, SIGNED = 32 };

static int shape_key(const SimAccess *access) {
    return access->element | (access->row == 8 ? ROW_8 : 0) | (access->sign ? SIGNED : 0);
}

static void load_rows(const Request *request, uint32_t lanes, const uint8_t *base, uint64_t start) {
    const SimAccess *access = request->access;
    for (int i = 0; i < access->vector; i++, base += access->element) {
        void *row = request->data[i];
        switch (shape_key(access)) {
        case 1: load_row(request, lanes, base, start, row, (Shape){1, 4, false}); break;
        case 2: load_row(request, lanes, base, start, row, (Shape){2, 4, false}); break;
        case 4:
        case 4 | SIGNED: load_row(request, lanes, base, start, row, (Shape){4, 4, false}); break;
        case 1 | SIGNED: load_row(request, lanes, base, start, row, (Shape){1, 4, true}); break;
        case 2 | SIGNED: load_row(request, lanes, base, start, row, (Shape){2, 4, true}); break;
        case 1 | ROW_8: load_row(request, lanes, base, start, row, (Shape){1, 8, false}); break;
        case 2 | ROW_8: load_row(request, lanes, base, start, row, (Shape){2, 8, false}); break;
        case 4 | ROW_8: load_row(request, lanes, base, start, row, (Shape){4, 8, false}); break;
        case 1 | ROW_8 | SIGNED: load_row(request, lanes, base, start, row, (Shape){1, 8, true}); break;
        case 2 | ROW_8 | SIGNED: load_row(request, lanes, base, start, row, (Shape){2, 8, true}); break;
        case 4 | ROW_8 | SIGNED: load_row(request, lanes, base, start, row, (Shape){4, 8, true}); break;
        default: load_row(request, lanes, base, start, row, (Shape){8, 8, false}); break;
        }
    }
}

void transfer_load(const Request *request, uint32_t lanes, const uint8_t *base, uint64_t start) {
    if (request->access->vector == 1 || (request->strided && lanes == ALL_LANES)) {
        load_rows(request, lanes, base, start);
        return;
    }
    /* ld.v2 {%rd1, %rd2}, [%rd1]: the first row written may be the one that holds the addresses. */
    uint64_t address[WARP_SIZE];
    memcpy(address, request->address, sizeof address);
    Request copy = *request;
    copy.address = address;
    load_rows(&copy, lanes, base, start);
}

void transfer_store(const Request *request, uint32_t lanes, uint8_t *base, uint64_t start) {
    const SimAccess *access = request->access;
    for (int i = 0; i < access->vector; i++, base += access->element) {
        const void *row = request->data[i];
        switch (shape_key(access) & ~SIGNED) {
        case 1: store_row(request, lanes, base, start, row, (Shape){1, 4, false}); break;
        case 2: store_row(request, lanes, base, start, row, (Shape){2, 4, false}); break;
        case 4: store_row(request, lanes, base, start, row, (Shape){4, 4, false}); break;
        case 1 | ROW_8: store_row(request, lanes, base, start, row, (Shape){1, 8, false}); break;
        case 2 | ROW_8: store_row(request, lanes, base, start, row, (Shape){2, 8, false}); break;
        case 4 | ROW_8: store_row(request, lanes, base, start, row, (Shape){4, 8, false}); break;
        default: store_row(request, lanes, base, start, row, (Shape){8, 8, false}); break;
        }
    }
}

static Shape shape_of(const SimAccess *access) {
    return (Shape){access->element, access->row, access->sign};
}

bool transfer_equal(const Request *request, int lane, const uint8_t *base, uint64_t start) {
    Shape shape = shape_of(request->access);
    const uint8_t *bytes = base + (request->address[lane] - start);
    for (int i = 0; i < request->access->vector; i++, bytes += shape.element) {
        const uint8_t *value = (const uint8_t *)request->data[i] + lane * shape.row;
        if (memcmp(bytes, value, (size_t)shape.element) != 0) return false;
    }
    return true;
}

uint32_t transfer_differing_lanes(const Request *request, uint32_t lanes) {
    Shape shape = shape_of(request->access);
    int lowest = __builtin_ctz(lanes);
    uint32_t differing = 0;
    for (uint32_t left = lanes & (lanes - 1); left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        for (int i = 0; i < request->access->vector; i++) {
            const uint8_t *row = request->data[i];
            if (memcmp(row + lane * shape.row, row + lowest * shape.row, (size_t)shape.element) != 0)
                differing |= UINT32_C(1) << lane;
        }
    }
    return differing;
}

/* One element of a lane's local memory: up to 4 bytes lie within one word, 8 take two words, 128 bytes apart. */
static void move_local(const SimAccess *access, uint8_t *word, uint64_t within, void *row, int lane) {
    Shape shape = shape_of(access);
    uint8_t bytes[8];
    size_t first = shape.element == 8 ? 4 : (size_t)shape.element;
    if (access->op == REQUEST_LOAD) {
        memcpy(bytes, word + within, first);
        if (shape.element == 8) memcpy(bytes + 4, word + WARP_SIZE * 4, 4);
        put_lane(row, lane, shape, fetch(bytes, shape));
        return;
    }
    memcpy(bytes, (uint8_t *)row + lane * shape.row, (size_t)shape.row);
    memcpy(word + within, bytes, first);
    if (shape.element == 8) memcpy(word + WARP_SIZE * 4, bytes + 4, 4);
}

void transfer_local(SimBlockMemory *block, const Request *request) {
    const SimAccess *access = request->access;
    uint8_t *warp = block->local + request->warp * block->local_words * WARP_SIZE * 4;
    uint64_t end = request->high + (uint64_t)request->width;
    if (access->op == REQUEST_STORE && end > block->local_dirty) block->local_dirty = end;
    bool same = request->mask == ALL_LANES && request->low == request->high;
    uint64_t address[WARP_SIZE]; /* copied, because a load may overwrite the register row that holds the addresses */
    memcpy(address, request->address, sizeof address);
    for (int i = 0; i < access->vector; i++) {
        if (same && access->element == 4 && access->row == 4) {
            uint8_t *words = warp + (address[0] / 4 + (uint64_t)i) * WARP_SIZE * 4;
            if (access->op == REQUEST_LOAD)
                memcpy(request->data[i], words, WARP_SIZE * 4);
            else
                memcpy(words, request->data[i], WARP_SIZE * 4);
            continue;
        }
        for (uint32_t left = request->mask; left != 0; left &= left - 1) {
            int lane = __builtin_ctz(left);
            uint64_t offset = address[lane] + (uint64_t)i * access->element;
            move_local(access, warp + (offset / 4 * WARP_SIZE + (uint64_t)lane) * 4, offset % 4, request->data[i],
                       lane);
        }
    }
}
