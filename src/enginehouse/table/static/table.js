// @ts-check
// The page of a table: what is shown, and how clicks on pieces become actions. It knows no game: the server sends what can be
// done, each action with the pieces by which it is taken up.
import { makeRoom, makeRoomForAll } from "./aloft.js";
import { interpretClick, findDrops, FEW, findWithPieces, namesAllPieces, findOnlyAction, listPieces, getQuestionId, findTargets } from "./acts.js";
import { askAbout, isAsked, isRisky, markAsked } from "./asking.js";
import { catchUp, isCatchingUp, goOn } from "./catching.js";
import { byId, closest, requireById } from "./dom.js";
import { enableDragging, isDragging, stopDragging, wasDragged } from "./drag.js";
import { showEnding, hideEnding } from "./ending.js";
import { tellCue, tellFocus } from "./events.js";
import { applyBoard, fill } from "./frames.js";
import { fetchAnswer, getOwnAddress, postJson } from "./http.js";
import { asksTwice } from "./habits.js";
import { enlarge, inspect, enableCards, review, shut, shutHoverCard, focusClause } from "./inspect.js";
import { bindKeys, toggleList, goToNextLit, press, enableWalking } from "./keys.js";
import { makeEndingButtons, makeList } from "./list.js";
import { askWhich, fillMenu, describeNextStep, joinQuestions } from "./menu.js";
import { enablePacing } from "./pace.js";
import { isLookingBack, enableLookingBack, playAgain, stepBack, returnToNow } from "./past.js";
import { advise, forget } from "./hint.js";
import { forgetShown, hidePreview, showPreview } from "./preview.js";
import { scheduleTabStop, findStops } from "./roving.js";
import { showClock, toast, hideToast } from "./signs.js";
import { followAtOnce, receive, showAll, setShow } from "./holding.js";
import { isReading, isTeaching, readOn, teach } from "./lesson.js";
import { runLater, runNow } from "./later.js";
import { listen } from "./stream.js";
import { notify } from "./notify.js";
import { findMeantPieces, findOnlyInside, findPiece } from "./taps.js";
import { showTells } from "./telling.js";

/** @typedef {import("./types.d.ts").Act} Act */
/** @typedef {import("./types.d.ts").PageState} PageState */
/** @typedef {import("./types.d.ts").Message} Message */

const page = requireById("table");
const table = page.dataset.table ?? "";
const seat = Number(page.dataset.seat);
const title = document.title;
let number = Number(page.dataset.frame);
/** The number of the latest picture that has come; it may wait to be shown. */
let received = number;
/** @type {PageState} */
let state = page.dataset.state
  ? JSON.parse(page.dataset.state)
  : { seat, decision: 0, acting: false, over: true, window: 0, drag: false, preview: false };
/** What can be done now. @type {Act[]} */
let acts = JSON.parse(page.dataset.acts ?? "[]");
/** Whether the list of actions is still of another picture. */
let mustRelist = false;
/** Whether the end has been shown in the middle. */
let wasEndShown = state.over;

// ---------------------------------------------------------------- pictures

/** @param {Message} message */
function take(message) {
  received = message.n;
  receive(message);
}

