/* What the driver's errors mean for the user, and what to do about them. */
#include "cuda/worker.h"

typedef struct TroubleRow {
    CUresult error;
    Trouble trouble;
} TroubleRow;

static const TroubleRow rows[] = {
    {CUDA_ERROR_NO_DEVICE,
     {"there is an NVIDIA driver but no GPU that it can use",
      "check that nvidia-smi lists a GPU, and that CUDA_VISIBLE_DEVICES does not hide it; in a container, hand the GPU "
      "in "
      "(docker run --gpus all)"}},
    {CUDA_ERROR_INVALID_DEVICE,
     {"there is an NVIDIA driver but no GPU that it can use",
      "check CUDA_VISIBLE_DEVICES: it must name a GPU that nvidia-smi lists"}},
    {CUDA_ERROR_STUB_LIBRARY,
     {"the libcuda that was found is the toolkit's stub, not a driver",
      "take the toolkit's stubs folder out of LD_LIBRARY_PATH and install the NVIDIA driver"}},
    {CUDA_ERROR_OUT_OF_MEMORY, {"the GPU has no memory left", "end other programs that use it: nvidia-smi lists them"}},
    {CUDA_ERROR_DEVICE_UNAVAILABLE,
     {"the GPU is busy: another program has it for itself, or its compute mode forbids programs",
      "wait for the other program (nvidia-smi lists it), or let several share: sudo nvidia-smi --compute-mode=0"}},
    {CUDA_ERROR_SYSTEM_NOT_READY,
     {"the GPU's system services are not running (on machines with NVSwitch, the fabric manager)",
      "sudo systemctl start nvidia-fabricmanager"}},
    {CUDA_ERROR_SYSTEM_DRIVER_MISMATCH,
     {"the driver's library and its kernel module are of different versions: the driver was updated since the machine "
      "started",
      "restart the machine"}},
    {CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE,
     {"the driver's compatibility package does not support this GPU",
      "remove the cuda-compat package, or its folder from LD_LIBRARY_PATH"}},
    {CUDA_ERROR_ECC_UNCORRECTABLE,
     {"the GPU's memory had an error that it could not correct",
      "reset the GPU (sudo nvidia-smi --gpu-reset) or restart"}},
    {CUDA_ERROR_NVLINK_UNCORRECTABLE,
     {"the GPU's NVLink had an error that it could not correct", "restart the machine"}},
    {CUDA_ERROR_CONTAINED,
     {"the GPU had a hardware error, which it contained", "try again; if it comes back, restart"}},
    {CUDA_ERROR_NOT_PERMITTED, {"the system does not permit this program to use the GPU", "ask the administrator"}},
    {CUDA_ERROR_UNKNOWN,
     {"the driver could not be started (CUDA_ERROR_UNKNOWN)",
      "check that nvidia-smi works and that you may open /dev/nvidia*; after a suspend, restart the machine"}},
};

Trouble trouble_of(CUresult error) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].error == error) return rows[i].trouble;
    return (Trouble){NULL, NULL};
}
