import { expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import type { DiscoveredType, ServedTypes } from "../../client/index.ts";
import { TypeCatalog } from "./type-catalog.ts";

const type = (group: string, version: string, kind: string): DiscoveredType => ({
  group,
  version,
  kind,
  plural: `${kind.toLowerCase()}s`,
  namespaced: true,
  verbs: ["list"],
});
const podType = type("", "v1", "Pod");
const [widget, oldWidget] = [type("example.com", "v2", "Widget"), type("example.com", "v1", "Widget")];

test("TypeCatalog polls the served types every 30 seconds, reports changes, and keeps the last types after an error", async () => {
  const clock = new ManualClock();
  let answer: ServedTypes | Error = { types: [podType], stale: [] };
  let requestCount = 0;
  const servedTypes = async (): Promise<ServedTypes> => {
    requestCount++;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const errors: unknown[] = [];
  const catalog = new TypeCatalog({ client: { servedTypes }, clock, onError: (error) => errors.push(error) });
  let changes = 0;
  using _ = catalog.onChange(() => changes++);
  expect(catalog.preferred).toEqual([]);
  const stop = new AbortController();
  const run = catalog.run(stop.signal);
  await clock.advance(0);
  expect(catalog.preferred).toEqual([podType]);
  expect([requestCount, changes]).toEqual([1, 1]);

  await clock.advance(30_000);
  expect([requestCount, changes]).toEqual([2, 1]);

  answer = { types: [podType, widget, oldWidget], stale: ["broken.example.com/v1"] };
  await clock.advance(30_000);
  expect([requestCount, changes]).toEqual([3, 2]);
  expect(catalog.preferred).toEqual([podType, widget]);
  expect(catalog.stale).toEqual(["broken.example.com/v1"]);
  expect(catalog.ofKind("example.com/v1", "Widget")).toBe(oldWidget);
  expect(catalog.ofKind("example.com/v3", "Widget")).toBeUndefined();
  expect(catalog.ofKind("v1", "Widget")).toBeUndefined();
  expect(catalog.ofKind("a/b/c", "Widget")).toBeUndefined();

  // After an error, the catalog keeps the types and retries after a second.
  answer = new Error("nobody answers");
  await clock.advance(30_000);
  expect(errors).toEqual([answer]);
  expect(catalog.preferred).toEqual([podType, widget]);
  answer = { types: [podType], stale: [] };
  await clock.advance(1000);
  expect(catalog.preferred).toEqual([podType]);

  stop.abort(new Error("over"));
  await run;
  expect(clock.pendingCount).toBe(0);
});
