import { expect, test } from "vitest";
import { isOlder, parseSemanticVersion, type SemanticVersion } from "./semantic-version.ts";

test.each(["", "1", "1.2", "1.2.x", "01.2.3", "1.2.3-", "1.2.3-a..b", "1.2.3-01", "1.2.3+", "v1.2.3", "1.2.3 "])(
  "parseSemanticVersion() rejects %j",
  (text) => {
    expect(parseSemanticVersion(text)).toBeUndefined();
  },
);

test("parseSemanticVersion() reads the numbers and the prerelease", () => {
  expect(parseSemanticVersion("1.32.0")).toEqual({ numbers: [1n, 32n, 0n], prerelease: [] });
  expect(parseSemanticVersion("1.33.0-alpha.1+a-b.01")).toEqual({
    numbers: [1n, 33n, 0n],
    prerelease: ["alpha", 1n],
  });
});

test("parseSemanticVersion() rejects numbers of more than 64 bits", () => {
  expect(parseSemanticVersion("18446744073709551615.0.0")?.numbers[0]).toBe(18_446_744_073_709_551_615n);
  expect(parseSemanticVersion("18446744073709551616.0.0")).toBeUndefined();
});

test("isOlder() sorts versions by precedence", () => {
  const texts = [
    "1.0.0-1",
    "1.0.0-2",
    "1.0.0-10",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0",
    "1.0.1",
    "1.2.0",
    "1.10.0",
    "2.0.0",
  ];
  const versions = texts.map((text) => parseSemanticVersion(text) as SemanticVersion);
  versions.forEach((left, index) => {
    versions.forEach((right, other) => {
      expect(isOlder(left, right), `${texts[index]} and ${texts[other]}`).toBe(index < other);
    });
  });
});
