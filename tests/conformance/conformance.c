/* The conformance suite's program.
 *
 *     conformance run            every case on the simulator; the last line is "N passed, N failed"
 *     conformance gpu            the same on this machine's GPU, but for those that it cannot run and those with a
 *                                Case.defect
 *     conformance dump FILE      every case into a file, to be run elsewhere, but for those with a Case.defect or a
 *                                texture
 *     conformance table FILE     whether a table of the supported instructions (docs/ptx-support.md) has one row for
 *                                each opcode, and those that it calls supported are the ones that occur in the cases
 *
 * The file: the 8 bytes "PTXCASE1", then for each case, all numbers little endian: u32 bytes of name, of PTX text (its
 * final 0 counts) and of architecture; u32 grid, block, match (CaseMatch); f64 absolute and relative tolerance; u64
 * bytes of input and output; then name, PTX, architecture, input and expected output, one after the other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/file.h"
#include "cases.h"
#include "device.h"
#include "ptx/ptx.h"

typedef struct Tally {
    int passed, failed, skipped;
    Device *gpu; /* NULL: the simulator, anew for each case */
    FILE *file;
    bool seen[PTX_OP_COUNT];
} Tally;

/* ---- on the simulator -------------------------------------------------------------------------------------------- */

static bool close_enough(const Case *one, uint64_t got, uint64_t want) {
    if (one->match == MATCH_BITS || got == want) return got == want;
    Format format = (Format)(one->match - MATCH_F16);
    double a = format_value(format, got), b = format_value(format, want);
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
    if (isinf(a) || isinf(b)) return a == b;
    return fabs(a - b) <= one->absolute || fabs(a - b) <= one->relative * fabs(b);
}

static bool report(const Case *one, const uint8_t *output) {
    int wrong = 0;
    for (size_t i = 0; i < one->output_size / 8; i++) {
        uint64_t got, want, x[OPERANDS];
        memcpy(&got, output + 8 * i, sizeof got);
        memcpy(&want, one->expected + 8 * i, sizeof want);
        if (close_enough(one, got, want)) continue;
        memcpy(x, one->input + sizeof x * i, sizeof x);
        if (wrong++ < 3)
            printf("%s\n  element %zu (%#llx, %#llx, %#llx, %#llx): got %#llx, expected %#llx\n", one->name, i,
                   (unsigned long long)x[0], (unsigned long long)x[1], (unsigned long long)x[2],
                   (unsigned long long)x[3], (unsigned long long)got, (unsigned long long)want);
    }
    return wrong == 0;
}

static void run_case(void *context, const Case *one) {
    Tally *tally = context;
    if (tally->gpu != NULL && (one->defect != NULL || atoi(one->arch + 3) > atoi(tally->gpu->arch + 3))) {
        if (one->defect != NULL)
            printf("skipped: %s\n  %s\n", one->name, one->defect);
        else
            printf("skipped: %s\n  it needs %s, and this GPU is %s\n", one->name, one->arch, tally->gpu->arch);
        tally->skipped++;
        return;
    }
    Arena *arena = arena_new();
    uint8_t *input = arena_copy(arena, one->input, one->input_size, 8),
            *output = arena_alloc(arena, one->output_size, 8);
    memset(output, CASE_POISON, one->output_size);
    Buffer buffers[] = {{"input", SCALAR_U64, one->input_size / 8, input, false, NULL},
                        {"output", SCALAR_U64, one->output_size / 8, output, true, NULL},
                        {.name = NULL}};
    Arg args[] = {{.kind = ARG_BUFFER, .buffer = 0, .name = "input"},
                  {.kind = ARG_BUFFER, .buffer = 1, .name = "output"},
                  {.kind = ARG_TEXTURE, .buffer = 2, .name = "image"}};
    const CaseTexture *texture = one->texture;
    if (texture != NULL) {
        const Texture *how = &texture->how;
        size_t count = (size_t)how->width * (how->height ? how->height : 1) * (size_t)how->channels;
        buffers[2] = (Buffer){.name = "image",
                              .type = texture->type,
                              .count = count,
                              .bytes = arena_copy(arena, texture->texels, count * scalar_size(texture->type), 8)};
        args[2].texture = *how;
    }
    Image image = {.file = "case.cu", .arch = one->arch, .ptx = one->ptx, .ptx_size = strlen(one->ptx)};
    Launch launch = {.image = &image,
                     .kernel = "k",
                     .grid = {one->grid, 1, 1},
                     .block = {one->block, 1, 1},
                     .buffers = buffers,
                     .buffer_count = texture != NULL ? 3 : 2,
                     .args = args,
                     .arg_count = texture != NULL ? 3 : 2};
    Device *device = tally->gpu != NULL ? tally->gpu : device_open_sim();
    Result result;
    device->run(device, &launch, arena, &result);
    if (tally->gpu == NULL) device->close(device);
    bool fine = result.status == RUN_FINISHED;
    if (!fine)
        printf("%s\n  did not finish: %s\n", one->name,
               result.error != NULL   ? result.error
               : result.finding_count ? result.findings[0].message
                                      : "?");
    fine = fine && report(one, output);
    *(fine ? &tally->passed : &tally->failed) += 1;
    arena_free(arena);
}

/* ---- into a file ------------------------------------------------------------------------------------------------- */

static void put(FILE *file, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++) fputc((int)(value >> 8 * i & 255), file);
}

static void put_double(FILE *file, double value) {
    put(file, bits_of_double(value), 8);
}

