/** What the spec of a claim must say. Claim templates of StatefulSets are not held to it before a claim is made. */
import type { PersistentVolumeClaimSpec, TypedLocalObjectReference, TypedObjectReference } from "../../api/index.ts";
import { forbiddenField, invalidField, requiredField } from "../../meta/field-error.ts";
import { parseQuantity } from "../../meta/quantity.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at, reportFormat } from "../reporting.ts";

/** @param context stands at the spec */
export function reportClaimSpec(spec: PersistentVolumeClaimSpec, context: ValidationContext): void {
  reportAccessModes(spec, context);
  reportStorage(spec, context);
  if (spec.storageClassName) reportFormat(context, "storageClassName", "dns1123Subdomain", spec.storageClassName);
  if (spec.dataSource) reportLocalSource(spec.dataSource, context);
  if (spec.dataSourceRef) reportSource(spec.dataSourceRef, context, "dataSourceRef");
  reportSourcesAgree(spec, context);
}

function reportAccessModes({ accessModes = [] }: PersistentVolumeClaimSpec, context: ValidationContext): void {
  const path = (): string => at(context, "accessModes");
  if (accessModes.length === 0) context.report(requiredField(path(), "at least 1 access mode is required"));
  const exclusive = accessModes.filter((mode) => mode === "ReadWriteOncePod");
  if (exclusive.length > 0 && exclusive.length < accessModes.length) {
    context.report(forbiddenField(path(), "may not use ReadWriteOncePod with other access modes"));
  }
}

/** Clients know the errors under this path, which leaves the requests out. */
function reportStorage({ resources }: PersistentVolumeClaimSpec, context: ValidationContext): void {
  const path = (): string => at(context, "resources[storage]");
  const storage = resources?.requests?.["storage"];
  if (storage === undefined) context.report(requiredField(path()));
  else if (parseQuantity(storage).sign <= 0) {
    context.report(invalidField(path(), storage, "must be greater than zero"));
  }
}

function reportLocalSource(source: TypedLocalObjectReference, context: ValidationContext): void {
  if (source.name === "") context.report(requiredField(at(context, "dataSource.name")));
  if (source.kind === "") context.report(requiredField(at(context, "dataSource.kind")));
  reportSource(source, context, "dataSource");
}

function reportSource(
  source: TypedLocalObjectReference | TypedObjectReference,
  context: ValidationContext,
  part: string,
): void {
  const { apiGroup, kind } = source;
  if (apiGroup) {
    reportFormat(context, `${part}.apiGroup`, "dns1123Subdomain", apiGroup);
  } else if (kind !== "PersistentVolumeClaim") {
    const why = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
    context.report(invalidField(at(context, part), kind, why));
  }
  const namespace = "namespace" in source ? source.namespace : undefined;
  if (namespace) reportFormat(context, `${part}.namespace`, "dns1123Label", namespace);
}

/** The reference shows an address in memory as the value, which nobody can compare; this shows the path. */
function reportSourcesAgree(spec: PersistentVolumeClaimSpec, context: ValidationContext): void {
  const { dataSource, dataSourceRef } = spec;
  if (!dataSource || !dataSourceRef) return;
  const refuse = (why: string): void => {
    context.report(invalidField(at(context, ""), at(context, "dataSource"), why));
  };
  if (dataSourceRef.namespace) refuse("may not be specified when dataSourceRef.namespace is specified");
  else if (!sameSource(dataSource, dataSourceRef)) refuse("must match dataSourceRef");
}

function sameSource(one: TypedLocalObjectReference, other: TypedObjectReference): boolean {
  return (one.apiGroup ?? null) === (other.apiGroup ?? null) && one.kind === other.kind && one.name === other.name;
}
