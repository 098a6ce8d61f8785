/** Faults of the API's vocabulary: codes and reasons, selectors, quantities, times, names. */
import type { FaultRoom } from "../fault.ts";

export const metaFaults: FaultRoom = {
  room: "meta",
  faults: [
    {
      name: "wrong-status-code",
      breaks: "a conflict is answered with 400",
      file: "src/meta/status-error.ts",
      find: 'return new StatusError(409, message, { reason: "Conflict", details: detailsOf(target, name) });',
      replace: 'return new StatusError(400, message, { reason: "Conflict", details: detailsOf(target, name) });',
      tests: ["test/conformance/err.test.ts"],
    },
    {
      name: "reason-missing",
      breaks: "a state that is gone is answered without its reason, by which clients know that they must list again",
      file: "src/meta/status-error.ts",
      find: 'new StatusError(410, message, { reason: "Expired", ...',
      replace: "new StatusError(410, message, { ...",
      tests: ["test/conformance/err.test.ts"],
    },
    {
      name: "absent-label-is-no-other",
      breaks: "`key!=value` leaves out objects without the label",
      file: "src/meta/label-requirement.ts",
      find: "return (value) => !any(value);",
      replace: "return (value) => value !== undefined && !any(value);",
      tests: ["src/meta/label-selector.test.ts"],
    },
    {
      name: "one-requirement-is-enough",
      breaks: "an object that meets the first requirement of a selector is selected whatever the others say",
      file: "src/meta/label-selector.ts",
      find: "if (!requirement.matches(present)) return false;",
      replace: "return requirement.matches(present);",
      tests: ["src/meta/label-selector.test.ts"],
    },
    {
      name: "quantity-overflows",
      breaks: "a quantity that is greater than can be held becomes nothing",
      file: "src/meta/quantity.ts",
      find: "nanos > nanosMax ? nanosMax",
      replace: "nanos > nanosMax ? 0n",
      tests: ["src/meta/quantity.test.ts"],
    },
    {
      name: "time-rounded-up",
      breaks: "times are shown with the next second, which has not come",
      file: "src/meta/time.ts",
      find: "secondsText(Math.floor(epochMs / 1000))",
      replace: "secondsText(Math.ceil(epochMs / 1000))",
      tests: ["src/meta/time.test.ts"],
    },
    {
      name: "vocabularies-mixed",
      breaks: "a cluster with one vocabulary spells a label as the other does",
      file: "src/meta/vocabulary.ts",
      find: 'label: { orch: "orch.io/{}", kubernetes: "kubernetes.io/{}" }',
      replace: 'label: { orch: "orch.io/{}", kubernetes: "orch.io/{}" }',
      tests: ["src/kinds/core/namespace.test.ts", "test/conformance/gen.test.ts"],
    },
    {
      name: "system-namespace-misspelt",
      breaks: "the namespaces of the system have another prefix than clients look for",
      file: "src/meta/vocabulary.ts",
      find: 'kubernetes: "kube-{}"',
      replace: 'kubernetes: "kubernetes-{}"',
      tests: ["test/conformance/gen.test.ts"],
    },
  ],
};
