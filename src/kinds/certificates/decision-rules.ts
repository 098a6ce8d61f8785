/** Rules of the decisions on a CertificateSigningRequest. */
import type { CertificateSigningRequest, CertificateSigningRequestCondition as Condition } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import {
  duplicateField,
  type FieldError,
  forbiddenField,
  invalidField,
  requiredField,
} from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { conditionStatuses } from "../meta/condition-rules.ts";
import { repeatIndexes } from "../repeats.ts";
import { reportUnsupported, within } from "../reporting.ts";

const decisions = ["Approved", "Denied"];
/** Condition types that cannot be removed and must be True. */
const permanentTypes = [...decisions, "Failed"];

/** Reports invalid conditions. Problems that the stored conditions already have are allowed. */
export function reportConditions(
  conditions: readonly Condition[],
  old: readonly Condition[],
  context: ValidationContext,
): void {
  const hadRepeats = repeatedTypes(old).size > 0;
  const repeats = repeatedTypes(conditions);
  const contradiction = isContradictory(old) ? conditions.length : contradictionFrom(conditions);
  conditions.forEach(({ type, status }, index) => {
    const path = `status.conditions[${index}].type`;
    if (type === "" && !old.some((one) => one.type === "")) context.report(requiredField(path));
    reportStatus(type, status, within(context, `status.conditions[${index}]`));
    if (index >= contradiction && decisions.includes(type)) {
      context.report(invalidField(path, type, "Approved and Denied conditions are mutually exclusive"));
    }
    if (!hadRepeats && repeats.has(index)) context.report(duplicateField(path, type));
  });
}

function reportStatus(type: string, status: string, context: ValidationContext): void {
  if (status === "") context.report(requiredField(`${context.path()}.status`));
  else reportUnsupported(context, "status", status, permanentTypes.includes(type) ? ["True"] : conditionStatuses);
}

function repeatedTypes(conditions: readonly Condition[]): ReadonlySet<number> {
  return repeatIndexes(conditions.map(({ type }) => type));
}

function isContradictory(conditions: readonly Condition[]): boolean {
  return decisions.every((type) => conditions.some((one) => one.type === type));
}

/**
 * Returns the index of the second one of two contradictory decisions. The length of the list if there is no
 * contradiction.
 */
function contradictionFrom(conditions: readonly Condition[]): number {
  if (!isContradictory(conditions)) return conditions.length;
  return Math.max(...decisions.map((type) => conditions.findIndex((one) => one.type === type)));
}

/** Returns the errors of changed decisions. They can only be added through `approval`, and never removed. */
export function decisionErrors(
  request: CertificateSigningRequest,
  old: DeepReadonly<CertificateSigningRequest>,
  subresource: string,
): FieldError[] {
  const countOf = ({ status }: DeepReadonly<CertificateSigningRequest>, type: string): number =>
    (status?.conditions ?? []).filter((one) => one.type === type).length;
  const reject = (what: string, type: string): FieldError =>
    forbiddenField("status.conditions", `updates may not ${what} a condition of type "${type}"`);
  const removed = permanentTypes.filter((type) => countOf(request, type) < countOf(old, type));
  const added = decisions.filter((type) => countOf(request, type) > countOf(old, type));
  return [
    ...removed.map((type) => reject("remove", type)),
    ...(subresource === "approval" ? [] : added.map((type) => reject("add", type))),
  ];
}

/** Returns the error of a changed certificate, which is immutable once issued. */
export function reissueErrors(
  request: CertificateSigningRequest,
  old: DeepReadonly<CertificateSigningRequest>,
): FieldError[] {
  const before = old.status?.certificate ?? "";
  if (before === "" || request.status?.certificate === before) return [];
  return [forbiddenField("status.certificate", "updates may not modify existing certificate content")];
}
