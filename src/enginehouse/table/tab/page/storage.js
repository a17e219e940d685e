// @ts-check
/**
 * Where the database and the cookies are kept in this browser: the origin's private file system, else IndexedDB, else
 * nowhere. `keep` returns when the data is stored.
 */

const PAGE = 4096, HEAD = 16;

/**
 * Two files in turns in the private file system. Each has a head (its turn and the size of the data) that is written last, so
 * a browser that is killed leaves the other file. Only the pages that have changed are written.
 */
class Files {
  /** @param {string} name */
  async open(name) {
    const root = await navigator.storage.getDirectory(), folder = await root.getDirectoryHandle(name, { create: true });
    /** @type {{file: any, turn: number, size: number, had: Uint8Array | null}[]} */
    this.slots = [];
    for (const one of ["a", "b"]) {
      const file = await this.handle(folder, one), head = new BigUint64Array(2);
      if (file.getSize() >= HEAD) file.read(new Uint8Array(head.buffer), { at: 0 });
      this.slots.push({ file, turn: Number(head[0]), size: Number(head[1]), had: null });
    }
    this.jar = await this.handle(folder, "cookies");
    this.turn = Math.max(...this.slots.map((slot) => slot.turn));
  }

  /** Open a file alone. The tab before may still be closing. @param {any} folder @param {string} name @returns {Promise<any>} */
  async handle(folder, name) {
    const found = await folder.getFileHandle(name, { create: true });
    for (let tries = 0; ; tries++) {
      try {
        return await found.createSyncAccessHandle();
      } catch (error) {
        if (tries === 50) throw error;
        await new Promise((ok) => setTimeout(ok, 100));
      }
    }
  }

  /** @returns {Uint8Array | null} */
  database() {
    const best = (this.slots ?? []).reduce((one, other) => (one.turn >= other.turn ? one : other));
    if (!best.turn) return null;
    const data = new Uint8Array(best.size);
    best.file.read(data, { at: HEAD });
    return data;
  }

  /** @param {Uint8Array} data */
  async keep(data) {
    const turn = (this.turn ?? 0) + 1, slot = /** @type {any} */ (this.slots)[turn % 2];
    // While its pages are written, the slot counts as empty.
    slot.file.write(new Uint8Array(HEAD), { at: 0 });
    const had = slot.had;
    slot.had = null;
    for (let at = 0; at < data.length; at += PAGE) {
      const end = Math.min(at + PAGE, data.length);
      if (!had || end > had.length || !same(had, data, at, end)) write(slot.file, data.subarray(at, end), HEAD + at);
    }
    slot.file.flush();
    write(slot.file, new Uint8Array(new BigUint64Array([BigInt(turn), BigInt(data.length)]).buffer), 0);
    slot.file.flush();
    slot.had = data;
    this.turn = turn;
  }

  cookies() {
    const data = new Uint8Array(this.jar.getSize());
    this.jar.read(data, { at: 0 });
    return new TextDecoder().decode(data);
  }

  /** @param {string} text */
  async keepCookies(text) {
    const data = new TextEncoder().encode(text);
    this.jar.truncate(0);
    write(this.jar, data, 0);
    this.jar.flush();
  }
}

/** Write all bytes, or throw an error. @param {any} file @param {Uint8Array} data @param {number} at */
function write(file, data, at) {
  if (file.write(data, { at }) !== data.length) throw new DOMException("not all was written", "QuotaExceededError");
}

/** @param {Uint8Array} one @param {Uint8Array} other @param {number} at @param {number} end */
function same(one, other, at, end) {
  for (let k = at; k < end; k++) if (one[k] !== other[k]) return false;
  return true;
}

/** The whole database in IndexedDB. */
class Indexed {
  /** @param {string} name */
  async open(name) {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("kept");
    /** @type {IDBDatabase} */
    this.base = await done(asked);
    [this.had, this.jar] = [await this.get("database"), await this.get("cookies")];
  }

  /** @param {string} name */
  get(name) {
    return done(/** @type {IDBDatabase} */ (this.base).transaction("kept").objectStore("kept").get(name));
  }

  /** @param {string} name @param {any} value @returns {Promise<void>} */
  put(name, value) {
    const change = /** @type {IDBDatabase} */ (this.base).transaction("kept", "readwrite", { durability: "strict" });
    change.objectStore("kept").put(value, name);
    return new Promise((ok, no) => {
      change.oncomplete = () => ok();
      change.onerror = change.onabort = () => no(change.error);
    });
  }

  database() { return this.had ?? null; }
  /** @param {Uint8Array} data */
  keep(data) { return this.put("database", data); }
  cookies() { return this.jar ?? ""; }
  /** @param {string} text */
  keepCookies(text) { return this.put("cookies", text); }
}

/** @param {IDBRequest} asked @returns {Promise<any>} */
function done(asked) {
  return new Promise((ok, no) => {
    asked.onsuccess = () => ok(asked.result);
    asked.onerror = () => no(asked.error);
  });
}

/** A browser that stores nothing. */
class Nowhere {
  async open() {}
  database() { return null; }
  async keep() {}
  cookies() { return ""; }
  async keepCookies() {}
}

/**
 * Open the best storage of this browser. @param {string} name @param {string} [wanted] Only this kind, for tests.
 * @returns {Promise<{kind: string, storage: Files | Indexed | Nowhere}>}
 */
export async function openStorage(name, wanted = "") {
  const kinds = { files: Files, indexed: Indexed, nowhere: Nowhere };
  for (const [kind, Kind] of Object.entries(kinds)) {
    if (wanted && kind !== wanted) continue;
    const storage = new Kind();
    try {
      await storage.open(name);
      return { kind, storage };
    } catch (error) {
      if (kind === "nowhere" || (error instanceof DOMException && error.name === "NoModificationAllowedError")) throw error;
    }
  }
  throw new Error(`there is no storage ${wanted}`);
}
