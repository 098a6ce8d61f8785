import { canonicalAddress } from "./address.ts";

/** A server can listen on the unspecified addresses, but clients cannot connect to them. */
const loopback = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

/**
 * Returns the URL host with which clients on this machine reach a server that listens on `bindAddress`, an IP address.
 */
export function urlHost(bindAddress: string): string {
  const address = canonicalAddress(bindAddress) ?? bindAddress;
  return withIpv6Brackets(loopback.get(address) ?? address);
}

/** Returns an address as it is written before a port. An IPv6 address contains colons, so it gets brackets. */
export function withIpv6Brackets(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}
