// The key `?` opens the legend, as its button does; typing a question mark into a field stays typing.
export default function () {
  const press = ev => {
    const at = ev.composedPath()[0];
    if (ev.key !== "?" || ev.ctrlKey || ev.metaKey || at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName || "")) return;
    const button = document.querySelector(".st-key-legend button");
    if (button) { ev.preventDefault(); button.click(); }
  };
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}
