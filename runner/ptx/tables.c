#include "ptx/ptx.h"

#include <string.h>

const char *const ptx_type_name[PTX_TYPE_COUNT] = {
    [PTX_NONE] = "",       [PTX_PRED] = "pred",   [PTX_B8] = "b8",       [PTX_B16] = "b16",       [PTX_B32] = "b32",
    [PTX_B64] = "b64",     [PTX_B128] = "b128",   [PTX_U8] = "u8",       [PTX_U16] = "u16",       [PTX_U32] = "u32",
    [PTX_U64] = "u64",     [PTX_S8] = "s8",       [PTX_S16] = "s16",     [PTX_S32] = "s32",       [PTX_S64] = "s64",
    [PTX_F16] = "f16",     [PTX_F16X2] = "f16x2", [PTX_BF16] = "bf16",   [PTX_BF16X2] = "bf16x2", [PTX_F32] = "f32",
    [PTX_F32X2] = "f32x2", [PTX_F64] = "f64",     [PTX_U16X2] = "u16x2", [PTX_S16X2] = "s16x2",
};

int ptx_type_bytes(PtxType type) {
    static const uint8_t bytes[PTX_TYPE_COUNT] = {
        [PTX_B8] = 1,    [PTX_U8] = 1,     [PTX_S8] = 1,    [PTX_B16] = 2,   [PTX_U16] = 2, [PTX_S16] = 2,
        [PTX_F16] = 2,   [PTX_BF16] = 2,   [PTX_B32] = 4,   [PTX_U32] = 4,   [PTX_S32] = 4, [PTX_F32] = 4,
        [PTX_F16X2] = 4, [PTX_BF16X2] = 4, [PTX_U16X2] = 4, [PTX_S16X2] = 4, [PTX_B64] = 8, [PTX_U64] = 8,
        [PTX_S64] = 8,   [PTX_F64] = 8,    [PTX_F32X2] = 8, [PTX_B128] = 16,
    };
    return type < PTX_TYPE_COUNT ? bytes[type] : 0;
}

bool ptx_type_signed(PtxType type) {
    return type == PTX_S8 || type == PTX_S16 || type == PTX_S32 || type == PTX_S64 || type == PTX_S16X2;
}

bool ptx_type_float(PtxType type) {
    return type >= PTX_F16 && type <= PTX_F64;
}

const char *const ptx_special_name[PTX_SPECIAL_COUNT] = {
    [PTX_TID_X] = "tid.x",
    [PTX_TID_Y] = "tid.y",
    [PTX_TID_Z] = "tid.z",
    [PTX_NTID_X] = "ntid.x",
    [PTX_NTID_Y] = "ntid.y",
    [PTX_NTID_Z] = "ntid.z",
    [PTX_CTAID_X] = "ctaid.x",
    [PTX_CTAID_Y] = "ctaid.y",
    [PTX_CTAID_Z] = "ctaid.z",
    [PTX_NCTAID_X] = "nctaid.x",
    [PTX_NCTAID_Y] = "nctaid.y",
    [PTX_NCTAID_Z] = "nctaid.z",
    [PTX_LANEID] = "laneid",
    [PTX_WARPID] = "warpid",
    [PTX_NWARPID] = "nwarpid",
    [PTX_SMID] = "smid",
    [PTX_NSMID] = "nsmid",
    [PTX_GRIDID] = "gridid",
    [PTX_LANEMASK_EQ] = "lanemask_eq",
    [PTX_LANEMASK_LE] = "lanemask_le",
    [PTX_LANEMASK_LT] = "lanemask_lt",
    [PTX_LANEMASK_GE] = "lanemask_ge",
    [PTX_LANEMASK_GT] = "lanemask_gt",
    [PTX_CLOCK] = "clock",
    [PTX_CLOCK_HI] = "clock_hi",
    [PTX_CLOCK64] = "clock64",
    [PTX_GLOBALTIMER] = "globaltimer",
    [PTX_GLOBALTIMER_LO] = "globaltimer_lo",
    [PTX_GLOBALTIMER_HI] = "globaltimer_hi",
    [PTX_DYNAMIC_SMEM_SIZE] = "dynamic_smem_size",
    [PTX_TOTAL_SMEM_SIZE] = "total_smem_size",
    [PTX_ENVREG1] = "envreg1",
    [PTX_ENVREG2] = "envreg2",
    [PTX_WARP_SIZE] = "WARP_SZ",
};

const PtxOpcode ptx_opcode[PTX_OP_COUNT] = {
#define X(enumerator, text, destinations, least, most, types, kind, words, widths)                                     \
    [enumerator] = {text, destinations, least, most, types, kind, words, widths},
    PTX_OPCODES(X)
#undef X
};

/* The parser asks once for each distinct dotted name, so a walk through the table is fast enough. */
PtxOp ptx_opcode_find(const char *name, size_t size, size_t *used) {
    static const char synonym[] = "barrier"; /* barrier.sync is bar.sync without .aligned */
    PtxOp best = PTX_OP_UNSUPPORTED;
    *used = 0;
    for (int op = 0; op < PTX_OP_UNSUPPORTED; op++) {
        const char *text = ptx_opcode[op].text;
        if (size == 0 || text[0] != name[0])
            continue; /* most rows; measured: a quarter of the time that reading takes */
        size_t length = strlen(text);
        if (length > size || length <= *used || memcmp(text, name, length) != 0) continue;
        if (length < size && name[length] != '.') continue;
        best = (PtxOp)op;
        *used = length;
    }
    size_t length = sizeof synonym - 1;
    if (best == PTX_OP_UNSUPPORTED && size > length && memcmp(name, synonym, length) == 0 && name[length] == '.') {
        best = PTX_OP_BAR;
        *used = length;
    }
    return best;
}

int32_t ptx_param_number(const PtxFunction *function, int32_t variable) {
    if (function->param_count == 0 || variable < function->params[0]) return -1;
    uint32_t number = (uint32_t)(variable - function->params[0]);
    return number < function->param_count && function->params[number] == variable ? (int32_t)number : -1;
}
