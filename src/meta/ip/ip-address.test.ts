import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ParseError } from "../parse-error.ts";
import {
  asIpv4,
  formatIp,
  isWithin,
  networkOf,
  parseCidr,
  parseCidrStrict,
  parseIp,
  parseIpStrict,
} from "./ip-address.ts";

describe("formatIp()", () => {
  test.each([
    ["10.9.8.7", "10.9.8.7"],
    ["2001:DB8:0:0:0:0:0:ffff", "2001:db8::ffff"],
    ["::", "::"],
    ["0:0:0:0:0:0:0:1", "::1"],
    ["1:0:0:2:0:0:0:3", "1:0:0:2::3"],
    ["1:0:0:2:2:0:0:3", "1::2:2:0:0:3"],
    ["1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"],
    ["1::", "1::"],
    ["::ffff:1.2.3.4", "::ffff:1.2.3.4"],
    ["::ffff:102:304", "::ffff:1.2.3.4"],
    ["64:ff9b::1.2.3.4", "64:ff9b::102:304"],
    ["fe80::1%eth0", "fe80::1%eth0"],
  ])("formatIp() prints %j as %j", (text, canonical) => {
    expect(formatIp(parseIpStrict(text))).toBe(canonical);
  });

  test("parseIp() reads the text of formatIp() as the same address", () => {
    const bytes = fc.oneof(
      fc.array(fc.nat(255), { minLength: 4, maxLength: 4 }),
      fc.array(fc.constantFrom(0, 0, 0, 1, 255), { minLength: 16, maxLength: 16 }),
    );
    fc.assert(
      fc.property(bytes, (one) => {
        expect(parseIpStrict(formatIp({ bytes: one, zone: "" })).bytes).toEqual(one);
      }),
    );
  });
});

describe("parseIp()", () => {
  test.each([
    ["010.009.08.7", "10.9.8.7"],
    ["00001::00002", "1::2"],
    ["::ffff:01.2.3.4", "::ffff:1.2.3.4"],
  ])("parseIp() accepts the leading zeros of %j", (text, canonical) => {
    const address = parseIp(text);
    expect(address && formatIp(address)).toBe(canonical);
  });

  test.each(["", "x", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1..2.3", "1.2.3.4 ", ":", ":::", "1::2::3", "12345::"])(
    "parseIp() rejects %j",
    (text) => {
      expect(parseIp(text)).toBeUndefined();
    },
  );

  test("parseIp() rejects zones and very long text", () => {
    expect(parseIp("fe80::1%eth0")).toBeUndefined();
    expect(parseIp(`${"0".repeat(1e6)}1.2.3.4`)).toBeUndefined();
  });
});

test.each([
  ["x", 'ParseAddr("x"): unable to parse IP'],
  ["%eth0", 'ParseAddr("%eth0"): missing IPv6 address'],
  ["01.2.3.4", 'ParseAddr("01.2.3.4"): IPv4 field has octet with leading zero'],
  ["1.2.3.256", 'ParseAddr("1.2.3.256"): IPv4 field has value >255'],
  ["1..2.3", 'ParseAddr("1..2.3"): IPv4 field must have at least one digit (at ".2.3")'],
  ["1.2.3.4.5", 'ParseAddr("1.2.3.4.5"): IPv4 address too long'],
  ["1.2.3", 'ParseAddr("1.2.3"): IPv4 address too short'],
  ["1.2.x.4", 'ParseAddr("1.2.x.4"): unexpected character (at "x.4")'],
  ["fe80::1%", 'ParseAddr("fe80::1%"): zone must be a non-empty string'],
  ["12345::", 'ParseAddr("12345::"): each group must have 4 or less digits (at "12345::")'],
  [":1", 'ParseAddr(":1"): each colon-separated field must have at least one digit (at ":1")'],
  ["1:2g::", 'ParseAddr("1:2g::"): unexpected character, want colon (at "g::")'],
  ["1:", 'ParseAddr("1:"): colon must be followed by more characters (at ":")'],
  ["1::2::3", 'ParseAddr("1::2::3"): multiple :: in address (at ":3")'],
  ["1:2", 'ParseAddr("1:2"): address string too short'],
  ["1:2:3:4:5:6:7:8:9", 'ParseAddr("1:2:3:4:5:6:7:8:9"): trailing garbage after address (at "9")'],
  ["1::2:3:4:5:6:7:8", 'ParseAddr("1::2:3:4:5:6:7:8"): the :: must expand to at least one field of zeros'],
  [
    "1:2.3.4.5",
    'ParseAddr("1:2.3.4.5"): embedded IPv4 address must replace the final 2 fields of the address (at "2.3.4.5")',
  ],
])("the strict parser rejects %j", (text, message) => {
  expect(() => parseIpStrict(text)).toThrow(new ParseError(message));
});

describe("parseCidr()", () => {
  test.each([
    ["10.9.8.7/24", "10.9.8.0"],
    ["10.9.8.7/0", "0.0.0.0"],
    ["10.9.8.7/32", "10.9.8.7"],
    ["10.9.8.7/20", "10.9.0.0"],
    ["2001:db8::ff/64", "2001:db8::"],
    ["2001:db8::ff/122", "2001:db8::c0"],
  ])("networkOf() of %j is %j", (text, network) => {
    const prefix = parseCidr(text);
    expect(prefix && formatIp(networkOf(prefix))).toBe(network);
  });

  test.each(["10.9.8.7", "10.9.8.7/", "10.9.8.7/33", "::/129", "x/8", "10.9.8.7/8x", "10.9.8.7/-1", "1.2.3.4/8/8"])(
    "parseCidr() rejects %j",
    (text) => {
      expect(parseCidr(text)).toBeUndefined();
    },
  );

  test.each([
    ["10.9.8.7", "no '/'"],
    ["x/8", 'ParseAddr("x"): unable to parse IP'],
    ["fe80::1%e/64", "IPv6 zones cannot be present in a prefix"],
    ["10.9.8.7/08", 'bad bits after slash: "08"'],
    ["10.9.8.7/", 'bad bits after slash: ""'],
    ["10.9.8.7/33", "prefix length out of range"],
  ])("the strict parser rejects %j", (text, why) => {
    expect(() => parseCidrStrict(text)).toThrow(new ParseError(`netip.ParsePrefix("${text}"): ${why}`));
  });
});

test("asIpv4() returns the IPv4 address inside an IPv6 address", () => {
  expect(asIpv4(parseIpStrict("::ffff:1.2.3.4"))).toEqual([1, 2, 3, 4]);
  expect(asIpv4(parseIpStrict("::fffe:1.2.3.4"))).toBeUndefined();
});

test.each([
  ["10.0.255.255", "10.0.0.0/16", true],
  ["10.1.0.0", "10.0.0.0/16", false],
  ["10.0.0.1", "10.0.200.0/16", true],
  ["192.0.2.1", "0.0.0.0/0", true],
  ["192.0.2.1", "::/0", false],
  ["2001:db8::ffff", "2001:db8::/112", true],
  ["2001:db8::1:0", "2001:db8::/112", false],
])("isWithin() of %s and %s is %s", (address, cidr, expected) => {
  const block = parseCidr(cidr);
  expect(block && isWithin(parseIpStrict(address), block)).toBe(expected);
});
