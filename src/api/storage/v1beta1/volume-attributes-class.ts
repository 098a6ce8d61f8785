import { group } from "../../../meta/vocabulary.ts";
import type { KindDeclaration, ObjectOf } from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { volumeAttributesClassDoc, volumeAttributesClassFields } from "../volume-attributes-class-fields.ts";

export interface VolumeAttributesClass extends ObjectOf<typeof volumeAttributesClassFields> {}

export const volumeAttributesClass: KindDeclaration<VolumeAttributesClass> = kind({
  group: group("storage"),
  version: "v1beta1",
  kind: "VolumeAttributesClass",
  package: "storage",
  plural: "volumeattributesclasses",
  shortNames: ["vac"],
  scope: "Cluster",
  servedByDefault: false,
  rules: {
    updateChecks: { update: ["create", "schema", "change", "hook", "create", "schema"] },
    deleteReturnsObject: true,
  },
  lifecycle: { introduced: 31, deprecated: 34, removed: 37 },
  doc: volumeAttributesClassDoc,
  fields: volumeAttributesClassFields,
});
