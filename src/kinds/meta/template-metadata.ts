/** Rules of the metadata in templates, such as those of claims. Only labels and annotations may be set. */
import type { ObjectMeta } from "../../api/index.ts";
import { forbiddenField } from "../../meta/field-error.ts";
import { isSentEmpty, type ValidationContext } from "../../schema/index.ts";
import { at } from "../reporting.ts";
import { reportAnnotations, reportLabels } from "./labels.ts";

/** Fields that must be empty, in the order of the errors, with their names in paths. */
const fixedFields: readonly (readonly [keyof ObjectMeta, string])[] = [
  ["name", "name"],
  ["generateName", "generateName"],
  ["namespace", "namespace"],
  ["selfLink", "selfLink"],
  ["uid", "uID"],
  ["resourceVersion", "resourceVersion"],
  ["generation", "generation"],
  ["creationTimestamp", "creationTimestamp"],
  ["deletionTimestamp", "deletionTimestamp"],
  ["deletionGracePeriodSeconds", "deletionGracePeriodSeconds"],
  ["ownerReferences", "ownerReferences"],
  ["finalizers", "finalizers"],
  ["managedFields", "managedFields"],
];

/**
 * Reports invalid labels and annotations, and all other fields that are set.
 * @param context at the metadata
 */
export function reportTemplateMetadata(metadata: ObjectMeta | undefined, context: ValidationContext): void {
  if (!metadata) return;
  reportAnnotations(context, "annotations", metadata.annotations);
  reportLabels(context, "labels", metadata.labels);
  for (const [field, name] of fixedFields) {
    // As in the reference, an empty list counts as set.
    if (isSet(metadata[field], field) || isSentEmpty(metadata, field)) {
      context.report(forbiddenField(at(context, name), "cannot be set"));
    }
  }
}

/** Whether the field is set. Zero counts only for the grace period. */
function isSet(value: unknown, field: keyof ObjectMeta): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (value === 0) return field === "deletionGracePeriodSeconds";
  return value !== undefined && value !== null && value !== "";
}
