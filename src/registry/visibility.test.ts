/** Tests which writes clients can see while the stream of changes is delayed. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { HeldEngine } from "../cache/testing/held-engine.ts";
import { openMemoryEngine } from "../storage/index.ts";
import { deleteObject } from "./delete.ts";
import { getObject, listObjects } from "./read.ts";
import { openResource, type ResourceFixture } from "./testing/fixture.ts";

const a = { namespace: "default", name: "a" };
const everything = { namespace: "", limit: 0, continueToken: "", resourceVersionMatch: "" } as const;

let held: HeldEngine;
let fixture: ResourceFixture;

beforeEach(async () => {
  held = new HeldEngine(openMemoryEngine());
  fixture = await openResource({ engine: held });
});

afterEach(async () => {
  held.releaseStream();
  await fixture[Symbol.asyncDispose]();
});

/** Whether `work` is still pending after all due callbacks have run. */
async function isWaiting(work: Promise<unknown>): Promise<boolean> {
  let waiting = true;
  const over = (): void => {
    waiting = false;
  };
  work.then(over, over);
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  return waiting;
}

/** Writes the same value again, as another process would. */
async function writeElsewhere(): Promise<void> {
  const key = fixture.resource.cache.fullKey("default/a");
  const entry = await held.get(key);
  if (entry) await held.put(key, entry.value, entry.revision);
}

test("createObject() resolves only when the cache shows the object", async () => {
  held.holdStream();
  const creating = fixture.create("a");
  expect(await isWaiting(creating)).toBe(true);
  expect(held.revision).toBe(1);
  expect(fixture.resource.cache.get("default/a")).toBeUndefined();
  held.releaseStream();
  expect((await creating).revision).toBe(1);
  expect(fixture.resource.cache.get("default/a")?.revision).toBe(1);
});

test("deleteObject() resolves only when the cache shows the removal", async () => {
  await fixture.create("a");
  held.holdStream();
  const deleting = deleteObject(fixture.resource, { ...a, options: { dryRun: false } });
  expect(await isWaiting(deleting)).toBe(true);
  expect(held.revision).toBe(2);
  held.releaseStream();
  expect((await deleting).removed).toBe(true);
  expect(fixture.resource.cache.get("default/a")).toBeUndefined();
});

test("a read without a resourceVersion waits for earlier writes, and a read of any state does not", async () => {
  await fixture.create("a");
  held.holdStream();
  await writeElsewhere();
  expect((await getObject(fixture.resource, { ...a, resourceVersion: "0" })).revision).toBe(1);
  expect((await listObjects(fixture.resource, { ...everything, resourceVersion: "0" })).revision).toBe(1);
  const getting = getObject(fixture.resource, { ...a, resourceVersion: "" });
  const listing = listObjects(fixture.resource, { ...everything, resourceVersion: "" });
  expect(await isWaiting(Promise.any([getting, listing]))).toBe(true);
  held.releaseStream();
  expect((await getting).revision).toBe(2);
  expect((await listing).objects.map(({ revision }) => revision)).toEqual([2]);
});
