import { expect, test } from "vitest";
import { webRandom } from "./web-random.ts";

test("webRandom.below() returns all integers below the limit", () => {
  const seen = new Set(Array.from({ length: 1000 }, () => webRandom.below(5)));
  expect(seen).toEqual(new Set([0, 1, 2, 3, 4]));
  expect(webRandom.below(1)).toBe(0);
  expect(webRandom.below(2 ** 32)).toBeLessThan(2 ** 32);
});

test("webRandom.uuid() returns distinct version 4 UUIDs in lower case", () => {
  const uids = new Set(Array.from({ length: 100 }, () => webRandom.uuid()));
  expect(uids.size).toBe(100);
  for (const uid of uids) expect(uid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
