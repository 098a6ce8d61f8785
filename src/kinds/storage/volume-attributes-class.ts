import { type VolumeAttributesClass, volumeAttributesClass, volumeAttributesClassV1Alpha1 } from "../../api/index.ts";
import { requiredField } from "../../meta/field-error.ts";
import { subLabel } from "../../meta/vocabulary.ts";
import { type KindHooks, type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { ageColumn, column } from "../columns.ts";
import { at } from "../reporting.ts";
import { reportParameters, reportProvisioner } from "./class-rules.ts";
import { classNameColumn } from "./default-class.ts";
import { forbiddenChanges } from "./forbidden-changes.ts";

const defaultMark = subLabel("volumeattributesclass.alpha/is-default-class");

/** Hooks of VolumeAttributesClasses. */
export const volumeAttributesClassHooks: KindHooks<VolumeAttributesClass> = {
  validateUpdate: (object, old) => forbiddenChanges(object, old, ["driverName", "parameters"]),
  nameFormat: "dns1123Subdomain",
  columns: [
    classNameColumn([defaultMark]),
    column("DriverName", "The CSI driver that changes the volumes.", ({ driverName }) => driverName),
    ageColumn,
  ],
};

/** Rules of VolumeAttributesClasses. */
export const volumeAttributesClassRules: readonly RuleEntry[] = [
  volumeAttributesClass,
  volumeAttributesClassV1Alpha1,
].map(({ schema }) => rulesFor<VolumeAttributesClass>(schema, { validate: reportClass }));

function reportClass({ driverName, parameters = {} }: VolumeAttributesClass, context: ValidationContext): void {
  reportProvisioner(context, "driverName", driverName);
  reportParameters(context, parameters);
  if (Object.keys(parameters).length === 0) {
    context.report(requiredField(at(context, "parameters"), "must contain at least one key/value pair"));
  }
}
