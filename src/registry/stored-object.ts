/** A stored object while something is written over it: parsed once, and only when somebody looks at it. */
import type { CachedObject } from "../cache/index.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { parseSharing } from "./object-text.ts";
import { parseObject } from "./resource.ts";

export class StoredObject {
  readonly cached: CachedObject;
  #object: ApiObject | undefined;

  constructor(cached: CachedObject) {
    this.cached = cached;
  }

  /** Shared by all who look at it, and not to be changed. */
  get object(): ApiObject {
    this.#object ??= parseSharing(this.cached.bytes, this.cached.exact);
    return this.#object;
  }

  /** One that the caller may change, or give parts of to what is changed. */
  copy(): ApiObject {
    return parseObject(this.cached);
  }
}
