import { describe, expect, test } from "vitest";
import { deployment } from "../api/apps/v1/deployment.ts";
import { type Random, seededRandom } from "../base/random.ts";
import { invalidField } from "../meta/field-error.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { forbidden } from "../meta/status-error.ts";
import type { KindHooks } from "../schema/index.ts";
import { type CreateRequest, createObject } from "./create.ts";
import { parseObject } from "./resource.ts";
import { openResource, type ResourceFixture } from "./testing/fixture.ts";
import { rejection } from "./testing/rejection.ts";

function newMap(metadata: object, rest: object = {}): ApiObject {
  return { kind: "ConfigMap", apiVersion: "v1", metadata, ...rest };
}

/** Creates an object and returns it as a client would get it. */
async function create(
  { resource }: ResourceFixture,
  object: ApiObject,
  options: Partial<CreateRequest> = {},
): Promise<ApiObject> {
  return parseObject(await createObject(resource, { object, namespace: "shop", dryRun: false, ...options }));
}

test("createObject() sets system metadata and ignores the values that the client sent", async () => {
  await using fixture = await openResource();
  const made = await create(
    fixture,
    newMap({
      name: "a",
      uid: "mine",
      creationTimestamp: "2020-01-01T00:00:00Z",
      deletionTimestamp: "2020-01-01T00:00:00Z",
      deletionGracePeriodSeconds: 5,
      generation: 7,
      selfLink: "/here",
    }),
  );
  expect(made.metadata).toEqual({
    name: "a",
    namespace: "shop",
    uid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
    resourceVersion: "1",
    creationTimestamp: "2025-01-01T00:00:00Z",
    generation: 7,
  });
  const other = await create(fixture, newMap({ name: "b" }));
  expect(other.metadata.uid).not.toBe(made.metadata.uid);
});

test("createObject() sets generation 1 and removes the status for kinds with a generation", async () => {
  await using fixture = await openResource({ kind: deployment });
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
  const object = {
    kind: "Deployment",
    apiVersion: "apps/v1",
    metadata: { name: "a", generation: 9 },
    spec: { selector: { matchLabels: { a: "b" } }, template },
    status: { replicas: 4 },
  } as ApiObject;
  const made = await create(fixture, object);
  expect(made.metadata.generation).toBe(1);
  expect(made).toMatchObject({ status: {} });
  expect(made).not.toHaveProperty("status.replicas");
});

describe("generated names", () => {
  test("createObject() generates a name only if the object has none", async () => {
    await using fixture = await openResource();
    const named = await create(fixture, newMap({ name: "a", generateName: "b-" }));
    expect(named.metadata.name).toBe("a");
    const generated = await create(fixture, newMap({ generateName: "b-" }));
    expect(generated.metadata).toMatchObject({ name: expect.stringMatching(/^b-\w{5}$/), generateName: "b-" });
  });

  /**
   * Returns a random source that returns each of the numbers five times, so that the suffixes are `bbbbb`, `ccccc`, ...
   */
  function repeating(names: readonly number[]): Random {
    const numbers = names.flatMap((number) => Array<number>(5).fill(number));
    return { below: () => numbers.shift() ?? 0, uuid: seededRandom(1).uuid };
  }

  test("createObject() reports a taken name of an object with generateName like a taken generated name", async () => {
    await using fixture = await openResource();
    await create(fixture, newMap({ name: "a" }));
    const error = await rejection(create(fixture, newMap({ name: "a", generateName: "b-" })));
    expect(error).toMatchObject({
      code: 409,
      reason: "AlreadyExists",
      message: 'configmaps "a" already exists, the server was not able to generate a unique name for the object',
      details: { retryAfterSeconds: 1 },
    });
  });

  test("createObject() tries another generated name if the first one is taken", async () => {
    await using fixture = await openResource({ random: repeating([0, 0, 0, 1]) });
    expect((await create(fixture, newMap({ generateName: "a-" }))).metadata.name).toBe("a-bbbbb");
    expect((await create(fixture, newMap({ generateName: "a-" }))).metadata.name).toBe("a-ccccc");
  });

  test("createObject() rejects the object after eight taken names", async () => {
    await using fixture = await openResource({ random: repeating([0, ...Array<number>(8).fill(0), 1]) });
    await create(fixture, newMap({ generateName: "a-" }));
    const error = await rejection(create(fixture, newMap({ generateName: "a-" })));
    expect(error).toMatchObject({
      code: 409,
      reason: "AlreadyExists",
      message: 'configmaps "a-bbbbb" already exists, the server was not able to generate a unique name for the object',
      details: { retryAfterSeconds: 1 },
    });
    // The failed create used eight names. The next one is free.
    expect((await create(fixture, newMap({ generateName: "a-" }))).metadata.name).toBe("a-ccccc");
  });

  test("createObject() starts each attempt with the client's object, not with that of the failed attempt", async () => {
    const seen: unknown[] = [];
    const hooks: KindHooks = {
      prepareForCreate: (object) => {
        seen.push(Reflect.get(object, "data"));
        Object.assign(object, { data: { prepared: "yes" } });
      },
    };
    await using fixture = await openResource({ hooks, random: repeating([0, 0, 1]) });
    await create(fixture, newMap({ generateName: "a-" }, { data: { x: "1" } }));
    await create(fixture, newMap({ generateName: "a-" }, { data: { x: "2" } }));
    expect(seen).toEqual([{ x: "1" }, { x: "2" }, { x: "2" }]);
  });
});

