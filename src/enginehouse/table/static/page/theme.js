// @ts-check
// Sets the light or dark theme: the player's choice in this browser, or else the system's. It runs before the page is
// painted.
const storedTheme = (() => {
  try { return localStorage.getItem("theme"); } catch { return null; }
})();
try { document.documentElement.dataset.chat = localStorage.getItem("chat") ?? ""; } catch { /* Private windows have no storage. */ }
if (storedTheme === "light" || storedTheme === "dark") document.documentElement.dataset.theme = storedTheme;
// The server marks the page after a first cookie, to see whether the browser keeps it. The mark should not be passed on with the address.
const query = new URLSearchParams(location.search);
if (query.has("came")) {
  query.delete("came");
  history.replaceState(history.state, "", location.pathname + (query.size ? `?${query}` : "") + location.hash);
}
document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || !event.target.closest("#theme")) return;
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* Private windows have no storage. */ }
});
