// @ts-check
// Runs the page of a table: shows frames, and turns clicks on pieces into actions. It knows no game: the server sends
// the legal actions, each with its pieces.
import { makeRoom, makeRoomForAll } from "./page/aloft.js";
import { interpretClick, findDrops, FEW, findWithPieces, namesAllPieces, findOnlyAction, listPieces, getQuestionId, findTargets } from "./plain/acts.js";
import { askAbout, isAsked, isRisky, markAsked } from "./page/asking.js";
import { catchUp, isCatchingUp, goOn } from "./page/catching.js";
import { byId, closest, requireById } from "./page/dom.js";
import { enableDragging, isDragging, stopDragging, wasDragged } from "./page/drag.js";
import { showEnding, hideEnding } from "./page/ending.js";
import { tellCue, tellFocus } from "./page/events.js";
import { applyBoard, fill } from "./page/frames.js";
import { getOwnAddress } from "./plain/addresses.js";
import { fetchAnswer, postJson } from "./server/http.js";
import { asksTwice } from "./page/habits.js";
import { enlarge, inspect, enableCards, review, shut, shutHoverCard, focusClause } from "./server/inspect.js";
import { bindKeys, toggleList, goToNextLit, press, enableWalking } from "./page/keys.js";
import { makeEndingButtons, makeList } from "./page/list.js";
import { askWhich, fillMenu, isAskingWhich, describeNextStep, joinQuestions } from "./page/menu.js";
import { enablePacing } from "./server/pace.js";
import { isLookingBack, enableLookingBack, playAgain, stepBack, returnToNow } from "./server/past.js";
import { advise, ask, forget } from "./server/hint.js";
import { forgetShown, hidePreview, showPreview } from "./server/preview.js";
import { scheduleTabStop, findStops } from "./page/roving.js";
import { showClock, toast, hideToast } from "./page/signs.js";
import { followAtOnce, receive, showAll, setShow } from "./page/holding.js";
import { isReading, isTeaching, readOn, teach } from "./page/lesson.js";
import { runLater, runNow } from "./page/later.js";
import { listen } from "./server/stream.js";
import { notify } from "./server/notify.js";
import { findPiece } from "./page/pieces.js";
import { findMeantPieces, findOnlyInside } from "./plain/taps.js";
import { showTells } from "./page/telling.js";

/** @typedef {import("./types.d.ts").Act} Act */
/** @typedef {import("./types.d.ts").PageState} PageState */
/** @typedef {import("./types.d.ts").Message} Message */

const page = requireById("table");
const table = page.dataset.table ?? "";
const seat = Number(page.dataset.seat);
const title = document.title;
/** The values of this page that change. */
const current = {
  /** The number of the frame that is shown. */
  number: Number(page.dataset.frame),
  /** The number of the latest frame that has arrived. It may still wait to be shown. */
  received: Number(page.dataset.frame),
  /** The state of the frame that is shown. @type {PageState} */
  state: page.dataset.state
    ? JSON.parse(page.dataset.state)
    : { seat, decision: 0, acting: false, over: true, window: 0, drag: false, preview: false },
  /** The legal actions. @type {Act[]} */
  acts: JSON.parse(page.dataset.acts ?? "[]"),
  /** Whether the list of actions belongs to an earlier decision. */
  mustRelist: false,
  /** Whether the end was shown in the middle. */
  wasEndShown: false,
  /** The timer that marks the board as busy. */
  slow: 0,
  /** The decision for which an action was sent, or -1. */
  sent: -1,
  /** The pieces that the player has picked. @type {string[]} */
  picked: [],
  /** The piece whose next click confirms the announced action. */
  armed: "",
  /** Whether the player last touched the page with a finger. */
  isFinger: false,
};
current.wasEndShown = current.state.over;

// ---------------------------------------------------------------- frames

/** @param {Message} message */
function take(message) {
  current.received = message.n;
  receive(message);
}

