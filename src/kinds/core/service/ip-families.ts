/** Families of IP addresses, for lists that hold at most one of each. */
import { asIpv4, parseIp } from "../../../meta/ip-address.ts";

export type IpFamily = "IPv4" | "IPv6";

export function isIpFamily(text: string): text is IpFamily {
  return text === "IPv4" || text === "IPv6";
}

/** @returns undefined when the text is no address */
export function ipFamilyOf(text: string): IpFamily | undefined {
  const address = parseIp(text);
  if (!address) return undefined;
  return asIpv4(address) === undefined ? "IPv6" : "IPv4";
}

/** Whether addresses of both families are among them. */
export function areDualStack(addresses: readonly string[]): boolean {
  const families = new Set(addresses.map(ipFamilyOf));
  return families.has("IPv4") && families.has("IPv6");
}
