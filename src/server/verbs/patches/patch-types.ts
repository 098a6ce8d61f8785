/** The types of patches by media type: how each is read, applied, and shown in messages. */

import { compareText } from "../../../base/compare-text.ts";
import { isGoInteger } from "../../../base/go-type.ts";
import { isJsonObject } from "../../../base/json-object.ts";
import { type NumberText, numberTextsIn, textOfNumber, withPlainNumbers } from "../../../base/number-text.ts";
import {
  countKeys,
  DecodeError,
  escapeHtmlInJson,
  jsonNodeOf,
  jsonPatchFault,
  jsonType,
  type ParsedJson,
  type ParseJsonOptions,
  type PathForm,
  parseExact,
  parseJson,
  parseJsonNode,
  sortedJsonNode,
  strictFieldErrors,
  stringifyJson,
  type TypeMeta,
} from "../../../codec/index.ts";
import {
  badRequest,
  noRepresentation,
  requestEntityTooLarge,
  unprocessablePatch,
  unsupportedMediaType,
  unsupportedPatchType,
} from "../../../meta/status-error.ts";
import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  converterFault,
  goPrint,
  type JsonObject,
  PatchError,
  parseJsonPatch,
  remainingPatch,
} from "../../../patch/index.ts";
import type { SchemaCompiler, StructSchema } from "../../../schema/index.ts";
import { lacksBodyLength } from "../../output/negotiate-output.ts";
import type { Call } from "../../requests/call.ts";
import { jsonPatchComplaints } from "./json-patch-body.ts";
import { RepeatedMembers } from "./repeated-members.ts";

/** A patch that has been read. */
export interface Patch {
  /** Complaints of strict decoding about the patch itself. */
  readonly complaints: readonly string[];
  /**
   * Returns the patched document. Does not change the original document.
   * @throws StatusError 400 or 422 if the patch cannot be applied
   */
  apply(document: JsonObject): PatchResult;
}

/** A patched document. Its members are in the order in which the reference reads them. */
export interface PatchResult {
  readonly value: unknown;
  /** Whether the JSON that the reference reads contains repeated keys. */
  readonly repeatsKeys?: boolean;
  /** Type of the result. Absent if it must be read from the value. */
  readonly type?: TypeMeta;
  /** Why the result cannot be read. Undefined if it can. */
  readonly fault?: string | undefined;
  /** Returns the text of the result for an error message. */
  show(): string;
  /** Returns why the result does not match its type. Absent or undefined if the message of a JSON decoder applies. */
  explain?(): string | undefined;
  /** Returns the complaints of strict decoding about the result. */
  complaints(): readonly string[];
}

/** The type of the document to patch, and how strictly the patch is read. */
export interface PatchTarget {
  /** Schema of the document. */
  readonly schema: StructSchema;
  readonly kind: string;
  readonly apiVersion: string;
  readonly compiler: SchemaCompiler;
  /**
   * Whether the reader checks the patch strictly. `fieldValidation=Ignore` turns this off, which also changes some
   * messages.
   */
  readonly isStrict: boolean;
}

/** Reads a patch. @throws StatusError 400 if it is malformed, 413 if it has too many operations */
export type PatchReader = (bytes: Buffer, target: PatchTarget) => Patch;

const readers = {
  "application/json-patch+json": readJsonPatch,
  "application/merge-patch+json": readMergePatch,
  "application/strategic-merge-patch+json": readStrategicMergePatch,
} as const satisfies Record<string, PatchReader>;

/**
 * Media type of server-side apply. Its body is not a list of changes, but the fields that the client wants the object
 * to have.
 */
export const applyMediaType = "application/apply-patch+yaml";
/** Media type of server-side apply whose body is CBOR. */
export const cborApplyMediaType = "application/apply-patch+cbor";

/**
 * Returns the media type of a Content-Type, without its parameters. As in the reference, the case of letters is
 * significant.
 */
export function patchMediaType(contentType = ""): string {
  const end = contentType.indexOf(";");
  return end > 0 ? contentType.slice(0, end) : contentType;
}

