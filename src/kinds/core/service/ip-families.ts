/** Families of IP addresses, for lists that hold at most one address of each family. */
import { asIpv4, parseIp } from "../../../meta/ip/ip-address.ts";

/** Family of IP addresses. */
export type IpFamily = "IPv4" | "IPv6";

/** Whether the text names a family. */
export function isIpFamily(text: string): text is IpFamily {
  return text === "IPv4" || text === "IPv6";
}

/** Returns the family of an address. Undefined if the text is not an address. */
export function ipFamilyOf(text: string): IpFamily | undefined {
  const address = parseIp(text);
  if (!address) return undefined;
  return asIpv4(address) === undefined ? "IPv6" : "IPv4";
}

/** Whether the list contains addresses of both families. */
export function areDualStack(addresses: readonly string[]): boolean {
  const families = new Set(addresses.map(ipFamilyOf));
  return families.has("IPv4") && families.has("IPv6");
}