/** @param {Message} message */
function show(message) {
  if (message.regions || isLookingBack()) runNow(); // Finish the tasks of earlier frames, which must not change a full frame.
  const anew = message.n === current.number; // A full frame with the same number means that nothing has happened.
  current.number = message.n;
  busy(false);
  page.dataset.frame = String(current.number);
  const was = current.state;
  current.state = message.state;
  if (!isLookingBack()) page.dataset.late = "yes"; // The mark stays until the area beside the board is updated too.
  page.dataset.state = JSON.stringify(current.state);
  if (current.state.seat !== seat && was.seat === seat) {
    location.replace(getOwnAddress(`/t/${table}`)); // The seats were drawn, so this page belongs to another player now.
    return;
  }
  if (isLookingBack()) {
    announceChange(was);
    // The board shows an earlier moment. The way back to now brings the full frame.
    requireById("past-news").hidden = !current.state.acting;
    return;
  }
  if (!anew) hidePreview();
  if (was.decision !== current.state.decision || was.acting !== current.state.acting) hideToast(); // The message belongs to an earlier decision.
  if (was.decision !== current.state.decision || !current.state.acting) {
    current.picked = [];
    requireById("pick").hidden = true;
    askAbout();
    forget();
  }
  current.mustRelist ||= was.decision !== current.state.decision;
  if (message.acts) {
    current.acts = message.acts;
    const actsText = JSON.stringify(current.acts);
    current.mustRelist ||= actsText !== page.dataset.acts; // Redraw only if something has changed, so that a button under a finger stays the same button.
    page.dataset.acts = actsText;
  }
  const beside = applyBoard(message);
  if (message.tells) showTells(message.tells);
  focus();
  if (!current.state.window) showClock(0);
  settle();
  review();
  runLater(() => {
    announceChange(was);
    if (current.mustRelist) fill(requireById("acts"), makeList(table, current.state, current.acts) ?? "");
    current.mustRelist = false;
    markAsked();
    drawEndings();
    beside();
    page.classList.toggle("has-ended", requireById("end").childElementCount > 0);
    requestAnimationFrame(makeRoomForAll); // The browser computes a layout then anyway.
  }, was.decision !== current.state.decision || was.acting !== current.state.acting || was.over !== current.state.over);
  catchUp(message, current.state, () => {
    if (current.state.over) runNow();
    if (current.state.over && !current.wasEndShown) showEnding(true);
    current.wasEndShown = current.state.over;
  });
}

/** Announce the player's turn or the end of the game, even while the board shows an earlier moment.
 * @param {PageState} was */
function announceChange(was) {
  const text = current.state.acting ? `● Your turn · ${title}` : title;
  if (document.title !== text) document.title = text;
  if (current.state.acting && !was.acting) {
    tellCue("turn");
    notify(title);
  }
  if (current.state.over && !was.over) tellCue("over");
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
    current.acts = [];
    settle();
  },
  number: () => current.received,
  back: take,
});

/** Put the actions that end something into the bar's menu. */
function drawEndings() {
  byId("endings")?.replaceChildren(...makeEndingButtons(current.acts));
}
drawEndings();

/** Send the part of the board that matters to the board. */
function focus() {
  if (current.state.focus) tellFocus(current.state.focus);
}
customElements.whenDefined("pan-zoom").then(focus);

function announceTurn() {
  if (!document.title.startsWith("●")) {
    tellCue("turn");
    notify(title);
  }
  document.title = `● Your turn · ${title}`;
}

/** The texts for the states of the connection. @type {Record<import("./server/stream.js").Connection, string>} */
const CONNECTION_TEXTS = {
  "": "",
  lost: "Connection lost. Reconnecting.",
  bad: "The connection is bad. Updates come a few seconds late.",
  parked: "This window updates every 15 seconds. Click it to follow live.",
};

/** @param {import("./server/stream.js").Connection} how */
function showConnection(how) {
  const sign = requireById("connection");
  if (sign.textContent === CONNECTION_TEXTS[how]) return;
  sign.textContent = CONNECTION_TEXTS[how];
  sign.hidden = !how;
  page.classList.toggle("adrift", how === "lost");
}

const stream = table ? listen(table, seat, { number: () => current.received, show: take, clock: showClock, turn: announceTurn, connection: showConnection }) : null;

// ---------------------------------------------------------------- posting

const SLOW_MS = 150;

