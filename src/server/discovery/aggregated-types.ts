/** Schemas of aggregated discovery, for its protobuf form. */
import { listMeta } from "../../api/meta/v1/list-meta.ts";
import { objectMeta } from "../../api/meta/v1/object-meta.ts";
import {
  list,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
  typeMetaFields,
} from "../../schema/index.ts";

const responseKind: StructSchema = struct("meta/v1.GroupVersionKind", "A kind.", {
  group: required(text, 1, "Its group; empty for that of the document's part."),
  version: required(text, 2, "Its version; empty for that of the document's part."),
  kind: required(text, 3, "Its name."),
});

const subresource: StructSchema = struct("apidiscovery/v2.APISubresourceDiscovery", "A subresource.", {
  subresource: required(text, 1, "Its name."),
  responseKind: pointer(responseKind, 2, "The kind that it answers."),
  verbs: required(list(text), 4, "What can be done."),
});

const resource: StructSchema = struct("apidiscovery/v2.APIResourceDiscovery", "A resource.", {
  resource: required(text, 1, "Its plural."),
  responseKind: pointer(responseKind, 2, "The kind of its objects."),
  scope: required(text, 3, "Cluster or Namespaced."),
  singularResource: required(text, 4, "Its singular."),
  verbs: required(list(text), 5, "What can be done."),
  shortNames: optional(list(text), 6, "Abbreviations."),
  categories: optional(list(text), 7, "Groups of resources that it belongs to."),
  subresources: optional(list(subresource), 8, "Its subresources."),
});

const version: StructSchema = struct("apidiscovery/v2.APIVersionDiscovery", "A version of a group.", {
  version: required(text, 1, "Its name."),
  resources: optional(list(resource), 2, "Its resources."),
  freshness: optional(text, 3, "Current or Stale."),
});

const group: StructSchema = struct("apidiscovery/v2.APIGroupDiscovery", "A group.", {
  metadata: optional(objectMeta, 1, "Its name."),
  versions: optional(list(version), 2, "Its versions, the preferred one first."),
});

/** Schema of the whole document. It is the same in v2 and v2beta1. */
export const groupDiscoveryList: StructSchema = struct(
  "apidiscovery/v2.APIGroupDiscoveryList",
  "Groups and all in them.",
  {
    ...typeMetaFields,
    metadata: optional(listMeta, 1, "Standard metadata of the list."),
    items: required(list(group), 2, "The groups."),
  },
);
