"""What functions that measure are given: modules that need PyTorch, and the driver.

PyTorch is imported here and not where a script begins, which may look on while a child measures, or only say what
its options are.
"""


def start():
    import torch
    from common import data, launch, turns
    return {"torch": torch, "data": data, "launch": launch, "turns": turns, "driver": launch.start()}


def start_with_cublas():
    """Also cuBLAS, and what reads clocks and power."""
    env = start()
    from common import cublas, nvml
    return {**env, "nvml": nvml, "cublas": cublas.Cublas(), "sensor": nvml.of_current_device(env["driver"])}
