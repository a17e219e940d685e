// @ts-check
// Text of the board that would be too small to read where it stands is not drawn, until one zooms in: the card of its piece
// has it. It can be hit as before, and may be all of a piece that can. Sizes are those of the game's styles.

const LEAST_PX = 5.9;
const styles = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
let written = "";

/** Selectors with the size of their text, as the style sheets say it. @returns {[string, number][]} */
function sizes() {
  const found = /** @type {[string, number][]} */ ([]);
  for (const sheet of document.styleSheets) {
    if (!sheet.href?.includes("/games/")) continue;
    for (const rule of sheet.cssRules) {
      const size = rule instanceof CSSStyleRule ? Number.parseFloat(rule.style.fontSize) : 0;
      if (size && rule instanceof CSSStyleRule) found.push([rule.selectorText, size]);
    }
  }
  return found;
}
const known = sizes();

function look() {
  const rules = [];
  for (const sheet of /** @type {NodeListOf<SVGSVGElement>} */ (document.querySelectorAll(".stage svg.sheet"))) {
    const scale = sheet.getScreenCTM()?.a ?? 1;
    const small = known.filter(([, size]) => size * scale < LEAST_PX).map(([selector]) => selector);
    if (small.length) rules.push(`#${sheet.id} :is(${small.join(", ")}) { opacity: 0; }`);
  }
  const text = rules.join("\n");
  if (text !== written) styles.replaceSync(text);
  written = text;
}

let waiting = 0;
/** Once a frame, after what changed. */
function soon() {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(look);
}

const resized = new ResizeObserver(soon);
function watch() {
  for (const sheet of document.querySelectorAll(".stage svg.sheet")) resized.observe(sheet);
}
for (const region of document.querySelectorAll("#board, #hand")) {
  new MutationObserver(() => { watch(); soon(); }).observe(region, { childList: true });
  new MutationObserver(soon).observe(region, { subtree: true, attributeFilter: ["viewBox"] });
}
document.addEventListener("zoomed", soon);
watch();
soon();
