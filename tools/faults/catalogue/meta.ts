/** Faults of the API's vocabulary: codes and reasons, selectors, quantities, times, names. */
import type { FaultRoom } from "../fault.ts";

export const metaFaults: FaultRoom = {
  room: "meta",
  faults: [
    {
      name: "wrong-status-code",
      breaks: "a conflict has status 400",
      file: "src/meta/status-error.ts",
      find: 'return new StatusError(409, message, { reason: "Conflict", details: detailsOf(target, name) });',
      replace: 'return new StatusError(400, message, { reason: "Conflict", details: detailsOf(target, name) });',
      tests: ["test/conformance/err.test.ts"],
    },
    {
      name: "reason-missing",
      breaks: "the error for an expired version lacks its reason, so clients do not list again",
      file: "src/meta/status-error.ts",
      find: 'new StatusError(410, message, { reason: "Expired", ...',
      replace: "new StatusError(410, message, { ...",
      tests: ["test/conformance/err.test.ts"],
    },
    {
      name: "absent-label-is-no-other",
      breaks: "`key!=value` does not match objects without the label",
      file: "src/meta/label-requirement.ts",
      find: "return (value) => !any(value);",
      replace: "return (value) => value !== undefined && !any(value);",
      tests: ["src/meta/label-selector.test.ts"],
    },
    {
      name: "one-requirement-is-enough",
      breaks:
        "an object that matches the first requirement of a selector is selected even if it does not match the others",
      file: "src/meta/label-selector.ts",
      find: "if (!requirement.matches(present)) return false;",
      replace: "return requirement.matches(present);",
      tests: ["src/meta/label-selector.test.ts"],
    },
    {
      name: "quantity-overflows",
      breaks: "a quantity above the maximum becomes 0",
      file: "src/meta/quantity.ts",
      find: "nanos > nanosMax ? nanosMax",
      replace: "nanos > nanosMax ? 0n",
      tests: ["src/meta/quantity.test.ts"],
    },
    {
      name: "time-rounded-up",
      breaks: "times are rounded up to the next second",
      file: "src/meta/time.ts",
      find: "secondsText(Math.floor(epochMs / 1000))",
      replace: "secondsText(Math.ceil(epochMs / 1000))",
      tests: ["src/meta/time.test.ts"],
    },
    {
      name: "vocabularies-mixed",
      breaks: "a cluster uses a label of the other vocabulary",
      file: "src/meta/vocabulary.ts",
      find: 'label: { orch: "orch.io/{}", kubernetes: "kubernetes.io/{}" }',
      replace: 'label: { orch: "orch.io/{}", kubernetes: "orch.io/{}" }',
      tests: ["src/kinds/core/namespace.test.ts", "test/conformance/gen.test.ts"],
    },
    {
      name: "system-namespace-misspelt",
      breaks: "the system namespaces have a prefix that clients do not know",
      file: "src/meta/vocabulary.ts",
      find: 'kubernetes: "kube-{}"',
      replace: 'kubernetes: "kubernetes-{}"',
      tests: ["test/conformance/gen.test.ts"],
    },
  ],
};
