import { describe, expect, test } from "vitest";
import type { Value } from "../../../values/index.ts";
import { toText } from "../../../values/index.ts";
import { call, costOf } from "../testing/overloads.ts";
import { CidrValue, IpValue } from "./address-values.ts";
import { cidrFunctions } from "./cidr-library.ts";
import { ipFunctions } from "./ip-library.ts";

function ip(text: string): Value {
  return call(ipFunctions, "string_to_ip", text);
}

function cidr(text: string): Value {
  return call(cidrFunctions, "string_to_cidr", text);
}

const tests = [
  "ip_is_unspecified",
  "ip_is_loopback",
  "ip_is_link_local_multicast",
  "ip_is_link_local_unicast",
  "ip_is_global_unicast",
] as const;

/** The tests that hold for an address. */
const classes: Readonly<Record<string, readonly (typeof tests)[number][]>> = {
  "0.0.0.0": ["ip_is_unspecified"],
  "127.1.2.3": ["ip_is_loopback"],
  "224.0.0.1": ["ip_is_link_local_multicast"],
  "224.0.1.1": [],
  "169.254.169.254": ["ip_is_link_local_unicast"],
  "255.255.255.255": [],
  "10.0.0.1": ["ip_is_global_unicast"],
  "192.168.0.1": ["ip_is_global_unicast"],
  "::": ["ip_is_unspecified"],
  "::1": ["ip_is_loopback"],
  "ff02::1": ["ip_is_link_local_multicast"],
  "ff12::1": ["ip_is_link_local_multicast"],
  "ff01::1": [],
  "fe80::1": ["ip_is_link_local_unicast"],
  "febf::1": ["ip_is_link_local_unicast"],
  "fec0::1": ["ip_is_global_unicast"],
  "fd00::1": ["ip_is_global_unicast"],
  "2001:db8::abcd": ["ip_is_global_unicast"],
};

