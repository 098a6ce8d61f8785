/** Addresses of load balancers, for columns. */
interface BalancerIngress {
  readonly ip?: string;
  readonly hostname?: string;
}

/** Returns the address of each entry, or else its host name. Sorted, without duplicates. */
export function balancerAddresses(ingress: readonly BalancerIngress[] = []): string[] {
  const addresses = ingress.map(({ ip, hostname }) => ip || hostname || "");
  return [...new Set(addresses)].filter((one) => one !== "").sort();
}
