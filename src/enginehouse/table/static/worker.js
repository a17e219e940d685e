// @ts-check
// Shows a notification that it is one's turn when the browser's push service says so. It brings nothing with it and is told nothing:
// what a screen shows to whoever passes by is nobody's hand. Loaded by no page; the browser starts it.

const worker = /** @type {any} */ (globalThis);

worker.addEventListener("push", (/** @type {any} */ event) => {
  const body = "Open the table to play.";
  event.waitUntil(worker.registration.showNotification("Your turn", { body, tag: "turn", icon: new URL("assets/icon.svg", worker.registration.scope).href }));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(new URL("me/turn", worker.registration.scope).href));
});
