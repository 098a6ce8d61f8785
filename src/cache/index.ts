/**
 * The watch cache. It serves gets, lists and watches from memory, with the bytes that clients get.
 *
 * One `ChangeFeed` per server follows the engine. One `ResourceCache` per resource holds its objects, recent events and
 * watchers. A cache is loaded with the first list or watch. Until then, `read()` reads single objects from the engine.
 * Readers say how new the state must be: `ready()` accepts any state, `current()` demands the latest one, and
 * `reach(revision)` one that is not older than `revision`.
 */
export type { EventEncoder, ObjectPreparation, RemoteEncoder, RequiredValue, Selection } from "./audience.ts";
export { joinedEventSizes } from "./audience.ts";
export type { EventType, VisibleEvent } from "./cache-event.ts";
export { CachedObject } from "./cached-object.ts";
export { ChangeFeed, type FeedListener, type LoadRunner } from "./change-feed.ts";
export { DirectCache, type DirectReader } from "./direct-cache.ts";
export { FollowerGroup } from "./follower-group.ts";
export { ObjectFollower } from "./object-follower.ts";
export type { ObjectFormat, ObjectIndex, PresentedObject } from "./object-format.ts";
export type { ObjectView } from "./object-tree.ts";
export type { PastObjectChange } from "./past-objects.ts";
export {
  type CacheContents,
  type CacheLimits,
  defaultCacheLimits,
  ResourceCache,
  type ResourceCacheOptions,
  type ResourceSnapshot,
} from "./resource-cache.ts";
export type { Watch, WatchRequest } from "./watch-hub.ts";
export type { WatchEnd, WatchSink } from "./watcher.ts";
