// @ts-check
// Lists of the page whose items have ids (the pieces of a layer, the lines of the log), brought into a new order.

/** Put an item where it belongs; where browsers can, it does not leave the page for that. @param {Element} list @param {Element} item @param {Element | null} before */
function putBefore(list, item, before) {
  if (item.isConnected && "moveBefore" in list) /** @type {any} */ (list).moveBefore(item, before);
  else list.insertBefore(item, before);
}

/** Put the items of a list in order. `find` gives the item with an id wherever it is, `make` one that is new; without
 * either an id is passed over. What stands right already is not touched, or its animations would end, and all of it would be laid
 * out again; so what is wanted no more (the oldest line of a log) is passed, as passers-by are.
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

/** Put an item over all others of its list. @param {Element} list @param {Element} item */
export function moveToTop(list, item) {
  if (item.nextElementSibling) putBefore(list, item, null);
}

/** The items of a list that are not among these; passers-by go by themselves. @param {Element} list @param {string[]} ids */
export function findRemoved(list, ids) {
  const kept = new Set(ids);
  return [...list.children].filter((item) => !item.classList.contains("passing") && !kept.has(item.id));
}
