import { describe } from "vitest";
import { notConditionReason, notLabelValue, notQualifiedName } from "../support/format-messages.ts";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();

const budgets = new Refusals(server, "/apis/policy/v1/namespaces/default/poddisruptionbudgets", {
  spec: { minAvailable: 1, selector: {} },
});

describe("a label selector", () => {
  /** @param cause with a path relative to the requirement */
  function refuse(title: string, requirement: object, cause: string): void {
    budgets.create(
      title,
      ({ spec }) => {
        spec.selector.matchExpressions = [requirement];
      },
      [`spec.selector.matchExpressions[0].${cause}`],
    );
  }

  refuse(
    "[LabelSelector#1] a requirement with the operator In and without values is rejected",
    { key: "app", operator: "In" },
    "values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
  );

  refuse(
    "[LabelSelector#2] a requirement with the operator Exists and values is rejected",
    { key: "app", operator: "Exists", values: ["web"] },
    "values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
  );

  refuse(
    "[LabelSelector#3] a requirement with an unknown operator is rejected",
    { key: "app", operator: "Gt", values: ["1"] },
    'operator: Invalid value: "Gt": not a valid selector operator',
  );

  refuse(
    "[LabelSelector#4] a requirement whose key is no label name is rejected",
    { key: "a b", operator: "Exists" },
    `key: Invalid value: "a b": ${notQualifiedName}`,
  );

  refuse(
    "[LabelSelector#5] a requirement with an invalid label value is rejected",
    { key: "app", operator: "NotIn", values: ["web", "a b"] },
    `values[1]: Invalid value: "a b": ${notLabelValue}`,
  );
});

describe("a condition in a status", () => {
  const good = {
    type: "DisruptionAllowed",
    status: "True",
    lastTransitionTime: "2025-06-01T12:00:00Z",
    reason: "Enough",
    message: "",
  };

  /** @param cause with a path relative to the condition */
  function refuse(title: string, change: (condition: Manifest) => unknown, cause: string): void {
    budgets.update(title, {
      subresource: "status",
      change: (budget) => {
        const condition = { ...good };
        change(condition);
        budget.status = { ...budget.status, conditions: [condition] };
      },
      causes: [`status.conditions[0].${cause}`],
    });
  }

  budgets.update("[Conditions#1] two conditions of the same type are rejected", {
    subresource: "status",
    change: (budget) => {
      budget.status = { ...budget.status, conditions: [good, good] };
    },
    causes: ['status.conditions[1].type: Duplicate value: "DisruptionAllowed"'],
  });

  refuse(
    "[Conditions#2] a condition whose type is no qualified name is rejected",
    (one) => Object.assign(one, { type: "It is" }),
    `type: Invalid value: "It is": ${notQualifiedName}`,
  );

  refuse(
    "[Conditions#3] a condition with an unknown status is rejected",
    (one) => Object.assign(one, { status: "Perhaps" }),
    'status: Unsupported value: "Perhaps": supported values: "False", "True", "Unknown"',
  );

  refuse(
    "[Conditions#4] a condition with a negative observedGeneration is rejected",
    (one) => Object.assign(one, { observedGeneration: -1 }),
    "observedGeneration: Invalid value: -1: must be greater than or equal to zero",
  );

  refuse(
    "[Conditions#5] a condition without a lastTransitionTime is rejected",
    (one) => delete one.lastTransitionTime,
    "lastTransitionTime: Required value: must be set",
  );

  refuse(
    "[Conditions#6] a condition without a reason is rejected",
    (one) => delete one.reason,
    "reason: Required value: must be set",
  );

  refuse(
    "[Conditions#7] a condition with a space in its reason is rejected",
    (one) => Object.assign(one, { reason: "It is" }),
    `reason: Invalid value: "It is": ${notConditionReason}`,
  );

  refuse(
    "[Conditions#8] a condition with a reason of 1025 bytes is rejected",
    (one) => Object.assign(one, { reason: "r".repeat(1025) }),
    "reason: Too long: may not be more than 1024 bytes",
  );

  refuse(
    "[Conditions#9] a condition with a message of 32769 bytes is rejected",
    (one) => Object.assign(one, { message: "m".repeat(32_769) }),
    "message: Too long: may not be more than 32768 bytes",
  );
});
