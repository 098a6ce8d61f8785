import { expect, test } from "vitest";
import { bookmark, event, seen, WrittenHistory } from "../history/written-history.ts";
import { renderCounterexample } from "./render.ts";
import { shrink } from "./shrink.ts";

test("shrink() keeps only the operations that violate the promise", () => {
  const history = new WrittenHistory();
  for (let revision = 1; revision <= 20; revision++) history.create(seen(`other-${revision}`, revision));
  history.create(seen("a", 21)).update(seen("a", 22), 21).list(22).get(seen("a", 21));
  history.watch([event("ADDED", seen("a", 21)), event("MODIFIED", seen("a", 22)), bookmark(30)]);
  const found = shrink(history);
  expect(found?.violation).toMatchObject({ rule: "reads-are-fresh", subject: "operation 23" });
  expect(found?.history.operations.map(({ request }) => request.kind)).toEqual(["create", "update", "get"]);
  expect(found?.history.watches).toEqual([]);
});

test("shrink() returns undefined for a history without violations", () => {
  expect(shrink(new WrittenHistory().create(seen("a", 1)))).toBeUndefined();
});

test("renderCounterexample() prints the promise and each step with its time", () => {
  const history = new WrittenHistory().create(seen("a", 1)).update(seen("a", 2), 1).get(seen("a", 1));
  const found = shrink(history);
  expect(found && renderCounterexample(found).split("\n")).toEqual([
    "Violated: reads-are-fresh: a read returns a state that is at least as new as everything that was seen before it began.",
    "operation 2 read a at 1, but had to read revision 2, where a was at 2.",
    "",
    "      0.00  client 0, operation 0: create a=a1",
    "      1.00  client 0, operation 0 ends: a=a1 at 1",
    "      2.00  client 0, operation 1: update a=a2 if at 1",
    "      3.00  client 0, operation 1 ends: a=a2 at 2",
    "      4.00  client 0, operation 2: get a",
    "      5.00  client 0, operation 2 ends: a=a1 at 1",
  ]);
});
