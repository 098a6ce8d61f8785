/**
 * An `ObjectReader` that reads the objects of a resource. The cache keeps each parsed object, so use it only for kinds with
 * few objects.
 */
import type { DeepReadonly } from "../base/deep-readonly.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { ObjectReader } from "../meta/object-reader.ts";
import { parseObject, type Resource } from "./resource.ts";

/**
 * Returns a reader of `resource`. `get` waits until the cache shows all writes that were confirmed before the call. All
 * callers share the returned objects.
 */
export function readerOf<T extends ApiObject>(resource: Resource): ObjectReader<T> {
  return {
    get: async (namespace, name) => {
      await resource.cache.current();
      const object = resource.cache.get(resource.key(namespace, name));
      return object?.derived("object", () => parseObject(object)) as DeepReadonly<T> | undefined;
    },
  };
}
