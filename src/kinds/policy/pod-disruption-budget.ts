import {
  type PodDisruptionBudget,
  type PodDisruptionBudgetSpec,
  podDisruptionBudgetSpec,
  podDisruptionBudgetStatus,
} from "../../api/policy/v1/pod-disruption-budget.ts";
import { invalidField } from "../../meta/field-error.ts";
import { type Column, type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { reportIntOrPercent, reportOver100Percent } from "../apps/int-or-percent.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { reportConditions } from "../meta/condition-rules.ts";

const notGiven = "N/A";

const podDisruptionBudgetColumns: readonly Column<PodDisruptionBudget>[] = [
  nameColumn,
  column("Min Available", "Number of Pods that must remain available after an eviction.", ({ spec }) =>
    amountText(spec?.minAvailable),
  ),
  column("Max Unavailable", "Number of Pods that may be unavailable after an eviction.", ({ spec }) =>
    amountText(spec?.maxUnavailable),
  ),
  column(
    "Allowed Disruptions",
    "Number of evictions that are allowed now.",
    ({ status }) => status?.disruptionsAllowed ?? 0,
    { type: "integer" },
  ),
  ageColumn,
];

function amountText(amount: number | string | undefined): string {
  return amount === undefined ? notGiven : String(amount);
}

/** Hooks of PodDisruptionBudgets: columns. */
export const podDisruptionBudgetHooks: KindHooks<PodDisruptionBudget> = { columns: podDisruptionBudgetColumns };

/** Validation of PodDisruptionBudgets: amounts, conditions. */
export const podDisruptionBudgetRules: readonly RuleEntry[] = [
  rulesFor(podDisruptionBudgetSpec, { validate: reportSpec }),
  rulesFor(podDisruptionBudgetStatus, {
    validate: ({ conditions }, context) => reportConditions(context, "conditions", conditions),
  }),
];

function reportSpec(spec: PodDisruptionBudgetSpec, context: ValidationContext): void {
  const { minAvailable, maxUnavailable } = spec;
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    const why = "minAvailable and maxUnavailable cannot be both set";
    context.report(invalidField(context.path(), spec, why));
  }
  for (const [part, value] of [
    ["minAvailable", minAvailable],
    ["maxUnavailable", maxUnavailable],
  ] as const) {
    reportIntOrPercent(context, part, value);
    reportOver100Percent(context, part, value);
  }
}
