import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ParseError } from "./parse-error.ts";
import { canonicalQuantity, parseQuantity, Quantity } from "./quantity.ts";

const malformed = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const badNumber = "unable to parse numeric part of quantity";
const badSuffix = "unable to parse quantity's suffix";

describe("the canonical text of a quantity", () => {
  test.each([
    ["0", "0"],
    ["2", "2"],
    ["100m", "100m"],
    ["128Mi", "128Mi"],
    ["0.5", "500m"],
    [".5", "500m"],
    ["1.5", "1500m"],
    ["1000m", "1"],
    ["1000", "1k"],
    ["1500", "1500"],
    ["100000", "100k"],
    ["1024Mi", "1Gi"],
    ["1024Ki", "1Mi"],
    ["1.5Gi", "1536Mi"],
    ["8Ki", "8Ki"],
    ["5Pi", "5Pi"],
    ["0Mi", "0"],
    ["0m", "0"],
    ["-100m", "-100m"],
    ["-0.5", "-500m"],
    ["-0", "0"],
    ["-2048Ki", "-2Mi"],
    ["1e3", "1e3"],
    ["1e4", "10e3"],
    ["12e-2", "120e-3"],
    ["1000e0", "1e3"],
    ["5e0", "5e0"],
    ["50.0e0", "50"],
    ["1E", "1E"],
    ["1000E", "1000E"],
    ["1000000000000000000000", "1000E"],
    ["100000", "100k"],
  ])("canonicalQuantity() of %j is %j", (text, canonical) => {
    expect(canonicalQuantity(text)).toBe(canonical);
  });

  test.each([["+5"], ["0012"], ["1.500"], ["2E3"], ["1.m"], ["+12Ki"]])(
    "parseQuantity() keeps the spelling of %j, whose digits are canonical",
    (text) => {
      expect(canonicalQuantity(text)).toBe(text);
    },
  );

  test.each([
    ["0.1n", "1n"],
    ["1.2345678912", "1234567892n"],
    ["-0.1n", "-1n"],
    ["1e-10", "1e-9"],
    ["1e-900", "1e-9"],
    ["0.0001Ki", "102400u"],
    ["0.0000000001Ki", "103n"],
  ])("parseQuantity() rounds %j away from zero to %j", (text, canonical) => {
    expect(canonicalQuantity(text)).toBe(canonical);
  });

  test("a binary quantity that has a fraction or is below 1024 prints as a decimal one", () => {
    expect(canonicalQuantity("0.5Ki")).toBe("512");
    expect(canonicalQuantity("1.0001Ki")).toBe("1024102400u");
  });

  test("parseQuantity() caps binary quantities at the largest 64-bit integer", () => {
    expect(canonicalQuantity("8Ei")).toBe("9223372036854775807");
    expect(canonicalQuantity("99999Pi")).toBe("9223372036854775807");
    expect(canonicalQuantity("-9000Ei")).toBe("-9223372036854775807");
  });

  test("parseQuantity() does not cap decimal quantities at 64 bits", () => {
    expect(canonicalQuantity("9223372036854775808")).toBe("9223372036854775808");
    expect(canonicalQuantity("1e300")).toBe("1e300");
  });
});

describe("parseQuantity() of invalid text", () => {
  test.each([
    ["", malformed],
    ["1 ", malformed],
    ["1.2.3", malformed],
    ["1e1.5", malformed],
    ["abc", malformed],
    ["1Mi5x", malformed],
    ["--1", badSuffix],
    ["5K", badSuffix],
    ["1i", badSuffix],
    ["1mm", badSuffix],
    ["1e", badSuffix],
    ["1M5", badSuffix],
    ["1e99999999999999999999", badSuffix],
    ["Pi", badNumber],
    ["1e5000", badNumber],
  ])("parseQuantity() rejects %j", (text, message) => {
    expect(() => parseQuantity(text)).toThrow(new ParseError(message));
  });

  test("parseQuantity() rejects a number of more than 1002 digits", () => {
    expect(parseQuantity("9".repeat(1002)).sign).toBe(1);
    expect(() => parseQuantity("9".repeat(1003))).toThrow(new ParseError(badNumber));
  });

  test("parseQuantity() rejects hostile text of a megabyte quickly", () => {
    const startMs = performance.now();
    for (const text of ["0".repeat(1e6), "1".repeat(1e6), `${"1".repeat(1e6)}x`, `0.${"0".repeat(1e6)}1`]) {
      expect(() => parseQuantity(text)).toThrow(malformed);
    }
    expect(performance.now() - startMs).toBeLessThan(1000);
  });
});

