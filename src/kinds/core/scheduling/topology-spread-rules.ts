/** Rules of topology spread constraints. */
import {
  type TopologySpreadConstraint,
  topologySpreadConstraint,
} from "../../../api/core/v1/topology-spread-constraint.ts";
import {
  duplicateField,
  forbiddenField,
  invalidField,
  notSupportedField,
  requiredField,
} from "../../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { at, reportFormat } from "../../reporting.ts";

/** Order of the errors of one constraint. */
export const constraintOrder = [
  "maxSkew",
  "topologyKey",
  "whenUnsatisfiable",
  "{topologyKey, whenUnsatisfiable}",
  "minDomains",
  "nodeAffinityPolicy",
  "nodeTaintsPolicy",
  "matchLabelKeys",
  "labelSelector",
];

/** Rules of topology spread constraints. */
export const topologySpreadRules: readonly RuleEntry[] = [
  rulesFor(topologySpreadConstraint, {
    validate: reportConstraint,
    order: constraintOrder,
  }),
];

const notPositive = "must be greater than zero";

function reportConstraint(one: TopologySpreadConstraint, context: ValidationContext): void {
  const { maxSkew, topologyKey, minDomains } = one;
  const whenUnsatisfiable: string = one.whenUnsatisfiable;
  if (maxSkew <= 0) context.report(invalidField(at(context, "maxSkew"), maxSkew, notPositive));
  if (topologyKey === "") context.report(requiredField(at(context, "topologyKey"), "can not be empty"));
  if (whenUnsatisfiable === "") {
    const choices = ["DoNotSchedule", "ScheduleAnyway"];
    context.report(notSupportedField(at(context, "whenUnsatisfiable"), "", choices));
  }
  if (minDomains !== undefined) {
    const reject = (why: string): void => context.report(invalidField(at(context, "minDomains"), minDomains, why));
    if (minDomains <= 0) reject(notPositive);
    if (whenUnsatisfiable !== "DoNotSchedule") {
      reject(`can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`);
    }
  }
  reportMatchLabelKeys(one, context);
}

function reportMatchLabelKeys(one: TopologySpreadConstraint, context: ValidationContext): void {
  const { matchLabelKeys = [], labelSelector } = one;
  if (matchLabelKeys.length > 0 && !labelSelector) {
    context.report(
      forbiddenField(at(context, "matchLabelKeys"), "must not be specified when labelSelector is not set"),
    );
  }
  const selected = new Set([
    ...Object.keys(labelSelector?.matchLabels ?? {}),
    ...(labelSelector?.matchExpressions ?? []).map(({ key }) => key),
  ]);
  matchLabelKeys.forEach((key, index) => {
    reportFormat(context, `matchLabelKeys[${index}]`, "labelKey", key);
    if (!selected.has(key)) return;
    const why = "exists in both matchLabelKeys and labelSelector";
    context.report(invalidField(at(context, `matchLabelKeys[${index}]`), key, why));
  });
}

/**
 * Reports constraints with the same topology key and the same policy. The error is at the earlier one.
 * @param context at the Pod's spec
 */
export function reportRepeatedConstraints(
  constraints: readonly TopologySpreadConstraint[],
  context: ValidationContext,
): void {
  const subjects = constraints.map((one) => `{${one.topologyKey}, ${one.whenUnsatisfiable}}`);
  const last = new Map(subjects.map((subject, index) => [subject, index]));
  subjects.forEach((subject, index) => {
    if (last.get(subject) === index) return;
    const path = at(context, `topologySpreadConstraints[${index}].{topologyKey, whenUnsatisfiable}`);
    context.report(duplicateField(path, subject));
  });
}
