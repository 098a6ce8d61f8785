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
    "How many of the wanted Pods are ready.",
    ({ spec, status }) => `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
  ),
  column("Up-to-date", "Number of Pods made from the current template.", ({ status }) => status?.updatedReplicas ?? 0),
  column(
    "Available",
    "Number of Pods that have been ready for a while.",
    ({ status }) => status?.availableReplicas ?? 0,
  ),
  ageColumn,
  ...containerColumns<Deployment>(({ spec }) => spec?.template),
  column(
    "Selector",
    "Which Pods belong to the Deployment.",
    ({ spec }) => readSelector(spec?.selector)?.toString() ?? "<invalid>",
    { wide: true },
  ),
];
