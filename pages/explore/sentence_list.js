// The sentences of a document in order, with a search field and a filter. Texts are set as text nodes, never as HTML.

const GLYPHS = {
  k: '<circle cx="8" cy="8" r="5.5" fill="#0072B2"/>',
  p: '<path d="M8 2 14 8 8 14 2 8Z" fill="none" stroke="#E69F00" stroke-width="2"/>',
  r: '<path d="M8 2 14 8 8 14 2 8Z M5 5 11 11 M11 5 5 11" fill="none" stroke="#E69F00" stroke-width="1.8"/>',
};
const KIND_WORDS = { k: "kept", p: "pruned", r: "at risk" };
const CLASSES = { k: "kept", p: "pruned", r: "risk" };

function makeRow(row, number, text) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "row";
  button.dataset.row = row;
  for (const name of ["number", "glyph", "text", "note"]) {
    const part = document.createElement("span");
    part.className = name;
    button.append(part);
  }
  button.children[0].textContent = number;
  button.children[2].textContent = text;
  button.children[2].dir = "auto";
  return button;
}

function build(view, data) {
  view.texts = data.texts;
  view.rows = data.rows;
  view.buttons = data.texts.map((text, index) => makeRow(data.rows[index], data.rows[index] + 1, text));
  view.shown = data.texts.map(() => "");
  view.lowered = data.texts.map((text) => text.toLowerCase());
  view.list.replaceChildren(...view.buttons);
  view.selected = null;
}

function sameTexts(view, data) {
  return view.texts && view.texts.length === data.texts.length
    && view.texts.every((text, index) => text === data.texts[index] && view.rows[index] === data.rows[index]);
}

function paint(view, data) {
  view.buttons.forEach((button, index) => {
    const pinned = data.pinned.includes(data.rows[index]);
    const look = `${data.kinds[index]}${pinned}${data.notes[index]}`;
    if (view.shown[index] !== look) {
      view.shown[index] = look;
      button.className = `row ${CLASSES[data.kinds[index]]}${pinned ? " pinned" : ""}`;
      button.children[1].innerHTML = `<svg viewBox="0 0 16 16" role="img" aria-label="${KIND_WORDS[data.kinds[index]]}">${GLYPHS[data.kinds[index]]}</svg>`;
      button.children[3].textContent = data.notes[index];
    }
    button.setAttribute("aria-current", String(data.rows[index] === data.selected));
  });
}

function filter(view, data) {
  const words = view.search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  view.buttons.forEach((button, index) => {
    const wanted = view.kind === "a" || view.kind === data.kinds[index] || (view.kind === "p" && data.kinds[index] === "r");
    const number = String(data.rows[index] + 1);
    const found = words.every((word) => view.lowered[index].includes(word) || number === word);
    button.hidden = !(wanted && found);
    count += button.hidden ? 0 : 1;
  });
  view.count.textContent = count === view.buttons.length ? "" : `${count} of ${view.buttons.length}`;
  view.nothing.hidden = count > 0;
}

function reveal(view, data) {
  const button = view.buttons[data.rows.indexOf(data.selected)];
  if (button && !button.hidden && data.selected !== view.clicked) {
    // Only the list scrolls, never the page.
    const top = button.offsetTop - view.list.offsetTop;
    if (top < view.list.scrollTop || top + button.offsetHeight > view.list.scrollTop + view.list.clientHeight) {
      view.list.scrollTop = top - view.list.clientHeight / 3;
    }
  }
  view.clicked = null;
}

function move(view, step) {
  const visible = view.buttons.filter((button) => !button.hidden);
  const active = view.list.getRootNode().activeElement;
  const next = visible[visible.indexOf(active) + step];
  if (next) next.focus();
}

function start(root) {
  const view = { kind: "a", clicked: null };
  for (const name of ["list", "search", "filters", "count", "nothing", "bar"]) view[name] = root.querySelector(`.${name}`);
  view.list.addEventListener("click", (event) => {
    const button = event.target.closest(".row");
    if (button) {
      view.clicked = Number(button.dataset.row);
      view.send("chosen", view.clicked);
    }
  });
  view.list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      move(view, step);
    }
  });
  view.search.addEventListener("input", () => filter(view, view.data));
  view.filters.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    view.kind = button.dataset.kind;
    for (const other of view.filters.children) other.setAttribute("aria-pressed", String(other === button));
    filter(view, view.data);
  });
  return view;
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = parentElement.querySelector(".sentences");
  const view = (root.view ??= start(root));
  view.send = setTriggerValue;
  view.data = data;
  view.bar.hidden = !data.searchable;
  root.style.setProperty("--list-height", `${data.height}px`);
  if (!sameTexts(view, data)) {
    view.list.scrollTop = 0;
    build(view, data);
  }
  paint(view, data);
  filter(view, data);
  if (view.selected !== data.selected) reveal(view, data);
  view.selected = data.selected;
}
