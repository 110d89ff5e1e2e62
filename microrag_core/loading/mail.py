"""EML: the message as people read it; its subject is the title."""

import email
import email.policy
from email.message import EmailMessage

from microrag_core.errors import InputError
from microrag_core.loading.builder import TextBuilder
from microrag_core.loading.cleaning import one_line
from microrag_core.loading.encoding import decode_text
from microrag_core.loading.loaded import Loaded
from microrag_core.loading.web_page import add_page, parse_html
from microrag_core.settings import LoadSettings

HEADERS = ("from", "to", "cc", "date")


def load_mail(data: bytes, source: str, settings: LoadSettings) -> Loaded:
    """Return a message as one document; sender, receivers and date are metadata. Attachments are counted, not read."""
    message = email.message_from_bytes(data, policy=email.policy.default)
    body = message.get_body(("plain", "html"))
    attachments = len(list(message.iter_attachments())) if message.is_multipart() else 0
    subject = header(message, "subject")
    metadata = {name: value for name in HEADERS if (value := header(message, name))}
    if not message.keys():
        raise InputError("The file is damaged or is not a message: it has no headers.")
    builder = TextBuilder()
    if isinstance(body, EmailMessage):
        add_body(builder, body)
    document = builder.document(subject, source, metadata, "The message holds no text.")
    plural = "" if attachments == 1 else "s"
    notes = (f"{source}: {attachments} attachment{plural} not read.",) if attachments else ()
    return Loaded((document,), notes=notes)


def header(message: EmailMessage, name: str) -> str:
    """Return a header on one line, "" where there is none or it cannot be decoded."""
    try:
        return one_line(str(message.get(name, "")))
    except (ValueError, LookupError, IndexError):
        return ""


def add_body(builder: TextBuilder, body: EmailMessage) -> None:
    """Add the text of a message part, as text or as a page."""
    payload = body.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else b""
    if not content.strip():
        return
    if body.get_content_type() == "text/html":
        add_page(builder, parse_html(content))
    else:
        builder.add(decode_text(content, body.get_content_charset() or ""))
