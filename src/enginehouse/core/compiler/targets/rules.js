// @ts-check
/**
 * The rules of a game as WebAssembly. `enginehouse build wasm GAME` writes this file, `GAME.wasm` and `GAME.json`.
 *
 * A record is the bytes of a position, or of what a seat knows of it (a view). No function changes a record that it gets.
 */

/** @typedef {{offset: number, shape: number[], number?: string, fields?: Type}} Field */
/** @typedef {{size: number, fields: Record<string, Field>}} Type */
/** @typedef {{name: string, type?: string, shape?: number[]}} Argument */
/**
 * @typedef {object} About The contents of `GAME.json`.
 * @property {string} game
 * @property {number[]} seats
 * @property {Record<string, string[]>} options
 * @property {Record<string, string>} defaults
 * @property {string[]} actions
 * @property {string[]} statuses
 * @property {Record<string, {bot: number, setting: number[]}>} bots
 * @property {Record<string, Type>} types
 * @property {Record<string, {says: string, arguments: Argument[]}>} functions
 */
/** @typedef {Uint8Array} GameRecord */

const PAGE = 65536;

/** Return the eight words of a seed from a text, as Enginehouse does. @param {string} text @returns {Promise<number[]>} */
export async function seedWords(text) {
  const digest = new DataView(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from({ length: 8 }, (_, k) => digest.getUint32(4 * k, true));
}

/**
 * Load a module. @param {BufferSource} wasm The bytes of `GAME.wasm`. @param {About} about @returns {Promise<Rules>}
 */
export async function load(wasm, about) {
  const { instance } = await WebAssembly.instantiate(wasm, {});
  return new Rules(instance.exports, about);
}

export class Rules {
  /** @param {WebAssembly.Exports} exported @param {About} about */
  constructor(exported, about) {
    this.about = about;
    this.memory = /** @type {WebAssembly.Memory} */ (exported.memory);
    this.exported = /** @type {Record<string, (...given: (number | bigint)[]) => number>} */ (
      /** @type {unknown} */ (exported)
    );
    this.top = Number(/** @type {WebAssembly.Global} */ (exported.__heap_base).value);
    /** @type {Map<string, number>} The addresses of arrays in the memory of the module, by name. */
    this.places = new Map();
  }

  /** Return the address of an array that is kept. @param {string} name @param {number} size In bytes. @returns {number} */
  place(name, size) {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    const at = (this.top + 15) & ~15;
    this.top = at + size;
    const missing = Math.ceil(this.top / PAGE) - this.memory.buffer.byteLength / PAGE;
    if (missing > 0) this.memory.grow(missing);
    this.places.set(name, at);
    return at;
  }

  /** Return the bytes of a place. @param {number} at @param {number} size @returns {Uint8Array} */
  bytes(at, size) {
    return new Uint8Array(this.memory.buffer, at, size);
  }

  /** Return the numbers of a place, 64 bits each. @param {number} at @param {number} many @returns {BigInt64Array} */
  numbers(at, many) {
    return new BigInt64Array(this.memory.buffer, at, many);
  }

  /**
   * Call a function of the module and return its result. Throw an error if the rule raises an exception.
   * @param {string} name @param {(number | bigint)[]} given Addresses as numbers, everything else as BigInt.
   * @returns {number}
   */
  call(name, ...given) {
    const result = this.place("result", 8);
    const status = this.exported[name](result, ...given);
    if (status !== 0) throw new RangeError(`${name}: ${this.about.statuses[status]}`);
    return Number(this.numbers(result, 1)[0]);
  }

  /** Copy a record into the memory of the module, and return its address. @param {GameRecord} record @param {string} name */
  put(record, name = "record") {
    const at = this.place(name, record.length);
    this.bytes(at, record.length).set(record);
    return at;
  }

  /** Return the size of a type in bytes. @param {string} type @returns {number} */
  size(type) {
    return this.about.types[type].size;
  }

  /**
   * Start a game. @param {{seats: number, options?: Record<string, string>, seed: number[]}} how `seed` has eight words
   * (`seedWords`). @returns {GameRecord}
   */
  newGame({ seats, options = {}, seed }) {
    const names = Object.keys(this.about.options);
    for (const name of Object.keys(options)) {
      if (!names.includes(name)) throw new RangeError(`${this.about.game} has no option ${name}`);
    }
    const numbers = [seats, ...names.map((name) => this.choiceOf(name, options[name] ?? this.about.defaults[name]))];
    const at = this.place("options", 8 * 64);
    this.numbers(at, numbers.length).set(numbers.map(BigInt));
    const words = this.place("seed", 64);
    this.numbers(words, 8).set(seed.map(BigInt));
    const record = this.place("record", this.size("record"));
    this.call("new_game", record, at, BigInt(numbers.length), words);
    return this.bytes(record, this.size("record")).slice();
  }

  /** Return the number of a choice. @param {string} option @param {string} choice @returns {number} */
  choiceOf(option, choice) {
    const found = this.about.options[option].indexOf(choice);
    if (found < 0) throw new RangeError(`${choice} is no choice of ${option}`);
    return found;
  }

  /** Return the seats that may act; none if the game is over. @param {GameRecord} record @returns {number[]} */
  actors(record) {
    const mask = this.call("actors", this.put(record));
    return [0, 1, 2, 3, 4, 5, 6, 7].filter((seat) => (mask >> seat) & 1);
  }

  /** Return the codes of a seat's legal actions. @param {GameRecord} record @param {number} seat @returns {number[]} */
  legal(record, seat) {
    const codes = this.place("codes", 8 * this.about.actions.length);
    const many = this.call("legal", this.put(record), BigInt(seat), codes);
    return [...this.numbers(codes, many)].map(Number);
  }

  /**
   * Return the position after an action. Throw an error if it is not legal.
   * @param {GameRecord} record @param {number} seat @param {number} code @returns {GameRecord}
   */
  apply(record, seat, code) {
    if (!this.legal(record, seat).includes(code)) throw new RangeError(`${code} is no legal action of seat ${seat}`);
    const at = this.put(record);
    this.call("apply", at, BigInt(seat), BigInt(code), this.place("events", this.size("events")));
    return this.bytes(at, record.length).slice();
  }

  /** Return what a seat knows; seat -1 is a spectator. @param {GameRecord} record @param {number} seat @returns {GameRecord} */
  view(record, seat) {
    const view = this.place("view", record.length);
    this.call("view", this.put(record), BigInt(seat), view);
    return this.bytes(view, record.length).slice();
  }

  /** Return the scores and the ranks of 8 seats. @param {GameRecord} record @returns {{scores: number[], ranks: number[]}} */
  scores(record) {
    const points = this.place("points", 128);
    this.call("scores", this.put(record), points);
    const found = [...this.numbers(points, 16)].map(Number);
    return { scores: found.slice(0, 8), ranks: found.slice(8) };
  }

  /**
   * Return the action that a bot chooses. @param {GameRecord} view What the seat knows. @param {number} seat
   * @param {number[]} legal @param {{bot: string, seed: number}} how `bot` is a name in `about.bots`. @returns {number}
   */
  choose(view, seat, legal, { bot, seed }) {
    return this.think(view, seat, legal, { bot, seed }).code;
  }

  /**
   * Return the action that a bot chooses, and for each legal action how often the search tried it, and the sum of the
   * shares that it found there. Bots without a search, and a seat with a single action, have no results: all are 0.
   * @param {GameRecord} view What the seat knows. @param {number} seat @param {number[]} legal
   * @param {{bot: string, seed: number}} how `bot` is a name in `about.bots`. @returns {{code: number, found: number[][]}}
   */
  think(view, seat, legal, { bot, seed }) {
    const states = this.place("states", this.size("record") * this.arrayOf("choose", "states"));
    const scratch = this.place("scratch", this.size("scratch"));
    const chosen = this.about.bots[bot];
    if (chosen === undefined) throw new RangeError(`there is no bot ${bot}`);
    const fields = this.about.types.scratch.fields;
    this.numbers(scratch + fields.bot.offset, 1)[0] = BigInt(chosen.bot);
    this.numbers(scratch + fields.setting.offset, chosen.setting.length).set(chosen.setting.map(BigInt));
    const codes = this.place("codes", 8 * this.about.actions.length);
    this.numbers(codes, legal.length).set(legal.map(BigInt));
    const events = this.place("events", this.size("events"));
    const [many, who, chance] = [legal.length, seat, seed].map(BigInt), at = this.put(view, "view");
    const { offset = 0, shape = [] } = fields.desk.fields?.fields.found ?? {}, columns = shape[1] ?? 1;
    const results = scratch + fields.desk.offset + offset, size = columns * legal.length;
    this.numbers(results, size).fill(0n);
    const code = this.call("choose", at, codes, many, who, chance, states, scratch, events);
    const found = this.numbers(results, size);
    return { code, found: legal.map((_, k) => [Number(found[columns * k]), Number(found[columns * k + 1])]) };
  }

  /** Return the fixed length of an array. @param {string} name @param {string} argument @returns {number} */
  arrayOf(name, argument) {
    return this.about.functions[name].arguments.find((one) => one.name === argument)?.shape?.[0] ?? 0;
  }

  /** Return the numbers of a field of a record, in one row. @param {GameRecord} record @param {string} name @returns {number[]} */
  read(record, name) {
    const { offset, shape, number } = this.about.types.record.fields[name];
    const bits = Number((number ?? "").replace(/\D/g, "")), many = shape.reduce((all, one) => all * one, 1);
    const data = new DataView(record.buffer, record.byteOffset, record.byteLength);
    return Array.from({ length: many }, (_, k) => {
      const at = offset + (k * bits) / 8;
      if (bits === 64) return Number(data.getBigInt64(at, true));
      const unsigned = number?.startsWith("u");
      if (bits === 32) return unsigned ? data.getUint32(at, true) : data.getInt32(at, true);
      if (bits === 16) return unsigned ? data.getUint16(at, true) : data.getInt16(at, true);
      return unsigned ? data.getUint8(at) : data.getInt8(at);
    });
  }
}
