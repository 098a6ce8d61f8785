/** The types of discovery responses. They are declared as schemas, so that OpenAPI documents contain them. */
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
  name: required(text, 1, "Plural of the resource, as in paths. For a subresource, the plural, a slash and its name."),
  singularName: required(text, 6, "Singular of the resource. Empty for subresources."),
  namespaced: required(boolean, 2, "Whether the objects are in namespaces."),
  group: optional(text, 8, "Group of the kind, if it differs from the list's group."),
  version: optional(text, 9, "Version of the kind, if it differs from the list's version."),
  kind: required(text, 3, "Kind of the objects that clients send and receive."),
  verbs: required(list(text, { isMessage: true }), 4, "Supported verbs, in alphabetical order."),
  shortNames: optional(list(text, { type: "atomic" }), 5, "Abbreviations that kubectl accepts."),
  categories: optional(list(text, { type: "atomic" }), 7, "Categories of the resource, such as all."),
  storageVersionHash: optional(
    text,
    10,
    "Hash of the version in which the objects are stored. Clients may only compare it.",
  ),
};

/** A resource or subresource in a list of resources. */
export interface ApiResource extends FieldsOf<typeof resourceFields> {}

const apiResource: StructSchema<ApiResource> = struct(
  "meta/v1.APIResource",
  "A resource or subresource, and its verbs.",
  resourceFields,
);

const resourceListFields = {
  ...typeMetaFields,
  groupVersion: required(text, 1, "Group and version of the resources."),
  resources: required(list(apiResource, { type: "atomic" }), 2, "The resources, in alphabetical order."),
};

/** The resources of one group version. */
export interface ApiResourceList extends FieldsOf<typeof resourceListFields> {}

/** Schema of `ApiResourceList`. */
export const apiResourceList: StructSchema<ApiResourceList> = struct(
  "meta/v1.APIResourceList",
  "Resources of one group version.",
  resourceListFields,
);

const groupVersionFields = {
  groupVersion: required(text, 1, "Group and version, as in the apiVersion of objects."),
  version: required(text, 2, "Version without the group."),
};

/** A version of an API group, in both notations: `v1` and `apps/v1`. */
export interface GroupVersionForDiscovery extends FieldsOf<typeof groupVersionFields> {}

const groupVersionForDiscovery: StructSchema<GroupVersionForDiscovery> = struct(
  "meta/v1.GroupVersionForDiscovery",
  "A version of a group.",
  groupVersionFields,
);

const serverAddressFields = {
  clientCIDR: required(text, 1, "Address range of the clients that use this address."),
  serverAddress: required(text, 2, "Host and port at which these clients connect to the server."),
};

/** Address of the server for clients in an address range. */
export interface ServerAddressByClientCidr extends FieldsOf<typeof serverAddressFields> {}

const serverAddressByClientCidr: StructSchema<ServerAddressByClientCidr> = struct(
  "meta/v1.ServerAddressByClientCIDR",
  "Address of the server for clients in an address range.",
  serverAddressFields,
);

const serverAddressesDoc = "Addresses of the server. Clients use the most specific range that contains their address.";

const groupFields = {
  ...typeMetaFields,
  name: required(text, 1, "Name of the group."),
  versions: required(list(groupVersionForDiscovery, { type: "atomic" }), 2, "The versions, the preferred one first."),
  preferredVersion: optional(groupVersionForDiscovery, 3, "Version that clients should prefer."),
  serverAddressByClientCIDRs: optional(list(serverAddressByClientCidr, { type: "atomic" }), 4, serverAddressesDoc),
};

/** A group and its versions. */
export interface ApiGroup extends FieldsOf<typeof groupFields> {}

/** Schema of `ApiGroup`. */
export const apiGroup: StructSchema<ApiGroup> = struct("meta/v1.APIGroup", "A group and its versions.", groupFields);

const groupListFields = {
  ...typeMetaFields,
  groups: required(list(apiGroup, { type: "atomic" }), 1, "Groups in order of priority."),
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
