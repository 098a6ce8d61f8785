/** Metadata of objects that the server makes from a template, such as claims: only labels and annotations can be set. */
import type { ObjectMeta } from "../../api/index.ts";
import { forbiddenField } from "../../meta/field-error.ts";
import { isSentEmpty, type ValidationContext } from "../../schema/index.ts";
import { at } from "../reporting.ts";
import { reportAnnotations, reportLabels } from "./labels.ts";

/** Fields that must be empty, in the order of messages, with the spelling of their paths. */
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

/** Reports bad labels and annotations, and every other field that is set. @param context stands at the metadata */
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

/** A grace period of 0 is one that the client has chosen. */
function isSet(value: unknown, field: keyof ObjectMeta): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (value === 0) return field === "deletionGracePeriodSeconds";
  return value !== undefined && value !== null && value !== "";
}
