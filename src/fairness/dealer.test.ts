import { expect, test } from "vitest";
import { newSeed, seededRandom } from "../base/random.ts";
import { dealHand, flowHash } from "./dealer.ts";

// Hashes and hands of a separate program that draws cards from a list.
test.each([
  ["global-default", "ann", 128, 6, 16574262467155078299n, [27, 11, 120, 28, 51, 42]],
  ["global-default", "bob", 128, 6, 7836649528101815225n, [57, 101, 58, 46, 116, 53]],
  ["service-accounts", "system:serviceaccount:shop:web", 64, 8, 4364747387442087848n, [40, 22, 8, 39, 20, 50, 60, 27]],
  ["x", "é", 2, 2, 860413631923918050n, [0, 1]],
])("the flow of %s and %s uses certain queues of %i", (schema, distinguisher, queues, handSize, hash, hand) => {
  expect(flowHash(schema, distinguisher)).toBe(hash);
  expect(dealHand(hash, queues, handSize)).toEqual(hand);
});

test("dealHand() returns different queues, and each queue equally often", () => {
  const seed = newSeed();
  const random = seededRandom(seed);
  const counts = Array.from({ length: 16 }, () => 0);
  const rounds = 4000;
  for (let round = 0; round < rounds; round++) {
    const hash = (BigInt(random.below(2 ** 32)) << 32n) | BigInt(random.below(2 ** 32));
    const hand = dealHand(hash, 16, 4);
    expect(new Set(hand).size).toBe(4);
    for (const queue of hand) counts[queue] = (counts[queue] ?? 0) + 1;
  }
  const expected = rounds / 4;
  for (const count of counts) expect(Math.abs(count - expected), `seed ${seed}`).toBeLessThan(expected * 0.2);
});
