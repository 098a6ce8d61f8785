import type { ReplicationController } from "../../../api/index.ts";
import type { Column } from "../../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../../columns.ts";
import { labelsText } from "../../meta/labels.ts";
import { containerColumns } from "./template-columns.ts";

/** Columns of ReplicationControllers in a Table. */
export const replicationControllerColumns: readonly Column<ReplicationController>[] = [
  nameColumn,
  column("Desired", "Desired number of Pods.", ({ spec }) => spec?.replicas ?? 0, { type: "integer" }),
  column("Current", "Current number of Pods.", ({ status }) => status?.replicas ?? 0, { type: "integer" }),
  column("Ready", "Number of Pods that are ready.", ({ status }) => status?.readyReplicas ?? 0, { type: "integer" }),
  ageColumn,
  ...containerColumns<ReplicationController>(({ spec }) => spec?.template),
  column("Selector", "Labels of the selected Pods.", ({ spec }) => labelsText(spec?.selector), { wide: true }),
];
