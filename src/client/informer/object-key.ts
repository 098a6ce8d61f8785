/** The keys of objects in stores and queues. */
import { keyOf } from "../../meta/object-key.ts";
import type { ApiObject } from "../../meta/object-meta.ts";

/** `namespace/name` of an object, or its name where it lies in no namespace. */
export function objectKey({ metadata }: ApiObject): string {
  return keyOf({ namespace: metadata.namespace ?? "", name: metadata.name ?? "" });
}
