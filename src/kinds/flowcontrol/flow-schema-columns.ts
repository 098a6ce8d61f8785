import type { FlowSchema } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

/** Numbers stand in columns of texts, as clients know them. */
export const flowSchemaColumns: readonly Column<FlowSchema>[] = [
  nameColumn,
  column("PriorityLevel", "The level of the requests.", ({ spec }) => spec?.priorityLevelConfiguration.name ?? ""),
  column("MatchingPrecedence", "Smaller numbers match first.", ({ spec }) => spec?.matchingPrecedence ?? 0),
  column("DistinguisherMethod", "What tells flows apart.", ({ spec }) => spec?.distinguisherMethod?.type ?? "<none>"),
  ageColumn,
  column("MissingPL", "Whether the priority level is missing.", missingText),
];

/** In the order in which requests are matched. */
export function byPrecedence({ spec: one }: FlowSchema, { spec: other }: FlowSchema): number {
  return (one?.matchingPrecedence ?? 0) - (other?.matchingPrecedence ?? 0);
}

function missingText({ status }: FlowSchema): string {
  return status?.conditions?.find(({ type }) => type === "Dangling")?.status ?? "?";
}
