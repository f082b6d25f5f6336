"""Reads a test of MLIR's: its RUN lines, its sections, and the top-level ops in them.

Text is cut without parsing it: an op begins on a line that lies in no bracket and looks like the
beginning of one.  What is cut wrongly is refused by mlir-opt, and its section is taken whole.
"""
import re
import shlex

# Options that are not passes.  Those of the second kind are for the whole file, and given here to
# pieces of it as they are needed.
PRINT_FLAG = re.compile(
    r"-+(mlir-(print|pretty|elide|use|disable|very)[\w-]*|allow-unregistered-dialect|"
    r"no-implicit-module|verify-each|verify-roundtrip|split-marker|"
    r"dump-pass-pipeline|print-ir[\w-]*)(=.*)?$")
FILE_FLAG = re.compile(r"-+(split-input-file|verify-diagnostics)(=.*)?$")


class Run:
    """One RUN line: the options of each mlir-opt in it, one after the other."""

    def __init__(self, text):
        self.text = text
        self.stages = []  # options that matter, a list for each mlir-opt
        self.passes = []  # names of passes and of what else is not known
        self.split = False
        self.verify = False  # expects diagnostics
        self.fails = False  # 'not mlir-opt'
        self.odd = None  # why it is not one that can be followed
        self.parse()

    def parse(self):
        try:
            words = shlex.split(self.text.replace("|", " | ").replace("2>&1", " "))
        except ValueError:
            self.odd = "RUN line of another shape"
            return
        commands = [[]]
        for word in words:
            if word == "|":
                commands.append([])
            else:
                commands[-1].append(word)
        for command in commands:
            if command and command[0] == "not":
                self.fails = True
                command = command[1:]
            if not command:
                continue
            if command[0] == "mlir-opt":
                self.stage(command[1:])
            elif command[0] != "FileCheck" and command[0] != "count":
                self.odd = f"tool {command[0]}"
        if not self.stages and not self.odd:
            self.odd = "RUN line of another shape"

    def stage(self, words):
        options = []
        for word in words:
            if word in ("%s", "-", "-o", "-o=-", "/dev/null", "&&", ">", "%t", "<") or "%" in word:
                if word in ("&&", "<", ">") or word not in ("%s", "-", "-o", "-o=-"):
                    self.odd = "RUN line of another shape"
            elif FILE_FLAG.match(word):
                self.split |= "split" in word
                self.verify |= "verify" in word
            elif PRINT_FLAG.match(word):
                options.append(word)
            elif re.match(r"-+pass-pipeline=", word):
                options.append(word)
                self.passes += pipeline_names(word.split("=", 1)[1])
            elif word.startswith("-o="):
                self.odd = "RUN line of another shape"
            elif word.startswith("-"):
                options.append(word)
                self.passes.append(word.lstrip("-").split("=")[0])
            else:
                self.odd = "RUN line of another shape"
        self.stages.append(options)

    @property
    def unregistered(self):
        return any("allow-unregistered" in word for stage in self.stages for word in stage)

    @property
    def places(self):
        """Whether what is printed tells where text stood."""
        return any("debuginfo" in word for stage in self.stages for word in stage)


def pipeline_names(text):
    """Names of passes in a pipeline, without what they are nested in."""
    depth, flat = 0, ""
    for char in text:
        depth += char == "{"
        flat += char if depth == 0 else ""
        depth -= char == "}"
    return [name for name, opens in re.findall(r"([\w.-]+)\s*(\()?", flat)
            if not opens and name != "any"]


class Chunk:
    """A top-level op, alias or resource block."""

    def __init__(self, text, line):
        self.text, self.line = text, line  # line: counted in its section, from 0
        head = re.sub(r"^\s*(//[^\n]*\n\s*)*", "", text)
        self.is_alias = bool(re.match(r"[#!][\w$.-]+\s*=|\{-#", head))
        body = re.sub(r"//[^\n]*", "", text)
        named = re.search(r'sym_name\s*=\s*"([^"]*)"', body) if head.startswith('"') else None
        symbol = re.search(r"@([\w$.-]+|\"[^\"]*\")", body.split("{")[0])
        self.name = named.group(1) if named else symbol.group(1).strip('"') if symbol else None
        self.uses = {name.strip('"') for name in re.findall(r"@([\w$.-]+|\"[^\"]*\")", body)}
        self.expects_error = "wanted--error" in text


STARTS = re.compile(r'\s*([#!][\w$.-]+\s*=|%[\w$.-]+|"[^"\n]*"\s*(<\{|\()|(module|func|builtin\.module)\b'
                    r'|[a-z_]\w*\.[\w.]+|\{-#)')


def chunks_of(text):
    """The top-level pieces of a section; comments belong to what follows them."""
    chunks, pending, current = [], [], None  # pending: comments and empty lines
    depth = 0
    for number, line in enumerate(text.split("\n")):
        if depth <= 0 and STARTS.match(line):
            current = [number - len(pending), pending + [line]]
            chunks.append(current)
            pending = []
        elif depth <= 0 and re.match(r"\s*(//.*)?$", line):
            pending.append(line)
            continue
        elif current is None:
            current = [number - len(pending), pending + [line]]
            chunks.append(current)
            pending = []
        else:
            current[1] += pending + [line]
            pending = []
        depth += depth_of(line)
    if pending and current is not None:
        current[1] += pending
    return [Chunk("\n".join(lines), start) for start, lines in chunks]


def depth_of(line):
    """How many brackets a line leaves open."""
    bare = re.sub(r'"(\\.|[^"\\])*"', '""', line)
    bare = re.sub(r"//.*", "", bare)
    return sum(bare.count(c) for c in "([{") - sum(bare.count(c) for c in ")]}")


class Section:
    def __init__(self, text, line):
        self.text, self.line = text, line  # line: of the file, from 0
        self.chunks = chunks_of(text)
        self.ops = [chunk for chunk in self.chunks if not chunk.is_alias]

    def only(self, wanted):
        """The section without ops that are not wanted; lines stay where they are."""
        lines = self.text.split("\n")
        keep = [""] * len(lines)
        for chunk in self.chunks:
            if chunk.is_alias or chunk in wanted:
                for index, line in enumerate(chunk.text.split("\n")):
                    keep[chunk.line + index] = line
        return "\n".join(keep)

    def closure(self, chunks):
        """Ops and those that they name, and so on."""
        found, queue = [], list(chunks)
        while queue:
            next_chunk = queue.pop()
            if next_chunk in found:
                continue
            found.append(next_chunk)
            queue += [other for other in self.ops if other.name in next_chunk.uses]
        return found


def read(path):
    """The RUN lines and sections of a file."""
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        # mlir-opt checks such comments in any case; under another name it leaves them alone.
        text = file.read().replace("expected-", "wanted--")
    lines = re.findall(r"//\s*RUN:[ \t]*(.*)", text)
    runs, pending = [], ""
    for line in lines:
        pending += line.strip()
        if pending.endswith("\\"):
            pending = pending[:-1] + " "
            continue
        runs.append(Run(pending))
        pending = ""
    split = any(run.split for run in runs)
    sections, start = [], 0
    pieces = re.split(r"(?m)^// -----.*$\n?", text) if split else [text]
    for piece in pieces:
        sections.append(Section(piece, start))
        start += piece.count("\n") + 1
    return runs, sections
