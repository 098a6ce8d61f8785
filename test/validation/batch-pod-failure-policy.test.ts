import { describe } from "vitest";
import { specWith } from "../support/controllers.ts";
import { jobs as collection, disrupted, jobSpec } from "../support/jobs.ts";
import { type Change, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();
const jobs = new Refusals(server, collection, { spec: jobSpec });

function judging(...rules: readonly object[]): Change {
  return specWith({ podFailurePolicy: { rules } });
}

const first = "spec.podFailurePolicy.rules[0]";

describe("how a Job judges the failures of its Pods", () => {
  const rules = Array.from({ length: 21 }, () => disrupted);
  jobs.create("[JobSpec#21] takes no more than 20 rules", judging(...rules), [
    "spec.podFailurePolicy.rules: Too many: 21: must have at most 20 items",
  ]);
  jobs.accepts("may take 20 rules", judging(...rules.slice(1)));
  jobs.create("[JobSpec#22] has consequences", judging({ ...disrupted, action: "" }), [
    `${first}.action: Required value: valid values: ["Count" "FailIndex" "FailJob" "Ignore"]`,
  ]);
  jobs.create("[JobSpec#23] fails no index without indexes", judging({ ...disrupted, action: "FailIndex" }), [
    `${first}.action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set`,
  ]);
  jobs.create("[JobSpec#24] has consequences that there are", judging({ ...disrupted, action: "Retry" }), [
    `${first}.action: Unsupported value: "Retry": supported values: "Count", "FailIndex", "FailJob", "Ignore"`,
  ]);
  jobs.create(
    "[JobSpec#37] looks at exit codes or at conditions",
    judging({ ...disrupted, onExitCodes: { operator: "In", values: [1] } }),
    [`${first}: Invalid value: specifying both OnExitCodes and OnPodConditions is not supported`],
  );
  jobs.create("[JobSpec#38] looks at something", judging({ action: "Count" }), [
    `${first}: Invalid value: specifying one of OnExitCodes and OnPodConditions is required`,
  ]);
  jobs.create(
    "[JobSpec#48] waits until Pods have failed",
    specWith({ podFailurePolicy: { rules: [disrupted] }, podReplacementPolicy: "TerminatingOrFailed" }),
    ['spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"'],
  );
});

describe("exit codes by which a Job judges", () => {
  const path = `${first}.onExitCodes`;
  const exited = (requirement: object): Change =>
    judging({ action: "FailJob", onExitCodes: { operator: "In", values: [1], ...requirement } });

  jobs.create("[JobSpec#25] are compared", exited({ operator: "" }), [
    `${path}.operator: Required value: valid values: ["In" "NotIn"]`,
  ]);
  jobs.create("[JobSpec#26] are compared in a way that there is", exited({ operator: "Near" }), [
    `${path}.operator: Unsupported value: "Near": supported values: "In", "NotIn"`,
  ]);
  jobs.create("[JobSpec#27] are of a container that there is", exited({ containerName: "other" }), [
    `${path}.containerName: Invalid value: "other": must be one of the container or initContainer names in the pod template`,
  ]);
  jobs.create("[JobSpec#28] are given", exited({ values: undefined }), [
    `${path}.values: Invalid value: []int32(nil): at least one value is required`,
  ]);
  const codes = Array.from({ length: 256 }, (_, index) => index + 1);
  jobs.create("[JobSpec#29] are no more than 255", exited({ values: codes }), [
    `${path}.values: Too many: 256: must have at most 255 items`,
  ]);
  jobs.accepts("may be 255", exited({ values: codes.slice(1) }));
  jobs.create("[JobSpec#30] are those of failures", exited({ values: [0, 1] }), [
    `${path}.values[0]: Invalid value: 0: must not be 0 for the In operator`,
  ]);
  jobs.accepts("may be all but success", exited({ operator: "NotIn", values: [0] }));
  jobs.create("[JobSpec#31] differ", exited({ values: [1, 1] }), [`${path}.values[1]: Duplicate value: 1`]);
  jobs.create("[JobSpec#32] are in order", exited({ values: [2, 1] }), [
    `${path}.values: Invalid value: []int32{2, 1}: must be ordered`,
  ]);
});

describe("conditions by which a Job judges", () => {
  const patterns = (...onPodConditions: readonly object[]): Change => judging({ action: "Count", onPodConditions });
  const path = `${first}.onPodConditions`;

  const many = Array.from({ length: 21 }, () => ({ type: "DisruptionTarget" }));
  jobs.create("[JobSpec#33] are no more than 20", patterns(...many), [
    `${path}: Too many: 21: must have at most 20 items`,
  ]);
  jobs.accepts("may be 20", patterns(...many.slice(1)));
  jobs.create("[JobSpec#34] have a type that is a name", patterns({ type: "no type" }), [
    `${path}[0].type: Invalid value: "no type": name part must consist of alphanumeric characters, '-', '_' or '.', and ` +
      "must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for " +
      "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
  ]);
  jobs.create("[JobSpec#36] hold, do not, or may", patterns({ type: "DisruptionTarget", status: "Maybe" }), [
    `${path}[0].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"`,
  ]);

  const cronJobs = new Refusals(server, "/apis/batch/v1/namespaces/default/cronjobs", {
    spec: { schedule: "@hourly", jobTemplate: { spec: jobSpec } },
  });
  cronJobs.create(
    "[JobSpec#35] have a status in the template of a CronJob, where it has no default",
    ({ spec }) => {
      spec.jobTemplate.spec.podFailurePolicy = { rules: [disrupted] };
    },
    [
      "spec.jobTemplate.spec.podFailurePolicy.rules[0].onPodConditions[0].status: Required value: valid values: " +
        '["False" "True" "Unknown"]',
    ],
  );
});
