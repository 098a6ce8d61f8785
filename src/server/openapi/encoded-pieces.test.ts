import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { byteLength, hashPieces, JsonMembers, joinPieces } from "./encoded-pieces.ts";

const mebibyte = 1024 * 1024;

test("JsonMembers separates the members of several objects with commas", () => {
  const members = new JsonMembers();
  expect(members.isEmpty).toBe(true);
  members.add({});
  members.add({ a: 1, b: ["ü"] });
  members.add({});
  members.add({ c: {} });
  expect(Buffer.concat(members.pieces).toString()).toBe('"a":1,"b":["ü"],"c":{}');
});

test("joinPieces() and hashPieces() return the bytes and the hash of all pieces", async () => {
  const pieces = [Buffer.alloc(0), Buffer.alloc(9 * mebibyte, "ab"), Buffer.from("c"), Buffer.alloc(mebibyte, "d")];
  const whole = Buffer.concat(pieces);
  expect(byteLength(pieces)).toBe(whole.length);
  expect((await joinPieces(pieces)).equals(whole)).toBe(true);
  expect(await hashPieces(pieces)).toBe(createHash("sha512").update(whole).digest("hex").toUpperCase());
});

test.each([joinPieces, hashPieces])("%o processes large documents in slices of 4 MiB", async (process) => {
  let turns = 0;
  const end = new AbortController();
  const count = async (): Promise<void> => {
    for (; !end.signal.aborted; turns++) await nextTurn();
  };
  const counter = count();
  await process([Buffer.alloc(20 * mebibyte), Buffer.alloc(20 * mebibyte)]);
  end.abort();
  await counter;
  expect(turns).toBeGreaterThanOrEqual(9);
});