/** @param {Message} message */
function show(message) {
  if (message.regions || isLookingBack()) runNow(); // what is whole must not be changed by what came before it
  const anew = message.n === number; // the same picture, whole: nothing has happened
  number = message.n;
  busy(false);
  page.dataset.frame = String(number);
  const was = state;
  state = message.state;
  if (!isLookingBack()) page.dataset.late = "yes"; // until what stands beside the board says the same
  page.dataset.state = JSON.stringify(state);
  if (state.seat !== seat && was.seat === seat) {
    location.replace(getOwnAddress(`/t/${table}`)); // seats were drawn: the page of another one
    return;
  }
  if (isLookingBack()) {
    announceChange(was);
    // The board shows what is over; the way back to now brings the whole picture.
    requireById("past-news").hidden = !state.acting;
    return;
  }
  if (!anew) hidePreview();
  if (was.decision !== state.decision || was.acting !== state.acting) hideToast(); // it was said of what was shown then
  if (was.decision !== state.decision || !state.acting) {
    picked = [];
    askAbout();
    forget();
  }
  mustRelist ||= was.decision !== state.decision;
  if (message.acts) {
    acts = message.acts;
    const told = JSON.stringify(acts);
    mustRelist ||= told !== page.dataset.acts; // made anew, a button under a finger would be another one when it is let go
    page.dataset.acts = told;
  }
  const beside = applyBoard(message);
  if (message.tells) showTells(message.tells);
  focus();
  if (!state.window) showClock(0);
  settle();
  review();
  runLater(() => {
    announceChange(was);
    if (mustRelist) fill(requireById("acts"), makeList(table, state, acts) ?? "");
    mustRelist = false;
    markAsked();
    drawEndings();
    beside();
    page.classList.toggle("has-ended", requireById("end").childElementCount > 0);
    requestAnimationFrame(makeRoomForAll); // when the page is laid out anyway
  }, was.decision !== state.decision || was.acting !== state.acting || was.over !== state.over);
  catchUp(message, state, () => {
    if (state.over) runNow();
    if (state.over && !wasEndShown) showEnding(true);
    wasEndShown = state.over;
  });
}

/** Say that it is this person's turn, or that the game is over, however the board is looked at. @param {PageState} was */
function announceChange(was) {
  const said = state.acting ? `● Your turn · ${title}` : title;
  if (document.title !== said) document.title = said;
  if (state.acting && !was.acting) {
    tellCue("turn");
    notify(title);
  }
  if (state.over && !was.over) tellCue("over");
}

setShow(show);

if (table) enableLookingBack({
  leave() {
    showAll();
    runNow();
    goOn();
    letGo();
    hidePreview();
    shut();
    acts = [];
    settle();
  },
  number: () => received,
  back: take,
});

/** What ends something stands in the bar's menu. */
function drawEndings() {
  byId("endings")?.replaceChildren(...makeEndingButtons(acts));
}
drawEndings();

/** Tell the board which part of it matters. */
function focus() {
  if (state.focus) tellFocus(state.focus);
}
customElements.whenDefined("pan-zoom").then(focus);

function announceTurn() {
  if (!document.title.startsWith("●")) {
    tellCue("turn");
    notify(title);
  }
  document.title = `● Your turn · ${title}`;
}

/** What is said of a connection. @type {Record<import("./stream.js").Connection, string>} */
const CONNECTION_TEXTS = {
  "": "",
  lost: "Connection lost. Reconnecting.",
  bad: "The connection is bad. Updates come a few seconds late.",
  parked: "This window updates every 15 seconds. Click it to follow live.",
};

/** @param {import("./stream.js").Connection} how */
function showConnection(how) {
  const sign = requireById("connection");
  if (sign.textContent === CONNECTION_TEXTS[how]) return;
  sign.textContent = CONNECTION_TEXTS[how];
  sign.hidden = !how;
  page.classList.toggle("adrift", how === "lost");
}

const stream = table ? listen(table, seat, { number: () => received, show: take, clock: showClock, turn: announceTurn, connection: showConnection }) : null;

// ---------------------------------------------------------------- posting

const SLOW_MS = 150;
let slow = 0;

/** Marks and menu stay as they are until the next picture, and only what takes long is shown as being under way: to draw
 * the board for that would hold up the answer. Only the board is busy: a screen reader may keep quiet about live regions inside
 * of what is. @param {boolean} on */
function busy(on) {
  clearTimeout(slow);
  const board = requireById("board");
  if (on) {
    slow = window.setTimeout(() => {
      board.setAttribute("aria-busy", "true");
      settle();
    }, SLOW_MS);
  } else if (board.hasAttribute("aria-busy")) board.removeAttribute("aria-busy");
}

const POST_MS = 6000;

/** Say that a lesson has a page to read before anything is done. */
const readFirst = () => toast("Read this first, then press Next.");

