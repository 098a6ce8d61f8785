import { expect, test } from "vitest";
import { Chronicle } from "./chronicle.ts";
import { type Scope, scopes } from "./scopes.ts";
import type { Write } from "./write.ts";

const scopeOf = (name: string): Scope => scopes.find((scope) => scope.name === name) as Scope;

function begin(scope = scopeOf("all"), state: Record<string, number> = { "soak-0/a": 5 }) {
  const faults: string[] = [];
  const chronicle = new Chronicle(scope, 10, new Map(Object.entries(state)), (fault) => faults.push(fault));
  return { chronicle, faults };
}

function line(type: string, name: string, version: number, uid = `u-${name}`): Buffer {
  const metadata = { namespace: "soak-0", name, uid, resourceVersion: String(version) };
  return Buffer.from(JSON.stringify({ type, object: { kind: "ConfigMap", metadata } }));
}

function write(name: string, version: number | undefined, fields: Partial<Write> = {}): Write {
  const there = { wasThere: true, tierBefore: "gold", tierAfter: version === undefined ? undefined : "gold" };
  return { resource: "configmaps", namespace: "soak-0", name, uid: `u-${name}`, version, ...there, ...fields };
}

/** Returns the faults after all outstanding writes and events were reported. */
function finish({ chronicle, faults }: ReturnType<typeof begin>): string[] {
  chronicle.finish();
  return faults;
}

test("watchers that receive the acknowledged writes in order cause no fault, whichever receives them first", () => {
  const soak = begin();
  const { chronicle } = soak;
  const events = [line("MODIFIED", "a", 11), line("ADDED", "b", 12), line("DELETED", "a", 14)];
  chronicle.acknowledge(write("a", 11));
  let first = chronicle.end;
  let second = first;
  for (const event of events) first = chronicle.see(first, event);
  chronicle.acknowledge(write("b", 12, { wasThere: false, tierBefore: undefined }));
  chronicle.acknowledge(write("a", undefined));
  for (const event of events) second = chronicle.see(second, event);
  expect(second).toBe(first);
  expect(chronicle.isSettled).toBe(true);
  expect(finish(soak)).toEqual([]);
});

test("the chronicle reports an event that one watcher misses", () => {
  const soak = begin();
  const { chronicle } = soak;
  const start = chronicle.end;
  chronicle.see(chronicle.see(start, line("MODIFIED", "a", 11)), line("MODIFIED", "a", 12));
  const place = chronicle.see(start, line("MODIFIED", "a", 12));
  expect(soak.faults).toEqual([
    "all: a watcher was told MODIFIED soak-0/a at 12 where others were told MODIFIED soak-0/a at 11",
  ]);
  expect(place).toBe(chronicle.end);
});

test("the chronicle reports an event that a watcher receives twice", () => {
  const { chronicle, faults } = begin();
  const place = chronicle.see(chronicle.end, line("MODIFIED", "a", 11));
  chronicle.see(place, line("MODIFIED", "a", 11));
  expect(faults).toEqual(["all: MODIFIED soak-0/a at 11 after everything up to 11"]);
});

test("the chronicle reports events in the wrong order", () => {
  const { chronicle, faults } = begin();
  const place = chronicle.see(chronicle.end, line("MODIFIED", "a", 12));
  chronicle.see(place, line("MODIFIED", "a", 11));
  expect(faults).toEqual(["all: MODIFIED soak-0/a at 11 after everything up to 12"]);
});

test("the chronicle reports an event whose bytes differ between watchers", () => {
  const { chronicle, faults } = begin();
  const start = chronicle.end;
  chronicle.see(start, line("MODIFIED", "a", 11));
  chronicle.see(start, line("MODIFIED", "a", 11, "another"));
  expect(faults).toHaveLength(1);
});

test("the chronicle reports an acknowledged write that no watcher receives", () => {
  const soak = begin();
  soak.chronicle.acknowledge(write("a", 11));
  expect(finish(soak)).toEqual(["all: nobody has seen MODIFIED soak-0/a at 11, which was acknowledged"]);
});

test("the chronicle reports an event of a write that was never acknowledged", () => {
  const soak = begin();
  soak.chronicle.see(soak.chronicle.end, line("MODIFIED", "a", 11));
  expect(finish(soak)).toEqual(["all: MODIFIED soak-0/a at 11 was seen, and never acknowledged"]);
});

test.each([
  ["ADDED", "a", "all: ADDED soak-0/a at 11 of an object at 5"],
  ["MODIFIED", "b", "all: MODIFIED soak-0/b at 11 of an object that is not there"],
  ["DELETED", "b", "all: DELETED soak-0/b at 11 of an object that is not there"],
])("the chronicle reports %s of %s as an event of the wrong type", (type, name, fault) => {
  const { chronicle, faults } = begin();
  chronicle.see(chronicle.end, line(type, name, 11));
  expect(faults).toEqual([fault]);
});

test("the chronicle reports a bookmark before an event that others have received", () => {
  const { chronicle, faults } = begin();
  const start = chronicle.end;
  chronicle.see(start, line("MODIFIED", "a", 11));
  chronicle.seeBookmark(start, 20);
  expect(faults).toEqual(["all: a bookmark says 20 before MODIFIED soak-0/a at 11"]);
});

test("a change of labels determines the events that watchers of a label expect", () => {
  const soak = begin(scopeOf("label"));
  const { chronicle } = soak;
  chronicle.acknowledge(write("a", 11, { tierAfter: "silver" }));
  chronicle.acknowledge(write("a", 12, { tierBefore: "silver", tierAfter: "bronze" }));
  chronicle.acknowledge(write("a", 13, { tierBefore: "bronze", tierAfter: "gold" }));
  let place = chronicle.see(chronicle.end, line("DELETED", "a", 11));
  place = chronicle.see(place, line("ADDED", "a", 13));
  expect(finish(soak)).toEqual([]);
  expect(place).toBe(chronicle.end);
});

test("a deletion of a Pod expects MODIFIED and DELETED events of unknown versions", () => {
  const soak = begin(scopeOf("pods"));
  const { chronicle } = soak;
  let place = chronicle.see(chronicle.end, line("MODIFIED", "a", 11));
  place = chronicle.see(place, line("MODIFIED", "a", 12));
  chronicle.acknowledge(write("a", 11, { resource: "pods" }));
  chronicle.acknowledge(write("a", undefined, { resource: "pods", isMarked: true }));
  chronicle.see(place, line("DELETED", "a", 13));
  expect(finish(soak)).toEqual([]);
});

test("stateAt() returns the objects that the events up to the version have created", () => {
  const { chronicle } = begin();
  let place = chronicle.see(chronicle.end, line("ADDED", "b", 11));
  place = chronicle.see(place, line("DELETED", "a", 12));
  chronicle.see(place, line("ADDED", "a", 13));
  const states = [10, 11, 12, 13].map((version) => Object.fromEntries(chronicle.stateAt(version)));
  expect(states).toEqual([
    { "soak-0/a": 5 },
    { "soak-0/a": 5, "soak-0/b": 11 },
    { "soak-0/b": 11 },
    { "soak-0/a": 13, "soak-0/b": 11 },
  ]);
});
