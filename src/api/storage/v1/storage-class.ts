import { group } from "../../../meta/vocabulary.ts";
import {
  boolean,
  enumText,
  type KindDeclaration,
  list,
  map,
  type ObjectOf,
  optional,
  pointer,
  required,
  text,
} from "../../../schema/index.ts";
import { reclaimPolicy } from "../../core/v1/persistent-volume.ts";
import { topologySelectorTerm } from "../../core/v1/topology-selector.ts";
import { kind } from "../../kind.ts";

const storageClassFields = {
  provisioner: required(text, 2, "Provisioner of the volumes."),
  parameters: optional(map(text), 3, "What the provisioner is told for each volume."),
  reclaimPolicy: pointer(
    reclaimPolicy,
    4,
    "What becomes of a volume of this class when its claim is gone. Default: Delete.",
    { default: "Delete" },
  ),
  mountOptions: optional(list(text, { type: "atomic" }), 5, "Mount options of the volumes; not checked beforehand."),
  allowVolumeExpansion: pointer(boolean, 6, "Whether claims can grow."),
  volumeBindingMode: pointer(
    enumText("v1.VolumeBindingMode", ["Immediate", "WaitForFirstConsumer"]),
    7,
    "Whether a volume is made with its claim, or once a Pod uses the claim. Default: Immediate.",
    { default: "Immediate" },
  ),
  allowedTopologies: optional(
    list(topologySelectorTerm, { type: "atomic" }),
    8,
    "Where volumes may be made: what any of the terms allows. Empty allows everything.",
  ),
};

export interface StorageClass extends ObjectOf<typeof storageClassFields> {}

export const storageClass: KindDeclaration<StorageClass> = kind({
  group: group("storage"),
  version: "v1",
  kind: "StorageClass",
  package: "storage",
  plural: "storageclasses",
  shortNames: ["sc"],
  scope: "Cluster",
  rules: { updateChecks: { update: ["create", "schema", "change", "hook"] }, deleteReturnsObject: true },
  doc: "A sort of storage: how volumes for claims that name it are made.",
  fields: storageClassFields,
});
