import type { PriorityLevelConfiguration, QueuingConfiguration } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

const none = "<none>";

/** Numbers stand in columns of texts, as clients know them. */
export const priorityLevelConfigurationColumns: readonly Column<PriorityLevelConfiguration>[] = [
  nameColumn,
  column("Type", "Whether requests are limited.", ({ spec }) => spec?.type ?? ""),
  column("NominalConcurrencyShares", "Weight when places are shared out.", ({ spec }) =>
    spec?.limited ? (spec.limited.nominalConcurrencyShares ?? null) : none,
  ),
  column("Queues", "Number of queues.", (level) => queuingOf(level)?.queues ?? none),
  column("HandSize", "Number of queues that a flow is dealt.", (level) => queuingOf(level)?.handSize ?? none),
  column("QueueLengthLimit", "Requests that may wait in a queue.", (level) => {
    return queuingOf(level)?.queueLengthLimit ?? none;
  }),
  ageColumn,
];

function queuingOf({ spec }: PriorityLevelConfiguration): QueuingConfiguration | undefined {
  return spec?.limited?.limitResponse?.queuing;
}
