/** The types of discovery's responses, as declarations, so that OpenAPI documents can show them. */
import {
  boolean,
  type FieldsOf,
  list,
  optional,
  required,
  type StructSchema,
  struct,
  text,
  typeMetaFields,
} from "../../schema/index.ts";

const resourceFields = {
  name: required(text, 1, "The plural, as in paths; of a subresource, the plural, a slash and its name."),
  singularName: required(text, 6, "The singular, for people; empty for subresources."),
  namespaced: required(boolean, 2, "Whether the objects are in namespaces."),
  group: optional(text, 8, "The group of the kind, where it is not that of the list."),
  version: optional(text, 9, "The version of the kind, where it is not that of the list."),
  kind: required(text, 3, "The kind that clients send and get."),
  verbs: required(list(text, { isMessage: true }), 4, "What can be done, in alphabetical order."),
  shortNames: optional(list(text, { type: "atomic" }), 5, "Abbreviations that command lines understand."),
  categories: optional(list(text, { type: "atomic" }), 7, "Groups of resources that the resource belongs to: all."),
  storageVersionHash: optional(
    text,
    10,
    "Tells storage versions apart: it changes when the objects are stored in another version. Only for comparison.",
  ),
};

/** A resource or subresource in a list of resources. */
export interface ApiResource extends FieldsOf<typeof resourceFields> {}

const apiResource: StructSchema<ApiResource> = struct(
  "meta/v1.APIResource",
  "A resource or subresource, and what can be done with it.",
  resourceFields,
);

const resourceListFields = {
  ...typeMetaFields,
  groupVersion: required(text, 1, "The group and version that the resources are served in."),
  resources: required(list(apiResource, { type: "atomic" }), 2, "The resources, in alphabetical order."),
};

/** The resources of one group version. */
export interface ApiResourceList extends FieldsOf<typeof resourceListFields> {}

/** Schema of `ApiResourceList`. */
export const apiResourceList: StructSchema<ApiResourceList> = struct(
  "meta/v1.APIResourceList",
  "What is served in one version of a group.",
  resourceListFields,
);

const groupVersionFields = {
  groupVersion: required(text, 1, "Group and version, as in the apiVersion of objects."),
  version: required(text, 2, "The version alone."),
};

/** A version of a group. */
export interface GroupVersionForDiscovery extends FieldsOf<typeof groupVersionFields> {}

const groupVersionForDiscovery: StructSchema<GroupVersionForDiscovery> = struct(
  "meta/v1.GroupVersionForDiscovery",
  "A version of a group.",
  groupVersionFields,
);

const serverAddressFields = {
  clientCIDR: required(text, 1, "The addresses of the clients that this is for."),
  serverAddress: required(text, 2, "Where those clients reach the server: a host and a port."),
};

/** Where clients with some addresses reach the server. */
export interface ServerAddressByClientCidr extends FieldsOf<typeof serverAddressFields> {}

const serverAddressByClientCidr: StructSchema<ServerAddressByClientCidr> = struct(
  "meta/v1.ServerAddressByClientCIDR",
  "Where some clients reach the server.",
  serverAddressFields,
);

const serverAddressesDoc = "Where clients reach the server, the most specific match being right.";

const groupFields = {
  ...typeMetaFields,
  name: required(text, 1, "Name of the group."),
  versions: required(list(groupVersionForDiscovery, { type: "atomic" }), 2, "The versions, the preferred one first."),
  preferredVersion: optional(groupVersionForDiscovery, 3, "The version that clients should use if they know it."),
  serverAddressByClientCIDRs: optional(list(serverAddressByClientCidr, { type: "atomic" }), 4, serverAddressesDoc),
};

/** A group and its versions. */
export interface ApiGroup extends FieldsOf<typeof groupFields> {}

/** Schema of `ApiGroup`. */
export const apiGroup: StructSchema<ApiGroup> = struct("meta/v1.APIGroup", "A group and its versions.", groupFields);

const groupListFields = {
  ...typeMetaFields,
  groups: required(list(apiGroup, { type: "atomic" }), 1, "The groups, the most important first."),
};

/** All groups but the core group. */
export interface ApiGroupList extends FieldsOf<typeof groupListFields> {}

/** Schema of `ApiGroupList`. */
export const apiGroupList: StructSchema<ApiGroupList> = struct(
  "meta/v1.APIGroupList",
  "All groups but the core group.",
  groupListFields,
);

const versionsFields = {
  ...typeMetaFields,
  versions: required(list(text, { type: "atomic" }), 1, "The versions of the core group."),
  serverAddressByClientCIDRs: required(list(serverAddressByClientCidr, { type: "atomic" }), 2, serverAddressesDoc),
};

/** The versions of the core group. */
export interface ApiVersions extends FieldsOf<typeof versionsFields> {}

/** Schema of `ApiVersions`. */
export const apiVersions: StructSchema<ApiVersions> = struct(
  "meta/v1.APIVersions",
  "The versions of the core group.",
  versionsFields,
);
