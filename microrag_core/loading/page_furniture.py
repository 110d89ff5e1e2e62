"""Takes off a web page what is not its content: scripts, navigation, footers, side bars, lists of links."""

from typing import Any

from lxml import etree  # type: ignore[import-untyped]

from microrag_core.loading.cleaning import one_line, without_controls


def names(text: str) -> frozenset[str]:
    """Return the names in a text that separates them by spaces."""
    return frozenset(text.split())


UNREADABLE = names(
    "script style noscript template svg canvas iframe object embed head button select input textarea audio video map datalist"
)
FURNITURE_TAGS = frozenset(("nav", "footer", "aside", "menu", "dialog"))
FURNITURE_ROLES = frozenset(("navigation", "banner", "contentinfo", "search", "complementary", "dialog", "menu", "menubar"))
FURNITURE_NAMES = names(
    "nav navbar navbox navigation menu mainmenu sidebar breadcrumb breadcrumbs footer site-footer page-footer site-header "
    "cookie-banner cookie-consent cookies advert advertisement ads social share sharing skip-link skip-links pagination "
    "toc mw-editsection mw-jump-link mw-indicators noprint catlinks printfooter reference reflist references navbar-mini "
    "vertical-navbox sistersitebox authority-control sitesub contentsub hatnote"
)
FURNITURE_PREFIXES = ("vector-menu", "vector-dropdown", "vector-toc", "vector-header", "mw-portlet", "after-portlet")
NOT_IN_ROW = names("table ul ol dl pre blockquote h1 h2 h3 h4 h5 h6")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
LONGEST_CELL = 500
MAIN_SHARE = 0.4
LINKS_IN_MENU = 4
LINK_SHARE = 0.8
LONGEST_MENU_ITEM = 40


def remove_unreadable(root: Any) -> None:
    """Drop scripts, styles, form fields and hidden elements."""
    for element in list(root.iter()):
        style = (element.get("style") or "").replace(" ", "").lower()
        hidden = "hidden" in element.attrib or element.get("aria-hidden") == "true" or "display:none" in style
        if element.tag in UNREADABLE or (hidden and element.tag not in ("html", "body")):
            drop(element)


def remove_furniture(root: Any) -> Any:
    """Drop what surrounds the content and return the element that holds the content: `main`, a lone `article`, else `root`."""
    total = visible_length(root)
    root = main_element(root, total)
    for element in list(root.iter()):
        if element is not root and is_furniture(element):
            drop(element)
    for heading in empty_headings(root):
        drop(heading)
    return root


def empty_headings(root: Any) -> list[Any]:
    """Return the headings that nothing follows before the next heading of their level or above: their content went."""
    empty: list[Any] = []
    open_headings: list[Any] = []
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if event == "start" and element.tag in HEADINGS:
            empty += [before for before in open_headings if before.tag >= element.tag]
            open_headings = [before for before in open_headings if before.tag < element.tag] + [element]
        text, owner = (element.text, element) if event == "start" else (element.tail, element.getparent())
        if element is not root and text and text.strip() and not in_heading(owner):
            open_headings.clear()
    return empty + open_headings


def in_heading(element: Any) -> bool:
    """Whether an element is a heading or stands in one."""
    return element.tag in HEADINGS or any(parent.tag in HEADINGS for parent in element.iterancestors())


def main_element(root: Any, total: int) -> Any:
    """Return the one element marked as the main content where it holds a good part of the text, else `root`."""
    for path in (".//main", ".//*[@role='main']", ".//article"):
        found = root.findall(path)
        if len(found) == 1 and visible_length(found[0]) >= MAIN_SHARE * total:
            return found[0]
    return root


def is_furniture(element: Any) -> bool:
    """Whether tag, role, class, id or a list of nothing but short links tells that the element is not content."""
    if element.tag in ("html", "body", "main", "article"):
        return False
    if element.tag in FURNITURE_TAGS or (element.get("role") or "").lower() in FURNITURE_ROLES:
        return True
    if element.tag == "header" and not any(parent.tag in ("article", "main", "section") for parent in element.iterancestors()):
        return element.find(".//h1") is None
    own = names(f"{element.get('class') or ''} {element.get('id') or ''}".lower())
    if FURNITURE_NAMES & own or any(name.startswith(FURNITURE_PREFIXES) for name in own):
        return True
    return element.tag in ("ul", "ol", "dl") and is_link_list(element)


def is_link_list(element: Any) -> bool:
    """Whether a list is a menu: several links, short, and hardly any text beside them."""
    links = [one_line(link.text_content()) for link in element.iter("a")]
    linked = sum(map(len, links))
    return (
        len(links) >= LINKS_IN_MENU
        and linked >= LINK_SHARE * visible_length(element)
        and linked <= LONGEST_MENU_ITEM * len(links)
    )


def flatten_rows(root: Any) -> None:
    """Turn each table row of several plain cells into one line of text, the cells joined by ` | `."""
    for row in list(root.iter("tr")):
        cells = [cell for cell in row if cell.tag in ("td", "th")]
        plain = len(cells) > 1 and all(part.tag not in NOT_IN_ROW for cell in cells for part in cell.iter())
        texts = [one_line(" ".join(cell.itertext())) for cell in cells] if plain else []
        if plain and max(map(len, texts)) <= LONGEST_CELL:
            for child in list(row):
                row.remove(child)
            row.text = " | ".join(filter(None, texts))


def visible_length(element: Any) -> int:
    """Return the number of characters of an element's text, runs of white space as one."""
    return sum(len(" ".join(text.split())) for text in element.itertext())


def drop(element: Any) -> None:
    """Remove an element and keep the text after it, but for control characters, which lxml reads and does not write."""
    parent, before = element.getparent(), element.getprevious()
    if parent is None:
        return
    tail = without_controls(element.tail or "")
    if before is not None:
        before.tail = without_controls(before.tail or "") + tail
    else:
        parent.text = without_controls(parent.text or "") + tail
    parent.remove(element)
