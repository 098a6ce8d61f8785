/**
 * Readers of the objects of a resource. With `readerOf`, the cache keeps each parsed object, so use it only for kinds with few
 * objects.
 */
import type { DeepReadonly } from "../base/deep-readonly.ts";
import type { CachedObject } from "../cache/index.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { ObjectLister, ObjectReader, ObjectScanner } from "../meta/object-reader.ts";
import { listObjects, wholeCollection } from "./read.ts";
import { parseObject, type Resource } from "./resource.ts";

/**
 * Returns a reader of `resource` that parses an object at each call of `get`, and reads only this object if the cache is not
 * loaded. For kinds with many objects.
 */
export function parsingReaderOf<T extends ApiObject>(resource: Resource): ObjectReader<T> {
  return {
    get: async (namespace, name) => {
      const object = await resource.cache.read(resource.key(namespace, name));
      return object && (parseObject(object) as DeepReadonly<T>);
    },
  };
}

/** Returns a reader of all objects in a namespace, which keeps none of them. For kinds with many objects. */
export function scannerOf<T extends ApiObject>(resource: Resource): ObjectScanner<T> {
  return {
    scan: async (namespace) => {
      const { objects } = await listObjects(resource, { namespace, ...wholeCollection });
      return objects.map((object) => () => parseObject(object) as DeepReadonly<T>);
    },
  };
}

/**
 * Returns a reader of `resource`. It waits until the cache shows all writes that were confirmed before the call. All callers
 * share the returned objects.
 */
export function readerOf<T extends ApiObject>(resource: Resource): ObjectLister<T> {
  const parsed = (object: CachedObject): DeepReadonly<T> =>
    object.derived("object", () => parseObject(object)) as DeepReadonly<T>;
  return {
    get: async (namespace, name) => {
      await resource.cache.current();
      const object = resource.cache.get(resource.key(namespace, name));
      return object && parsed(object);
    },
    list: async (namespace, { mayBeOlder = false } = {}) => {
      const resourceVersion = mayBeOlder ? "0" : "";
      const { objects } = await listObjects(resource, { namespace, ...wholeCollection, resourceVersion });
      return objects.map(parsed);
    },
  };
}
