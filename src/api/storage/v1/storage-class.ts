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
  parameters: optional(map(text), 3, "Parameters for the provisioner."),
  reclaimPolicy: pointer(
    reclaimPolicy,
    4,
    "Handling of a volume when its claim is deleted: Delete or Retain. Default: Delete.",
    { default: "Delete" },
  ),
  mountOptions: optional(list(text, { type: "atomic" }), 5, "Mount options of the volumes, which are not validated."),
  allowVolumeExpansion: pointer(boolean, 6, "Whether claims can grow."),
  volumeBindingMode: pointer(
    enumText("v1.VolumeBindingMode", ["Immediate", "WaitForFirstConsumer"]),
    7,
    "Immediate creates a volume with its claim. WaitForFirstConsumer creates it when a Pod uses the claim. Default: Immediate.",
    { default: "Immediate" },
  ),
  allowedTopologies: optional(
    list(topologySelectorTerm, { type: "atomic" }),
    8,
    "Topologies in which volumes may be created. One of the terms must match. Empty means all.",
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
  doc: "Class of storage with the settings for new volumes.",
  fields: storageClassFields,
});
