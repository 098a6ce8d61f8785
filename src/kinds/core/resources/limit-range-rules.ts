/** Rules of the items of a LimitRange. */
import type { LimitRangeItem, LimitRangeSpec } from "../../../api/core/v1/limit-range.ts";
import { duplicateField, forbiddenField, invalidField, requiredField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { repeatIndexes } from "../../repeats.ts";
import { at, within } from "../../reporting.ts";
import { reportBounds } from "./limit-range-bounds.ts";
import type { ResourceList } from "./resource-lists.ts";
import { containerResourceErrors, goResourceName, nameFaults } from "./resource-names.ts";

/**
 * Reports the errors of all items.
 * @param context at the LimitRange's spec
 */
export function reportLimits(spec: LimitRangeSpec, context: ValidationContext): void {
  // A required list is null if the client did not send it.
  const limits = (spec.limits as LimitRangeItem[] | null) ?? [];
  const repeats = repeatIndexes(limits.map(({ type }) => type));
  limits.forEach((limit, index) => {
    const item = within(context, `limits[${index}]`);
    reportType(limit.type, item);
    if (repeats.has(index)) item.report(duplicateField(at(item, "type"), limit.type));
    reportLists(limit, item);
    reportBounds(limit, item);
  });
}

const standardTypes = ["Pod", "Container", "PersistentVolumeClaim"];

function reportType(type: string, context: ValidationContext): void {
  const messages = checkFormat("qualifiedName", type);
  if (messages.length === 0 && !type.includes("/") && !standardTypes.includes(type)) {
    messages.push("must be a standard limit type or fully qualified");
  }
  for (const message of messages) context.report(invalidField(at(context, "type"), type, message));
}

function reportLists(limit: LimitRangeItem, context: ValidationContext): void {
  const { type, max = {}, min = {}, maxLimitRequestRatio } = limit;
  const reportNames = (part: string, list: ResourceList = {}): void => {
    for (const name of Object.keys(list)) reportName(type, name, within(context, `${part}[${name}]`));
  };
  reportNames("max", max);
  reportNames("min", min);
  for (const part of ["default", "defaultRequest"] as const) {
    if (type !== "Pod") reportNames(part, limit[part]);
    else if (Object.keys(limit[part] ?? {}).length > 0) {
      context.report(forbiddenField(at(context, part), "may not be specified when `type` is 'Pod'"));
    }
  }
  if (type === "PersistentVolumeClaim" && !("storage" in min) && !("storage" in max)) {
    const why = "either minimum or maximum storage value is required, but neither was provided";
    context.report(requiredField(at(context, "limits"), why));
  }
  reportNames("maxLimitRequestRatio", maxLimitRequestRatio);
}

/** @param context at the entry of the list */
function reportName(type: string, name: string, context: ValidationContext): void {
  if (type === "Pod" || type === "Container") {
    for (const error of containerResourceErrors(name, () => at(context, ""))) context.report(error);
    return;
  }
  for (const message of nameFaults(name)) context.report(invalidField(at(context, ""), goResourceName(name), message));
}
