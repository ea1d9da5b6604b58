/* warpschool: the program with the GPU that this machine's driver offers. */
#include "commands/session.h"

int main(int argc, char **argv) {
    return program_main(argc, argv, NULL);
}
