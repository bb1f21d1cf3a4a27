// Draws a picture computed in Python: cards with a fixed shape a kind, the standing as border and glyph.
// Every text reaches the page through a canvas or textContent. The URL owns the selection: a click only reports.
const LIVE = new WeakMap();
const NARROW = 620;

function hues(probe) {
  const of = value => { probe.style.color = value; return getComputedStyle(probe).color; };
  return {
    text: of("var(--st-text-color)"), accent: of("var(--st-primary-color)"), paper: of("var(--paper)"), line: of("var(--line)"),
    blue: of("var(--blue)"), orange: of("var(--orange)"), red: of("var(--red)"), grey: of("var(--grey)"),
    font: getComputedStyle(probe).fontFamily || "sans-serif",
  };
}

const hueOf = (node, c) => ({ challenged: c.orange, retracted: c.red, superseded: c.grey, active: c.blue, reaffirmed: c.blue })[node.standing] || c.line;

function poly(ctx, points) { ctx.beginPath(); points.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y))); ctx.closePath(); }
function ring(ctx, x, y, r, sides, turn) {
  poly(ctx, Array.from({ length: sides }, (_, i) => [x + r * Math.cos(turn + i * 2 * Math.PI / sides), y + r * Math.sin(turn + i * 2 * Math.PI / sides)]));
}
function circle(ctx, x, y, r) { ctx.beginPath(); ctx.arc(x, y, r, 0, 2 * Math.PI); }

// The fixed shape of a kind, centred at (x, y), about 18 px wide.
const ICONS = {
  artifact(ctx, x, y) { poly(ctx, [[x - 7, y - 9], [x + 3, y - 9], [x + 7, y - 5], [x + 7, y + 9], [x - 7, y + 9]]); ctx.stroke();
    ctx.beginPath(); for (const d of [-3, 1, 5]) { ctx.moveTo(x - 4, y + d); ctx.lineTo(x + 4, y + d); } ctx.stroke(); },
  rule(ctx, x, y) { ctx.beginPath(); ctx.moveTo(x - 5, y - 8); ctx.lineTo(x + 8, y - 8); ctx.lineTo(x + 5, y + 8); ctx.lineTo(x - 8, y + 8); ctx.closePath(); ctx.stroke();
    circle(ctx, x - 6, y - 8, 2.2); ctx.stroke(); circle(ctx, x + 6, y + 8, 2.2); ctx.stroke(); },
  atom(ctx, x, y) { circle(ctx, x, y, 5); ctx.fill(); },
  proof(ctx, x, y) { ring(ctx, x, y, 9, 6, 0); ctx.stroke(); },
  episode(ctx, x, y) { ctx.beginPath(); ctx.roundRect(x - 9, y - 6, 18, 13, 2.5); ctx.moveTo(x - 9, y - 2); ctx.lineTo(x + 9, y - 2); ctx.stroke(); },
  conclusion(ctx, x, y) { ring(ctx, x, y, 9, 4, 0); ctx.fill(); },
  pattern(ctx, x, y) { ctx.beginPath(); ctx.rect(x - 8, y - 8, 16, 16); ctx.moveTo(x, y - 8); ctx.lineTo(x, y + 8); ctx.moveTo(x - 8, y); ctx.lineTo(x + 8, y); ctx.stroke(); },
  strategy(ctx, x, y) { ctx.beginPath(); ctx.moveTo(x - 9, y + 5); ctx.bezierCurveTo(x - 3, y - 12, x + 2, y + 13, x + 8, y - 5); ctx.stroke(); },
  counterexample(ctx, x, y) { poly(ctx, [[x + 2, y - 9], [x - 6, y + 2], [x - 1, y + 2], [x - 3, y + 9], [x + 6, y - 3], [x + 1, y - 3]]); ctx.fill(); },
  abstention(ctx, x, y) { circle(ctx, x, y, 7); ctx.stroke(); },
  challenge(ctx, x, y) { ctx.beginPath(); ctx.moveTo(x - 6, y + 9); ctx.lineTo(x - 6, y - 9); ctx.lineTo(x + 7, y - 5); ctx.lineTo(x - 6, y); ctx.stroke(); },
  review(ctx, x, y) { ctx.beginPath(); ctx.rect(x - 8, y + 4, 16, 4); ctx.moveTo(x - 4, y + 4); ctx.lineTo(x - 2, y - 3); ctx.arc(x, y - 5, 3.6, 2.2, 7.2); ctx.lineTo(x + 4, y + 4); ctx.stroke(); },
};

