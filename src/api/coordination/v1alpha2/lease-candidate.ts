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
  leaseName: required(text, 1, "The Lease that is to be held, in the same namespace. Cannot be changed.", {
    nonEmpty: true,
  }),
  pingTime: pointer(microTime, 2, "When the candidate was last asked whether it is there; it answers in renewTime."),
  renewTime: pointer(microTime, 3, "When the candidate last said that it is there."),
  binaryVersion: required(text, 4, "Version of the candidate's program, as 1.32.0.", { nonEmpty: true }),
  emulationVersion: optional(text, 5, "Version that the program behaves like; not above its own."),
  strategy: field(
    namedText("v1.CoordinatedLeaseStrategy"),
    { presence: "optional", required: true },
    6,
    "How the holder is to be chosen: OldestEmulationVersion, or a name with a domain.",
    { nonEmpty: true },
  ),
};

export interface LeaseCandidateSpec extends FieldsOf<typeof leaseCandidateSpecFields> {}

export const leaseCandidateSpec: StructSchema<LeaseCandidateSpec> = struct(
  "coordination/v1alpha2.LeaseCandidateSpec",
  "Who could hold which Lease.",
  leaseCandidateSpecFields,
);

const leaseCandidateFields = {
  spec: optional(leaseCandidateSpec, 2, "Which Lease the candidate could hold, and what speaks for it."),
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
  lifecycle: { deprecated: 35, removed: 38 },
  doc: "Says that somebody could hold a Lease, for elections that the server coordinates.",
  fields: leaseCandidateFields,
});
