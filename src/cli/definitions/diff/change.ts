/** Changes of a definition that clients or stored objects notice. */

/**
 * Effects of a change:
 * - `breaks-clients`: writes of values that the old definition accepts are rejected. A stored value stays valid while it does not
 *   change.
 * - `breaks-stored-objects`: the same for a value with parts. A stored object cannot even be updated in a valid part of the value.
 * - `loses-data`: the server drops values of stored objects.
 * - `warning`: objects and writes stay valid, but mean something else.
 */
export type ChangeClass = "breaks-clients" | "breaks-stored-objects" | "loses-data" | "warning";

/** A change that clients or stored objects notice, with its place. */
export interface DefinitionChange {
  readonly class: ChangeClass;
  /** Version of the definition. Undefined for a change of the definition as a whole. */
  readonly version?: string;
  /** Path in the definition, or in objects of the version: `spec.users[*].name`. Empty for the whole object. */
  readonly path: string;
  /** Text that continues a sentence that begins with the path. */
  readonly text: string;
  /** Values before and after the change, in JSON. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Values before and after a change. */
export interface ChangedValues {
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Receives the changes at one path. */
export type ReportChange = (changeClass: ChangeClass, text: string, values?: ChangedValues) => void;
