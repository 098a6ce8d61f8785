/** Rules for labels and annotations in an object's metadata, a template or a selector. */
import { type FieldError, fieldErrorsMax, invalidField, tooLongField } from "./field-error.ts";
import { checkFormat } from "./formats.ts";
import type { Labels } from "./label-requirement.ts";

const annotationsBytesMax = 256 * 1024;

/**
 * Returns the errors of labels, or slightly more than `fieldErrorsMax` if there are more. Faults of keys and of values are both
 * reported at the path of the whole map.
 * @param path called only to report an error
 */
export function labelErrors(labels: Labels | undefined, path: () => string): FieldError[] {
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(labels ?? {})) {
    for (const message of checkFormat("labelKey", key)) errors.push(invalidField(path(), key, message));
    for (const message of checkFormat("labelValue", value)) errors.push(invalidField(path(), value, message));
    if (errors.length > fieldErrorsMax) break;
  }
  return errors;
}

/**
 * Returns the errors of annotations, or slightly more than `fieldErrorsMax` if there are more. Their values may have any form, but all
 * keys and values together have a size limit.
 */
export function annotationErrors(annotations: Labels | undefined, path: () => string): FieldError[] {
  const errors: FieldError[] = [];
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations ?? {})) {
    for (const message of checkFormat("annotationKey", key)) errors.push(invalidField(path(), key, message));
    bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
    if (errors.length > fieldErrorsMax) break;
  }
  if (bytes > annotationsBytesMax) errors.push(tooLongField(path(), annotationsBytesMax));
  return errors;
}
