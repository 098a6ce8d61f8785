import {
  type PriorityLevelConfiguration,
  type PriorityLevelConfigurationSpec,
  priorityLevelConfiguration,
  priorityLevelConfigurationStatus,
} from "../../api/flowcontrol/v1/priority-level-configuration.ts";
import type {
  ExemptPriorityLevelConfiguration,
  LimitedPriorityLevelConfiguration,
} from "../../api/flowcontrol/v1/priority-level-limits.ts";
import { equalJson } from "../../base/json-tree.ts";
import { forbiddenField, invalidField, notSupportedField, requiredField } from "../../meta/field-error.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { goStruct } from "../../meta/go-struct.ts";
import { groupName } from "../../meta/vocabulary.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { goPointer } from "../meta/go-values.ts";
import { at, within } from "../reporting.ts";
import { reportConditionTypes } from "./condition-types.ts";
import { exempt, mandatoryPriorityLevels } from "./mandatory-objects.ts";
import { reportLimitResponse } from "./queuing-rules.ts";

/** Rules of PriorityLevelConfigurations. */
export const priorityLevelRules: readonly RuleEntry[] = [
  rulesFor(priorityLevelConfiguration.schema, { validate: reportLevel }),
  rulesFor(priorityLevelConfigurationStatus, { validate: reportConditionTypes }),
];

/** Annotation in which v1beta3 kept a value without a field. */
const sharesAnnotation = groupName("flowcontrol/v1beta3-preserve-zero-concurrency-shares");

function reportLevel({ metadata, spec }: PriorityLevelConfiguration, context: ValidationContext): void {
  const annotation = context.write.vocabulary.bind(sharesAnnotation);
  if (metadata.annotations?.[annotation] !== undefined) {
    context.report(forbiddenField("metadata.annotations", `annotation '${annotation}' is forbidden`));
  }
  if (!spec) return;
  const { name = "" } = metadata;
  if ((name === exempt) !== (spec.type === "Exempt")) {
    const why = `type must be 'Exempt' if and only if name is '${exempt}'`;
    context.report(invalidField("spec.type", spec.type, why));
  }
  reportSpec(spec, within(context, "spec"));
  reportFixed(name, spec, context);
}

function reportSpec({ type, exempt: lent, limited }: PriorityLevelConfigurationSpec, context: ValidationContext): void {
  switch (type) {
    case "Exempt":
      if (limited) context.report(forbiddenField(at(context, "limited"), "must be nil if the type is not Limited"));
      if (lent) reportExempt(lent, within(context, "exempt"));
      return;
    case "Limited":
      if (lent) context.report(forbiddenField(at(context, "exempt"), "must be nil if the type is Limited"));
      if (limited) reportLimited(limited, within(context, "limited"));
      else context.report(requiredField(at(context, "limited"), "must not be empty when type is Limited"));
      return;
    default:
      context.report(notSupportedField(at(context, "type"), type, ["Exempt", "Limited"]));
  }
}

function reportExempt(spec: ExemptPriorityLevelConfiguration, context: ValidationContext): void {
  reportShares(spec.nominalConcurrencyShares, context);
  reportLendable(spec.lendablePercent, context);
}

function reportLimited(spec: LimitedPriorityLevelConfiguration, context: ValidationContext): void {
  const { borrowingLimitPercent: percent = 0 } = spec;
  reportShares(spec.nominalConcurrencyShares, context);
  reportLimitResponse(spec.limitResponse ?? { type: "" }, within(context, "limitResponse"));
  reportLendable(spec.lendablePercent, context);
  if (percent < 0) {
    const why = "if specified, must be a non-negative integer";
    context.report(invalidField(at(context, "borrowingLimitPercent"), percent, why));
  }
}

function reportShares(shares: number | null | undefined, context: ValidationContext): void {
  if ((shares ?? 0) >= 0) return;
  context.report(invalidField(at(context, "nominalConcurrencyShares"), shares, "must be a non-negative integer"));
}

function reportLendable(percent = 0, context: ValidationContext): void {
  if (percent >= 0 && percent <= 100) return;
  context.report(invalidField(at(context, "lendablePercent"), percent, "must be between 0 and 100, inclusive"));
}

function reportFixed(name: string, spec: PriorityLevelConfigurationSpec, context: ValidationContext): void {
  const fixed = mandatoryPriorityLevels.get(name);
  const isExempt = name === exempt;
  if (!fixed || equalJson(isExempt ? { ...spec, exempt: fixed.exempt } : spec, fixed)) return;
  const what = isExempt ? `spec of '${name}' except the 'spec.exempt' field` : `spec of '${name}'`;
  context.report(invalidField("spec", goSpec(spec), `${what} must equal the fixed value`));
}

function goSpec({ type, limited, exempt: lent }: PriorityLevelConfigurationSpec): GoText {
  return new GoText(
    goStruct("flowcontrol.PriorityLevelConfigurationSpec", {
      Type: goQuote(type),
      Limited: goPointer("flowcontrol.LimitedPriorityLevelConfiguration", limited !== undefined),
      Exempt: goPointer("flowcontrol.ExemptPriorityLevelConfiguration", lent !== undefined),
    }),
  );
}
