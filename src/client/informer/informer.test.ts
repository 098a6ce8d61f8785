import { afterEach, beforeEach, expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import { newSeed, seededRandom } from "../../base/random.ts";
import { expired, StatusError } from "../../meta/status-error.ts";
import { Informer, type InformerOptions } from "./informer.ts";
import type { ObjectHandler } from "./object-handler.ts";
import { objectKey } from "./object-key.ts";
import { SimulatedSource, stateText, type Thing } from "./testing/simulated-source.ts";

let clock: ManualClock;
let source: SimulatedSource;
let stop: AbortController;
let ended: Promise<void>[];

beforeEach(() => {
  clock = new ManualClock();
  source = new SimulatedSource(seededRandom(1));
  stop = new AbortController();
  ended = [];
});

afterEach(async () => {
  stop.abort();
  await Promise.all(ended);
  expect(clock.pendingCount).toBe(0);
});

function start(options: Partial<InformerOptions<Thing>> = {}): Informer<Thing> {
  const informer = new Informer<Thing>(source, { clock, random: seededRandom(2), ...options });
  ended.push(informer.run(stop.signal));
  return informer;
}

function recorder(): ObjectHandler<Thing> & { readonly calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    added: (object, { isInInitialList }) =>
      calls.push(`added ${objectKey(object)}${isInInitialList ? " at first" : ""}`),
    updated: (object, previous) => calls.push(`updated ${objectKey(object)} ${previous.value} to ${object.value}`),
    deleted: (object, { isLastKnownState }) =>
      calls.push(`deleted ${objectKey(object)}${isLastKnownState ? ", unseen" : ""}`),
  };
}

const settle = (): Promise<void> => clock.advance(0);

test("an informer receives existing objects and later changes in one request", async () => {
  source.put("ns/a", 1);
  const informer = start();
  const handler = recorder();
  informer.addHandler(handler);
  await informer.synced;
  expect(informer.lister.get("ns/a")?.value).toBe(1);
  source.put("ns/a", 2);
  source.put("ns/b", 1);
  source.delete("ns/a");
  await settle();
  expect(handler.calls).toEqual(["added ns/a at first", "updated ns/a 1 to 2", "added ns/b", "deleted ns/a"]);
  expect(stateText(informer.lister.list())).toBe(stateText(source.objects.values()));
  expect(source.requests).toEqual(["stream"]);
});

test("an informer lists in chunks if the server rejects streamed lists", async () => {
  source.streams = false;
  for (const name of ["a", "b", "c", "d", "e"]) source.put(`ns/${name}`, 1);
  const informer = start({ chunkSize: 2 });
  await informer.synced;
  await settle();
  expect(informer.lister.size).toBe(5);
  expect(source.requests).toEqual(["stream", "list 2", "list on", "list on", "watch 6"]);
});

test("an informer resumes an ended watch from the last resourceVersion that it saw", async () => {
  const informer = start();
  await informer.synced;
  source.put("ns/a", 1);
  await settle();
  source.cut();
  await settle();
  source.put("ns/a", 2);
  await settle();
  expect(source.requests).toEqual(["stream", "watch 2"]);
  expect(informer.lister.get("ns/a")?.value).toBe(2);
});

test("after an expired watch, an informer reports the differences to a new list, and its lister switches to it in one step", async () => {
  source.streams = false;
  for (const name of ["gone", "kept", "changed", "replaced"]) source.put(`ns/${name}`, 1);
  const informer = start({ chunkSize: 1 });
  await informer.synced;
  await settle();
  const keptObject = informer.lister.get("ns/kept");
  const handler = recorder();
  informer.addHandler(handler);
  handler.calls.length = 0;
  const seenStates = new Set<string>();
  informer.addHandler({
    updated: () => seenStates.add(stateText(informer.lister.list())),
    deleted: () => seenStates.add(stateText(informer.lister.list())),
  });
  source.cut();
  await settle();
  source.delete("ns/gone");
  source.put("ns/changed", 2);
  source.delete("ns/replaced");
  source.put("ns/replaced", 3);
  source.put("ns/new", 1);
  source.compact();
  await clock.advance(4000);
  expect(handler.calls.toSorted()).toEqual([
    "added ns/new",
    "added ns/replaced",
    "deleted ns/gone, unseen",
    "deleted ns/replaced, unseen",
    "updated ns/changed 1 to 2",
  ]);
  expect([...seenStates]).toEqual([stateText(source.objects.values())]);
  // An unchanged object is not stored a second time.
  expect(informer.lister.get("ns/kept")).toBe(keptObject);
});

