import type { FlowSchema } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

/** Columns of FlowSchemas in a Table. As in the reference, the type of columns with numbers is string. */
export const flowSchemaColumns: readonly Column<FlowSchema>[] = [
  nameColumn,
  column("PriorityLevel", "Priority level of the requests.", ({ spec }) => spec?.priorityLevelConfiguration.name ?? ""),
  column("MatchingPrecedence", "Precedence. Smaller numbers match first.", ({ spec }) => spec?.matchingPrecedence ?? 0),
  column(
    "DistinguisherMethod",
    "Property of requests that distinguishes flows.",
    ({ spec }) => spec?.distinguisherMethod?.type ?? "<none>",
  ),
  ageColumn,
  column("MissingPL", "Whether the priority level is missing.", missingText),
];

/** Compares two FlowSchemas by their precedence, the order in which requests are matched. */
export function byPrecedence({ spec: one }: FlowSchema, { spec: other }: FlowSchema): number {
  return (one?.matchingPrecedence ?? 0) - (other?.matchingPrecedence ?? 0);
}

function missingText({ status }: FlowSchema): string {
  return status?.conditions?.find(({ type }) => type === "Dangling")?.status ?? "?";
}
