"""Bytes, files, folders and labelled sets become documents."""
