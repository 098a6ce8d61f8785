import { describe } from "vitest";
import { specWith } from "../support/controllers.ts";
import { jobs as collection, jobSpec, podFailureRule } from "../support/jobs.ts";
import { type Change, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const jobs = new Refusals(server, collection, { spec: jobSpec });

function judging(...rules: readonly object[]): Change {
  return specWith({ podFailurePolicy: { rules } });
}

const first = "spec.podFailurePolicy.rules[0]";

describe("the podFailurePolicy of a Job", () => {
  const rules = Array.from({ length: 21 }, () => podFailureRule);
  jobs.create("[JobSpec#21] a podFailurePolicy with 21 rules is rejected", judging(...rules), [
    "spec.podFailurePolicy.rules: Too many: 21: must have at most 20 items",
  ]);
  jobs.accepts("a podFailurePolicy with 20 rules is accepted", judging(...rules.slice(1)));
  jobs.create("[JobSpec#22] a rule without an action is rejected", judging({ ...podFailureRule, action: "" }), [
    `${first}.action: Required value: valid values: ["Count" "FailIndex" "FailJob" "Ignore"]`,
  ]);
  jobs.create(
    "[JobSpec#23] a rule with the action FailIndex and without backoffLimitPerIndex is rejected",
    judging({ ...podFailureRule, action: "FailIndex" }),
    [`${first}.action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set`],
  );
  jobs.create(
    "[JobSpec#24] a rule with an unknown action is rejected",
    judging({ ...podFailureRule, action: "Retry" }),
    [`${first}.action: Unsupported value: "Retry": supported values: "Count", "FailIndex", "FailJob", "Ignore"`],
  );
  jobs.create(
    "[JobSpec#37] a rule with both onExitCodes and onPodConditions is rejected",
    judging({ ...podFailureRule, onExitCodes: { operator: "In", values: [1] } }),
    [`${first}: Invalid value: specifying both OnExitCodes and OnPodConditions is not supported`],
  );
  jobs.create(
    "[JobSpec#38] a rule with neither onExitCodes nor onPodConditions is rejected",
    judging({ action: "Count" }),
    [`${first}: Invalid value: specifying one of OnExitCodes and OnPodConditions is required`],
  );
  jobs.create(
    "[JobSpec#48] a podFailurePolicy with the podReplacementPolicy TerminatingOrFailed is rejected",
    specWith({ podFailurePolicy: { rules: [podFailureRule] }, podReplacementPolicy: "TerminatingOrFailed" }),
    ['spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"'],
  );
});

describe("onExitCodes", () => {
  const path = `${first}.onExitCodes`;
  const exited = (requirement: object): Change =>
    judging({ action: "FailJob", onExitCodes: { operator: "In", values: [1], ...requirement } });

  jobs.create("[JobSpec#25] exit codes without an operator are rejected", exited({ operator: "" }), [
    `${path}.operator: Required value: valid values: ["In" "NotIn"]`,
  ]);
  jobs.create("[JobSpec#26] exit codes with an unknown operator are rejected", exited({ operator: "Near" }), [
    `${path}.operator: Unsupported value: "Near": supported values: "In", "NotIn"`,
  ]);
  jobs.create("[JobSpec#27] exit codes of an unknown container are rejected", exited({ containerName: "other" }), [
    `${path}.containerName: Invalid value: "other": must be one of the container or initContainer names in the pod template`,
  ]);
  jobs.create("[JobSpec#28] an operator without exit codes is rejected", exited({ values: undefined }), [
    `${path}.values: Invalid value: []int32(nil): at least one value is required`,
  ]);
  const codes = Array.from({ length: 256 }, (_, index) => index + 1);
  jobs.create("[JobSpec#29] a list of 256 exit codes is rejected", exited({ values: codes }), [
    `${path}.values: Too many: 256: must have at most 255 items`,
  ]);
  jobs.accepts("a list of 255 exit codes is accepted", exited({ values: codes.slice(1) }));
  jobs.create("[JobSpec#30] exit code 0 with the operator In is rejected", exited({ values: [0, 1] }), [
    `${path}.values[0]: Invalid value: 0: must not be 0 for the In operator`,
  ]);
  jobs.accepts("exit code 0 with the operator NotIn is accepted", exited({ operator: "NotIn", values: [0] }));
  jobs.create("[JobSpec#31] a repeated exit code is rejected", exited({ values: [1, 1] }), [
    `${path}.values[1]: Duplicate value: 1`,
  ]);
  jobs.create("[JobSpec#32] exit codes in descending order are rejected", exited({ values: [2, 1] }), [
    `${path}.values: Invalid value: []int32{2, 1}: must be ordered`,
  ]);
});

describe("onPodConditions", () => {
  const patterns = (...onPodConditions: readonly object[]): Change => judging({ action: "Count", onPodConditions });
  const path = `${first}.onPodConditions`;

  const many = Array.from({ length: 21 }, () => ({ type: "DisruptionTarget" }));
  jobs.create("[JobSpec#33] a list of 21 Pod conditions is rejected", patterns(...many), [
    `${path}: Too many: 21: must have at most 20 items`,
  ]);
  jobs.accepts("a list of 20 Pod conditions is accepted", patterns(...many.slice(1)));
  jobs.create(
    "[JobSpec#34] a Pod condition whose type is no qualified name is rejected",
    patterns({ type: "no type" }),
    [
      `${path}[0].type: Invalid value: "no type": name part must consist of alphanumeric characters, '-', '_' or '.', and ` +
        "must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for " +
        "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
  );
  jobs.create(
    "[JobSpec#36] a Pod condition with an unknown status is rejected",
    patterns({ type: "DisruptionTarget", status: "Maybe" }),
    [`${path}[0].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"`],
  );

  const cronJobs = new Refusals(server, "/apis/batch/v1/namespaces/default/cronjobs", {
    spec: { schedule: "@hourly", jobTemplate: { spec: jobSpec } },
  });
  cronJobs.create(
    "[JobSpec#35] a Pod condition without a status is rejected in a CronJob, because it has no default there",
    ({ spec }) => {
      spec.jobTemplate.spec.podFailurePolicy = { rules: [podFailureRule] };
    },
    [
      "spec.jobTemplate.spec.podFailurePolicy.rules[0].onPodConditions[0].status: Required value: valid values: " +
        '["False" "True" "Unknown"]',
    ],
  );
});
