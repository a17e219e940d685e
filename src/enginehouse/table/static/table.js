// @ts-check
// The page of a table: what is shown, and how clicks on pieces become actions. It knows no game: the server sends what can be
// done, each action with the pieces by which it is taken up.
import { makeRoom, makeRoomForAll } from "./aloft.js";
import { click, dropped, FEW, having, isSpelled, onlyOne, piecesOf, questionId, targetsOf } from "./acts.js";
import { askAbout, isAsked, isRisky, markAsked } from "./asking.js";
import { catchUp, catchingUp, goOn } from "./catching.js";
import { byId, closest, the } from "./dom.js";
import { dragging, isDragging, stopDragging, wasDragged } from "./drag.js";
import { stage, unstage } from "./ending.js";
import { tellCue, tellFocus } from "./events.js";
import { applyBoard, fill } from "./frames.js";
import { asked, ownAddress, postJson } from "./http.js";
import { asksTwice } from "./habits.js";
import { enlarge, inspect, inspecting, review, shut, shutLoose, toClause } from "./inspect.js";
import { keys, list, nextLit, press, walking } from "./keys.js";
import { endingsOf, listOf } from "./list.js";
import { askWhich, fillMenu, goesOn, questionsOf } from "./menu.js";
import { pacing } from "./pace.js";
import { lookingBack, lookingBackAt, playAgain, stepBack, toNow } from "./past.js";
import { advise, forget } from "./hint.js";
import { leaveShown, unshow, would } from "./preview.js";
import { rove, stops } from "./roving.js";
import { clock, toast, untoast } from "./signs.js";
import { followAtOnce, receive, showAll, showingBy } from "./holding.js";
import { isReading, isTeaching, readOn, teach } from "./lesson.js";
import { later, now } from "./later.js";
import { listen } from "./stream.js";
import { notify } from "./notify.js";
import { meantBy, onlyInside, pieceAt } from "./taps.js";
import { tell } from "./telling.js";

/** @typedef {import("./types.d.ts").Act} Act */
/** @typedef {import("./types.d.ts").PageState} PageState */
/** @typedef {import("./types.d.ts").Message} Message */

const page = the("table");
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
let relist = false;
/** Whether the end has been shown in the middle. */
let staged = state.over;

// ---------------------------------------------------------------- pictures

/** @param {Message} message */
function take(message) {
  received = message.n;
  receive(message);
}

/** @param {Message} message */
function show(message) {
  if (message.regions || lookingBack()) now(); // what is whole must not be changed by what came before it
  const anew = message.n === number; // the same picture, whole: nothing has happened
  number = message.n;
  busy(false);
  page.dataset.frame = String(number);
  const was = state;
  state = message.state;
  if (!lookingBack()) page.dataset.late = "yes"; // until what stands beside the board says the same
  page.dataset.state = JSON.stringify(state);
  if (state.seat !== seat && was.seat === seat) {
    location.replace(ownAddress(`/t/${table}`)); // seats were drawn: the page of another one
    return;
  }
  if (lookingBack()) {
    ring(was);
    // The board shows what is over; the way back to now brings the whole picture.
    the("past-news").hidden = !state.acting;
    return;
  }
  if (!anew) unshow();
  if (was.decision !== state.decision || was.acting !== state.acting) untoast(); // it was said of what was shown then
  if (was.decision !== state.decision || !state.acting) {
    picked = [];
    askAbout();
    forget();
  }
  relist ||= was.decision !== state.decision;
  if (message.acts) {
    acts = message.acts;
    const told = JSON.stringify(acts);
    relist ||= told !== page.dataset.acts; // made anew, a button under a finger would be another one when it is let go
    page.dataset.acts = told;
  }
  const beside = applyBoard(message);
  if (message.tells) tell(message.tells);
  focus();
  if (!state.window) clock(0);
  settle();
  review();
  later(() => {
    ring(was);
    if (relist) fill(the("acts"), listOf(table, state, acts) ?? "");
    relist = false;
    markAsked();
    endings();
    beside();
    page.classList.toggle("has-ended", the("end").childElementCount > 0);
    requestAnimationFrame(makeRoomForAll); // when the page is laid out anyway
  }, was.decision !== state.decision || was.acting !== state.acting || was.over !== state.over);
  catchUp(message, state, () => {
    if (state.over) now();
    if (state.over && !staged) stage(true);
    staged = state.over;
  });
}

