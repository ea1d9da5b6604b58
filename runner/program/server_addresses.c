/* What lies at an address of the program. */
#include "program/server.h"

_Static_assert(PROGRAM_DEVICE_RANGE + (UINT64_C(16) << 40) <= PROGRAM_ADDRESS_SPACE,
               "a program has room for the device's addresses");

bool server_is_device(uint64_t address) {
    return address - PROGRAM_DEVICE_BASE < PROGRAM_DEVICE_RANGE;
}

/* Addresses are never given out twice and ascend, so that the record of freed memory stays in its place. */
ServerMemory *server_find_memory(Server *server, uint64_t address) {
    size_t low = 0, high = server->memories.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (server->memories.at[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0) return NULL;
    ServerMemory *memory = &server->memories.at[low - 1];
    return address - memory->address < memory->size || address == memory->address ? memory : NULL;
}

bool server_is_managed(const Server *server, uint64_t address) {
    for (size_t i = 0; i < server->symbols.count; i++) {
        const ServerSymbol *symbol = &server->symbols.at[i];
        const SimModule *module = server->modules.at[symbol->module].module;
        uint64_t size;
        if (symbol->managed && module != NULL && sim_module_variable(module, symbol->name, &size) == address)
            return true;
    }
    return false;
}
