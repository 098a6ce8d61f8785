import type { ReplicaSet } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { containerColumns, selectorColumn } from "../core/replication-controller/template-columns.ts";

/** Columns of ReplicaSets in a Table. */
export const replicaSetColumns: readonly Column<ReplicaSet>[] = [
  nameColumn,
  column("Desired", "Desired number of Pods.", ({ spec }) => spec?.replicas ?? 0, { type: "integer" }),
  column("Current", "Current number of Pods.", ({ status }) => status?.replicas ?? 0, { type: "integer" }),
  column("Ready", "Number of Pods that are ready.", ({ status }) => status?.readyReplicas ?? 0, { type: "integer" }),
  ageColumn,
  ...containerColumns<ReplicaSet>(({ spec }) => spec?.template),
  selectorColumn("Pods of the ReplicaSet.", ({ spec }) => spec?.selector),
];
