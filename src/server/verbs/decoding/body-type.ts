/** The type that a body names, and errors about bodies. */

import type { TypeMeta } from "../../../codec/index.ts";
import { goQuote } from "../../../meta/go-quote.ts";
import { formatGroupVersion } from "../../../meta/group-version.ts";
import { badRequest } from "../../../meta/status-error.ts";
import type { StructSchema } from "../../../schema/index.ts";
import type { ParsedBody } from "../../requests/body.ts";
import type { ExpectedObject } from "./expected-object.ts";

/** Kind and version of a body. Those that it does not name are the expected ones. */
export interface BodyType {
  readonly kind: string;
  readonly version: string;
  readonly apiVersion: string;
}

/** A body whose type is known. */
export interface OpenBody {
  readonly type: BodyType;
  /**
   * Parses the body as an object of the expected type.
   * @throws DecodeError of codec
   */
  readonly parse: () => ParsedBody | Promise<ParsedBody>;
  /**
   * Parses the body as an object of another type.
   * @throws DecodeError of codec
   */
  readonly parseAs: (schema: StructSchema) => ParsedBody | Promise<ParsedBody>;
  /**
   * Checks all members that name the type, if the body has repeated keys.
   * @throws StatusError 400 if one of them is not a string
   */
  readonly checkTypeMeta: () => void;
}

/** Returns the type of a body. A kind or version that it omits is the expected one. */
export function completeType(type: TypeMeta, expected: ExpectedObject): BodyType {
  if (expected.isCustom) return { ...type, version: type.apiVersion.slice(type.apiVersion.indexOf("/") + 1) };
  const [group, version] = type.apiVersion.split("/");
  const isVersionMissing = type.apiVersion === "" || (version === "" && group === expected.group);
  const apiVersion = isVersionMissing ? formatGroupVersion(expected) : type.apiVersion;
  const kind = type.kind || expected.kind;
  return { kind, apiVersion, version: apiVersion.slice(apiVersion.indexOf("/") + 1) };
}

/** Returns the error for a body that is no object of its type. */
export type CreateError = (why: string, cause?: unknown) => Error;

/** Returns a function that returns errors about bodies of this type. */
export function errorCreator(type: BodyType, expected: ExpectedObject): CreateError {
  const version = goQuote(type.version);
  return (why, cause) =>
    badRequest(`${type.kind} in version ${version} cannot be handled as a ${expected.kind}: ${why}`, cause);
}

/** Returns the error for a body whose type cannot be read. */
export function unrecognizedError(kind: string, why: string, bytes: Buffer, cause?: unknown): Error {
  const message = `the object provided is unrecognized (must be of type ${kind}): ${why} (${summarize(bytes)})`;
  return badRequest(message, cause);
}

const summaryBytesMax = 30;

/** Returns the beginning of a body for error messages: as text if it looks like an object, otherwise in hexadecimal. */
function summarize(bytes: Buffer): string {
  if (bytes.length === 0) return "<empty>";
  const start = bytes.subarray(0, summaryBytesMax);
  const summary = bytes[0] === openBrace ? textOfStart(start) : start.toString("hex");
  return bytes.length > summaryBytesMax ? `${summary} ...` : summary;
}

const openBrace = 0x7b;

/**
 * Decodes text that may end within a character. As in the reference, each byte of an incomplete character becomes a
 * U+FFFD.
 */
function textOfStart(start: Buffer): string {
  let end = start.length;
  while (end > 0 && ((start[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  const lastCharacter = start.toString("utf8", end - 1);
  if (end === 0 || !lastCharacter.startsWith("\ufffd")) return start.toString("utf8");
  return start.toString("utf8", 0, end - 1) + "\ufffd".repeat(start.length - end + 1);
}

/** Maximum number of characters of a document that a message shows. */
export const shownCharsMax = 10_000;

/** Returns the message for an object of a custom type without a kind. */
export function missingKind(document: string): string {
  return `Object 'Kind' is missing in '${document.slice(0, shownCharsMax)}'`;
}
