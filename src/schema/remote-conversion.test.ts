import { expect, test } from "vitest";
import { PendingConversion, settle } from "./remote-conversion.ts";

test("settle() requests each missing conversion and runs the work again", async () => {
  const known = new Set<string>();
  const requested: string[] = [];
  const need = (name: string): void => {
    if (known.has(name)) return;
    throw new PendingConversion(async () => {
      requested.push(name);
      known.add(name);
    });
  };
  let runs = 0;
  const result = await settle(async () => {
    runs++;
    need("a");
    need("b");
    return "done";
  });
  expect([result, requested, runs]).toEqual(["done", ["a", "b"], 3]);
});

test("settle() throws the error of a conversion, and other errors of the work", async () => {
  const failing = (): never => {
    throw new PendingConversion(() => Promise.reject(new Error("the webhook failed")));
  };
  await expect(settle(failing)).rejects.toThrow("the webhook failed");
  await expect(settle(() => Promise.reject(new Error("conflict")))).rejects.toThrow("conflict");
});

test("settle() ends work that never has all conversions", async () => {
  let requests = 0;
  const endless = (): never => {
    throw new PendingConversion(async () => requests++);
  };
  await expect(settle(endless)).rejects.toBeInstanceOf(PendingConversion);
  expect(requests).toBe(100);
});
