/** Rules of an autoscaler's metrics. */
import type { CrossVersionObjectReference, MetricIdentifier, MetricSpec, MetricTarget } from "../../api/index.ts";
import { forbiddenField, invalidField, notSupportedField, requiredField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import { parseQuantity } from "../../meta/quantity.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { goQuantity } from "../core/resources/go-quantity.ts";
import { containerResourceFaults, goResourceName } from "../core/resources/resource-names.ts";
import { at, reportRequiredFormat, within } from "../reporting.ts";

type SourceName = Exclude<keyof MetricSpec, "type">;
type Source<K extends SourceName> = Exclude<MetricSpec[K], undefined>;

/** Field of each metric type, in the order in which messages list the types. */
const fieldsByType: Readonly<Record<string, SourceName>> = {
  ContainerResource: "containerResource",
  External: "external",
  Object: "object",
  Pods: "pods",
  Resource: "resource",
};

/** Rule of each source. If a metric has several sources, only the first one in this order is validated. */
const sourceRules: { readonly [K in SourceName]: (source: Source<K>, context: ValidationContext) => void } = {
  object: reportObject,
  external: reportExternal,
  pods: reportPods,
  resource: reportResource,
  containerResource: reportContainerResource,
};

/**
 * Reports an invalid metric.
 * @param context at the metric
 */
export function reportMetric(metric: MetricSpec, context: ValidationContext): void {
  const expected = reportType(metric, context);
  const present = (Object.keys(sourceRules) as SourceName[]).filter((name) => metric[name] !== undefined);
  const [first] = present;
  if (first) reportSource(metric, first, context);
  if (expected === undefined) reportUnknownType(metric, context);
  else if (!present.includes(expected)) {
    context.report(requiredField(at(context, expected), "must populate information for the given metric source"));
  }
  if (present.length === 1) return;
  for (const other of present.filter((name) => name !== expected)) {
    context.report(forbiddenField(at(context, other), "must populate the given metric source only"));
  }
}

/**
 * Reports an unknown type. The reference reports it twice, here and after the source. Returns the field that the type
 * requires.
 */
function reportType(metric: MetricSpec, context: ValidationContext): SourceName | undefined {
  const { type } = metric;
  if (type === "") context.report(requiredField(at(context, "type"), "must specify a metric source type"));
  const expected = Object.hasOwn(fieldsByType, type) ? fieldsByType[type] : undefined;
  if (expected === undefined) reportUnknownType(metric, context);
  return expected;
}

function reportUnknownType({ type }: MetricSpec, context: ValidationContext): void {
  context.report(notSupportedField(at(context, "type"), type, Object.keys(fieldsByType)));
}

function reportSource<K extends SourceName>(metric: Pick<MetricSpec, K>, name: K, context: ValidationContext): void {
  sourceRules[name](metric[name] as Source<K>, within(context, name));
}

function reportObject({ describedObject, metric, target }: Source<"object">, context: ValidationContext): void {
  reportReference(describedObject, within(context, "describedObject"));
  reportIdentifier(metric, within(context, "metric"));
  reportTarget(target, within(context, "target"));
  if (target.value !== undefined || target.averageValue !== undefined) return;
  context.report(requiredField(at(context, "target.averageValue"), "must set either a target value or averageValue"));
}

function reportExternal({ metric, target }: Source<"external">, context: ValidationContext): void {
  reportIdentifier(metric, within(context, "metric"));
  reportTarget(target, within(context, "target"));
  if (target.value === undefined && target.averageValue === undefined) {
    const why = "must set either a target value for metric or a per-pod target";
    context.report(requiredField(at(context, "target.averageValue"), why));
  }
  if (target.value !== undefined && target.averageValue !== undefined) {
    const why = "may not set both a target value for metric and a per-pod target";
    context.report(forbiddenField(at(context, "target.value"), why));
  }
}

function reportPods({ metric, target }: Source<"pods">, context: ValidationContext): void {
  reportIdentifier(metric, within(context, "metric"));
  reportTarget(target, within(context, "target"));
  if (target.averageValue !== undefined) return;
  context.report(requiredField(at(context, "target.averageValue"), "must specify a positive target averageValue"));
}

function reportResource({ name, target }: Source<"resource">, context: ValidationContext): void {
  if (name === "") context.report(requiredField(at(context, "name"), "must specify a resource name"));
  reportUseTarget(target, context);
}

function reportContainerResource(source: Source<"containerResource">, context: ValidationContext): void {
  const { name, container, target } = source;
  if (name === "") context.report(requiredField(at(context, "name"), "must specify a resource name"));
  else reportResourceName(name, context);
  reportRequiredFormat(context, "container", "dns1123Label", container, "must specify a container");
  reportUseTarget(target, context);
}

/** Reports an invalid name of a resource. Only messages about the form of the name quote it. */
function reportResourceName(name: string, context: ValidationContext): void {
  const aboutForm = checkFormat("qualifiedName", name);
  for (const message of containerResourceFaults(name)) {
    const shown = aboutForm.includes(message) ? name : goResourceName(name);
    context.report(invalidField(at(context, "name"), shown, message));
  }
}

/**
 * Reports the errors of a resource metric's target. A target is either a percentage of the Pods' requests or an amount.
 */
function reportUseTarget(target: MetricTarget, context: ValidationContext): void {
  reportTarget(target, within(context, "target"));
  const hasShare = target.averageUtilization !== undefined;
  const hasAmount = target.averageValue !== undefined;
  if (!hasShare && !hasAmount) {
    const why = "must set either a target raw value or a target utilization";
    context.report(requiredField(at(context, "target.averageUtilization"), why));
  }
  if (hasShare && hasAmount) {
    const why = "may not set both a target raw value and a target utilization";
    context.report(forbiddenField(at(context, "target.averageValue"), why));
  }
}

const targetTypes: readonly string[] = ["Utilization", "Value", "AverageValue"];

function reportTarget({ type, averageUtilization, ...amounts }: MetricTarget, context: ValidationContext): void {
  if (type === "") context.report(requiredField(at(context, "type"), "must specify a metric target type"));
  if (!targetTypes.includes(type)) {
    context.report(invalidField(at(context, "type"), type, "must be either Utilization, Value, or AverageValue"));
  }
  for (const field of ["value", "averageValue"] as const) {
    const amount = amounts[field];
    if (amount === undefined || parseQuantity(amount).sign > 0) continue;
    context.report(invalidField(at(context, field), goQuantity(amount), "must be positive"));
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    context.report(invalidField(at(context, "averageUtilization"), averageUtilization, "must be greater than 0"));
  }
}

function reportIdentifier({ name }: MetricIdentifier, context: ValidationContext): void {
  reportRequiredFormat(context, "name", "pathSegmentName", name, "must specify a metric name");
}

/**
 * Reports an invalid reference to an object.
 * @param context at the reference
 */
export function reportReference(reference: CrossVersionObjectReference, context: ValidationContext): void {
  for (const field of ["kind", "name"] as const) {
    reportRequiredFormat(context, field, "pathSegmentName", reference[field]);
  }
}
