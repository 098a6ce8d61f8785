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
  holderIdentity: pointer(text, 1, "Who holds the Lease; empty when nobody does."),
  leaseDurationSeconds: pointer(int32, 2, "Seconds after renewTime during which nobody else takes the Lease."),
  acquireTime: pointer(microTime, 3, "When the holder got the Lease."),
  renewTime: pointer(microTime, 4, "When the holder last renewed it."),
  leaseTransitions: pointer(nonNegative32, 5, "How often the Lease has changed hands."),
  strategy: pointer(
    namedText("v1.CoordinatedLeaseStrategy"),
    6,
    "How the next holder is chosen in a coordinated election.",
    { featureGate: "CoordinatedLeaderElection" },
  ),
  preferredHolder: pointer(text, 7, "Who should hold the Lease; the holder is to give it up. Needs strategy.", {
    featureGate: "CoordinatedLeaderElection",
  }),
};

export interface LeaseSpec extends FieldsOf<typeof leaseSpecFields> {}

export const leaseSpec: StructSchema<LeaseSpec> = struct(
  "coordination/v1.LeaseSpec",
  "Who holds a Lease, and until when.",
  leaseSpecFields,
);

const leaseFields = {
  spec: optional(leaseSpec, 2, "Who holds the Lease, and until when."),
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
  doc: "A lock with a time limit, for electing leaders and reporting that something is alive.",
  fields: leaseFields,
});
