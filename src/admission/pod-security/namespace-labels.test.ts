import { expect, test } from "vitest";
import { TestedPlugin } from "./testing/requests.ts";

const plugin = new TestedPlugin({ labels: {} });

const levelError = (label: string, value: string): string =>
  `metadata.labels[pod-security.kubernetes.io/${label}]: Invalid value: "${value}": must be one of privileged, baseline, restricted`;
const versionError = (label: string, value: string): string =>
  `metadata.labels[pod-security.kubernetes.io/${label}]: Invalid value: "${value}": must be "latest" or "v1.x"`;

test("PodSecurity rejects a namespace with invalid labels", async () => {
  expect((await plugin.label({ enforce: "x" })).rejection).toEqual([
    422,
    `Namespace "shop" is invalid: ${levelError("enforce", "x")}`,
  ]);
  const labels = {
    "warn-version": "v1.01",
    warn: "",
    "audit-version": "1.2",
    audit: "Baseline",
    "enforce-version": "v2.0",
  };
  const errors = [
    versionError("enforce-version", "v2.0"),
    levelError("audit", "Baseline"),
    versionError("audit-version", "1.2"),
    levelError("warn", ""),
    versionError("warn-version", "v1.01"),
  ];
  expect((await plugin.label(labels)).rejection).toEqual([422, `Namespace "shop" is invalid: [${errors.join(", ")}]`]);
});

test.each(["v1.0", "v1.32", "v1.99", "v1.9223372036854775807", "latest"])("%s is a version", async (version) => {
  expect((await plugin.label({ "enforce-version": version })).rejection).toBeUndefined();
});

test.each(["v1", "v1.", "v1.-1", "v1.00", "v1.9223372036854775808", "v0.1", "V1.2", "v1.2 ", "Latest"])(
  "%j is no version",
  async (version) => {
    expect((await plugin.label({ "enforce-version": version })).rejection?.[0]).toBe(422);
  },
);

test("an update may keep invalid labels, but not change them to other invalid ones", async () => {
  expect((await plugin.label({ enforce: "x", other: "y" }, { enforce: "x" })).rejection).toBeUndefined();
  expect((await plugin.label({ enforce: "y" }, { enforce: "x" })).rejection?.[0]).toBe(422);
  expect((await plugin.label({ enforce: "x", warn: "y" }, { enforce: "x" })).rejection?.[0]).toBe(422);
});
