import { expect, test } from "vitest";
import { HeldEngine } from "../cache/testing/held-engine.ts";
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
