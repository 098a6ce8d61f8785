import type { DaemonSet, DaemonSetStatus } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { containerColumns, selectorColumn } from "../core/replication-controller/template-columns.ts";
import { labelsText } from "../meta/labels.ts";

/** Columns of DaemonSets in a Table. */
export const daemonSetColumns: readonly Column<DaemonSet>[] = [
  nameColumn,
  countColumn("Desired", "Number of nodes that should run the Pod.", (status) => status.desiredNumberScheduled),
  countColumn("Current", "Number of nodes that should and do run the Pod.", (status) => status.currentNumberScheduled),
  countColumn("Ready", "Number of nodes whose Pod is ready.", (status) => status.numberReady),
  countColumn("Up-to-date", "Number of nodes that run the current template.", (one) => one.updatedNumberScheduled),
  countColumn(
    "Available",
    "Number of nodes whose Pod has been ready for the minimum time.",
    (one) => one.numberAvailable,
  ),
  column("Node Selector", "Labels that a node must have to run the Pod.", ({ spec }) =>
    labelsText(spec?.template.spec?.nodeSelector),
  ),
  ageColumn,
  ...containerColumns<DaemonSet>(({ spec }) => spec?.template),
  selectorColumn("Pods of the DaemonSet.", ({ spec }) => spec?.selector),
];

function countColumn(
  name: string,
  doc: string,
  count: (status: DaemonSetStatus) => number | undefined,
): Column<DaemonSet> {
  return column(name, doc, ({ status }) => (status && count(status)) ?? 0, { type: "integer" });
}
