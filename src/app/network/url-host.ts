import { canonicalAddress } from "./address.ts";

/** The unspecified addresses stand for all interfaces, and can be listened on but not asked. */
const loopback = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["::", "::1"],
]);

/** The host of a URL by which clients on this machine reach what listens on `bindAddress`, an IP address. */
export function urlHost(bindAddress: string): string {
  const address = canonicalAddress(bindAddress) ?? bindAddress;
  return bracketed(loopback.get(address) ?? address);
}

/** As an address stands before a port: one of IPv6 has colons of its own. */
export function bracketed(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}
