/** The special ranges of IP addresses. */
import { asIpv4, type IpAddress, parseIp } from "./ip-address.ts";

/** The special ranges that contain an address. Several may contain the same one. */
export interface IpRanges {
  readonly isUnspecified: boolean;
  readonly isLoopback: boolean;
  readonly isLinkLocalUnicast: boolean;
  readonly isLinkLocalMulticast: boolean;
  readonly isMulticast: boolean;
  /** 255.255.255.255. */
  readonly isBroadcast: boolean;
  /** A unicast address that other machines can reach. Private addresses are among them. */
  readonly isGlobalUnicast: boolean;
}

/** Returns the ranges of an address. An IPv4 address in the form `::ffff:1.2.3.4` has those of 1.2.3.4. */
export function rangesOf(address: IpAddress): IpRanges {
  const bytes = asIpv4(address) ?? address.bytes;
  const [first = 0, second = 0, third = 0] = bytes;
  const isIpv4 = bytes.length === 4;
  const hasZerosBeforeLast = bytes.slice(0, -1).every((byte) => byte === 0);
  const isUnspecified = hasZerosBeforeLast && bytes.at(-1) === 0;
  const isLoopback = isIpv4 ? first === 127 : hasZerosBeforeLast && bytes.at(-1) === 1;
  const isLinkLocalUnicast = isIpv4 ? first === 169 && second === 254 : first === 0xfe && (second & 0xc0) === 0x80;
  const isMulticast = isIpv4 ? (first & 0xf0) === 0xe0 : first === 0xff;
  const isBroadcast = isIpv4 && bytes.every((byte) => byte === 255);
  return {
    isUnspecified,
    isLoopback,
    isLinkLocalUnicast,
    isLinkLocalMulticast:
      isMulticast && (isIpv4 ? first === 224 && second === 0 && third === 0 : (second & 0x0f) === 0x02),
    isMulticast,
    isBroadcast,
    isGlobalUnicast: !isUnspecified && !isLoopback && !isLinkLocalUnicast && !isMulticast && !isBroadcast,
  };
}

/** Whether a text is an address of this machine alone: one of 127.0.0.0/8, or ::1. */
export function isLoopbackAddress(text: string): boolean {
  const address = parseIp(text);
  return address !== undefined && rangesOf(address).isLoopback;
}
