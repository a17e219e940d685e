// node play.mjs FOLDER GAME: read a task (JSON) from standard input, do it with a WebAssembly module, print the result.
// The task: {runs: [{numbers, games, seed, bound, at_once}], choices: [{view, seat, legal, bot, seed}]}; a view is base64.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import process from "node:process";

const [folder, name] = process.argv.slice(2);
const { load } = await import(pathToFileURL(`${folder}/rules.js`).href);
const about = JSON.parse(readFileSync(`${folder}/${name}.json`, "utf-8"));
const bytes = readFileSync(`${folder}/${name}.wasm`);
const task = JSON.parse(readFileSync(0, "utf-8"));
const began = performance.now();
const rules = await load(bytes, about);
const load_ms = performance.now() - began;

/** Play the games of a run, and return the number of actions and the hash of all final records (`at_once`: of the last). */
function play({ numbers, games, seed, bound, at_once }) {
  const calls = at_once ? 1 : games, each = games / calls;
  const size = rules.size("record"), fields = about.types.room.fields, digest = createHash("sha256");
  const states = rules.place("two", 2 * size), room = rules.place("room", rules.size("room"));
  const events = rules.place("events", rules.size("events")), result = rules.place(`results ${each}`, each * rules.size("result"));
  rules.bytes(states, 2 * size).fill(0);
  rules.numbers(room + fields.options.offset, numbers.length).set(numbers.map(BigInt));
  let actions = 0;
  for (let k = 0; k < calls; k++) {
    for (const [field, number] of [["seed", seed], ["first", k], ["bound", bound]]) {
      rules.numbers(room + fields[field].offset, 1)[0] = BigInt(number);
    }
    actions += rules.call("play_many", states, 2n, events, room, result, BigInt(each), 0, 0n);
    digest.update(rules.bytes(states, size));
  }
  return { actions, sha256: digest.digest("hex") };
}

const runs = (task.runs ?? []).map((run) => {
  const start = process.cpuUsage().user, found = play(run);
  return { ...found, ms: (process.cpuUsage().user - start) / 1000 };
});
const choices = (task.choices ?? []).map(({ view, seat, legal, bot, seed }) => {
  const start = performance.now();
  const code = rules.choose(new Uint8Array(Buffer.from(view, "base64")), seat, legal, { bot, seed });
  return { code, ms: performance.now() - start };
});
console.log(JSON.stringify({ runs, choices, load_ms, memory: rules.memory.buffer.byteLength }));
