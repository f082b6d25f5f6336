"""Tensors for measurements, and how far results are from f64."""
import torch


def strided(dtype, shape, pitch=0, offset=0):
    """A tensor of one or two dimensions whose rows are `pitch` apart (0: packed), behind `offset` elements, and the
    storage it lies in, which is NaN elsewhere."""
    pitch = pitch or shape[-1]
    rows = shape[0] if len(shape) > 1 else 1
    storage = torch.full((offset + rows * pitch,), float("nan"), dtype=dtype, device="cuda")
    strides = (pitch, 1)[-len(shape):]
    return storage.as_strided(shape, strides, offset), storage


def matrix(dtype, rows, columns, column_major=False, pad=0, offset=0):
    """A matrix of NaN with `pad` elements between its rows or columns, and its storage."""
    shape = (columns, rows) if column_major else (rows, columns)
    tensor, storage = strided(dtype, shape, shape[1] + pad, offset)
    return (tensor.t() if column_major else tensor), storage


def same_bits(x, y):
    bits = {2: torch.int16, 4: torch.int32}[x.element_size()]
    return torch.equal(x.view(bits), y.view(bits))


def same_values(x, y):
    """NaN equals NaN, and a zero the other zero: a product of one term may be either."""
    return torch.equal(x.isnan(), y.isnan()) and torch.equal(x.nan_to_num(0), y.nan_to_num(0))


def error(x, reference):
    """Relative, in norm; of a reference of zeros and of no elements, 0 where it is met."""
    difference = float((x.double() - reference).norm()) if x.numel() else 0.0
    norm = float(reference.norm()) if x.numel() else 0.0
    return difference / norm if norm else difference
