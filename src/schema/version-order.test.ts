import { expect, test } from "vitest";
import { compareVersions } from "./version-order.ts";

test("versions are sorted by stability, then by number, and other names come last", () => {
  const sorted = [
    "v10",
    "v2",
    "v1",
    "v0",
    "v11beta2",
    "v10beta3",
    "v3beta1",
    "v12alpha1",
    "v11alpha2",
    "v11alpha0",
    "foo1",
    "foo10",
  ];
  expect(sorted.toReversed().sort(compareVersions)).toEqual(sorted);
});
