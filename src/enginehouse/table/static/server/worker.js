// @ts-check
// Shows a notification that it is your turn when the browser's push service sends a message. The message has no details
// of the game, because other people may see the screen. No page loads this script: the browser starts it.

const worker = /** @type {any} */ (globalThis);

worker.addEventListener("push", (/** @type {any} */ event) => {
  const body = "Open the table to play.";
  event.waitUntil(worker.registration.showNotification("Your turn", { body, tag: "turn", icon: new URL("assets/icon.svg", worker.registration.scope).href }));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(new URL("me/turn", worker.registration.scope).href));
});
