"""Whole pipelines: every stage's settings, and what they find."""

from microrag_core.pipeline.found import Found
from microrag_core.pipeline.pipeline import Pipeline
from microrag_core.pipeline.settings import PipelineSettings, pipeline_from_json, read_pipeline

__all__ = ["Found", "Pipeline", "PipelineSettings", "pipeline_from_json", "read_pipeline"]
