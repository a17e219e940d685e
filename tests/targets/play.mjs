// node play.mjs FOLDER GAME: read a task (`playing.mjs`) from standard input, do it with a WebAssembly module, print the result.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import process from "node:process";
import { doTask } from "./playing.mjs";

const [folder, name] = process.argv.slice(2);
const { load } = await import(pathToFileURL(`${folder}/rules.js`).href);
const about = JSON.parse(readFileSync(`${folder}/${name}.json`, "utf-8"));
const bytes = readFileSync(`${folder}/${name}.wasm`);
const task = JSON.parse(readFileSync(0, "utf-8"));
const began = performance.now();
const rules = await load(bytes, about);
const load_ms = performance.now() - began;

function newHash() {
  const hash = createHash("sha256");
  return { update: (part) => hash.update(part), hex: () => hash.digest("hex") };
}
const found = await doTask(rules, task, () => process.cpuUsage().user / 1000, newHash);
console.log(JSON.stringify({ ...found, load_ms }));
