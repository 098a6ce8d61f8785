/**
 * The annotation in which `kubectl apply` without `--server-side` records what it applied. A client that changes to
 * server-side apply keeps the ownership of those fields. The annotation is kept up to date in case the client changes
 * back.
 */
import { isJsonObject, type JsonObject } from "../base/json-object.ts";
import { countKeys, DecodeError, escapeHtmlInJson, parseJson, stringifyJson } from "../codec/index.ts";
import { annotationErrors } from "../meta/label-rules.ts";
import type { SharedObject } from "../meta/object-meta.ts";
import { lastAppliedAnnotation } from "../meta/vocabulary.ts";
import { checkShape } from "./check.ts";
import type { Shape } from "./shape.ts";

/** The only manager for which the annotation is read and updated. */
export const lastAppliedManager = "kubectl";

/**
 * Returns the object that the annotation records, if its version is `apiVersion`. Undefined without a valid annotation.
 */
export function lastAppliedOf({ metadata }: SharedObject, apiVersion: string, shape: Shape): SharedObject | undefined {
  const text = metadata.annotations?.[lastAppliedAnnotation];
  const object = text ? readObject(text) : undefined;
  return object?.apiVersion === apiVersion && checkShape(shape, object).length === 0 ? object : undefined;
}

function readObject(text: string): SharedObject | undefined {
  try {
    const { value, keyCount } = parseJson(Buffer.from(text));
    return isJsonObject(value) && keyCount === countKeys(value) ? (value as JsonObject & SharedObject) : undefined;
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/**
 * Returns the object with the annotation updated to `applied`. Returns `object` itself if it has no annotation. If
 * `applied` is too large for an annotation, the annotation is removed.
 */
export function withLastApplied(object: SharedObject, applied: SharedObject): SharedObject {
  const { annotations } = object.metadata;
  if (!annotations?.[lastAppliedAnnotation]) return object;
  const updated: Record<string, string> = { ...annotations, [lastAppliedAnnotation]: annotationText(applied) };
  if (annotationErrors(updated, () => "").length > 0) delete updated[lastAppliedAnnotation];
  return { ...object, metadata: { ...object.metadata, annotations: updated } };
}

/** Returns the text of the annotation as kubectl writes it: with sorted keys, and with a line break at the end. */
function annotationText(applied: SharedObject): string {
  const { metadata } = applied;
  const { [lastAppliedAnnotation]: _, ...annotations } = metadata.annotations ?? {};
  const withoutAnnotation = metadata.annotations ? { ...applied, metadata: { ...metadata, annotations } } : applied;
  const text = stringifyJson(inKeyOrder(withoutAnnotation), { exact: true });
  return `${escapeHtmlInJson(text)}\n`;
}

function inKeyOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inKeyOrder);
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, inKeyOrder((value as Record<string, unknown>)[name])]));
}
