import { describe, expect, test } from "vitest";
import { deployment } from "../api/apps/v1/deployment.ts";
import { lease } from "../api/coordination/v1/lease.ts";
import { setValueAt } from "../base/paths.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { notFound } from "../meta/status-error.ts";
import { deleteObject, type ObjectDeleteOptions } from "./delete.ts";
import { parseObject } from "./resource.ts";
import { openResource, type ResourceFixture } from "./testing/fixture.ts";
import { rejection } from "./testing/rejection.ts";
import { type UpdateRequest, updateObject } from "./update.ts";

/** Returns a change that sets values at paths of the stored object. */
function setting(values: Readonly<Record<string, unknown>>): UpdateRequest["change"] {
  return (old) => {
    if (!old) throw new Error("there is nothing to change");
    const object = old.copy();
    for (const [path, value] of Object.entries(values)) setValueAt(object, path, value);
    return object;
  };
}

function request(change: UpdateRequest["change"], options: Partial<UpdateRequest> = {}): UpdateRequest {
  return {
    namespace: "default",
    name: "a",
    subresource: "",
    dryRun: false,
    createIfMissing: false,
    verb: "update",
    change,
    ...options,
  };
}

/** Updates an object and returns it as a client would get it. */
async function update(
  { resource }: ResourceFixture,
  values: Readonly<Record<string, unknown>>,
  options: Partial<UpdateRequest> = {},
): Promise<ApiObject> {
  return parseObject((await updateObject(resource, request(setting(values), options))).object);
}

function stored({ resource }: ResourceFixture, name = "a"): ApiObject | undefined {
  const object = resource.cache.get(`default/${name}`);
  return object && parseObject(object);
}

const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
const deploymentSpec = { replicas: 1, selector: { matchLabels: { a: "b" } }, template };

test("updateObject() stores a new version of the same object", async () => {
  await using fixture = await openResource();
  const made = parseObject(await fixture.create("a", { data: { x: "1" } }));
  await fixture.clock.advance(60_000);
  const changed = await update(fixture, { data: { x: "2" } });
  expect(changed).toEqual({ ...made, metadata: { ...made.metadata, resourceVersion: "2" }, data: { x: "2" } });
  expect(stored(fixture)).toEqual(changed);
});

test("updateObject() writes nothing if the object is equal in another spelling", async () => {
  await using fixture = await openResource();
  const made = parseObject(await fixture.create("a", { labels: { l: "1" }, data: { x: "1", y: "2" } }));
  expect(await update(fixture, {})).toEqual(made);
  expect(await update(fixture, { data: { y: "2", x: "1" }, binaryData: {}, immutable: undefined })).toEqual(made);
  expect(await update(fixture, { "metadata.creationTimestamp": "2020-01-01T00:00:00Z" })).toEqual(made);
  expect(fixture.engine.revision).toBe(1);
});

describe("updates of managed fields", () => {
  const entry = {
    manager: "m",
    operation: "Update",
    apiVersion: "v1",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:data": {} },
  };
  const at = (time: string, more: object = {}): Record<string, unknown> => ({
    "metadata.managedFields": [{ ...entry, time, ...more }],
  });
  const [early, late] = ["2025-01-01T00:00:00Z", "2025-01-02T00:00:00Z"];

  test("updateObject() writes nothing if only the times of managed fields change", async () => {
    await using fixture = await openResource();
    await fixture.create("a", { data: { x: "1" } });
    const made = await update(fixture, at(early));
    expect(await update(fixture, at(late))).toEqual(made);
    expect(await update(fixture, at(late), { dryRun: true })).toEqual(made);
    expect(stored(fixture)).toEqual(made);
    expect(fixture.engine.revision).toBe(2);
  });

  test("updateObject() writes an object if anything besides the times of managed fields changes", async () => {
    await using fixture = await openResource();
    await fixture.create("a", { data: { x: "1" } });
    await update(fixture, at(early));
    const named = await update(fixture, at(late, { manager: "n" }));
    expect(named.metadata.managedFields).toMatchObject([{ manager: "n", time: late }]);
    const changed = await update(fixture, { ...at(early, { manager: "n" }), data: { x: "2" } });
    expect(changed.metadata.managedFields).toMatchObject([{ manager: "n", time: early }]);
    expect(fixture.engine.revision).toBe(4);
  });
});

