/** How the registry gets the caches of its resources. */
import { ResourceCache, type ResourceCacheOptions } from "../cache/index.ts";

/** Makes the cache of one resource, or of other keys that the registry follows. */
export type MakeCache = (options: ResourceCacheOptions) => ResourceCache;

/** Makes a cache that holds all objects of its resource. */
export const wholeCache: MakeCache = (options) => new ResourceCache(options);
