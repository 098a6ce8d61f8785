/** The types of patches, by media type: how each is read, applied, and shown in messages. */
import {
  countKeys,
  DecodeError,
  jsonType,
  type ParsedJson,
  parseContentType,
  parseJson,
  parseJsonNode,
  strictFieldErrors,
  stringifyJson,
} from "../../codec/index.ts";
import {
  badRequest,
  requestEntityTooLarge,
  unprocessablePatch,
  unsupportedPatchType,
} from "../../meta/status-error.ts";
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  converterFault,
  goPrint,
  type JsonObject,
  PatchError,
  parseJsonPatch,
  shownMergeResult,
  shownPatchResult,
} from "../../patch/index.ts";
import type { SchemaCompiler, StructSchema } from "../../schema/index.ts";
import { jsonPatchComplaints } from "./json-patch-body.ts";

export interface Patch {
  /** What a strict decoding objects to in the patch itself. */
  readonly complaints: readonly string[];
  /** Why no result of this patch can be read. */
  readonly fault?: string | undefined;
  /**
   * Makes the new document from the old, which it does not change.
   * @throws StatusError 400 or 422 when the patch does not fit
   */
  apply(document: JsonObject): unknown;
  /** What the message shows that refuses a result. @param document that the patch was applied to */
  show(result: unknown, document: JsonObject): string;
  /** Why the result is not of its type, where that is not what a decoder of JSON says. */
  explain?(result: unknown): string | undefined;
}

/** What reading a patch may need to know. */
export interface PatchTarget {
  /** Of the document. */
  readonly schema: StructSchema;
  readonly kind: string;
  readonly apiVersion: string;
  readonly compiler: SchemaCompiler;
}

/** @throws StatusError 400 for what is no patch of this type, 413 for too many operations */
export type PatchReader = (bytes: Buffer, target: PatchTarget) => Patch;

const readers = {
  "application/json-patch+json": readJsonPatch,
  "application/merge-patch+json": readMergePatch,
  "application/strategic-merge-patch+json": readStrategicMergePatch,
} as const satisfies Record<string, PatchReader>;

/** Of what is applied, which is no change of a document but all that somebody wants of it. */
export const applyMediaType = "application/apply-patch+yaml";

export function patchMediaType(contentType: string | undefined): string {
  return parseContentType(contentType ?? "")?.mediaType ?? "";
}

/** @throws StatusError 415 */
export function patchReader(mediaType: string): PatchReader {
  if (Object.hasOwn(readers, mediaType)) return readers[mediaType as keyof typeof readers];
  throw unsupportedPatchType();
}

const decodingFailed = "error decoding patch: ";

function readJsonPatch(bytes: Buffer, { compiler }: PatchTarget): Patch {
  const body = parseBody(bytes, decodingFailed);
  const complaints = jsonPatchComplaints(bytes, body, compiler);
  const operations = translate(() => parseJsonPatch(body.value ?? []));
  return {
    complaints,
    apply: (document) => translate(() => applyJsonPatch(document, operations)),
    show: (result) => cut(escapeHtml(shownPatchResult(result, operations, stringifyJson))),
  };
}

function readMergePatch(bytes: Buffer): Patch {
  const body = parseBody(bytes, decodingFailed);
  if (body.value === null) throw badRequest("Invalid JSON Patch");
  const patch = requireObject(body.value, decodingFailed);
  return {
    complaints: repeatedKeys(bytes, body),
    apply: (document) => applyMergePatch(document, patch),
    show: (_, document) => cut(escapeHtml(shownMergeResult(document, patch, stringifyJson))),
  };
}

/** As in the reference, null changes nothing, and a patch cannot change what kind of object it is. */
function readStrategicMergePatch(bytes: Buffer, { schema, kind, apiVersion }: PatchTarget): Patch {
  const body = parseBody(bytes, "");
  const patch = requireObject(body.value ?? {}, "");
  const named: { readonly kind?: unknown; readonly apiVersion?: unknown } = patch;
  return {
    complaints: repeatedKeys(bytes, body),
    fault: unconvertibleText(named.kind) ?? unconvertibleText(named.apiVersion),
    apply: (document) => ({ ...translate(() => applyStrategicMergePatch(document, patch, schema)), kind, apiVersion }),
    show: () => goPrint(patch),
    explain: (result) => converterFault(schema, result),
  };
}

/** Returns what the reference says of a value that it cannot convert to text. It ignores the text itself. */
function unconvertibleText(value: unknown): string | undefined {
  if (value === undefined || value === null || typeof value === "string") return undefined;
  const isInteger = typeof value === "bigint" || Number.isInteger(value);
  return isInteger ? "cannot convert int64 to string" : "unrecognized type: string";
}

/** @throws StatusError 400 */
function parseBody(bytes: Buffer, prefix: string): ParsedJson {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(`${prefix}${error.message}`, error);
    throw error;
  }
}

function requireObject(value: unknown, prefix: string): JsonObject {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  const type = "Go value of type map[string]interface {}";
  throw badRequest(`${prefix}json: cannot unmarshal ${jsonType(value)} into ${type}`);
}

function repeatedKeys(bytes: Buffer, { value, keyCount }: ParsedJson): readonly string[] {
  if (keyCount === countKeys(value)) return [];
  return strictFieldErrors(parseJsonNode(bytes.toString("utf8")), undefined);
}

const shownCharsMax = 65_536;

function cut(text: string): string {
  return text.length > shownCharsMax ? `${text.slice(0, shownCharsMax)}...` : text;
}

/** Escapes what Go's writer of JSON escapes in texts. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[<>&\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Raises what a client sees of a patch that cannot be applied. */
function translate<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    switch (error.kind) {
      case "malformed":
        throw badRequest(error.message, error);
      case "too-many-operations":
        throw requestEntityTooLarge(error.message);
      case "test-failed":
      case "unappliable":
      case "too-large":
        throw unprocessablePatch(error);
    }
  }
}