describe("fields that the server sets", () => {
  test("updateObject() keeps the fields that the server sets", async () => {
    await using fixture = await openResource();
    const made = parseObject(await fixture.create("a"));
    const changed = await update(fixture, {
      "metadata.generation": 7,
      "metadata.selfLink": "/here",
      "metadata.creationTimestamp": undefined,
      "metadata.uid": undefined,
      data: { x: "1" },
    });
    expect(changed.metadata).toEqual({ ...made.metadata, resourceVersion: "2" });
  });

  test("updateObject() rejects changes of the name, the UID and the grace period", async () => {
    await using fixture = await openResource();
    const made = parseObject(await fixture.create("a"));
    const error = await rejection(
      update(fixture, { "metadata.uid": "other", "metadata.deletionGracePeriodSeconds": 5, "metadata.name": "b" }),
    );
    expect(error).toMatchObject({ code: 422, reason: "Invalid", details: { name: "b" } });
    const changed = ["metadata.name", "metadata.uid", "metadata.deletionGracePeriodSeconds"];
    // Updates check metadata twice, so each error is reported twice.
    expect(error.details?.causes?.map(({ field }) => field)).toEqual([...changed, ...changed]);
    expect(stored(fixture)).toEqual(made);
  });
});

describe("the generation", () => {
  test("updateObject() increases the generation if the spec changes", async () => {
    await using fixture = await openResource({ kind: deployment });
    await fixture.create("a", { spec: deploymentSpec });
    const generationAfter = async (values: object, subresource = ""): Promise<unknown> =>
      (await update(fixture, { ...values }, { subresource })).metadata.generation;
    expect(await generationAfter({ "metadata.labels": { a: "1" } })).toBe(1);
    expect(await generationAfter({ "status.replicas": 3 }, "status")).toBe(1);
    expect(await generationAfter({ "spec.replicas": 2 })).toBe(2);
    expect(await generationAfter({ "spec.replicas": 2 })).toBe(2);
    expect(await generationAfter({ "spec.replicas": 3, "metadata.generation": 40 })).toBe(3);
    expect(await generationAfter({ "spec.replicas": 9 }, "status")).toBe(3);
  });

  test("updateObject() sets no generation for kinds without one", async () => {
    await using fixture = await openResource();
    await fixture.create("a");
    expect((await update(fixture, { data: { x: "1" } })).metadata).not.toHaveProperty("generation");
  });
});

test("updateObject() writes the status only through its subresource", async () => {
  await using fixture = await openResource({ kind: deployment });
  await fixture.create("a", { spec: deploymentSpec });
  await update(fixture, { "spec.replicas": 5, "status.replicas": 4 }, { subresource: "status" });
  expect(stored(fixture)).toMatchObject({ spec: { replicas: 1 }, status: { replicas: 4 } });
  await update(fixture, { "spec.replicas": 5, "status.replicas": 3 });
  expect(stored(fixture)).toMatchObject({ spec: { replicas: 5 }, status: { replicas: 4 } });
});

