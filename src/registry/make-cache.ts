/** The type of the functions that create the registry's caches, and the default one. */
import { ResourceCache, type ResourceCacheOptions } from "../cache/index.ts";

/** A function that creates the cache of one resource, or of the records of a claim space. */
export type MakeCache = (options: ResourceCacheOptions) => ResourceCache;

/** Creates a cache that holds all objects of its resource in memory. */
export const wholeCache: MakeCache = (options) => new ResourceCache(options);
