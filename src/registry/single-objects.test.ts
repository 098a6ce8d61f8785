import { expect, test } from "vitest";
import { HeldEngine } from "../cache/testing/held-engine.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { openMemoryEngine } from "../storage/index.ts";
import { deleteObject } from "./delete.ts";
import { getObject, listObjects } from "./read.ts";
import { parseObject } from "./resource.ts";
import { openResource } from "./testing/fixture.ts";
import { type UpdateRequest, updateObject } from "./update.ts";

test("reads and writes of single objects load no others, and a later list shows their results", async () => {
  const engine = new HeldEngine(openMemoryEngine());
  await using fixture = await openResource({ engine, isLoaded: false });
  const { resource, create } = fixture;
  const target = { namespace: "default", resourceVersion: "" };
  for (const name of ["a", "b", "c"]) await create(name, { data: { x: "1" } });
  await expect(create("a")).rejects.toMatchObject({ code: 409, reason: "AlreadyExists" });
  expect(parseObject(await getObject(resource, { ...target, name: "a" }))).toMatchObject({ data: { x: "1" } });
  await expect(getObject(resource, { ...target, name: "d" })).rejects.toMatchObject({ code: 404 });
  const update = { ...target, subresource: "", dryRun: false, createIfMissing: false, verb: "update" };
  for (const x of ["2", "3"]) {
    const change: UpdateRequest["change"] = (old) => old && Object.assign(old.copy(), { data: { x } });
    const { object } = await updateObject(resource, { ...update, name: "a", change });
    expect(parseObject(object)).toMatchObject({ data: { x } });
  }
  const { removed } = await deleteObject(resource, { ...target, name: "b", options: { dryRun: false } });
  expect(removed).toBe(true);
  expect([resource.cache.isLoaded, engine.pagesRead]).toEqual([false, 0]);

  const list = { namespace: "", limit: 0, continueToken: "", resourceVersion: "", resourceVersionMatch: "" } as const;
  const { objects } = await listObjects(resource, list);
  expect(objects.map(({ key }) => key)).toEqual(["default/a", "default/c"]);
  expect(objects.map((object) => parseObject(object))[0]).toMatchObject({ data: { x: "3" } });
});

test("concurrent changes of one object are all kept while a cache goes over from single reads to all objects", async () => {
  const engine = new HeldEngine(openMemoryEngine());
  await using fixture = await openResource({ engine, isLoaded: false });
  const { resource, create } = fixture;
  for (const name of ["a", "b", "c"]) await create(name, { data: { count: "0" } });
  const change: UpdateRequest["change"] = (old) => {
    const object = old?.copy() as (ApiObject & { data: { count: string } }) | undefined;
    return object && Object.assign(object, { data: { count: String(Number(object.data.count) + 1) } });
  };
  const request = {
    namespace: "default",
    subresource: "",
    dryRun: false,
    createIfMissing: false,
    verb: "update",
    change,
  };
  const increments = async (name: string): Promise<void> => {
    for (let round = 0; round < 20; round++) await updateObject(resource, { ...request, name });
  };
  await Promise.all(["a", "a", "a", "b", "b", "c"].map(increments));
  expect([resource.cache.isLoaded, engine.pagesRead]).toEqual([true, 1]);
  const counts = await Promise.all(
    ["a", "b", "c"].map(async (name) => {
      const object = await getObject(resource, { namespace: "default", name, resourceVersion: "" });
      return (parseObject(object) as ApiObject & { data: { count: string } }).data.count;
    }),
  );
  expect(counts).toEqual(["60", "40", "20"]);
});
