"""Clocks and energy of a GPU, from NVML, which is opened at run time; without it there are no figures."""
import ctypes
import statistics
import threading
import time

CLOCK_SM = 1
SAMPLE_SECONDS = 0.005


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


class Sampler:
    """Reads clock and energy while `with` lasts."""

    def __init__(self, nvml):
        self.nvml, self.clocks, self.energies, self.ended = nvml, [], [], threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        while self.nvml.there and not self.ended.is_set():
            clock, energy = self.nvml.clock(), self.nvml.energy()
            if clock is not None:
                self.clocks.append(clock)
            # The counter moves in steps: only the moments at which it did are of use.
            if energy is not None and (not self.energies or energy != self.energies[-1][1]):
                self.energies.append((time.perf_counter(), energy))
            time.sleep(SAMPLE_SECONDS)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()

    @property
    def clock(self):
        """MHz, the median, or None."""
        return statistics.median(self.clocks) if self.clocks else None

    @property
    def power(self):
        """Watts between the first and the last step of the counter, or None."""
        steps = self.energies[1:]  # when the first reading was taken, it had not just moved
        if len(steps) < 2:
            return None
        return (steps[-1][1] - steps[0][1]) / (steps[-1][0] - steps[0][0])
