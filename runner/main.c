/* warpschool: the program, with the GPU that this machine's driver offers. */
#include "commands/session.h"

int main(int argc, char **argv) {
    static const GpuSource gpus = {device_open_gpu, device_survey_gpu};
    return program_main(argc, argv, &gpus);
}
