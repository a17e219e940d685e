// @ts-check
// Holds the state of a table's page: the frame that is shown, the legal actions and the picked pieces.

import { requireById } from "./dom.js";

export const page = requireById("table");
export const table = page.dataset.table ?? "";
export const seat = Number(page.dataset.seat);
/** The values of this page that change. */
export const current = {
  /** The number of the frame that is shown. */
  number: Number(page.dataset.frame),
  /** The number of the latest frame that has arrived. It may still wait to be shown. */
  received: Number(page.dataset.frame),
  /** The state of the frame that is shown. @type {import("../types.d.ts").PageState} */
  state: page.dataset.state
    ? JSON.parse(page.dataset.state)
    : { seat, decision: 0, acting: false, over: true, window: 0, drag: false, preview: false },
  /** The legal actions. @type {import("../types.d.ts").Act[]} */
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
