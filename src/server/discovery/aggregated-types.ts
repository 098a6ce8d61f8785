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
  group: required(text, 1, "Group. Empty if it is that of the enclosing entry."),
  version: required(text, 2, "Version. Empty if it is that of the enclosing entry."),
  kind: required(text, 3, "Name of the kind."),
});

const subresource: StructSchema = struct("apidiscovery/v2.APISubresourceDiscovery", "A subresource.", {
  subresource: required(text, 1, "Name of the subresource."),
  responseKind: pointer(responseKind, 2, "Kind of the responses."),
  verbs: required(list(text), 4, "Supported verbs."),
});

const resource: StructSchema = struct("apidiscovery/v2.APIResourceDiscovery", "A resource.", {
  resource: required(text, 1, "Plural of the resource."),
  responseKind: pointer(responseKind, 2, "The kind of its objects."),
  scope: required(text, 3, "Cluster or Namespaced."),
  singularResource: required(text, 4, "Singular of the resource."),
  verbs: required(list(text), 5, "Supported verbs."),
  shortNames: optional(list(text), 6, "Abbreviations."),
  categories: optional(list(text), 7, "Categories of the resource."),
  subresources: optional(list(subresource), 8, "Subresources."),
});

const version: StructSchema = struct("apidiscovery/v2.APIVersionDiscovery", "A version of a group.", {
  version: required(text, 1, "Name of the version."),
  resources: optional(list(resource), 2, "Resources."),
  freshness: optional(text, 3, "Current or Stale."),
});

const group: StructSchema = struct("apidiscovery/v2.APIGroupDiscovery", "A group.", {
  metadata: optional(objectMeta, 1, "Metadata that contain the name of the group."),
  versions: optional(list(version), 2, "Versions, the preferred one first."),
});

/** Schema of the whole document. It is the same in v2 and v2beta1. */
export const groupDiscoveryList: StructSchema = struct(
  "apidiscovery/v2.APIGroupDiscoveryList",
  "Groups with their versions and resources.",
  {
    ...typeMetaFields,
    metadata: optional(listMeta, 1, "Standard metadata of the list."),
    items: required(list(group), 2, "The groups."),
  },
);
