// Pieces of text, some of which open something below. All texts are set as text nodes, never as HTML.

const SETTLED = 400; // milliseconds until the page has drawn what was opened, and scrolled as it does by itself

function element(name, kind, piece) {
  const made = document.createElement(name);
  made.className = kind;
  made.textContent = piece.text;
  if (piece.about) made.title = piece.about;
  return made;
}

function button(kind, piece, opened, send, what) {
  const made = element("button", kind, piece);
  made.type = "button";
  const isOpen = Boolean(opened) && opened.kind === what.kind && opened.number === what.number && (what.claim === undefined || opened.claim === what.claim);
  made.setAttribute("aria-expanded", String(isOpen));
  made.addEventListener("click", () => send("chosen", what));
  return made;
}

function draw(piece, opened, send) {
  const made = drawPlain(piece, opened, send);
  if (!piece.heading) return made;
  const heading = document.createElement("strong");
  heading.append(made);
  return heading;
}

function drawPlain(piece, opened, send) {
  switch (piece.kind) {
    case "marker": {
      const made = button("marker", piece, opened, send, { kind: "source", number: piece.number, claim: piece.claim });
      made.setAttribute("aria-label", `${piece.text}, ${piece.about}`);
      return made;
    }
    case "badge":
      return button(`badge ${piece.verdict}`, piece, opened, send, { kind: "claim", number: piece.claim });
    case "mismatch": {
      const made = element("span", "mismatch", piece);
      made.append(element("span", "word", { text: piece.word }));
      return made;
    }
    case "unsupported":
      return element("span", "unsupported-words", piece);
    case "mark":
      return element("mark", piece.leftOut ? "left-out" : "", piece);
    case "left out":
      return element("span", "left-out", piece);
    default:
      return document.createTextNode(piece.text);
  }
}

// What was opened stands below the text: bring the end of the text to where there is room for it.
function showWhatFollows(root) {
  const { bottom } = root.getBoundingClientRect();
  if (bottom < 0.15 * innerHeight || bottom > 0.6 * innerHeight) root.scrollIntoView({ block: "end", behavior: "smooth" });
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".pieces");
  root.classList.toggle("boxed", data.height > 0);
  root.style.setProperty("--box-height", `${data.height}px`);
  if (data.height > 0) {
    root.tabIndex = 0;
    root.setAttribute("role", "region");
    root.setAttribute("aria-label", data.label);
  }
  const drawn = JSON.stringify(data);
  if (root.drawn === drawn) return;
  const isOpened = root.drawn !== undefined && data.opened && JSON.stringify(data.opened) !== root.opened;
  root.opened = JSON.stringify(data.opened);
  const isNew = root.texts !== JSON.stringify(data.pieces);
  root.drawn = drawn;
  root.texts = JSON.stringify(data.pieces);
  root.dir = "auto";
  root.replaceChildren(...data.pieces.map((piece) => draw(piece, data.opened, (name, value) => setTriggerValue(name, value))));
  if (isOpened) setTimeout(() => showWhatFollows(root), SETTLED);
  const first = root.querySelector("mark");
  if (data.height > 0 && isNew) root.scrollTop = first ? Math.max(0, first.offsetTop - data.height / 3) : 0;
}
