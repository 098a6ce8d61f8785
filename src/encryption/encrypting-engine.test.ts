import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../base/manual-clock.ts";
import { isStorageError, type MemoryEngine, openMemoryEngine } from "../storage/index.ts";
import { describeEngine } from "../storage/testing/engine-suite.ts";
import { Observation } from "../storage/testing/observe.ts";
import { EncryptingEngine } from "./encrypting-engine.ts";
import type { ProviderSettings } from "./read-configuration.ts";
import { ResourceTransformers } from "./resource-transformers.ts";
import { TransformationMetrics } from "./transformation-metrics.ts";
import { TransformError, type ValueTransformer } from "./value-transformer.ts";

const key = "/registry/secrets/default/a";
const otherKey = "/registry/configmaps/default/a";

function aesgcm(...names: readonly string[]): ProviderSettings {
  return { type: "aesgcm", keys: names.map((name) => ({ name, secret: Buffer.alloc(32, name) })) };
}

async function transformerOf(...providers: readonly ProviderSettings[]): Promise<ValueTransformer> {
  const transformers = await ResourceTransformers.make(
    [{ resources: [{ group: "", resource: "secrets" }], providers }],
    {
      metrics: new TransformationMetrics(new ManualClock()),
      openKms: () => Promise.reject(new Error("there is no key service")),
    },
  );
  return transformers.of({ group: "", resource: "secrets" });
}

/** Bytes that the prefix, the nonce and the tag add to a value. */
const addedBytes = 50;

describeEngine("an engine with encrypted values", {
  open: async ({ valueBytesMax, ...options }) => {
    const transformer = await transformerOf(aesgcm("one"));
    const inner = openMemoryEngine({
      ...options,
      ...(valueBytesMax === undefined ? {} : { valueBytesMax: valueBytesMax + addedBytes }),
    });
    const engine = new EncryptingEngine(inner, () => transformer);
    return {
      engine,
      dispose: async () => {
        await engine[Symbol.asyncDispose]();
      },
    };
  },
});

