/** Rules of a Job's Pod failure policy. */
import type {
  JobSpec,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyOnPodConditionsPattern,
  PodFailurePolicyRule,
} from "../../api/index.ts";
import {
  duplicateField,
  invalidField,
  notSupportedField,
  requiredField,
  tooManyField,
} from "../../meta/field-error.ts";
import { GoText } from "../../meta/go-quote.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { mainContainers } from "../core/container/containers.ts";
import { conditionStatuses } from "../meta/condition-rules.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportFormat, within } from "../reporting.ts";

const rulesMax = 20;
const patternsMax = 20;
const exitCodesMax = 255;

/**
 * Reports an invalid Pod failure policy.
 * @param context at the Job's spec
 */
export function reportFailurePolicy(spec: JobSpec, context: ValidationContext): void {
  if (!spec.podFailurePolicy) return;
  const rules = (spec.podFailurePolicy.rules as PodFailurePolicyRule[] | null) ?? [];
  reportMany(context, "podFailurePolicy.rules", { count: rules.length, max: rulesMax });
  const names = containerNames(spec);
  rules.forEach((rule, index) => {
    const place = within(context, `podFailurePolicy.rules[${index}]`);
    reportRule(rule, spec, place);
    if (rule.onExitCodes) reportContainerName(rule.onExitCodes, names, within(place, "onExitCodes"));
  });
}

function reportMany(
  context: ValidationContext,
  part: string,
  size: { readonly count: number; readonly max: number },
): void {
  if (size.count > size.max) context.report(tooManyField(at(context, part), size));
}

function reportRule(rule: PodFailurePolicyRule, spec: JobSpec, context: ValidationContext): void {
  const { action, onExitCodes, onPodConditions = [] } = rule;
  reportMissing(context, "action", { value: action, choices: '"Count" "FailIndex" "FailJob" "Ignore"' });
  if (action === "FailIndex" && spec.backoffLimitPerIndex === undefined) {
    context.report(invalidField(at(context, "action"), action, "requires the backoffLimitPerIndex to be set"));
  }
  if (onExitCodes) reportExitCodes(onExitCodes, within(context, "onExitCodes"));
  reportMany(context, "onPodConditions", { count: onPodConditions.length, max: patternsMax });
  onPodConditions.forEach((one, index) => reportPattern(one, within(context, `onPodConditions[${index}]`)));
  if (Boolean(onExitCodes) !== onPodConditions.length > 0) return;
  const detail = onExitCodes
    ? "specifying both OnExitCodes and OnPodConditions is not supported"
    : "specifying one of OnExitCodes and OnPodConditions is required";
  // The error does not show the rule.
  context.report({ type: "Invalid", path: at(context, ""), detail });
}

function reportMissing(
  context: ValidationContext,
  part: string,
  { value, choices }: { readonly value: string; readonly choices: string },
): void {
  if (value === "") context.report(requiredField(at(context, part), `valid values: [${choices}]`));
}

function reportPattern({ type, status }: PodFailurePolicyOnPodConditionsPattern, context: ValidationContext): void {
  reportFormat(context, "type", "qualifiedName", type);
  reportMissing(context, "status", { value: status, choices: '"False" "True" "Unknown"' });
  if (status === "" || conditionStatuses.includes(status)) return;
  context.report(notSupportedField(at(context, "status"), status, conditionStatuses));
}

function reportExitCodes(requirement: PodFailurePolicyOnExitCodesRequirement, context: ValidationContext): void {
  const { operator } = requirement;
  const values = (requirement.values as number[] | null) ?? [];
  reportMissing(context, "operator", { value: operator, choices: '"In" "NotIn"' });
  const reject = (why: string): void => context.report(invalidField(at(context, "values"), goCodes(values), why));
  if (values.length === 0) reject("at least one value is required");
  reportMany(context, "values", { count: values.length, max: exitCodesMax });
  const repeats = repeatIndexes(values);
  values.forEach((value, index) => {
    if (operator === "In" && value === 0) {
      context.report(invalidField(at(context, `values[${index}]`), value, "must not be 0 for the In operator"));
    }
    if (repeats.has(index)) context.report(duplicateField(at(context, `values[${index}]`), value));
  });
  if (values.some((value, index) => value < (values[index - 1] ?? value))) reject("must be ordered");
}

function containerNames({ template }: JobSpec): ReadonlySet<string> {
  const containers = [...mainContainers(template.spec), ...(template.spec?.initContainers ?? [])];
  return new Set(containers.map(({ name }) => name));
}

function reportContainerName(
  { containerName }: PodFailurePolicyOnExitCodesRequirement,
  names: ReadonlySet<string>,
  context: ValidationContext,
): void {
  if (containerName === undefined || names.has(containerName)) return;
  const why = "must be one of the container or initContainer names in the pod template";
  context.report(invalidField(at(context, "containerName"), containerName, why));
}

function goCodes(values: readonly number[]): GoText {
  return new GoText(values.length === 0 ? "[]int32(nil)" : `[]int32{${values.join(", ")}}`);
}
