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
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(labels ?? {})) {
    for (const message of checkFormat("labelKey", key)) errors.push(invalidField(path(), key, message));
    for (const message of checkFormat("labelValue", value)) errors.push(invalidField(path(), value, message));
  }
  return errors;
}

/** The same for annotations, whose values are free but not of any size together. */
export function annotationErrors(annotations: Labels | undefined, path: () => string): FieldError[] {
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations ?? {})) {
    for (const message of checkFormat("annotationKey", key)) errors.push(invalidField(path(), key, message));
    bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  }
  if (bytes > annotationsBytesMax) errors.push(tooLongField(path(), annotationsBytesMax));
  return errors;
}
