import type { PriorityLevelConfiguration, QueuingConfiguration } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

const none = "<none>";

/**
 * Columns of PriorityLevelConfigurations in a Table. As in the reference, the type of columns with numbers is string.
 */
export const priorityLevelConfigurationColumns: readonly Column<PriorityLevelConfiguration>[] = [
  nameColumn,
  column("Type", "Whether requests are limited.", ({ spec }) => spec?.type ?? ""),
  column("NominalConcurrencyShares", "Share of the server's concurrency.", ({ spec }) =>
    spec?.limited ? (spec.limited.nominalConcurrencyShares ?? null) : none,
  ),
  column("Queues", "Number of queues.", (level) => queuingOf(level)?.queues ?? none),
  column("HandSize", "Number of queues per flow.", (level) => queuingOf(level)?.handSize ?? none),
  column("QueueLengthLimit", "Largest number of requests in a queue.", (level) => {
    return queuingOf(level)?.queueLengthLimit ?? none;
  }),
  ageColumn,
];

function queuingOf({ spec }: PriorityLevelConfiguration): QueuingConfiguration | undefined {
  return spec?.limited?.limitResponse?.queuing;
}
