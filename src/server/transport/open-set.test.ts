import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { OpenSet } from "./open-set.ts";

test("members leave by closing", () => {
  const set = new OpenSet<EventEmitter>();
  const [a, b] = [new EventEmitter(), new EventEmitter()];
  set.add(a);
  set.add(b);
  a.emit("close");
  expect([...set]).toEqual([b]);
});

test("all who wait are told when nothing is open any more", async () => {
  const set = new OpenSet<EventEmitter>();
  const [a, b] = [new EventEmitter(), new EventEmitter()];
  set.add(a);
  set.add(b);
  let told = 0;
  const wait = async (): Promise<void> => {
    await set.empty();
    told++;
  };
  const waiting = [wait(), wait()];
  a.emit("close");
  await Promise.resolve();
  expect(told).toBe(0);
  b.emit("close");
  await Promise.all(waiting);
  set.add(a);
  const again = wait();
  a.emit("close");
  await again;
  expect(told).toBe(3);
});

test("where nothing is open, nobody waits", async () => {
  await new OpenSet<EventEmitter>().empty();
});