static void dump_case(void *context, const Case *one) {
    FILE *file = ((Tally *)context)->file;
    if (one->defect != NULL) {
        printf("not dumped: %s\n  %s\n", one->name, one->defect);
        return;
    }
    if (one->texture != NULL) return;
    size_t name = strlen(one->name), ptx = strlen(one->ptx) + 1, arch = strlen(one->arch);
    put(file, name, 4), put(file, ptx, 4), put(file, arch, 4);
    put(file, one->grid, 4), put(file, one->block, 4), put(file, one->match, 4);
    put_double(file, one->absolute), put_double(file, one->relative);
    put(file, one->input_size, 8), put(file, one->output_size, 8);
    fwrite(one->name, 1, name, file), fwrite(one->ptx, 1, ptx, file), fwrite(one->arch, 1, arch, file);
    fwrite(one->input, 1, one->input_size, file), fwrite(one->expected, 1, one->output_size, file);
    ((Tally *)context)->passed++;
}

/* ---- against the table ------------------------------------------------------------------------------------------- */

static void note_opcodes(void *context, const Case *one) {
    Tally *tally = context;
    Arena *arena = arena_new();
    DiagList diags = diag_list(arena);
    const PtxModule *module = ptx_parse(one->ptx, strlen(one->ptx), arena, &diags);
    for (uint32_t f = 0; module != NULL && f < module->function_count; f++)
        for (uint32_t i = 0; i < module->functions[f].instr_count; i++)
            tally->seen[module->functions[f].instrs[i].op] = true;
    arena_free(arena);
}

static void complain(Tally *tally, const char *opcode, const char *what) {
    printf("%s: %s\n", opcode, what);
    tally->failed++;
}

/* What ends a kernel, hints that need a GPU's own conditions (an alignment, a cluster, a debugger), and what takes a
 * surface object: unit tests run them. */
static bool needs_no_case(PtxOp op) {
    switch (op) {
    case PTX_OP_TRAP:
    case PTX_OP_EXIT:
    case PTX_OP_BRKPT:
    case PTX_OP_APPLYPRIORITY:
    case PTX_OP_DISCARD:
    case PTX_OP_SULD:
    case PTX_OP_SUST:
    case PTX_OP_SUQ:
    case PTX_OP_CP_ASYNC_BULK_PREFETCH:
    case PTX_OP_SETMAXNREG: return true;
    default: return false;
    }
}

/* A row starts with the opcode in backticks; its second column is "yes", "partly" or "no". */
static void check_row(Tally *tally, const char *text, PtxOp op) {
    const char *opcode = ptx_opcode[op].text;
    char start[64];
    snprintf(start, sizeof start, "\n| `%s` | ", opcode);
    const char *row = strstr(text, start);
    if (row == NULL) {
        complain(tally, opcode, "has no row in the table");
        return;
    }
    const char *status = row + strlen(start);
    bool no = strncmp(status, "no |", 4) == 0,
         known = no || strncmp(status, "yes |", 5) == 0 || strncmp(status, "partly |", 8) == 0;
    if (!known)
        complain(tally, opcode, "is neither yes, partly nor no");
    else if (strstr(row + 1, start) != NULL)
        complain(tally, opcode, "has two rows");
    else if (no && tally->seen[op])
        complain(tally, opcode, "is said not to be supported, but cases use it");
    else if (!no && !tally->seen[op] && !needs_no_case(op))
        complain(tally, opcode, "is said to be supported, but no case uses it");
    else
        tally->passed++;
}

static int check_table(const char *path) {
    Tally tally = {0};
    Arena *arena = arena_new();
    size_t size;
    const char *why;
    const char *text = (const char *)file_read(arena, path, FILE_TEXT_LIMIT, &size, &why);
    if (text == NULL) {
        printf("%s: %s\n", path, why);
        return 1;
    }
    cases_each(note_opcodes, &tally);
    for (int op = 0; op < PTX_OP_UNSUPPORTED; op++) check_row(&tally, text, (PtxOp)op);
    arena_free(arena);
    printf("%d passed, %d failed\n", tally.passed, tally.failed);
    return tally.failed > 0;
}

static int run_on_gpu(void) {
    Tally tally = {0};
    Arena *arena = arena_new();
    const char *why = "";
    tally.gpu = device_open_gpu(&(GpuPlace){0}, arena, &why);
    if (tally.gpu != NULL) {
        cases_each(run_case, &tally);
        tally.gpu->close(tally.gpu);
    } else {
        printf("no GPU: %s\n", why);
        tally.failed = 1;
    }
    arena_free(arena);
    printf("%d passed, %d failed, %d skipped\n", tally.passed, tally.failed, tally.skipped);
    return tally.failed > 0;
}

int main(int argc, char **argv) {
    Tally tally = {0};
    if (argc == 2 && strcmp(argv[1], "gpu") == 0) return run_on_gpu();
    if (argc == 2 && strcmp(argv[1], "run") == 0) {
        cases_each(run_case, &tally);
        printf("%d passed, %d failed\n", tally.passed, tally.failed);
        return tally.failed > 0;
    }
    if (argc == 3 && strcmp(argv[1], "table") == 0) return check_table(argv[2]);
    if (argc != 3 || strcmp(argv[1], "dump") != 0 || (tally.file = fopen(argv[2], "wb")) == NULL) return 2;
    fwrite("PTXCASE1", 1, 8, tally.file);
    cases_each(dump_case, &tally);
    printf("%d cases\n", tally.passed);
    return fclose(tally.file) != 0;
}
