// @ts-check
// Runs the page of a table: shows the frames of the server, and listens to mouse, finger and keyboard. It knows no game.

import { makeRoom, makeRoomForAll } from "./page/aloft.js";
import { askAbout, isAsked, markAsked } from "./page/asking.js";
import { goOn, catchUp } from "./page/catching.js";
import { current, page, seat, table } from "./page/current.js";
import { byId, requireById, closest } from "./page/dom.js";
import { enableDragging, isDragging, stopDragging, wasDragged } from "./page/drag.js";
import { showEnding, hideEnding } from "./page/ending.js";
import { tellCue, tellFocus } from "./page/events.js";
import { applyBoard, fill } from "./page/frames.js";
import { showAll, setShow } from "./page/holding.js";
import { bindKeys, toggleList, goToNextLit, press, enableWalking } from "./page/keys.js";
import { runLater, runNow } from "./page/later.js";
import { isTeaching, readOn } from "./page/lesson.js";
import { makeEndingButtons, makeList } from "./page/list.js";
import { askWhich } from "./page/menu.js";
import { findPiece } from "./page/pieces.js";
import { findStops } from "./page/roving.js";
import { showClock, hideToast } from "./page/signs.js";
import { showTells } from "./page/telling.js";
import { findOnlyAction, findTargets } from "./plain/acts.js";
import { getOwnAddress } from "./plain/addresses.js";
import { findMeantPieces } from "./plain/taps.js";
import { act, pick, describeClick, settle, letGo, foresee, findMeant, resolvePiece, dropPiece, measureBoxes, explain, whyNot } from "./server/picking.js";
import { advise, ask, forget } from "./server/hint.js";
import { inspect, enableCards, review, shut, focusClause } from "./server/inspect.js";
import { notify } from "./server/notify.js";
import { enablePacing } from "./server/pace.js";
import { isLookingBack, enableLookingBack, playAgain, stepBack, returnToNow } from "./server/past.js";
import { markBusy, post, setHost, take } from "./server/posting.js";
import { hidePreview } from "./server/preview.js";
import { listen } from "./server/stream.js";

/** @typedef {import("./types.d.ts").PageState} PageState */
/** @typedef {import("./types.d.ts").Message} Message */

const title = document.title;

// ---------------------------------------------------------------- frames

/** Show a frame. @param {Message} message */
function show(message) {
  if (message.regions || isLookingBack()) runNow(); // Finish the tasks of earlier frames, which must not change a full frame.
  const anew = message.n === current.number; // A full frame with the same number means that nothing has happened.
  current.number = message.n;
  markBusy(false);
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

setHost({ settle, stream });

enableCards({
  pieceAt: findPiece,
  clicking: describeClick,
  holding: () => current.picked.length > 0,
  why: async (piece) => (table && current.state.acting && !isLookingBack() ? whyNot(piece) : null),
  isTeaching,
  moment: () => `${page.dataset.at ?? ""} ${page.dataset.moment ?? ""} ${current.number}`,
});

// ---------------------------------------------------------------- mouse and finger

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    if (!current.state.preview || isDragging()) return;
    const name = findMeant(event.target instanceof Element ? event.target : null);
    if (name) foresee(name);
    else if (kind === "pointerover" && !current.isFinger) hidePreview();
  });
}
page.addEventListener("pointerdown", (event) => { current.isFinger = event.pointerType === "touch"; }, true);

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
