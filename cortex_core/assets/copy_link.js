// The address bar is the view, so the link is whatever it says now.
export default function (component) {
  const { parentElement } = component;
  const button = parentElement.querySelector("button"), said = parentElement.querySelector("output");
  button.onclick = async () => {
    try { await navigator.clipboard.writeText(window.location.href); said.textContent = "copied"; }
    catch { said.textContent = "copy it from the address bar"; }
    setTimeout(() => { said.textContent = ""; }, 4000);
  };
}
