import { expect, test } from "vitest";
import { builtinKinds } from "../../api/builtin.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { readRuntimeConfig } from "./runtime-config.ts";

/** Returns the served resources as `group/version/plural` or `version/plural`. */
function servedBy(...settings: string[]): readonly string[] {
  const { isServed, problems } = readRuntimeConfig(settings, { vocabulary: vocabularies.kubernetes });
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
  expect(readRuntimeConfig(["v1=tRUE"], { vocabulary: vocabularies.kubernetes }).problems).toHaveLength(1);
});

test.each([
  ["batch/v2=true", "group version batch/v2 that has not been registered; did you mean batch/v1?"],
  ["batch/v1=maybe", 'invalid value of batch/v1: maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax'],
  ["api/all=maybe", "invalid value api/all=maybe"],
  ["api/beta", "invalid value api/beta="],
  ["api/ga=1", "invalid value api/ga=1"],
  ["api/all=false", "invalid key with only api/all=false"],
  ["foo", "runtime-config invalid key foo"],
  ["pods", expect.stringMatching(/^runtime-config invalid key pods/)],
  ["a/b/c/d", "runtime-config invalid key a/b/c/d"],
  ["=true", expect.stringMatching(/^runtime-config invalid key /)],
  ["example.com/v1", "unknown api groups example.com"],
  [
    "batch/v1/Jobs",
    'invalid key batch/v1/Jobs: group/version/resource and resource is always lowercase plural, not "Jobs"',
  ],
  ["batch/v1/job", 'group version batch/v1 has no resource "job"; did you mean batch/v1/jobs?'],
])("--runtime-config rejects %s", (setting, problem) => {
  const { problems } = readRuntimeConfig([setting], { vocabulary: vocabularies.kubernetes });
  const [first = ""] = problems;
  expect(problems).toHaveLength(1);
  expect(first.replace("--runtime-config: ", "").replace(/; did you mean (?!batch).*$/, "")).toEqual(problem);
});

test("versions of earlier releases are accepted with a warning", () => {
  const settings = ["batch/v1beta1=true", "flowcontrol.apiserver.k8s.io/v1beta3", "api/legacy=false", ""];
  const { problems, warnings } = readRuntimeConfig(settings, { vocabulary: vocabularies.kubernetes });
  expect([problems, warnings.length]).toEqual([[], 3]);
  expect(warnings[0]).toBe("--runtime-config: batch/v1beta1 has no effect, because it is not served any more");
});

test("an emulated release does not serve versions that were introduced later", () => {
  const settings = ["api/alpha=true", "api/beta=true"];
  const { isServed } = readRuntimeConfig(settings, { vocabulary: vocabularies.kubernetes, minor: 31 });
  const missing = builtinKinds.filter((kind) => /alpha|beta/.test(kind.version) && !isServed(kind));
  const groupVersions = missing.map(({ group, version }) => `${vocabularies.kubernetes.bind(group)}/${version}`);
  expect([...new Set(groupVersions)].sort()).toEqual([
    "admissionregistration.k8s.io/v1alpha1",
    "coordination.k8s.io/v1alpha2",
    "resource.k8s.io/v1beta1",
  ]);
});

test("keys use the vocabulary of the cluster", () => {
  const { problems } = readRuntimeConfig(["networking.orch.io/v1=false"], { vocabulary: vocabularies.orch });
  expect(problems).toEqual([]);
  expect(readRuntimeConfig(["networking.k8s.io/v1=false"], { vocabulary: vocabularies.orch }).problems).toHaveLength(1);
});
