// @ts-check
// The letters of a link stand behind the # of the address, which is never sent: they go into the form, and out of the address.
import { byId } from "./dom.js";

const code = byId("code");
const told = location.hash.slice(1);
if (code instanceof HTMLInputElement && told) {
  code.value = told;
  history.replaceState(null, "", location.pathname);
}
