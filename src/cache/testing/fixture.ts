/** A cache over a memory engine, for tests; whatever a test does, the engine must be sound in the end. */
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

export interface CacheFixture extends AsyncDisposable {
  readonly cache: ResourceCache;
  readonly engine: Engine;
  readonly feed: ChangeFeed;
  readonly clock: ManualClock;
  /** Creates or replaces; resolves when the cache shows it. */
  write(key: string, value: string): Promise<number>;
  remove(key: string): Promise<number>;
}

export interface CacheFixtureOptions {
  readonly limits?: Partial<CacheLimits>;
  /** Puts something between the engine and the cache. */
  readonly wrap?: (engine: Engine) => Engine;
  /** False for a cache that is not loaded yet. */
  readonly loaded?: boolean;
  readonly runLoad?: LoadRunner;
}

export async function openCache(options: CacheFixtureOptions = {}): Promise<CacheFixture> {
  const { limits, wrap, loaded = true, runLoad } = options;
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
  if (loaded) await cache.ready();
  const settle = async (writing: Promise<number>): Promise<number> => {
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
      await settle(engine.put(cache.fullKey(key), Buffer.from(value), await revisionOf(key))),
    remove: async (key) => await settle(engine.delete(cache.fullKey(key), await revisionOf(key))),
    async [Symbol.asyncDispose]() {
      await feed[Symbol.asyncDispose]();
      expect(await engine.check()).toEqual([]);
      await engine[Symbol.asyncDispose]();
    },
  };
}

export const everything: Selection = { scope: "", id: "", matches: () => true };

export function containing(text: string): Selection {
  return { scope: "", id: text, matches: ({ bytes }) => bytes.includes(text) };
}

/** Encodes an event as a line, and counts how often it is asked to. */
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

/** Encodes events as lines. Acts as if another thread encoded those of objects whose value begins with "slow". */
export class RemoteLines implements EventEncoder {
  readonly #lines = lineEncoder();
  readonly #run: (encode: () => Buffer) => Promise<Buffer>;
  readonly id = "remote lines";
  /** Events that were encoded elsewhere. */
  readonly encodedElsewhere: string[] = [];
  readonly elsewhere: RemoteEncoder = {
    takesLong: ({ bytes }) => bytes.toString().startsWith("slow"),
    encode: (event) =>
      this.#run(() => {
        const line = this.#lines.encode(event);
        this.encodedElsewhere.push(line.toString());
        return line;
      }),
  };

  /** @param run encodes an event, at some time */
  constructor(run: (encode: () => Buffer) => Promise<Buffer>) {
    this.#run = run;
  }

  encode(event: VisibleEvent): Buffer {
    if (this.elsewhere.takesLong(event.object)) throw new Error("this takes too long");
    return this.#lines.encode(event);
  }
}

export interface ClientOptions {
  readonly selection?: Selection;
  readonly encoder?: EventEncoder;
  /** The state that is sent first. */
  readonly initial?: Iterable<CachedObject>;
  /** Takes nothing from the start. */
  readonly stalled?: boolean;
}

/** A client that remembers what it was sent, and takes no more while it is stalled. */
export class WatchClient {
  /** As it was sent, batch by batch. */
  readonly received: string[] = [];
  stalled: boolean;
  ended: WatchEnd | undefined;
  /** How much had been received when the initial state was complete. */
  initialSent: number | undefined;
  readonly watch: Watch;

  constructor(cache: ResourceCache, after: number, options: ClientOptions = {}) {
    const { selection = everything, encoder = lineEncoder(), initial, stalled = false } = options;
    this.stalled = stalled;
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
          this.ended = why;
        },
      },
    });
  }

  /** The events, one by one. */
  get events(): string[] {
    return this.received.join("").split(";").slice(0, -1);
  }

  /** Resolves when everything was sent. */
  async live(): Promise<void> {
    while (this.watch.sentRevision === undefined && !this.ended) await turn();
  }

  resume(): void {
    this.stalled = false;
    this.watch.resume();
  }
}

/** Lets everything run that is due. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
