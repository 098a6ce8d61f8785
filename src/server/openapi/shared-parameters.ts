/**
 * Parameters that many operations of a version 2 document share. The document contains each once, and operations refer
 * to it.
 */

import { createHash } from "node:crypto";
import type { ReadonlyJsonObject } from "../../base/json-object.ts";

/**
 * Parameters that are not shared. Clients up to release 1.27 look for `dryRun` and `fieldValidation` in the operations
 * themselves. `name` differs between kinds, because its description contains the kind.
 */
const unsharedNames: ReadonlySet<unknown> = new Set(["dryRun", "fieldValidation", "name"]);

/** Collects the shared parameters of a document. */
export class SharedParameters {
  readonly #parameters = new Map<string, ReadonlyJsonObject>();
  /** References by the text of the parameter, because a document has few parameters and many references to each. */
  readonly #references = new Map<string, ReadonlyJsonObject>();

  /** Returns a reference to the parameter, or the parameter itself if it is not shared. */
  reference(parameter: ReadonlyJsonObject): ReadonlyJsonObject {
    const { name } = parameter;
    if (unsharedNames.has(name)) return parameter;
    const text = JSON.stringify(parameter);
    let reference = this.#references.get(text);
    if (!reference) {
      const digest = createHash("sha256").update(text).digest();
      const key = `${String(name)}-${digest.subarray(0, 6).toString("base64url")}`;
      this.#parameters.set(key, parameter);
      reference = { $ref: `#/parameters/${key}` };
      this.#references.set(text, reference);
    }
    return reference;
  }

  /** The referenced parameters by key, sorted by key. */
  get all(): ReadonlyJsonObject {
    return Object.fromEntries([...this.#parameters].sort(([left], [right]) => (left < right ? -1 : 1)));
  }
}