/** Whether it was done. @param {string} what @param {Record<string, string | number>} fields */
async function post(what, fields) {
  busy(true);
  const answered = stream?.expect();
  try {
    const answer = await postJson(`/t/${table}/${what}`, fields, POST_MS);
    answered?.(answer.status === 204);
    if (answer.status === 204) return true;
    const told = await answer.json();
    busy(false);
    if (told.frame) take(told.frame);
    else settle();
    toast(told.error?.sentence ?? "That did not work.", told.error?.clause);
  } catch {
    busy(false);
    settle();
    answered?.(false);
    stream?.lost();
    // The request may have arrived, and only its answer was lost. The next picture shows it.
    toast("Connection lost. Reconnecting. Your last move may be missing.");
  }
  return false;
}

let sent = -1;

/** Whether an action has to be confirmed: it is risky, and there is another one. @param {Act} one */
const asksBefore = (one) => isRisky(one) && acts.some((other) => other !== one && !other.sure);

/** Do it, once: what is clicked twice is meant once. If no picture comes of it (the stream is away), it can be clicked
 * again: the refusal then brings one. What cannot be undone is asked first. @param {string} name @param {boolean} [really] */
async function act(name, really = false) {
  const before = state.decision;
  goOn();
  if (state.decision !== before) return; // pictures that waited have come, and with them another question
  if (isReading()) {
    readFirst();
    return;
  }
  const meaning = acts.find((one) => one.name === name);
  if (meaning && asksBefore(meaning) && !isAsked(name)) {
    askAbout(name);
    foresee(name);
    return;
  }
  const question = meaning?.sure && !really ? byId(getQuestionId(meaning)) : null;
  if (question) {
    letGo();
    if ("showPopover" in question) question.showPopover();
    else /** @type {Element} */ (question).scrollIntoView(); // where browsers know no popover the question stands there already
    return;
  }
  const decision = state.decision;
  if (sent === decision) return;
  sent = decision;
  followAtOnce();
  const doing = post("act", { seat, decision, act: name });
  picked = [];
  forgetShown();
  shut();
  const wait = await doing ? 1500 : 0;
  window.setTimeout(() => { if (sent === decision) sent = -1; }, wait);
}

// ---------------------------------------------------------------- from pieces to actions

/** The pieces chosen so far. @type {string[]} */
let picked = [];
/** The piece whose next click does what its first one only announced. */
let armed = "";

/** @param {string} piece @param {boolean} [byKey] */
function pick(piece, byKey = false) {
  if (isCatchingUp()) {
    goOn();
    return;
  }
  if (isReading()) {
    readFirst();
    return;
  }
  const first = !picked.length;
  const again = armed === piece && picked.includes(piece) ? findOnlyAction(acts, picked.filter((one) => one !== piece), piece) : null;
  armed = "";
  if (again) {
    askAbout(again.name);
    act(again.name);
    return;
  }
  askAbout();
  const findMeant = interpretClick(acts, picked, piece);
  if (findMeant.why === "ask" && isFinger && !byKey) inspect(piece, true); // a finger cannot hover: the card says why not, and more
  else if (findMeant.why === "ask") enlarge(piece).then((large) => { if (!large) explain(piece); });
  if (findMeant.why === "ask") return;
  picked = findMeant.picked;
  // Cards that are picked one after the other are each to be read before.
  const beside = byId(picked[0] ?? "")?.closest("#hand .layer");
  const touched = isFinger && !byKey && (first || Boolean(beside?.contains(byId(piece))));
  // What begins something else in the middle of a choice is announced before it is done: it may have been meant for the choice.
  const other = findMeant.why === "anew";
  if (findMeant.act && !touched && !other && !isSlip(findMeant.act) && !isTaught(findMeant.act)) act(findMeant.act.name);
  else {
    if (findMeant.act && !isTaught(findMeant.act)) arm(findMeant.act, piece);
    settle(byKey);
    if (findMeant.act) foresee(findMeant.act.name);
    if (touched && picked.length) inspect(piece, true);
  }
}

/** Announce an action: a second click on the piece, or one on the action's button, does it. @param {Act} one @param {string} piece */
function arm(one, piece) {
  armed = piece;
  askAbout(one.name);
}

