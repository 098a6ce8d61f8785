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

  leases.create("[Lease#1] a Lease with leaseDurationSeconds 0 is rejected", specOf({ leaseDurationSeconds: 0 }), [
    "spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0",
  ]);
  leases.accepts("a Lease with leaseDurationSeconds 1 is accepted", specOf({ leaseDurationSeconds: 1 }));
  leases.create("[Lease#2] a Lease with negative leaseTransitions is rejected", specOf({ leaseTransitions: -1 }), [
    "spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0",
  ]);
  leases.accepts("a Lease with leaseTransitions 0 is accepted", specOf({ leaseTransitions: 0 }));
  leases.create(
    "[Lease#3] a Lease with a preferredHolder and without a strategy is rejected",
    specOf({ preferredHolder: "b" }),
    ["spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined"],
  );
  leases.accepts(
    "a Lease with a preferredHolder and a strategy is accepted",
    specOf({ preferredHolder: "b", strategy: "OldestEmulationVersion" }),
  );

  leases.create(
    "[LeaseStrategy#1] a Lease with an unknown strategy without a domain is rejected",
    specOf({ strategy: "Loudest" }),
    ['spec.strategy.strategy: Unsupported value: "Loudest": supported values: "OldestEmulationVersion"'],
  );
  leases.create(
    "[LeaseStrategy#2] a Lease whose strategy has an empty name after its domain is rejected",
    specOf({ strategy: "example.com/" }),
    [
      'spec.strategy.strategy: Invalid value: "example.com/": name part must be non-empty',
      "spec.strategy.strategy: Invalid value: \"example.com/\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
    ],
  );
  leases.accepts("a Lease with a strategy of another domain is accepted", specOf({ strategy: "example.com/Loudest" }));
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

  candidates.create("[LeaseCandidate#1] a LeaseCandidate without a leaseName is rejected", specOf({ leaseName: "" }), [
    "spec.leaseName: Required value",
  ]);
  candidates.create(
    "[LeaseCandidate#2] a LeaseCandidate whose emulationVersion is no semantic version is rejected",
    specOf({ emulationVersion: "1.31", strategy: another }),
    ['spec.emulationVersion: Invalid value: "1.31": must be a valid semantic version'],
  );
  candidates.create(
    "[LeaseCandidate#3] a LeaseCandidate without a binaryVersion is rejected",
    specOf({ binaryVersion: "" }),
    ["spec.binaryVersion: Required value"],
  );
  candidates.create(
    "[LeaseCandidate#4] a LeaseCandidate whose binaryVersion is no semantic version is rejected",
    specOf({ binaryVersion: "v1.32", emulationVersion: "", strategy: another }),
    ['spec.binaryVersion: Invalid value: "v1.32": must be a valid semantic version'],
  );
  candidates.create(
    "[LeaseCandidate#5] a LeaseCandidate with an emulationVersion above its binaryVersion is rejected",
    specOf({ emulationVersion: "1.32.2" }),
    ['spec.binaryVersion: Invalid value: "1.32.1": must be greater than or equal to `emulationVersion`'],
  );
  candidates.accepts(
    "a LeaseCandidate with equal emulationVersion and binaryVersion is accepted",
    specOf({ emulationVersion: "1.32.1" }),
  );
  candidates.create("[LeaseCandidate#6] a LeaseCandidate without a strategy is rejected", specOf({ strategy: "" }), [
    "spec.strategy: Required value",
  ]);
  candidates.create(
    "[LeaseCandidate#7] a LeaseCandidate of strategy OldestEmulationVersion without an emulationVersion is rejected",
    specOf({ emulationVersion: "" }),
    ["spec.emulationVersion: Required value: must be specified when `strategy` is 'OldestEmulationVersion'"],
  );
  candidates.update("[LeaseCandidate#8] an update that changes the leaseName is rejected", {
    change: specOf({ leaseName: "other" }),
    causes: ['spec.leaseName: Invalid value: "other": field is immutable'],
  });
});
