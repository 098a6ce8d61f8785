import { expect, test } from "vitest";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { readAuditPolicy } from "./read-policy.ts";

const head = "apiVersion: audit.k8s.io/v1\nkind: Policy\n";
const read = (text: string) => readAuditPolicy(text, vocabularies.kubernetes);
const dnsRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const stages = "allowed stages are RequestReceived,ResponseStarted,ResponseComplete,Panic";

// The messages are those of the reference, which was started with these files. Its own differences are named.
test.each([
  ["without rules", head, "loaded illegal policy with 0 rules"],
  [
    "with invalid levels",
    `${head}rules: [{}, {level: Foo}]`,
    "[rules[0].level: Required value, " +
      'rules[1].level: Unsupported value: "Foo": supported values: "None", "Metadata", "Request", "RequestResponse"]',
  ],
  [
    "with invalid stages",
    `${head}omitStages: [Foo]\nrules: [{level: None, omitStages: [Bar]}]`,
    `[omitStages[0]: Invalid value: "Foo": ${stages}, rules[0].omitStages[0]: Invalid value: "Bar": ${stages}]`,
  ],
  [
    "with invalid paths",
    `${head}rules: [{level: None, nonResourceURLs: ['x', '/a*b', '']}]`,
    `[rules[0].nonResourceURLs[0]: Invalid value: "x": non-resource URL rules must begin with a '/' character, ` +
      `rules[0].nonResourceURLs[1]: Invalid value: "/a*b": non-resource URL wildcards '*' must be the final character of the rule, ` +
      `rules[0].nonResourceURLs[2]: Invalid value: "": non-resource URL rules must begin with a '/' character]`,
  ],
  [
    "with invalid groups",
    `${head}rules: [{level: None, resources: [{group: 'rbac/v1'}, {group: '*'}]}]`,
    `[rules[0].resources.group: Invalid value: "rbac/v1": ${dnsRule}, rules[0].resources.group: Invalid value: "*": ${dnsRule}]`,
  ],
  [
    "with names without resources",
    `${head}rules: [{level: None, resources: [{resourceNames: [a]}]}]`,
    'rules[0].resources.resourceNames: Invalid value: []string{"a"}: using resourceNames requires at least one resource',
  ],
  [
    "with paths and namespaces",
    `${head}rules: [{level: None, nonResourceURLs: ['/a'], namespaces: [x]}]`,
    'rules[0].nonResourceURLs: Invalid value: []string{"/a"}: rules cannot apply to both regular resources and non-resource URLs',
  ],
  [
    "of another version",
    "apiVersion: audit.k8s.io/v1beta1\nkind: Policy\nrules: [{level: None}]",
    'failed decoding: no kind "Policy" is registered for version "audit.k8s.io/v1beta1" in scheme "k8s.io/apiserver/pkg/audit/scheme.go:30"',
  ],
  [
    "with a value of a wrong type",
    `${head}rules: {}`,
    "failed decoding: json: cannot unmarshal object into Go struct field Policy.rules of type []v1.PolicyRule",
  ],
])("a policy %s is rejected", (_, text, message) => {
  expect(() => read(text)).toThrow(new ConfigurationError(message));
});

test.each([
  [
    "half written",
    `${head}rules:\n- level: Metadata\n  resources:\n  - group: "`,
    /^failed decoding: .*end of stream/s,
  ],
  ["empty", "", /^failed decoding: /],
  ["with an unknown field", `${head}rules: [{level: None, verb: [get]}]`, /unknown field "rules\[0\].verb"/],
  ["with a repeated field", `${head}rules: [{level: None}]\nrules: [{level: Metadata}]`, /"rules" already set/],
  ["that is too large", `${head}#${"x".repeat(4e6)}`, /at most 3145728 bytes/],
])("a policy that is %s is rejected, unlike in the reference if it ignores the fault", (_, text, message) => {
  expect(() => read(text)).toThrow(message);
});

test("a rule has the stages and the managed fields of the policy, unless it says otherwise", () => {
  const { rules } = read(
    `${head}omitStages: [RequestReceived]\nomitManagedFields: true\n` +
      "rules: [{level: Request, omitStages: [Panic, RequestReceived], omitManagedFields: false}, {level: Metadata}]",
  );
  expect(rules.map(({ level, omitStages, omitManagedFields }) => ({ level, omitStages, omitManagedFields }))).toEqual([
    { level: "Request", omitStages: ["RequestReceived", "Panic"], omitManagedFields: false },
    { level: "Metadata", omitStages: ["RequestReceived"], omitManagedFields: true },
  ]);
});

test("a policy is read in the vocabulary of the cluster", () => {
  const text = "apiVersion: audit.orch.io/v1\nkind: Policy\nrules: [{level: None}]";
  expect(readAuditPolicy(text, vocabularies.orch).rules).toHaveLength(1);
});