/** Say that it is this person's turn, or that the game is over, however the board is looked at. @param {PageState} was */
function ring(was) {
  const said = state.acting ? `● Your turn · ${title}` : title;
  if (document.title !== said) document.title = said;
  if (state.acting && !was.acting) {
    tellCue("turn");
    notify(title);
  }
  if (state.over && !was.over) tellCue("over");
}

showingBy(show);

if (table) lookingBackAt({
  leave() {
    showAll();
    now();
    goOn();
    letGo();
    unshow();
    shut();
    acts = [];
    settle();
  },
  number: () => received,
  back: take,
});

/** What ends something stands in the bar's menu. */
function endings() {
  byId("endings")?.replaceChildren(...endingsOf(acts));
}
endings();

/** Tell the board which part of it matters. */
function focus() {
  if (state.focus) tellFocus(state.focus);
}
customElements.whenDefined("pan-zoom").then(focus);

function turn() {
  if (!document.title.startsWith("●")) {
    tellCue("turn");
    notify(title);
  }
  document.title = `● Your turn · ${title}`;
}

/** What is said of a connection. @type {Record<import("./stream.js").Connection, string>} */
const SAID = {
  "": "",
  lost: "Connection lost. Reconnecting.",
  bad: "The connection is bad. Updates come a few seconds late.",
  parked: "This window updates every 15 seconds. Click it to follow live.",
};

/** @param {import("./stream.js").Connection} how */
function connection(how) {
  const sign = the("connection");
  if (sign.textContent === SAID[how]) return;
  sign.textContent = SAID[how];
  sign.hidden = !how;
  page.classList.toggle("adrift", how === "lost");
}

const stream = table ? listen(table, seat, { number: () => received, show: take, clock, turn, connection }) : null;

// ---------------------------------------------------------------- posting

const SLOW_MS = 150;
let slow = 0;

/** Marks and menu stay as they are until the next picture, and only what takes long is shown as being under way: to draw
 * the board for that would hold up the answer. Only the board is busy: a screen reader may keep quiet about live regions inside
 * of what is. @param {boolean} on */
