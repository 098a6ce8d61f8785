/** Labels and annotations outside of an object's own metadata: of templates, selectors and node selectors. */
import { invalidField, tooLongField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import type { Labels } from "../../meta/label-requirement.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at } from "../reporting.ts";

const annotationsBytesMax = 256 * 1024;

/** Keys and values are both reported at the path of the whole map. */
export function reportLabels(context: ValidationContext, part: string, labels: Labels | undefined): void {
  for (const [key, value] of Object.entries(labels ?? {})) {
    for (const message of checkFormat("labelKey", key)) context.report(invalidField(at(context, part), key, message));
    for (const message of checkFormat("labelValue", value)) {
      context.report(invalidField(at(context, part), value, message));
    }
  }
}

export function reportAnnotations(context: ValidationContext, part: string, annotations: Labels | undefined): void {
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations ?? {})) {
    for (const message of checkFormat("annotationKey", key)) {
      context.report(invalidField(at(context, part), key, message));
    }
    bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  }
  if (bytes > annotationsBytesMax) context.report(tooLongField(at(context, part), annotationsBytesMax));
}

/** `app=web,tier=front`, by key; `<none>` when there are none. */
export function labelsText(labels: Labels | undefined): string {
  const entries = Object.entries(labels ?? {}).sort(([left], [right]) => (left < right ? -1 : 1));
  return entries.length === 0 ? "<none>" : entries.map(([key, value]) => `${key}=${value}`).join(",");
}
