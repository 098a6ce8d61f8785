/** Rules of the data in ConfigMaps and Secrets: keys must be valid file names, and the total size is limited. */
import { equalJson } from "../../../base/json-tree.ts";
import { type FieldError, forbiddenField } from "../../../meta/field-error.ts";
import { isSentEmpty, type ValidationContext } from "../../../schema/index.ts";
import { reportFormat } from "../../reporting.ts";

/** Largest total size of the values of one object, in bytes. */
export const dataBytesMax = 1024 * 1024;

/** Reports keys that are not valid file names. */
export function reportDataKeys(context: ValidationContext, field: string, data: object | undefined): void {
  for (const key of Object.keys(data ?? {})) reportFormat(context, `${field}[${key}]`, "configMapKey", key);
}

/** Returns the total size in bytes of values that are plain text. */
export function textBytes(data: Readonly<Record<string, string>> | undefined): number {
  return Object.values(data ?? {}).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** Returns the total size in bytes of values that are encoded as base64. */
export function base64Bytes(data: Readonly<Record<string, string>> | undefined): number {
  return Object.values(data ?? {}).reduce((sum, text) => sum + Buffer.byteLength(text, "base64"), 0);
}

interface Immutable {
  readonly immutable?: boolean;
}

/** Fields that cannot change in an immutable object. */
interface SealedFields<T> {
  readonly texts?: readonly (keyof T & string)[];
  /**
   * Maps of binary data. An empty map that a client sends counts as a change, although it is stored as a missing one.
   */
  readonly bytes: readonly (keyof T & string)[];
}

/** Returns the errors of a change to an object that was made immutable. */
export function sealedDataErrors<T extends Immutable>(object: T, old: T, fields: SealedFields<T>): FieldError[] {
  if (old.immutable !== true) return [];
  const isOther = (field: keyof T & string): boolean => !equalJson(object[field] ?? null, old[field] ?? null);
  const isEmptied = (field: keyof T & string): boolean => isSentEmpty(object, field);
  const texts = (fields.texts ?? []).filter(isOther);
  const changed = [...texts, ...fields.bytes.filter((field) => isOther(field) || isEmptied(field))];
  const touched = object.immutable === true ? changed : ["immutable", ...changed];
  return touched.map((field) => forbiddenField(field, "field is immutable when `immutable` is set"));
}
