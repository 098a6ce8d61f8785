/** Rules of access reviews. */
import type {
  FieldSelectorRequirement,
  LabelSelectorRequirement,
  LocalSubjectAccessReview,
  NonResourceAttributes,
  ResourceAttributes,
  SelfSubjectAccessReview,
  SelfSubjectAccessReviewSpec,
  SubjectAccessReview,
  SubjectAccessReviewSpec,
} from "../../api/index.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import type { ObjectMeta } from "../../meta/object-meta.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { reportFieldRequirement } from "../meta/field-selector-rules.ts";
import { reportLabelRequirement } from "../meta/label-selector-rules.ts";
import { at, collect, within } from "../reporting.ts";

/** Returns the errors of a SubjectAccessReview. */
export function subjectReviewErrors({ metadata, spec }: SubjectAccessReview): readonly FieldError[] {
  return [...subjectSpecErrors(spec), ...metadataErrors(metadata, "must be empty")];
}

/** Returns the errors of a SelfSubjectAccessReview. */
export function selfReviewErrors({ metadata, spec }: SelfSubjectAccessReview): readonly FieldError[] {
  const errors = collect((context) => {
    reportKindOfRequest(spec, context);
    reportSelectors(spec.resourceAttributes, context);
  }, "spec");
  return [...errors, ...metadataErrors(metadata, "must be empty")];
}

/** Returns the errors of a LocalSubjectAccessReview. */
export function localReviewErrors({ metadata, spec }: LocalSubjectAccessReview): readonly FieldError[] {
  const { namespace = "", ...others } = metadata;
  const { resourceAttributes: resource, nonResourceAttributes: path } = spec;
  const errors = [...subjectSpecErrors(spec), ...metadataErrors(others, "must be empty except for namespace")];
  if (resource && (resource.namespace ?? "") !== namespace) {
    const why = "must match metadata.namespace";
    errors.push(invalidField("spec.resourceAttributes.namespace", resource.namespace ?? "", why));
  }
  if (path) {
    errors.push(invalidField("spec.nonResourceAttributes", goAttributes(path), "disallowed on this kind of request"));
  }
  return errors;
}

function subjectSpecErrors(spec: SubjectAccessReviewSpec): FieldError[] {
  const { user = "", groups = [] } = spec;
  return collect((context) => {
    reportKindOfRequest(spec, context);
    if (user === "" && groups.length === 0) {
      context.report(invalidField(at(context, "user"), user, "at least one of user or group must be specified"));
    }
    reportSelectors(spec.resourceAttributes, context);
  }, "spec");
}

/** Reports a review that has both resource attributes and non-resource attributes, or neither. */
function reportKindOfRequest(spec: SelfSubjectAccessReviewSpec, context: ValidationContext): void {
  const { resourceAttributes: resource, nonResourceAttributes: path } = spec;
  if (resource && path) {
    const why = "cannot be specified in combination with resourceAttributes";
    context.report(invalidField(at(context, "nonResourceAttributes"), goAttributes(path), why));
  } else if (!resource && !path) {
    const why = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
    context.report(invalidField(at(context, "resourceAttributes"), null, why));
  }
}

function reportSelectors(resource: ResourceAttributes | null | undefined, context: ValidationContext): void {
  const { fieldSelector, labelSelector } = resource ?? {};
  const selectors = within(context, "resourceAttributes");
  if (fieldSelector) {
    reportSelector<FieldSelectorRequirement>(fieldSelector, within(selectors, "fieldSelector"), reportFieldRequirement);
  }
  if (labelSelector) {
    reportSelector<LabelSelectorRequirement>(labelSelector, within(selectors, "labelSelector"), reportLabelRequirement);
  }
}

/** Reports an invalid selector. Unknown operators are allowed, because newer clients may send them. */
function reportSelector<R>(
  { rawSelector = "", requirements = [] }: { readonly rawSelector?: string; readonly requirements?: readonly R[] },
  context: ValidationContext,
  report: (requirement: R, context: ValidationContext, options: { readonly unknownOperators: boolean }) => void,
): void {
  if (rawSelector !== "" && requirements.length > 0) {
    const why = "may not specified at the same time as requirements";
    context.report(invalidField(at(context, "rawSelector"), rawSelector, why));
  }
  if (rawSelector === "" && requirements.length === 0) {
    const why = `when ${context.path()} is specified, requirements or rawSelector is required`;
    context.report(requiredField(at(context, "requirements"), why));
  }
  requirements.forEach((requirement, index) =>
    report(requirement, within(context, `requirements[${index}]`), { unknownOperators: true }),
  );
}

/** Reports metadata other than `managedFields`, because reviews are not stored. */
function metadataErrors({ managedFields: _ours, ...metadata }: ObjectMeta, why: string): FieldError[] {
  const set = Object.entries(metadata).filter(([, value]) => !isEmpty(value));
  return set.length === 0 ? [] : [invalidField("metadata", Object.fromEntries(set), why)];
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === "" || value === 0;
}

function goAttributes({ path = "", verb = "" }: NonResourceAttributes): GoText {
  return new GoText(`authorization.NonResourceAttributes{Path:${goQuote(path)}, Verb:${goQuote(verb)}}`);
}
