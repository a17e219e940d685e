// @ts-check
// Filters the items of a page: only items that have all the words stay visible.

for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-filters]"))) {
  const box = /** @type {HTMLElement} */ (field.closest(".filter"));
  const items = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(field.dataset.filters ?? "")]);
  const texts = items.map((item) => (item.textContent ?? "").toLowerCase());
  const count = box.querySelector("output");
  box.hidden = false;
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    items.forEach((item, k) => {
      item.hidden = !words.every((word) => texts[k].includes(word));
      if (!item.hidden) found += 1;
    });
    document.body.classList.toggle("filtered", words.length > 0);
    if (words.length) box.previousElementSibling?.scrollIntoView({ block: "start" });
    if (count) count.textContent = words.length ? `${found} of ${items.length}` : "";
  });
}
