"""A cross-encoder small enough to be made in a test."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from microrag_core.embedding.load import packaged_folder


def save_model(folder: Path, labels: int | Mapping[int, str] = 1) -> Path:
    """Save a BERT of two small layers with random weights and the packaged model's tokenizer.

    `labels` is how many scores it gives a pair, or the names of its classes.
    """
    import torch
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    torch.manual_seed(7)
    named: dict[str, Any] = {"num_labels": labels if isinstance(labels, int) else len(labels)}
    if not isinstance(labels, int):
        named |= {"id2label": dict(labels), "label2id": {label: row for row, label in labels.items()}}
    config = BertConfig(
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=128,
        initializer_range=0.4,
        **named,
    )
    BertForSequenceClassification(config).eval().save_pretrained(folder)
    tokenizer = AutoTokenizer.from_pretrained(packaged_folder())
    tokenizer.model_max_length = 128
    tokenizer.save_pretrained(folder)
    return folder