/** Whether a click is announced first: on a risky action, and on one of which a piece is left that nobody has pointed at (the only
 * way round in which a tile can lie, the only place where a figure can go, the only card that can be played there). Where a figure
 * goes may be pointed at alone. @param {Act} one @param {string[]} [chosen] */
const isSlip = (one, chosen = picked) => asksBefore(one) || (asksTwice() && !namesAllPieces(one, chosen) && (chosen.length > 1 || isImplied(one, chosen[0])));

/** Whether all that was pointed at is what an action begins with, or where a piece of the hand goes. @param {Act} one @param {string} piece */
const isImplied = (one, piece) => one.from === piece || Boolean(one.from && byId(one.from)?.closest("#hand"));

/** Whether a lesson has still to teach pieces of an action: nothing else is open to the learner, and a first click would do it.
 * A finger's first touch shows the card and its button anyhow.
 * @param {Act} one @param {string[]} [chosen] what is picked then */
const isTaught = (one, chosen = picked) => !isFinger && listPieces(one).length > 1 && !namesAllPieces(one, chosen) && isTeaching();

/** What a click on a piece would do. @param {string} piece @returns {import("./inspect.js").Click} */
function describeClick(piece) {
  const none = { line: "", button: null, act: () => {} };
  const verb = isFinger ? "Tap" : "Click";
  if (!table || !acts.length || isReading()) return none;
  const others = picked.filter((one) => one !== piece);
  const left = findWithPieces(acts, [...others, piece]);
  const one = left.length === 1 ? left[0] : null;
  if (one) {
    const twice = isSlip(one, [...others, piece]) && armed !== piece;
    if (isTaught(one, [...others, piece])) return { ...none, line: describeNextStep(verb, left, [...others, piece]) };
    return { line: `${verb}${twice ? " twice" : ""}: ${one.label}`, button: one, act: () => act(one.name) };
  }
  const ways = left.length <= FEW && !isFinger ? left.map((way) => way.label).join(" · ") : ""; // whose they are, too; a finger reads them in the menu
  return left.length ? { ...none, line: describeNextStep(verb, left, [...others, piece]), would: ways } : none;
}

/** Return why a piece cannot be clicked: the rule against it, or the question that the player has to answer first.
 * @param {string} piece @returns {Promise<import("./types.d.ts").Why | null>} */
async function whyNot(piece) {
  const told = await fetchAnswer(`/t/${table}/why`, { seat, piece, picked: picked.join(" ") });
  const first = told && !told.clause && picked.length ? joinQuestions(findWithPieces(acts, picked), picked) : "";
  return first ? { ...told, sentence: first } : told;
}

/** Why not? @param {string} piece */
async function explain(piece) {
  if (!table) return;
  const then = number;
  hideToast();
  const told = await whyNot(piece);
  if (!told || number !== then) return; // the picture has moved on
  const shaken = byId(piece);
  if (shaken && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
    shaken.animate([{ opacity: 1 }, { opacity: 0.45 }, { opacity: 1 }], { duration: 240 });
  }
  toast(told.sentence, told.clause, told.link);
}

/** The pieces with a mark. A lookup by class is far quicker than a selector, and this is asked with every picture.
 * @param {string} name */
const findMarked = (name) => [...page.getElementsByClassName(name)].filter((one) => one.closest(".stage"));

/** Bring marks and menu in line with what is picked. @param {boolean} [byKey] */
function settle(byKey = false) {
  hidePreview();
  if (picked.length > 1) shut(); // what is shown now is what would come of it
  else if (picked.length) shutHoverCard();
  picked = picked.filter((piece) => byId(piece));
  const left = picked.length ? findWithPieces(acts, picked) : [];
  const open = new Set(left.flatMap(listPieces));
  page.classList.toggle("narrowed", picked.length > 0);
  for (const piece of new Set(["can", "picked", "next"].flatMap(findMarked))) {
    piece.classList.toggle("picked", picked.includes(piece.id));
    piece.classList.toggle("next", open.has(piece.id) && !picked.includes(piece.id));
    const pressed = String(picked.includes(piece.id));
    if (piece.classList.contains("can") && piece.getAttribute("aria-pressed") !== pressed) piece.setAttribute("aria-pressed", pressed);
  }
  updateMenu(left, byKey);
  teach();
  makeRoom(requireById("pick"));
  scheduleTabStop(() => picked.length > 0);
}

