// @ts-check
// Finds the piece under a point, and draws enlarged copies of pieces.

/** Return the piece that a click at a point means: first a piece that the current choice can use or has picked, then a
 * piece that begins a choice, and then the top piece.
 * @param {number} x @param {number} y */
export function findPiece(x, y) {
  const stack = document.elementsFromPoint(x, y).map((element) => element.closest(".stage .piece:not(.passing)")).filter(Boolean);
  /** @type {Element[]} */
  const all = [];
  for (const piece of stack) {
    for (let one = piece; one; one = one.parentElement?.closest(".piece") ?? null) all.push(one);
  }
  const marked = (/** @type {string[]} */ ...names) => all.find((one) => names.some((name) => one.classList.contains(name)));
  return marked("next", "picked") ?? marked("can") ?? stack.find((piece) => piece?.hasAttribute("aria-label")) ?? null;
}

/** Return an enlarged copy of a piece, turned so that its number is upright. @param {any} piece */
export function drawPicture(piece) {
  const lies = piece.getBBox();
  const turn = /rotate\([^)]*\)/.exec(piece.getAttribute("transform") ?? "")?.[0] ?? "";
  const turned = new DOMMatrix().rotate(Number.parseFloat(turn.slice(7)) || 0);
  const corners = [0, 1, 2, 3].map((k) => turned.transformPoint({ x: lies.x + (k & 1) * lies.width, y: lies.y + (k >> 1) * lies.height }));
  const [x, y] = [Math.min(...corners.map((one) => one.x)), Math.min(...corners.map((one) => one.y))];
  const [width, height] = [Math.max(...corners.map((one) => one.x)) - x, Math.max(...corners.map((one) => one.y)) - y];
  const copy = /** @type {Element} */ (piece.cloneNode(true));
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["id", "tabindex", "role", "aria-label", "aria-pressed", "aria-describedby"]) one.removeAttribute(name);
    one.classList.remove("can", "picked", "next", "grab", "lifted", "ringed");
  }
  copy.setAttribute("transform", turn);
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const rim = 0.04 * Math.max(width, height);
  sheet.setAttribute("viewBox", [x - rim, y - rim, width + 2 * rim, height + 2 * rim].join(" "));
  sheet.setAttribute("aria-hidden", "true");
  sheet.append(copy);
  return sheet;
}
