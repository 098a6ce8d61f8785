import { group } from "../../../meta/vocabulary.ts";
import { type KindDeclaration, type ObjectOf, pointer, quantity, required, text } from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";

const csiStorageCapacityFields = {
  nodeTopology: pointer(
    labelSelector,
    2,
    "The nodes that can reach the storage; unset for none, empty for all. Cannot be changed.",
  ),
  storageClassName: required(text, 3, "The StorageClass that the amounts are for. Cannot be changed."),
  capacity: pointer(quantity, 4, "How much is left, as the driver says. Unset when it does not know."),
  maximumVolumeSize: pointer(quantity, 5, "Largest volume that can be made. Unset when the driver does not know."),
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
  doc: "How much storage of a class is left for some nodes; written by the driver, read by the scheduler.",
  fields: csiStorageCapacityFields,
});
