// @ts-check
// Legal actions as the server sends them, and which of them a click means. Knows no page.

/** @typedef {import("./types.d.ts").Act} Act */

/** The pieces by which an action is taken up: a set, or from one to another; none for a mere button.
 * @param {Act} act @returns {string[]} */
export const listPieces = (act) => (act.from && act.to ? [act.from, act.to] : act.pieces ?? []);

/** Those actions that have all these pieces. @param {Act[]} acts @param {string[]} pieces */
export function findWithPieces(acts, pieces) {
  return acts.filter((one) => {
    const own = listPieces(one);
    return own.length > 0 && pieces.every((piece) => own.includes(piece));
  });
}

/** What fits a button beside another one, and a button as wide as a phone, in letters. */
const SHORT = 24, LONG = 34;

/** Those that have a button of their own: actions without a piece, and where there are but two and one of them has none, both,
 * if that is said shortly. @param {Act[]} acts */
export function chooseButtons(acts) {
  const findQuestions = acts.filter((act) => !act.sure);
  const free = findQuestions.filter((act) => !listPieces(act).length);
  return free.length === 1 && findQuestions.length === 2 && findQuestions.every((act) => act.label.length <= SHORT) ? findQuestions : free;
}

/** Those that a thumb gets as buttons besides, which would have to meet small pieces far up: the others of two or three.
 * @param {Act[]} acts */
export function chooseThumbButtons(acts) {
  const asked = acts.filter((act) => !act.sure);
  const few = (asked.length === 2 || asked.length === 3) && asked.every((act) => act.label.length <= LONG);
  return few ? asked.filter((act) => !chooseButtons(acts).includes(act)) : [];
}

/** The pieces on which one may be laid. @param {Act[]} acts @param {string} piece @returns {Set<string>} */
export function findTargets(acts, piece) {
  return new Set(acts.map(listPieces).filter((own) => own.includes(piece)).flat().filter((one) => one !== piece));
}

/** Whether every piece of an action was picked, and it has several: who picked them has said what is meant.
 * @param {Act} act @param {string[]} picked */
export function namesAllPieces(act, picked) {
  const own = listPieces(act);
  return own.length > 1 && own.every((piece) => picked.includes(piece));
}

/** The one action that is left when a piece is picked beside others; null while there are several, or none.
 * @param {Act[]} acts @param {string[]} picked @param {string} piece */
export function findOnlyAction(acts, picked, piece) {
  const left = findWithPieces(acts, [...picked, piece]);
  return left.length === 1 ? left[0] : null;
}

/** What a click on a piece means. `picked` is what is picked after it; `act` is the one action left, to be done at once;
 * `why` is whether the click was refused: "ask" (say why), "anew" (they began another choice with this piece, and need not be told).
 * @param {Act[]} acts @param {string[]} picked @param {string} piece
 * @returns {{picked: string[], act: Act | null, why: "" | "ask" | "anew"}} */
export function interpretClick(acts, picked, piece) {
  if (picked.includes(piece)) return { picked: picked.filter((one) => one !== piece), act: null, why: "" };
  if (findWithPieces(acts, [...picked, piece]).length) {
    return { picked: [...picked, piece], act: findOnlyAction(acts, picked, piece), why: "" };
  }
  const others = picked.length ? findWithPieces(acts, [piece]) : [];
  // Only other pieces go there: the click was meant for the picked piece, and never exchanges it for them.
  if (others.length && others.every((one) => one.to === piece)) return { picked, act: null, why: "ask" };
  if (others.length) {
    return { picked: [piece], act: findOnlyAction(acts, [], piece), why: "anew" };
  }
  return { picked, act: null, why: "ask" };
}

/** What the small menu offers when these pieces are picked: the actions that need no more pieces, and how many others do.
 * Where all that is left differs in nothing that can be clicked, all of it is offered.
 * @param {Act[]} left @param {string[]} picked @returns {{exact: Act[], more: number}} */
export function chooseOffers(left, picked) {
  const first = left.length ? listPieces(left[0]) : [];
  const same = left.length > 1 && left.every((one) => {
    const own = listPieces(one);
    return own.length === first.length && own.every((piece) => first.includes(piece));
  });
  const exact = same ? left : left.filter((one) => listPieces(one).length === picked.length);
  return { exact, more: left.length - exact.length };
}

/** So many ways to go on are named each. */
export const FEW = 4;

/** What is asked when these pieces are picked, and no action is whole yet: the ways to go on that are named each with a
 * button (a few, or the only one of its kind), and the kinds of action of which there are many: for them a piece is chosen.
 * @param {Act[]} left @param {string[]} picked @returns {{ways: {act: Act, piece: string}[], kinds: string[]}} */
export function makeQuestion(left, picked) {
  const kind = (/** @type {Act} */ one) => one.group ?? "";
  const many = (/** @type {Act} */ one) => left.filter((other) => kind(other) === kind(one)).length;
  const named = left.length <= FEW ? left : left.filter((one) => many(one) === 1);
  const ways = named.slice(0, FEW).map((act) => ({ act, piece: listPieces(act).find((piece) => !picked.includes(piece)) ?? "" }));
  const others = left.filter((one) => !ways.some(({ act }) => act === one));
  return { ways, kinds: [...new Set(others.map(kind))].filter(Boolean) };
}

/** What is asked when these pieces are picked: for each kind of piece that the actions left still need, once. `asks` has the
 * questions by words of an action's name and by the beginning of a piece's id.
 * @param {Record<string, Record<string, string>>} asks @param {Act[]} left @param {string[]} picked @returns {string[]} */
export function asked(asks, left, picked) {
  const longest = (/** @type {Record<string, unknown>} */ of, /** @type {(key: string) => boolean} */ fits) => (
    Object.keys(of).filter(fits).sort((a, b) => b.length - a.length)[0] ?? "");
  const found = left.flatMap((act) => {
    const of = asks[longest(asks, (key) => ` ${act.name} `.includes(` ${key} `))] ?? {};
    const open = listPieces(act).filter((piece) => !picked.includes(piece)).map((piece) => piece.replace(/^p-/, ""));
    return (open.length ? open : [""]).map((piece) => of[longest(of, (key) => key !== "" && piece.startsWith(`${key}-`) || key === piece)] ?? "");
  });
  return [...new Set(found)].filter(Boolean);
}

/** The actions from one piece to another in this very direction, and else in any. @param {Act[]} acts
 * @param {string} from @param {string} to */
export function findDrops(acts, from, to) {
  return findWithPieces(acts, [from, to]).filter((one) => one.from === from && one.to === to);
}

/** The id of the question that comes before an action. @param {Act} act */
export const getQuestionId = (act) => `sure-${act.name.replace(/[^A-Za-z0-9_-]/g, "-")}`;