/** The small menu: what can be done with exactly these pieces, and that others may follow. @param {Act[]} left @param {boolean} byKey */
function updateMenu(left, byKey) {
  const box = requireById("pick");
  if (box.hidden && !picked.length) return;
  box.hidden = !picked.length;
  const found = picked.length ? fillMenu(box, left, picked, Boolean(armed), { choose: act, letGo }) : 0;
  markAsked();
  if (byKey && found) box.querySelector("button")?.focus();
}

// ---------------------------------------------------------------- what an action would do

let isFinger = false;

enableCards({
  pieceAt: findPiece,
  clicking: describeClick,
  holding: () => picked.length > 0,
  why: async (piece) => (table && state.acting && !isLookingBack() ? whyNot(piece) : null),
  isTeaching,
  moment: () => `${page.dataset.at ?? ""} ${page.dataset.moment ?? ""} ${number}`,
});

/** @param {string} name */
function foresee(name) {
  if (!table || !state.preview) return;
  showPreview(name, table, seat, state.decision);
}

/** The one action that is meant under the pointer or the focus. @param {Element | null} target */
function meant(target) {
  const button = /** @type {HTMLElement | null} */ (target?.closest("#pick button[data-preview]"));
  if (button) return button.dataset.preview ?? "";
  const listed = /** @type {HTMLButtonElement | null} */ (target?.closest("#acts button.act"));
  if (listed) return listed.value;
  const there = target?.closest(".stage .piece.can") ?? target?.closest(".stage .piece");
  const piece = there ? resolvePiece(there).id : "";
  if (!picked.includes(piece)) return findOnlyAction(acts, picked, piece)?.name ?? "";
  return armed === piece ? findOnlyAction(acts, picked.filter((one) => one !== piece), piece)?.name ?? "" : "";
}

/** Pieces with their boxes. @param {Element[]} pieces */
const measureBoxes = (pieces) => pieces.map((piece) => ({ piece, box: piece.getBoundingClientRect() }));

/** Return what a click on a piece means while a choice is under way: the piece, or the only one in it that can be chosen next.
 * @param {Element} piece @param {Element[]} [next] */
function resolvePiece(piece, next = picked.length ? findMarked("next") : []) {
  if (!next.length || piece.matches(".can, .picked")) return piece;
  return findOnlyInside(measureBoxes(next), piece.getBoundingClientRect()) ?? piece;
}

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    if (!state.preview || isDragging()) return;
    const name = meant(event.target instanceof Element ? event.target : null);
    if (name) foresee(name);
    else if (kind === "pointerover" && !isFinger) hidePreview();
  });
}
page.addEventListener("pointerdown", (event) => { isFinger = event.pointerType === "touch"; }, true);

function letGo() {
  armed = "";
  askAbout();
  const last = picked.at(-1);
  picked = [];
  settle();
  if (last) byId(last)?.focus({ preventScroll: true });
}

// ---------------------------------------------------------------- mouse and finger

/** The pieces that matter now. */
const findLit = () => findStops(picked.length > 0);

/** The lit pieces that a tap could mean. @param {number} x @param {number} y @param {Element | null} under */
const findTapped = (x, y, under) => findMeantPieces(measureBoxes(findLit()), x, y, under);

