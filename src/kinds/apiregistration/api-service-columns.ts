import type { APIService } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

/** Columns of APIServices in a Table. */
export const apiServiceColumns: readonly Column<APIService>[] = [
  nameColumn,
  column("Service", "Service that serves the group version. Local means this server.", ({ spec }) => {
    const { namespace = "", name = "" } = spec?.service ?? {};
    return spec?.service ? `${namespace}/${name}` : "Local";
  }),
  column("Available", "Whether the group version can be reached.", availableText),
  ageColumn,
];

function availableText({ status }: APIService): string {
  const condition = status?.conditions?.find(({ type }) => type === "Available");
  if (!condition) return "Unknown";
  return condition.status !== "True" && condition.reason
    ? `${condition.status} (${condition.reason})`
    : condition.status;
}