/** Mark the board as busy if an answer takes long. Marks and menu stay as they are until the next frame, because drawing
 * the board would delay the answer. Only the board is busy: a screen reader may suppress live regions inside a busy
 * element.
 * @param {boolean} on */
function busy(on) {
  clearTimeout(current.slow);
  const board = requireById("board");
  if (on) {
    current.slow = window.setTimeout(() => {
      board.setAttribute("aria-busy", "true");
      settle();
    }, SLOW_MS);
  } else if (board.hasAttribute("aria-busy")) board.removeAttribute("aria-busy");
}

const POST_MS = 6000;

/** Explain that a page of the lesson must be read before an action. */
const readFirst = () => toast("Read this first, then press Next.");

/** Send a request to the table. Return whether it was accepted.
 * @param {string} address @param {Record<string, string | number>} fields */
async function post(address, fields) {
  busy(true);
  const answered = stream?.expect();
  try {
    const answer = await postJson(`/t/${table}/${address}`, fields, POST_MS);
    answered?.(answer.status === 204);
    if (answer.status === 204) return true;
    const reply = await answer.json();
    busy(false);
    if (reply.frame) take(reply.frame);
    else settle();
    toast(reply.error?.sentence ?? "That did not work.", reply.error?.clause);
  } catch {
    busy(false);
    settle();
    answered?.(false);
    stream?.lost();
    // The request may have arrived, and only its answer was lost. The next frame shows it.
    toast("Connection lost. Reconnecting. Your last move may be missing.");
  }
  return false;
}

/** Return whether an action has to be confirmed: it is risky, and there is another action. @param {Act} one */
const asksBefore = (one) => isRisky(one) && current.acts.some((other) => other !== one && !other.sure);

/** Do an action, once even after a double click. If no frame follows because the stream is away, the player can click
 * again, and the refusal brings a frame. Risky actions ask for a confirmation first.
 * @param {string} name @param {boolean} [really] */
async function act(name, really = false) {
  const before = current.state.decision;
  goOn();
  if (current.state.decision !== before) return; // Waiting frames were shown just now, and they brought another decision.
  if (isReading()) {
    readFirst();
    return;
  }
  const meaning = current.acts.find((one) => one.name === name);
  if (meaning && asksBefore(meaning) && !isAsked(name)) {
    askAbout(name);
    foresee(name);
    return;
  }
  const question = meaning?.sure && !really ? byId(getQuestionId(meaning)) : null;
  if (question) {
    letGo();
    if ("showPopover" in question) question.showPopover();
    else /** @type {Element} */ (question).scrollIntoView(); // Browsers without popovers show the dialog in the page.
    return;
  }
  const decision = current.state.decision;
  if (current.sent === decision) return;
  current.sent = decision;
  followAtOnce();
  const doing = post("act", { seat, decision, act: name });
  current.picked = [];
  forgetShown();
  shut();
  const wait = await doing ? 1500 : 0;
  window.setTimeout(() => { if (current.sent === decision) current.sent = -1; }, wait);
}

// ---------------------------------------------------------------- from pieces to actions

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
  const first = !current.picked.length;
  const again = current.armed === piece && current.picked.includes(piece) ? findOnlyAction(current.acts, current.picked.filter((one) => one !== piece), piece) : null;
  current.armed = "";
  if (again) {
    askAbout(again.name);
    act(again.name);
    return;
  }
  askAbout();
  const result = interpretClick(current.acts, current.picked, piece);
  if (result.why === "ask" && current.isFinger && !byKey) inspect(piece, true); // A finger cannot hover, so the card gives the reason.
  else if (result.why === "ask") enlarge(piece).then((large) => { if (!large) explain(piece); });
  if (result.why === "ask") return;
  current.picked = result.picked;
  // When cards are picked one after the other, the player reads each of them first.
  const beside = byId(current.picked[0] ?? "")?.closest("#hand .layer");
  const touched = current.isFinger && !byKey && (first || Boolean(beside?.contains(byId(piece))));
  // If a click begins another action in the middle of a choice, announce that action first: the click may have been
  // meant for the choice.
  const other = result.why === "anew";
  if (result.act && !touched && !other && !isSlip(result.act) && !isTaught(result.act)) act(result.act.name);
  else {
    if (result.act && !isTaught(result.act)) arm(result.act, piece);
    settle(byKey);
    if (result.act) foresee(result.act.name);
    if (touched && current.picked.length) inspect(piece, true);
  }
}

