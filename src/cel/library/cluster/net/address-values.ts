/** Values of the types `net.IP` and `net.CIDR`. */
import { asIpv4, formatIp, type IpAddress, type IpPrefix, isWithin, networkOf } from "../../../../meta/ip-address.ts";
import { type OpaqueType, opaqueType } from "../../../types/index.ts";
import { noSuchOverload, OpaqueValue, type Value } from "../../../values/index.ts";

/** The type of IP addresses: `net.IP`. */
export const ipType: OpaqueType = opaqueType("net.IP");
/** The type of address blocks: `net.CIDR`. */
export const cidrType: OpaqueType = opaqueType("net.CIDR");

const ipv4Broadcast = "255.255.255.255";

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

  get isUnspecified(): boolean {
    return this.address.bytes.every((byte) => byte === 0);
  }

  get isLoopback(): boolean {
    const { bytes } = this.address;
    return this.isIpv4 ? bytes[0] === 127 : bytes.every((byte, index) => byte === (index === 15 ? 1 : 0));
  }

  get isLinkLocalMulticast(): boolean {
    const [first = 0, second = 0, third] = this.address.bytes;
    return this.isIpv4 ? first === 224 && second === 0 && third === 0 : first === 0xff && (second & 0x0f) === 0x02;
  }

  get isLinkLocalUnicast(): boolean {
    const [first = 0, second = 0] = this.address.bytes;
    return this.isIpv4 ? first === 169 && second === 254 : first === 0xfe && (second & 0xc0) === 0x80;
  }

  get isMulticast(): boolean {
    const [first = 0] = this.address.bytes;
    return this.isIpv4 ? (first & 0xf0) === 0xe0 : first === 0xff;
  }

  /** Whether the address is none of the special ones. Private addresses are global unicast addresses too. */
  get isGlobalUnicast(): boolean {
    const isSpecial = this.isUnspecified || this.isLoopback || this.isMulticast || this.isLinkLocalUnicast;
    return !isSpecial && this.toString() !== ipv4Broadcast;
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
