import type { Pod, PodCondition } from "../../../api/index.ts";
import { humanAge } from "../../../meta/human-duration.ts";
import type { Cell, Column, MovingCell, RowCondition } from "../../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../../columns.ts";
import { summarizePod } from "./pod-summary.ts";

const none = "<none>";

/** Columns of Pods in a Table. */
export const podColumns: readonly Column<Pod>[] = [
  nameColumn,
  column("Ready", "Number of ready containers, and of all that keep running.", (pod) => {
    const { readyContainers, totalContainers } = summarizePod(pod);
    return `${readyContainers}/${totalContainers}`;
  }),
  column("Status", "State of the Pod, or the reason why it does not run.", (pod) => summarizePod(pod).reason),
  column("Restarts", "How often containers were restarted, and how long ago the last one ended.", restartsText),
  ageColumn,
  column("IP", "Main address of the Pod.", ({ status }) => status?.podIPs?.[0]?.ip || none, { wide: true }),
  column("Node", "The node that runs the Pod.", ({ spec }) => spec?.nodeName || none, { wide: true }),
  column(
    "Nominated Node",
    "Node on which other Pods are preempted for the Pod.",
    ({ status }) => status?.nominatedNodeName || none,
    { wide: true },
  ),
  column("Readiness Gates", "Number of met readiness gates, and of all.", gatesText, { wide: true }),
];

function restartsText(pod: Pod): Cell | MovingCell {
  const { restarts, lastRestart } = summarizePod(pod);
  if (restarts === 0 || lastRestart === undefined) return String(restarts);
  const age = humanAge(lastRestart);
  return (nowMs) => `${restarts} (${age(nowMs)} ago)`;
}

function gatesText({ spec, status = {} }: Pod): string {
  const gates = spec?.readinessGates ?? [];
  if (gates.length === 0) return none;
  const { conditions = [] } = status;
  const firstOf = (gate: string): PodCondition | undefined => conditions.find(({ type }) => type === gate);
  const met = gates.filter(({ conditionType }) => firstOf(conditionType)?.status === "True");
  return `${met.length}/${gates.length}`;
}

/** Fields that the columns read. Containers are the largest part of a Pod, and the columns need little of them. */
export const podColumnFields: readonly string[] = [
  "metadata.name",
  "metadata.creationTimestamp",
  "metadata.deletionTimestamp",
  "spec.nodeName",
  "spec.readinessGates",
  "spec.containers.name",
  "spec.initContainers.name",
  "spec.initContainers.restartPolicy",
  "status",
];

/** Returns the condition of a table row whose Pod has ended. */
export function podRowConditions({ status }: Pod): readonly RowCondition[] {
  switch (status?.phase) {
    case "Succeeded":
      return [completed("Succeeded", "The pod has completed successfully.")];
    case "Failed":
      return [completed("Failed", "The pod failed.")];
    default:
      return [];
  }
}

function completed(reason: string, message: string): RowCondition {
  return { type: "Completed", status: "True", reason, message };
}
