import type { Deployment } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { containerColumns } from "../core/replication-controller/template-columns.ts";
import { readSelector } from "../meta/selectors.ts";

/** Columns of Deployments in a Table. */
export const deploymentColumns: readonly Column<Deployment>[] = [
  nameColumn,
  column(
    "Ready",
    "Number of ready Pods, and of desired Pods.",
    ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
  ),
  column("Up-to-date", "Number of Pods that match the current template.", ({ status }) => status?.updatedReplicas ?? 0),
  column(
    "Available",
    "Number of Pods that have been ready for the minimum time.",
    ({ status }) => status?.availableReplicas ?? 0,
  ),
  ageColumn,
  ...containerColumns<Deployment>(({ spec }) => spec?.template),
  column("Selector", "Pods of the Deployment.", ({ spec }) => readSelector(spec?.selector)?.toString() ?? "<invalid>", {
    wide: true,
  }),
];
