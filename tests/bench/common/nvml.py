"""Clocks and energy of a GPU, from NVML, which is opened at run time; without it there are no figures."""
import ctypes
import statistics
import threading
import time

CLOCK_SM = 1
SAMPLE_SECONDS = 0.01


class Nvml:
    """The GPU whose PCI address is given; of which `there` says whether it can be asked."""

    def __init__(self, pci_address):
        self.device = ctypes.c_void_p()
        try:
            self.lib = ctypes.CDLL("libnvidia-ml.so.1")
            self.there = not (self.lib.nvmlInit_v2() or self.lib.nvmlDeviceGetHandleByPciBusId_v2(
                pci_address.encode(), ctypes.byref(self.device)))
        except (OSError, AttributeError):
            self.there = False

    def energy(self):
        """Joules since the driver was loaded, or None."""
        millijoules = ctypes.c_ulonglong()
        if not self.there or self.lib.nvmlDeviceGetTotalEnergyConsumption(self.device, ctypes.byref(millijoules)):
            return None
        return millijoules.value * 1e-3

    def clock(self):
        """MHz of the multiprocessors, or None."""
        mhz = ctypes.c_uint()
        if not self.there or self.lib.nvmlDeviceGetClockInfo(self.device, CLOCK_SM, ctypes.byref(mhz)):
            return None
        return mhz.value


def of_current_device(driver):
    """Of the GPU whose context is current."""
    device, text = ctypes.c_int(), ctypes.create_string_buffer(32)
    driver("cuCtxGetDevice", ctypes.byref(device))
    driver("cuDeviceGetPCIBusId", text, len(text), device)
    return Nvml(text.value.decode())


class ClockSampler:
    """Reads the clock while `with` lasts; `median` is None when there was nothing to read."""

    def __init__(self, nvml):
        self.nvml, self.samples, self.ended = nvml, [], threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        while not self.ended.is_set():
            mhz = self.nvml.clock()
            if mhz is None:
                return
            self.samples.append(mhz)
            time.sleep(SAMPLE_SECONDS)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()

    @property
    def median(self):
        return statistics.median(self.samples) if self.samples else None