describe("the resourceVersion of the new object", () => {
  test("updateObject() rejects an object with another resourceVersion than the stored one", async () => {
    await using fixture = await openResource();
    await fixture.create("a");
    await update(fixture, { data: { x: "1" } });
    const at = (resourceVersion: string): Promise<ApiObject> =>
      update(fixture, { "metadata.resourceVersion": resourceVersion, data: { x: "2" } });
    expect(await rejection(at("1"))).toMatchObject({ code: 409, reason: "Conflict" });
    expect(await rejection(at("3"))).toMatchObject({ code: 409 });
    expect(stored(fixture)).toMatchObject({ data: { x: "1" } });
    expect((await at("2")).metadata.resourceVersion).toBe("3");
    expect((await update(fixture, { "metadata.resourceVersion": "0", data: {} })).metadata.resourceVersion).toBe("4");
  });

  test("updateObject() accepts an object without a resourceVersion unless the kind requires one", async () => {
    await using fixture = await openResource();
    await fixture.create("a");
    expect(await update(fixture, { "metadata.resourceVersion": "", data: { x: "1" } })).toMatchObject({
      data: { x: "1" },
    });
    await using leases = await openResource({ kind: lease });
    await leases.create("a", { spec: { holderIdentity: "me" } });
    const error = await rejection(update(leases, { "metadata.resourceVersion": "", "spec.holderIdentity": "you" }));
    expect(error).toMatchObject({
      code: 422,
      message:
        'leases.coordination.orch.io "a" is invalid: metadata.resourceVersion: Invalid value: 0x0: must be specified for an update',
    });
    expect(stored(leases)).toMatchObject({ spec: { holderIdentity: "me" } });
  });
});

describe("a missing object", () => {
  const made = { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "a", resourceVersion: "77" } } as ApiObject;

  test("updateObject() responds 404 for a missing object", async () => {
    await using fixture = await openResource();
    expect(await rejection(update(fixture, {}))).toMatchObject({ code: 404, message: 'configmaps "a" not found' });
    const named = await rejection(update(fixture, {}, { preconditions: { uid: "1" } }));
    expect(named).toMatchObject({ code: 409, message: expect.stringContaining("UID in precondition: 1") });
    expect(fixture.engine.revision).toBe(0);
  });

  test("updateObject() creates a missing object and ignores its resourceVersion", async () => {
    await using fixture = await openResource();
    const result = await updateObject(
      fixture.resource,
      request(() => made, { createIfMissing: true }),
    );
    expect(result.created).toBe(true);
    expect(stored(fixture)?.metadata).toMatchObject({ name: "a", namespace: "default", resourceVersion: "1" });
  });

  test("updateObject() in a dry run of a create returns the resourceVersion of the request", async () => {
    await using fixture = await openResource();
    const old = { ...made, metadata: { ...made.metadata, resourceVersion: "5" } };
    const result = await updateObject(
      fixture.resource,
      request(() => structuredClone(old), { createIfMissing: true, dryRun: true }),
    );
    expect(fixture.resource.parse(result.object).metadata.resourceVersion).toBe("5");
  });

  test("updateObject() updates an object that another client creates meanwhile", async () => {
    await using fixture = await openResource();
    const seen: unknown[] = [];
    const result = await updateObject(
      fixture.resource,
      request(
        async (old) => {
          seen.push(old?.object.metadata.name);
          if (old) return { ...old.copy(), data: { mine: "too" } } as ApiObject;
          await fixture.create("a", { data: { theirs: "1" } });
          return made;
        },
        { createIfMissing: true },
      ),
    );
    expect(seen).toEqual([undefined, "a"]);
    expect(result.created).toBe(false);
    expect(stored(fixture)).toMatchObject({ data: { mine: "too" }, metadata: { resourceVersion: "2" } });
  });
});

test("updateObject() repeats the change on the state that another client stored meanwhile", async () => {
  await using fixture = await openResource();
  await fixture.create("a", { data: { x: "1" } });
  const seen: unknown[] = [];
  await updateObject(
    fixture.resource,
    request(async (old) => {
      seen.push(structuredClone(Reflect.get(old?.object ?? {}, "data")));
      if (seen.length === 1) await update(fixture, { "data.y": "2" });
      return setting({ "data.z": "3" })(old);
    }),
  );
  expect(seen).toEqual([{ x: "1" }, { x: "1", y: "2" }]);
  expect(stored(fixture)).toMatchObject({ data: { x: "1", y: "2", z: "3" }, metadata: { resourceVersion: "3" } });
});