function busy(on) {
  clearTimeout(slow);
  const board = the("board");
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
  const question = meaning?.sure && !really ? byId(questionId(meaning)) : null;
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
  leaveShown();
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
  if (catchingUp()) {
    goOn();
    return;
  }
  if (isReading()) {
    readFirst();
    return;
  }
  const first = !picked.length;
  const again = armed === piece && picked.includes(piece) ? onlyOne(acts, picked.filter((one) => one !== piece), piece) : null;
  armed = "";
  if (again) {
    askAbout(again.name);
    act(again.name);
    return;
  }
  askAbout();
  const meant = click(acts, picked, piece);
  if (meant.why === "ask" && finger && !byKey) inspect(piece, true); // a finger cannot hover: the card says why not, and more
  else if (meant.why === "ask") enlarge(piece).then((large) => { if (!large) ask(piece); });
  if (meant.why === "ask") return;
  picked = meant.picked;
  // Cards that are picked one after the other are each to be read before.
  const beside = byId(picked[0] ?? "")?.closest("#hand .layer");
  const touched = finger && !byKey && (first || Boolean(beside?.contains(byId(piece))));
  // What begins something else in the middle of a choice is announced before it is done: it may have been meant for the choice.
  const other = meant.why === "anew";
  if (meant.act && !touched && !other && !isSlip(meant.act) && !isTaught(meant.act)) act(meant.act.name);
  else {
    if (meant.act && !isTaught(meant.act)) arm(meant.act, piece);
    settle(byKey);
    if (meant.act) foresee(meant.act.name);
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
const isSlip = (one, chosen = picked) => asksBefore(one) || (asksTwice() && !isSpelled(one, chosen) && (chosen.length > 1 || isImplied(one, chosen[0])));

/** Whether all that was pointed at is what an action begins with, or where a piece of the hand goes. @param {Act} one @param {string} piece */
const isImplied = (one, piece) => one.from === piece || Boolean(one.from && byId(one.from)?.closest("#hand"));

/** Whether a lesson has still to teach pieces of an action: nothing else is open to the learner, and a first click would do it.
 * A finger's first touch shows the card and its button anyhow.
 * @param {Act} one @param {string[]} [chosen] what is picked then */
const isTaught = (one, chosen = picked) => !finger && piecesOf(one).length > 1 && !isSpelled(one, chosen) && isTeaching();

/** What a click on a piece would do. @param {string} piece @returns {import("./inspect.js").Click} */
function clicking(piece) {
  const none = { line: "", button: null, act: () => {} };
  const verb = finger ? "Tap" : "Click";
  if (!table || !acts.length || isReading()) return none;
  const others = picked.filter((one) => one !== piece);
  const left = having(acts, [...others, piece]);
  const one = left.length === 1 ? left[0] : null;
  if (one) {
    const twice = isSlip(one, [...others, piece]) && armed !== piece;
    if (isTaught(one, [...others, piece])) return { ...none, line: goesOn(verb, left, [...others, piece]) };
    return { line: `${verb}${twice ? " twice" : ""}: ${one.label}`, button: one, act: () => act(one.name) };
  }
  const ways = left.length <= FEW && !finger ? left.map((way) => way.label).join(" · ") : ""; // whose they are, too; a finger reads them in the menu
  return left.length ? { ...none, line: goesOn(verb, left, [...others, piece]), would: ways } : none;
}

/** Return why a piece cannot be clicked: the rule against it, or the question that the player has to answer first.
 * @param {string} piece @returns {Promise<import("./types.d.ts").Why | null>} */
async function whyNot(piece) {
  const told = await asked(`/t/${table}/why`, { seat, piece, picked: picked.join(" ") });
  const first = told && !told.clause && picked.length ? questionsOf(having(acts, picked), picked) : "";
  return first ? { ...told, sentence: first } : told;
}

/** Why not? @param {string} piece */
async function ask(piece) {
  if (!table) return;
  const then = number;
  untoast();
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
const marked = (name) => [...page.getElementsByClassName(name)].filter((one) => one.closest(".stage"));

/** Bring marks and menu in line with what is picked. @param {boolean} [byKey] */
function settle(byKey = false) {
  unshow();
  if (picked.length > 1) shut(); // what is shown now is what would come of it
  else if (picked.length) shutLoose();
  picked = picked.filter((piece) => byId(piece));
  const left = picked.length ? having(acts, picked) : [];
  const open = new Set(left.flatMap(piecesOf));
  page.classList.toggle("narrowed", picked.length > 0);
  for (const piece of new Set(["can", "picked", "next"].flatMap(marked))) {
    piece.classList.toggle("picked", picked.includes(piece.id));
    piece.classList.toggle("next", open.has(piece.id) && !picked.includes(piece.id));
    const pressed = String(picked.includes(piece.id));
    if (piece.classList.contains("can") && piece.getAttribute("aria-pressed") !== pressed) piece.setAttribute("aria-pressed", pressed);
  }
  menu(left, byKey);
  teach();
  makeRoom(the("pick"));
  rove(() => picked.length > 0);
}

/** The small menu: what can be done with exactly these pieces, and that others may follow. @param {Act[]} left @param {boolean} byKey */
function menu(left, byKey) {
  const box = the("pick");
  if (box.hidden && !picked.length) return;
  box.hidden = !picked.length;
  const found = picked.length ? fillMenu(box, left, picked, Boolean(armed), { choose: act, letGo }) : 0;
  markAsked();
  if (byKey && found) box.querySelector("button")?.focus();
}

// ---------------------------------------------------------------- what an action would do

let finger = false;

inspecting({
  pieceAt,
  clicking,
  holding: () => picked.length > 0,
  why: async (piece) => (table && state.acting && !lookingBack() ? whyNot(piece) : null),
  isTeaching,
  moment: () => `${page.dataset.at ?? ""} ${page.dataset.moment ?? ""} ${number}`,
});

/** @param {string} name */
function foresee(name) {
  if (!table || !state.preview) return;
  would(name, table, seat, state.decision);
}

/** The one action that is meant under the pointer or the focus. @param {Element | null} target */
function meant(target) {
  const button = /** @type {HTMLElement | null} */ (target?.closest("#pick button[data-preview]"));
  if (button) return button.dataset.preview ?? "";
  const listed = /** @type {HTMLButtonElement | null} */ (target?.closest("#acts button.act"));
  if (listed) return listed.value;
  const there = target?.closest(".stage .piece.can") ?? target?.closest(".stage .piece");
  const piece = there ? instead(there).id : "";
  if (!picked.includes(piece)) return onlyOne(acts, picked, piece)?.name ?? "";
  return armed === piece ? onlyOne(acts, picked.filter((one) => one !== piece), piece)?.name ?? "" : "";
}

/** Pieces with their boxes. @param {Element[]} pieces */
const boxed = (pieces) => pieces.map((piece) => ({ piece, box: piece.getBoundingClientRect() }));

/** Return what a click on a piece means while a choice is under way: the piece, or the only one in it that can be chosen next.
 * @param {Element} piece @param {Element[]} [next] */
function instead(piece, next = picked.length ? marked("next") : []) {
  if (!next.length || piece.matches(".can, .picked")) return piece;
  return onlyInside(boxed(next), piece.getBoundingClientRect()) ?? piece;
}

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    if (!state.preview || isDragging()) return;
    const name = meant(event.target instanceof Element ? event.target : null);
    if (name) foresee(name);
    else if (kind === "pointerover" && !finger) unshow();
  });
}
page.addEventListener("pointerdown", (event) => { finger = event.pointerType === "touch"; }, true);

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
const lit = () => stops(picked.length > 0);

