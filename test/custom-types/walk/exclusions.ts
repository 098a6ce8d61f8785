/** Parts of built-in kinds that structural schemas cannot express. The tests compare everything else. */

/** Defaults that only the built-in kind has. */
export const excludedDefaults: readonly {
  readonly title: string;
  readonly path: string;
  readonly value: unknown;
  readonly reason: string;
}[] = [
  {
    title: "certificates.k8s.io/v1 CertificateSigningRequest",
    path: "spec.request",
    value: "",
    reason: "A default must be valid, and no bytes are not valid in the format byte.",
  },
];

const excludedUnknownFields: readonly {
  readonly title: string;
  readonly field: RegExp;
  readonly reason: string;
}[] = [
  {
    title: "apiextensions.k8s.io/v1 CustomResourceDefinition",
    field: /openAPIV3Schema\.(allOf|anyOf|oneOf|not|properties|patternProperties|definitions)\b/,
    reason: "A structural schema cannot contain itself, so schemas inside schemas have any members.",
  },
];

/** Whether only the built-in kind reports an unknown field. */
export function isExcludedUnknownField(title: string, field: string): boolean {
  return excludedUnknownFields.some((one) => one.title === title && one.field.test(field));
}

/** Fields that are not applied, because the built-in kind changes them, or whole kinds whose owners cannot be compared. */
const excludedApplies: readonly {
  readonly title: string;
  /** Undefined for the whole kind. */
  readonly field?: string;
  readonly reason: string;
}[] = [
  {
    title: "apps/v1 StatefulSet",
    field: "spec.volumeClaimTemplates",
    reason: "The kind sets the status of claims. The list has one owner, so the same apply changes it again.",
  },
  {
    title: "discovery.k8s.io/v1 EndpointSlice",
    field: "endpoints.0.deprecatedTopology",
    reason: "The kind drops the field. The list has one owner, so the same apply changes it again.",
  },
  {
    title: "certificates.k8s.io/v1 CertificateSigningRequest",
    reason: "Nobody owns the spec, which never changes.",
  },
  {
    title: "certificates.k8s.io/v1alpha1 ClusterTrustBundle",
    reason: "The name contains colons, which names of custom objects cannot.",
  },
  {
    title: "apiextensions.k8s.io/v1 CustomResourceDefinition",
    reason: "The server owns parts of the status.",
  },
];

/** Whether owners of objects of the kind cannot be compared. */
export function isExcludedFromApplies(title: string): boolean {
  return excludedApplies.some((one) => one.title === title && one.field === undefined);
}

/** Returns the paths of the fields that are not applied to objects of the kind. */
export function fieldsWithoutApplies(title: string): readonly string[] {
  return excludedApplies.flatMap((one) => (one.title === title && one.field !== undefined ? [one.field] : []));
}