describe("values", () => {
  let inner: MemoryEngine;

  beforeEach(() => {
    inner = openMemoryEngine();
  });

  afterEach(async () => {
    await inner[Symbol.asyncDispose]();
  });

  async function engineWith(...providers: readonly ProviderSettings[]): Promise<EncryptingEngine> {
    const transformer = await transformerOf(...providers);
    return new EncryptingEngine(inner, (one) => (one.startsWith("/registry/secrets/") ? transformer : undefined));
  }

  async function storedText(): Promise<string> {
    return Buffer.from((await inner.get(key))?.value ?? []).toString("latin1");
  }

  async function textOf(engine: EncryptingEngine): Promise<string> {
    const entry = await engine.get(key);
    return entry?.damage ? `unreadable: ${entry.damage.message}` : Buffer.from(entry?.value ?? []).toString();
  }

  test("a value that cannot be read for a while is damaged in a watch, which reports the other changes", async () => {
    const unavailable: ValueTransformer = {
      mayWait: true,
      toStorage: (value) => value,
      fromStorage: () => Promise.reject(new TransformError("the service is down", { isTemporary: true })),
    };
    const engine = new EncryptingEngine(inner, (one) => (one === key ? unavailable : undefined));
    await inner.put(key, Buffer.from("secret"), 0);
    await inner.put(otherKey, Buffer.from("public"), 0);
    await using observation = new Observation(engine, "/", 0);
    await observation.untilChanges(2);
    const [secret, map] = observation.changes;
    expect(secret?.damage).toMatchObject({ code: "corrupt", message: "the service is down" });
    expect(Buffer.from(map?.value ?? []).toString()).toBe("public");
    expect(engine.takeDamageSeen()).toBe(true);
    await expect(engine.get(key)).rejects.toMatchObject({ code: "not-usable" });
    expect(engine.takeDamageSeen()).toBe(false);
  });

  test("only values of the configured resources are encrypted", async () => {
    const engine = await engineWith(aesgcm("one"));
    await engine.put(key, Buffer.from("secret"), 0);
    await engine.put(otherKey, Buffer.from("public"), 0);
    expect(await storedText()).toMatch(/^k8s:enc:aesgcm:v1:one:/);
    expect(await storedText()).not.toContain("secret");
    expect((await inner.get(otherKey))?.value).toEqual(Buffer.from("public"));
    expect(await textOf(engine)).toBe("secret");
  });

  test("the first key of the first provider writes, and all of them read", async () => {
    const stored: string[] = [];
    let revision = 0;
    for (const providers of [
      [{ type: "identity" }, aesgcm("one")],
      [aesgcm("one", "two"), { type: "identity" }],
      [aesgcm("two", "one")],
      [aesgcm("three"), aesgcm("two")],
      [{ type: "identity" }, aesgcm("three")],
    ] satisfies ProviderSettings[][]) {
      const engine = await engineWith(...providers);
      if (revision > 0) expect(await textOf(engine)).toBe("secret");
      expect(await engine.isOutdated(key)).toBe(revision > 0);
      revision = await engine.put(key, Buffer.from("secret"), revision);
      expect(await engine.isOutdated(key)).toBe(false);
      stored.push((await storedText()).slice(0, 22));
    }
    expect(stored).toEqual([
      "secret",
      "k8s:enc:aesgcm:v1:one:",
      "k8s:enc:aesgcm:v1:two:",
      "k8s:enc:aesgcm:v1:thre",
      "secret",
    ]);
  });

  test.each([
    [[aesgcm("two")], "no matching key was found for the provided AES transformer"],
    [[{ type: "identity" }] satisfies ProviderSettings[], "no matching prefix found"],
    [
      [{ ...aesgcm("one"), keys: [{ name: "one", secret: Buffer.alloc(32) }] } as ProviderSettings],
      "cipher: message authentication failed",
    ],
  ])("a value whose key is missing is reported, and can be removed (%#)", async (providers, message) => {
    await (await engineWith(aesgcm("one"))).put(key, Buffer.from("secret"), 0);
    const engine = await engineWith(...providers);
    expect(await textOf(engine)).toBe(`unreadable: ${message}`);
    expect(await engine.isOutdated(key)).toBe(true);
    expect((await engine.range("/registry/")).entries[0]?.damage).toMatchObject({ key, isUntransformable: true });
    expect(engine.takeDamageSeen()).toBe(true);
    expect(engine.takeDamageSeen()).toBe(false);
    await engine.removeDamaged(key);
    expect(await inner.get(key)).toBeUndefined();
  });

  test("a readable value cannot be removed as damaged", async () => {
    const engine = await engineWith(aesgcm("one"));
    await engine.put(key, Buffer.from("secret"), 0);
    const error: unknown = await engine.removeDamaged(key).catch((reason: unknown) => reason);
    expect(isStorageError(error, "revision-conflict")).toBe(true);
    expect(await textOf(engine)).toBe("secret");
  });

  test("a watch shows values that another process has written, and the damage of those that cannot be read", async () => {
    const writer = await engineWith(aesgcm("one"));
    const first = await writer.put(key, Buffer.from("first"), 0);
    await inner.put(key, Buffer.from("k8s:enc:aesgcm:v1:one:garbage"), first);
    const reader = await engineWith(aesgcm("one"));
    const stop = new AbortController();
    const seen: unknown[] = [];
    for await (const { changes } of reader.watch("/registry/", { after: 0, signal: stop.signal })) {
      for (const { value, damage, previous } of changes) {
        seen.push([
          Buffer.from(value ?? []).toString(),
          damage?.message,
          previous && Buffer.from(previous.value).toString(),
        ]);
      }
      if (seen.length === 2) stop.abort();
    }
    expect(seen).toEqual([
      ["first", undefined, undefined],
      ["", "the stored data was shorter than the required size", "first"],
    ]);
  });

  test("the value in a conflict is not encrypted", async () => {
    const engine = await engineWith(aesgcm("one"));
    await engine.put(key, Buffer.from("secret"), 0);
    const error: unknown = await engine.put(key, Buffer.from("x"), 0).catch((reason: unknown) => reason);
    expect(isStorageError(error, "key-exists") && error.current && Buffer.from(error.current.value).toString()).toBe(
      "secret",
    );
  });
});
