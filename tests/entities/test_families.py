import pytest

from paperkg.entities.families import member


@pytest.mark.parametrize(
    ("name", "families"),
    [
        ("Qwen3-30B-A3B-Instruct", ("Qwen3-30B-A3B", "Qwen3-30B", "Qwen3", "Qwen")),
        ("Llama 3.1 8B-Instruct", ("Llama 3.1 8B", "Llama 3.1", "Llama")),
        ("Qwen2.5-VL-7B", ("Qwen2.5-VL", "Qwen2.5", "Qwen")),
        ("GPT-4o-mini", ("GPT-4o", "GPT")),
        ("GPT-4.1", ("GPT",)),
        ("GPT-4o-2024-08-06", ("GPT-4o", "GPT")),
        ("Mixtral-8x7B", ("Mixtral",)),
        ("ViT-B/16", ("ViT-B", "ViT")),
        ("Swin-T", ("Swin",)),
        ("ResNet-50", ("ResNet",)),
        ("DINOv2", ("DINO",)),
        ("Claude 3.5 Sonnet", ("Claude 3.5", "Claude")),
        ("ImageNet-1K", ("ImageNet",)),
        ("CIFAR-100", ("CIFAR",)),
        ("AIME 2025", ("AIME",)),
        ("AIME-24", ("AIME",)),
        ("MMLU-Pro", ("MMLU",)),
        ("GPQA-Diamond", ("GPQA",)),
        ("MATH-500", ("MATH",)),
    ],
)
def test_a_member_of_a_family_belongs_to_it(name, families):
    assert member(name).families == families


@pytest.mark.parametrize(
    "name", ["GSM8K", "MMLU", "HumanEval+", "S4", "T5", "C4", "o1", "U-Net", "Mamba", "CLIP", "F1"]
)
def test_a_name_without_parts_is_its_own_family(name):
    assert member(name).families == ()
    assert member(name).family == name


def test_each_part_is_told_for_what_it_is():
    assert member("Llama 3.1 8B-Instruct").parts == (("variant", "Instruct"), ("size", "8B"), ("version", "3.1"))
    assert member("ViT-B/16").parts == (("patch", "16"), ("size", "B"))
