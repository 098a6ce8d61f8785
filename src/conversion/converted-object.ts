/** Checks the objects with which a webhook responds. It may change everything but the identity and most of the metadata. */
import { goType } from "../base/go-type.ts";
import { isJsonObject, type ReadonlyJsonObject } from "../base/json-object.ts";
import { equalJson } from "../base/json-tree.ts";
import { getOwn, setOwn } from "../base/own-property.ts";
import { jsonType, stringifyJson } from "../codec/index.ts";
import { aggregateErrors } from "../meta/aggregate-errors.ts";
import { formatFieldError } from "../meta/field-error.ts";
import { annotationErrors, labelErrors } from "../meta/label-rules.ts";
import type { ApiObject, SharedObject } from "../meta/object-meta.ts";

/** Longest text of an object in a message. */
const shownTextMax = 10_000;

/** A converted object cannot be used. */
export class ConvertedObjectFault extends Error {
  override readonly name = "ConvertedObjectFault";
  /** Whether the message is the whole message for the client. Otherwise it follows the name of the type. */
  readonly isWhole: boolean;

  constructor(message: string, { isWhole = false }: { readonly isWhole?: boolean } = {}) {
    super(message);
    this.isWhole = isWhole;
  }
}

/**
 * Returns the converted object with the metadata of the original, except for its own labels and annotations.
 * @throws ConvertedObjectFault
 */
export function checkedObject(original: SharedObject, converted: unknown, apiVersion: string): ApiObject {
  const object = requireObject(converted);
  const { kind } = original;
  const found = textMember(object, "apiVersion");
  if (found !== apiVersion) {
    throw new ConvertedObjectFault(
      `returned invalid object at index 0: invalid groupVersion (expected ${apiVersion}, received ${found})`,
    );
  }
  if (object["kind"] !== kind) {
    const found = textMember(object, "kind");
    throw new ConvertedObjectFault(
      `returned invalid object at index 0: invalid kind (expected ${kind}, received ${found})`,
    );
  }
  checkIdentity(original, object);
  return restoreMetadata(original, { ...object } as unknown as ApiObject);
}

/** @throws ConvertedObjectFault with the messages of the reference's decoder */
function requireObject(value: unknown): ReadonlyJsonObject {
  if (value === null) throw new ConvertedObjectFault("unexpected end of JSON input", { isWhole: true });
  if (!isJsonObject(value)) {
    const type = "Go value of type map[string]interface {}";
    throw new ConvertedObjectFault(`json: cannot unmarshal ${jsonType(value)} into ${type}`, { isWhole: true });
  }
  const { kind, apiVersion } = value;
  const isVersion = apiVersion === undefined || (typeof apiVersion === "string" && apiVersion.split("/").length <= 2);
  if (typeof kind === "string" && kind !== "" && isVersion) return value;
  const text = stringifyJson(value, { exact: true }).slice(0, shownTextMax);
  throw new ConvertedObjectFault(`Object 'Kind' is missing in '${text}'`, { isWhole: true });
}

/** Returns a member of an object that is a text. Empty if it is absent. */
function textMember(object: unknown, name: string): string {
  const value = isJsonObject(object) ? getOwn(object, name) : undefined;
  return typeof value === "string" ? value : "";
}

function checkIdentity(original: SharedObject, { metadata }: ReadonlyJsonObject): void {
  for (const [name, title] of [
    ["name", "name"],
    ["namespace", "namespace"],
    ["uid", "UID"],
  ] as const) {
    const [expected, found] = [original.metadata[name] ?? "", textMember(metadata, name)];
    if (expected === found) continue;
    throw new ConvertedObjectFault(`returned invalid object: must have the same ${title}: ${expected} != ${found}`);
  }
}

function restoreMetadata(original: SharedObject, converted: ApiObject): ApiObject {
  const { metadata: found } = converted as { readonly metadata?: unknown };
  if (found === undefined) throw invalidMetadata("missing metadata in converted object");
  if (!isJsonObject(found)) throw invalidMetadata(`invalid metadata of type ${goType(found)} in converted object`);
  const labels = textMap(found, "labels");
  const annotations = textMap(found, "annotations");
  if (!equalJson(original.metadata.labels ?? {}, labels ?? {})) {
    check(labelErrors(labels, () => "metadata.labels").map(formatFieldError));
  }
  if (!equalJson(original.metadata.annotations ?? {}, annotations ?? {})) {
    check(annotationErrors(annotations, () => "metadata.annotation").map(formatFieldError));
  }
  return withMetadata(original, converted, { labels, annotations });
}

type Texts = Readonly<Record<string, string>>;

/** Returns the converted object with the metadata of the original, and with these labels and annotations. */
export function withMetadata(
  { metadata: original }: SharedObject,
  converted: ApiObject,
  { labels, annotations }: { readonly labels?: Texts | undefined; readonly annotations?: Texts | undefined },
): ApiObject {
  const { labels: _labels, annotations: _annotations, ...others } = original;
  const metadata = { ...others, ...(labels ? { labels } : {}), ...(annotations ? { annotations } : {}) };
  return { ...converted, metadata: metadata as ApiObject["metadata"] };
}

function textMap(metadata: ReadonlyJsonObject, field: "labels" | "annotations"): Texts | undefined {
  const map = getOwn(metadata, field) ?? undefined;
  if (map === undefined) return undefined;
  if (!isJsonObject(map)) throw invalidMetadata(`invalid metadata.${field} of type ${goType(map)} in converted object`);
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries(map)) {
    if (typeof value !== "string") {
      const type = goType(value);
      throw invalidMetadata(`metadata.${field}[${key}] must be a string, but is ${type} in converted object`);
    }
    setOwn(texts, key, value);
  }
  return texts;
}

function check(errors: readonly string[]): void {
  if (errors.length > 0) throw invalidMetadata(aggregateErrors(errors));
}

function invalidMetadata(why: string): ConvertedObjectFault {
  return new ConvertedObjectFault(`returned invalid metadata: ${why}`);
}
