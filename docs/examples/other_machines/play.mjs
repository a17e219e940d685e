// Play the same game as `play.c` with WebAssembly: `deno run --allow-read play.mjs build` (or `node play.mjs build`).
import { readFileSync } from "node:fs";
import process from "node:process";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const { load } = await import(new URL("rules.js", folder).href);
const about = JSON.parse(readFileSync(new URL("connect_four.json", folder), "utf-8"));
const rules = await load(readFileSync(new URL("connect_four.wasm", folder)), about);

let game = rules.newGame({ seats: 2, seed: [1, 2, 3, 4, 5, 6, 7, 8] });
const played = [];
for (let [seat] = rules.actors(game); seat !== undefined; [seat] = rules.actors(game)) {
  const bot = seat === 0 ? "steady" : "random";
  const code = rules.choose(rules.view(game, seat), seat, rules.legal(game, seat), { bot, seed: 100 + played.length });
  game = rules.apply(game, seat, code);
  played.push(code);
}
console.log(played.join(""));
console.log(`seat 0 is number ${rules.scores(game).ranks[0]} after ${played.length} moves`);
