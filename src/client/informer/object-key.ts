/** The keys of objects in stores and queues. */
import { keyOf } from "../../meta/object-key.ts";
import type { ApiObject } from "../../meta/object-meta.ts";

export function objectKey({ metadata }: ApiObject): string {
  return keyOf({ namespace: metadata.namespace ?? "", name: metadata.name ?? "" });
}
