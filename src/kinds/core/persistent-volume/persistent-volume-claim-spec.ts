/** Rules of a claim's spec. The claim templates of StatefulSets are exempt until a claim is created from them. */
import type { PersistentVolumeClaimSpec, TypedLocalObjectReference, TypedObjectReference } from "../../../api/index.ts";
import { invalidField, requiredField } from "../../../meta/field-error.ts";
import { GoText } from "../../../meta/go-quote.ts";
import { parseQuantity } from "../../../meta/quantity.ts";
import type { ValidationContext } from "../../../schema/index.ts";
import { goPointer } from "../../meta/go-values.ts";
import { at, reportFormat, within } from "../../reporting.ts";
import { reportAccessModes } from "./access-modes.ts";

/**
 * The value in the error messages about two sources that differ. The reference prints the Go struct of the field's path
 * there, instead of the source.
 */
const goDataSourcePath = new GoText(`field.Path{name:"dataSource", index:"", parent:${goPointer("field.Path", true)}}`);

/**
 * Reports the errors of a claim's spec.
 * @param context at the spec
 * @param old stored spec of the claim. Undefined on create.
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

/** Reports an invalid size. The reference leaves `requests` out of the path. */
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
  // Earlier releases did not check groups. A stored claim with a group may keep it.
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

/**
 * Reports two sources that differ. The value in the message is `goDataSourcePath`, in which the reference prints a
 * memory address.
 */
function reportSourcesAgree(spec: PersistentVolumeClaimSpec, context: ValidationContext): void {
  const { dataSource, dataSourceRef } = spec;
  if (!dataSource || !dataSourceRef) return;
  const reject = (why: string): void => {
    context.report(invalidField(at(context, ""), goDataSourcePath, why));
  };
  if (dataSourceRef.namespace) reject("may not be specified when dataSourceRef.namespace is specified");
  else if (!sameSource(dataSource, dataSourceRef)) reject("must match dataSourceRef");
}

function sameSource(one: TypedLocalObjectReference, other: TypedObjectReference): boolean {
  return (one.apiGroup ?? null) === (other.apiGroup ?? null) && one.kind === other.kind && one.name === other.name;
}
