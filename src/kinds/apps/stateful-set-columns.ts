import type { StatefulSet } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { containerColumns } from "../core/replication-controller/template-columns.ts";

/** Columns of StatefulSets in a Table. */
export const statefulSetColumns: readonly Column<StatefulSet>[] = [
  nameColumn,
  column(
    "Ready",
    "Number of ready Pods, and of desired Pods.",
    ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
  ),
  ageColumn,
  ...containerColumns<StatefulSet>(({ spec }) => spec?.template),
];
