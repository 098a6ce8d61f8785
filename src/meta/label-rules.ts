/** The rules of labels and annotations, wherever they stand: in an object's own metadata, a template or a selector. */
import { type FieldError, invalidField, tooLongField } from "./field-error.ts";
import { checkFormat } from "./formats.ts";
import type { Labels } from "./label-requirement.ts";

const annotationsBytesMax = 256 * 1024;

/**
 * Keys and values are both reported at the path of the whole map.
 * @param path asked for only when there is something to report
 */
export function labelErrors(labels: Labels | undefined, path: () => string): FieldError[] {
  return Object.entries(labels ?? {}).flatMap(([key, value]) => [
    ...checkFormat("labelKey", key).map((message) => invalidField(path(), key, message)),
    ...checkFormat("labelValue", value).map((message) => invalidField(path(), value, message)),
  ]);
}

/** The same for annotations, whose values are free but not of any size together. */
export function annotationErrors(annotations: Labels | undefined, path: () => string): FieldError[] {
  const entries = Object.entries(annotations ?? {});
  const errors = entries.flatMap(([key]) =>
    checkFormat("annotationKey", key).map((message) => invalidField(path(), key, message)),
  );
  const bytes = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  if (bytes > annotationsBytesMax) errors.push(tooLongField(path(), annotationsBytesMax));
  return errors;
}
