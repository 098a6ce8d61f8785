/**
 * The annotation by which clients apply that do it by themselves. Who changes over to server-side apply keeps what it
 * owned by it, and finds it up to date when it changes back.
 */
import { isJsonObject, type JsonObject } from "../base/json-object.ts";
import { countKeys, DecodeError, parseJson, stringifyJson } from "../codec/index.ts";
import { annotationErrors } from "../meta/label-rules.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { lastAppliedAnnotation } from "../meta/vocabulary.ts";
import { checkShape } from "./check.ts";
import type { Shape } from "./shape.ts";

/** The manager that changes over; others do not. */
export const lastAppliedManager = "kubectl";

/** What clients applied last, in the version that is asked; undefined where there is nothing that can be read. */
export function lastAppliedOf({ metadata }: ApiObject, apiVersion: string, shape: Shape): ApiObject | undefined {
  const text = metadata.annotations?.[lastAppliedAnnotation];
  const object = text ? readObject(text) : undefined;
  return object?.apiVersion === apiVersion && checkShape(shape, object).length === 0 ? object : undefined;
}

function readObject(text: string): ApiObject | undefined {
  try {
    const { value, keyCount } = parseJson(Buffer.from(text));
    return isJsonObject(value) && keyCount === countKeys(value) ? (value as JsonObject & ApiObject) : undefined;
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** The object with the annotation, where it has one, saying what is applied now; without, where that is too much. */
export function withLastApplied(object: ApiObject, applied: ApiObject): ApiObject {
  const { annotations } = object.metadata;
  if (!annotations?.[lastAppliedAnnotation]) return object;
  const updated: Record<string, string> = { ...annotations, [lastAppliedAnnotation]: textOf(applied) };
  if (annotationErrors(updated, () => "").length > 0) delete updated[lastAppliedAnnotation];
  return { ...object, metadata: { ...object.metadata, annotations: updated } };
}

/** As clients write it: keys in order, a line break at the end. */
function textOf(applied: ApiObject): string {
  const { metadata } = applied;
  const { [lastAppliedAnnotation]: _, ...annotations } = metadata.annotations ?? {};
  const without = metadata.annotations ? { ...applied, metadata: { ...metadata, annotations } } : applied;
  const text = stringifyJson(inKeyOrder(without), { exact: true });
  return `${text.replace(/[<>&\u2028\u2029]/g, escaped)}\n`;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function inKeyOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(inKeyOrder);
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, inKeyOrder((value as Record<string, unknown>)[name])]));
}
