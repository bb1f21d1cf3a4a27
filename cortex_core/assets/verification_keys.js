// Keys press what stands on the screen: a key does what a click does, and nothing else happens behind it.
// The chosen row is a matter of this browser only; it is drawn by one rule in a style sheet of its own.
const LIVE = new WeakMap();
const VERDICTS = { p: 0, f: 1, u: 2, n: 3 };
const TYPING = "input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], [role=combobox], [role=listbox], [role=dialog]";

const rowOf = at => document.querySelector(`.st-key-criterion-${at}`);
const pressable = element => element && !element.disabled && (element.click(), true);

export default function ({ data, parentElement }) {
  let live = LIVE.get(parentElement);
  if (!live || live.scenario !== data.scenario) { live = { ...live, at: -1, scenario: data.scenario }; LIVE.set(parentElement, live); }
  live.rows = data.rows;
  let sheet = document.getElementById("cortex-chosen-row");
  if (!sheet) { sheet = document.createElement("style"); sheet.id = "cortex-chosen-row"; document.head.appendChild(sheet); }
  const mark = () => { sheet.textContent = live.at < 0 ? "" :
    `.stApp .st-key-criterion-${live.at} { border-left-color: var(--accent); background: var(--panel); }`; };
  mark();
  const choose = step => {
    live.at = Math.max(0, Math.min(live.rows.length - 1, live.at + step));
    mark();
    const row = rowOf(live.at), said = parentElement.querySelector(".said");
    if (row) row.scrollIntoView({ block: "nearest" });
    if (said) said.textContent = `${live.at + 1} of ${live.rows.length}: ${live.rows[live.at]}`;
  };
  const press = event => {
    const on = event.composedPath()[0];
    if (event.ctrlKey || event.metaKey || event.altKey || (on.closest && on.closest(TYPING))) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const inAnswers = on.closest && on.closest("input[type=radio]");       // arrows belong to a list of answers
    const isSet = on.matches && on.matches("[role=radio][aria-checked=true], input[type=radio]:checked");
    let did = false;
    if ((key === "ArrowDown" || key === "ArrowUp") && !inAnswers) { choose(key === "ArrowDown" ? 1 : -1); did = true; }
    else if (key in VERDICTS && live.at >= 0) {
      const options = rowOf(live.at)?.querySelectorAll("[role=radiogroup] [role=radio]") || [];
      did = pressable(options[VERDICTS[key]]);
    }
    else if (key === "m" && live.at >= 0) did = pressable(rowOf(live.at)?.querySelector("input[type=checkbox]"));
    else if (/^[1-5]$/.test(key)) did = pressable(document.querySelectorAll(".st-key-answers input[type=radio]")[+key - 1]);
    else if (key === " " && (isSet || !(on.closest && on.closest("button, a, summary, input, label")))) did = pressable(document.querySelector(".st-key-reveal button"));
    if (did) { event.preventDefault(); event.stopPropagation(); }
  };
  document.addEventListener("keydown", press, true);
  return () => { document.removeEventListener("keydown", press, true); sheet.textContent = ""; };
}
