/** Rules of an autoscaler's spec in its stored form, autoscaling/v2. */
import {
  type HorizontalPodAutoscalerSpec,
  horizontalPodAutoscalerSpec,
} from "../../api/autoscaling/v2/horizontal-pod-autoscaler.ts";
import {
  type HPAScalingPolicy,
  type HPAScalingRules,
  hpaScalingPolicy,
  hpaScalingRules,
} from "../../api/autoscaling/v2/scaling-behavior.ts";
import type { HorizontalPodAutoscaler } from "../../api/index.ts";
import { forbiddenField, invalidField, requiredField } from "../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidatedWrite, type ValidationContext } from "../../schema/index.ts";
import { at, reportUnsupported, within } from "../reporting.ts";
import { reportMetric, reportReference } from "./metric-rules.ts";

/** Validation of autoscaler specs: bounds, metrics, scaling behavior. */
export const autoscalerSpecRules: readonly RuleEntry[] = [
  rulesFor(horizontalPodAutoscalerSpec, { validate: reportSpec }),
  rulesFor(hpaScalingRules, { validate: reportScaling }),
  rulesFor(hpaScalingPolicy, { validate: reportPolicy }),
];

function reportSpec(spec: HorizontalPodAutoscalerSpec, context: ValidationContext): void {
  reportBounds(spec, context);
  reportReference(spec.scaleTargetRef, within(context, "scaleTargetRef"));
  const { minReplicas, metrics = [] } = spec;
  metrics.forEach((metric, index) => reportMetric(metric, within(context, `metrics[${index}]`)));
  if (minReplicas !== 0 || metrics.some(({ type }) => type === "Object" || type === "External")) return;
  const why = "must specify at least one Object or External metric to support scaling to zero replicas";
  context.report(forbiddenField(at(context, "metrics"), why));
}

function reportBounds({ minReplicas, maxReplicas }: HorizontalPodAutoscalerSpec, context: ValidationContext): void {
  const lowest = lowestMinimum(context.write);
  if (minReplicas !== undefined && minReplicas < lowest) {
    const why = `must be greater than or equal to ${lowest}`;
    context.report(invalidField(at(context, "minReplicas"), minReplicas, why));
  }
  if (maxReplicas < 1) context.report(invalidField(at(context, "maxReplicas"), maxReplicas, "must be greater than 0"));
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    const why = "must be greater than or equal to `minReplicas`";
    context.report(invalidField(at(context, "maxReplicas"), maxReplicas, why));
  }
}

/** Returns the smallest valid minimum. 0 with the feature, or if the stored minimum is 0. */
function lowestMinimum({ isEnabled, old }: ValidatedWrite): number {
  const before = (old as HorizontalPodAutoscaler | undefined)?.spec?.minReplicas;
  return before === 0 || isEnabled("HPAScaleToZero") ? 0 : 1;
}

const windowSecondsMax = 3600;
const periodSecondsMax = 1800;
const policySelections: readonly string[] = ["Disabled", "Max", "Min"];
const policyTypes: readonly string[] = ["Percent", "Pods"];

function reportScaling(rules: HPAScalingRules, context: ValidationContext): void {
  const { stabilizationWindowSeconds: seconds = 0, selectPolicy, policies = [] } = rules;
  const reject = (why: string): void =>
    context.report(invalidField(at(context, "stabilizationWindowSeconds"), seconds, why));
  if (seconds < 0) reject("must be greater than or equal to zero");
  if (seconds > windowSecondsMax) reject(`must be less than or equal to ${windowSecondsMax}`);
  if (selectPolicy !== undefined) reportUnsupported(context, "selectPolicy", selectPolicy, policySelections);
  if (policies.length === 0) context.report(requiredField(at(context, "policies"), "must specify at least one Policy"));
}

function reportPolicy({ type, value, periodSeconds }: HPAScalingPolicy, context: ValidationContext): void {
  reportUnsupported(context, "type", type, policyTypes);
  const reject = (field: string, number: number, why: string): void =>
    context.report(invalidField(at(context, field), number, why));
  if (value <= 0) reject("value", value, "must be greater than zero");
  if (periodSeconds <= 0) reject("periodSeconds", periodSeconds, "must be greater than zero");
  if (periodSeconds > periodSecondsMax) {
    reject("periodSeconds", periodSeconds, `must be less than or equal to ${periodSecondsMax}`);
  }
}
