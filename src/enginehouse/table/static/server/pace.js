// @ts-check
// Lets the player choose the pace in the bar's menu, and skip animations with a key.

import { byId } from "../page/dom.js";
import { goOn } from "../page/catching.js";
import { arrive } from "../page/motions.js";
import { storeSetting, getPace } from "../page/habits.js";
import { postJson } from "./http.js";
import { hush } from "../page/telling.js";

/** Enable the choice of the pace. Return a function that skips to the player's turn. If the player is alone at the
 * table, the server stores the pace too.
 * @param {{table: string, seat: number, state: () => import("../types.d.ts").PageState}} host */
export function enablePacing({ table, seat, state }) {
  const tellServer = (/** @type {string} */ how) => postJson(`/t/${table}/pace`, { seat, pace: how });
  const choice = /** @type {HTMLSelectElement | null} */ (byId("pace"));
  if (choice) {
    choice.value = getPace();
    choice.addEventListener("change", () => {
      storeSetting("pace", choice.value);
      if (state().alone) tellServer(choice.value);
    });
  }
  return () => {
    if (goOn()) return;
    arrive();
    hush();
    if (state().alone && !state().acting && !state().over) tellServer("skip");
  };
}
