/** Parameters that many operations of a version 2 document have: they are written once, and referred to. */

import { createHash } from "node:crypto";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";

/**
 * Parameters that stay where they are: clients of up to release 1.27 look for these two in the operations themselves,
 * and a name is told apart by the kind that stands in its description.
 */
const unshared: ReadonlySet<unknown> = new Set(["dryRun", "fieldValidation", "name"]);

export class SharedParameters {
  readonly #parameters = new Map<string, ReadonlyJsonObject>();

  /** What stands for the parameter in an operation. */
  reference(parameter: ReadonlyJsonObject): ReadonlyJsonObject {
    const { name } = parameter;
    if (unshared.has(name)) return parameter;
    const digest = createHash("sha256").update(JSON.stringify(parameter)).digest();
    const key = `${String(name)}-${digest.subarray(0, 6).toString("base64url")}`;
    this.#parameters.set(key, parameter);
    return { $ref: `#/parameters/${key}` };
  }

  get all(): ReadonlyJsonObject {
    return Object.fromEntries([...this.#parameters].sort(([left], [right]) => (left < right ? -1 : 1)));
  }
}
