import { expect, test } from "vitest";
import { dumpTable } from "./dump-table.ts";
import { RetryAfter } from "./retry-after.ts";
import { formatWork, seatWork, workMs } from "./seat-seconds.ts";
import { WatchCounts } from "./watch-counts.ts";
import { listEstimate, malformedListEstimate, oneSeat, writeEstimate } from "./work-estimate.ts";

const list = { storedCount: 250, limit: 0, hasSelector: false, isFromCache: true };

test.each([
  [3, "objects of a cached list", list, 10],
  [3, "all objects, although the list is limited", { ...list, limit: 10 }, 10],
  [1, "a limited list from the store", { ...list, limit: 10, isFromCache: false }, 10],
  [
    3,
    "a limited list from the store with a selector",
    { ...list, limit: 10, hasSelector: true, isFromCache: false },
    10,
  ],
  [5, "a list from the store", { ...list, isFromCache: false }, 10],
  [1, "an unknown number of objects", { ...list, storedCount: undefined }, 10],
  [1, "no objects", { ...list, storedCount: 0 }, 10],
  [10, "very many objects", { ...list, storedCount: 1e6 }, 0],
  [10, "very many objects in a large level", { ...list, storedCount: 1e6 }, 40],
  [2, "very many objects in a small level", { ...list, storedCount: 1e6 }, 2],
])("a list takes %i seats for %s", (initialSeats, _title, work, levelSeatsMax) => {
  expect(listEstimate(work, levelSeatsMax)).toEqual({ initialSeats, finalSeats: 0, additionalMs: 0 });
});

test("a list with malformed parameters takes as many seats as possible", () => {
  expect(malformedListEstimate(4).initialSeats).toBe(4);
  expect(malformedListEstimate(0).initialSeats).toBe(10);
});

test("a write takes seats for its watchers after its response", () => {
  expect(writeEstimate(9, 10)).toEqual(oneSeat);
  expect(writeEstimate(10, 10)).toEqual({ initialSeats: 1, finalSeats: 1, additionalMs: 5 });
  expect(writeEstimate(95, 10)).toEqual({ initialSeats: 1, finalSeats: 10, additionalMs: 5 });
  // Fewer seats keep them longer.
  expect(writeEstimate(400, 10)).toEqual({ initialSeats: 1, finalSeats: 10, additionalMs: 20 });
  expect(writeEstimate(40, 2)).toEqual({ initialSeats: 1, finalSeats: 2, additionalMs: 10 });
});

test("WatchCounts counts the watches of all objects, of the namespace and of the object", () => {
  const counts = new WatchCounts();
  const pods = { group: "", resource: "pods", namespace: "", name: "" };
  counts.add(pods);
  counts.add(pods);
  counts.add({ ...pods, namespace: "shop" });
  counts.add({ ...pods, namespace: "shop", name: "web" });
  counts.add({ ...pods, namespace: "other" });
  counts.add({ ...pods, group: "apps" });
  expect(counts.ofWrite({ ...pods, namespace: "shop", name: "web" })).toBe(4);
  expect(counts.ofWrite({ ...pods, namespace: "shop" })).toBe(3);
  counts.remove(pods);
  counts.remove({ ...pods, namespace: "shop", name: "web" });
  expect(counts.ofWrite({ ...pods, namespace: "shop", name: "web" })).toBe(2);
});

test("RetryAfter is doubled while many requests are rejected, and decreases afterwards", () => {
  const retry = new RetryAfter(0);
  const rejectPerSecond = (count: number, from: number, to: number): number[] => {
    const values: number[] = [];
    for (let second = from; second <= to; second++) {
      for (let rejection = 0; rejection < count; rejection++) retry.countRejection(second * 1000);
      values.push(retry.seconds);
    }
    return values;
  };
  // Six rejections per second: two seconds after one, four after two, and so on, up to 32.
  expect(rejectPerSecond(6, 1, 3)).toEqual([1, 2, 2]);
  expect(rejectPerSecond(6, 4, 100).at(-1)).toBe(32);
  // With less than one rejection per second, it decreases by one at each rejection.
  const before = retry.seconds;
  for (let second = 200; second < 300; second += 50) retry.countRejection(second * 1000);
  expect(retry.seconds).toBe(before - 2);
});

test("work is printed in seat seconds", () => {
  expect(formatWork(seatWork(2, 1500))).toBe("3.00000000ss");
  expect(formatWork(seatWork(1, 0.00001))).toBe("0.00000001ss");
  expect(workMs(seatWork(10, 5), 5)).toBe(10);
});

test("dumpTable() aligns the columns as the reference", () => {
  const text = dumpTable([
    ["PriorityLevelName", "Index", "X"],
    ["a", "0", "0.00000000ss"],
  ]);
  expect(text).toBe("PriorityLevelName, Index,  X\na,                 0,      0.00000000ss\n");
});
