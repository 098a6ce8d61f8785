/** Test fixture: a cache over a memory engine. Disposing it checks the engine's consistency. */
import { expect } from "vitest";
import { silentLogger } from "../../base/logger.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { type Engine, openMemoryEngine } from "../../storage/index.ts";
import type { EventEncoder, RemoteEncoder, Selection } from "../audience.ts";
import type { VisibleEvent } from "../cache-event.ts";
import type { CachedObject } from "../cached-object.ts";
import { ChangeFeed, type LoadRunner } from "../change-feed.ts";
import { type CacheLimits, defaultCacheLimits, ResourceCache } from "../resource-cache.ts";
import type { Watch } from "../watch-hub.ts";
import type { WatchEnd } from "../watcher.ts";
import { plainFormat } from "./cache-reader.ts";

/** A cache, with the engine, feed and clock below it. */
export interface CacheFixture extends AsyncDisposable {
  readonly cache: ResourceCache;
  readonly engine: Engine;
  readonly feed: ChangeFeed;
  readonly clock: ManualClock;
  /** Creates or replaces an object. Resolves with the revision when the cache shows it. */
  write(key: string, value: string): Promise<number>;
  remove(key: string): Promise<number>;
}

/** Options of `openCache`. */
export interface CacheFixtureOptions {
  readonly limits?: Partial<CacheLimits>;
  /** Wraps the engine that the feed and the cache use. */
  readonly wrap?: (engine: Engine) => Engine;
  /** Whether the cache is loaded at the start. Default: true. */
  readonly isLoaded?: boolean;
  readonly runLoad?: LoadRunner;
}

/** Returns a cache of the prefix `things/` over a new memory engine. */
export async function openCache(options: CacheFixtureOptions = {}): Promise<CacheFixture> {
  const { limits, wrap, isLoaded = true, runLoad } = options;
  const engine = openMemoryEngine();
  const clock = new ManualClock();
  const feed = new ChangeFeed({
    engine: wrap?.(engine) ?? engine,
    prefix: "/registry/",
    clock,
    logger: silentLogger,
    runLoad,
  });
  const cache = new ResourceCache({
    feed,
    prefix: "things/",
    format: plainFormat,
    clock,
    limits: { ...defaultCacheLimits, ...limits },
  });
  if (isLoaded) await cache.ready();
  const waitUntilShown = async (writing: Promise<number>): Promise<number> => {
    const revision = await writing;
    await feed.waitFor(revision, 1000);
    return revision;
  };
  const revisionOf = async (key: string): Promise<number> => (await engine.get(cache.fullKey(key)))?.revision ?? 0;
  return {
    cache,
    engine,
    feed,
    clock,
    write: async (key, value) =>
      await waitUntilShown(engine.put(cache.fullKey(key), Buffer.from(value), await revisionOf(key))),
    remove: async (key) => await waitUntilShown(engine.delete(cache.fullKey(key), await revisionOf(key))),
    async [Symbol.asyncDispose]() {
      await feed[Symbol.asyncDispose]();
      expect(await engine.check()).toEqual([]);
      await engine[Symbol.asyncDispose]();
    },
  };
}

/** Selects all objects. */
export const everything: Selection = { scope: "", id: "", matches: () => true };

/** Returns a selection of the objects whose value contains `text`. */
export function containing(text: string): Selection {
  return { scope: "", id: text, matches: ({ bytes }) => bytes.includes(text) };
}

/** Returns an encoder that encodes events as lines and records them. */
export function lineEncoder(id = "lines"): EventEncoder & { readonly encoded: string[] } {
  const encoded: string[] = [];
  return {
    id,
    encoded,
    encode: ({ type, object }) => {
      const line = `${type} ${object.key}=${object.bytes.toString()}@${object.revision};`;
      encoded.push(line);
      return Buffer.from(line);
    },
  };
}

/** Encodes events as lines. Simulates another thread for objects whose value begins with "slow". */
export class RemoteLines implements EventEncoder {
  readonly #lines = lineEncoder();
  readonly #run: (encode: () => Buffer) => Promise<Buffer>;
  readonly id = "remote lines";
  /** Lines of the events that the simulated thread encoded. */
  readonly encodedElsewhere: string[] = [];
  readonly remoteEncoder: RemoteEncoder = {
    takesLong: ({ bytes }) => bytes.toString().startsWith("slow"),
    encode: (event) =>
      this.#run(() => {
        const line = this.#lines.encode(event);
        this.encodedElsewhere.push(line.toString());
        return line;
      }),
  };

  /** @param run runs the encoding of an event, at once or later */
  constructor(run: (encode: () => Buffer) => Promise<Buffer>) {
    this.#run = run;
  }

  encode(event: VisibleEvent): Buffer {
    if (this.remoteEncoder.takesLong(event.object)) throw new Error("this takes too long");
    return this.#lines.encode(event);
  }
}

/** Options of a WatchClient. */
export interface ClientOptions {
  readonly selection?: Selection;
  readonly encoder?: EventEncoder;
  /** The initial state that is sent first. */
  readonly initial?: Iterable<CachedObject>;
  /** Whether the client takes nothing from the start. */
  readonly isStalled?: boolean;
}

/** A client that records what it is sent. While it is stalled, it reports that it cannot take more. */
export class WatchClient {
  /** The received texts, one per batch. */
  readonly received: string[] = [];
  stalled: boolean;
  end: WatchEnd | undefined;
  /** The number of events that had been received when the initial state was complete. */
  initialSent: number | undefined;
  readonly watch: Watch;

  constructor(cache: ResourceCache, after: number, options: ClientOptions = {}) {
    const { selection = everything, encoder = lineEncoder(), initial, isStalled = false } = options;
    this.stalled = isStalled;
    this.watch = cache.watch({
      selection,
      encoder,
      after,
      ...(initial ? { initial } : {}),
      sink: {
        send: (bytes) => {
          this.received.push(bytes.toString());
          return !this.stalled;
        },
        initialSent: () => {
          this.initialSent = this.events.length;
        },
        end: (why) => {
          this.end = why;
        },
      },
    });
  }

  /** The received events. */
  get events(): string[] {
    return this.received.join("").split(";").slice(0, -1);
  }

  /** Resolves when the watch has sent all events, or has ended. */
  async live(): Promise<void> {
    while (this.watch.sentRevision === undefined && !this.end) await turn();
  }

  resume(): void {
    this.stalled = false;
    this.watch.resume();
  }
}

/** Resolves after all due callbacks have run. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
