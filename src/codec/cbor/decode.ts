/** Decodes documents in CBOR. */
import type { JsonObject } from "../../base/json-object.ts";
import { optional, type StructSchema, struct, text } from "../../schema/index.ts";
import { DecodeError } from "../decode-error.ts";
import type { TypeMeta } from "../protobuf/envelope.ts";
import { ItemReader } from "./item-reader.ts";
import { type CborLimits, requestCborLimits } from "./limits.ts";
import { unknownField } from "./type-error.ts";
import { TypedReader } from "./typed-reader.ts";
import { UntypedReader } from "./untyped-reader.ts";
import { checkWellFormed } from "./well-formed.ts";

const typeMetaSchema: StructSchema = struct("meta/v1.TypeMeta", "The type of an object.", {
  kind: optional(text, 1, "Kind of the object."),
  apiVersion: optional(text, 2, "Group and version of the kind."),
});

/**
 * Checks that a body is one well-formed item within the limits, and returns the type that it names.
 * @throws DecodeError
 */
export function readCborType(bytes: Buffer): TypeMeta {
  checkWellFormed(bytes, requestCborLimits);
  const { value } = readTyped(bytes, typeMetaSchema);
  const { kind, apiVersion } = (value ?? {}) as { kind?: string | null; apiVersion?: string | null };
  return { kind: kind ?? "", apiVersion: apiVersion ?? "" };
}

/** An object of a known type. */
export interface CborObject {
  /** The object as in JSON, without unknown fields. Not in canonical form. */
  readonly value: JsonObject | null;
  /** Complaints of strict decoding. As in the reference, at most one. */
  readonly complaints: readonly string[];
}

/**
 * Returns the object in a body that `readCborType` has accepted.
 * @throws DecodeError
 */
export function decodeCbor(bytes: Buffer, schema: StructSchema): CborObject {
  const { value, unknownIndex } = readTyped(bytes, schema);
  return { value, complaints: unknownIndex === undefined ? [] : [unknownField(unknownIndex).message] };
}

function readTyped(
  bytes: Buffer,
  schema: StructSchema,
): { value: JsonObject | null; unknownIndex: number | undefined } {
  const reader = new TypedReader(new ItemReader(bytes));
  const value = reader.value(schema) as JsonObject | null;
  const error = reader.error ?? reader.rawError;
  if (error) throw error;
  return { value, unknownIndex: reader.unknownIndex };
}

/** A value without a schema. */
export interface CborValue {
  /** Plain JSON data. A floating point number without a fraction is a symbol (`base/number-text.ts`). */
  readonly value: JsonObject | null;
  readonly keyCount: number;
}

/**
 * Returns the object in a document without a schema. Null is accepted, too.
 * @throws DecodeError
 */
export function decodeCborObject(bytes: Buffer, limits: CborLimits = requestCborLimits): CborValue {
  checkWellFormed(bytes, limits);
  const reader = new UntypedReader(new ItemReader(bytes));
  const value = reader.object();
  if (reader.error) throw reader.error;
  return { value, keyCount: reader.keys };
}

/**
 * Returns the value of a document as plain JSON data. Integers beyond 2^53 are bigints.
 * @throws DecodeError
 */
export function readCborValue(bytes: Buffer, limits: CborLimits): unknown {
  checkWellFormed(bytes, limits);
  const reader = new UntypedReader(new ItemReader(bytes), { keepsSpelling: false });
  const value = reader.value();
  if (reader.error) throw reader.error;
  return value;
}

/** Whether a document that this program has written is within the limits. */
export function isWithinCborLimits(bytes: Buffer, limits: CborLimits): boolean {
  try {
    checkWellFormed(bytes, limits);
    return true;
  } catch (error) {
    if (error instanceof DecodeError && error.code === "limit") return false;
    throw error;
  }
}
