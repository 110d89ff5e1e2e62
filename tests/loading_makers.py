"""Makes small files of each format for the tests of loading."""

import io
import zipfile
from collections.abc import Mapping, Sequence

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
OFFICE_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"


def make_zip(members: Mapping[str, bytes | str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def docx_members(body: str) -> dict[str, bytes | str]:
    """The parts of a Word file whose body is given as WordprocessingML."""
    return {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE_RELATIONS}"><Relationship Id="rId1" '
        f'Type="{OFFICE_RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>',
        "word/styles.xml": f'<w:styles xmlns:w="{WORD}"><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/>'
        f'</w:style><w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style></w:styles>',
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{PACKAGE_RELATIONS}"><Relationship Id="rId1" '
        f'Type="{OFFICE_RELATIONS}/styles" Target="styles.xml"/></Relationships>',
        "word/document.xml": f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>',
    }


def word_paragraph(text: str, style: str = "") -> str:
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f'<w:p>{properties}<w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


def make_pdf(pages: Sequence[str], extra: Sequence[str] = (), info: str = "", resources: str = "") -> bytes:
    """A PDF with a page for each content stream; `extra` objects get the numbers from 5 + 2 * pages on."""
    count = len(pages)
    kids = " ".join(f"{5 + 2 * index} 0 R" for index in range(count))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        f"<< {info} >>",
    ]
    for index, content in enumerate(pages):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {6 + 2 * index} 0 R "
            f"/Resources << /Font << /F1 3 0 R >> {resources} >> >>"
        )
        objects.append(f"<< /Length {len(content.encode('latin-1'))} >>\nstream\n{content}\nendstream")
    objects += extra
    out = io.BytesIO()
    out.write(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(out.tell())
        out.write(f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1"))
    start = out.tell()
    out.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode())
    for offset in offsets:
        out.write(f"{offset:010d} 00000 n \n".encode())
    out.write(f"trailer << /Size {len(objects) + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n{start}\n%%EOF\n".encode())
    return out.getvalue()


def lines_at(lines: Sequence[tuple[float, float, str]], size: int = 11) -> str:
    """A content stream that writes each (x, y, text)."""
    return "\n".join(f"BT /F1 {size} Tf {x} {y} Td ({escaped(text)}) Tj ET" for x, y, text in lines)


def escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def text_page(text: str, header: str = "", footer: str = "", width: int = 80) -> str:
    """A page of wrapped lines, with a line at its very top and bottom."""
    lines: list[str] = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) + 1 > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    placed = [(72.0, 740.0 - 14 * number, line) for number, line in enumerate(lines)]
    placed += [(72.0, 810.0, header)] if header else []
    placed += [(280.0, 30.0, footer)] if footer else []
    return lines_at(placed)


def endless_pdf() -> bytes:
    """A PDF whose forms draw one another ten times each, 12 levels deep: 10^12 strings on a page of a few kilobytes."""
    levels, first = 12, 7
    extra = []
    for level in range(levels):
        last = level == levels - 1
        content = "BT /F1 9 Tf 10 10 Td (never ends) Tj ET" if last else "/X Do " * 10
        resources = "/Font << /F1 3 0 R >>" if last else f"/XObject << /X {first + level + 1} 0 R >>"
        extra.append(
            f"<< /Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << {resources} >> /Length {len(content)} >>\n"
            f"stream\n{content}\nendstream"
        )
    return make_pdf(["/X Do"], extra, resources=f"/XObject << /X {first} 0 R >>")
