import type { ApiObject } from "../../../src/api/index.ts";

/** Returns the object unchanged. The call compiles only if the object has the type that the caller names. */
export function sample<K extends ApiObject>(object: NoInfer<K>): K {
  return object;
}
