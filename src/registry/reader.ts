/** A `Reader` over a resource. Parsed objects are kept with the version they show, so this is for kinds of few objects. */
import type { ApiObject } from "../meta/object-meta.ts";
import type { Reader } from "../meta/reader.ts";
import { parseObject, type Resource } from "./resource.ts";

export function readerOf<T extends ApiObject>(resource: Resource): Reader<T> {
  return {
    get: async (namespace, name) => {
      await resource.cache.current();
      const object = resource.cache.get(resource.key(namespace, name));
      return object?.derived("object", () => parseObject(object)) as T | undefined;
    },
  };
}
