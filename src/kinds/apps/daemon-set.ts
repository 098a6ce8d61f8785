import {
  type DaemonSet,
  type DaemonSetSpec,
  type DaemonSetUpdateStrategy,
  daemonSet,
  daemonSetSpec,
  daemonSetUpdateStrategy,
  type RollingUpdateDaemonSet,
} from "../../api/apps/v1/daemon-set.ts";
import { podTemplateSpec } from "../../api/core/v1/pod-template-spec.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { invalidField, notSupportedField, requiredField } from "../../meta/field-error.ts";
import { goIntOrString } from "../../meta/int-or-string.ts";
import { equalAmounts, type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { reportKeptRunning, reportSelectorMatch } from "../core/pod/pod-template-rules.ts";
import { podTemplateWarnings } from "../core/pod/pod-warnings.ts";
import { readSelector } from "../meta/selectors.ts";
import { at, within } from "../reporting.ts";
import { reportEmptySelector, selectorAndTemplateOrder } from "./controller-template.ts";
import { collisionErrors, selectorChangeErrors } from "./controller-update.ts";
import { daemonSetColumns } from "./daemon-set-columns.ts";
import { goStrategy } from "./go-strategy.ts";
import { amountOrPercent, reportIntOrPercent, reportOver100Percent } from "./int-or-percent.ts";
import {
  checkTemplateGeneration,
  generationErrors,
  nextGeneration,
  setTemplateGeneration,
  templateGenerationAnnotation,
  templateGenerationOf,
} from "./template-generation.ts";

/** Hooks of DaemonSets: template generation, immutable selector, warnings, columns. */
export const daemonSetHooks: KindHooks<DaemonSet> = {
  // The reference writes the annotation in every conversion of a DaemonSet, so that each field manager owns it.
  fillDefaults: (object) => setTemplateGeneration(object, templateGenerationOf(object)),
  prepareForCreate: (object) => {
    const first = templateGenerationOf(object);
    setTemplateGeneration(object, first < 1n ? 1n : first);
  },
  prepareForUpdate: (object, old) => {
    const before = templateGenerationOf(old);
    setTemplateGeneration(object, hasNewTemplate(object, old) ? nextGeneration(before) : before);
  },
  validateUpdate: (object, old, _, subresource) =>
    subresource === "status"
      ? collisionErrors(object, old)
      : [...generationErrors(object, old), ...selectorChangeErrors(object, old)],
  nameFormat: "dns1123Subdomain",
  warnings: (object, old, context) =>
    old && !hasNewTemplate(object, old) ? [] : podTemplateWarnings("spec.template", object.spec?.template, context),
  columns: daemonSetColumns,
  wholeObjectAnnotations: [templateGenerationAnnotation],
};

function hasNewTemplate({ spec }: DeepReadonly<DaemonSet>, { spec: old }: DeepReadonly<DaemonSet>): boolean {
  return !equalAmounts(podTemplateSpec, spec?.template, old?.template);
}

/** Defaults and validation of DaemonSets and their update strategies. */
export const daemonSetRules: readonly RuleEntry[] = [
  rulesFor(daemonSet.schema, { defaults: checkTemplateGeneration }),
  rulesFor(daemonSetSpec, {
    validate: reportSpec,
    validateLast: ({ template }, context) => reportKeptRunning(template, "DaemonSet", context),
    order: [...selectorAndTemplateOrder, "minReadySeconds", "updateStrategy", "revisionHistoryLimit"],
  }),
  rulesFor(daemonSetUpdateStrategy, { defaults: fillStrategy, validate: reportStrategy }),
];

/**
 * Fills in the settings of the strategy. With another type than RollingUpdate, missing settings are zero, as in the
 * structs of the reference.
 */
function fillStrategy(strategy: DaemonSetUpdateStrategy): void {
  if (strategy.type !== "RollingUpdate") {
    if (!strategy.rollingUpdate) return;
    strategy.rollingUpdate.maxUnavailable ??= 0;
    strategy.rollingUpdate.maxSurge ??= 0;
    return;
  }
  strategy.rollingUpdate ??= {};
  strategy.rollingUpdate.maxUnavailable ??= 1;
  strategy.rollingUpdate.maxSurge ??= 0;
}

function reportSpec(spec: DaemonSetSpec, context: ValidationContext): void {
  const { selector, template } = spec;
  const parsed = readSelector(selector);
  if (parsed) reportSelectorMatch(parsed, template, context);
  reportEmptySelector(spec, "daemonset", context);
}

function reportStrategy(strategy: DaemonSetUpdateStrategy, context: ValidationContext): void {
  const { type, rollingUpdate } = strategy;
  if (type === "RollingUpdate") {
    if (rollingUpdate) reportRollingUpdate(rollingUpdate, within(context, "rollingUpdate"));
  } else if (type !== "OnDelete") {
    const shown = goStrategy("DaemonSetUpdateStrategy", "RollingUpdateDaemonSet", strategy);
    context.report(notSupportedField(context.path(), shown, ["RollingUpdate", "OnDelete"]));
  }
}

function reportRollingUpdate({ maxUnavailable, maxSurge }: RollingUpdateDaemonSet, context: ValidationContext): void {
  reportIntOrPercent(context, "maxUnavailable", maxUnavailable);
  reportIntOrPercent(context, "maxSurge", maxSurge);
  reportOver100Percent(context, "maxUnavailable", maxUnavailable);
  reportOver100Percent(context, "maxSurge", maxSurge);
  const unavailable = amountOrPercent(maxUnavailable) !== 0;
  const surge = amountOrPercent(maxSurge) !== 0;
  if (unavailable && surge) {
    const why = "may not be set when maxUnavailable is non-zero";
    context.report(invalidField(at(context, "maxSurge"), goIntOrString(maxSurge ?? 0), why));
  } else if (!unavailable && !surge) {
    context.report(requiredField(at(context, "maxUnavailable"), "cannot be 0 when maxSurge is 0"));
  }
}
