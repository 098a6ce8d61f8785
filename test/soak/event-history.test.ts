import { expect, test } from "vitest";
import type { AcknowledgedWrite } from "./acknowledged-write.ts";
import { EventHistory } from "./event-history.ts";
import { scopes, type WatchScope } from "./scopes.ts";

const scopeOf = (name: string): WatchScope => scopes.find((scope) => scope.name === name) as WatchScope;

function begin(scope = scopeOf("all"), state: Record<string, number> = { "soak-0/a": 5 }) {
  const faults: string[] = [];
  const history = new EventHistory(scope, 10, new Map(Object.entries(state)), (fault) => faults.push(fault));
  return { history, faults };
}

function line(type: string, name: string, version: number, uid = `u-${name}`): Buffer {
  const metadata = { namespace: "soak-0", name, uid, resourceVersion: String(version) };
  return Buffer.from(JSON.stringify({ type, object: { kind: "ConfigMap", metadata } }));
}

function write(name: string, version: number | undefined, fields: Partial<AcknowledgedWrite> = {}): AcknowledgedWrite {
  const there = { existedBefore: true, tierBefore: "gold", tierAfter: version === undefined ? undefined : "gold" };
  return { resource: "configmaps", namespace: "soak-0", name, uid: `u-${name}`, version, ...there, ...fields };
}

/** Returns the faults after all outstanding writes and events were reported. */
function finish({ history, faults }: ReturnType<typeof begin>): string[] {
  history.reportAllUnmatched();
  return faults;
}

test("watchers that receive the acknowledged writes in order cause no fault, whichever receives them first", () => {
  const soak = begin();
  const { history } = soak;
  const events = [line("MODIFIED", "a", 11), line("ADDED", "b", 12), line("DELETED", "a", 14)];
  history.acknowledge(write("a", 11));
  let first = history.endPosition;
  let second = first;
  for (const event of events) first = history.receive(first, event);
  history.acknowledge(write("b", 12, { existedBefore: false, tierBefore: undefined }));
  history.acknowledge(write("a", undefined));
  for (const event of events) second = history.receive(second, event);
  expect(second).toBe(first);
  expect(history.isSettled).toBe(true);
  expect(finish(soak)).toEqual([]);
});

test("the history reports an event that one watcher misses", () => {
  const soak = begin();
  const { history } = soak;
  const start = history.endPosition;
  history.receive(history.receive(start, line("MODIFIED", "a", 11)), line("MODIFIED", "a", 12));
  const place = history.receive(start, line("MODIFIED", "a", 12));
  expect(soak.faults).toEqual([
    "all: a watcher received MODIFIED soak-0/a at 12 where others received MODIFIED soak-0/a at 11",
  ]);
  expect(place).toBe(history.endPosition);
});

test("the history reports an event that a watcher receives twice", () => {
  const { history, faults } = begin();
  const place = history.receive(history.endPosition, line("MODIFIED", "a", 11));
  history.receive(place, line("MODIFIED", "a", 11));
  expect(faults).toEqual(["all: MODIFIED soak-0/a at 11 after all events up to 11"]);
});

test("the history reports events in the wrong order", () => {
  const { history, faults } = begin();
  const place = history.receive(history.endPosition, line("MODIFIED", "a", 12));
  history.receive(place, line("MODIFIED", "a", 11));
  expect(faults).toEqual(["all: MODIFIED soak-0/a at 11 after all events up to 12"]);
});

test("the history reports an event whose bytes differ between watchers", () => {
  const { history, faults } = begin();
  const start = history.endPosition;
  history.receive(start, line("MODIFIED", "a", 11));
  history.receive(start, line("MODIFIED", "a", 11, "another"));
  expect(faults).toHaveLength(1);
});

test("the history reports an acknowledged write that no watcher receives", () => {
  const soak = begin();
  soak.history.acknowledge(write("a", 11));
  expect(finish(soak)).toEqual(["all: no watcher received MODIFIED soak-0/a at 11, which was acknowledged"]);
});

test("the history reports an event of a write that was never acknowledged", () => {
  const soak = begin();
  soak.history.receive(soak.history.endPosition, line("MODIFIED", "a", 11));
  expect(finish(soak)).toEqual(["all: MODIFIED soak-0/a at 11 was received but never acknowledged"]);
});

test.each([
  ["ADDED", "a", "all: ADDED soak-0/a at 11 of an object at 5"],
  ["MODIFIED", "b", "all: MODIFIED soak-0/b at 11 of an object that does not exist"],
  ["DELETED", "b", "all: DELETED soak-0/b at 11 of an object that does not exist"],
])("the history reports %s of %s as an event of the wrong type", (type, name, fault) => {
  const { history, faults } = begin();
  history.receive(history.endPosition, line(type, name, 11));
  expect(faults).toEqual([fault]);
});

test("the history reports a bookmark before an event that others have received", () => {
  const { history, faults } = begin();
  const start = history.endPosition;
  history.receive(start, line("MODIFIED", "a", 11));
  history.receiveBookmark(start, 20);
  expect(faults).toEqual(["all: a bookmark at 20 arrived before MODIFIED soak-0/a at 11"]);
});

test("a change of labels determines the events that watchers of a label expect", () => {
  const soak = begin(scopeOf("label"));
  const { history } = soak;
  history.acknowledge(write("a", 11, { tierAfter: "silver" }));
  history.acknowledge(write("a", 12, { tierBefore: "silver", tierAfter: "bronze" }));
  history.acknowledge(write("a", 13, { tierBefore: "bronze", tierAfter: "gold" }));
  let place = history.receive(history.endPosition, line("DELETED", "a", 11));
  place = history.receive(place, line("ADDED", "a", 13));
  expect(finish(soak)).toEqual([]);
  expect(place).toBe(history.endPosition);
});

test("a deletion of a Pod expects MODIFIED and DELETED events of unknown versions", () => {
  const soak = begin(scopeOf("pods"));
  const { history } = soak;
  let place = history.receive(history.endPosition, line("MODIFIED", "a", 11));
  place = history.receive(place, line("MODIFIED", "a", 12));
  history.acknowledge(write("a", 11, { resource: "pods" }));
  history.acknowledge(write("a", undefined, { resource: "pods", isMarkedFirst: true }));
  history.receive(place, line("DELETED", "a", 13));
  expect(finish(soak)).toEqual([]);
});

test("stateAt() returns the objects that the events up to the version have created", () => {
  const { history } = begin();
  let place = history.receive(history.endPosition, line("ADDED", "b", 11));
  place = history.receive(place, line("DELETED", "a", 12));
  history.receive(place, line("ADDED", "a", 13));
  const states = [10, 11, 12, 13].map((version) => Object.fromEntries(history.stateAt(version)));
  expect(states).toEqual([
    { "soak-0/a": 5 },
    { "soak-0/a": 5, "soak-0/b": 11 },
    { "soak-0/b": 11 },
    { "soak-0/a": 13, "soak-0/b": 11 },
  ]);
});
