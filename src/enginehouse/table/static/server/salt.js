// @ts-check
// Adds this browser's own salt to a setup to which the table has committed itself, and stores both for the receipt. The
// salt is drawn when the form is sent, so only the salt of the form that was used is stored.
import { newSalt, remember, rememberForPromise, rememberForTable } from "../page/commitments.js";

const PATIENCE_MS = 3000;

/** Return the id of a table from its address: the text after `/t/`. @param {string} address */
const parseTable = (address) => /\/t\/(\w+)/.exec(new URL(address, location.href).pathname)?.[1] ?? "";

/** @param {HTMLFormElement} form @param {string} name */
function findField(form, name) {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement ? found : null;
}

/** Request the commitment of a rematch, fill it in and send the form.
 * @param {HTMLFormElement} form @param {HTMLInputElement} promise @param {HTMLInputElement} salt */
async function sendBound(form, promise, salt) {
  try {
    const answer = await fetch(new URL("promise", form.action), { signal: AbortSignal.timeout(PATIENCE_MS) });
    const made = await answer.json();
    promise.value = made.promise;
    salt.value = newSalt();
    rememberForPromise(made.promise, { commitment: made.commitment, salt: salt.value });
  } catch {
    // Without a commitment the rematch begins anyway, and this browser adds no salt.
  }
  form.submit();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  const salt = findField(form, "salt"), promise = findField(form, "promise");
  if (!salt) return;
  // The lobby has a single form for all games. The button has the table and its commitment.
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const commitment = button?.dataset.commitment ?? salt.dataset.commitment ?? "";
  if (commitment) {
    salt.value = newSalt();
    if (promise) rememberForPromise(promise.value, { commitment, salt: salt.value });
    else remember(parseTable(button?.formAction || form.action), { commitment, salt: salt.value });
  } else if (promise && event.submitter?.getAttribute("name") !== "deal") {
    event.preventDefault();
    void sendBound(form, promise, salt);
  }
});

// If the browser shows a page again after its form was sent, treat its form as new.
addEventListener("pageshow", (event) => {
  for (const key of event.persisted ? document.querySelectorAll("input[name=key]") : []) key.setAttribute("value", newSalt());
});

const opened = new URLSearchParams(location.search).get("opened");
if (opened) {
  rememberForTable(parseTable(location.href), opened);
  history.replaceState(history.state, "", location.pathname);
}
