import { expect, test } from "vitest";
import { openCache } from "./testing/fixture.ts";

// Another server may have sent such a revision to a client, which then sends it to this server.
test("reach() reaches a revision whose only change is outside the prefix of the feed", async () => {
  await using fixture = await openCache();
  const { cache, engine, feed } = fixture;
  await fixture.write("a", "x");
  const outside = await engine.put("/elsewhere", Buffer.from("x"), 0);
  expect(feed.revision).toBeLessThan(outside);
  await cache.reach(outside);
  expect(cache.revision).toBe(outside);
  expect(cache.snapshot().objects.get("a")?.revision).toBe(outside - 1);
});
