// @ts-check
// Works on the legal actions that the server sends, and finds the action that a click means. It does not touch the
// page.

/** @typedef {import("../types.d.ts").Act} Act */

/** Return the pieces that a player clicks for an action: a set, or the start and the goal of a move. A plain button has
 * none.
 * @param {Act} act @returns {string[]} */
export const listPieces = (act) => (act.from && act.to ? [act.from, act.to] : act.pieces ?? []);

/** Return the actions that use all these pieces. @param {Act[]} acts @param {string[]} pieces */
export function findWithPieces(acts, pieces) {
  return acts.filter((one) => {
    const own = listPieces(one);
    return own.length > 0 && pieces.every((piece) => own.includes(piece));
  });
}

/** The maximum numbers of letters on a button beside another button, and on a button as wide as a phone. */
const SHORT = 24, LONG = 34;

/** Return the actions that get a button: those without a piece. If there are only two actions with short labels, and
 * just one of them has no piece, both get a button.
 * @param {Act[]} acts */
export function chooseButtons(acts) {
  const unconfirmed = acts.filter((act) => !act.sure);
  const free = unconfirmed.filter((act) => !listPieces(act).length);
  return free.length === 1 && unconfirmed.length === 2 && unconfirmed.every((act) => act.label.length <= SHORT) ? unconfirmed : free;
}

/** Return the actions that get an extra button on a phone, where small pieces are hard to hit: if there are two or three
 * actions, those without a button.
 * @param {Act[]} acts */
export function chooseThumbButtons(acts) {
  const unconfirmed = acts.filter((act) => !act.sure);
  const few = (unconfirmed.length === 2 || unconfirmed.length === 3) && unconfirmed.every((act) => act.label.length <= LONG);
  return few ? unconfirmed.filter((act) => !chooseButtons(acts).includes(act)) : [];
}

/** Return the pieces onto which a piece can be dragged. @param {Act[]} acts @param {string} piece @returns {Set<string>} */
export function findTargets(acts, piece) {
  return new Set(acts.map(listPieces).filter((own) => own.includes(piece)).flat().filter((one) => one !== piece));
}

/** Return whether an action has several pieces and all of them are picked, so the player has named the whole action.
 * @param {Act} act @param {string[]} picked */
export function namesAllPieces(act, picked) {
  const own = listPieces(act);
  return own.length > 1 && own.every((piece) => picked.includes(piece));
}

/** Return the only action that remains if a piece is picked too; `null` if several remain or there is none.
 * @param {Act[]} acts @param {string[]} picked @param {string} piece */
export function findOnlyAction(acts, picked, piece) {
  const remaining = findWithPieces(acts, [...picked, piece]);
  return remaining.length === 1 ? remaining[0] : null;
}

/** Return the result of a click on a piece. `picked` holds the pieces that are picked afterwards. `act` is the only
 * action that remains, which can be done at once. `why` is "ask" if the click was refused and the page should give the
 * reason, and "anew" if the click began another choice.
 * @param {Act[]} acts @param {string[]} picked @param {string} piece
 * @returns {{picked: string[], act: Act | null, why: "" | "ask" | "anew"}} */
export function interpretClick(acts, picked, piece) {
  if (picked.includes(piece)) return { picked: picked.filter((one) => one !== piece), act: null, why: "" };
  if (findWithPieces(acts, [...picked, piece]).length) {
    return { picked: [...picked, piece], act: findOnlyAction(acts, picked, piece), why: "" };
  }
  const others = picked.length ? findWithPieces(acts, [piece]) : [];
  // Only other pieces can go there. The player meant the picked piece, so it stays picked.
  if (others.length && others.every((one) => one.to === piece)) return { picked, act: null, why: "ask" };
  if (others.length) {
    return { picked: [piece], act: findOnlyAction(acts, [], piece), why: "anew" };
  }
  return { picked, act: null, why: "ask" };
}

/** Return the actions that the small menu offers for these pieces, and the number of actions that need more pieces. If
 * all remaining actions use the same pieces, it offers all of them.
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

/** The maximum number of ways to continue that get a button each. */
export const FEW = 4;

/** Return the next question while the picked pieces do not complete an action. `ways` are the actions that get a button:
 * a few, or the only action of its kind. `kinds` are the kinds with many actions, for which the player clicks a piece.
 * @param {Act[]} left @param {string[]} picked @returns {{ways: {act: Act, piece: string}[], kinds: string[]}} */
export function makeQuestion(left, picked) {
  const kind = (/** @type {Act} */ one) => one.group ?? "";
  const many = (/** @type {Act} */ one) => left.filter((other) => kind(other) === kind(one)).length;
  const named = left.length <= FEW ? left : left.filter((one) => many(one) === 1);
  const ways = named.slice(0, FEW).map((act) => ({ act, piece: listPieces(act).find((piece) => !picked.includes(piece)) ?? "" }));
  const others = left.filter((one) => !ways.some(({ act }) => act === one));
  return { ways, kinds: [...new Set(others.map(kind))].filter(Boolean) };
}

/** Return the game's questions for the picked pieces, one for each kind of piece that the remaining actions still need.
 * `asks` maps words of an action's name, and then the beginning of a piece's id, to a question.
 * @param {Record<string, Record<string, string>>} asks @param {Act[]} left @param {string[]} picked @returns {string[]} */
export function findQuestions(asks, left, picked) {
  const longest = (/** @type {Record<string, unknown>} */ of, /** @type {(key: string) => boolean} */ fits) => (
    Object.keys(of).filter(fits).sort((a, b) => b.length - a.length)[0] ?? "");
  const found = left.flatMap((act) => {
    const of = asks[longest(asks, (key) => ` ${act.name} `.includes(` ${key} `))] ?? {};
    const open = listPieces(act).filter((piece) => !picked.includes(piece)).map((piece) => piece.replace(/^p-/, ""));
    return (open.length ? open : [""]).map((piece) => of[longest(of, (key) => key !== "" && piece.startsWith(`${key}-`) || key === piece)] ?? "");
  });
  return [...new Set(found)].filter(Boolean);
}

/** Return the actions that move one piece onto another, in this direction only.
 * @param {Act[]} acts
 * @param {string} from @param {string} to */
export function findDrops(acts, from, to) {
  return findWithPieces(acts, [from, to]).filter((one) => one.from === from && one.to === to);
}

/** Return the id of the confirmation dialog of an action. @param {Act} act */
export const getQuestionId = (act) => `sure-${act.name.replace(/[^A-Za-z0-9_-]/g, "-")}`;
