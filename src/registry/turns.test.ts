import { expect, test } from "vitest";
import { deferred } from "../base/deferred.ts";
import { Turns } from "./turns.ts";

test("turns of one key run one after another, in the order in which they were asked for", async () => {
  const turns = new Turns();
  const gate = deferred();
  const seen: string[] = [];
  const take = (name: string): Promise<void> =>
    turns.take("a", async () => {
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

test("other keys do not wait", async () => {
  const turns = new Turns();
  const gate = deferred();
  const held = turns.take("a", () => gate.promise);
  expect(await turns.take("b", async () => "done")).toBe("done");
  gate.resolve();
  await held;
});

test("a turn that fails hands on, and its error reaches its own caller only", async () => {
  const turns = new Turns();
  const failing = turns.take("a", () => Promise.reject(new Error("no")));
  const next = turns.take("a", async () => "next");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("next");
});

test("a key is taken until the last of its turns has ended", async () => {
  const turns = new Turns();
  const gate = deferred();
  const held = turns.take("a", () => gate.promise);
  const waiting = turns.take("a", async () => undefined);
  expect(turns.isTaken("a")).toBe(true);
  expect(turns.isTaken("b")).toBe(false);
  gate.resolve();
  await held;
  await waiting;
  expect(turns.isTaken("a")).toBe(false);
});
