import { describe, expect, test } from "vitest";
import { deferred } from "../base/deferred.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { forbidden } from "../meta/status-error.ts";
import { deleteObject, type ObjectDeleteOptions } from "./delete.ts";
import { deleteCollection } from "./delete-collection.ts";
import type { ListRequest, ListResult } from "./read.ts";
import { parseObject } from "./resource.ts";
import { openResource, type ResourceFixture } from "./testing/fixture.ts";
import { rejection } from "./testing/rejection.ts";

const everything: ListRequest = {
  namespace: "default",
  limit: 0,
  continueToken: "",
  resourceVersion: "",
  resourceVersionMatch: "",
};

async function deleteAll(
  { resource }: ResourceFixture,
  options: Partial<ObjectDeleteOptions> = {},
  check?: (readObject: () => ApiObject) => Promise<void>,
): Promise<ListResult> {
  return await deleteCollection(resource, everything, { dryRun: false, ...options }, check ? { check } : {});
}

async function withMaps(count: number): Promise<ResourceFixture> {
  const fixture = await openResource();
  for (let index = 0; index < count; index++) await fixture.create(`m${String(index).padStart(3, "0")}`);
  return fixture;
}

const left = ({ resource }: ResourceFixture): number => resource.cache.snapshot().objects.size;

test("deleteCollection() deletes all listed objects and returns them as they were before", async () => {
  await using fixture = await withMaps(40);
  const listed = await deleteAll(fixture);
  expect(listed.objects).toHaveLength(40);
  const last = listed.objects.map(parseObject).at(-1);
  expect(last?.metadata).toMatchObject({ name: "m039", resourceVersion: "40" });
  expect(left(fixture)).toBe(0);
  expect(fixture.engine.revision).toBe(80);
});

test("deleteCollection() returns an empty list for an empty collection", async () => {
  await using fixture = await withMaps(0);
  expect((await deleteAll(fixture)).objects).toEqual([]);
});

test("deleteCollection() runs at most sixteen deletions at the same time", async () => {
  await using fixture = await withMaps(40);
  const gate = deferred();
  let under = 0;
  let most = 0;
  const deletion = deleteAll(fixture, {}, async () => {
    most = Math.max(most, ++under);
    if (under === 16) gate.resolve();
    await gate.promise;
    await new Promise(setImmediate);
    under--;
  });
  await deletion;
  expect(most).toBe(16);
  expect(left(fixture)).toBe(0);
});

test("deleteCollection() ignores objects that another client deletes meanwhile", async () => {
  await using fixture = await withMaps(20);
  const gone = { namespace: "default", name: "m019", options: { dryRun: false } };
  let first = true;
  const listed = await deleteAll(fixture, {}, async () => {
    if (!first) return;
    first = false;
    await deleteObject(fixture.resource, gone);
  });
  expect(listed.objects).toHaveLength(20);
  expect(left(fixture)).toBe(0);
});

describe("a failed deletion", () => {
  test("deleteCollection() reports a failed deletion, starts no further ones, and waits for those in progress", async () => {
    await using fixture = await withMaps(100);
    let asked = 0;
    let ended = 0;
    const error = await rejection(
      deleteAll(fixture, {}, async (readObject) => {
        const { metadata } = readObject();
        asked++;
        if (metadata.name === "m005") throw forbidden({ group: "", resource: "configmaps" }, "m005", "no");
        await new Promise(setImmediate);
        ended++;
      }),
    );
    expect(error).toMatchObject({ code: 403, details: { name: "m005" } });
    expect(asked).toBe(ended + 1);
    expect(asked).toBeLessThan(40);
    const leftThen = left(fixture);
    expect(leftThen).toBe(100 - ended);
    await new Promise(setImmediate);
    expect(left(fixture)).toBe(leftThen);
  });

  test("deleteCollection() keeps an object whose precondition does not hold", async () => {
    await using fixture = await withMaps(2);
    const error = await rejection(deleteAll(fixture, { preconditions: { uid: "another" } }));
    expect(error).toMatchObject({ code: 409, reason: "Conflict" });
    expect(left(fixture)).toBe(2);
  });
});

test("deleteCollection() in a dry run deletes nothing", async () => {
  await using fixture = await withMaps(3);
  expect((await deleteAll(fixture, { dryRun: true })).objects).toHaveLength(3);
  expect(left(fixture)).toBe(3);
  expect(fixture.engine.revision).toBe(3);
});