/** Announce an action. A second click on the piece, or a click on the action's button, does it.
 * @param {Act} one @param {string} piece */
function arm(one, piece) {
  current.armed = piece;
  askAbout(one.name);
}

/** Return whether a click only announces an action: if the action is risky, or if the player has not clicked all its
 * pieces (such as the only orientation of a tile, the only place of a figure, or the only card that can be played
 * there). The goal of a figure's move may be clicked alone.
 * @param {Act} one @param {string[]} [chosen] */
const isSlip = (one, chosen = current.picked) => asksBefore(one) || (asksTwice() && !namesAllPieces(one, chosen) && (chosen.length > 1 || isImplied(one, chosen[0])));

/** Return whether the player has clicked only the piece with which an action begins, or only the place to which a piece
 * of the hand goes.
 * @param {Act} one @param {string} piece */
const isImplied = (one, piece) => one.from === piece || Boolean(one.from && byId(one.from)?.closest("#hand"));

/** Return whether a lesson still teaches the pieces of an action. The learner has no other action, so a first click
 * would do it. On a touch screen the first tap shows the card and its button anyway.
 * @param {Act} one @param {string[]} [chosen] the pieces that are picked then */
const isTaught = (one, chosen = current.picked) => !current.isFinger && listPieces(one).length > 1 && !namesAllPieces(one, chosen) && isTeaching();

/** Return the result of a click on a piece. @param {string} piece @returns {import("./server/inspect.js").Click} */
function describeClick(piece) {
  const none = { line: "", button: null, act: () => {} };
  const verb = current.isFinger ? "Tap" : "Click";
  if (!table || !current.acts.length || isReading()) return none;
  const others = current.picked.filter((one) => one !== piece);
  const left = findWithPieces(current.acts, [...others, piece]);
  const one = left.length === 1 ? left[0] : null;
  if (one) {
    const twice = isSlip(one, [...others, piece]) && current.armed !== piece;
    if (isTaught(one, [...others, piece])) return { ...none, line: describeNextStep(verb, left, [...others, piece]) };
    return { line: `${verb}${twice ? " twice" : ""}: ${one.label}`, button: one, act: () => act(one.name) };
  }
  const ways = left.length <= FEW && !current.isFinger ? left.map((way) => way.label).join(" · ") : ""; // The labels also name the owners. On a touch screen the menu shows them.
  return left.length ? { ...none, line: describeNextStep(verb, left, [...others, piece]), would: ways } : none;
}

/** Return why a piece cannot be clicked: the rule against it, or the question that the player has to answer first.
 * @param {string} piece @returns {Promise<import("./types.d.ts").Why | null>} */
async function whyNot(piece) {
  const refusal = await fetchAnswer(`/t/${table}/why`, { seat, piece, picked: current.picked.join(" ") });
  const first = refusal && !refusal.clause && current.picked.length ? joinQuestions(findWithPieces(current.acts, current.picked), current.picked) : "";
  return first ? { ...refusal, sentence: first } : refusal;
}

/** Show why a piece cannot be clicked. @param {string} piece */
async function explain(piece) {
  if (!table) return;
  const then = current.number;
  hideToast();
  const refusal = await whyNot(piece);
  if (!refusal || current.number !== then) return; // A newer frame is on the page.
  const shaken = byId(piece);
  if (shaken && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
    shaken.animate([{ opacity: 1 }, { opacity: 0.45 }, { opacity: 1 }], { duration: 240 });
  }
  toast(refusal.sentence, refusal.clause, refusal.link);
}

/** Return the pieces with a class. A lookup by class is far faster than a selector, and each frame needs it.
 * @param {string} name */
const findMarked = (name) => [...page.getElementsByClassName(name)].filter((one) => one.closest(".stage"));

