"""What the benchmarks of this folder share.

    launch     a compiled kernel in PyTorch's context, launched by nothing but its metadata
    turns      contestants that take turns, back to back and with a cold L2 cache
    data       tensors with padded rows, errors against f64
    cublas     matrix products by cuBLAS, called directly
    nvml       clocks and energy
    compiler   kernel files to images, once for each set of parameters
    children   measuring in a process that may die or hang
    options    the command line

The first four need PyTorch; the others do not.
"""
