// @ts-check
// Hides the options of a new table that have no effect with the chosen seats and options, and asks for a seat of one's own.

const form = document.querySelector("form.new-table");

/** Return the number of seats that are taken or open. @param {Element} form */
const countSeats = (form) => [...form.querySelectorAll("select[name^=seat-]")].filter((one) => one instanceof HTMLSelectElement && one.value !== "none").length;

/** Let the browser refuse to send the form while no seat is for the person who opens the table. @param {Element} form */
function checkSeats(form) {
  const seats = [...form.querySelectorAll("select[name^=seat-]")].filter((one) => one instanceof HTMLSelectElement);
  seats[0]?.setCustomValidity(seats.some((one) => one.value === "me") ? "" : "Keep one seat for yourself: choose “Me” here.");
}

/** Return the chosen value of an option. @param {Element} form @param {string} name */
const readOption = (form, name) => {
  const found = form.querySelector(`input[name="option-${name}"]:checked`);
  return found instanceof HTMLInputElement ? found.value : "";
};

/** Show the options that have an effect, and check the seats. @param {Element} form */
function settle(form) {
  checkSeats(form);
  for (const one of form.querySelectorAll("fieldset[data-seats], fieldset[data-when]")) {
    if (!(one instanceof HTMLFieldSetElement)) continue;
    const counts = one.dataset.seats?.split(" ") ?? [];
    const [name, ...values] = one.dataset.when?.split(" ") ?? [];
    one.hidden = (counts.length > 0 && !counts.includes(String(countSeats(form)))) || Boolean(name && !values.includes(readOption(form, name)));
  }
}

if (form) {
  form.addEventListener("change", () => settle(form));
  addEventListener("pageshow", () => settle(form)); // A browser restores the chosen values when it goes back.
  settle(form);
}
