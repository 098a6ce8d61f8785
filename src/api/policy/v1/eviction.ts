import { type ObjectOf, pointer } from "../../../schema/index.ts";
import { type MessageKind, message } from "../../kind.ts";
import { deleteOptions } from "../../meta/v1/delete-options.ts";

const evictionFields = {
  deleteOptions: pointer(deleteOptions, 2, "Options of the deletion."),
};

export interface Eviction extends ObjectOf<typeof evictionFields> {}

export const eviction: MessageKind<Eviction> = message({
  group: "policy",
  version: "v1",
  kind: "Eviction",
  package: "policy",
  doc: "Request to delete a Pod within the limits of its PodDisruptionBudget. It is posted to the subresource eviction.",
  fields: evictionFields,
});
