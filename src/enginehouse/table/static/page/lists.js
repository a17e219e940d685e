// @ts-check
// Brings the items of a list into a new order. The items have ids: the pieces of a layer, or the lines of the log.

/** Put an item before another item. If the browser can, move it without removing it from the page.
 * @param {Element} list @param {Element} item @param {Element | null} before */
function putBefore(list, item, before) {
  if (item.isConnected && "moveBefore" in list) /** @type {any} */ (list).moveBefore(item, before);
  else list.insertBefore(item, before);
}

/** Put the items of a list in order. `find` returns the item with an id wherever it is, and `make` creates a new item.
 * An id for which both return `null` is skipped. Items in the right place are not touched: their animations would end,
 * and the browser would lay out the list again. For the same reason items without an id in the list, such as the oldest
 * log line, are skipped, and so are leaving pieces.
 * @param {Element} list @param {string[]} ids @param {(id: string) => Element | null} find @param {(id: string) => Element | null} make */
export function arrange(list, ids, find, make) {
  const kept = new Set(ids);
  const next = (/** @type {Element | null} */ item) => {
    while (item && (item.classList.contains("passing") || !kept.has(item.id))) item = item.nextElementSibling;
    return item;
  };
  let at = next(list.firstElementChild);
  for (const id of ids) {
    const item = find(id) ?? make(id);
    if (!item) continue;
    if (item === at) at = next(at.nextElementSibling);
    else putBefore(list, item, at);
  }
}

/** Move an item to the end of its list, above all others. @param {Element} list @param {Element} item */
export function moveToTop(list, item) {
  if (item.nextElementSibling) putBefore(list, item, null);
}

/** Return the items of a list whose ids are not in the new order. Leaving pieces do not count.
 * @param {Element} list @param {string[]} ids */
export function findRemoved(list, ids) {
  const kept = new Set(ids);
  return [...list.children].filter((item) => !item.classList.contains("passing") && !kept.has(item.id));
}
