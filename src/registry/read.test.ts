import { describe, expect, test } from "vitest";
import { slowClock } from "../../test/support/slow-clock.ts";
import { parseFieldSelector } from "../meta/field-selector.ts";
import { parseLabelSelector } from "../meta/label-selector.ts";
import { decodeContinue, encodeContinue, newestRevision } from "./continue-token.ts";
import { getObject, type ListRequest, type ListResult, listObjects, parseResourceVersion, revisionOf } from "./read.ts";
import { openResource, type ResourceFixture } from "./testing/fixture.ts";

const everything: ListRequest = {
  namespace: "",
  limit: 0,
  continueToken: "",
  resourceVersion: "",
  resourceVersionMatch: "",
};

const keys = ({ objects }: ListResult): string[] => objects.map(({ key }) => key);

const list = ({ resource }: ResourceFixture, request: Partial<ListRequest>): Promise<ListResult> =>
  listObjects(resource, { ...everything, ...request });

test.each([
  ["", 0],
  ["0", 0],
  ["00012", 12],
  ["9007199254740991", 9_007_199_254_740_991],
  ["18446744073709551615", 2 ** 64],
])("parseResourceVersion('%s') returns %i", (text, version) => {
  expect(parseResourceVersion(text)).toBe(version);
});

test.each<[string, string, number | undefined]>([
  ["nines", "9".repeat(3_000_000), undefined],
  ["zeros", "0".repeat(3_000_000), 0],
  ["zeros before a letter", `${"0".repeat(3_000_000)}x`, undefined],
  ["zeros before a digit", `${"0".repeat(3_000_000)}7`, 7],
])("revisionOf() reads three million %s", (_, text, revision) => {
  expect(revisionOf(text)).toBe(revision);
});

test.each(["18446744073709551616", "+1", " 1", "1e3", "0x1", "١", '"'])("parseResourceVersion('%s') throws", (text) => {
  expect(() => parseResourceVersion(text)).toThrow(expect.objectContaining({ code: 400, reason: "BadRequest" }));
});

describe("lists in chunks", () => {
  test("listObjects() returns no continue token if the last chunk is full and nothing follows", async () => {
    await using fixture = await openResource();
    for (const name of ["a", "b", "c", "d"]) await fixture.create(name);
    const first = await list(fixture, { limit: 2 });
    expect([keys(first), first.remainingItemCount]).toEqual([["default/a", "default/b"], 2]);
    const second = await list(fixture, { limit: 2, continueToken: first.continueToken ?? "" });
    expect(second).toEqual({ revision: first.revision, objects: expect.any(Array) });
    expect(keys(second)).toEqual(["default/c", "default/d"]);
  });

  test("listObjects() continues after a name that was deleted", async () => {
    await using fixture = await openResource();
    for (const name of ["a", "b", "d"]) await fixture.create(name);
    const { vocabulary } = fixture.resource.services;
    const continueToken = encodeContinue({ revision: newestRevision, after: "default/c" }, vocabulary);
    expect(keys(await list(fixture, { continueToken }))).toEqual(["default/d"]);
  });

  test("listObjects() names the revision of a continue token that is in the future", async () => {
    await using fixture = await openResource();
    await fixture.create("a");
    const { vocabulary } = fixture.resource.services;
    const continueToken = encodeContinue({ revision: 1000, after: "default/a" }, vocabulary);
    const listing = expect(list(fixture, { continueToken })).rejects.toMatchObject({
      code: 504,
      message: expect.stringMatching(/^Timeout: Too large resource version: 1000, current: \d+$/) as string,
    });
    await fixture.clock.advance(3000);
    await listing;
  });

  test("listObjects() returns tokens relative to the scope, and the number of remaining objects", async () => {
    await using fixture = await openResource();
    for (const name of ["one/a", "one/b", "one/c", "two/a", "two/b"]) await fixture.create(name);
    const inOne = await list(fixture, { namespace: "one", limit: 1 });
    expect([decodeContinue(inOne.continueToken ?? "").after, inOne.remainingItemCount]).toEqual(["a", 2]);
    const everywhere = await list(fixture, { limit: 4 });
    expect([decodeContinue(everywhere.continueToken ?? "").after, everywhere.remainingItemCount]).toEqual(["two/a", 1]);
  });

  test("listObjects() counts only selected objects towards the limit", async () => {
    await using fixture = await openResource();
    for (let index = 0; index < 20; index++) {
      await fixture.create(`m${String(index).padStart(2, "0")}`, { labels: { even: String(index % 2 === 0) } });
    }
    const labelSelector = parseLabelSelector("even=true");
    const first = await list(fixture, { limit: 3, labelSelector });
    expect(keys(first)).toEqual(["default/m00", "default/m02", "default/m04"]);
    expect(first).not.toHaveProperty("remainingItemCount");
    const rest = await list(fixture, { labelSelector, continueToken: first.continueToken ?? "" });
    expect(keys(rest)).toHaveLength(7);
    // No selected object follows the tenth, so there is no further chunk.
    expect(await list(fixture, { limit: 10, labelSelector })).not.toHaveProperty("continueToken");
  });
});

