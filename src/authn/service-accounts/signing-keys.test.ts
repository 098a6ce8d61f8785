import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect, test } from "vitest";
import { type Deferred, deferred } from "../../base/deferred.ts";
import { SigningKeys } from "./signing-keys.ts";

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

test("SigningKeys lends each copy to one call at a time, in the order of the calls", async () => {
  const keys = new SigningKeys(privateKey);
  const calls: { readonly key: KeyObject; readonly end: Deferred<void> }[] = [];
  const results = Array.from({ length: 6 }, (_, index) =>
    keys.use(async (key) => {
      const end = deferred();
      calls.push({ key, end });
      await end.promise;
      return index;
    }),
  );
  await Promise.resolve();
  expect(new Set(calls.map(({ key }) => key)).size).toBe(4);
  expect(calls.every(({ key }) => key.equals(privateKey))).toBe(true);
  calls[1]?.end.resolve();
  expect(await results[1]).toBe(1);
  await expect.poll(() => calls.length).toBe(5);
  expect(calls[4]?.key).toBe(calls[1]?.key);
  for (const { end } of calls) end.resolve();
  await expect.poll(() => calls.length).toBe(6);
  calls[5]?.end.resolve();
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4, 5]);
});

test("SigningKeys lends a copy again after a call has failed", async () => {
  const keys = new SigningKeys(privateKey);
  for (let call = 0; call < 8; call++) {
    await expect(keys.use(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  }
});
