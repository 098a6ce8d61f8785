/** The types of patches, by media type: how each is read, applied, and shown in messages. */

import { compareText } from "../../../base/compare-text.ts";
import { isJsonObject } from "../../../base/json-object.ts";
import { type NumberText, numberTextsIn, textOfNumber, withPlainNumbers } from "../../../base/number-text.ts";
import {
  countKeys,
  DecodeError,
  jsonNodeOf,
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
  isGoInteger,
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

export interface Patch {
  /** What a strict decoding objects to in the patch itself. */
  readonly complaints: readonly string[];
  /**
   * Makes the new document from the old, which it does not change.
   * @throws StatusError 400 or 422 when the patch does not fit
   */
  apply(document: JsonObject): PatchResult;
}

/** A patched document. Members stand in the order in which the reference reads them. */
export interface PatchResult {
  readonly value: unknown;
  /** Whether the reference reads a text that repeats keys. */
  readonly repeatsKeys?: boolean;
  /** Type of the result, if the value need not be asked for it. */
  readonly type?: TypeMeta;
  /** Why the result cannot be read at all. */
  readonly fault?: string | undefined;
  /** Returns what the message shows that rejects the result. */
  show(): string;
  /** Returns why the result is not of its type, where that is not what a decoder of JSON reports. */
  explain?(): string | undefined;
  /** Returns what a strict decoding objects to in the result. */
  complaints(): readonly string[];
}

/** What reading a patch may need to know. */
export interface PatchTarget {
  /** Of the document. */
  readonly schema: StructSchema;
  readonly kind: string;
  readonly apiVersion: string;
  readonly compiler: SchemaCompiler;
  /** Whether the reader checks the form of the patch. `Ignore` switches this off, and with it some messages. */
  readonly isStrict: boolean;
}

/** Reads a patch. @throws StatusError 400 for what is no patch of this type, 413 for too many operations */
export type PatchReader = (bytes: Buffer, target: PatchTarget) => Patch;

const readers = {
  "application/json-patch+json": readJsonPatch,
  "application/merge-patch+json": readMergePatch,
  "application/strategic-merge-patch+json": readStrategicMergePatch,
} as const satisfies Record<string, PatchReader>;

/** Of what is applied, which is no change of a document but all that somebody wants of it. */
export const applyMediaType = "application/apply-patch+yaml";

/** As in the reference, names are compared as they are written, and what stands behind a semicolon does not matter. */
export function patchMediaType(contentType = ""): string {
  const end = contentType.indexOf(";");
  return end > 0 ? contentType.slice(0, end) : contentType;
}

const patchMediaTypes: ReadonlySet<string> = new Set([...Object.keys(readers), applyMediaType]);

/**
 * Refuses a patch whose Content-Type lists no media type of a patch. The reference's router checks this before a handler
 * reads the header as one type. Without a body, it finds no representation either, and says so.
 * @throws StatusError 415; 406 for a body of length 0
 */
export function checkPatchType(call: Call): void {
  const { exchange } = call;
  const listed = (exchange.header("content-type") ?? "").split(",");
  if (listed.some((type) => patchMediaTypes.has(type.split(";", 1).join("").trim()))) return;
  if (Number(exchange.header("content-length")) > 0) throw unsupportedPatchType();
  throw noRepresentation([], lacksBodyLength(call));
}

/** @throws StatusError 415 */
export function patchReader(mediaType: string): PatchReader {
  if (Object.hasOwn(readers, mediaType)) return readers[mediaType as keyof typeof readers];
  throw unsupportedMediaType([...patchMediaTypes]);
}

const decodingFailed = "error decoding patch: ";

function readJsonPatch(bytes: Buffer, { schema, compiler, isStrict }: PatchTarget): Patch {
  const body = parseBody(bytes, isStrict ? decodingFailed : "", { keepsNumberTexts: true });
  const complaints = isStrict ? jsonPatchComplaints(bytes, body, compiler) : [];
  if (isStrict) refuseOverflow(numberTextsIn(body.value), decodingFailed);
  if (!isStrict) requireOperations(body.value);
  const operations = translate(() => parseJsonPatch(body.value ?? []));
  const repeated = new RepeatedMembers(bytes, body);
  return {
    complaints,
    apply: (document) => {
      const patched = translate(() => applyJsonPatch(document, operations));
      const combined = repeated.combined(patched, schema);
      return {
        value: combined ?? patched,
        repeatsKeys: combined !== undefined,
        show: () => escapeHtml(showJsonPatched(bytes, document)),
        complaints: () => strictFieldErrors(repeated.node(patched), schema),
      };
    },
  };
}

/** Returns the text of a document after a JSON patch, with texts and numbers as they are spelled. */
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
  if (isStrict) refuseOverflow(numberTextsIn(value), decodingFailed);
  return {
    complaints: isStrict ? repeatedKeys(bytes, body) : [],
    apply: (document) => {
      const value = applyMergePatch(document, patch);
      return {
        value,
        show: () => escapeHtml(stringifyJson(applyMergePatch(document, verbatim(bytes)), { exact: true })),
        complaints: () => strictFieldErrors(jsonNodeOf(value), schema),
      };
    },
  };
}

