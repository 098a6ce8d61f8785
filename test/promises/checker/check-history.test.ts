import { describe, expect, test } from "vitest";
import { bookmark, event, seen, WrittenHistory } from "../history/written-history.ts";
import { checkHistory } from "./check-history.ts";
import type { RuleName } from "./violation.ts";

const begin = (): WrittenHistory => new WrittenHistory();
const gone = { kind: "rejected", reason: "absent" } as const;
const unknown = { kind: "unknown", cause: "the connection ended" } as const;
const gold = (key: string, revision: number) => seen(key, revision, { tier: "gold" });
const silver = (key: string, revision: number) => seen(key, revision, { tier: "silver" });

/** Two objects, of which one changes and is deleted, and a watch of all changes. */
function threeWrites(): WrittenHistory {
  return begin().create(seen("a", 1)).create(seen("b", 2)).update(seen("a", 3), 1).delete("b");
}

const eventsOfThreeWrites = [
  event("ADDED", seen("a", 1)),
  event("ADDED", seen("b", 2)),
  event("MODIFIED", seen("a", 3)),
  event("DELETED", seen("b", 4, { value: "b2" })),
];

describe("checkHistory() accepts", () => {
  test.each<[string, WrittenHistory]>([
    ["an empty history", begin()],
    ["reads between writes", begin().absent("a").create(seen("a", 1)).get(seen("a", 1)).list(1, seen("a", 1))],
    ["a watch of all changes", threeWrites().watch(eventsOfThreeWrites, { mustReach: 4 })],
    [
      "a watch that resumes",
      threeWrites()
        .watch(eventsOfThreeWrites.slice(0, 2))
        .watch([...eventsOfThreeWrites.slice(2), bookmark(9)], { start: { kind: "after", revision: 2 } }),
    ],
    [
      "a read beside a write, whether it shows the state before or after",
      begin()
        .create(seen("a", 1))
        .update(seen("a", 2), 1, { from: 10, to: 20 })
        .get(seen("a", 1), { from: 11, to: 19 })
        .get(seen("a", 2), { from: 12, to: 18 }),
    ],
    [
      "an unknown write that took effect later",
      begin()
        .create(seen("a", 1))
        .add({ kind: "patch", key: "a", value: "a2", tier: undefined, expected: undefined }, unknown)
        .get(seen("a", 1))
        .get(seen("a", 2)),
    ],
    [
      "an unknown deletion that took effect",
      begin()
        .create(seen("a", 1))
        .add({ kind: "delete", key: "a", uid: undefined, expected: undefined }, unknown)
        .absent("a")
        .create(seen("a", 3, { uid: "other" })),
    ],
    [
      "an unknown write that took no effect",
      begin()
        .create(seen("a", 1))
        .add({ kind: "update", key: "a", value: "never", tier: undefined, expected: 1 }, unknown)
        .update(seen("a", 2), 1)
        .watch([event("ADDED", seen("a", 1)), event("MODIFIED", seen("a", 2))]),
    ],
    [
      "an old state for resourceVersion=0",
      threeWrites()
        .add({ kind: "get", key: "b", point: { kind: "any" } }, { kind: "object", object: seen("b", 2) })
        .watch(eventsOfThreeWrites),
    ],
    [
      "a watch of a selector that objects enter and leave",
      begin()
        .create(gold("a", 1))
        .update(silver("a", 2))
        .update(gold("a", 3))
        .watch([event("ADDED", gold("a", 1)), event("MODIFIED", silver("a", 2)), event("MODIFIED", gold("a", 3))])
        .watch(
          [
            event("ADDED", gold("a", 1)),
            event("DELETED", { ...gold("a", 2), value: "a1" }),
            bookmark(2),
            event("ADDED", gold("a", 3)),
          ],
          { tier: "gold", mustReach: 3 },
        ),
    ],
    [
      "a watch that begins with the newest state",
      threeWrites()
        .watch(eventsOfThreeWrites)
        .watch([event("ADDED", seen("a", 3)), bookmark(4, true)], { start: { kind: "initial-events" } })
        .watch([event("ADDED", seen("a", 3))], { start: { kind: "latest" } })
        .watch([event("ADDED", seen("b", 2)), event("ADDED", seen("a", 1)), ...eventsOfThreeWrites.slice(2)], {
          start: { kind: "any" },
        }),
    ],
    [
      "a watch that expires after a compaction",
      new WrittenHistory({ isKept: false }).create(seen("a", 1)).watch([], { isExpired: true }),
    ],
    [
      "a list in chunks of one state",
      threeWrites()
        .watch(eventsOfThreeWrites)
        .add(
          { kind: "list", point: { kind: "exact", revision: 2 }, tier: undefined, limit: 1 },
          {
            kind: "list",
            pages: [
              { revision: 2, items: [seen("a", 1)] },
              { revision: 2, items: [seen("b", 2)] },
            ],
          },
        ),
    ],
  ])("%s", (_, history) => {
    expect(checkHistory(history)).toEqual([]);
  });
});