describe("amounts of quantities", () => {
  test.each([
    ["1.5", 2n, 1500n],
    ["100m", 1n, 100n],
    ["1n", 1n, 1n],
    ["-1.5", -2n, -1500n],
    ["1Gi", 1_073_741_824n, 1_073_741_824_000n],
    ["0", 0n, 0n],
  ])("value() and milliValue() round %j away from zero to %d units and %d thousandths", (text, units, milli) => {
    expect(parseQuantity(text).value()).toBe(units);
    expect(parseQuantity(text).milliValue()).toBe(milli);
  });

  test("asInteger() returns only whole numbers that fit 64 bits", () => {
    expect(parseQuantity("50k").asInteger()).toBe(50_000n);
    expect(parseQuantity("1Gi").asInteger()).toBe(1_073_741_824n);
    expect(parseQuantity("1000m").asInteger()).toBe(1n);
    expect(parseQuantity("1.5").asInteger()).toBeUndefined();
    expect(parseQuantity("9223372036854775808").asInteger()).toBeUndefined();
  });

  test("asApproximateFloat() returns the nearest float, or infinity", () => {
    expect(parseQuantity("1.5").asApproximateFloat()).toBe(1.5);
    expect(parseQuantity("-300m").asApproximateFloat()).toBe(-0.3);
    expect(parseQuantity("1e400").asApproximateFloat()).toBe(Number.POSITIVE_INFINITY);
  });

  test("sign and isZero describe the amount", () => {
    expect(["-1n", "0Ki", "1e9"].map((text) => parseQuantity(text).sign)).toEqual([-1, 0, 1]);
    expect(parseQuantity("0.000").isZero).toBe(true);
    expect(parseQuantity("1n").isZero).toBe(false);
  });
});

describe("arithmetic with quantities", () => {
  test("compare() compares amounts regardless of their suffixes", () => {
    expect(parseQuantity("50M").compare(parseQuantity("50Mi"))).toBe(-1);
    expect(parseQuantity("1Gi").compare(parseQuantity("1024Mi"))).toBe(0);
    expect(parseQuantity("1").compare(parseQuantity("999m"))).toBe(1);
    expect(parseQuantity("-1e900").compare(parseQuantity("1e-9"))).toBe(-1);
  });

  test("add() uses the format of the first quantity, or of the second if the first is zero", () => {
    expect(parseQuantity("1k").add(parseQuantity("1")).toString()).toBe("1001");
    expect(parseQuantity("1Mi").add(parseQuantity("1024Ki")).toString()).toBe("2Mi");
    expect(parseQuantity("1e3").add(parseQuantity("1Ki")).toString()).toBe("2024");
    expect(Quantity.zero.add(parseQuantity("1024Mi")).toString()).toBe("1Gi");
    expect(parseQuantity("1Gi").sub(parseQuantity("512Mi")).toString()).toBe("512Mi");
    expect(parseQuantity("100m").sub(parseQuantity("1")).toString()).toBe("-900m");
  });

  test("quantities without a spelling print in canonical form", () => {
    expect(Quantity.of(2048, "BinarySI").toString()).toBe("2Ki");
    expect(Quantity.ofMilli(1500).toString()).toBe("1500m");
    expect(Quantity.of(3n).negate().toString()).toBe("-3");
    expect(JSON.stringify({ cpu: Quantity.ofMilli(250n) })).toBe('{"cpu":"250m"}');
  });

  test("canonicalQuantity() returns a decimal amount for a binary one that is not a multiple of 1024", () => {
    expect(canonicalQuantity("577106312.5Ki")).toBe("590956864k");
    expect(canonicalQuantity("62.5Ki")).toBe("64k");
    expect(canonicalQuantity("1.5Ki")).toBe("1536");
  });

  test("arithmetic is capped at a maximum whose text can be parsed", () => {
    const greatest = parseQuantity(`9e1001`);
    const sum = greatest.add(greatest);
    expect(sum.compare(greatest)).toBe(1);
    expect(parseQuantity(sum.toString()).compare(sum)).toBe(0);
  });
});

describe("laws of quantities", () => {
  const digits = fc.integer({ min: 0, max: 10 ** 9 });
  const suffix = fc.constantFrom("n", "u", "m", "", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "e3", "E-2");
  const text = fc
    .tuple(fc.constantFrom("", "-", "+"), digits, fc.constantFrom("", ".", ".5", ".25", ".000"), suffix)
    .map((parts) => parts.join(""));
  const quantity = text.map(parseQuantity);

  test("canonicalQuantity() is idempotent and keeps the amount", () => {
    fc.assert(
      fc.property(text, (one) => {
        const canonical = canonicalQuantity(one);
        expect(canonicalQuantity(canonical)).toBe(canonical);
        expect(parseQuantity(canonical).compare(parseQuantity(one))).toBe(0);
      }),
    );
  });

  test("add() is commutative, and sub() reverses it", () => {
    fc.assert(
      fc.property(quantity, quantity, (one, other) => {
        expect(one.add(other).nanos).toBe(other.add(one).nanos);
        expect(one.add(other).sub(other).nanos).toBe(one.nanos);
        expect(one.compare(other)).toBe(one.sub(other).sign);
      }),
    );
  });

  test("parseQuantity() reads the text of a sum as the same sum", () => {
    fc.assert(
      fc.property(quantity, quantity, (one, other) => {
        const sum = one.add(other);
        fc.pre(sum.format !== "BinarySI" || BigInt.asIntN(64, sum.value()) === sum.value());
        expect(parseQuantity(sum.toString()).nanos).toBe(sum.nanos);
      }),
    );
  });
});
