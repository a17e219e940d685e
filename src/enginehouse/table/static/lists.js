// @ts-check
// Lists of the page whose items have ids (the pieces of a layer, the lines of the log), brought into a new order.

/** The next item of a list that is more than a passer-by. @param {Element | null} item */
function next(item) {
  while (item && item.classList.contains("passing")) item = item.nextElementSibling;
  return item;
}

/** Put the items of a list in order. `find` gives the item with an id wherever it is, `make` one that is new; without
 * either an id is passed over. What stands right already is not touched, or its animations would end.
 * @param {Element} list @param {string[]} ids @param {(id: string) => Element | null} find @param {(id: string) => Element | null} make */
export function arrange(list, ids, find, make) {
  let at = next(list.firstElementChild);
  for (const id of ids) {
    const item = find(id) ?? make(id);
    if (!item) continue;
    if (item === at) at = next(at.nextElementSibling);
    else if (item.isConnected && "moveBefore" in list) /** @type {any} */ (list).moveBefore(item, at);
    else list.insertBefore(item, at);
  }
}

/** The items of a list that are not among these; passers-by go by themselves. @param {Element} list @param {string[]} ids */
export function gone(list, ids) {
  const kept = new Set(ids);
  return [...list.children].filter((item) => !item.classList.contains("passing") && !kept.has(item.id));
}