describe("checkHistory() rejects", () => {
  test.each<[RuleName, string, WrittenHistory]>([
    ["one-write-per-revision", "a revision of two objects", begin().create(seen("a", 1)).create(seen("b", 1))],
    [
      "one-write-per-revision",
      "a revision that a restarted server assigns again",
      begin()
        .create(seen("a", 1))
        .update(seen("a", 2), 1)
        .update(seen("a", 2, { value: "again" }), 1),
    ],
    ["states-were-written", "a state that nobody wrote", begin().create(seen("a", 1)).get(seen("a", 2))],
    [
      "states-were-written",
      "a state that a rejected request wrote",
      begin()
        .create(seen("a", 1))
        .add(
          { kind: "update", key: "a", value: "a2", tier: undefined, expected: 9 },
          { kind: "rejected", reason: "conflict" },
        )
        .get(seen("a", 2)),
    ],
    [
      "states-were-written",
      "a state that was seen before it was written",
      begin().get(seen("a", 1), { from: 1, to: 2 }).create(seen("a", 1), { from: 5, to: 6 }),
    ],
    [
      "writes-take-effect-once",
      "a write that took effect twice",
      begin()
        .create(seen("a", 1))
        .add({ kind: "patch", key: "a", value: "v", tier: undefined, expected: undefined }, unknown)
        .get(seen("a", 2, { value: "v" }))
        .get(seen("a", 3, { value: "v" })),
    ],
    [
      "responses-match-requests",
      "a response with the content of another write",
      begin().add(
        { kind: "create", key: "a", value: "mine", tier: undefined },
        { kind: "object", object: seen("a", 1) },
      ),
    ],
    [
      "deletions-were-requested",
      "a deletion that nobody requested",
      begin()
        .create(seen("a", 1))
        .watch([event("ADDED", seen("a", 1)), event("DELETED", seen("a", 2, { value: "a1" }))]),
    ],
    [
      "acknowledged-writes-last",
      "an acknowledged deletion that no watch delivers",
      begin()
        .create(seen("a", 1))
        .delete("a")
        .create(seen("b", 3))
        .watch([event("ADDED", seen("a", 1)), event("ADDED", seen("b", 3))]),
    ],
    [
      "revisions-follow-time",
      "a later write with a smaller revision",
      begin().create(seen("a", 2)).create(seen("b", 1)),
    ],
    [
      "reads-are-fresh",
      "a get of an old state",
      begin().create(seen("a", 1)).update(seen("a", 2), 1).get(seen("a", 1)),
    ],
    [
      "reads-are-fresh",
      "an object that is not found although another client has seen it",
      begin()
        .watch([event("ADDED", seen("a", 1))])
        .create(seen("a", 1), { from: 0, to: 50 })
        .absent("a", { from: 10, to: 11 }),
    ],
    [
      "reads-are-fresh",
      "a list of an old state",
      begin().create(seen("a", 1)).create(seen("b", 2)).list(1, seen("a", 1)),
    ],
    [
      "reads-are-fresh",
      "a watch from the newest state that begins with an older one",
      threeWrites()
        .watch(eventsOfThreeWrites)
        .watch([event("ADDED", seen("a", 1)), event("ADDED", seen("b", 2)), ...eventsOfThreeWrites.slice(2)], {
          start: { kind: "latest" },
        }),
    ],
    [
      "reads-are-fresh",
      "a list that is older than the requested revision",
      begin()
        .create(seen("a", 1))
        .create(seen("b", 2))
        .add(
          { kind: "list", point: { kind: "not-older", revision: 2 }, tier: undefined, limit: undefined },
          { kind: "list", pages: [{ revision: 1, items: [seen("a", 1)] }] },
        ),
    ],
    [
      "objects-are-linearizable",
      "two creations without a deletion between them",
      begin()
        .create(seen("a", 1))
        .create(seen("a", 2, { uid: "other" })),
    ],
    [
      "objects-are-linearizable",
      "an update that ignores the expected revision",
      begin().create(seen("a", 1)).update(seen("a", 2), 1).update(seen("a", 3), 1),
    ],
    ["objects-are-linearizable", "two deletions of one object", begin().create(seen("a", 1)).delete("a").delete("a")],
    ["objects-are-linearizable", "an object that disappears", begin().create(seen("a", 1)).absent("a")],
    [
      "objects-are-linearizable",
      "a conflict without a cause",
      begin()
        .create(seen("a", 1))
        .add(
          { kind: "update", key: "a", value: "x", tier: undefined, expected: 1 },
          { kind: "rejected", reason: "conflict" },
        ),
    ],
    [
      "objects-are-linearizable",
      "an update of a deleted object",
      begin()
        .create(seen("a", 1))
        .add({ kind: "delete", key: "a", uid: undefined, expected: undefined }, { kind: "deleted", uid: "a" })
        .add({ kind: "get", key: "a", point: { kind: "latest" } }, gone)
        .update(seen("a", 3)),
    ],
    ["lists-are-atomic", "a list without an existing object", threeWrites().watch(eventsOfThreeWrites).list(4)],
    [
      "lists-are-atomic",
      "a list with two states",
      threeWrites()
        .watch(eventsOfThreeWrites)
        .add(
          { kind: "list", point: { kind: "any" }, tier: undefined, limit: undefined },
          { kind: "list", pages: [{ revision: 3, items: [seen("a", 1), seen("b", 2)] }] },
        ),
    ],
    [
      "lists-are-atomic",
      "chunks of different states",
      threeWrites().add(
        { kind: "list", point: { kind: "any" }, tier: undefined, limit: 1 },
        {
          kind: "list",
          pages: [
            { revision: 2, items: [seen("a", 1)] },
            { revision: 3, items: [seen("b", 2)] },
          ],
        },
      ),
    ],
    [
      "watches-are-ordered",
      "events in the wrong order",
      begin()
        .create(seen("a", 1))
        .create(seen("b", 2))
        .watch([event("ADDED", seen("b", 2)), event("ADDED", seen("a", 1))]),
    ],
    [
      "watches-are-ordered",
      "an event that arrives twice",
      begin()
        .create(seen("a", 1))
        .watch([event("ADDED", seen("a", 1)), event("ADDED", seen("a", 1))]),
    ],
    [
      "watches-are-ordered",
      "a resumed watch that repeats an event",
      begin()
        .create(seen("a", 1))
        .watch([event("ADDED", seen("a", 1))], { start: { kind: "after", revision: 1 } }),
    ],
    [
      "watches-are-complete",
      "a missing event",
      threeWrites().watch(eventsOfThreeWrites.filter((_, index) => index !== 2)),
    ],
    [
      "watches-are-complete",
      "a resumed watch that begins one event late",
      threeWrites()
        .watch(eventsOfThreeWrites)
        .watch(eventsOfThreeWrites.slice(3), { start: { kind: "after", revision: 2 } }),
    ],
    [
      "watches-are-complete",
      "a bookmark instead of the event that leaves the selector",
      begin()
        .create(gold("a", 1))
        .update(silver("a", 2))
        .watch([event("ADDED", gold("a", 1)), event("MODIFIED", silver("a", 2))])
        .watch([event("ADDED", gold("a", 1)), bookmark(2)], { tier: "gold" }),
    ],
    [
      "watches-are-filtered",
      "an event outside the selector",
      begin()
        .create(silver("a", 1))
        .watch([event("ADDED", silver("a", 1))])
        .watch([event("ADDED", silver("a", 1))], { tier: "gold" }),
    ],
    [
      "watches-are-filtered",
      "ADDED for an object that existed in the scope",
      begin()
        .create(seen("a", 1))
        .update(seen("a", 2))
        .watch([event("ADDED", seen("a", 1)), event("ADDED", seen("a", 2))]),
    ],
    [
      "watches-are-filtered",
      "a DELETED event with the object after it left the scope",
      begin()
        .create(gold("a", 1))
        .update(silver("a", 2))
        .watch([event("ADDED", gold("a", 1)), event("MODIFIED", silver("a", 2))])
        .watch([event("ADDED", gold("a", 1)), event("DELETED", silver("a", 2))], { tier: "gold" }),
    ],
    ["history-is-kept", "an expired watch without a compaction", begin().watch([], { isExpired: true })],
    [
      "watches-are-reliable",
      "a watch that becomes silent",
      threeWrites().watch(eventsOfThreeWrites).watch(eventsOfThreeWrites.slice(0, 2), { mustReach: 4 }),
    ],
    [
      "bookmarks-are-true",
      "a bookmark before an event up to its revision",
      begin()
        .create(seen("a", 1))
        .watch([bookmark(1), event("ADDED", seen("a", 1))]),
    ],
  ])("%s: %s", (rule, _, history) => {
    expect(checkHistory(history).map((violation) => violation.rule)).toContain(rule);
  });
});
