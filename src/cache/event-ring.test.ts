import { describe, expect, test } from "vitest";
import { CacheEvent } from "./cache-event.ts";
import { CachedObject } from "./cached-object.ts";
import { EventRing } from "./event-ring.ts";

const limits = { bytesMax: 1024 * 1024, eventsMax: 100 };

function event(revision: number, key: string): CacheEvent {
  const object = new CachedObject(key, revision, { bytes: Buffer.from("{}"), needsExactJson: false });
  return new CacheEvent({ revision, object, previous: undefined });
}

function ringOf(...revisions: readonly number[]): EventRing {
  const ring = new EventRing(0, limits);
  for (const [index, revision] of revisions.entries()) ring.add(event(revision, `object-${index}`));
  return ring;
}

const keysOf = (events: readonly CacheEvent[]): readonly string[] => events.map(({ key }) => key);

describe("firstAfter() with events of one revision", () => {
  test("firstAfter() returns all events of a revision, even beyond its limit", () => {
    const ring = ringOf(1, 2, 2, 2, 3);
    const first = ring.firstAfter(0, { itemsMax: 2, bytesMax: 1024 });
    expect(keysOf(first)).toEqual(["object-0", "object-1", "object-2", "object-3"]);
    expect(keysOf(ring.firstAfter(2, { itemsMax: 2, bytesMax: 1024 }))).toEqual(["object-4"]);
  });

  test("firstAfter() stops at its limit of bytes only between two revisions", () => {
    const ring = ringOf(1, 1, 2, 2);
    expect(keysOf(ring.firstAfter(0, { itemsMax: 100, bytesMax: 1 }))).toEqual(["object-0", "object-1"]);
  });
});

test("a ring that removed an event of a revision does not claim to contain the revision", () => {
  const ring = new EventRing(0, { ...limits, eventsMax: 1 });
  ring.add(event(1, "a"));
  ring.add(event(1, "b"));
  expect(ring.floor).toBe(1);
  expect([...ring.after(ring.floor)]).toEqual([]);
});