/** Update marks and menu for the picked pieces. @param {boolean} [byKey] */
function settle(byKey = false) {
  hidePreview();
  if (current.picked.length > 1) shut(); // From now on the preview is shown instead.
  else if (current.picked.length) shutHoverCard();
  current.picked = current.picked.filter((piece) => byId(piece));
  const left = current.picked.length ? findWithPieces(current.acts, current.picked) : [];
  const open = new Set(left.flatMap(listPieces));
  page.classList.toggle("narrowed", current.picked.length > 0);
  for (const piece of new Set(["can", "picked", "next"].flatMap(findMarked))) {
    piece.classList.toggle("picked", current.picked.includes(piece.id));
    piece.classList.toggle("next", open.has(piece.id) && !current.picked.includes(piece.id));
    const pressed = String(current.picked.includes(piece.id));
    if (piece.classList.contains("can") && piece.getAttribute("aria-pressed") !== pressed) piece.setAttribute("aria-pressed", pressed);
  }
  updateMenu(left, byKey);
  teach();
  makeRoom(requireById("pick"));
  scheduleTabStop(() => current.picked.length > 0);
}

/** Update the small menu with the actions for the picked pieces. @param {Act[]} left @param {boolean} byKey */
function updateMenu(left, byKey) {
  const box = requireById("pick");
  if (box.hidden && !current.picked.length) return;
  if (!current.picked.length && isAskingWhich(box)) return; // A frame that changes nothing for these pieces does not take the question away.
  box.hidden = !current.picked.length;
  const found = current.picked.length ? fillMenu(box, left, current.picked, Boolean(current.armed), { choose: act, letGo }) : 0;
  markAsked();
  if (byKey && found) box.querySelector("button")?.focus();
}

// ---------------------------------------------------------------- previews

enableCards({
  pieceAt: findPiece,
  clicking: describeClick,
  holding: () => current.picked.length > 0,
  why: async (piece) => (table && current.state.acting && !isLookingBack() ? whyNot(piece) : null),
  isTeaching,
  moment: () => `${page.dataset.at ?? ""} ${page.dataset.moment ?? ""} ${current.number}`,
});

/** @param {string} name */
function foresee(name) {
  if (!table || !current.state.preview) return;
  showPreview(name, table, seat, current.state.decision);
}

/** Return the name of the only action under the pointer or the focus, or an empty string. @param {Element | null} target */
function findMeant(target) {
  const button = /** @type {HTMLElement | null} */ (target?.closest("#pick button[data-preview]"));
  if (button) return button.dataset.preview ?? "";
  const listed = /** @type {HTMLButtonElement | null} */ (target?.closest("#acts button.act"));
  if (listed) return listed.value;
  const there = target?.closest(".stage .piece.can") ?? target?.closest(".stage .piece");
  const piece = there ? resolvePiece(there).id : "";
  if (!current.picked.includes(piece)) return findOnlyAction(current.acts, current.picked, piece)?.name ?? "";
  return current.armed === piece ? findOnlyAction(current.acts, current.picked.filter((one) => one !== piece), piece)?.name ?? "" : "";
}

/** Return pieces with their boxes. @param {Element[]} pieces */
const measureBoxes = (pieces) => pieces.map((piece) => ({ piece, box: piece.getBoundingClientRect() }));

/** Return the piece that a click means while a choice is under way: the piece itself, or the only next piece inside it.
 * @param {Element} piece @param {Element[]} [next] */
function resolvePiece(piece, next = current.picked.length ? findMarked("next") : []) {
  if (!next.length || piece.matches(".can, .picked")) return piece;
  return findOnlyInside(measureBoxes(next), piece.getBoundingClientRect()) ?? piece;
}

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    if (!current.state.preview || isDragging()) return;
    const name = findMeant(event.target instanceof Element ? event.target : null);
    if (name) foresee(name);
    else if (kind === "pointerover" && !current.isFinger) hidePreview();
  });
}
page.addEventListener("pointerdown", (event) => { current.isFinger = event.pointerType === "touch"; }, true);

function letGo() {
  current.armed = "";
  askAbout();
  const last = current.picked.at(-1);
  current.picked = [];
  requireById("pick").hidden = true;
  settle();
  if (last) byId(last)?.focus({ preventScroll: true });
}

