// Draws tiles whose places were computed in Python. The URL owns the selection: a click or Enter only reports.
// Every text goes through textContent or an attribute; patterns and glyphs tell the status, colour repeats it.
const place = (element, box) => { for (const [side, of] of [["left", "x"], ["top", "y"], ["width", "w"], ["height", "h"]]) element.style[side] = `${box[of]}%`; };
const made = (tag, cls, text) => { const element = document.createElement(tag); element.className = cls; if (text) element.textContent = text; return element; };

export default function ({ data, parentElement, setTriggerValue }) {
  const map = parentElement.querySelector(".map"), said = parentElement.querySelector(".said");
  map.replaceChildren();
  const tiles = [];
  for (const family of data.families) {
    const block = made("section", "family"), body = made("div", "body");
    place(block, family);
    block.setAttribute("aria-label", `${family.title}, ${family.share}`);
    const head = made("header", "", family.title);
    head.title = `${family.title}, ${family.share}`;
    head.append(made("small", "", ` ${family.share}`));
    for (const cell of family.cells) {
      const tile = made("button", `tile ${cell.shape}`);
      tile.type = "button";
      tile.title = tile.ariaLabel = cell.label;
      tile.tabIndex = -1;
      place(tile, cell);
      tile.append(made("span", "glyph", cell.glyph), made("span", "words", cell.words));
      if (cell.id === data.selected) { tile.classList.add("chosen"); tile.ariaPressed = "true"; }
      tile.onclick = () => setTriggerValue("picked", { id: cell.id });
      tile.onfocus = tile.onmouseenter = () => { said.textContent = `${family.title} — ${cell.label}`; };
      tiles.push(tile);
      body.append(tile);
    }
    block.append(head, body);
    map.append(block);
  }
  // One stop for the Tab key; the arrows go through the tiles, family by family.
  const first = Math.max(0, tiles.findIndex(tile => tile.classList.contains("chosen")));
  if (tiles[first]) tiles[first].tabIndex = 0;
  map.onkeydown = event => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const at = tiles.indexOf(event.composedPath()[0]);
    if (!step || at < 0) return;
    const next = tiles[Math.max(0, Math.min(tiles.length - 1, at + step))];
    tiles[at].tabIndex = -1; next.tabIndex = 0; next.focus();
    event.preventDefault();
  };
}
