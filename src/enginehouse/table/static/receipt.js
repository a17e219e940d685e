// @ts-check
// Checks a receipt in this browser: the secret, the seed that secret and salts make, and that one's own salt is among them.
import { byId } from "./dom.js";
import { sha256 } from "./sha256.js";

const button = byId("check");
const told = byId("checked");
const box = byId("receipt");

function mine() {
  try { return localStorage.getItem(`salt ${box?.dataset.commitment}`); } catch { return null; }
}

button?.addEventListener("click", () => {
  const { secret = "", commitment = "", seed = "", salts = "" } = box?.dataset ?? {};
  const list = salts.split(" ");
  const own = mine();
  const said = [];
  said.push(sha256(secret) === commitment ? "The secret is the one to which the table had bound itself." : "WRONG: this is not the secret to which the table had bound itself.");
  said.push(sha256(["enginehouse deal 1", secret, ...list].join("\n")) === seed ? "The deal was made of it and of the salts." : "WRONG: the deal was not made of it and of these salts.");
  if (own) said.push(list.includes(own) ? "The salt of this browser is among them." : "WRONG: the salt of this browser is not among them.");
  else said.push("This browser has added no salt.");
  if (told) told.textContent = said.join(" ");
});
