import { describe, expect, test } from "vitest";
import { ArrayListValue, Duration, EntryMapValue, OptionalValue, Timestamp, Uint } from "../values/index.ts";
import { printedAsFormat, printedValue } from "./printed-value.ts";

test("printedValue() prints values as Go's %v does", () => {
  const values = [null, 1.5, 1e21, new Uint(7n), "a b", true, new Uint8Array([97, 255])];
  expect(printedValue(new ArrayListValue(values))).toBe("[0, 1.5, 1e+21, 7, a b, true, [97 255]]");
  expect(printedValue(EntryMapValue.of([["a", null]]))).toBe("{a: 0}");
  expect(printedValue(new Duration(90_500_000_000n))).toBe("1m30.5s");
  expect(printedValue(new Timestamp(0, 5_000_000))).toBe("1970-01-01 00:00:00.005 +0000 UTC");
  expect(printedValue(new Timestamp(0, 0, 19_800))).toBe("1970-01-01 05:30:00 +0530 +0530");
  expect(printedValue(OptionalValue.of(1n))).toBe("optional(1)");
  expect(printedValue(OptionalValue.none)).toBe("optional.none()");
});

describe("printedAsFormat()", () => {
  test.each([
    ["100%", "100%!(NOVERB)"],
    ["a%db", "a%!d(MISSING)b"],
    ['"%"', '"%!"(MISSING)'],
    ["50%% of 5%é", "50% of 5%!é(MISSING)"],
    ["%-5.2f", "%!f(MISSING)"],
  ])("%j is printed as %j", (text, printed) => {
    expect(printedAsFormat(text)).toBe(printed);
  });
});
