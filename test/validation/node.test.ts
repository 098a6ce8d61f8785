import { describe } from "vitest";
import { type Change, Refusals, ruleServer } from "../support/refusals.ts";

describe("a RuntimeClass", () => {
  const classes = new Refusals(ruleServer(), "/apis/node.orch.io/v1/runtimeclasses", { handler: "sandbox" });
  const handledBy =
    (handler: string): Change =>
    (one) => ({ ...one, handler });
  const scheduled =
    (scheduling: object): Change =>
    (one) => ({ ...one, scheduling });
  const label =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with " +
    "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

  for (const handler of ["", "Sandbox"]) {
    classes.create(
      `[RuntimeClass#1] has a handler that is a label, not ${JSON.stringify(handler)}`,
      handledBy(handler),
      [`handler: Invalid value: ${JSON.stringify(handler)}: ${label}`],
    );
  }
  const gpu = { key: "gpu", operator: "Exists", effect: "NoSchedule" };
  classes.create("[RuntimeClass#2] tolerates a taint once", scheduled({ tolerations: [gpu, gpu] }), [
    'scheduling.tolerations[1]: Duplicate value: core.Toleration{Key:"gpu", Operator:"Exists", Value:"", ' +
      'Effect:"NoSchedule", TolerationSeconds:(*int64)(nil)}',
  ]);
  classes.accepts("may tolerate two", scheduled({ tolerations: [gpu, { ...gpu, effect: "NoExecute" }] }));
  classes.create("names tolerations twice in the paths of their errors", scheduled({ tolerations: [{ key: "?" }] }), [
    'scheduling.tolerations.tolerations[0].key: Invalid value: "?": name part must consist of alphanumeric characters, ' +
      "'-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or " +
      "'123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
  ]);
  classes.create("tells of its overhead as of limits", (one) => ({ ...one, overhead: { podFixed: { cpu: "-1" } } }), [
    'overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
  ]);
  classes.update("[RuntimeClass#3] keeps its handler", {
    change: handledBy("other"),
    causes: ['handler: Invalid value: "other": field is immutable'],
  });
});