describe("the functions of IP addresses", () => {
  test.each(Object.entries(classes))("classify %s", (text, expected) => {
    expect(tests.filter((id) => call(ipFunctions, id, ip(text)) === true)).toEqual(expected);
  });

  test("return the family, the text and whether a text is canonical", () => {
    expect(call(ipFunctions, "ip_family", ip("192.168.0.1"))).toBe(4n);
    expect(call(ipFunctions, "ip_family", ip("2001:db8::68"))).toBe(6n);
    expect(call(ipFunctions, "ip_to_string", ip("2001:DB8:0:0::68"))).toBe("2001:db8::68");
    expect(call(ipFunctions, "ip_is_canonical", "2001:db8::68")).toBe(true);
    expect(call(ipFunctions, "ip_is_canonical", "2001:DB8::68")).toBe(false);
  });

  test("report in the reference's words why a text is no address", () => {
    const failure = (text: string) => `error: IP Address "${text}" parse error during conversion from string: `;
    expect(ip("192.168.0.1.0")).toBe(`${failure("192.168.0.1.0")}ParseAddr("192.168.0.1.0"): IPv4 address too long`);
    expect(call(ipFunctions, "ip_is_canonical", "a")).toBe(`${failure("a")}ParseAddr("a"): unable to parse IP`);
    expect(ip("fe80::1%en0")).toBe('error: IP address "fe80::1%en0" with zone value is not allowed');
    expect(ip("::ffff:1.2.3.4")).toBe('error: IPv4-mapped IPv6 address "::ffff:1.2.3.4" is not allowed');
    expect(["1.2.3.4", "a", "::ffff:1.2.3.4"].map((text) => call(ipFunctions, "is_ip", text))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("compare addresses only with addresses", () => {
    expect((ip("::1") as IpValue).equals(ip("0:0::1"))).toBe(true);
    expect((ip("::1") as IpValue).equals(ip("1.1.1.1"))).toBe(false);
    expect((ip("::1") as IpValue).equals("::1")).toMatchObject({ message: "no such overload" });
  });

  test("cost what reading the text costs", () => {
    expect(costOf(ipFunctions, "string_to_ip", "192.168.0.1")).toBe(2);
    expect(costOf(ipFunctions, "ip_is_canonical", "192.168.0.1")).toBe(3);
    expect(costOf(ipFunctions, "ip_is_loopback", ip("::1"))).toBe(1);
  });
});

describe("the functions of address blocks", () => {
  test("return the parts of a block", () => {
    const block = cidr("192.168.5.7/20");
    expect(call(cidrFunctions, "cidr_prefix_length", block)).toBe(20n);
    expect(toText(call(cidrFunctions, "cidr_ip", block))).toBe("192.168.5.7");
    expect(toText(call(cidrFunctions, "cidr_masked", block))).toBe("192.168.0.0/20");
    expect(call(cidrFunctions, "cidr_to_string", block)).toBe("192.168.5.7/20");
  });

  test.each([
    ["192.168.0.0/24", "192.168.0.1", true],
    ["192.168.0.0/24", "192.168.1.1", false],
    ["0.0.0.0/0", "1.2.3.4", true],
    ["0.0.0.0/0", "::1", false],
    ["2001:db8::/32", "2001:db8:ffff::1", true],
  ])("%s contains the address %s: %s", (block, address, expected) => {
    expect(call(cidrFunctions, "cidr_contains_ip_string", cidr(block), address)).toBe(expected);
    expect(call(cidrFunctions, "cidr_contains_ip_ip", cidr(block), ip(address))).toBe(expected);
  });

  test.each([
    ["192.168.0.0/24", "192.168.0.0/25", true],
    ["192.168.0.0/24", "192.168.0.0/24", true],
    ["192.168.0.0/24", "192.168.0.0/23", false],
    ["0.0.0.0/0", "::/0", false],
    ["::/0", "2001:db8::/32", true],
  ])("%s contains the block %s: %s", (block, other, expected) => {
    expect(call(cidrFunctions, "cidr_contains_cidr_string", cidr(block), other)).toBe(expected);
    expect(call(cidrFunctions, "cidr_contains_cidr", cidr(block), cidr(other))).toBe(expected);
  });

  test("report in the reference's words why a text is no block", () => {
    const failure = "network address parse error during conversion from string: ";
    expect(cidr("x")).toBe(`error: ${failure}${failure}netip.ParsePrefix("x"): no '/'`);
    expect(cidr("::ffff:1.2.3.4/96")).toBe(
      `error: ${failure}IPv4-mapped IPv6 address "::ffff:1.2.3.4/96" is not allowed`,
    );
    expect(call(cidrFunctions, "cidr_contains_cidr_string", cidr("::/0"), "x")).toBe(cidr("x"));
    expect(call(cidrFunctions, "cidr_contains_ip_string", cidr("::/0"), "x")).toBe("error: no such overload");
    expect(call(cidrFunctions, "is_cidr", "10.0.0.0/33")).toBe(false);
  });

  test("compare blocks with all their bits", () => {
    const block = cidr("10.0.0.0/8") as CidrValue;
    expect(block.equals(cidr("10.0.0.0/8"))).toBe(true);
    expect(block.equals(cidr("10.0.0.1/8"))).toBe(false);
    expect(block.equals(cidr("10.0.0.0/9"))).toBe(false);
    expect(block.equals(ip("10.0.0.0"))).toMatchObject({ message: "no such overload" });
  });

  test("cost what comparing the bytes of the prefix costs, and parsing a text", () => {
    const block = cidr("::1/128");
    expect(costOf(cidrFunctions, "cidr_contains_ip_ip", block, ip("::1"))).toBe(4);
    expect(costOf(cidrFunctions, "cidr_contains_ip_string", block, "::1")).toBe(5);
    expect(costOf(cidrFunctions, "cidr_contains_cidr", block, block)).toBe(7);
    expect(costOf(cidrFunctions, "cidr_contains_cidr_string", block, "::1/128")).toBe(8);
    expect(costOf(cidrFunctions, "cidr_contains_ip_ip", cidr("10.0.0.0/8"), ip("10.0.0.1"))).toBe(1);
  });
});
