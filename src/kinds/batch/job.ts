import { type Job, job } from "../../api/batch/v1/job.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import { goQuote } from "../../meta/go-quote.ts";
import {
  type HookContext,
  type KindHooks,
  type RuleEntry,
  rulesFor,
  type ValidationContext,
} from "../../schema/index.ts";
import { reportSelectorMatch } from "../core/pod/pod-template-rules.ts";
import { hasNewGeneration, podNameWarnings } from "../core/replication-controller/controller-warnings.ts";
import { readSelector } from "../meta/selectors.ts";
import { at, within } from "../reporting.ts";
import { jobColumns } from "./job-columns.ts";
import { fillJob, fillLabels, fillReplacementPolicy } from "./job-defaults.ts";
import { fillSelector, selectorErrors } from "./job-selector.ts";
import { jobStatusErrors } from "./job-status-update.ts";
import { jobChangeErrors } from "./job-update.ts";
import { jobSpecWarnings, podsStayAdvice } from "./job-warnings.ts";

/** Hooks of Jobs: generated selector, immutable fields, status changes, warnings, columns. */
export const jobHooks: KindHooks<Job> = {
  unsupportedFieldMessage: (field) => `field label ${goQuote(field)} not supported for Job`,
  prepareForCreate: (object, { vocabulary }) => fillSelector(object, vocabulary),
  fillStored: fillLabels,
  validateUpdate: updateErrors,
  nameFormat: "dns1123Subdomain",
  warnings: jobWarnings,
  propagationAdvice: podsStayAdvice,
  columns: jobColumns,
  fieldValues: {
    "status.successful": { reads: ["status.succeeded"], of: ({ status }) => String(status?.succeeded ?? 0) },
  },
};

/** Defaults of Jobs, and validation of generated selectors and labels. */
export const jobRules: readonly RuleEntry[] = [
  rulesFor(job.schema, {
    defaults: fillJob,
    featureDefaults: fillReplacementPolicy,
    validate: reportGenerated,
    validateLast: reportJob,
  }),
];

function updateErrors(object: Job, old: DeepReadonly<Job>, context: HookContext, subresource: string): FieldError[] {
  if (subresource === "status") return jobStatusErrors(object, old, context.isEnabled);
  return jobChangeErrors(object, old);
}

function jobWarnings(object: DeepReadonly<Job>, old: DeepReadonly<Job> | undefined, context: HookContext): string[] {
  if (!hasNewGeneration(object, old)) return [];
  return [...(old ? [] : podNameWarnings(object)), ...jobSpecWarnings(object.spec, "spec", context)];
}

/** Reports a selector and labels that differ from the generated ones. Repeated validation skips this. */
function reportGenerated(object: Job, context: ValidationContext): void {
  const { isRepeated, vocabulary, old } = context.write;
  if (isRepeated) return;
  for (const error of selectorErrors(object, vocabulary, old as Job | undefined)) context.report(error);
}

function reportJob(object: Job, context: ValidationContext): void {
  const { spec } = object;
  if (!spec) return;
  if (!spec.selector) context.report(requiredField(at(context, "spec.selector")));
  const selector = readSelector(spec.selector);
  if (selector) reportSelectorMatch(selector, spec.template, within(context, "spec"));
  if (!context.write.isRepeated) reportHost(object, context);
}

/**
 * Reports a name with which the host names of the Pods would be too long. An indexed Job names its Pods after itself
 * and their index.
 */
function reportHost({ metadata: { name = "" }, spec }: Job, context: ValidationContext): void {
  if (spec?.completionMode !== "Indexed" || !spec.completions) return;
  const lastHost = `${name}-${spec.completions - 1}`;
  if (checkFormat("dns1123Label", lastHost).length === 0) return;
  const why = `will not able to create pod with invalid DNS label: ${lastHost}`;
  context.report(invalidField("metadata.name", name, why));
}
