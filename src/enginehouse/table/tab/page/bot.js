// @ts-check
/** The worker of one game's bots. It has the game's module alone, and chooses one action at a time. */
// @ts-ignore  (a file of the built folder)
import { load } from "./bots/rules.js";

/** @param {string} address @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function unpack(address) {
  const packed = /** @type {ReadableStream<any>} */ ((await fetch(address)).body);
  return new Uint8Array(await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

const file = new URL("./bots/", import.meta.url).href + self.name;
const rules = (async () => {
  const about = JSON.parse(new TextDecoder().decode(await unpack(`${file}.json.bin`)));
  return load(await unpack(`${file}.wasm.bin`), about);
})();

self.onmessage = async ({ data }) => {
  const { number, bot, view, seat, legal, seed } = data;
  try {
    postMessage({ number, choice: (await rules).think(view, seat, legal, { bot, seed }) });
  } catch (error) {
    postMessage({ number, error: String(error instanceof Error ? error.message : error) });
  }
};