page.addEventListener("click", (event) => {
  if (wasDragged()) return;
  const button = /** @type {HTMLButtonElement | null} */ (closest(event, "button"));
  const chosen = acts.find((one) => isAsked(one.name)) ?? findOnlyAction(acts, picked.slice(0, -1), picked.at(-1) ?? "");
  if (button && !isAsked(button.value)) askAbout(); // another button was clicked instead
  if (button?.classList.contains("act") && table) {
    if (button.hasAttribute("popovertarget")) return; // the browser opens the question
    event.preventDefault();
    act(button.value, true);
  } else if (button?.classList.contains("lesson-next")) {
    hideToast();
    readOn();
  }
  else if (button?.dataset.tool) {
    event.preventDefault();
    picked = [];
    const { tool, answer } = button.dataset;
    if (tool === "hint") advise(table, seat, state, foresee, chosen?.name ?? "");
    else post(tool, answer === undefined ? { seat, decision: state.decision } : { seat, decision: state.decision, answer });
  } else if (closest(event, ".stage svg.sheet")) {
    const piece = event.detail === 0 ? closest(event, ".piece") : findPiece(event.clientX, event.clientY);
    const near = isFinger && event.detail ? findTapped(event.clientX, event.clientY, piece) : [];
    if (piece && isLookingBack()) inspect(piece.id, true);
    else if (near.length > 1) {
      letGo();
      askWhich(requireById("pick"), near, pick, letGo);
      makeRoom(requireById("pick"));
    }
    else if (near.length) pick(near[0].id);
    else if (piece) pick(resolvePiece(piece).id);
    else if (!requireById("pick").hidden) letGo();
  }
});

/** @param {string} piece @param {string} aim */
function dropPiece(piece, aim) {
  const straight = findDrops(acts, piece, aim);
  picked = [piece];
  if (straight.length !== 1) pick(aim);
  else if (asksBefore(straight[0])) {
    picked = [piece, aim];
    arm(straight[0], aim);
    settle();
  } else act(straight[0].name);
}

enableDragging({
  page,
  pieceAt: findPiece,
  aims: (piece) => findTargets(acts, piece),
  begin() {
    picked = [];
    settle();
  },
  end: settle,
  laid: dropPiece,
  missed(piece, aim) {
    const there = byId(aim);
    const goals = [...findTargets(acts, piece)].map(byId).filter((one) => one !== null);
    const inside = there && resolvePiece(there, goals);
    picked = [piece];
    if (inside && inside !== there) dropPiece(piece, inside.id);
    else explain(aim).then(() => { picked = []; settle(); });
  },
});

// ---------------------------------------------------------------- keyboard

// Wherever the focus is: who has picked a piece with the mouse has it nowhere.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector(".sure:popover-open, .help:popover-open")) return; // the browser shuts those
  const open = shut();
  for (const one of document.querySelectorAll("details.list[open], details.bar-menu[open], details.legend[open]")) {
    if (one.contains(document.activeElement)) one.querySelector("summary")?.focus();
    one.removeAttribute("open");
  }
  if (hideEnding()) event.preventDefault();
  else if (!open && isLookingBack()) returnToNow();
  if (!stopDragging() && !picked.length) return;
  letGo();
  event.preventDefault();
});

// A menu of the bar lies over the board: who goes on there needs it no more.
document.addEventListener("pointerdown", (event) => {
  for (const one of document.querySelectorAll("details.bar-menu[open], details.legend[open]")) {
    if (!one.contains(/** @type {Node} */ (event.target))) one.removeAttribute("open");
  }
});

enableWalking(page, { lit: findLit, take: (piece) => { if (!isLookingBack()) pick(piece, true); } });
const skip = enablePacing({ table, seat, state: () => state });

if (table) bindKeys({
  " ": skip,
  n: () => goToNextLit(findLit().filter((one) => !picked.includes(one.id))),
  e() {
    const done = acts.find((one) => one.done && !one.sure);
    if (done) act(done.name);
  },
  z: () => press("[data-tool=undo]"),
  y: () => press("[data-tool=redo]"),
  a: toggleList,
  c: focusClause,
  m: () => press("#sound"),
  "?": () => requireById("help").togglePopover?.(),
  ",": () => stepBack(-1),
  ".": () => stepBack(1),
  l: playAgain,
});

for (const log of document.querySelectorAll(".log")) log.scrollTop = log.scrollHeight;
settle();
makeRoomForAll();
if (table && state.over) showEnding();
page.dataset.ready = "yes";
