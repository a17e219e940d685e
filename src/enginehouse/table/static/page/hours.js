// @ts-check
// Shows the server's UTC hours in the local time of this browser.

/** Return an hour in UTC as local time. @param {number} hour */
function formatLocalHour(hour) {
  const date = new Date();
  date.setUTCHours(hour, 0, 0, 0);
  return date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

for (const list of document.querySelectorAll("select[data-hours]")) {
  const hours = [...list.querySelectorAll("option")].filter((one) => one.value);
  for (const one of hours) one.textContent = `from ${formatLocalHour(Number(one.value))} (local time)`;
  list.append(...hours.sort((one, other) => (one.textContent ?? "").localeCompare(other.textContent ?? "")));
}
/** Write the quiet hours of a table in local time. */
function localize() {
  for (const one of document.querySelectorAll("[data-clock]")) {
    const utc = one.textContent ?? "";
    const local = utc.replace(/(\d+):00 to (\d+):00 UTC/, (_, from, to) => `${formatLocalHour(Number(from))} to ${formatLocalHour(Number(to))}, local time`);
    if (local !== utc) one.textContent = local;
  }
}

localize();
const seats = document.getElementById("seats");
if (seats) new MutationObserver(localize).observe(seats, { childList: true, subtree: true });
