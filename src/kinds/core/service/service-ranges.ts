/** Ranges of addresses and of node ports for Services. */
import { asIpv4, formatIp, type IpPrefix, networkOf, parseCidr, parseIp } from "../../../meta/ip/ip-address.ts";
import type { Claim, ValueRange } from "../../../schema/index.ts";
import type { IpFamily } from "./ip-families.ts";
import { ipFamilyOf } from "./ip-families.ts";

/** Claim space of Service addresses. */
export const addressSpace = "serviceips";
const nodePortSpace = "servicenodeports";
/** All claim spaces of Services. */
export const serviceSpaces: readonly string[] = [addressSpace, nodePortSpace];
/** Name of the range of node ports. Ranges of addresses are named after their family. */
export const nodePorts = "node ports";

/**
 * Feature gate. With it, Service addresses come from the ranges of ServiceCIDRs, and an IPAddress object holds each
 * address.
 */
export const multiCidrServiceAllocator = "MultiCIDRServiceAllocator";

/**
 * Number of addresses used of an IPv6 range that a flag names, as in the reference. Other ranges are used completely.
 */
const ipv6SizeMax = 65_536n;
/** Smallest prefix length, in bits, of an IPv6 ServiceCIDR from which addresses are taken. */
const ipv6BitsMin = 64;
/** Largest number of addresses among which one is chosen. */
const choicesMax = 2 ** 40;

/**
 * The start of a range, which is reserved for values that clients request. Its size is a fraction of the range, up to
 * `max`.
 */
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

/**
 * Returns the range of addresses that a flag names.
 * @param cidr for which `clusterIpRangeProblem` returns undefined
 */
export function clusterIpRange(cidr: string): ValueRange {
  const prefix = parseCidr(cidr) as IpPrefix;
  return addressRange(prefix, usableAddresses(prefix, ipv6SizeMax));
}

/** Returns the range of addresses of a ServiceCIDR. Undefined if it is malformed or too large. */
export function serviceCidrRange(cidr: string): ValueRange | undefined {
  const prefix = parseCidr(cidr);
  if (!prefix || (isIpv6(prefix) && prefix.bits < ipv6BitsMin)) return undefined;
  return addressRange(prefix, usableAddresses(prefix));
}

/** @param count number of addresses after that of the network itself */
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

/** Returns the number of addresses without that of the network itself and without the IPv4 broadcast address. */
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

/** Returns the range of node ports. */
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

/**
 * Returns the claim on an address. An IPv4 address in IPv6 notation counts as IPv4. Undefined if the text is not an
 * address.
 */
export function addressClaim(ip: string): Claim | undefined {
  const address = parseIp(ip);
  return address && { space: addressSpace, value: asIpv4(address)?.join(".") ?? formatIp(address) };
}

/** Returns the claim on a node port. */
export function nodePortClaim(port: number): Claim {
  return { space: nodePortSpace, value: String(port) };
}

/** Largest number of bits in which the addresses of a range differ. */
const rangeBitsMax = 20;

/** Returns the problem with a CIDR as a range of addresses, as the end of a sentence. Undefined if it is valid. */
export function clusterIpRangeProblem(cidr: string): string | undefined {
  const prefix = parseCidr(cidr);
  if (!prefix) return "is not a range of addresses such as 10.96.0.0/12";
  const addressBits = prefix.address.bytes.length * 8;
  if (addressBits - prefix.bits > rangeBitsMax) {
    return `is too large: the prefix of ${addressBits === 32 ? "IPv4" : "IPv6"} must have at least ${addressBits - rangeBitsMax} bits`;
  }
  return usableAddresses(prefix) < 1n ? "is too small: it holds no address for a Service" : undefined;
}

/** Returns the problem with the number and families of the ranges. There must be one, or one of each family. */
export function clusterIpRangesProblem(cidrs: readonly string[]): string | undefined {
  if (cidrs.length === 0 || cidrs.length > 2) return "takes one range, or one of each address family";
  const [one, other] = cidrs.map((cidr) => ipFamilyOf(cidr.slice(0, cidr.indexOf("/"))));
  return cidrs.length === 2 && one === other ? "takes two ranges only of different address families" : undefined;
}