/** Returns the media types of patches, in the order in which messages list them. */
function patchMediaTypes({ servesCbor }: Call): readonly string[] {
  return servesCbor ? [...textPatchMediaTypes, cborApplyMediaType] : textPatchMediaTypes;
}

const textPatchMediaTypes: readonly string[] = [...Object.keys(readers), applyMediaType];

/**
 * Rejects a request whose Content-Type contains no media type of a patch. The reference's router checks this before a
 * handler reads the header as a single type. If the body is empty, the router also finds no representation for a
 * response, and reports that.
 * @throws StatusError 415; 406 for a body of length 0
 */
export function checkPatchType(call: Call): void {
  const { exchange } = call;
  const listed = (exchange.header("content-type") ?? "").split(",");
  const accepted = patchMediaTypes(call);
  if (listed.some((type) => accepted.includes(type.split(";", 1).join("").trim()))) return;
  if (Number(exchange.header("content-length")) > 0) throw unsupportedPatchType();
  throw noRepresentation([], lacksBodyLength(call));
}

/**
 * Returns the reader for patches of a media type.
 * @param isCustom whether the patch is for an object of a custom type, which has no strategic merge patches
 * @throws StatusError 415
 */
export function patchReader(call: Call, mediaType: string, isCustom: boolean): PatchReader {
  const all = patchMediaTypes(call);
  const accepted = isCustom ? all.filter((type) => type !== "application/strategic-merge-patch+json") : all;
  if (accepted.includes(mediaType) && Object.hasOwn(readers, mediaType))
    return readers[mediaType as keyof typeof readers];
  throw unsupportedMediaType(accepted);
}

const decodingFailed = "error decoding patch: ";

function readJsonPatch(bytes: Buffer, { schema, compiler, isStrict }: PatchTarget): Patch {
  const body = parseBody(bytes, isStrict ? decodingFailed : "", { keepsNumberTexts: true });
  const complaints = isStrict ? jsonPatchComplaints(bytes, body, compiler) : [];
  if (isStrict) rejectOverflow(numberTextsIn(body.value), decodingFailed);
  const fault = isStrict ? undefined : jsonPatchFault(body.value);
  if (fault !== undefined) throw badRequest(fault);
  const operations = convertPatchErrors(() => parseJsonPatch(body.value ?? []));
  const repeated = new RepeatedMembers(bytes, body);
  return {
    complaints,
    apply: (document) => {
      const patched = convertPatchErrors(() => applyJsonPatch(document, operations));
      const combined = repeated.combine(patched, schema);
      return {
        value: combined ?? patched,
        repeatsKeys: combined !== undefined,
        show: () => escapeHtmlInJson(showJsonPatched(bytes, document)),
        complaints: () => strictFieldErrors(repeated.treeOf(patched), schema),
      };
    },
  };
}

/**
 * Returns the JSON of a document after a JSON patch, in which strings and numbers are spelled as the client sent them.
 */
function showJsonPatched(bytes: Buffer, document: JsonObject): string {
  const body = parseExact(bytes.toString("utf8"), { keepsSpelling: true });
  const patched = applyJsonPatch(document, parseJsonPatch(body.value ?? []));
  return new RepeatedMembers(bytes, body).show(patched);
}

function readMergePatch(bytes: Buffer, { schema, isStrict }: PatchTarget): Patch {
  const body = isStrict ? parseBody(bytes, decodingFailed, { keepsNumberTexts: true }) : parseLenientMergePatch(bytes);
  const { value } = body;
  if (value === null) throw invalidMergePatch();
  const isLenientList = !isStrict && Array.isArray(value);
  const patch = isLenientList ? value : requireObject(value, decodingFailed);
  if (isStrict) rejectOverflow(numberTextsIn(value), decodingFailed);
  return {
    complaints: isStrict ? repeatedKeyComplaints(bytes, body) : [],
    apply: (document) => {
      const value = applyMergePatch(document, patch);
      return {
        value,
        show: () => escapeHtmlInJson(stringifyJson(applyMergePatch(document, parseVerbatim(bytes)), { exact: true })),
        complaints: () => strictFieldErrors(jsonNodeOf(value), schema),
      };
    },
  };
}

