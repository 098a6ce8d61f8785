import { group } from "../../../meta/vocabulary.ts";
import {
  type FieldsOf,
  type KindDeclaration,
  type ObjectOf,
  optional,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";

const clusterTrustBundleSpecFields = {
  signerName: optional(text, 1, "Signer whose certificates the bundle verifies. Empty means no signer. Immutable."),
  trustBundle: required(text, 2, "Trust anchors in PEM, at most 1 MiB, in no particular order."),
};

export interface ClusterTrustBundleSpec extends FieldsOf<typeof clusterTrustBundleSpecFields> {}

export const clusterTrustBundleSpec: StructSchema<ClusterTrustBundleSpec> = struct(
  "certificates/v1alpha1.ClusterTrustBundleSpec",
  "Signer and trust anchors.",
  clusterTrustBundleSpecFields,
);

const clusterTrustBundleFields = {
  spec: required(clusterTrustBundleSpec, 2, "Contents of the bundle."),
};

export interface ClusterTrustBundle extends ObjectOf<typeof clusterTrustBundleFields> {}

export const clusterTrustBundle: KindDeclaration<ClusterTrustBundle> = kind({
  group: group("certificates"),
  version: "v1alpha1",
  kind: "ClusterTrustBundle",
  package: "certificates",
  plural: "clustertrustbundles",
  scope: "Cluster",
  servedByDefault: false,
  featureGate: "ClusterTrustBundle",
  selectableFields: ["spec.signerName"],
  rules: { updateChecks: { update: ["create", "schema", "change", "hook"] }, unconditionalUpdate: false },
  lifecycle: { introduced: 26, deprecated: 34, removed: 37 },
  doc: "Trust anchors that all users of the cluster can read.",
  fields: clusterTrustBundleFields,
});
