import { describe } from "vitest";
import { type Change, Refusals, ruleServer } from "../support/refusals.ts";

describe("a PriorityClass", () => {
  const classes = new Refusals(ruleServer(), "/apis/scheduling.orch.io/v1/priorityclasses", { value: 1 });
  const reserved = "priority class names with 'system-' prefix are reserved for system use only. error: ";
  const called =
    (name: string, fields: object): Change =>
    (one) => ({ ...one, metadata: { name }, ...fields });

  const misused: readonly [name: string, fields: object, why: string][] = [
    ["system-urgent", { value: 5 }, "system-urgent is not a known system priority class"],
    ["system-node-critical", { value: 5 }, "value of system-node-critical PriorityClass must be 2000001000"],
    [
      "system-cluster-critical",
      { value: 2_000_000_000, globalDefault: true },
      "globalDefault of system-cluster-critical PriorityClass must be false",
    ],
  ];
  for (const [name, fields, why] of misused) {
    classes.create(`[PriorityClass#1] an invalid use of a reserved name is rejected: ${why}`, called(name, fields), [
      `metadata.name: Forbidden: ${reserved}${why}`,
    ]);
  }
  classes.create("[PriorityClass#2] a value above 1000000000 is rejected", called("high", { value: 1_000_000_001 }), [
    "value: Forbidden: maximum allowed value of a user defined priority is 1000000000",
  ]);
  classes.accepts("a value of 1000000000 is accepted", called("higher", { value: 1_000_000_000 }));
  classes.create("[PriorityClass#3] an empty preemptionPolicy is rejected", called("empty", { preemptionPolicy: "" }), [
    "preemptionPolicy: Required value",
  ]);
  classes.create(
    "[PriorityClass#4] an unknown preemptionPolicy is rejected",
    called("odd", { preemptionPolicy: "Always" }),
    ['preemptionPolicy: Unsupported value: "Always": supported values: "PreemptLowerPriority", "Never"'],
  );
  classes.update("[PriorityClass#5] an update that changes the value is rejected", {
    change: (one) => ({ ...one, value: 2 }),
    causes: ["value: Forbidden: may not be changed in an update."],
  });
  classes.update("[PriorityClass#6] an update that changes the preemptionPolicy is rejected", {
    change: (one) => ({ ...one, preemptionPolicy: "Always" }),
    causes: ['preemptionPolicy: Invalid value: "Always": field is immutable'],
  });
});
