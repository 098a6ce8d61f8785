/** How columns show the addresses of a load balancer. */
interface BalancerIngress {
  readonly ip?: string;
  readonly hostname?: string;
}

/** The address or else the host name of each, in order, each once. */
export function balancerAddresses(ingress: readonly BalancerIngress[] = []): string[] {
  const addresses = ingress.map(({ ip, hostname }) => ip || hostname || "");
  return [...new Set(addresses)].filter((one) => one !== "").sort();
}
