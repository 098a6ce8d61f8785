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
  signerName: optional(
    text,
    1,
    "The signer whose certificates the bundle helps to verify; empty for none. Cannot be changed.",
  ),
  trustBundle: required(text, 2, "The trusted certificates in PEM, at most 1 MiB; their order means nothing."),
};

export interface ClusterTrustBundleSpec extends FieldsOf<typeof clusterTrustBundleSpecFields> {}

export const clusterTrustBundleSpec: StructSchema<ClusterTrustBundleSpec> = struct(
  "certificates/v1alpha1.ClusterTrustBundleSpec",
  "Whose certificates are trusted, and which.",
  clusterTrustBundleSpecFields,
);

const clusterTrustBundleFields = {
  spec: required(clusterTrustBundleSpec, 2, "The signer and the trusted certificates."),
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
  lifecycle: { deprecated: 34, removed: 37 },
  doc: "Certificates that everybody in the cluster may read, in order to trust them.",
  fields: clusterTrustBundleFields,
});
