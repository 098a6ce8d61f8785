/** Formats of IP addresses and address blocks. */
import { faultUnless, parseFaults } from "../format-faults.ts";
import { asIpv4, formatIp, networkOf, parseCidr, parseCidrStrict, parseIp, parseIpStrict } from "./ip-address.ts";
import { rangesOf } from "./ip-ranges.ts";

/** Returns a fault unless the text is an IP address, read leniently. */
export function checkIp(text: string): string[] {
  return faultUnless(parseIp(text) !== undefined, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
}

/** Returns a fault unless the text is an IPv4 address, or one in the form `::ffff:1.2.3.4`. */
export function checkIpv4(text: string): string[] {
  const address = parseIp(text);
  return faultUnless(address !== undefined && asIpv4(address) !== undefined, "must be a valid IPv4 address");
}

/** Returns a fault unless the text is an IPv6 address. The form `::ffff:1.2.3.4` counts as IPv4. */
export function checkIpv6(text: string): string[] {
  const address = parseIp(text);
  return faultUnless(address !== undefined && asIpv4(address) === undefined, "must be a valid IPv6 address");
}

/** Returns a fault unless the text is an address block, read leniently. */
export function checkCidr(text: string): string[] {
  return faultUnless(parseCidr(text) !== undefined, "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
}

/** Returns the faults of an address that other machines must be able to reach. */
export function checkNonSpecialIp(text: string): string[] {
  const address = parseIp(text);
  if (!address) return ["must be a valid IP address"];
  const ranges = rangesOf(address);
  return [
    ...faultUnless(!ranges.isUnspecified, `may not be unspecified (${text})`),
    ...faultUnless(!ranges.isLoopback, "may not be in the loopback range (127.0.0.0/8, ::1/128)"),
    ...faultUnless(!ranges.isLinkLocalUnicast, "may not be in the link-local range (169.254.0.0/16, fe80::/10)"),
    ...faultUnless(
      !ranges.isLinkLocalMulticast,
      "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)",
    ),
  ];
}

/** Whether the text is a unicast address that other machines can reach, in a private network or on the internet. */
export function isGlobalUnicast(text: string): boolean {
  const address = parseIp(text);
  return address !== undefined && rangesOf(address).isGlobalUnicast;
}

/** Returns the faults of the name of an IPAddress object. */
export function checkIpAddressName(text: string): string[] {
  return parseFaults(
    () => parseIpStrict(text),
    (address) => faultUnless(formatIp(address) === text, "must be a canonical format IP address"),
  );
}

/**
 * Returns the faults of an address block that must be canonical: in the form of RFC 5952, with no bits set after the
 * prefix.
 */
export function checkCanonicalCidr(text: string): string[] {
  return parseFaults(
    () => parseCidrStrict(text),
    (prefix) => [
      ...faultUnless(
        formatIp(networkOf(prefix)) === formatIp(prefix.address),
        "wrong CIDR format, IP doesn't match network IP address",
      ),
      ...faultUnless(`${formatIp(prefix.address)}/${prefix.bits}` === text, "CIDR not in RFC 5952 canonical format"),
    ],
  );
}
