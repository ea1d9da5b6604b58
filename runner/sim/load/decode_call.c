/* Calls: the function, or the row that holds its address, and where arguments and results lie in both frames. */
#include "sim/handlers.h"
#include "sim/load/load.h"

enum { MOST_STEPS = 64 };

static const SimParam *call_params(Decoder *decoder, const int32_t *variables, uint32_t count) {
    SimParam *params = arena_array(decoder->arena, SimParam, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        int32_t at = decoder->frame_param[variables[i]];
        if (at == SIM_NO_PARAM) {
            decoder->problem = "a call that passes something else than .param variables";
            at = 0;
        }
        params[i] = (SimParam){.offset = (uint32_t)at, .size = (uint32_t)decoder->module->variables[variables[i]].size};
    }
    return params;
}

/* The last store to the .param variable before the call, in the same basic block; NULL: there is none. */
static const PtxInstr *find_passing(const Decoder *decoder, const PtxInstr *call, int32_t variable) {
    const PtxInstr *at = call;
    for (int steps = 0; steps < MOST_STEPS && !decoder->leads[at - decoder->function->instrs]; steps++) {
        at--;
        if (at->op == PTX_OP_ST && at->space == PTX_PARAM && at->operand[0].variable == variable) return at;
    }
    return NULL;
}

static const SimArgumentOrigin *argument_origins(const Decoder *decoder, const PtxInstr *call) {
    SimArgumentOrigin *origins = arena_array(decoder->arena, SimArgumentOrigin, (size_t)call->call_arg_count + 1);
    for (uint32_t i = 0; i < call->call_arg_count; i++) {
        const PtxInstr *store = find_passing(decoder, call, call->call_args[i]);
        if (store == NULL || store->guard >= 0 || store->vector > 1 || ptx_type_bytes(store->type[0]) != 8 ||
            store->operand[1].kind != PTX_OPERAND_REG)
            continue;
        origins[i].is_shared = sim_shared_start(decoder, decoder->origins[store->operand[1].reg], &origins[i].start);
    }
    return origins;
}

bool sim_decode_call(Decoder *decoder, const PtxInstr *instr) {
    const PtxOperand *target = &instr->operand[0];
    SimCall *call = arena_make(decoder->arena, SimCall);
    SimOperand row = 0;
    call->function = -1;
    if (target->kind == PTX_OPERAND_FUNCTION) {
        const SimFunction *function = &decoder->program->functions[target->function];
        call->function = target->function;
        if (function->service == SIM_SERVICE_NONE && !function->loaded) {
            const PtxFunction *source = function->source;
            decoder->unresolved = source->source_name != NULL ? source->source_name : source->name;
            return false;
        }
    } else {
        row = sim_source(decoder, target, PTX_U64);
    }
    call->args = call_params(decoder, instr->call_args, instr->call_arg_count);
    call->arg_count = instr->call_arg_count;
    call->origins = argument_origins(decoder, instr);
    call->results = call_params(decoder, instr->call_results, instr->call_result_count);
    call->result_count = instr->call_result_count;
    SimInstr *out = sim_emit(decoder, sim_call);
    out->a = row;
    out->extra = call;
    return true;
}
