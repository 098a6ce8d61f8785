/** Finds the type of a body in CBOR. */
import type { JsonObject } from "../../../base/json-object.ts";
import { DecodeError, decodeCborObject, diagnoseCbor, readCborType, type TypeMeta } from "../../../codec/index.ts";
import { parseGroupVersion } from "../../../meta/group-version.ts";
import { parseCbor } from "../../requests/body.ts";
import {
  type BodyType,
  completeType,
  errorCreator,
  missingKind,
  type OpenBody,
  shownCharsMax,
  unrecognizedError,
} from "./body-type.ts";
import type { ExpectedObject } from "./expected-object.ts";

/** Finds the type of a body in CBOR. @throws StatusError 400 if the body is malformed, or its type cannot be read */
export function openCbor(bytes: Buffer, expected: ExpectedObject): OpenBody {
  return {
    type: expected.isCustom ? customCborType(bytes, expected) : cborType(bytes, expected),
    parse: () => parseCbor(bytes, expected.schema.schema),
    parseAs: (schema) => parseCbor(bytes, schema),
    checkTypeMeta: () => undefined,
  };
}

function cborType(bytes: Buffer, expected: ExpectedObject): BodyType {
  const { kind, apiVersion } = readTypeOrThrow(bytes, expected.kind);
  // As in protobuf, the reference ignores a malformed apiVersion.
  return completeType({ kind, apiVersion: parseGroupVersion(apiVersion) ? apiVersion : "" }, expected);
}

/** The reference reads an object of a custom type as a whole before it looks at its type. */
function customCborType(bytes: Buffer, expected: ExpectedObject): BodyType {
  const value = readObject(bytes);
  if (value === undefined) return completeType(readTypeOrThrow(bytes, expected.kind), expected);
  const kind = textOrEmpty(value?.["kind"]);
  const apiVersion = textOrEmpty(value?.["apiVersion"]);
  if (kind === "" || (apiVersion !== "" && !parseGroupVersion(apiVersion))) {
    throw unrecognizedError(expected.kind, missingKind(diagnoseCbor(bytes)), bytes);
  }
  const type = completeType({ kind, apiVersion }, expected);
  if (apiVersion === "") throw errorCreator(type, expected)(missingVersion(diagnoseCbor(bytes)));
  return type;
}

/** Returns the object in a body. Undefined if it cannot be read. */
function readObject(bytes: Buffer): JsonObject | null | undefined {
  try {
    return decodeCborObject(bytes).value;
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

function textOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function readTypeOrThrow(bytes: Buffer, kind: string): TypeMeta {
  try {
    return readCborType(bytes);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw unrecognizedError(kind, `${unreadableCborType}${error.message}`, bytes, error);
  }
}

/** Prefix of the reference's message for a document in CBOR whose type cannot be read. */
export const unreadableCborType = "unable to determine group/version/kind: ";

/** Returns the message for an object of a custom type without a version, which is a separate error in CBOR. */
function missingVersion(document: string): string {
  return `Object 'apiVersion' is missing in '${document.slice(0, shownCharsMax)}'`;
}
