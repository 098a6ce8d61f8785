import type { Ingress, IngressRule } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { balancerAddresses } from "../core/service/balancer-addresses.ts";

/** Number of hosts shown. The others are only counted. */
const shownMax = 3;

/** Columns of Ingresses in a Table. */
export const ingressColumns: readonly Column<Ingress>[] = [
  nameColumn,
  column("Class", "The IngressClass that the Ingress names.", ({ spec }) => spec?.ingressClassName ?? "<none>"),
  column("Hosts", "First host names, or * if there are none.", ({ spec }) => hostsText(spec?.rules ?? [])),
  column("Address", "Addresses that accept requests.", ({ status }) =>
    balancerAddresses(status?.loadBalancer?.ingress).join(","),
  ),
  column("Ports", "The ports that are served.", ({ spec }) => ((spec?.tls ?? []).length > 0 ? "80, 443" : "80")),
  ageColumn,
];

/** Returns the hosts. As in the reference, the number of hidden ones also counts rules without a host. */
function hostsText(rules: readonly IngressRule[]): string {
  const named = rules.flatMap(({ host = "" }, index) => (host === "" ? [] : [{ host, index }])).slice(0, shownMax);
  if (named.length === 0) return "*";
  const text = named.map(({ host }) => host).join(",");
  const isCut = named.length === shownMax && (named.at(-1)?.index ?? 0) < rules.length - 1;
  return isCut ? `${text} + ${rules.length - shownMax} more...` : text;
}
