import { group } from "../../../meta/vocabulary.ts";
import { type KindDeclaration, type ObjectOf, pointer, quantity, required, text } from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";

const csiStorageCapacityFields = {
  nodeTopology: pointer(
    labelSelector,
    2,
    "Selector for the nodes that can use the storage. Unset selects none, an empty selector selects all. Immutable.",
  ),
  storageClassName: required(text, 3, "StorageClass of the storage. Immutable."),
  capacity: pointer(quantity, 4, "Available capacity that the driver reports. Unset if it is unknown."),
  maximumVolumeSize: pointer(quantity, 5, "Largest size of a new volume. Unset if it is unknown."),
};

export interface CSIStorageCapacity extends ObjectOf<typeof csiStorageCapacityFields> {}

export const csiStorageCapacity: KindDeclaration<CSIStorageCapacity> = kind({
  group: group("storage"),
  version: "v1",
  kind: "CSIStorageCapacity",
  package: "storage",
  plural: "csistoragecapacities",
  scope: "Namespaced",
  rules: { updateChecks: { update: ["create", "schema", "change", "hook"] }, unconditionalUpdate: false },
  doc: "Available storage of a class for some nodes. The driver writes it, and the scheduler reads it.",
  fields: csiStorageCapacityFields,
});
