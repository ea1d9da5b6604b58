/* The program: argv to a command. */
#ifndef WARPSCHOOL_SHELL_PROGRAM_H
#define WARPSCHOOL_SHELL_PROGRAM_H

#include "teach/command.h"

#include "base/version.h"

/* The whole program; its exit code. gpus: NULL for a program without a GPU device. */
int program_main(int argc, char **argv, const CommandTable *commands, const GpuSource *gpus);

#endif
