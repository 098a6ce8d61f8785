/**
 * The watch cache: gets, lists and watches are answered from here, from the bytes that clients get.
 *
 * One `ChangeFeed` per server follows the engine; one `ResourceCache` per resource holds objects, recent events and
 * watchers. A cache is loaded when it is first used. Reads say how fresh they must be: `ready()` for any state,
 * `current()` for the latest, `reach(revision)` for one not older.
 */
export type { EventEncoder, RemoteEncoder, Selection } from "./audience.ts";
export type { EventType, VisibleEvent } from "./cache-event.ts";
export { CachedObject, type ObjectFormat, type ObjectIndex, type PresentedObject } from "./cached-object.ts";
export { ChangeFeed, type FeedListener, type LoadRunner } from "./change-feed.ts";
export { DirectCache, type DirectReader } from "./direct-cache.ts";
export type { ObjectView } from "./object-tree.ts";
export {
  type CacheContents,
  type CacheLimits,
  defaultCacheLimits,
  ResourceCache,
  type ResourceCacheOptions,
  type Snapshot,
} from "./resource-cache.ts";
export type { Watch, WatchRequest } from "./watch-hub.ts";
export type { WatchEnd, WatchSink } from "./watcher.ts";
