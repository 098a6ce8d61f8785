/** Warnings about ports of a Pod's containers, which share one network. */
import type { ContainerPort, PodSpec } from "../../../api/index.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { placedContainers } from "./containers.ts";

/**
 * Each port is compared with at most this many earlier ports of the same number, which bounds the number of warnings.
 */
const comparedMax = 8;

interface PlacedPort {
  readonly port: ContainerPort;
  readonly path: string;
}

/**
 * Returns the warnings about ports that clash.
 * @param path of the Pod's spec
 */
export function portWarnings(spec: DeepReadonly<PodSpec>, path: string): string[] {
  const ports = placedContainers(spec).flatMap(({ container, part }) =>
    (container.ports ?? []).map((port, index) => ({ port, path: `${path}.${part}.ports[${index}]` })),
  );
  const earlierByUse = new Map<string, PlacedPort[]>();
  return ports.flatMap((one) => {
    const use = `${one.port.containerPort}/${one.port.protocol ?? ""}`;
    const earlier = earlierByUse.get(use) ?? [];
    const warnings = [...unboundAddress(one), ...earlier.flatMap((other) => clash(one, other))];
    if (earlier.length < comparedMax) earlierByUse.set(use, [...earlier, one]);
    return warnings;
  });
}

function unboundAddress({ port, path }: PlacedPort): string[] {
  const { name = "", hostPort = 0, containerPort, protocol = "TCP", hostIP = "" } = port;
  if (hostIP === "" || hostPort !== 0) return [];
  const shown = `{Name:${name} HostPort:0 ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;
  return [`${path}: hostIP set without hostPort: ${shown}`];
}

function clash({ port, path }: PlacedPort, other: PlacedPort): string[] {
  const how = clashOf(port, other.port);
  return how === undefined ? [] : [`${path}: ${how} port definition with ${other.path}`];
}

function clashOf(port: ContainerPort, other: ContainerPort): string | undefined {
  const [hostIp, otherIp] = [port.hostIP ?? "", other.hostIP ?? ""];
  const [hostPort, otherPort] = [port.hostPort ?? 0, other.hostPort ?? 0];
  if (hostIp === otherIp && hostPort === otherPort) return "duplicate";
  if (hostPort === 0 || otherPort === 0) return "overlapping";
  return hostPort === otherPort && (hostIp === "" || otherIp === "") ? "dangerously ambiguous" : undefined;
}
