import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { OpenSet } from "./open-set.ts";

test("an OpenSet removes a member when it closes", () => {
  const set = new OpenSet<EventEmitter>();
  const [a, b] = [new EventEmitter(), new EventEmitter()];
  set.add(a);
  set.add(b);
  a.emit("close");
  expect([...set]).toEqual([b]);
});

test("OpenSet.empty() resolves for all waiters when the last member closes", async () => {
  const set = new OpenSet<EventEmitter>();
  const [a, b] = [new EventEmitter(), new EventEmitter()];
  set.add(a);
  set.add(b);
  let resolvedCount = 0;
  const wait = async (): Promise<void> => {
    await set.empty();
    resolvedCount++;
  };
  const waiting = [wait(), wait()];
  a.emit("close");
  await Promise.resolve();
  expect(resolvedCount).toBe(0);
  b.emit("close");
  await Promise.all(waiting);
  set.add(a);
  const again = wait();
  a.emit("close");
  await again;
  expect(resolvedCount).toBe(3);
});

test("OpenSet.empty() resolves at once for an empty set", async () => {
  await new OpenSet<EventEmitter>().empty();
});
