// @ts-check
// The page of a receipt: checks it in this browser, against the commitment that this browser saw when its person sat down.
import { readSeen } from "./commitments.js";
import { byId } from "./dom.js";
import { judge } from "./receipts.js";

const box = byId("receipt");

byId("check")?.addEventListener("click", () => {
  const { table = "", secret = "", seed = "", salts = "", order = "" } = box?.dataset ?? {};
  const receipt = { secret, seed, salts: salts.split(" "), order: order ? order.split(" ").map(Number) : [] };
  const result = byId("checked");
  if (result) result.textContent = judge(receipt, readSeen(table)).join(" ");
});
