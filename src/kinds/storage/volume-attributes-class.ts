import type { VolumeAttributesClass } from "../../api/index.ts";
import { subLabel } from "../../meta/vocabulary.ts";
import type { KindHooks } from "../../schema/index.ts";
import { ageColumn, column } from "../columns.ts";
import { classNameColumn } from "./default-class.ts";
import { forbiddenChanges } from "./forbidden-changes.ts";

const defaultMark = subLabel("volumeattributesclass.alpha/is-default-class");

export const volumeAttributesClassHooks: KindHooks<VolumeAttributesClass> = {
  validateUpdate: (object, old) => forbiddenChanges(object, old, ["driverName", "parameters"]),
  nameFormat: "dns1123Subdomain",
  columns: [
    classNameColumn([defaultMark]),
    column("DriverName", "The CSI driver that changes the volumes.", ({ driverName }) => driverName),
    ageColumn,
  ],
};