test("updateObject() responds 404 if another client deletes the object meanwhile", async () => {
  await using fixture = await openResource();
  await fixture.create("a");
  const error = await rejection(
    updateObject(
      fixture.resource,
      request(async (old) => {
        await deleteObject(fixture.resource, { namespace: "default", name: "a", options: { dryRun: false } });
        return setting({ data: { x: "1" } })(old);
      }),
    ),
  );
  expect(error).toMatchObject({ code: 404, reason: "NotFound" });
  expect(stored(fixture)).toBeUndefined();
});

test("updateObject() passes the new and the stored object to the check, which can reject the update", async () => {
  await using fixture = await openResource();
  const made = parseObject(await fixture.create("a", { data: { x: "1" } }));
  const seen: unknown[] = [];
  const error = await rejection(
    update(
      fixture,
      { data: { x: "2" } },
      {
        check: async ({ object, old }) => {
          seen.push(Reflect.get(object, "data"), old);
          throw notFound({ group: "", resource: "configmaps" }, "other");
        },
      },
    ),
  );
  expect(error.code).toBe(404);
  expect(seen).toEqual([{ x: "2" }, made]);
  expect(stored(fixture)).toEqual(made);
});

test("updateObject() in a dry run validates and returns the change and stores nothing", async () => {
  await using fixture = await openResource();
  const made = parseObject(await fixture.create("a", { data: { x: "1" } }));
  expect(await update(fixture, { data: { x: "2" } }, { dryRun: true })).toEqual({ ...made, data: { x: "2" } });
  expect(await rejection(update(fixture, { "metadata.resourceVersion": "9" }, { dryRun: true }))).toMatchObject({
    code: 409,
  });
  expect(stored(fixture)).toEqual(made);
  expect(fixture.engine.revision).toBe(1);
});

describe("an update of an object that is being deleted", () => {
  async function marked(options: Partial<ObjectDeleteOptions> = {}, hooks = {}): Promise<ResourceFixture> {
    const fixture = await openResource({ hooks });
    await fixture.create("a");
    await update(fixture, { "metadata.finalizers": ["example.com/a", "example.com/b"] });
    await deleteObject(fixture.resource, {
      namespace: "default",
      name: "a",
      options: { dryRun: false, ...options },
    });
    return fixture;
  }

  test("updateObject() cannot cancel or delay a deletion", async () => {
    await using fixture = await marked();
    const before = stored(fixture);
    await update(fixture, {
      "metadata.deletionTimestamp": undefined,
      "metadata.deletionGracePeriodSeconds": undefined,
    });
    await update(fixture, { "metadata.deletionTimestamp": "2030-01-01T00:00:00Z" });
    expect(stored(fixture)).toEqual(before);
    expect(before?.metadata.deletionTimestamp).toBe("2025-01-01T00:00:00Z");
  });

  test("updateObject() removes a marked object when it removes the last finalizer", async () => {
    await using fixture = await marked();
    await update(fixture, { "metadata.finalizers": ["example.com/b"] });
    expect(stored(fixture)?.metadata.finalizers).toEqual(["example.com/b"]);
    const last = await update(fixture, { "metadata.finalizers": [], data: { last: "words" } });
    expect(last).toMatchObject({ data: { last: "words" } });
    expect(stored(fixture)).toBeUndefined();
  });

  test("updateObject() keeps a marked object while its kind blocks the removal or its grace period lasts", async () => {
    await using blocked = await marked({}, { blocksRemoval: () => true });
    await update(blocked, { "metadata.finalizers": [] });
    expect(stored(blocked)?.metadata.deletionTimestamp).toBe("2025-01-01T00:00:00Z");
    await using timed = await marked({}, { gracePeriodSeconds: () => 30 });
    await update(timed, { "metadata.finalizers": [] });
    expect(stored(timed)?.metadata.deletionGracePeriodSeconds).toBe(30);
  });

  test("updateObject() in a dry run removes nothing", async () => {
    await using fixture = await marked();
    const before = stored(fixture);
    await update(fixture, { "metadata.finalizers": [] }, { dryRun: true });
    expect(stored(fixture)).toEqual(before);
  });
});
