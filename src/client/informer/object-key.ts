/** Keys of objects in stores and queues. */
import { keyOf } from "../../meta/object-key.ts";
import type { ApiObject } from "../../meta/object-meta.ts";

/**
 * Returns `namespace/name`, or only the name for a cluster-scoped object.
 * @param object an object with a name
 * @example
 * ```ts
 * const queue = new WorkQueue({ name: "greeter" });
 * for (const object of (await client.api(configMap).list()).items) queue.add(objectKey(object));
 * ```
 */
export function objectKey({ metadata }: ApiObject): string {
  return keyOf({ namespace: metadata.namespace ?? "", name: metadata.name ?? "" });
}
