import type { ReplicaSet } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { containerColumns, selectorColumn } from "../core/replication-controller/template-columns.ts";

/** Columns of ReplicaSets in a Table. */
export const replicaSetColumns: readonly Column<ReplicaSet>[] = [
  nameColumn,
  column("Desired", "Number of Pods wanted.", ({ spec }) => spec?.replicas ?? 0, { type: "integer" }),
  column("Current", "Number of Pods there are.", ({ status }) => status?.replicas ?? 0, { type: "integer" }),
  column("Ready", "Number of Pods that are ready.", ({ status }) => status?.readyReplicas ?? 0, { type: "integer" }),
  ageColumn,
  ...containerColumns<ReplicaSet>(({ spec }) => spec?.template),
  selectorColumn("Which Pods belong to the ReplicaSet.", ({ spec }) => spec?.selector),
];
