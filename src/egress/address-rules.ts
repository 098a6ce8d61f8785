/** Resolves host names, and decides which addresses outbound requests may use. */
import { lookup as systemLookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { EgressError } from "./egress-error.ts";

/** An IP address of a host. */
export interface HostAddress {
  readonly address: string;
  /** 4 or 6. */
  readonly family: number;
}

/** Returns the addresses of a host name. @throws Error with a `code` of the resolver, such as `ENOTFOUND` */
export type HostLookup = (hostName: string) => Promise<readonly HostAddress[]>;

/** Resolves host names with the operating system. */
export const systemHostLookup: HostLookup = (hostName) => systemLookup(hostName, { all: true });

/** Maximum number of addresses of a host that are tried. */
const addressesMax = 16;

/** Networks without public servers: this machine, private networks, link-local addresses, multicast, translated ranges. */
const specialNetworks: readonly (readonly [network: string, prefixBits: number, family: "ipv4" | "ipv6"])[] = [
  ["0.0.0.0", 8, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.0.0.0", 24, "ipv4"],
  ["192.0.2.0", 24, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["198.18.0.0", 15, "ipv4"],
  ["198.51.100.0", 24, "ipv4"],
  ["203.0.113.0", 24, "ipv4"],
  ["224.0.0.0", 3, "ipv4"],
  ["::", 96, "ipv6"],
  ["64:ff9b::", 96, "ipv6"],
  ["64:ff9b:1::", 48, "ipv6"],
  ["100::", 64, "ipv6"],
  ["2001::", 23, "ipv6"],
  ["2001:db8::", 32, "ipv6"],
  ["2002::", 16, "ipv6"],
  ["fc00::", 7, "ipv6"],
  ["fe80::", 9, "ipv6"],
  ["ff00::", 8, "ipv6"],
];

let blockList: BlockList | undefined;

/** Whether the address belongs to no special network. An IPv4 address inside an IPv6 address is judged like itself. */
export function isPublicAddress({ address, family }: HostAddress): boolean {
  if (!blockList) {
    blockList = new BlockList();
    for (const [network, prefixBits, type] of specialNetworks) blockList.addSubnet(network, prefixBits, type);
  }
  return !blockList.check(address, family === 6 ? "ipv6" : "ipv4");
}

/**
 * Returns the addresses to connect to. The caller connects to them and does not resolve the name again, so a name server
 * cannot replace a checked address by another one.
 * @param host a name, or an address without brackets
 * @param allowsPrivate whether addresses of special networks are allowed
 * @throws EgressError if there is no allowed address
 */
export async function resolveHost(
  host: string,
  { lookup, allowsPrivate }: { readonly lookup: HostLookup; readonly allowsPrivate: boolean },
): Promise<readonly HostAddress[]> {
  const family = isIP(host);
  const all = family === 0 ? await lookUp(host, lookup) : [{ address: host, family }];
  const allowed = allowsPrivate ? all : all.filter(isPublicAddress);
  if (all.length > 0 && allowed.length === 0) {
    throw privateAddress(host);
  }
  if (allowed.length === 0) throw new EgressError("address", `dial tcp: lookup ${host}: no such host`);
  return allowed.slice(0, addressesMax);
}

/** Rejects an address of a special network in place of a host name. @throws EgressError */
export function checkLiteralHost(host: string, { allowsPrivate }: { readonly allowsPrivate: boolean }): void {
  const family = isIP(host);
  if (!allowsPrivate && family !== 0 && !isPublicAddress({ address: host, family })) throw privateAddress(host);
}

function privateAddress(host: string): EgressError {
  return new EgressError("address", `dial tcp: ${host}: private addresses are not allowed`);
}

async function lookUp(host: string, lookup: HostLookup): Promise<readonly HostAddress[]> {
  try {
    return await lookup(host);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const reason = code === "ENOTFOUND" || code === "ENODATA" ? "no such host" : "server misbehaving";
    throw new EgressError("address", `dial tcp: lookup ${host}: ${reason}`);
  }
}
