import { describe, expect, test } from "vitest";
import type { PodSpec } from "../../../api/index.ts";
import { formatFieldError } from "../../../meta/field-error.ts";
import { standaloneWrite, type ValidationContext } from "../../../schema/index.ts";
import { collect } from "../../reporting.ts";
import { reportContainersInPod } from "../container/container-in-pod-rules.ts";
import { reportContainerLists } from "../container/container-list-rules.ts";
import { reportVariableNames } from "../container/env-name-rules.ts";
import { reportSleeps } from "../container/sleep-rules.ts";
import { reportDns } from "./dns-rules.ts";
import { reportSharedSettings } from "./shared-namespace-rules.ts";

type Rule = (spec: PodSpec, context: ValidationContext) => void;

const path = "spec.template.spec";

function specOf(fields: object): PodSpec {
  return { containers: [{ name: "app", image: "app" }], terminationGracePeriodSeconds: 30, ...fields };
}

/**
 * Returns the errors of a rule for the Pod template of a controller. With `old`, the write replaces a controller with
 * that Pod spec.
 */
function errorsOf(rule: Rule, fields: object, old?: object): readonly string[] {
  const write =
    old === undefined ? standaloneWrite : { ...standaloneWrite, old: { spec: { template: { spec: specOf(old) } } } };
  return collect((context) => rule(specOf(fields), context), path, write).map(formatFieldError);
}

function container(fields: object): object {
  return { containers: [{ name: "app", image: "app", ...fields }] };
}

function init(fields: object): object {
  return { initContainers: [{ name: "helper", image: "app", restartPolicy: "Always", ...fields }] };
}

const sleep = (seconds: number): object => container({ lifecycle: { preStop: { sleep: { seconds } } } });
const pages = (amount: string): object =>
  container({ resources: { limits: { memory: "1Gi", "hugepages-2Mi": amount } } });
const resizePolicy = [{ resourceName: "cpu", restartPolicy: "NotRequired" }];
const sysctls = { securityContext: { sysctls: [{ name: "net.a", value: "1" }] } };

describe("invalid values of a stored Pod spec", () => {
  const cases: readonly [what: string, rule: Rule, fields: object, old: object][] = [
    ["domains with underscores", reportDns, { dnsConfig: { searches: ["_b"] } }, { dnsConfig: { searches: ["_a"] } }],
    [
      "a relaxed name of a variable",
      reportVariableNames,
      container({ env: [{ name: "a b" }, { name: "1" }] }),
      container({ env: [{ name: "a b" }] }),
    ],
    ["sleep of no time", reportSleeps, sleep(0), sleep(0)],
    ["broken huge pages", reportContainersInPod, pages("3Mi"), pages("1Mi")],
    ["sidecars that may be resized", reportContainerLists, init({ resizePolicy }), init({ resizePolicy })],
    [
      "parameters of the node's network",
      reportSharedSettings,
      { ...sysctls, hostNetwork: true },
      { ...sysctls, hostNetwork: true },
    ],
  ];

  test.each(cases)("a value that the stored spec has in the same form is accepted: %s", (_, rule, fields, old) => {
    expect(errorsOf(rule, fields)).not.toEqual([]);
    expect(errorsOf(rule, fields, {})).not.toEqual([]);
    expect(errorsOf(rule, fields, old)).toEqual([]);
  });
});

test("an invalid variable name is rejected if the stored spec has a different invalid name", () => {
  const [renamed, stored] = ["b c", "a b"].map((name) => container({ env: [{ name }] }));
  expect(errorsOf(reportVariableNames, renamed ?? {}, stored)).toHaveLength(1);
});

test("a sleep longer than the grace period is rejected, even if the stored spec has a sleep of 0 seconds", () => {
  expect(errorsOf(reportSleeps, sleep(31), sleep(0))).toEqual([
    `${path}.containers[0].lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than ` +
      "terminationGracePeriodSeconds (30)",
  ]);
});
