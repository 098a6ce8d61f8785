import { expect, test } from "vitest";
import { deferred } from "../base/deferred.ts";
import { KeyedMutex } from "./keyed-mutex.ts";

test("runExclusively() runs the functions of one key one after another, in the order of the calls", async () => {
  const turns = new KeyedMutex();
  const gate = deferred();
  const seen: string[] = [];
  const take = (name: string): Promise<void> =>
    turns.runExclusively("a", async () => {
      seen.push(`${name} begins`);
      await gate.promise;
      seen.push(`${name} ends`);
    });
  const all = [take("first"), take("second"), take("third")];
  await Promise.resolve();
  expect(seen).toEqual(["first begins"]);
  gate.resolve();
  await Promise.all(all);
  expect(seen).toEqual(["first begins", "first ends", "second begins", "second ends", "third begins", "third ends"]);
});

test("runExclusively() does not delay functions of other keys", async () => {
  const turns = new KeyedMutex();
  const gate = deferred();
  const held = turns.runExclusively("a", () => gate.promise);
  expect(await turns.runExclusively("b", async () => "done")).toBe("done");
  gate.resolve();
  await held;
});

test("runExclusively() runs the next function after a failed one, and rejects only for the failed one", async () => {
  const turns = new KeyedMutex();
  const failing = turns.runExclusively("a", () => Promise.reject(new Error("no")));
  const next = turns.runExclusively("a", async () => "next");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("next");
});

test("isLocked() returns true until the last function of the key has ended", async () => {
  const turns = new KeyedMutex();
  const gate = deferred();
  const held = turns.runExclusively("a", () => gate.promise);
  const waiting = turns.runExclusively("a", async () => undefined);
  expect(turns.isLocked("a")).toBe(true);
  expect(turns.isLocked("b")).toBe(false);
  gate.resolve();
  await held;
  await waiting;
  expect(turns.isLocked("a")).toBe(false);
});
