/** Description of the object that a request should contain. */
import type { ApiObject } from "../../../meta/object-meta.ts";
import type { CompiledSchema } from "../../../schema/index.ts";
import type { registeredSchema } from "./registered-kinds.ts";

/** Description of the object that a body should contain. */
export interface ExpectedObject {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: CompiledSchema<ApiObject>;
  /** Other versions in which the object may be sent. They have the same fields. */
  readonly olderVersions?: readonly string[] | undefined;
  /** Whether a document must name its type, and is decoded as an object of a custom type whatever its kind is. */
  readonly isCustom: boolean;
  /** Returns a value that identifies a built-in kind in all its versions. Undefined if there is no such kind. */
  readonly kindIdentity: (apiVersion: string, kind: string) => object | undefined;
  /** The reference's name of its table of known types, for error messages. */
  readonly typeTable: string;
  /** Returns the schema of a type, as `registeredSchema()` does. */
  readonly schemaOf: (apiVersion: string, kind: string) => ReturnType<typeof registeredSchema>;
}