function frame(ctx, node, left, top, w, h, c, chosen, hover) {
  const hue = hueOf(node, c);
  ctx.fillStyle = c.paper; ctx.beginPath(); ctx.roundRect(left, top, w, h, 3); ctx.fill();
  if (node.standing === "challenged") {                       // hatched strip at the left edge
    ctx.save(); ctx.beginPath(); ctx.rect(left, top, 7, h); ctx.clip(); ctx.strokeStyle = hue; ctx.lineWidth = 2;
    for (let d = -h; d < h + 8; d += 6) { ctx.beginPath(); ctx.moveTo(left - 2, top + d + 10); ctx.lineTo(left + 9, top + d); ctx.stroke(); }
    ctx.restore();
  }
  ctx.strokeStyle = chosen || hover ? c.accent : hue; ctx.lineWidth = chosen ? 2.6 : 1.2;
  ctx.setLineDash(node.standing === "superseded" ? [5, 4] : []);
  ctx.beginPath(); ctx.roundRect(left, top, w, h, 3); ctx.stroke(); ctx.setLineDash([]);
  if (node.standing === "reaffirmed") { ctx.strokeStyle = hue; ctx.lineWidth = 1; ctx.beginPath(); ctx.roundRect(left + 3, top + 3, w - 6, h - 6, 2); ctx.stroke(); }
  if (node.standing === "retracted") { ctx.strokeStyle = hue; ctx.beginPath(); ctx.moveTo(left, top); ctx.lineTo(left + w, top + h); ctx.moveTo(left, top + h); ctx.lineTo(left + w, top); ctx.globalAlpha = 0.35; ctx.stroke(); ctx.globalAlpha = 1; }
}

function card(node, state, size) {
  return ({ ctx, x, y, state: { selected, hover } }) => ({
    drawNode() {
      const c = state.hues, [w, h] = size, left = x - w / 2, top = y - h / 2;
      ctx.save();
      frame(ctx, node, left, top, w, h, c, selected, hover);
      ctx.strokeStyle = ctx.fillStyle = c.text; ctx.lineWidth = 1.4; ctx.lineJoin = "round";
      (ICONS[node.kind] || ICONS.atom)(ctx, left + 18, y);
      const lines = node.label.split("\n"), small = node.status ? `${node.word} · ${node.status}` : node.word;
      ctx.textBaseline = "middle"; ctx.textAlign = "left";
      const step = 13.5, first = y - (lines.length * step) / 2;
      ctx.fillStyle = c.text; ctx.font = `600 12px ${c.font}`;
      lines.forEach((line, i) => ctx.fillText(line, left + 34, first + i * step, w - 38));
      ctx.fillStyle = node.standing ? hueOf(node, c) : c.grey; ctx.font = `11px ${c.font}`;
      ctx.fillText(small, left + 34, first + lines.length * step, w - 38);
      ctx.restore();
    },
    nodeDimensions: { width: size[0], height: size[1] },
  });
}

function build(el, s, graph, narrow) {
  const nodes = graph.nodes.map(n => {
    const [x, y] = narrow ? n.tall : [n.x, n.y];
    return { id: n.id, title: n.title, x, y, shape: "custom", ctxRenderer: card(n, s, graph.card) };
  });
  const dashes = { evidence: [2, 4], revises: [7, 4], supersedes: [7, 4], refutes: [2, 2], reaffirms: [10, 3, 2, 3], reviews: [2, 4] };
  const smooth = { enabled: true, type: "cubicBezier", forceDirection: narrow ? "vertical" : "horizontal", roundness: 0.45 };
  const edges = graph.edges.map(e => ({ ...e, dashes: dashes[e.kind] || false, smooth, title: e.kind, color: { color: s.hues.line, highlight: s.hues.accent, hover: s.hues.accent } }));
  return new vis.Network(el, { nodes: new vis.DataSet(nodes), edges: new vis.DataSet(edges) }, graph.options);
}

