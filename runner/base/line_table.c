/* A line program is a list of instructions to a small machine with an address and a line: each "row" that it emits says
 * from which address on which line holds (DWARF 2, section 6.2), up to the next row of the same sequence. Opcodes that
 * are not known (CUDA has some for inlined functions) carry their length and are skipped. */
#include "base/line_table.h"

#include <string.h>

#include "base/file.h"

/* ---- the program ------------------------------------------------------------------------------------------------- */

enum { EXTENDED = 0, COPY = 1, ADVANCE_PC = 2, ADVANCE_LINE = 3, SET_FILE = 4, CONST_ADD_PC = 8, FIXED_ADVANCE_PC = 9 };
enum { END_SEQUENCE = 1, SET_ADDRESS = 2 };

typedef struct Machine {
    Extent program;
    uint64_t at; /* offset of the next byte */
    uint64_t minimum_length, opcode_base;
    int64_t line_base, line_range;
    const unsigned char *operand_counts; /* of the standard opcodes, from opcode 1 on */
    uint64_t address, file;
    int64_t line;
    uint64_t wanted_file;
    bool has_row; /* this sequence has had a row: */
    uint64_t row_address;
    int row_line; /* 0: of another file */
    LineTableVisitor *visit;
    void *context;
} Machine;

static unsigned char next_byte(Machine *machine) {
    return machine->at < machine->program.size ? machine->program.bytes[machine->at++] : 0;
}

static uint64_t next_uleb(Machine *machine) {
    uint64_t value = 0;
    for (unsigned shift = 0; machine->at < machine->program.size; shift += 7) {
        unsigned char byte = next_byte(machine);
        if (shift < 64) value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) break;
    }
    return value;
}

static int64_t next_sleb(Machine *machine) {
    uint64_t value = 0;
    unsigned shift = 0;
    unsigned char byte = 0;
    do {
        byte = next_byte(machine);
        if (shift < 64) value |= (uint64_t)(byte & 0x7f) << shift;
        shift += 7;
    } while ((byte & 0x80) && machine->at < machine->program.size);
    if (shift < 64 && (byte & 0x40)) value |= ~UINT64_C(0) << shift;
    return (int64_t)value;
}

/* A row ends the range of addresses that the one before it began. */
static void emit_row(Machine *machine) {
    if (machine->has_row && machine->row_address < machine->address)
        machine->visit(machine->context, machine->row_address, machine->address, machine->row_line);
    bool usable = machine->file == machine->wanted_file && machine->line > 0 && machine->line <= INT32_MAX;
    machine->has_row = true;
    machine->row_address = machine->address;
    machine->row_line = usable ? (int)machine->line : 0;
}

static void begin_sequence(Machine *machine) {
    machine->address = 0;
    machine->file = 1;
    machine->line = 1;
    machine->has_row = false;
}

static void run_extended(Machine *machine) {
    uint64_t size = next_uleb(machine), end = machine->at + size;
    if (size == 0 || end > machine->program.size || end < machine->at) end = machine->program.size;
    unsigned char opcode = next_byte(machine);
    if (opcode == SET_ADDRESS) machine->address = extent_u64(machine->program, machine->at);
    if (opcode == END_SEQUENCE) {
        emit_row(machine);
        begin_sequence(machine);
    }
    machine->at = end;
}

static void run_special(Machine *machine, int64_t opcode) {
    int64_t adjusted = opcode - (int64_t)machine->opcode_base;
    machine->address += (uint64_t)(adjusted / machine->line_range) * machine->minimum_length;
    machine->line += machine->line_base + adjusted % machine->line_range;
    emit_row(machine);
}

