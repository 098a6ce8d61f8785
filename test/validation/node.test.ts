import { describe } from "vitest";
import { notLabel } from "../support/format-messages.ts";
import { type Change, Refusals, ruleServer } from "../support/refusals.ts";

describe("a RuntimeClass", () => {
  const classes = new Refusals(ruleServer(), "/apis/node.orch.io/v1/runtimeclasses", { handler: "sandbox" });
  const handledBy =
    (handler: string): Change =>
    (one) => ({ ...one, handler });
  const scheduled =
    (scheduling: object): Change =>
    (one) => ({ ...one, scheduling });

  for (const handler of ["", "Sandbox"]) {
    classes.create(
      `[RuntimeClass#1] a RuntimeClass with the handler ${JSON.stringify(handler)} is rejected`,
      handledBy(handler),
      [`handler: Invalid value: ${JSON.stringify(handler)}: ${notLabel}`],
    );
  }
  const gpu = { key: "gpu", operator: "Exists", effect: "NoSchedule" };
  classes.create(
    "[RuntimeClass#2] a RuntimeClass with a repeated toleration is rejected",
    scheduled({ tolerations: [gpu, gpu] }),
    [
      'scheduling.tolerations[1]: Duplicate value: core.Toleration{Key:"gpu", Operator:"Exists", Value:"", ' +
        'Effect:"NoSchedule", TolerationSeconds:(*int64)(nil)}',
    ],
  );
  classes.accepts(
    "a RuntimeClass with two different tolerations is accepted",
    scheduled({ tolerations: [gpu, { ...gpu, effect: "NoExecute" }] }),
  );
  classes.create(
    'the path of an error in a toleration contains "tolerations" twice',
    scheduled({ tolerations: [{ key: "?" }] }),
    [
      'scheduling.tolerations.tolerations[0].key: Invalid value: "?": name part must consist of alphanumeric characters, ' +
        "'-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or " +
        "'123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
  );
  classes.create(
    "a negative overhead is rejected with the path of limits",
    (one) => ({ ...one, overhead: { podFixed: { cpu: "-1" } } }),
    ['overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
  );
  classes.update("[RuntimeClass#3] an update that changes the handler is rejected", {
    change: handledBy("other"),
    causes: ['handler: Invalid value: "other": field is immutable'],
  });
});