function fit(el, s, graph) {
  const narrow = el.clientWidth < NARROW;
  const xs = graph.nodes.map(n => (narrow ? n.tall[0] : n.x)), ys = graph.nodes.map(n => (narrow ? n.tall[1] : n.y));
  const mid = v => (Math.min(...v) + Math.max(...v)) / 2, span = v => Math.max(...v) - Math.min(...v);
  const wide = (span(xs) || 0) + graph.card[0] + 32, high = (span(ys) || 0) + graph.card[1] + 40;
  let scale = Math.min(1.1, el.clientWidth / wide);
  const height = Math.max(140, Math.min(high * scale, 680));
  scale = Math.min(scale, height / high);
  if (Math.abs(el.clientHeight - height) > 2) { el.style.height = height + "px"; s.net.setSize("100%", height - 2 + "px"); s.net.redraw(); }
  s.net.moveTo({ position: { x: mid(xs) || 0, y: mid(ys) || 0 }, scale: scale || 1, animation: false });
}

function keys(el, live, s) {
  let at = -1;
  el.onkeydown = ev => {
    if (!["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Enter", "Escape"].includes(ev.key)) return;
    ev.preventDefault(); ev.stopPropagation();
    if (ev.key === "Enter") { if (at >= 0) s.emit(s.ids[at]); return; }
    if (ev.key === "Escape") { s.net.unselectAll(); s.emit(null); return; }
    at = (at + (ev.key === "ArrowRight" || ev.key === "ArrowDown" ? 1 : -1) + s.ids.length) % s.ids.length;
    s.net.selectNodes([s.ids[at]]); live.textContent = s.says.get(s.ids[at]) + ". Enter chooses it.";
  };
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const el = parentElement.querySelector(".net"), live = parentElement.querySelector(".live"), tools = parentElement.querySelector(".tools");
  const probe = parentElement.querySelector(".probe"), graph = data.graph;
  el.setAttribute("aria-label", data.label);
  const colours = hues(probe), narrow = el.clientWidth < NARROW;
  const stamp = `${graph.hash} ${narrow}`;
  let s = LIVE.get(parentElement);
  if (!s || s.stamp !== stamp || s.hues.text !== colours.text) {
    const kept = s && s.stamp === stamp ? { scale: s.net.getScale(), position: s.net.getViewPosition(), animation: false } : null;
    if (s) { s.net.destroy(); s.watch.disconnect(); }
    el.style.height = Math.min(narrow ? graph.tall : graph.height, 680) + "px";
    s = { stamp, hues: colours, ids: graph.nodes.map(n => n.id), says: new Map(graph.nodes.map(n => [n.id, [n.word, n.full, n.status].filter(Boolean).join(", ")])) };
    s.net = build(el, s, graph, narrow);
    if (kept) s.net.moveTo(kept); else fit(el, s, graph);
    s.net.on("selectNode", p => s.emit(p.nodes[0]));
    s.net.on("deselectNode", p => { if (!p.nodes.length) s.emit(null); });
    let width = el.clientWidth;
    s.watch = new ResizeObserver(() => { if (Math.abs(el.clientWidth - width) > 1) { width = el.clientWidth; fit(el, s, graph); } });
    s.watch.observe(el);
    tools.querySelector(".in").onclick = () => s.net.moveTo({ scale: s.net.getScale() * 1.25, animation: false });
    tools.querySelector(".out").onclick = () => s.net.moveTo({ scale: s.net.getScale() / 1.25, animation: false });
    tools.querySelector(".whole").onclick = () => fit(el, s, graph);
    keys(el, live, s);
    LIVE.set(parentElement, s);
    el.__net = s.net;
  }
  s.emit = id => { live.textContent = id ? s.says.get(id) : ""; setTriggerValue("picked", { id: id ?? null }); };
  const want = data.selected && s.says.has(data.selected) ? [data.selected] : [];
  if (want[0] !== s.net.getSelectedNodes()[0]) { if (want.length) s.net.selectNodes(want); else s.net.unselectAll(); }
  live.textContent = want.length ? s.says.get(want[0]) : "Choose a card to see what it rests on. Arrow keys and Enter work too.";
  return () => { const q = LIVE.get(parentElement); if (q) { q.watch.disconnect(); q.net.destroy(); LIVE.delete(parentElement); } };
}
