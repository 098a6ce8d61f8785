/** The addresses and ports of Services, as the flags describe them. */
import { assert } from "../../base/assert.ts";
import { clusterIpRangeProblem, clusterIpRangesProblem } from "../../kinds/index.ts";
import type { ExplicitValues, FlagValues } from "../flags/flag-spec.ts";
import { type PortRange, parsePortRange } from "./port-range.ts";
import { nodePortsDefault, type ServiceFlag } from "./service-flags.ts";

/** Ranges from which Services get their addresses and ports, and the port of the API server's Service. */
export interface ServiceConfig {
  /** CIDR ranges: one, or one of each address family with the primary one first. */
  readonly clusterIpRanges: readonly string[];
  readonly nodePorts: PortRange;
  /** Node port of the API server's Service. 0: it has none. */
  readonly ownNodePort: number;
}

/** Returns the configuration that the flags describe. */
export function serviceConfig(values: FlagValues<ServiceFlag>): ServiceConfig {
  return {
    clusterIpRanges: values["service-cluster-ip-range"],
    nodePorts: nodePortsOf(values["service-node-port-range"]),
    ownNodePort: values["kubernetes-service-node-port"],
  };
}

/** Returns the problems of the flags. */
export function serviceProblems(values: ExplicitValues<ServiceFlag>): readonly string[] {
  return [...clusterIpProblems(values["service-cluster-ip-range"]), ...ownNodePortProblems(values)];
}

function clusterIpProblems(ranges: readonly string[] | undefined): readonly string[] {
  if (!ranges) return [];
  const flag = "--service-cluster-ip-range";
  const each = ranges.flatMap((range) => {
    const problem = clusterIpRangeProblem(range);
    return problem === undefined ? [] : [`${flag} ${problem}: ${JSON.stringify(range)}`];
  });
  const together = each.length > 0 ? undefined : clusterIpRangesProblem(ranges);
  return together === undefined ? each : [`${flag} ${together}`];
}

function ownNodePortProblems(values: ExplicitValues<ServiceFlag>): readonly string[] {
  const port = values["kubernetes-service-node-port"] ?? 0;
  const { first, size } = nodePortsOf(values["service-node-port-range"] ?? nodePortsDefault);
  const last = first + size - 1;
  if (port === 0 || (port >= first && port <= last)) return [];
  return [`kubernetes service node port range ${first}-${last} doesn't contain ${port}`];
}

function nodePortsOf(text: string): PortRange {
  const range = parsePortRange(text);
  assert(range, "the flag was checked");
  return range;
}
