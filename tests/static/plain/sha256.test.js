// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { sha256 } from "../../../src/enginehouse/table/static/plain/sha256.js";

/** @param {string} text */
async function known(text) {
  const sum = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

test("our SHA-256 is that of everybody, at every length round a block", async () => {
  for (let many = 0; many < 200; many++) {
    const text = "aé€".repeat(many).slice(0, many);
    assert.equal(sha256(text), await known(text), `of ${many} letters`);
  }
  assert.equal(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