test("the lister shows the previous objects until a new list is complete", async () => {
  source.put("ns/a", 1);
  const informer = start({ streamsList: false, chunkSize: 1 });
  await informer.synced;
  source.put("ns/b", 1);
  await settle();
  source.compact();
  const sizes: number[] = [];
  const list = source.list.bind(source);
  source.list = async (options) => {
    sizes.push(informer.lister.size);
    return await list(options);
  };
  source.watch = async function* () {
    yield* [];
    throw expired("too old");
  };
  source.cut();
  await clock.advance(1700);
  expect(sizes).toEqual([2, 2]);
});

test("a late handler receives the existing objects, and a disposed handler receives nothing", async () => {
  source.put("ns/a", 1);
  const informer = start();
  await informer.synced;
  const late = recorder();
  const registration = informer.addHandler(late);
  expect(late.calls).toEqual(["added ns/a at first"]);
  registration[Symbol.dispose]();
  source.put("ns/b", 1);
  await settle();
  expect(late.calls).toEqual(["added ns/a at first"]);
});

test("an error of a handler is reported, and the other handlers are still called", async () => {
  const errors: unknown[] = [];
  const informer = start({ onError: (error) => errors.push(error) });
  informer.addHandler({
    added: () => {
      throw new Error("mistake");
    },
  });
  const other = recorder();
  informer.addHandler(other);
  await informer.synced;
  source.put("ns/a", 1);
  await settle();
  expect(errors).toEqual([new Error("mistake")]);
  expect(other.calls).toEqual(["added ns/a"]);
});

test("the lister finds objects by namespace and by custom indexes", async () => {
  source.put("one/a", 1);
  source.put("one/b", 2);
  source.put("two/c", 1);
  const informer = start({ indexes: { value: ({ value }) => [String(value)] } });
  await informer.synced;
  const names = (things: readonly Readonly<Thing>[]): string[] => things.map(objectKey).toSorted();
  expect(names(informer.lister.list("one"))).toEqual(["one/a", "one/b"]);
  expect(names(informer.lister.byIndex("value", "1"))).toEqual(["one/a", "two/c"]);
  source.put("one/a", 2);
  source.delete("two/c");
  await settle();
  expect(names(informer.lister.byIndex("value", "1"))).toEqual([]);
  expect(names(informer.lister.byIndex("value", "2"))).toEqual(["one/a", "one/b"]);
  expect(names(informer.lister.list("two"))).toEqual([]);
  expect(() => informer.lister.byIndex("colour", "red")).toThrow("there is no index colour, only namespace, value");
});

test("the lister contains an object whose index function throws", async () => {
  source.put("ns/a", 1);
  const errors: unknown[] = [];
  const valuesOf = (): never => {
    throw new Error("unreadable");
  };
  const informer = start({ indexes: { broken: valuesOf }, onError: (error) => errors.push(error) });
  await informer.synced;
  expect(informer.lister.size).toBe(1);
  expect(errors).toEqual([new Error("unreadable")]);
});

test("the lister contains the result of the transform", async () => {
  source.put("ns/a", 7);
  const informer = start({ transform: (object) => ({ ...object, value: 0 }) });
  await informer.synced;
  expect(informer.lister.get("ns/a")?.value).toBe(0);
});

test("an informer sends its selectors with every request", async () => {
  const sentSelectors: (string | undefined)[] = [];
  source.streams = false;
  const [list, watch] = [source.list.bind(source), source.watch.bind(source)];
  source.list = (options) => {
    sentSelectors.push(options.labelSelector);
    return list(options);
  };
  source.watch = (options) => {
    sentSelectors.push(options.labelSelector);
    return watch(options);
  };
  await start({ labelSelector: "app=web" }).synced;
  await settle();
  expect(sentSelectors).toEqual(["app=web", "app=web", "app=web"]);
});

test("an informer waits as long as Retry-After requests", async () => {
  const busy = new StatusError(429, "busy", { reason: "TooManyRequests", details: { retryAfterSeconds: 20 } });
  const list = source.list.bind(source);
  source.list = () => Promise.reject(busy);
  const informer = start({ streamsList: false });
  await clock.advance(19_999);
  source.list = list;
  expect(informer.hasSynced).toBe(false);
  await clock.advance(1000);
  expect(informer.hasSynced).toBe(true);
});