test("listObjects() lets other work run during a long list", async () => {
  await using fixture = await openResource();
  for (let index = 0; index < 300; index++) await fixture.create(`m${index}`);
  using _ = slowClock();
  const turnsOf = async (request: Partial<ListRequest>): Promise<number> => {
    const state = { turns: 0, isDone: false };
    const count = (): void => {
      state.turns++;
      if (!state.isDone) setImmediate(count);
    };
    setImmediate(count);
    await list(fixture, request);
    state.isDone = true;
    return state.turns;
  };
  expect((await turnsOf({})) - (await turnsOf({ limit: 10 }))).toBeGreaterThanOrEqual(5);
});

test("listObjects() rejects with the reason of the request's signal", async () => {
  await using fixture = await openResource();
  for (let index = 0; index < 300; index++) await fixture.create(`m${index}`);
  using _ = slowClock();
  const controller = new AbortController();
  const listing = list(fixture, { signal: () => controller.signal });
  controller.abort(new Error("nobody waits"));
  await expect(listing).rejects.toThrow("nobody waits");
});

describe("unreadable objects", () => {
  async function openWithUnreadable(): Promise<ResourceFixture> {
    const fixture = await openResource();
    const { engine, resource } = fixture;
    for (const name of ["a", "c"]) await fixture.create(name);
    const revision = await engine.put(resource.cache.fullKey("default/b"), Buffer.from("nonsense"), 0);
    await resource.services.feed.waitFor(revision, 1000);
    return fixture;
  }

  test("getObject() and listObjects() respond 500 if a requested object is unreadable", async () => {
    await using fixture = await openWithUnreadable();
    const asked = { namespace: "default", resourceVersion: "" };
    const fault = expect.objectContaining({ code: 500 });
    await expect(getObject(fixture.resource, { ...asked, name: "b" })).rejects.toEqual(fault);
    const key = fixture.resource.cache.fullKey("default/b");
    const listFault = expect.objectContaining({
      code: 500,
      reason: "StorageReadError",
      message: "failed to read one or more configmaps from the storage",
      details: {
        name: "list",
        kind: "configmaps",
        causes: [
          {
            reason: "UnexpectedServerResponse",
            message: expect.stringContaining(`StorageError: corrupt object, Code: 7, Key: ${key},`) as string,
            field: key,
          },
        ],
      },
    });
    await expect(list(fixture, {})).rejects.toEqual(listFault);
    await expect(list(fixture, { labelSelector: parseLabelSelector("app") })).rejects.toEqual(listFault);
    expect(fixture.resource.cache.unreadableKeys()).toEqual([key]);
  });

  test("an unreadable object does not affect reads of other objects", async () => {
    await using fixture = await openWithUnreadable();
    const { resource } = fixture;
    const asked = { namespace: "default", resourceVersion: "" };
    for (const name of ["a", "c"]) expect((await getObject(resource, { ...asked, name })).key).toBe(`default/${name}`);
    expect(keys(await list(fixture, { fieldSelector: parseFieldSelector("metadata.name!=b") }))).toEqual([
      "default/a",
      "default/c",
    ]);
    expect(keys(await list(fixture, { limit: 1 }))).toEqual(["default/a"]);
  });
});
