/** The data of ConfigMaps and Secrets: keys that can be file names, and a bound on the size of it all. */
import { equalJson } from "../../../base/json-tree.ts";
import { type FieldError, forbiddenField } from "../../../meta/field-error.ts";
import { isSentEmpty, type ValidationContext } from "../../../schema/index.ts";
import { reportFormat } from "../../reporting.ts";

/** Of all values of an object together. */
export const dataBytesMax = 1024 * 1024;

export function reportDataKeys(context: ValidationContext, field: string, data: object | undefined): void {
  for (const key of Object.keys(data ?? {})) reportFormat(context, `${field}[${key}]`, "configMapKey", key);
}

/** How many bytes values take that stand in JSON as they are. */
export function textBytes(data: Readonly<Record<string, string>> | undefined): number {
  return Object.values(data ?? {}).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

/** How many bytes values take that stand in JSON as base64. */
export function base64Bytes(data: Readonly<Record<string, string>> | undefined): number {
  return Object.values(data ?? {}).reduce((sum, text) => sum + Buffer.byteLength(text, "base64"), 0);
}

interface Immutable {
  readonly immutable?: boolean;
}

/** Fields of an immutable object that stay as they are. */
interface SealedFields<T> {
  readonly texts?: readonly (keyof T & string)[];
  /** Maps of bytes. An empty map that a client sends counts as a change, although it is stored as no map. */
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
