import { expect, test } from "vitest";
import { type ConfigMap, configMap } from "../api/core/v1/config-map.ts";
import { secret } from "../api/core/v1/secret.ts";
import type { KindDeclaration, ObjectAccess } from "../schema/index.ts";
import { objectAccess } from "./object-access.ts";
import { openResource, type ResourceFixture } from "./testing/fixture.ts";
import { rejection } from "./testing/rejection.ts";

const a = { namespace: "default", name: "a" };

function accessTo({ resource }: ResourceFixture): ObjectAccess {
  return objectAccess(new Map([[configMap as KindDeclaration, resource]]));
}

function setX(object: ConfigMap): void {
  object.data = { x: "2" };
}

test("get() returns a copy of an object, and list() all objects of a namespace", async () => {
  await using fixture = await openResource();
  const objects = accessTo(fixture);
  await fixture.create("a", { data: { x: "1" } });
  await fixture.create("b");
  await fixture.create("other/c");
  setX(await objects.get(configMap, a));
  expect((await objects.get(configMap, a)).data).toEqual({ x: "1" });
  const names = (await objects.list(configMap, "default")).map(({ metadata }) => metadata.name);
  expect(names).toEqual(["a", "b"]);
  expect(await rejection(objects.get(configMap, { namespace: "default", name: "c" }))).toMatchObject({
    code: 404,
    message: 'configmaps "c" not found',
  });
});

test("list() returns no objects for a kind that is not stored", async () => {
  await using fixture = await openResource();
  expect(await accessTo(fixture).list(secret, "default")).toEqual([]);
});

test("update() stores a change, but not in a dry run", async () => {
  await using fixture = await openResource();
  const objects = accessTo(fixture);
  await fixture.create("a", { data: { x: "1" } });
  const change = { ...a, subresource: "", change: setX };
  expect((await objects.update(configMap, { ...change, dryRun: true })).data).toEqual({ x: "2" });
  expect((await objects.get(configMap, a)).data).toEqual({ x: "1" });
  const changed = await objects.update(configMap, { ...change, dryRun: false });
  expect(changed).toMatchObject({ data: { x: "2" }, metadata: { resourceVersion: "2" } });
  expect(await objects.get(configMap, a)).toEqual(changed);
});

test("update() rejects a change if the UID or the resourceVersion differs from the precondition", async () => {
  await using fixture = await openResource();
  const objects = accessTo(fixture);
  await fixture.create("a");
  const { uid = "" } = (await objects.get(configMap, a)).metadata;
  const change = { ...a, subresource: "", dryRun: false, change: setX };
  const inStoresWords = (why: string): object => ({
    code: 409,
    reason: "Conflict",
    message: `Operation cannot be fulfilled on configmaps "a": StorageError: invalid object, Code: 4, Key: /registry/configmaps/default/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ${why}`,
  });
  const preconditions = { uid: "1" };
  expect(await rejection(objects.update(configMap, { ...change, preconditions }))).toMatchObject(
    inStoresWords(`UID in precondition: 1, UID in object meta: ${uid}`),
  );
  expect(
    await rejection(objects.update(configMap, { ...change, preconditions: { resourceVersion: "9" } })),
  ).toMatchObject(inStoresWords("ResourceVersion in precondition: 9, ResourceVersion in object meta: 1"));
  expect(await rejection(objects.update(configMap, { ...change, name: "b", preconditions }))).toMatchObject({
    code: 404,
  });
  await objects.update(configMap, { ...change, preconditions: { uid, resourceVersion: "1" } });
  expect((await objects.get(configMap, a)).data).toEqual({ x: "2" });
});

test("delete() validates and applies its deletion options", async () => {
  await using fixture = await openResource();
  const objects = accessTo(fixture);
  await fixture.create("a");
  const gone = { ...a, dryRun: false };
  expect(await rejection(objects.delete(configMap, { ...gone, preconditions: { uid: "1" } }))).toMatchObject({
    code: 409,
  });
  expect(await rejection(objects.delete(configMap, { ...gone, propagationPolicy: "Fast" }))).toMatchObject({
    code: 422,
    message: expect.stringContaining('propagationPolicy: Unsupported value: "Fast"'),
  });
  await objects.delete(configMap, { ...gone, dryRun: true });
  await objects.delete(configMap, { ...gone, propagationPolicy: "Foreground" });
  expect((await objects.get(configMap, a)).metadata.finalizers).toEqual(["foregroundDeletion"]);
});
