import type { ApiObject } from "../../../src/api/index.ts";

/** The object; it compiles only as an object of the type, which is named where it is called. */
export function sample<K extends ApiObject>(object: NoInfer<K>): K {
  return object;
}