test("synced rejects with the abort reason if the informer is stopped before its first list", async () => {
  source.list = ({ signal }) =>
    new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  const informer = start({ streamsList: false });
  stop.abort(new Error("stopped"));
  await expect(informer.synced).rejects.toThrow("stopped");
});

test("an informer aborts and repeats a list and a watch without a response", async () => {
  const list = source.list.bind(source);
  source.list = ({ signal }) =>
    new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  const informer = start({ streamsList: false });
  await settle();
  source.list = list;
  await clock.advance(62_000);
  expect(informer.hasSynced).toBe(true);
  expect(source.requests).toEqual(["list 500", "watch 1"]);
  await clock.advance(640_000);
  expect(source.requests.filter((request) => request === "watch 1").length).toBeGreaterThan(1);
});

/** Records an error for each handler call that contradicts the earlier calls. */
class HistoryCheck implements ObjectHandler<Thing> {
  readonly reported = new Map<string, Readonly<Thing>>();
  readonly #informer: Informer<Thing>;
  readonly #faults: string[];

  constructor(informer: Informer<Thing>, faults: string[]) {
    this.#informer = informer;
    this.#faults = faults;
  }

  added(object: Readonly<Thing>): void {
    this.#expect(!this.reported.has(objectKey(object)), "added twice", object);
    this.#shows(object);
    this.reported.set(objectKey(object), object);
  }

  updated(object: Readonly<Thing>, previous: Readonly<Thing>): void {
    this.#expect(this.reported.get(objectKey(object)) === previous, "updated from another state", object);
    this.#expect(previous.metadata.uid === object.metadata.uid, "became another object", object);
    this.#expect(version(previous) < version(object), "went back", object);
    this.#shows(object);
    this.reported.set(objectKey(object), object);
  }

  deleted(object: Readonly<Thing>): void {
    const previous = this.reported.get(objectKey(object));
    this.#expect(previous?.metadata.uid === object.metadata.uid, "deleted, but was not there", object);
    this.#expect(
      this.#informer.lister.get(objectKey(object))?.metadata.uid !== object.metadata.uid,
      "deleted, but is known",
      object,
    );
    this.reported.delete(objectKey(object));
  }

  #shows(object: Readonly<Thing>): void {
    this.#expect(this.#informer.lister.get(objectKey(object)) === object, "reported, but not known", object);
  }

  #expect(holds: boolean, fault: string, object: Readonly<Thing>): void {
    if (!holds) this.#faults.push(`${objectKey(object)} ${fault}`);
  }
}

const version = ({ metadata }: Readonly<Thing>): number => Number(metadata.resourceVersion);

let requestsInAll = 0;

const seeds = Array.from({ length: 40 }, () => newSeed());

test.each(seeds)(
  "despite random faults, the lister always shows a state that existed, and finally the current one (seed %i)",
  async (seed) => {
    const random = seededRandom(seed);
    source = new SimulatedSource(random);
    source.streams = random.below(2) === 0;
    source.isFaulty = true;
    const faults: string[] = [];
    const informer = start({ random, chunkSize: 1 + random.below(4) });
    const checks = [new HistoryCheck(informer, faults)];
    informer.addHandler(checks[0] as HistoryCheck);
    const steps: (() => unknown)[] = [
      ...Array.from({ length: 6 }, () => () => source.put(`ns/${random.below(12)}`, random.below(100))),
      ...Array.from({ length: 3 }, () => () => source.delete(`ns/${random.below(12)}`)),
      () => source.cut(),
      () => random.below(4) === 0 && source.compact(),
      () => clock.advance(random.below(2_000)),
      () => clock.advance(random.below(10) === 0 ? 700_000 : random.below(50)),
      settle,
    ];
    for (let count = 0; count < 400; count++) {
      await steps[random.below(steps.length)]?.();
      if (!source.hadState(informer.lister.list())) faults.push(`step ${count}: known is what never was`);
      if (count === 150) {
        const late = new HistoryCheck(informer, faults);
        informer.addHandler(late);
        checks.push(late);
      }
    }
    source.isFaulty = false;
    await clock.advance(800_000);
    expect(faults).toEqual([]);
    expect(informer.state).toBe("watching");
    requestsInAll += source.requests.length;
    const there = stateText(source.objects.values());
    expect(stateText(informer.lister.list())).toBe(there);
    for (const { reported } of checks) expect(stateText(reported.values())).toBe(there);
  },
);

test("the random runs sent more than 20 requests each on average", () => {
  expect(requestsInAll).toBeGreaterThan(20 * seeds.length);
});
