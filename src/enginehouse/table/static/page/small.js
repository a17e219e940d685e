// @ts-check
// Hides text on the board that is too small to read, until the player zooms in. The card of a piece has the text too,
// and hidden text can still be clicked. The sizes are those of the game's styles. On a phone, a number that a decision
// needs grows instead. The game's style marks it: `--least` is its size on the sheet, and `--rim` the colour around it.

const [LEAST_PX, LEAST_PHONE_PX, NUMBER_PX] = [5.9, 7, 12];
const phone = matchMedia("(max-width: 40rem)");
const styles = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, styles];
let written = "";

/** Return selectors with the size of their text from the style sheets, and the rim colour of a number.
 * @returns {{selector: string, size: number, rim: string}[]} */
function readSizes() {
  const found = [];
  for (const sheet of document.styleSheets) {
    if (!sheet.href?.includes("/games/")) continue;
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule)) continue;
      const [size, least] = [Number.parseFloat(rule.style.fontSize), Number.parseFloat(rule.style.getPropertyValue("--least"))];
      if (least || size) found.push({ selector: rule.selectorText, size: least || size, rim: least ? rule.style.getPropertyValue("--rim") : "" });
    }
  }
  return found;
}
const known = readSizes();

/** Return style rules that enlarge the numbers of a sheet. There is a rule for each piece, since pieces may have
 * different scales.
 * @param {SVGSVGElement} sheet */
function makeNumberRules(sheet) {
  const rules = new Map();
  for (const { selector, size, rim } of known.filter((one) => one.rim)) {
    for (const text of sheet.querySelectorAll(selector)) {
      const { a = 1, b = 0 } = /** @type {SVGGraphicsElement | null} */ (text.parentElement)?.getScreenCTM() ?? {};
      const grows = NUMBER_PX / (size * Math.hypot(a, b));
      if (grows > 1) rules.set(`#${text.closest("[id]")?.id} :is(${selector})`, `opacity: 1; scale: ${grows.toFixed(3)}; transform-box: fill-box; transform-origin: center; paint-order: stroke; stroke: ${rim}; stroke-width: ${(size / 7).toFixed(1)}px;`);
    }
  }
  return [...rules].map(([selector, style]) => `${selector} { ${style} }`);
}

function look() {
  const rules = [];
  for (const sheet of /** @type {NodeListOf<SVGSVGElement>} */ (document.querySelectorAll(".stage svg.sheet"))) {
    const scale = sheet.getScreenCTM()?.a ?? 1;
    const least = phone.matches && sheet.closest("#board") ? LEAST_PHONE_PX : LEAST_PX;
    const small = known.filter(({ size, rim }) => size * scale < least && !(rim && phone.matches)).map(({ selector }) => selector);
    const texts = `:is(${small.join(", ")})`;
    if (small.length) rules.push(`#${sheet.id} :is(${texts}, [class*=plate]:has(+ ${texts})) { opacity: 0; }`); // A plate without text is hidden too.
    if (phone.matches) rules.push(...makeNumberRules(sheet));
  }
  const text = rules.join("\n");
  if (text !== written) styles.replaceSync(text);
  written = text;
}

let waiting = 0;
/** Update once per frame, after the changes. */
function scheduleLook() {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(look);
}

const resized = new ResizeObserver(scheduleLook);
function watch() {
  for (const sheet of document.querySelectorAll(".stage svg.sheet")) resized.observe(sheet);
}
for (const region of document.querySelectorAll("#board, #hand")) {
  new MutationObserver(() => { watch(); scheduleLook(); }).observe(region, { childList: true });
  new MutationObserver(scheduleLook).observe(region, { subtree: true, attributeFilter: ["viewBox"] });
  new MutationObserver(() => { if (phone.matches) scheduleLook(); }).observe(region, { subtree: true, childList: true });
}
document.addEventListener("zoomed", scheduleLook);
phone.addEventListener("change", scheduleLook);
watch();
scheduleLook();
