/**
 * JSON patches that the server itself makes, such as those of policies. Their errors reach clients, in the words of the reference's
 * library.
 */
import { isJsonList, isJsonObject, type JsonList, type JsonObject } from "../base/json-object.ts";
import { getOwn } from "../base/own-property.ts";
import { applyJsonPatch } from "./json-patch.ts";
import type { JsonPatchOperation } from "./json-patch-operation.ts";
import { defaultPatchLimits, type PatchLimits } from "./limits.ts";
import { PatchError } from "./patch-error.ts";

/** An operation with its paths as texts. */
export interface JsonPatchChange {
  readonly op: string;
  readonly path: string;
  /** Empty if the operation has none. */
  readonly from: string;
  /** Absent values count as null, as in the reference. */
  readonly value: unknown;
}

/**
 * Returns the document after all changes. Undefined if a test fails.
 * @throws PatchError "unappliable", with the reference's message; "too-large"; "too-many-operations"
 */
export function applyJsonPatchChanges(
  document: unknown,
  changes: readonly JsonPatchChange[],
  limits: PatchLimits = defaultPatchLimits,
): unknown {
  if (changes.length > limits.operationsMax) {
    throw new PatchError("too-many-operations", `more than ${limits.operationsMax} operations`);
  }
  try {
    if (!changes.every(isComplete)) return applyEach(document, changes, limits);
    return applyJsonPatch(document, changes.map(operationOf), limits);
  } catch (error) {
    if (error instanceof PatchError && error.kind === "test-failed") return undefined;
    if (error instanceof PatchError && error.kind === "unappliable") applyEach(document, changes, limits);
    throw error;
  }
}

const operationNames: ReadonlySet<string> = new Set(["add", "remove", "replace", "test", "move", "copy"]);
/** Operations that may name the whole document. */
const documentOperations: ReadonlySet<string> = new Set(["replace", "test"]);

/** Whether an operation is known and has all its paths. */
function isComplete({ op, path, from }: JsonPatchChange): boolean {
  if (op === "move" || op === "copy") return from.includes("/") && path.includes("/");
  return operationNames.has(op) && (path.includes("/") || (path === "" && documentOperations.has(op)));
}

/** Applies one operation after the other. @throws PatchError with the reference's message for the first one that cannot be applied */
function applyEach(document: unknown, changes: readonly JsonPatchChange[], limits: PatchLimits): unknown {
  let result = document;
  for (const change of changes) {
    const fault = faultOf(result, change);
    if (fault !== undefined) throw new PatchError("unappliable", fault);
    result = applyJsonPatch(result, [operationOf(change)], limits);
  }
  return result;
}

/** @param op one that `faultOf()` accepts */
function operationOf({ op, path, from, value = null }: JsonPatchChange): JsonPatchOperation {
  const operation = { op, path: tokensOf(path), from: tokensOf(from), value };
  return operation as JsonPatchOperation;
}

/** As in the reference, everything before the first slash is ignored. */
function tokensOf(path: string): readonly string[] {
  return path.split("/").slice(1).map(unescape);
}

