import { expect, test } from "vitest";
import { builtinKinds } from "../../api/builtin.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { readRuntimeConfig } from "./runtime-config.ts";

/** Returns the served resources as `group/version/plural` or `version/plural`. */
function servedBy(...settings: string[]): readonly string[] {
  const { isServed, problems } = readRuntimeConfig(settings, vocabularies.kubernetes);
  expect(problems).toEqual([]);
  return builtinKinds.filter(isServed).map(({ group, version, plural }) => {
    const bound = vocabularies.kubernetes.bind(group);
    return bound === "" ? `${version}/${plural}` : `${bound}/${version}/${plural}`;
  });
}

test("stable versions are served, alpha and newer beta versions are not", () => {
  const served = servedBy();
  expect(served).toContain("v1/pods");
  expect(served).toContain("networking.k8s.io/v1/ingresses");
  expect(served.filter((one) => /alpha|beta/.test(one))).toEqual([]);
});

test("one setting enables or disables all resources of a version", () => {
  expect(servedBy("networking.k8s.io/v1beta1")).toEqual(
    expect.arrayContaining(["networking.k8s.io/v1beta1/ipaddresses", "networking.k8s.io/v1beta1/servicecidrs"]),
  );
  expect(servedBy("batch/v1=false").filter((one) => one.startsWith("batch/"))).toEqual([]);
});

test("one setting enables a single resource, or disables it in an enabled version", () => {
  const withIPAddresses = servedBy("networking.k8s.io/v1beta1/ipaddresses=true");
  expect(withIPAddresses.filter((one) => one.includes("v1beta1"))).toEqual(["networking.k8s.io/v1beta1/ipaddresses"]);
  const withoutCronJobs = servedBy("batch/v1/cronjobs=false");
  expect(withoutCronJobs).toContain("batch/v1/jobs");
  expect(withoutCronJobs).not.toContain("batch/v1/cronjobs");
});

test("the more specific setting counts, in any order", () => {
  const batchKinds = servedBy().filter((one) => one.startsWith("batch/v1/"));
  expect(batchKinds).toContain("batch/v1/jobs");
  expect(servedBy("batch/v1=true", "api/all=false")).toEqual(batchKinds);
  expect(servedBy("api/ga=false", "api/all=true").filter((one) => one.startsWith("v1/"))).toEqual([]);
  expect(servedBy("api/beta=true")).toContain("networking.k8s.io/v1beta1/ipaddresses");
});

test("the last setting of a key counts, and a key without a value means true", () => {
  expect(servedBy("api/v1=false", "v1")).toContain("v1/pods");
  expect(servedBy("v1", "api/v1=false")).not.toContain("v1/pods");
});

test("values may have any spelling of a boolean flag", () => {
  expect(servedBy("v1=0")).not.toContain("v1/pods");
  expect(servedBy("v1=F", "v1=t")).toContain("v1/pods");
  expect(servedBy("v1=false", "v1=")).toContain("v1/pods");
  expect(readRuntimeConfig(["v1=tRUE"], vocabularies.kubernetes).problems).toHaveLength(1);
});

test("unknown keys and malformed settings are rejected by name", () => {
  const { problems } = readRuntimeConfig(["batch/v2=true", "batch/v1=maybe", "pods"], vocabularies.kubernetes);
  expect(problems).toEqual([
    '--runtime-config knows no group version or resource "batch/v2"; did you mean batch/v1?',
    '--runtime-config takes KEY=true or KEY=false, not "batch/v1=maybe"',
    expect.stringContaining('--runtime-config knows no group version or resource "pods"'),
  ]);
});

test("keys use the vocabulary of the cluster", () => {
  const { problems } = readRuntimeConfig(["networking.orch.io/v1=false"], vocabularies.orch);
  expect(problems).toEqual([]);
  expect(readRuntimeConfig(["networking.k8s.io/v1=false"], vocabularies.orch).problems).toHaveLength(1);
});
