/* Two halves or four bytes of a word at a time: PTX's video instructions, as CUDA's intrinsics of these names. */
#pragma once

#define __ws_simd(name, instruction, type)                                                                             \
    __ws_inline unsigned name(unsigned a, unsigned b) {                                                                \
        unsigned r;                                                                                                    \
        asm(instruction "." type "." type "." type " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(0));             \
        return r;                                                                                                      \
    }
#define __ws_simd_both(name, instruction)                                                                              \
    __ws_simd(__##name##u2, instruction "2", "u32") __ws_simd(__##name##u4, instruction "4", "u32")                    \
    __ws_simd(__##name##s2, instruction "2", "s32") __ws_simd(__##name##s4, instruction "4", "s32")
__ws_simd(__vadd2, "vadd2", "u32") __ws_simd(__vadd4, "vadd4", "u32")
__ws_simd(__vsub2, "vsub2", "u32") __ws_simd(__vsub4, "vsub4", "u32")
__ws_simd(__vavgu2, "vavrg2", "u32") __ws_simd(__vavgu4, "vavrg4", "u32")
__ws_simd_both(vabsdiff, "vabsdiff") __ws_simd_both(vmin, "vmin") __ws_simd_both(vmax, "vmax")
#undef __ws_simd_both
#undef __ws_simd
