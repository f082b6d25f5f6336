"""Runs mlir-opt and tile-opt on pieces of IR."""
import re
import subprocess

TIME_LIMIT = 20
SEPARATOR = "// -----"


class Result:
    """What a tool made of one piece."""

    def __init__(self, output="", errors="", status=0):
        self.output, self.errors, self.status = output, errors, status

    @property
    def ok(self):
        return self.status == 0

    @property
    def crashed(self):
        return self.status is None or self.status < 0 or self.status > 100

    def error_lines(self):
        return [int(line) for line in re.findall(r"(?m)^[^\n:]*:(\d+):\d+: error:", self.errors)]

    def first_error(self):
        if self.status is None:
            return "takes too long"
        if self.crashed:
            return "crashes"
        found = re.search(r"error: (.*)", self.errors)
        return found.group(1) if found else self.errors.strip().split("\n")[0]


def run(tool, options, text):
    """One process on one piece."""
    data = text.encode("utf-8", "surrogateescape")
    try:
        done = subprocess.run([tool, "-", *options], input=data, capture_output=True,
                              timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        return Result(status=None)
    decode = lambda raw: raw.decode("utf-8", "surrogateescape")
    return Result(decode(done.stdout), decode(done.stderr), done.returncode)


def run_each(tool, options, pieces):
    return [run(tool, options, piece) for piece in pieces]


def run_bundle(tool, options, pieces):
    """Many pieces in one process; one by one where one of them ends it."""
    if not pieces:
        return []
    if len(pieces) == 1:
        return [run(tool, options, pieces[0])]
    if any(line.startswith(SEPARATOR) for piece in pieces for line in piece.split("\n")):
        return run_each(tool, options, pieces)
    whole = run(tool, [*options, "--split-input-file"], f"\n{SEPARATOR}\n".join(pieces))
    outputs = re.split(rf"(?m)^{SEPARATOR}$\n?", whole.output)
    if whole.crashed or len(outputs) != len(pieces):
        return run_each(tool, options, pieces)
    errors = place_errors(whole.errors, pieces)
    results = []
    for output, error in zip(outputs, errors):
        failed = re.search(r"(?m)^[^\n]*: error: ", error) is not None
        results.append(Result(output, error, 1 if failed else 0))
    if not whole.ok and all(result.ok for result in results):
        return run_each(tool, options, pieces)
    return results


def place_errors(errors, pieces):
    """Gives each piece the diagnostics in its lines, with lines counted in the piece."""
    ends, line = [], 0
    for piece in pieces:
        line += piece.count("\n") + 2  # the separator's line and the end of its own
        ends.append(line)
    shares = [""] * len(pieces)
    current = 0
    for text in errors.split("\n"):
        found = re.match(r"([^\n:]*):(\d+):(\d+): (.*)", text)
        if found:
            number = int(found.group(2))
            current = next((i for i, end in enumerate(ends) if number <= end), current)
            number -= ends[current - 1] if current else 0
            text = f"{found.group(1)}:{number}:{found.group(3)}: {found.group(4)}"
        shares[current] += text + "\n"
    return shares
