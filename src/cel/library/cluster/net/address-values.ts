/** Values of the types `net.IP` and `net.CIDR`. */
import {
  asIpv4,
  formatIp,
  type IpAddress,
  type IpPrefix,
  isWithin,
  networkOf,
} from "../../../../meta/ip/ip-address.ts";
import { type IpRanges, rangesOf } from "../../../../meta/ip/ip-ranges.ts";
import { type OpaqueType, opaqueType } from "../../../types/index.ts";
import { noSuchOverload, OpaqueValue, type Value } from "../../../values/index.ts";

/** The type of IP addresses: `net.IP`. */
export const ipType: OpaqueType = opaqueType("net.IP");
/** The type of address blocks: `net.CIDR`. */
export const cidrType: OpaqueType = opaqueType("net.CIDR");

/** An IP address without a zone. It is not an IPv4 address in the form of an IPv6 one. */
export class IpValue extends OpaqueValue {
  readonly address: IpAddress;

  constructor(address: IpAddress) {
    super();
    this.address = address;
  }

  override get type(): OpaqueType {
    return ipType;
  }

  /** 4 or 16 bytes. */
  override get size(): number {
    return this.address.bytes.length;
  }

  override equals(other: Value): Value {
    if (!(other instanceof IpValue)) return noSuchOverload();
    return haveEqualBytes(this.address, other.address);
  }

  override toString(): string {
    return formatIp(this.address);
  }

  get isIpv4(): boolean {
    return this.address.bytes.length === 4;
  }

  /** The special ranges that contain the address. */
  get ranges(): IpRanges {
    return rangesOf(this.address);
  }
}

/** An address block. Bits after the prefix may be set. */
export class CidrValue extends OpaqueValue {
  readonly prefix: IpPrefix;

  constructor(prefix: IpPrefix) {
    super();
    this.prefix = prefix;
  }

  override get type(): OpaqueType {
    return cidrType;
  }

  /** Number of bytes of the prefix: 3 for `10.0.0.0/20`. */
  override get size(): number {
    return Math.ceil(this.prefix.bits / 8);
  }

  override equals(other: Value): Value {
    if (!(other instanceof CidrValue)) return noSuchOverload();
    return this.prefix.bits === other.prefix.bits && haveEqualBytes(this.prefix.address, other.prefix.address);
  }

  override toString(): string {
    return `${formatIp(this.prefix.address)}/${this.prefix.bits}`;
  }

  containsIp({ address }: IpValue): boolean {
    return isWithin(address, this.prefix);
  }

  containsCidr({ prefix }: CidrValue): boolean {
    return this.prefix.bits <= prefix.bits && isWithin(prefix.address, this.prefix);
  }

  /** Returns the block with the bits after the prefix cleared. */
  masked(): CidrValue {
    return new CidrValue({ address: networkOf(this.prefix), bits: this.prefix.bits });
  }
}

/** Whether the address is an IPv4 address in the form `::ffff:1.2.3.4`. */
export function isMappedIpv4(address: IpAddress): boolean {
  return address.bytes.length === 16 && asIpv4(address) !== undefined;
}

function haveEqualBytes(one: IpAddress, other: IpAddress): boolean {
  return one.bytes.length === other.bytes.length && one.bytes.every((byte, index) => byte === other.bytes[index]);
}