static void run_standard(Machine *machine, unsigned char opcode) {
    switch (opcode) {
    case COPY: emit_row(machine); break;
    case ADVANCE_PC: machine->address += next_uleb(machine) * machine->minimum_length; break;
    case ADVANCE_LINE: machine->line = (int64_t)((uint64_t)machine->line + (uint64_t)next_sleb(machine)); break;
    case SET_FILE: machine->file = next_uleb(machine); break;
    case CONST_ADD_PC:
        machine->address +=
            (uint64_t)((255 - (int64_t)machine->opcode_base) / machine->line_range) * machine->minimum_length;
        break;
    case FIXED_ADVANCE_PC:
        machine->address += extent_u16(machine->program, machine->at);
        machine->at += 2;
        break;
    default:
        for (unsigned i = 0; i < machine->operand_counts[opcode - 1]; i++) next_uleb(machine);
    }
}

static void run(Machine *machine) {
    begin_sequence(machine);
    while (machine->at < machine->program.size) {
        unsigned char opcode = next_byte(machine);
        if (opcode == EXTENDED)
            run_extended(machine);
        else if (opcode >= machine->opcode_base)
            run_special(machine, opcode);
        else
            run_standard(machine, opcode);
    }
}

/* ---- the files --------------------------------------------------------------------------------------------------- */

/* Reads the 0-terminated text at the machine's offset; "" at the end of a list or of the program. */
static const char *next_text(Machine *machine) {
    const char *text = (const char *)machine->program.bytes + machine->at;
    size_t left = machine->at < machine->program.size ? machine->program.size - machine->at : 0,
           size = strnlen(text, left);
    machine->at += size + 1;
    return size < left ? text : "";
}

/* The number, from 1, of the file of that name; 0 where the header lists none. Directories come first, then files with
 * three numbers each. */
static uint64_t find_file(Machine *machine, const char *file) {
    const char *name = next_text(machine);
    while (*name != '\0') name = next_text(machine);
    name = next_text(machine);
    for (uint64_t number = 1; *name != '\0'; number++) {
        if (strcmp(path_base(name), path_base(file)) == 0) return number;
        for (int i = 0; i < 3; i++) next_uleb(machine);
        name = next_text(machine);
    }
    return 0;
}

/* ---- the section ------------------------------------------------------------------------------------------------- */

/* The header, from its version field on: version 2, header length, minimum instruction length 1, default is_stmt 1,
 * line base 1, line range 1, opcode base 1, operand counts. Other versions have other headers. */
static void visit_unit(Extent unit, Machine *machine, const char *file) {
    enum { FIXED = 2 + 4 + 5 };
    if (unit.size < FIXED || extent_u16(unit, 0) != 2) return;
    uint64_t program = 6 + (uint64_t)extent_u32(unit, 2), opcode_base = unit.bytes[10];
    if (unit.bytes[9] == 0 || opcode_base == 0 || FIXED + opcode_base - 1 > unit.size || program > unit.size) return;
    machine->program = unit;
    machine->at = FIXED + opcode_base - 1;
    machine->minimum_length = unit.bytes[6];
    machine->opcode_base = opcode_base;
    machine->line_base = (signed char)unit.bytes[8];
    machine->line_range = unit.bytes[9];
    machine->operand_counts = unit.bytes + FIXED;
    machine->wanted_file = find_file(machine, file);
    machine->at = program;
    run(machine);
}

void line_table_each(Extent section, const char *file, LineTableVisitor *visit, void *context) {
    Machine machine = {.visit = visit, .context = context};
    for (uint64_t at = 0; section.size > 4 && at < section.size - 4;) {
        uint64_t size = extent_u32(section, at);
        Extent unit = extent_part(section, at + 4, size);
        if (unit.size == 0) break;
        visit_unit(unit, &machine, file);
        at += 4 + size;
    }
}

typedef struct Search {
    uint64_t address;
    int line;
} Search;

static void look(void *context, uint64_t begin, uint64_t end, int line) {
    Search *search = context;
    if (search->line == 0 && begin <= search->address && search->address < end) search->line = line;
}

int line_table_find(Extent section, uint64_t address, const char *file) {
    Search search = {.address = address};
    line_table_each(section, file, look, &search);
    return search.line;
}