// ---------------------------------------------------------------- mouse and finger

/** Return the pieces that can be chosen now. */
const findLit = () => findStops(current.picked.length > 0);

/** Return the lit pieces that a tap may mean. @param {number} x @param {number} y @param {Element | null} under */
const findTapped = (x, y, under) => findMeantPieces(measureBoxes(findLit()), x, y, under);

page.addEventListener("click", (event) => {
  if (wasDragged()) return;
  const button = /** @type {HTMLButtonElement | null} */ (closest(event, "button"));
  const chosen = current.acts.find((one) => isAsked(one.name)) ?? findOnlyAction(current.acts, current.picked.slice(0, -1), current.picked.at(-1) ?? "");
  if (button && !isAsked(button.value)) askAbout(); // The player has clicked another button instead.
  if (button?.classList.contains("act") && table) {
    if (button.hasAttribute("popovertarget")) return; // The browser opens the dialog.
    event.preventDefault();
    act(button.value, true);
  } else if (button?.classList.contains("lesson-next")) {
    hideToast();
    readOn();
  }
  else if (button?.dataset.tool) {
    event.preventDefault();
    current.picked = [];
    const { tool, answer } = button.dataset;
    if (tool === "hint") advise(table, seat, current.state, foresee, chosen?.name ?? "");
    else if (tool === "plan") ask(table, seat, current.state, answer ?? "");
    else post(tool, answer === undefined ? { seat, decision: current.state.decision } : { seat, decision: current.state.decision, answer });
  } else if (closest(event, ".stage svg.sheet")) {
    const piece = event.detail === 0 ? closest(event, ".piece") : findPiece(event.clientX, event.clientY);
    const near = current.isFinger && event.detail ? findTapped(event.clientX, event.clientY, piece) : [];
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
  const straight = findDrops(current.acts, piece, aim);
  current.picked = [piece];
  if (straight.length !== 1) pick(aim);
  else if (asksBefore(straight[0])) {
    current.picked = [piece, aim];
    arm(straight[0], aim);
    settle();
  } else act(straight[0].name);
}

enableDragging({
  page,
  pieceAt: findPiece,
  aims: (piece) => findTargets(current.acts, piece),
  begin() {
    current.picked = [];
    settle();
  },
  end: settle,
  laid: dropPiece,
  missed(piece, aim) {
    const there = byId(aim);
    const goals = [...findTargets(current.acts, piece)].map(byId).filter((one) => one !== null);
    const inside = there && resolvePiece(there, goals);
    current.picked = [piece];
    if (inside && inside !== there) dropPiece(piece, inside.id);
    else explain(aim).then(() => { current.picked = []; settle(); });
  },
});

// ---------------------------------------------------------------- keyboard

// Listen on the whole document: after a mouse click on a piece, no element has the focus.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector(".sure:popover-open, .help:popover-open")) return; // The browser closes these dialogs itself.
  const open = shut();
  for (const one of document.querySelectorAll("details.list[open], details.bar-menu[open], details.legend[open]")) {
    if (one.contains(document.activeElement)) one.querySelector("summary")?.focus();
    one.removeAttribute("open");
  }
  if (hideEnding()) event.preventDefault();
  else if (!open && isLookingBack()) returnToNow();
  if (!stopDragging() && requireById("pick").hidden) return;
  letGo();
  event.preventDefault();
});

// A menu of the bar lies over the board, so a click outside closes it.
document.addEventListener("pointerdown", (event) => {
  for (const one of document.querySelectorAll("details.bar-menu[open], details.legend[open]")) {
    if (!one.contains(/** @type {Node} */ (event.target))) one.removeAttribute("open");
  }
});

enableWalking(page, { lit: findLit, take: (piece) => { if (!isLookingBack()) pick(piece, true); } });
const skip = enablePacing({ table, seat, state: () => current.state });

if (table) bindKeys({
  " ": skip,
  n: () => goToNextLit(findLit().filter((one) => !current.picked.includes(one.id))),
  e() {
    const done = current.acts.find((one) => one.done && !one.sure);
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
if (table && current.state.over) showEnding();
page.dataset.ready = "yes";