function unescape(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

type Container = JsonList | JsonObject;

/** The container of a path's last token, and this token. */
interface Place {
  readonly container: Container;
  readonly key: string;
}

/** Returns why an operation cannot be applied. Undefined if it can. */
function faultOf(document: unknown, change: JsonPatchChange): string | undefined {
  const { op, path } = change;
  switch (op) {
    case "add":
      return addFault(document, path);
    case "remove":
      return removeFault(document, path);
    case "replace":
      return path === "" ? undefined : replaceFault(document, path);
    case "test":
      return path === "" ? undefined : testFault(document, path);
    case "move":
      return moveFault(document, change);
    case "copy":
      return copyFault(document, change);
    default:
      return `Unexpected kind: ${op}`;
  }
}

const missing = "missing value";

function addFault(document: unknown, path: string): string | undefined {
  const place = placeOf(document, path);
  if (!place) return `add operation does not apply: doc is missing path: "${path}": ${missing}`;
  return prefixed(`error in add for path: '${path}'`, insertionFault(place));
}

function removeFault(document: unknown, path: string): string | undefined {
  const place = placeOf(document, path);
  if (!place) return `remove operation does not apply: doc is missing path: "${path}": ${missing}`;
  return prefixed(`error in remove for path: '${path}'`, removalFault(place));
}

function replaceFault(document: unknown, path: string): string | undefined {
  const place = placeOf(document, path);
  if (!place) return `replace operation does not apply: doc is missing path: ${path}: ${missing}`;
  return accessFault(place) && `replace operation does not apply: doc is missing key: ${path}: ${missing}`;
}

function testFault(document: unknown, path: string): string | undefined {
  const place = placeOf(document, path);
  if (!place) return `test operation does not apply: is missing path: ${path}: ${missing}`;
  return prefixed(`error in test for path: '${path}'`, accessFault(place));
}

function moveFault(document: unknown, { from, path }: JsonPatchChange): string | undefined {
  if (from === "") return `move operation failed to decode from: operation, missing from field: ${missing}`;
  const source = placeOf(document, from);
  if (!source) return `move operation does not apply: doc is missing from path: ${from}: ${missing}`;
  const fault = accessFault(source) ?? removalFault(source);
  if (fault !== undefined) return `error in move for path: '${source.key}': ${fault}`;
  const rest = applyJsonPatch(document, [{ op: "remove", path: tokensOf(from) }]);
  const target = placeOf(rest, path);
  if (!target) return `move operation does not apply: doc is missing destination path: ${path}: ${missing}`;
  return prefixed(`error in move for path: '${path}'`, insertionFault(target));
}

function copyFault(document: unknown, { from, path }: JsonPatchChange): string | undefined {
  if (from === "") return `copy operation failed to decode from: operation, missing from field: ${missing}`;
  const source = placeOf(document, from);
  if (!source) return `copy operation does not apply: doc is missing from path: ${from}: ${missing}`;
  const fault = accessFault(source);
  if (fault !== undefined) return `error in copy for from: '${from}': ${fault}`;
  const target = placeOf(document, path);
  if (!target) return `copy operation does not apply: doc is missing destination path: ${path}: ${missing}`;
  return prefixed("error while adding value during copy", insertionFault(target));
}

function prefixed(prefix: string, fault: string | undefined): string | undefined {
  return fault === undefined ? undefined : `${prefix}: ${fault}`;
}

function placeOf(document: unknown, path: string): Place | undefined {
  const tokens = tokensOf(path);
  const key = tokens.at(-1);
  if (key === undefined) return undefined;
  let container = document;
  for (const token of tokens.slice(0, -1)) {
    if (!isContainer(container) || accessFault({ container, key: token }) !== undefined) return undefined;
    container = valueAt({ container, key: token });
  }
  return isContainer(container) ? { container, key } : undefined;
}

function isContainer(value: unknown): value is Container {
  return isJsonList(value) || isJsonObject(value);
}

/** @param place one whose access has no fault */
function valueAt({ container, key }: Place): unknown {
  return isJsonList(container) ? container.at(Number(key)) : getOwn(container, key);
}

/** An object has any member: an absent one is null. */
function accessFault({ container, key }: Place): string | undefined {
  return isJsonList(container) ? indexFault(key, container.length) : undefined;
}

function removalFault({ container, key }: Place): string | undefined {
  if (isJsonList(container)) return indexFault(key, container.length);
  return Object.hasOwn(container, key) ? undefined : `Unable to remove nonexistent key: ${key}: ${missing}`;
}

function insertionFault({ container, key }: Place): string | undefined {
  if (!isJsonList(container) || key === "-") return undefined;
  if (!isIndex(key)) return `value was not a proper array index: '${key}': ${unreadableIndex(key)}`;
  return indexFault(key, container.length + 1);
}

function indexFault(key: string, places: number): string | undefined {
  if (!isIndex(key)) return unreadableIndex(key);
  const index = Number(key);
  if (index < places && index >= -places) return undefined;
  return `Unable to access invalid index: ${index}: invalid index referenced`;
}

function isIndex(key: string): boolean {
  return /^(?:0|-?[1-9]\d{0,15})$/.test(key);
}

function unreadableIndex(key: string): string {
  return `strconv.Atoi: parsing ${JSON.stringify(key)}: invalid syntax`;
}
