import { afterEach, beforeEach, expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import { newSeed, seededRandom } from "../../base/random.ts";
import { Informer } from "../informer/informer.ts";
import { SimulatedSource, type Thing, thing } from "../informer/testing/simulated-source.ts";
import { Controller, type ControllerOptions, TerminalError } from "./controller.ts";
import { controllerSource, ownerKeys } from "./controller-source.ts";

let clock: ManualClock;
let source: SimulatedSource;
let informer: Informer<Thing>;
let stop: AbortController;
let ended: Promise<void>[];

beforeEach(() => {
  clock = new ManualClock();
  source = new SimulatedSource(seededRandom(1));
  informer = new Informer<Thing>(source, { clock, random: seededRandom(2) });
  stop = new AbortController();
  ended = [];
});

afterEach(async () => {
  stop.abort();
  await Promise.all(ended);
  expect(clock.pendingCount).toBe(0);
});

function start(options: Partial<ControllerOptions> & Pick<ControllerOptions, "reconcile">): void {
  const controller = new Controller({ name: "test", clock, sources: [controllerSource(informer)], ...options });
  ended.push(informer.run(stop.signal), controller.run(stop.signal));
}

const settle = (): Promise<void> => clock.advance(0);

test("the controller reconciles the keys of existing objects and of each changed object", async () => {
  source.put("ns/a", 1);
  const keys: string[] = [];
  start({ reconcile: async (key) => void keys.push(key) });
  await settle();
  source.put("ns/b", 1);
  await settle();
  source.delete("ns/a");
  await settle();
  expect(keys).toEqual(["ns/a", "ns/b", "ns/a"]);
});

test("the controller reconciles nothing before all sources have synced", async () => {
  source.put("ns/a", 1);
  const other = new Informer<Thing>(new SimulatedSource(seededRandom(3)), { clock, random: seededRandom(4) });
  const keys: string[] = [];
  const sources = [controllerSource(informer), controllerSource(other)];
  start({ sources, reconcile: async (key) => void keys.push(key) });
  await settle();
  expect(informer.hasSynced).toBe(true);
  expect(keys).toEqual([]);
  ended.push(other.run(stop.signal));
  await settle();
  expect(keys).toEqual(["ns/a"]);
});

test("run() rejects with the reason if a source ends before it has synced", async () => {
  const controller = new Controller({
    name: "test",
    clock,
    sources: [controllerSource(informer)],
    reconcile: () => Promise.resolve(),
  });
  const running = controller.run(stop.signal);
  await informer.run(AbortSignal.abort(new Error("the informer was stopped")));
  await expect(running).rejects.toThrow("the informer was stopped");
});

test("a failed key is reported and retried with growing delays", async () => {
  source.put("ns/a", 1);
  const times: number[] = [];
  const errors: string[] = [];
  start({
    reconcile: async () => {
      times.push(clock.monotonicMs());
      if (times.length < 4) throw new Error(`failure ${times.length}`);
    },
    onError: (error, key) => errors.push(`${key}: ${(error as Error).message}`),
  });
  await clock.advance(100_000);
  expect(times).toEqual([0, 5, 15, 35]);
  expect(errors).toEqual(["ns/a: failure 1", "ns/a: failure 2", "ns/a: failure 3"]);
});

test("a key that failed with a TerminalError is retried only after the object changes", async () => {
  source.put("ns/a", 1);
  let count = 0;
  start({
    reconcile: () => {
      count++;
      return Promise.reject(new TerminalError("no use"));
    },
  });
  await clock.advance(100_000);
  expect(count).toBe(1);
  source.put("ns/a", 2);
  await settle();
  expect(count).toBe(2);
});

test("a key is reconciled again after requeueAfterMs", async () => {
  source.put("ns/a", 1);
  const times: number[] = [];
  start({
    reconcile: async () => {
      times.push(clock.monotonicMs());
      return { requeueAfterMs: 60_000 };
    },
  });
  await clock.advance(150_000);
  expect(times).toEqual([0, 60_000, 120_000]);
});

test("after an abort, run() waits for the calls in progress and starts no others", async () => {
  source.put("ns/a", 1);
  source.put("ns/b", 1);
  const calls: string[] = [];
  start({
    reconcile: async (key, signal) => {
      calls.push(`begin ${key}`);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      calls.push(`end ${key}`);
      throw new Error("stopped");
    },
    onError: () => calls.push("reported"),
  });
  await settle();
  stop.abort();
  await Promise.all(ended);
  expect(calls).toEqual(["begin ns/a", "end ns/a"]);
});

test("a controller can run again after it was aborted", async () => {
  source.put("ns/a", 1);
  const keys: string[] = [];
  const controller = new Controller({
    name: "test",
    clock,
    sources: [controllerSource(informer)],
    reconcile: async (key) => void keys.push(key),
  });
  ended.push(informer.run(stop.signal));
  for (let count = 0; count < 2; count++) {
    const once = new AbortController();
    const running = controller.run(once.signal);
    await settle();
    once.abort();
    await running;
  }
  expect(keys).toEqual(["ns/a", "ns/a"]);
});

test("ownerKeys() maps an object to the key of its controlling owner of the given kind", () => {
  const owner = { apiVersion: "apps/v1", kind: "Deployment", name: "web", uid: "1", controller: true };
  const createdThing = thing("ns/a", 1);
  const owned = (...ownerReferences: (typeof owner)[]): Thing => ({
    ...createdThing,
    metadata: { ...createdThing.metadata, ownerReferences },
  });
  const keys = ownerKeys({ group: "apps", kind: "Deployment" });
  expect(keys(owned(owner))).toEqual(["ns/web"]);
  expect(keys(owned({ ...owner, apiVersion: "apps/v2" }))).toEqual(["ns/web"]);
  expect(
    keys(owned({ ...owner, controller: false }, { ...owner, kind: "Job" }, { ...owner, apiVersion: "v1" })),
  ).toEqual([]);
  expect(keys(createdThing)).toEqual([]);
});

test("after an update, the keys of the previous and the new state are reconciled", async () => {
  source.put("ns/a", 1);
  const keys: string[] = [];
  const sources = [controllerSource(informer, ({ value }) => [`value ${value}`])];
  start({ sources, reconcile: async (key) => void keys.push(key) });
  await settle();
  source.put("ns/a", 2);
  await settle();
  expect(keys).toEqual(["value 1", "value 1", "value 2"]);
});

test.each(Array.from({ length: 20 }, newSeed))(
  "a mirror controller converges despite random faults and never reconciles a key twice at once (seed %i)",
  async (seed) => {
    const random = seededRandom(seed);
    source = new SimulatedSource(random);
    source.isFaulty = true;
    informer = new Informer<Thing>(source, { clock, random, chunkSize: 2 });
    const mirror = new Map<string, number>();
    const busy = new Set<string>();
    start({
      workers: 3,
      reconcile: async (key) => {
        expect(busy.has(key)).toBe(false);
        busy.add(key);
        const desired = informer.lister.get(key);
        await new Promise((resolve) => clock.after(random.below(50), () => resolve(undefined)));
        busy.delete(key);
        if (source.isFaulty && random.below(3) === 0) throw new Error("somebody else was faster");
        if (desired) mirror.set(key, desired.value);
        else mirror.delete(key);
      },
    });
    for (let step = 0; step < 150; step++) {
      const key = `ns/${random.below(8)}`;
      if (random.below(3) === 0) source.delete(key);
      else source.put(key, random.below(100));
      if (random.below(20) === 0) source.compact();
      await clock.advance(random.below(20) === 0 ? 30_000 : random.below(60));
    }
    source.isFaulty = false;
    await clock.advance(2_500_000);
    expect(mirror).toEqual(new Map([...source.objects].map(([key, { value }]) => [key, value])));
  },
);
