// @ts-check
// Moves the code behind the # of a link into the form, and removes it from the address. Browsers never send that part.
import { byId } from "./dom.js";

const code = byId("code");
const letters = location.hash.slice(1);
if (code instanceof HTMLInputElement && letters) {
  code.value = letters;
  history.replaceState(null, "", location.pathname);
}