/** Parses a merge patch without strictness. The reference then accepts lists, too. */
function parseLenientMergePatch(bytes: Buffer): ParsedJson {
  try {
    const body = parseJson(bytes, { keepsNumberTexts: true });
    if (typeof body.value !== "object") throw invalidMergePatch();
    return body;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    // The reference accepts malformed UTF-8 and deeper nesting, so it has no message for these errors.
    throw error.code === "syntax" ? invalidMergePatch(error) : badRequest(`${decodingFailed}${error.message}`, error);
  }
}

function invalidMergePatch(cause?: unknown): Error {
  return badRequest("Invalid JSON Patch", cause);
}

/** Returns a patch, in which strings and numbers are spelled as the client sent them. */
function parseVerbatim(bytes: Buffer): unknown {
  return parseExact(bytes.toString("utf8"), { keepsSpelling: true }).value;
}

/**
 * Reads a strategic merge patch. As in the reference, null changes nothing, and a patch cannot change the kind or
 * version.
 */
function readStrategicMergePatch(bytes: Buffer, { schema, kind, apiVersion }: PatchTarget): Patch {
  const body = parseBody(bytes, "", { keepsNumberTexts: true });
  const patch = requireObject(body.value ?? {}, "");
  const spelledNumbers = numberTextsIn(patch);
  rejectOverflow(spelledNumbers, "");
  return {
    complaints: repeatedKeyComplaints(bytes, body),
    apply: (document) => {
      const merged = convertPatchErrors(() => applyStrategicMergePatch(document, patch, schema));
      const mergedType: { readonly kind?: unknown; readonly apiVersion?: unknown } = merged;
      const converted = { ...merged, kind, apiVersion };
      // The reference converts 1.0 to an integer here, unlike in its JSON decoder.
      const value = spelledNumbers.length > 0 ? withPlainNumbers(converted) : converted;
      return {
        value,
        type: { kind, apiVersion },
        fault: unconvertibleText(mergedType.kind) ?? unconvertibleText(mergedType.apiVersion),
        show: () => goPrint(remainingPatch(document, patch, schema)),
        explain: () => converterFault(schema, converted),
        complaints: () => strictFieldErrors(sortedJsonNode(value), schema, converterPaths).sort(compareText),
      };
    },
  };
}

/** The reference's converter writes paths without escapes and without the keys of maps. */
const converterPaths: PathForm = { quote: (path) => `"${path}"`, omitsMapKeys: true };

/** Returns the reference's message for a kind or version that it cannot convert to a string. Undefined if it can. */
function unconvertibleText(value: unknown): string | undefined {
  if (value === undefined || value === null || typeof value === "string") return undefined;
  return isGoInteger(value) ? "cannot convert int64 to string" : "unrecognized type: string";
}

/** @throws StatusError 400 */
function parseBody(bytes: Buffer, prefix: string, options?: ParseJsonOptions): ParsedJson {
  try {
    return parseJson(bytes, options);
  } catch (error) {
    if (error instanceof DecodeError) throw badRequest(`${prefix}${error.message}`, error);
    throw error;
  }
}

/** @throws StatusError 400 for a number beyond the range of a float64, because a strict decoder does not read it */
function rejectOverflow(numbers: readonly NumberText[], prefix: string): void {
  const number = numbers.map(textOfNumber).find((text) => !Number.isFinite(Number(text)));
  if (number === undefined) return;
  throw badRequest(`${prefix}json: cannot unmarshal number ${number} into Go value of type float64`);
}

function requireObject(value: unknown, prefix: string): JsonObject {
  if (isJsonObject(value)) return value;
  const type = "Go value of type map[string]interface {}";
  throw badRequest(`${prefix}json: cannot unmarshal ${jsonType(value)} into ${type}`);
}

function repeatedKeyComplaints(bytes: Buffer, { value, keyCount }: ParsedJson): readonly string[] {
  if (keyCount === countKeys(value)) return [];
  return strictFieldErrors(parseJsonNode(bytes.toString("utf8")), undefined);
}

/** Runs `run`, and converts a `PatchError` to the error that the client gets. */
function convertPatchErrors<T>(run: () => T): T {
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
