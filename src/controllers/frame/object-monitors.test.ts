import { expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import { seededRandom } from "../../base/random.ts";
import type { Client, DiscoveredType, ServedTypes } from "../../client/index.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import { type MonitoredObject, ObjectMonitors } from "./object-monitors.ts";
import { TypeCatalog } from "./type-catalog.ts";

const every = ["delete", "list", "watch"];

function type(plural: string, { version = "v1", group = "example.com", verbs = every } = {}): DiscoveredType {
  return {
    group,
    version,
    kind: plural,
    plural,
    namespaced: true,
    verbs,
    names: { singular: "", short: [], categories: [] },
  };
}

/** Simulates a server whose types change. It has one object of each type, and its watches send no changes. */
class Scene {
  readonly clock = new ManualClock();
  readonly stop = new AbortController();
  readonly log: string[] = [];
  served: ServedTypes = { types: [], stale: [] };
  readonly open = new Set<string>();
  readonly #client: Client;
  readonly types: TypeCatalog;
  readonly monitors: ObjectMonitors;

  constructor() {
    // Implements only the methods that the monitors call.
    this.#client = {
      servedTypes: async () => this.served,
      metadata: (of: DiscoveredType) => this.#source(of),
    } as unknown as Client;
    const onError = (error: unknown): void => void this.log.push(String(error));
    this.types = new TypeCatalog({ client: this.#client, clock: this.clock, onError });
    const { clock, types, stop } = this;
    const random = seededRandom(1);
    this.monitors = new ObjectMonitors({ client: this.#client, types, clock, random, signal: stop.signal, onError });
  }

  follow(): Disposable {
    const logCall = (what: string) => (object: MonitoredObject) =>
      void this.log.push(`${what} ${object.type.version} ${object.metadata.name}`);
    return this.monitors.addHandler({
      onPresent: logCall("present"),
      onDeleted: logCall("gone"),
      onTypeRemoved: logCall("forgotten"),
    });
  }

  /** Returns the handler calls and errors since the last call. */
  async loggedCalls(): Promise<readonly string[]> {
    await this.clock.advance(0);
    return this.log.splice(0).sort();
  }

  #source({ plural, version }: DiscoveredType): object {
    const object: ApiObject = {
      kind: "PartialObjectMetadata",
      apiVersion: "meta.orch.io/v1",
      metadata: {
        name: `${plural}-1`,
        namespace: "default",
        uid: plural,
        resourceVersion: "7",
        labels: { much: "more" },
        finalizers: ["x"],
      },
    };
    const { open } = this;
    return {
      watch: async function* ({ signal }: { signal: AbortSignal }) {
        open.add(`${plural}.${version}`);
        yield { type: "ADDED", object };
        const metadata = { resourceVersion: "7", annotations: { "orch.io/initial-events-end": "true" } };
        yield { type: "BOOKMARK", object: { ...object, metadata } };
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
        open.delete(`${plural}.${version}`);
      },
    };
  }
}

test("types are monitored while they are served; objects of a removed type are reported as forgotten, not as gone", async () => {
  const scene = new Scene();
  scene.served = { types: [type("apples"), type("pears")], stale: [] };
  const running = scene.types.run(scene.stop.signal);
  using _ = scene.follow();
  await scene.monitors.syncedWithin(1000);
  expect(await scene.loggedCalls()).toEqual(["present v1 apples-1", "present v1 pears-1"]);

  scene.served = { types: [type("pears"), type("plums")], stale: [] };
  await scene.clock.advance(30_000);
  expect(await scene.loggedCalls()).toEqual(["forgotten v1 apples-1", "present v1 plums-1"]);
  expect([...scene.open].sort()).toEqual(["pears.v1", "plums.v1"]);

  // The server prefers another version: objects are reported in that version.
  scene.served = { types: [type("pears", { version: "v2" }), type("pears"), type("plums")], stale: [] };
  await scene.clock.advance(30_000);
  expect(await scene.loggedCalls()).toEqual(["forgotten v1 pears-1", "present v2 pears-1"]);

  scene.stop.abort(new Error("over"));
  await Promise.all([running, scene.monitors.ended()]);
  expect(scene.open.size).toBe(0);
});

test("types without delete, list or watch, and Events, are not monitored", async () => {
  const scene = new Scene();
  const types = [
    type("events", { group: "" }),
    type("events", { group: "events.orch.io" }),
    type("events"),
    ...every.map((verb) => type(`no-${verb}`, { verbs: every.filter((one) => one !== verb) })),
  ];
  scene.served = { types, stale: [] };
  using _ = scene.follow();
  await scene.monitors.syncedWithin(1000);
  expect(await scene.loggedCalls()).toEqual(["present v1 events-1"]);
  scene.stop.abort(new Error("over"));
  await scene.monitors.ended();
});

test("a late handler receives existing objects, with only the metadata that deletions need", async () => {
  const scene = new Scene();
  scene.served = { types: [type("apples")], stale: [] };
  using _ = scene.follow();
  await scene.monitors.syncedWithin(1000);
  const seen: MonitoredObject[] = [];
  const nothing = (): void => undefined;
  using __ = scene.monitors.addHandler({
    onPresent: (object) => seen.push(object),
    onDeleted: nothing,
    onTypeRemoved: nothing,
  });
  expect(seen).toEqual([
    {
      kind: "apples",
      apiVersion: "example.com/v1",
      type: type("apples"),
      metadata: { name: "apples-1", namespace: "default", uid: "apples", resourceVersion: "7", finalizers: ["x"] },
    },
  ]);
  scene.stop.abort(new Error("over"));
  await scene.monitors.ended();
});

test("a type that cannot be read delays syncedWithin() only until its timeout", async () => {
  const scene = new Scene();
  scene.served = { types: [type("apples")], stale: [] };
  const never = new Promise<never>(() => undefined);
  // A source that never responds.
  const { clock, types, stop } = scene;
  const client = {
    servedTypes: () => scene.served,
    metadata: () => ({
      watch: () => ({
        next: () => never,
        [Symbol.asyncIterator]() {
          return this;
        },
      }),
    }),
  };
  const random = seededRandom(1);
  const onError = (): void => undefined;
  await types.refresh(stop.signal);
  const monitors = new ObjectMonitors({
    client: client as unknown as Client,
    types,
    clock,
    random,
    signal: stop.signal,
    onError,
  });
  let isSynced = false;
  void monitors.syncedWithin(30_000).then(() => (isSynced = true));
  await clock.advance(29_999);
  expect(isSynced).toBe(false);
  await clock.advance(1);
  expect(isSynced).toBe(true);
  stop.abort(new Error("over"));
});
