/** Verbs at both versions of a type that a webhook converts. Expected values are those of the reference. */
import { expect, test } from "vitest";
import { type Behaviour, type Json } from "./conversion-webhook.ts";
import { pathOf, Things, thing, type Version } from "./things.ts";

const v1 = "conv.example.com/v1";
const v2 = "conv.example.com/v2";

/** An object with the members that these tests read. */
type ApiThing = Json;

/** In v2, objects have a further label, and their color is in capitals. */
const markedConversion: Behaviour = {
  change: ({ response }) => {
    for (const { apiVersion, metadata, spec } of response.convertedObjects) {
      const isShown = apiVersion === v2;
      if (isShown) metadata.labels = { ...metadata.labels, shown: "v2" };
      else delete metadata.labels?.shown;
      if (spec.color) spec.color = isShown ? spec.color.toUpperCase() : spec.color.toLowerCase();
    }
  },
};

test("an object that is stored in v1 is shown in v2 without its resourceVersion being sent to the webhook", async () => {
  await using things = await Things.start();
  const created = await things.create("v1", "a", { size: 3 });
  expect([created.status, created.json.spec]).toEqual([201, { defaultv1: "from v1", size: 3 }]);
  expect(things.webhook.reviews).toEqual([]);
  const shown = (await things.get("v2", "a")).json;
  expect(shown).toEqual({ ...created.json, apiVersion: v2, spec: { length: 3 } });
  const [{ request, response, kind, apiVersion, path }] = things.webhook.reviews;
  const { resourceVersion: _, ...metadata } = created.json.metadata;
  expect({ kind, apiVersion, path }).toEqual({
    kind: "ConversionReview",
    apiVersion: "apiextensions.k8s.io/v1",
    path: "/convert?timeout=30s",
  });
  expect(request).toEqual({
    uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    desiredAPIVersion: v2,
    objects: [{ ...created.json, metadata }],
  });
  expect(response).toEqual({ uid: "", convertedObjects: null, result: { metadata: {} } });
});

test("a second request for the same object asks the webhook nothing", async () => {
  await using things = await Things.start();
  await things.create("v1", "a", { size: 3 });
  await things.get("v2", "a");
  const count = things.webhook.reviews.length;
  expect((await things.get("v2", "a")).json.spec).toEqual({ length: 3 });
  await things.request("v2", "");
  expect(things.webhook.reviews).toHaveLength(count);
});

test("an object is created, replaced, patched and deleted in the version that is not stored", async () => {
  await using things = await Things.start();
  const created = await things.create("v2", "a", { length: 3 });
  expect([created.status, created.json.apiVersion, created.json.spec]).toEqual([201, v2, { length: 3 }]);
  expect(created.json.metadata.managedFields).toMatchObject([
    { apiVersion: v2, fieldsV1: { "f:spec": { ".": {}, "f:defaultv2": {}, "f:length": {} } } },
  ]);
  expect((await things.get("v1", "a")).json.spec).toEqual({ defaultv1: "from v1", size: 3 });
  const patched = await things.patch("v2", "a", { spec: { length: 5 } });
  expect([patched.status, patched.json.spec.length, patched.json.metadata.generation]).toEqual([200, 5, 2]);
  const replacement = { ...patched.json, spec: { length: 6, color: "red" } };
  const replaced = await things.request("v2", "/a", { method: "PUT", body: replacement });
  expect([replaced.status, replaced.json.spec.length]).toEqual([200, 6]);
  expect((await things.get("v1", "a")).json.spec).toMatchObject({ size: 6, color: "red" });
  expect((await things.request("v2", "/a", { method: "DELETE" })).json.status).toBe("Success");
  expect((await things.get("v1", "a")).status).toBe(404);
});

test("the rules of the requested version decide about an object", async () => {
  await using things = await Things.start();
  const refused = await things.create("v2", "b", { length: 300 });
  expect([refused.status, refused.json.message]).toEqual([
    422,
    'Thing.conv.example.com "b" is invalid: spec.length: Invalid value: 300: spec.length in body should be less than or equal to 100',
  ]);
  await things.create("v1", "a", { size: 3 });
  expect((await things.patch("v2", "a", { spec: { length: 300 } })).status).toBe(422);
});

