import { group } from "../../../meta/vocabulary.ts";
import {
  type FieldsOf,
  field,
  type KindDeclaration,
  microTime,
  namedText,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";

const leaseCandidateSpecFields = {
  leaseName: required(text, 1, "Lease for which the candidate applies, in the same namespace. Immutable.", {
    nonEmpty: true,
  }),
  pingTime: pointer(microTime, 2, "Time of the last ping by the server. The candidate responds by updating renewTime."),
  renewTime: pointer(microTime, 3, "Time of the candidate's last response."),
  binaryVersion: required(text, 4, "Version of the candidate's program, such as 1.32.0.", { nonEmpty: true }),
  emulationVersion: optional(text, 5, "Version that the program emulates. It must not exceed binaryVersion."),
  strategy: field(
    namedText("v1.CoordinatedLeaseStrategy"),
    { presence: "optional", required: true },
    6,
    "Strategy by which the holder is chosen: OldestEmulationVersion, or a name with a domain.",
    { nonEmpty: true },
  ),
};

export interface LeaseCandidateSpec extends FieldsOf<typeof leaseCandidateSpecFields> {}

export const leaseCandidateSpec: StructSchema<LeaseCandidateSpec> = struct(
  "coordination/v1alpha2.LeaseCandidateSpec",
  "Candidate for a Lease.",
  leaseCandidateSpecFields,
);

const leaseCandidateFields = {
  spec: optional(leaseCandidateSpec, 2, "Lease and versions of the candidate."),
};

export interface LeaseCandidate extends ObjectOf<typeof leaseCandidateFields> {}

export const leaseCandidate: KindDeclaration<LeaseCandidate> = kind({
  group: group("coordination"),
  version: "v1alpha2",
  kind: "LeaseCandidate",
  package: "coordination",
  plural: "leasecandidates",
  scope: "Namespaced",
  rules: {
    updateChecks: { update: ["plainChange", "schema", "hook"] },
    createOnUpdate: true,
    unconditionalUpdate: false,
    freeFinalizerNames: true,
  },
  servedByDefault: false,
  lifecycle: { introduced: 32, deprecated: 35, removed: 38 },
  doc: "Candidate for a Lease in an election that the server coordinates.",
  fields: leaseCandidateFields,
});
