/** The ranges that addresses and node ports of Services are taken from. */
import { asIpv4, formatIp, type IpPrefix, networkOf, parseCidr, parseIp } from "../../../meta/ip-address.ts";
import type { Claim, ValueRange } from "../../../schema/index.ts";
import type { IpFamily } from "./ip-families.ts";
import { ipFamilyOf } from "./ip-families.ts";

export const addressSpace = "serviceips";
const nodePortSpace = "servicenodeports";
export const serviceSpaces: readonly string[] = [addressSpace, nodePortSpace];
/** The name of the range of node ports; ranges of addresses are named after their family. */
export const nodePorts = "node ports";

/** The feature that Service addresses are taken of the ranges that ServiceCIDRs name, each held by an IPAddress. */
export const multiCidrServiceAllocator = "MultiCIDRServiceAllocator";

/** Addresses of an IPv6 range of the flag that are used, as in the reference; other ranges are used as a whole. */
const ipv6SizeMax = 65_536n;
/** The least bits of the prefix of a ServiceCIDR that addresses are taken of. */
const ipv6BitsMin = 64;
/** Addresses that one is chosen of, of a range that has more of them. */
const choicesMax = 2 ** 40;

/** How many values of a range are left to those who name one: a fraction of it, within bounds; none of a small range. */
interface StaticBand {
  readonly divisor: number;
  readonly max: number;
}

const staticMin = 16;
const addressBand: StaticBand = { divisor: 16, max: 256 };
const nodePortBand: StaticBand = { divisor: 32, max: 128 };

function dynamicFrom(size: number, { divisor, max }: StaticBand): number {
  return size < staticMin ? 0 : Math.min(Math.max(staticMin, Math.floor(size / divisor)), max);
}

/** @param cidr that `clusterIpRangeProblem` finds nothing wrong with */
export function clusterIpRange(cidr: string): ValueRange {
  const prefix = parseCidr(cidr) as IpPrefix;
  return addressRange(prefix, usableAddresses(prefix, ipv6SizeMax));
}

/** @returns undefined for a range of so many addresses that none is taken of it */
export function serviceCidrRange(cidr: string): ValueRange | undefined {
  const prefix = parseCidr(cidr);
  if (!prefix || (isIpv6(prefix) && prefix.bits < ipv6BitsMin)) return undefined;
  return addressRange(prefix, usableAddresses(prefix));
}

/** @param count of the addresses after that of the network itself */
function addressRange(prefix: IpPrefix, count: bigint): ValueRange {
  const network = networkOf(prefix);
  const family: IpFamily = isIpv6(prefix) ? "IPv6" : "IPv4";
  const base = toNumber(network.bytes) + 1n;
  const size = Math.min(Number(count), choicesMax);
  return {
    name: family,
    space: addressSpace,
    text: `${formatIp(network)}/${prefix.bits}`,
    size,
    dynamicFrom: dynamicFrom(size, addressBand),
    valueAt: (position) => formatIp({ bytes: toBytes(base + BigInt(position), network.bytes.length), zone: "" }),
    includes: (value) => {
      const address = parseIp(value);
      if (address?.bytes.length !== network.bytes.length) return false;
      const position = toNumber(address.bytes) - base;
      return position >= 0n && position < count;
    },
  };
}

/** Without the address of the network itself, and the one that IPv4 broadcasts to. */
function usableAddresses(prefix: IpPrefix, ipv6Max?: bigint): bigint {
  const all = 2n ** BigInt(prefix.address.bytes.length * 8 - prefix.bits);
  if (!isIpv6(prefix)) return all < 2n ? 0n : all - 2n;
  return (ipv6Max !== undefined && ipv6Max < all ? ipv6Max : all) - 1n;
}

function isIpv6({ address }: IpPrefix): boolean {
  return address.bytes.length > 4;
}

function toNumber(bytes: readonly number[]): bigint {
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

function toBytes(value: bigint, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Number((value >> BigInt((count - 1 - index) * 8)) & 0xffn));
}

export function nodePortRange({ first, size }: { readonly first: number; readonly size: number }): ValueRange {
  return {
    name: nodePorts,
    space: nodePortSpace,
    text: `${first}-${first + size - 1}`,
    size,
    dynamicFrom: dynamicFrom(size, nodePortBand),
    valueAt: (position) => String(first + position),
    includes: (value) => Number(value) >= first && Number(value) < first + size,
  };
}

/** An IPv4 address that is written inside IPv6 is the IPv4 address. @returns undefined for a text that is no address */
export function addressClaim(ip: string): Claim | undefined {
  const address = parseIp(ip);
  return address && { space: addressSpace, value: asIpv4(address)?.join(".") ?? formatIp(address) };
}

export function nodePortClaim(port: number): Claim {
  return { space: nodePortSpace, value: String(port) };
}

/** The most bits that addresses of a range may differ in. */
const rangeBitsMax = 20;

/** What is wrong with a CIDR as a range of addresses; the end of a sentence. */
export function clusterIpRangeProblem(cidr: string): string | undefined {
  const prefix = parseCidr(cidr);
  if (!prefix) return "is not a range of addresses such as 10.96.0.0/12";
  const addressBits = prefix.address.bytes.length * 8;
  if (addressBits - prefix.bits > rangeBitsMax) {
    return `is too large: the prefix of ${addressBits === 32 ? "IPv4" : "IPv6"} must have at least ${addressBits - rangeBitsMax} bits`;
  }
  return usableAddresses(prefix) < 1n ? "is too small: it holds no address for a Service" : undefined;
}

/** What is wrong with the ranges together: one, or one of each family. */
export function clusterIpRangesProblem(cidrs: readonly string[]): string | undefined {
  if (cidrs.length === 0 || cidrs.length > 2) return "takes one range, or one of each address family";
  const [one, other] = cidrs.map((cidr) => ipFamilyOf(cidr.slice(0, cidr.indexOf("/"))));
  return cidrs.length === 2 && one === other ? "takes two ranges only of different address families" : undefined;
}
