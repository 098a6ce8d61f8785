import { expect, test } from "vitest";
import { checkTrustBundleName, signerOfBundle } from "./trust-bundle-name.ts";

test("signerOfBundle() returns the signer in the name of a bundle", () => {
  expect(signerOfBundle("example.com:ca:roots")).toBe("example.com/ca");
  expect(checkTrustBundleName("example.com/ca", "example.com:ca:roots")).toEqual([]);
  expect(checkTrustBundleName("example.com/ca", "roots")).toEqual([
    "ClusterTrustBundle for signerName example.com/ca must be named with prefix example.com:ca:",
  ]);
});

test("signerOfBundle() returns an empty text for a bundle without a signer", () => {
  expect(signerOfBundle("roots")).toBe("");
  expect(checkTrustBundleName("", "roots")).toEqual([]);
  expect(checkTrustBundleName("", "example.com:roots")).toEqual([
    'ClusterTrustBundle without signer name must not have ":" in its name',
  ]);
});