test("applies in both versions share an object, and each manager owns fields in its own version", async () => {
  await using things = await Things.start();
  expect((await things.apply("v1", "a", { size: 3 }, "one")).status).toBe(201);
  const both = await things.apply("v2", "a", { color: "red" }, "two");
  expect([both.status, both.json.spec]).toMatchObject([200, { length: 3, color: "red" }]);
  const owners = both.json.metadata.managedFields.map(
    (one: { manager: string; apiVersion: string; fieldsV1: object }) => [one.manager, one.apiVersion, one.fieldsV1],
  );
  expect(owners).toEqual([
    ["one", v1, { "f:spec": { "f:size": {} } }],
    ["two", v2, { "f:spec": { "f:color": {} } }],
  ]);
  const conflict = await things.apply("v2", "a", { color: "red", length: 4 }, "two");
  expect([conflict.status, conflict.json.message]).toEqual([
    409,
    'Apply failed with 1 conflict: conflict with "one": .spec.size',
  ]);
});

test("lists and Tables show objects in the requested version", async () => {
  await using things = await Things.start();
  await things.create("v1", "a", { size: 3 });
  await things.create("v2", "b", { length: 4 });
  const list = (await things.request("v2", "")).json;
  expect(list.apiVersion).toBe(v2);
  expect(list.items.map(({ spec }: { spec: { length: number } }) => spec.length)).toEqual([3, 4]);
  const headers = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
  for (const [version, column] of [
    ["v1", "size"],
    ["v2", "length"],
  ] as const) {
    const table = (await things.request(version, "", { headers })).json;
    expect(table.columnDefinitions.map(({ name }: { name: string }) => name)).toEqual(["Name", column]);
    expect(table.rows.map(({ cells }: { cells: unknown[] }) => cells)).toEqual([
      ["a", 3],
      ["b", 4],
    ]);
  }
});

test("a watch shows existing objects and changes in its version", async () => {
  await using things = await Things.start();
  await things.create("v1", "a", { size: 3 });
  await using events = await things.running.client.watch(pathOf("v2", "?watch=1&resourceVersion=0"));
  await things.create("v1", "b", { size: 4 });
  await things.patch("v1", "a", { spec: { size: 5 } });
  await things.request("v1", "/b", { method: "DELETE" });
  const seen = await events.take(4);
  expect(seen.map(({ type, object }) => [type, object.apiVersion, object.metadata.name, object.spec.length])).toEqual([
    ["ADDED", v2, "a", 3],
    ["ADDED", v2, "b", 4],
    ["MODIFIED", v2, "a", 5],
    ["DELETED", v2, "b", 4],
  ]);
});

test("a list of 10,000 objects sends few reviews", { timeout: 120_000 }, async () => {
  await using things = await Things.start();
  for (let start = 0; start < 10_000; start += 100) {
    const names = Array.from({ length: 100 }, (_, index) => `t${start + index}`);
    await Promise.all(names.map((name) => things.create("v1", name, { size: 1 })));
  }
  const list = (await things.request("v2", "")).json;
  expect(list.items).toHaveLength(10_000);
  expect(list.items.every(({ spec }: { spec: { length: number } }) => spec.length === 1)).toBe(true);
  expect(things.webhook.reviews.length).toBeLessThanOrEqual(20);
  const count = things.webhook.reviews.length;
  await things.request("v2", "");
  expect(things.webhook.reviews).toHaveLength(count);
});

