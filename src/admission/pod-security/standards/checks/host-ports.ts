import type { CheckedContainer, PodCheck } from "../checked-pod.ts";
import type { SecurityCheck } from "../security-check.ts";
import { containersText, counted, sortedSet } from "../violation.ts";

/** Returns the ports of the host that a container uses. 0 means none. */
function hostPortsOf({ ports = [] }: CheckedContainer): readonly string[] {
  return ports.flatMap(({ hostPort }) => (hostPort ? [String(hostPort)] : []));
}

const forbidHostPorts: PodCheck = ({ containers }) => {
  const bad = containers.filter(({ ports }) => ports?.some(({ hostPort }) => hostPort));
  if (bad.length === 0) return undefined;
  const ports = sortedSet(bad.flatMap(hostPortsOf));
  const use = bad.length === 1 ? "uses" : "use";
  return {
    reason: "hostPort",
    detail: `${containersText(bad)} ${use} ${counted("hostPort", ports.length)} ${ports.join(", ")}`,
  };
};

/** Containers must not use ports of their host. */
export const hostPorts: SecurityCheck = {
  id: "hostPorts",
  level: "baseline",
  versions: [{ sinceMinor: 0, check: forbidHostPorts }],
};
