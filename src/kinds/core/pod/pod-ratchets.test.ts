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

/** What a rule says of the spec in a controller that is made, or that takes the place of one with the spec `old`. */
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

describe("what a stored spec has already may stay", () => {
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

  test.each(cases)("%s", (_, rule, fields, old) => {
    expect(errorsOf(rule, fields)).not.toEqual([]);
    expect(errorsOf(rule, fields, {})).not.toEqual([]);
    expect(errorsOf(rule, fields, old)).toEqual([]);
  });
});

test("a relaxed name that is no longer there lets no other in", () => {
  const [renamed, former] = ["b c", "a b"].map((name) => container({ env: [{ name }] }));
  expect(errorsOf(reportVariableNames, renamed ?? {}, former)).toHaveLength(1);
});

test("a sleep is no longer than there is time, even where none was", () => {
  expect(errorsOf(reportSleeps, sleep(31), sleep(0))).toEqual([
    `${path}.containers[0].lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than ` +
      "terminationGracePeriodSeconds (30)",
  ]);
});