/** The lit pieces that a tap could mean. @param {number} x @param {number} y @param {Element | null} under */
const tapped = (x, y, under) => meantBy(boxed(lit()), x, y, under);

page.addEventListener("click", (event) => {
  if (wasDragged()) return;
  const button = /** @type {HTMLButtonElement | null} */ (closest(event, "button"));
  const chosen = acts.find((one) => isAsked(one.name)) ?? onlyOne(acts, picked.slice(0, -1), picked.at(-1) ?? "");
  if (button && !isAsked(button.value)) askAbout(); // another button was clicked instead
  if (button?.classList.contains("act") && table) {
    if (button.hasAttribute("popovertarget")) return; // the browser opens the question
    event.preventDefault();
    act(button.value, true);
  } else if (button?.classList.contains("lesson-next")) {
    untoast();
    readOn();
  }
  else if (button?.dataset.tool) {
    event.preventDefault();
    picked = [];
    const { tool, answer } = button.dataset;
    if (tool === "hint") advise(table, seat, state, foresee, chosen?.name ?? "");
    else post(tool, answer === undefined ? { seat, decision: state.decision } : { seat, decision: state.decision, answer });
  } else if (closest(event, ".stage svg.sheet")) {
    const piece = event.detail === 0 ? closest(event, ".piece") : pieceAt(event.clientX, event.clientY);
    const near = finger && event.detail ? tapped(event.clientX, event.clientY, piece) : [];
    if (piece && lookingBack()) inspect(piece.id, true);
    else if (near.length > 1) {
      letGo();
      askWhich(the("pick"), near, pick, letGo);
      makeRoom(the("pick"));
    }
    else if (near.length) pick(near[0].id);
    else if (piece) pick(instead(piece).id);
    else if (!the("pick").hidden) letGo();
  }
});

/** @param {string} piece @param {string} aim */
function laid(piece, aim) {
  const straight = dropped(acts, piece, aim);
  picked = [piece];
  if (straight.length !== 1) pick(aim);
  else if (asksBefore(straight[0])) {
    picked = [piece, aim];
    arm(straight[0], aim);
    settle();
  } else act(straight[0].name);
}

dragging({
  page,
  pieceAt,
  aims: (piece) => targetsOf(acts, piece),
  begin() {
    picked = [];
    settle();
  },
  end: settle,
  laid,
  missed(piece, aim) {
    const there = byId(aim);
    const goals = [...targetsOf(acts, piece)].map(byId).filter((one) => one !== null);
    const inside = there && instead(there, goals);
    picked = [piece];
    if (inside && inside !== there) laid(piece, inside.id);
    else ask(aim).then(() => { picked = []; settle(); });
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
  if (unstage()) event.preventDefault();
  else if (!open && lookingBack()) toNow();
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

walking(page, { lit, take: (piece) => { if (!lookingBack()) pick(piece, true); } });
const skip = pacing({ table, seat, state: () => state });

if (table) keys({
  " ": skip,
  n: () => nextLit(lit().filter((one) => !picked.includes(one.id))),
  e() {
    const done = acts.find((one) => one.done && !one.sure);
    if (done) act(done.name);
  },
  z: () => press("[data-tool=undo]"),
  y: () => press("[data-tool=redo]"),
  a: list,
  c: toClause,
  m: () => press("#sound"),
  "?": () => the("help").togglePopover?.(),
  ",": () => stepBack(-1),
  ".": () => stepBack(1),
  l: playAgain,
});

for (const log of document.querySelectorAll(".log")) log.scrollTop = log.scrollHeight;
settle();
makeRoomForAll();
if (table && state.over) stage();
page.dataset.ready = "yes";
