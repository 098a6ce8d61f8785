import type { Service, ServicePort } from "../../../api/index.ts";
import type { Column } from "../../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../../columns.ts";
import { labelsText } from "../../meta/labels.ts";
import { balancerAddresses } from "./balancer-addresses.ts";

const none = "<none>";

/** Columns of Services in a Table. */
export const serviceColumns: readonly Column<Service>[] = [
  nameColumn,
  column("Type", "How clients reach the Service.", ({ spec }) => spec?.type ?? ""),
  column("Cluster-IP", "Main address inside the cluster.", ({ spec }) => spec?.clusterIPs?.[0] ?? none),
  column("External-IP", "Addresses or name outside of the cluster.", externalAddress),
  column("Port(s)", "Ports of the Service, with their node ports.", ({ spec }) => portsText(spec?.ports ?? [])),
  ageColumn,
  column("Selector", "Labels of the Pods that receive the traffic.", ({ spec }) => labelsText(spec?.selector), {
    wide: true,
  }),
];

function externalAddress({ spec = {}, status }: Service): string {
  const { type, externalIPs = [], externalName = "" } = spec;
  switch (type) {
    case "ClusterIP":
    case "NodePort":
      return externalIPs.join(",") || none;
    case "LoadBalancer": {
      const balancers = balancerAddresses(status?.loadBalancer?.ingress);
      return [...balancers, ...externalIPs].join(",") || "<pending>";
    }
    case "ExternalName":
      return externalName;
    default:
      return "<unknown>";
  }
}

function portsText(ports: readonly ServicePort[]): string {
  return ports.map(portText).join(",") || none;
}

function portText({ port, nodePort = 0, protocol }: ServicePort): string {
  const numbers = nodePort > 0 ? `${port}:${nodePort}` : String(port);
  return `${numbers}/${protocol ?? ""}`;
}
