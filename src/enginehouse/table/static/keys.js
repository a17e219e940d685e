// @ts-check
// Single keys for what is done often, wherever the focus is but in a field. The page says which there are (`?`).

/** @param {Record<string, () => void>} meanings by key, as an event names it; letters in lower case */
export function keys(meanings) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target instanceof Element && event.target.closest("input:not([type=checkbox], [type=radio]), select, textarea")) return;
    if (event.key === " " && event.target instanceof Element && event.target.closest("button, a, summary, label, .stage .piece.can")) return;
    const meaning = meanings[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!meaning) return;
    event.preventDefault();
    meaning();
  });
}
