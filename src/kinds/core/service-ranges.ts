/** The ranges that addresses and node ports of Services are taken from. */
import { formatIp, type IpPrefix, networkOf, parseCidr, parseIp } from "../../meta/ip-address.ts";
import type { Claim, ValueRange } from "../../schema/index.ts";
import type { IpFamily } from "./ip-families.ts";
import { ipFamilyOf } from "./ip-families.ts";

export const addressSpace = "serviceips";
export const nodePortSpace = "servicenodeports";
export const serviceSpaces: readonly string[] = [addressSpace, nodePortSpace];
/** The name of the range of node ports; ranges of addresses are named after their family. */
export const nodePorts = "node ports";

/** Addresses of an IPv6 range that are used, as in the reference; an IPv4 range is used as a whole. */
const ipv6SizeMax = 65_536;

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
  const network = networkOf(prefix);
  const family: IpFamily = network.bytes.length === 4 ? "IPv4" : "IPv6";
  const base = toNumber(network.bytes) + 1n;
  const size = usableAddresses(prefix);
  return {
    name: family,
    space: addressSpace,
    text: `${formatIp(network)}/${prefix.bits}`,
    size,
    dynamicFrom: dynamicFrom(size, addressBand),
    valueAt: (position) => formatIp({ bytes: toBytes(base + BigInt(position), network.bytes.length), zone: "" }),
    positionOf: (value) => {
      const address = parseIp(value);
      if (address?.bytes.length !== network.bytes.length) return -1;
      const position = toNumber(address.bytes) - base;
      return position >= 0n && position < BigInt(size) ? Number(position) : -1;
    },
  };
}

/** Without the address of the network itself, and the one that IPv4 broadcasts to. */
function usableAddresses({ address, bits }: IpPrefix): number {
  const isIpv4 = address.bytes.length === 4;
  const all = 2 ** (address.bytes.length * 8 - bits);
  return Math.max(0, isIpv4 ? all - 2 : Math.min(all, ipv6SizeMax) - 1);
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
    positionOf: (value) => {
      const position = Number(value) - first;
      return position >= 0 && position < size ? position : -1;
    },
  };
}

/** @returns undefined for a text that is no address */
export function addressClaim(ip: string): Claim | undefined {
  const address = parseIp(ip);
  return address && { space: addressSpace, value: formatIp(address) };
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
  return usableAddresses(prefix) < 1 ? "is too small: it holds no address for a Service" : undefined;
}

/** What is wrong with the ranges together: one, or one of each family. */
export function clusterIpRangesProblem(cidrs: readonly string[]): string | undefined {
  if (cidrs.length === 0 || cidrs.length > 2) return "takes one range, or one of each address family";
  const [one, other] = cidrs.map((cidr) => ipFamilyOf(cidr.slice(0, cidr.indexOf("/"))));
  return cidrs.length === 2 && one === other ? "takes two ranges only of different address families" : undefined;
}
