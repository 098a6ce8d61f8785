/** The flags of the addresses and ports of Services. */
import type { FlagSpec } from "../flags/flag-spec.ts";
import { parsePortRange } from "./port-range.ts";

const group = "Services";

/** Default of `--service-node-port-range`. */
export const nodePortsDefault = "30000-32767";

/** Default of `--service-cluster-ip-range`. */
export const serviceRangeDefault = "10.96.0.0/12";

/** Flags of the addresses and ports of Services, and of the API server as a Service. */
export const serviceFlags = [
  {
    name: "service-cluster-ip-range",
    type: "list",
    placeholder: "CIDR,...",
    default: [serviceRangeDefault],
    group,
    doc:
      "Range of the cluster IPs of Services, or one range per address family with the primary one first. The API " +
      "server's own Service gets the first address. A range has at most 2^20 addresses.",
  },
  {
    name: "service-node-port-range",
    type: "string",
    placeholder: "FIRST-LAST",
    default: nodePortsDefault,
    check: (value) => (parsePortRange(value) ? undefined : "is not a range of ports such as 30000-32767"),
    group,
    doc: "Range of the node ports of Services, including health check ports. FIRST+N ends N ports after FIRST.",
  },
  {
    name: "kubernetes-service-node-port",
    type: "integer",
    min: 0,
    max: 65_535,
    default: 0,
    group,
    doc: "Node port of the API server's own Service, which then has the type NodePort. 0: the Service has the type ClusterIP.",
  },
] as const satisfies readonly FlagSpec[];

/** A member of `serviceFlags`. */
export type ServiceFlag = (typeof serviceFlags)[number];
