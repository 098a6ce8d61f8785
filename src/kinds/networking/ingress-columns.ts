import type { Ingress, IngressRule } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";
import { balancerAddresses } from "../core/service/balancer-addresses.ts";

/** More than these are only counted. */
const shownMax = 3;

export const ingressColumns: readonly Column<Ingress>[] = [
  nameColumn,
  column("Class", "The IngressClass that the Ingress names.", ({ spec }) => spec?.ingressClassName ?? "<none>"),
  column("Hosts", "The first host names, * where there are none.", ({ spec }) => hostsText(spec?.rules ?? [])),
  column("Address", "Addresses at which requests are taken.", ({ status }) =>
    balancerAddresses(status?.loadBalancer?.ingress).join(","),
  ),
  column("Ports", "The ports that are served.", ({ spec }) => ((spec?.tls ?? []).length > 0 ? "80, 443" : "80")),
  ageColumn,
];

/** What is counted as left out are rules, with those without a host. */
function hostsText(rules: readonly IngressRule[]): string {
  const named = rules.flatMap(({ host = "" }, index) => (host === "" ? [] : [{ host, index }])).slice(0, shownMax);
  if (named.length === 0) return "*";
  const text = named.map(({ host }) => host).join(",");
  const isCut = named.length === shownMax && (named.at(-1)?.index ?? 0) < rules.length - 1;
  return isCut ? `${text} + ${rules.length - shownMax} more...` : text;
}