/** Without strictness, the reference also merges a list, which is no object then. */
function parseLenientMergePatch(bytes: Buffer): ParsedJson {
  try {
    const body = parseJson(bytes, { keepsNumberTexts: true });
    if (typeof body.value !== "object") throw invalidMergePatch();
    return body;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    // The reference reads such bytes, and deeper values.
    throw error.code === "syntax" ? invalidMergePatch(error) : badRequest(`${decodingFailed}${error.message}`, error);
  }
}

function invalidMergePatch(cause?: unknown): Error {
  return badRequest("Invalid JSON Patch", cause);
}

/** Returns a patch with its texts and numbers as they are spelled. */
function verbatim(bytes: Buffer): unknown {
  return parseExact(bytes.toString("utf8"), { keepsSpelling: true }).value;
}

/** As in the reference, null changes nothing, and a patch cannot change what kind of object it is. */
function readStrategicMergePatch(bytes: Buffer, { schema, kind, apiVersion }: PatchTarget): Patch {
  const body = parseBody(bytes, "", { keepsNumberTexts: true });
  const patch = requireObject(body.value ?? {}, "");
  const spelledNumbers = numberTextsIn(patch);
  refuseOverflow(spelledNumbers, "");
  return {
    complaints: repeatedKeys(bytes, body),
    apply: (document) => {
      const merged = translate(() => applyStrategicMergePatch(document, patch, schema));
      const named: { readonly kind?: unknown; readonly apiVersion?: unknown } = merged;
      const converted = { ...merged, kind, apiVersion };
      // The reference converts 1.0 to an integer here, which its JSON decoder does not.
      const value = spelledNumbers.length > 0 ? withPlainNumbers(converted) : converted;
      return {
        value,
        type: { kind, apiVersion },
        fault: unconvertibleText(named.kind) ?? unconvertibleText(named.apiVersion),
        show: () => goPrint(remainingPatch(document, patch, schema)),
        explain: () => converterFault(schema, converted),
        complaints: () => strictFieldErrors(sortedJsonNode(value), schema, converterPaths).sort(compareText),
      };
    },
  };
}

/** The reference's converter writes paths without escapes and without the keys of maps. */
const converterPaths: PathForm = { quote: (path) => `"${path}"`, omitsMapKeys: true };

/** Returns what the reference says of a value that it cannot convert to text. It ignores the text itself. */
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

/** @throws StatusError 400 for a number that fits no float64, which a strict decoder does not read */
function refuseOverflow(numbers: readonly NumberText[], prefix: string): void {
  const number = numbers.map(textOfNumber).find((text) => !Number.isFinite(Number(text)));
  if (number === undefined) return;
  throw badRequest(`${prefix}json: cannot unmarshal number ${number} into Go value of type float64`);
}

function requireObject(value: unknown, prefix: string): JsonObject {
  if (isJsonObject(value)) return value;
  const type = "Go value of type map[string]interface {}";
  throw badRequest(`${prefix}json: cannot unmarshal ${jsonType(value)} into ${type}`);
}

/** Without strictness, the reference only reads a JSON patch as a list of objects. */
function requireOperations(value: unknown): void {
  const refuse = (found: unknown, type: string): Error =>
    badRequest(`json: cannot unmarshal ${jsonType(found)} into Go value of type jsonpatch.${type}`);
  if (value === null) return;
  if (!Array.isArray(value)) throw refuse(value, "Patch");
  for (const one of value)
    if (one !== null && (typeof one !== "object" || Array.isArray(one))) throw refuse(one, "Operation");
}

function repeatedKeys(bytes: Buffer, { value, keyCount }: ParsedJson): readonly string[] {
  if (keyCount === countKeys(value)) return [];
  return strictFieldErrors(parseJsonNode(bytes.toString("utf8")), undefined);
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