test("objects of another storage version are shown correctly in all versions, and a write without changes stores them anew", async () => {
  await using things = await Things.start();
  const { json: old } = await things.create("v1", "a", { size: 3 });
  await things.redefine({ storage: "v2" });
  expect((await things.get("v1", "a")).json).toEqual(old);
  expect((await things.get("v2", "a")).json).toEqual({ ...old, apiVersion: v2, spec: { length: 3 } });
  await things.create("v2", "b", { length: 4 });
  for (const [version, field] of [
    ["v1", "size"],
    ["v2", "length"],
  ] as const) {
    const { items } = (await things.request(version, "")).json;
    expect(items.map(({ spec }: { spec: Record<string, number> }) => spec[field])).toEqual([3, 4]);
  }
  const kept = await things.patch("v1", "a", {});
  expect(kept.json.spec).toMatchObject({ size: 3 });
  expect(kept.json.metadata.generation).toBe(1);
  expect(Number(kept.json.metadata.resourceVersion)).toBeGreaterThan(Number(old.metadata.resourceVersion));
  const again = await things.patch("v1", "a", {});
  expect(again.json.metadata.resourceVersion).toBe(kept.json.metadata.resourceVersion);
});

test("an object of another storage version can be deleted and patched", async () => {
  await using things = await Things.start();
  const metadata = { name: "a", finalizers: ["example.com/stay"] };
  await things.request("v1", "", { body: { ...thing("v1", "a", { size: 3 }), metadata } });
  await things.redefine({ storage: "v2" });
  const marked = await things.request("v2", "/a", { method: "DELETE" });
  expect(marked.json).toMatchObject({
    apiVersion: v2,
    spec: { length: 3 },
    metadata: { finalizers: metadata.finalizers },
  });
  expect((await things.get("v1", "a")).json).toMatchObject({ apiVersion: v1, spec: { size: 3 } });
  expect((await things.patch("v1", "a", { metadata: { finalizers: null } })).status).toBe(200);
  expect((await things.get("v2", "a")).status).toBe(404);
});

test("each version has its own Scale and its own status", async () => {
  await using things = await Things.start();
  await things.create("v2", "a", { length: 6 });
  const status = await things.patch("v2", "a/status", { status: { count: 2 } });
  expect(status.json).toMatchObject({ apiVersion: v2, spec: { length: 6 }, status: { count: 2 } });
  for (const version of ["v1", "v2"] as const) {
    const scale = (await things.get(version, "a/scale")).json;
    expect([scale.kind, scale.spec, scale.status]).toEqual(["Scale", { replicas: 6 }, { replicas: 2 }]);
  }
  const scaled = await things.patch("v2", "a/scale", { spec: { replicas: 9 } });
  expect([scaled.status, scaled.json.spec]).toEqual([200, { replicas: 9 }]);
  const { spec, metadata } = (await things.get("v1", "a")).json;
  expect(spec).toEqual({ defaultv1: "from v1", size: 9 });
  expect(metadata.managedFields[0]).toMatchObject({
    apiVersion: v2,
    subresource: "scale",
    fieldsV1: { "f:spec": { "f:length": {} } },
  });
});

test("objects that were stored under the strategy None keep their version when a webhook begins to convert them", async () => {
  await using things = await Things.start();
  const { json: old } = await things.create("v1", "a", { size: 3 });
  await things.redefine({ isConverted: false, storage: "v2" });
  expect((await things.get("v2", "a")).json).toMatchObject({ apiVersion: v2, spec: {} });
  await things.redefine({ storage: "v2" });
  expect((await things.get("v2", "a")).json.spec).toEqual({ length: 3 });
  expect((await things.get("v1", "a")).json).toEqual(old);
});

test("selectors read the form of the requested version", async () => {
  await using things = await Things.start({ selectable: true });
  things.webhook.behaviour = markedConversion;
  await things.create("v1", "a", { size: 3, color: "red" });
  await things.create("v1", "b", { size: 4, color: "blue" });
  await things.create("v1", "c", { size: 3, color: "blue" });
  const select = async (version: Version, query: string): Promise<unknown> => {
    const { json } = await things.request(version, `?${query}`);
    return json.message ?? json.items.map((one: ApiThing) => one.metadata.name).join();
  };
  expect(await select("v1", "fieldSelector=spec.size%3D3")).toBe("a,c");
  expect(await select("v1", "fieldSelector=spec.length%3D3")).toBe("field label not supported: spec.length");
  expect(await select("v2", "fieldSelector=spec.length%3D3")).toBe("a,c");
  expect(await select("v2", "fieldSelector=spec.size%3D3")).toBe("field label not supported: spec.size");
  expect(await select("v1", "fieldSelector=spec.color%3Dblue")).toBe("b,c");
  expect(await select("v2", "fieldSelector=spec.color%3Dblue")).toBe("");
  expect(await select("v2", "fieldSelector=spec.color%3DBLUE")).toBe("b,c");
  expect(await select("v2", "fieldSelector=spec.color%3DBLUE&limit=1")).toBe("b");
  expect(await select("v1", "labelSelector=shown")).toBe("");
  expect(await select("v2", "labelSelector=shown%3Dv2")).toBe("a,b,c");
  expect(await select("v2", "labelSelector=!shown")).toBe("");
  const deleted = await things.request("v2", "?fieldSelector=spec.color%3DRED", { method: "DELETE" });
  expect(deleted.json.items.map((one: ApiThing) => one.metadata.name)).toEqual(["a"]);
  expect(await select("v1", "")).toBe("b,c");
});

