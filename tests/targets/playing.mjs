// Do a task with a WebAssembly module. `play.mjs` does it in Deno and Node, `test_browsers.py` in browsers.
// The task: {runs: [{numbers, games, seed, bound, at_once}], choices: [{view, seat, legal, bot, seed}]}; a view is base64.

/** Play the games of a run, and return the number of actions and the hash of all final records (`at_once`: of the last). */
async function play(rules, { numbers, games, seed, bound, at_once }, newHash) {
  const calls = at_once ? 1 : games, each = games / calls;
  const size = rules.size("record"), fields = rules.about.types.room.fields, hash = newHash();
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
    hash.update(rules.bytes(states, size));
  }
  return { actions, sha256: await hash.hex() };
}

/**
 * Return the results of a task, with times in milliseconds.
 * `clock`: returns milliseconds. `newHash`: makes a SHA-256 with `update(bytes)` and `hex()`.
 */
export async function doTask(rules, task, clock, newHash) {
  const runs = [], choices = [];
  for (const run of task.runs ?? []) {
    const began = clock(), found = await play(rules, run, newHash);
    runs.push({ ...found, ms: clock() - began });
  }
  for (const { view, seat, legal, bot, seed } of task.choices ?? []) {
    const record = Uint8Array.from(atob(view), (letter) => letter.charCodeAt(0)), began = clock();
    choices.push({ code: rules.choose(record, seat, legal, { bot, seed }), ms: clock() - began });
  }
  return { runs, choices, memory: rules.memory.buffer.byteLength };
}
