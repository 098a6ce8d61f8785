/** The stored object that a write replaces. It is parsed at most once, and only if something reads it. */
import type { CachedObject } from "../cache/index.ts";
import type { ApiObject, SharedObject } from "../meta/object-meta.ts";
import { parseSharingFieldSets } from "./object-text.ts";
import { parseObject } from "./resource.ts";

/** A stored object, parsed on first access. */
export class StoredObject {
  readonly cached: CachedObject;
  #object: SharedObject | undefined;

  constructor(cached: CachedObject) {
    this.cached = cached;
  }

  /** The parsed object. All callers share it, so they must not change it. */
  get object(): SharedObject {
    this.#object ??= parseSharingFieldSets(this.cached.bytes, this.cached.needsExactJson);
    return this.#object;
  }

  /** Returns a new parsed copy, which the caller may change or use in another object. */
  copy(): ApiObject {
    return parseObject(this.cached);
  }
}