test("createObject() passes the user to the kind's hooks, or none if the server itself creates the object", async () => {
  const seen: unknown[] = [];
  await using fixture = await openResource({
    hooks: { prepareForCreate: (_, { user }) => void seen.push(user?.name) },
  });
  await create(fixture, newMap({ name: "a" }), { user: { name: "ann", groups: [] } });
  await create(fixture, newMap({ name: "b" }));
  expect(seen).toEqual(["ann", undefined]);
});

describe("createObject() rejects an object and stores nothing", () => {
  test("createObject() rejects an object whose name is taken", async () => {
    await using fixture = await openResource();
    const made = await create(fixture, newMap({ name: "a" }));
    const error = await rejection(create(fixture, newMap({ name: "a" }, { data: { x: "1" } })));
    expect(error).toMatchObject({ code: 409, reason: "AlreadyExists", message: 'configmaps "a" already exists' });
    expect(fixture.engine.revision).toBe(1);
    expect(made.metadata.resourceVersion).toBe("1");
  });

  test("createObject() rejects an object with a resourceVersion", async () => {
    await using fixture = await openResource();
    const error = await rejection(create(fixture, newMap({ name: "a", resourceVersion: "3" })));
    expect(error).toMatchObject({ code: 500, message: "resourceVersion should not be set on objects to be created" });
    expect(fixture.engine.revision).toBe(0);
    expect((await create(fixture, newMap({ name: "a", resourceVersion: "0" }))).metadata.resourceVersion).toBe("1");
  });

  test("createObject() rejects an object with another namespace than the request", async () => {
    await using fixture = await openResource();
    const error = await rejection(create(fixture, newMap({ name: "a", namespace: "mall" })));
    expect(error).toMatchObject({ code: 400, reason: "BadRequest" });
    expect(fixture.engine.revision).toBe(0);
  });

  test("createObject() rejects an invalid object and reports all errors", async () => {
    const hooks: KindHooks = {
      nameFormat: "dns1123Subdomain",
      validateCreate: () => [invalidField("data", "x", "is wrong")],
    };
    await using strict = await openResource({ hooks });
    const error = await rejection(create(strict, newMap({ name: "A", labels: { "-": "" } })));
    expect(error).toMatchObject({ code: 422, reason: "Invalid", details: { name: "A", kind: "ConfigMap" } });
    expect(error.details?.causes?.map(({ field }) => field)).toEqual(["metadata.name", "metadata.labels", "data"]);
    expect(strict.engine.revision).toBe(0);
  });

  test("createObject() rejects an object if the request's check throws", async () => {
    await using fixture = await openResource();
    const seen: unknown[] = [];
    const error = await rejection(
      create(fixture, newMap({ name: "a" }), {
        check: async ({ object, old }) => {
          seen.push(object.metadata.uid, old);
          throw forbidden({ group: "", resource: "configmaps" }, "a", "no");
        },
      }),
    );
    expect(error.code).toBe(403);
    expect(seen).toEqual([expect.any(String), undefined]);
    expect(fixture.engine.revision).toBe(0);
  });
});

test("exactly one of several concurrent creates of the same name succeeds", async () => {
  await using fixture = await openResource();
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => create(fixture, newMap({ name: "a" }, { data: { by: `${index}` } }))),
  );
  const made = results.filter((result) => result.status === "fulfilled");
  expect(made).toHaveLength(1);
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason.reason] : []));
  expect(refused).toEqual(Array(9).fill("AlreadyExists"));
  const stored = fixture.resource.cache.get("shop/a");
  expect(stored && parseObject(stored)).toEqual(made[0]?.value);
});

describe("dry runs of createObject()", () => {
  test("createObject() in a dry run returns the object without a resourceVersion and stores nothing", async () => {
    await using fixture = await openResource();
    const shown = await create(fixture, newMap({ name: "a" }, { data: { x: "1" } }), { dryRun: true });
    expect(shown).toMatchObject({ metadata: { name: "a", uid: expect.any(String) }, data: { x: "1" } });
    expect(shown.metadata).not.toHaveProperty("resourceVersion");
    expect(fixture.engine.revision).toBe(0);
  });

  test("createObject() in a dry run rejects a taken name", async () => {
    await using fixture = await openResource();
    await create(fixture, newMap({ name: "a" }));
    const error = await rejection(create(fixture, newMap({ name: "a" }), { dryRun: true }));
    expect(error).toMatchObject({ code: 409, reason: "AlreadyExists" });
  });
});

test("createObject() passes the kind's warnings to the client even if the object is rejected later", async () => {
  await using fixture = await openResource({ hooks: { warnings: () => ["think again"] } });
  const told: string[] = [];
  const warn = (message: string): void => void told.push(message);
  await create(fixture, newMap({ name: "a" }), { warn });
  await rejection(create(fixture, newMap({ name: "a" }), { warn }));
  expect(told).toEqual(["think again", "think again"]);
});
