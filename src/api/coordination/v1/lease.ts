import { group } from "../../../meta/vocabulary.ts";
import {
  type FieldsOf,
  int32,
  type KindDeclaration,
  microTime,
  namedText,
  type ObjectOf,
  optional,
  pointer,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { nonNegative32 } from "../../numbers.ts";

const leaseSpecFields = {
  holderIdentity: pointer(text, 1, "Identity of the holder. Empty if no one holds the Lease."),
  leaseDurationSeconds: pointer(int32, 2, "Seconds after renewTime for which the Lease is valid."),
  acquireTime: pointer(microTime, 3, "Time at which the holder acquired the Lease."),
  renewTime: pointer(microTime, 4, "Time at which the holder last renewed the Lease."),
  leaseTransitions: pointer(nonNegative32, 5, "Number of changes of the holder."),
  strategy: pointer(
    namedText("v1.CoordinatedLeaseStrategy"),
    6,
    "Strategy by which a coordinated election chooses the next holder.",
    { featureGate: "CoordinatedLeaderElection" },
  ),
  preferredHolder: pointer(
    text,
    7,
    "Identity of the preferred holder, for which the holder should release the Lease. Requires strategy.",
    {
      featureGate: "CoordinatedLeaderElection",
    },
  ),
};

export interface LeaseSpec extends FieldsOf<typeof leaseSpecFields> {}

export const leaseSpec: StructSchema<LeaseSpec> = struct(
  "coordination/v1.LeaseSpec",
  "Holder of a Lease, and its duration.",
  leaseSpecFields,
);

const leaseFields = {
  spec: optional(leaseSpec, 2, "Holder of the Lease, and its duration."),
};

export interface Lease extends ObjectOf<typeof leaseFields> {}

export const lease: KindDeclaration<Lease> = kind({
  group: group("coordination"),
  version: "v1",
  kind: "Lease",
  package: "coordination",
  plural: "leases",
  scope: "Namespaced",
  rules: {
    updateChecks: { update: ["plainChange", "schema", "hook"] },
    createOnUpdate: true,
    unconditionalUpdate: false,
    freeFinalizerNames: true,
  },
  doc: "Lock with a time limit, for leader election and heartbeats.",
  fields: leaseFields,
});
