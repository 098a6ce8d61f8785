import { describe } from "vitest";
import { type Manifest, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer([
  "--runtime-config=coordination.orch.io/v1alpha2=true",
  "--feature-gates=CoordinatedLeaderElection=true",
]);

function specOf(members: object) {
  return ({ spec }: Manifest): void => {
    Object.assign(spec, members);
  };
}

describe("a Lease", () => {
  const leases = new Refusals(server, "/apis/coordination.orch.io/v1/namespaces/default/leases", {
    spec: { holderIdentity: "a" },
  });

  leases.create("[Lease#1] holds for a while", specOf({ leaseDurationSeconds: 0 }), [
    "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0",
  ]);
  leases.accepts("a Lease may hold for a second", specOf({ leaseDurationSeconds: 1 }));
  leases.create("[Lease#2] has changed hands no less than never", specOf({ leaseTransitions: -1 }), [
    "spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0",
  ]);
  leases.accepts("a Lease may never have changed hands", specOf({ leaseTransitions: 0 }));
  leases.create("[Lease#3] prefers a holder for a strategy", specOf({ preferredHolder: "b" }), [
    "spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined",
  ]);
  leases.accepts("a Lease may prefer a holder", specOf({ preferredHolder: "b", strategy: "OldestEmulationVersion" }));

  leases.create("[LeaseStrategy#1] is one that there is", specOf({ strategy: "Loudest" }), [
    'spec.strategy.strategy: Unsupported value: "Loudest": supported values: "OldestEmulationVersion"',
  ]);
  leases.create("[LeaseStrategy#2] of others has a qualified name", specOf({ strategy: "example.com/" }), [
    'spec.strategy.strategy: Invalid value: "example.com/": name part must be non-empty',
    "spec.strategy.strategy: Invalid value: \"example.com/\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
  ]);
  leases.accepts("a strategy may be another's", specOf({ strategy: "example.com/Loudest" }));
});

describe("a LeaseCandidate", () => {
  const candidates = new Refusals(server, "/apis/coordination.orch.io/v1alpha2/namespaces/default/leasecandidates", {
    spec: {
      leaseName: "scheduler",
      binaryVersion: "1.32.1",
      emulationVersion: "1.31.0",
      strategy: "OldestEmulationVersion",
    },
  });
  const another = "example.com/Loudest";

  candidates.create("[LeaseCandidate#1] could hold a Lease", specOf({ leaseName: "" }), [
    "spec.leaseName: Required value",
  ]);
  candidates.create(
    "[LeaseCandidate#2] behaves like a version",
    specOf({ emulationVersion: "1.31", strategy: another }),
    ['spec.emulationVersion: Invalid value: "1.31": must be a valid semantic version'],
  );
  candidates.create("[LeaseCandidate#3] has a version", specOf({ binaryVersion: "" }), [
    "spec.binaryVersion: Required value",
  ]);
  candidates.create(
    "[LeaseCandidate#4] has a version that can be read",
    specOf({ binaryVersion: "v1.32", emulationVersion: "", strategy: another }),
    ['spec.binaryVersion: Invalid value: "v1.32": must be a valid semantic version'],
  );
  candidates.create("[LeaseCandidate#5] behaves like no later version", specOf({ emulationVersion: "1.32.2" }), [
    'spec.binaryVersion: Invalid value: "1.32.1": must be greater than or equal to `emulationVersion`',
  ]);
  candidates.accepts("a LeaseCandidate may behave like its own version", specOf({ emulationVersion: "1.32.1" }));
  candidates.create("[LeaseCandidate#6] has a strategy", specOf({ strategy: "" }), ["spec.strategy: Required value"]);
  candidates.create(
    "[LeaseCandidate#7] says what it behaves like where that counts",
    specOf({ emulationVersion: "" }),
    ["spec.emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'"],
  );
  candidates.update("[LeaseCandidate#8] keeps its Lease", {
    change: specOf({ leaseName: "other" }),
    causes: ['spec.leaseName: Invalid value: "other": field is immutable'],
  });
});
