/** Rules of match conditions, in webhooks and policies. */
import type { MatchCondition } from "../../api/admissionregistration/v1/match-condition.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { duplicateField, requiredField, tooManyField } from "../../meta/field-error.ts";
import { trimGoSpace } from "../../meta/go-space.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { loadedEngine } from "../expressions/load-engine.ts";
import { reportFault } from "../expressions/report-fault.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportRequiredFormat } from "../reporting.ts";

const conditionsMax = 64;

interface ConditionOptions {
  /** Whether the expressions can use `params`. */
  readonly hasParams: boolean;
  /** Conditions of the stored object. Their expressions may use everything that any release accepted. */
  readonly stored: readonly DeepReadonly<MatchCondition>[];
}

/** Reports invalid conditions in the list `matchConditions`. If there are too many, only their number is reported. */
export function reportMatchConditions(
  conditions: readonly MatchCondition[],
  context: ValidationContext,
  { hasParams, stored }: ConditionOptions,
): void {
  const list = "matchConditions";
  if (conditions.length > conditionsMax) {
    context.report(tooManyField(at(context, list), { count: conditions.length, max: conditionsMax }));
    return;
  }
  const { AdmissionCompiler } = loadedEngine();
  const compiler = new AdmissionCompiler(context.write, { hasParams, hasVariables: false });
  const storedExpressions = new Set(stored.map(({ expression }) => expression));
  const repeats = repeatIndexes(conditions.map(({ name }) => name));
  conditions.forEach((condition, index) => {
    const part = `${list}[${index}]`;
    const { name } = condition;
    const expression = trimGoSpace(condition.expression);
    if (expression === "") {
      context.report(requiredField(at(context, `${part}.expression`)));
    } else {
      const isStored = storedExpressions.has(expression);
      const fault = compiler.faultOf(expression, "condition", { isStored });
      reportFault(context, `${part}.expression`, expression, fault);
    }
    reportRequiredFormat(context, `${part}.name`, "qualifiedName", name);
    if (name !== "" && repeats.has(index)) context.report(duplicateField(at(context, `${part}.name`), name));
  });
}
