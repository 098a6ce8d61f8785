/** What the spec of a claim must say. Claim templates of StatefulSets are not held to it before a claim is made. */
import type { PersistentVolumeClaimSpec, TypedLocalObjectReference, TypedObjectReference } from "../../../api/index.ts";
import { invalidField, requiredField } from "../../../meta/field-error.ts";
import { GoText } from "../../../meta/go-quote.ts";
import { parseQuantity } from "../../../meta/quantity.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { goPointer } from "../../meta/go-values.ts";
import { at, reportFormat, within } from "../../reporting.ts";
import { reportAccessModes } from "./access-modes.ts";

/** The reference shows the path of the field where it means the value. */
const goDataSourcePath = new GoText(`field.Path{name:"dataSource", index:"", parent:${goPointer("field.Path", true)}}`);

/**
 * @param context stands at the spec
 * @param old the spec of the claim that is changed
 */
export function reportClaimSpec(
  spec: PersistentVolumeClaimSpec,
  context: ValidationContext,
  old?: PersistentVolumeClaimSpec,
): void {
  reportAccessModes(spec.accessModes ?? [], context, "at least 1 access mode is required");
  reportStorage(spec, context);
  if (spec.storageClassName) reportFormat(context, "storageClassName", "dns1123Subdomain", spec.storageClassName);
  reportSources(spec, context, old);
  const usesClasses = context.write.isEnabled("VolumeAttributesClass") || old?.volumeAttributesClassName !== undefined;
  if (spec.volumeAttributesClassName && usesClasses) {
    reportFormat(context, "volumeAttributesClassName", "dns1123Subdomain", spec.volumeAttributesClassName);
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

function reportSources(
  spec: PersistentVolumeClaimSpec,
  context: ValidationContext,
  old: PersistentVolumeClaimSpec = {},
): void {
  const { dataSource, dataSourceRef } = spec;
  // Groups were not looked at once: a claim that has one keeps it.
  const anyGroup = [old.dataSource, old.dataSourceRef].some((source) => typeof source?.apiGroup === "string");
  if (dataSource) reportSource(dataSource, within(context, "dataSource"), anyGroup);
  if (dataSourceRef) {
    const { namespace } = dataSourceRef;
    reportSource(dataSourceRef, within(context, "dataSourceRef"), anyGroup);
    if (namespace) reportFormat(context, "dataSourceRef.namespace", "dns1123Label", namespace);
  }
  reportSourcesAgree(spec, context);
}

function reportSource(
  { apiGroup, kind, name }: TypedLocalObjectReference | TypedObjectReference,
  context: ValidationContext,
  anyGroup: boolean,
): void {
  if (name === "") context.report(requiredField(at(context, "name")));
  if (kind === "") context.report(requiredField(at(context, "kind")));
  if (apiGroup) {
    if (!anyGroup) reportFormat(context, "apiGroup", "dns1123Subdomain", apiGroup);
  } else if (kind !== "PersistentVolumeClaim") {
    const why = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
    context.report(invalidField(at(context, ""), kind, why));
  }
}

/** The reference shows an address in memory as the value, which nobody can compare; this shows the path. */
function reportSourcesAgree(spec: PersistentVolumeClaimSpec, context: ValidationContext): void {
  const { dataSource, dataSourceRef } = spec;
  if (!dataSource || !dataSourceRef) return;
  const refuse = (why: string): void => {
    context.report(invalidField(at(context, ""), goDataSourcePath, why));
  };
  if (dataSourceRef.namespace) refuse("may not be specified when dataSourceRef.namespace is specified");
  else if (!sameSource(dataSource, dataSourceRef)) refuse("must match dataSourceRef");
}

function sameSource(one: TypedLocalObjectReference, other: TypedObjectReference): boolean {
  return (one.apiGroup ?? null) === (other.apiGroup ?? null) && one.kind === other.kind && one.name === other.name;
}
