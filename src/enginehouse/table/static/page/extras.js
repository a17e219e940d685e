// @ts-check
// Adds extras around the board: pan and zoom, a link to copy, and a sound for your turn. The game can be played without
// them.
import { onCue, onFocus, onSound, tellZoom } from "./events.js";
import { playBell, SOUNDS } from "./sounds.js";

/** Zooms the board with the wheel or two fingers, and pans it with a single finger. It keeps its own state, so new
 * frames do not reset it. */
class PanZoom extends HTMLElement {
  scale = 1;
  x = 0;
  y = 0;
  /** The part of the board that matters, and the area in which it lies. @type {number[] | null} */
  matter = null;
  /** Whether the view follows the part of a growing board that matters. The last button turns this on, and a second
   * press shows the whole board. */
  following = false;
  /** @type {Map<number, {x: number, y: number}>} */
  fingers = new Map();
  panned = false;

  connectedCallback() {
    const box = document.createElement("div");
    box.className = "zoom-buttons";
    for (const [label, factor, name] of /** @type {[string, number, string][]} */ ([["+", 1.4, "Zoom in"], ["−", 1 / 1.4, "Zoom out"], ["⤢", 0, "Whole board"]])) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = label;
      button.title = name;
      button.setAttribute("aria-label", name);
      button.addEventListener("click", () => {
        const { width, height } = this.getBoundingClientRect();
        if (factor) this.zoom(factor, width / 2, height / 2);
        else if (this.matter && this.scale < 1.01) {
          this.following = true;
          this.follow(this.matter);
        } else {
          this.following = false;
          this.reset();
        }
      });
      box.append(button);
    }
    // The buttons stand in the bar, where they cover no piece: all of them on a wide window, and a single button on a
    // phone, where two fingers zoom. Otherwise they stand in a corner of the board while it is zoomed.
    const bar = matchMedia("(hover: hover) and (min-width: 60rem), (max-width: 40rem)").matches ? document.querySelector(".bar .gap") : null;
    if (bar) bar.before(box);
    else this.append(box);
    onFocus((part) => this.follow(part));
    this.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const frame = this.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY / 300), event.clientX - frame.left, event.clientY - frame.top);
    }, { passive: false });
    this.addEventListener("pointerdown", (event) => this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY }));
    // Listen on the document: it gets the event after the page, which may drag a piece, and also outside the board.
    document.addEventListener("pointermove", (event) => this.move(event));
    for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) {
      document.addEventListener(kind, (event) => {
        this.fingers.delete(event.pointerId);
        window.setTimeout(() => { this.panned = false; }, 50);
      });
    }
    // A pan moves the pieces along, so the pointer is released over the piece that it pressed. That is no click on the
    // piece.
    this.addEventListener("click", (event) => { if (this.panned) event.stopPropagation(); }, true);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const was = this.fingers.get(event.pointerId);
    if (!was) return;
    if (document.querySelector(".dragging")) {
      this.fingers.delete(event.pointerId);
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    const frame = this.getBoundingClientRect();
    if (this.fingers.size === 2) {
      const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
      const before = Math.hypot(was.x - other.x, was.y - other.y) || 1;
      const after = Math.hypot(now.x - other.x, now.y - other.y) || 1;
      this.zoom(after / before, (now.x + other.x) / 2 - frame.left, (now.y + other.y) / 2 - frame.top);
    } else if (this.scale > 1.01) {
      if (!this.panned && Math.hypot(now.x - was.x, now.y - was.y) < 8) return; // The page starts a drag after the same distance.
      this.panned = true;
      this.following = false;
      this.x += now.x - was.x;
      this.y += now.y - was.y;
      this.place();
    }
    this.fingers.set(event.pointerId, now);
  }

  /** @param {number} factor @param {number} x @param {number} y */
  zoom(factor, x, y) {
    this.following = false;
    const scale = Math.min(5, Math.max(1, this.scale * factor));
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.place();
  }

  /** Show the part of the board that matters, if the player has turned this on. @param {number[]} part */
  follow(part) {
    this.matter = part;
    this.classList.add("follows");
    if (!this.following) return;
    const { width, height } = this.getBoundingClientRect();
    const [x, y, wide, high, left, top, all] = part;
    this.scale = Math.min(5, all / Math.max(wide, high));
    const per = (Math.min(width, height) / all) * this.scale;
    this.x = width / 2 - (x + wide / 2 - left) * per - Math.max(0, (width - height) / 2) * this.scale;
    this.y = height / 2 - (y + high / 2 - top) * per - Math.max(0, (height - width) / 2) * this.scale;
    this.place();
  }

  reset() {
    this.scale = 1;
    this.x = this.y = 0;
    this.place();
  }

  place() {
    const { width, height } = this.getBoundingClientRect();
    this.x = Math.min(0, Math.max(width * (1 - this.scale), this.x));
    this.y = Math.min(0, Math.max(height * (1 - this.scale), this.y));
    const board = /** @type {HTMLElement} */ (this.querySelector("#board"));
    board.style.transformOrigin = "0 0";
    board.style.transform = this.scale === 1 ? "" : `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.classList.toggle("zoomed", this.scale > 1.01);
    tellZoom();
  }
}
customElements.define("pan-zoom", PanZoom);

/** Shows the address of this page, for sending it to others. */
class CopyLink extends HTMLElement {
  connectedCallback() {
    const address = location.origin + location.pathname;
    const field = document.createElement("input");
    field.readOnly = true;
    field.value = address;
    field.setAttribute("aria-label", "Address of this table");
    field.addEventListener("focus", () => field.select());
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      field.select();
      try {
        // Browsers hide the clipboard from pages loaded over plain HTTP.
        if (navigator.clipboard) await navigator.clipboard.writeText(address);
        else document.execCommand("copy");
        button.textContent = "Copied";
      } catch { field.focus(); }
    });
    this.replaceChildren(field, button);
  }
}
customElements.define("copy-link", CopyLink);

// ---------------------------------------------------------------- cues

const sound = document.getElementById("sound");
let isLoud = false;
try { isLoud = localStorage.getItem("sound") === "on"; } catch { /* Private windows have no storage. */ }

function drawLabel() {
  sound?.setAttribute("aria-pressed", String(isLoud));
}
drawLabel();

sound?.addEventListener("click", () => {
  isLoud = !isLoud;
  try { localStorage.setItem("sound", isLoud ? "on" : "off"); } catch { /* Private windows have no storage. */ }
  drawLabel();
  if (isLoud) playBell(880);
});

onCue((cue) => {
  if (!isLoud) return;
  playBell(740);
  if (cue === "over") playBell(988, 0.18);
  navigator.vibrate?.(60);
});

// Browsers allow no sound before the first click or key on a page, and report an error in their console.
onSound((name) => { if (isLoud && navigator.userActivation?.hasBeenActive !== false) SOUNDS[name]?.(); });
