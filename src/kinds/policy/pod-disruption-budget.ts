import type { PodDisruptionBudget } from "../../api/index.ts";
import type { Column, KindHooks } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

const notGiven = "N/A";

const podDisruptionBudgetColumns: readonly Column<PodDisruptionBudget>[] = [
  nameColumn,
  column("Min Available", "How many Pods an eviction must leave.", ({ spec }) => amountText(spec?.minAvailable)),
  column("Max Unavailable", "How many Pods may be missing after an eviction.", ({ spec }) =>
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

export const podDisruptionBudgetHooks: KindHooks<PodDisruptionBudget> = { columns: podDisruptionBudgetColumns };
