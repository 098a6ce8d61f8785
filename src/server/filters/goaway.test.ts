import { expect, test } from "vitest";
import { seededRandom } from "../../base/random.ts";
import { testCall, testPeer } from "../testing/test-call.ts";
import { goaway } from "./goaway.ts";

test("the given share of the requests of HTTP/2 connections ends the connection, and all requests are served", async () => {
  let ended = 0;
  let served = 0;
  const filter = goaway(0.02, seededRandom(1));
  for (let count = 0; count < 10_000; count++) {
    const { call } = testCall("/", { peer: { ...testPeer(), endConnection: () => ended++ } });
    await filter(call, async () => void served++);
  }
  expect(served).toBe(10_000);
  expect(ended).toBeGreaterThan(140);
  expect(ended).toBeLessThan(260);
});