test("a watch with a selector shows objects that match in its version", async () => {
  await using things = await Things.start({ selectable: true });
  things.webhook.behaviour = markedConversion;
  await things.create("v1", "a", { size: 3, color: "red" });
  await things.create("v1", "b", { size: 4, color: "blue" });
  const query = "?watch=1&resourceVersion=0&fieldSelector=spec.color%3DBLUE,spec.length!%3D9&labelSelector=shown";
  await using events = await things.running.client.watch(pathOf("v2", query));
  await things.patch("v1", "a", { spec: { color: "blue" } });
  await things.patch("v1", "b", { spec: { size: 5 } });
  await things.patch("v1", "b", { spec: { color: "green" } });
  await things.create("v1", "c", { size: 9, color: "blue" });
  await things.request("v1", "/a", { method: "DELETE" });
  const seen = await events.take(5);
  expect(seen.map(({ type, object: { metadata, spec } }) => [type, metadata.name, spec.length, spec.color])).toEqual([
    ["ADDED", "b", 4, "BLUE"],
    ["ADDED", "a", 3, "BLUE"],
    ["MODIFIED", "b", 5, "BLUE"],
    ["DELETED", "b", 5, "BLUE"],
    ["DELETED", "a", 3, "BLUE"],
  ]);
});

test("a selector that needs a conversion fails with the webhook, and one for a name asks only about its object", async () => {
  await using things = await Things.start({ selectable: true });
  await things.create("v1", "a", { size: 3 });
  things.webhook.behaviour = {
    change: ({ response }) => {
      response.result = { status: "Failed", message: "no way" };
      response.convertedObjects = [];
    },
  };
  const failure = "conversion webhook for conv.example.com/v1, Kind=Thing failed: no way";
  for (const query of ["?labelSelector=none", "?fieldSelector=spec.length%3D1", "?fieldSelector=metadata.name%3Da"]) {
    const { status, json } = await things.request("v2", query);
    expect([status, json.message]).toEqual([500, failure]);
  }
  const { status, json } = await things.request("v2", "?fieldSelector=metadata.name%3Dother");
  expect([status, json.items]).toEqual([200, []]);
});

test("without a webhook, a version shows its own fields without further defaults, and has its own selectable fields", async () => {
  await using things = await Things.start({ isConverted: false, selectable: true });
  const created = await things.create("v1", "a", { size: 3, color: "red" });
  expect(created.json.spec).toEqual({ color: "red", defaultv1: "from v1", size: 3 });
  expect((await things.get("v2", "a")).json.spec).toEqual({ color: "red" });
  expect((await things.create("v2", "b", { length: 3, color: "red" })).json.spec).toEqual({ color: "red" });
  expect((await things.get("v1", "b")).json.spec).toEqual({ color: "red", defaultv1: "from v1" });
  const list = await things.request("v2", "?fieldSelector=spec.color%3Dred");
  expect(list.json.items.map((one: ApiThing) => one.spec)).toEqual([{ color: "red" }, { color: "red" }]);
  expect((await things.request("v2", "?fieldSelector=spec.length%3D")).status).toBe(200);
  expect((await things.request("v2", "?fieldSelector=spec.size%3D3")).status).toBe(400);
});
