/**
 * Presents a resource cache as an engine reader, so that the test suite for engine readers can test it. Its watches
 * report progress like engines do. The cache's events contain no previous values, so watches derive them from the state
 * at their start.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { deferred } from "../../base/deferred.ts";
import type {
  Change,
  ChangeBatch,
  EngineReader,
  EngineWatchOptions,
  Entry,
  RangeOptions,
} from "../../storage/index.ts";
import type { VisibleEvent } from "../cache-event.ts";
import type { CachedObject } from "../cached-object.ts";
import type { ChangeFeed } from "../change-feed.ts";
import type { ObjectFormat } from "../object-format.ts";
import type { ResourceCache, ResourceSnapshot } from "../resource-cache.ts";

/** Stores values unchanged. They contain no revision. */
export const plainFormat: ObjectFormat = {
  present: (value) => ({ bytes: Buffer.from(value), needsExactJson: false }),
  restamp: (bytes) => bytes,
  index: () => ({ labels: {}, fields: [] }),
};

const foreverMs = 2 ** 31;

/** Each reader has its own encoder id, because it receives events through calls of its encoder. */
let readers = 0;

/** Returns an engine reader that reads from `cache`. */
export function cacheReader(cache: ResourceCache, feed: ChangeFeed): EngineReader {
  const root = cache.fullKey("");
  const toEntry = (object: CachedObject): Entry => ({
    key: root + object.key,
    value: object.bytes,
    revision: object.revision,
  });
  const stateAt = async (at: number | undefined): Promise<ResourceSnapshot> => {
    if (at !== undefined) return await cache.snapshotAt(at);
    await cache.current();
    return cache.snapshot();
  };
  return {
    async get(key, at) {
      const found = (await stateAt(at)).objects.get(key.slice(root.length));
      return found && toEntry(found);
    },
    async range(prefix, options = {}) {
      const state = await stateAt(options.at);
      return page(state, prefix.slice(root.length), options, root.length, toEntry);
    },
    watch: (prefix, options) => watchChanges({ cache, feed, root, toEntry }, prefix.slice(root.length), options),
    async progress() {
      await cache.current();
      return cache.revision;
    },
  };
}

function page(
  { revision, objects }: ResourceSnapshot,
  scope: string,
  { after, limit = Number.POSITIVE_INFINITY }: RangeOptions,
  rootLength: number,
  toEntry: (object: CachedObject) => Entry,
): { entries: Entry[]; revision: number; more: boolean } {
  const entries: Entry[] = [];
  for (const object of objects.iterate(scope, after?.slice(rootLength))) {
    if (entries.length === limit) return { entries, revision, more: true };
    entries.push(toEntry(object));
  }
  return { entries, revision, more: false };
}

interface WatchedCache {
  readonly cache: ResourceCache;
  readonly feed: ChangeFeed;
  readonly root: string;
  readonly toEntry: (object: CachedObject) => Entry;
}

async function* watchChanges(
  { cache, feed, root, toEntry }: WatchedCache,
  scope: string,
  { after, signal }: EngineWatchOptions,
): AsyncGenerator<ChangeBatch> {
  await cache.ready();
  const queue: VisibleEvent[] = [];
  let failure: Error | undefined;
  let hasEnded = false;
  let wake = (): void => undefined;
  signal.addEventListener("abort", () => wake());
  await cache.reach(after, foreverMs, signal).catch(() => undefined);
  if (signal.aborted) return;
  const entriesByKey = await entriesAt(cache, after, toEntry);
  const watch = cache.watch({
    selection: { scope, id: "all", matches: () => true },
    encoder: {
      id: `reader ${readers++}`,
      encode: (event) => {
        queue.push(event);
        return Buffer.from(".");
      },
    },
    after,
    sink: {
      send: () => {
        wake();
        return true;
      },
      end: (why) => {
        hasEnded = true;
        failure = why.reason === "failed" ? (why.error as Error) : undefined;
        wake();
      },
    },
  });
  let reportedRevision = after;
  let progress: Promise<void> | undefined;
  try {
    while (!signal.aborted) {
      const events = queue.splice(0);
      const sent = watch.sentRevision ?? events.at(-1)?.object.revision ?? reportedRevision;
      if (events.length > 0 || sent > reportedRevision) {
        reportedRevision = Math.max(reportedRevision, sent);
        yield { changes: events.map((event) => toChange(event, entriesByKey, root)), revision: reportedRevision };
      } else if (failure !== undefined) {
        throw failure;
      } else if (hasEnded) {
        return;
      } else if (watch.sentRevision === undefined) {
        // The watch catches up. The cache does not report when it has sent everything.
        await nextTurn();
      } else {
        const woken = deferred();
        wake = woken.resolve;
        // Only one progress wait at a time. Each would stay pending until the feed advances.
        progress ??= feed.waitFor(feed.revision + 1, foreverMs, signal).catch(() => undefined);
        await Promise.race([woken.promise, progress.then(() => (progress = undefined))]);
      }
    }
  } finally {
    watch.close();
  }
}

/** Returns the entry of each key when the watch begins. Returns none if that state was compacted. */
async function entriesAt(
  cache: ResourceCache,
  after: number,
  toEntry: (object: CachedObject) => Entry,
): Promise<Map<string, Entry>> {
  const known = new Map<string, Entry>();
  try {
    for (const object of (await cache.snapshotAt(after)).objects.iterate("")) known.set(object.key, toEntry(object));
  } catch {
    // The watch itself reports the error.
  }
  return known;
}

function toChange({ type, object }: VisibleEvent, known: Map<string, Entry>, root: string): Change {
  const previous = known.get(object.key);
  const { key, revision } = object;
  if (type === "DELETED") known.delete(key);
  else known.set(key, { key: root + key, value: object.bytes, revision });
  return { key: root + key, revision, value: type === "DELETED" ? undefined : object.bytes, previous };
}
