// @ts-check
// What can be done now, as the page's list of actions tells it.

/** @typedef {{name: string, label: string, group: string, pieces: string[], from: string, to: string}} Act */

/** What a button says, without the signs in it, which are numbers to whoever reads text. @param {Element} button */
function saying(button) {
  if (!button.firstElementChild) return button.textContent ?? "";
  const copy = /** @type {Element} */ (button.cloneNode(true));
  for (const sign of copy.querySelectorAll("svg")) sign.remove();
  return copy.textContent ?? "";
}

/** Everything that can be done now. @returns {Act[]} */
export function acts() {
  return [...document.querySelectorAll("#acts #list button.act")].map((button) => {
    const data = /** @type {HTMLElement} */ (button).dataset;
    const from = data.from ?? "";
    return {
      name: /** @type {HTMLButtonElement} */ (button).value,
      label: saying(button),
      group: data.group ?? "",
      pieces: from ? [from, data.to ?? ""] : (data.pieces ?? "").split(" ").filter(Boolean),
      from,
      to: data.to ?? "",
    };
  });
}

/** Those actions that have all these pieces. @param {string[]} pieces */
export function having(pieces) {
  return acts().filter((one) => one.pieces.length && pieces.every((piece) => one.pieces.includes(piece)));
}

/** The question that comes before an action, if there is one. @param {string} name @returns {any} */
export function question(name) {
  const opener = [...document.querySelectorAll("#list button[popovertarget]")].find((one) => /** @type {HTMLButtonElement} */ (one).value === name);
  return opener && document.getElementById(opener.getAttribute("popovertarget") ?? "");
}
