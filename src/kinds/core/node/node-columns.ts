import type { Node } from "../../../api/index.ts";
import { label, subLabel } from "../../../meta/vocabulary.ts";
import type { CellContext, Column } from "../../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../../columns.ts";

const none = "<none>";
const unknown = "<unknown>";

/** Labels with a role of the Node: as the rest of the key after the prefix, or as the value. */
const rolePrefix = subLabel("node-role/");
const roleLabel = label("role");

/** Columns of Nodes in a Table. */
export const nodeColumns: readonly Column<Node>[] = [
  nameColumn,
  column("Status", "Whether the node is ready, and whether new Pods can be scheduled to it.", statusText),
  column("Roles", "Roles in the node's labels.", rolesText),
  ageColumn,
  column("Version", "Version of the node agent.", ({ status }) => status?.nodeInfo?.kubeletVersion ?? ""),
  column("Internal-IP", "Address inside the cluster.", (node) => addressOf(node, "InternalIP"), { wide: true }),
  column("External-IP", "Address outside of the cluster.", (node) => addressOf(node, "ExternalIP"), { wide: true }),
  column("OS-Image", "Release of the operating system.", ({ status }) => status?.nodeInfo?.osImage || unknown, {
    wide: true,
  }),
  column("Kernel-Version", "Version of the kernel.", ({ status }) => status?.nodeInfo?.kernelVersion || unknown, {
    wide: true,
  }),
  column(
    "Container-Runtime",
    "Name and version of the container runtime.",
    ({ status }) => status?.nodeInfo?.containerRuntimeVersion || unknown,
    { wide: true },
  ),
];

function statusText({ spec, status }: Node): string {
  const ready = (status?.conditions ?? []).findLast(({ type }) => type === "Ready");
  const state = ready === undefined ? "Unknown" : ready.status === "True" ? "Ready" : "NotReady";
  return spec?.unschedulable === true ? `${state},SchedulingDisabled` : state;
}

function rolesText({ metadata }: Node, { vocabulary }: CellContext): string {
  const prefix = vocabulary.bind(rolePrefix);
  const named = vocabulary.bind(roleLabel);
  const roles = Object.entries(metadata.labels ?? {}).map(([key, value]) => {
    if (key.startsWith(prefix)) return key.slice(prefix.length);
    return key === named ? value : "";
  });
  return (
    [...new Set(roles)]
      .filter((role) => role !== "")
      .sort()
      .join(",") || none
  );
}

function addressOf({ status }: Node, type: string): string {
  return (status?.addresses ?? []).find((one) => one.type === type)?.address ?? none;
}
