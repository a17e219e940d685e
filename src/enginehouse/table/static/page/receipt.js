// @ts-check
// Checks a receipt in this browser, against the commitment that the browser saw when the player sat down.
import { readSeen } from "./commitments.js";
import { byId } from "./dom.js";
import { judge } from "../plain/receipts.js";

const box = byId("receipt");

byId("check")?.addEventListener("click", () => {
  const { table = "", secret = "", seed = "", salts = "", order = "" } = box?.dataset ?? {};
  const receipt = { secret, seed, salts: salts.split(" "), order: order ? order.split(" ").map(Number) : [] };
  const result = byId("checked");
  if (result) result.textContent = judge(receipt, readSeen(table)).join(" ");
});
