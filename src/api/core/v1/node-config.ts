import {
  type FieldsOf,
  namedText,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";

const configMapNodeConfigSourceFields = {
  namespace: required(text, 1, "Namespace of the ConfigMap."),
  name: required(text, 2, "Name of the ConfigMap."),
  uid: optional(namedText("types.UID"), 3, "Unique identifier of the ConfigMap. Set in the status only."),
  resourceVersion: optional(text, 4, "Version of the ConfigMap. Set in the status only."),
  kubeletConfigKey: required(text, 5, "Key that holds the configuration."),
};

export interface ConfigMapNodeConfigSource extends FieldsOf<typeof configMapNodeConfigSourceFields> {}

export const configMapNodeConfigSource: StructSchema<ConfigMapNodeConfigSource> = struct(
  "core/v1.ConfigMapNodeConfigSource",
  "Key of a ConfigMap with a node's configuration.",
  configMapNodeConfigSourceFields,
);

const nodeConfigSourceFields = {
  configMap: pointer(configMapNodeConfigSource, 2, "A key of a ConfigMap."),
};

export interface NodeConfigSource extends FieldsOf<typeof nodeConfigSourceFields> {}

export const nodeConfigSource: StructSchema<NodeConfigSource> = struct(
  "core/v1.NodeConfigSource",
  "Source of a node's dynamic configuration. Not used.",
  nodeConfigSourceFields,
);

const nodeConfigStatusFields = {
  assigned: pointer(nodeConfigSource, 1, "Configuration that was assigned to the node."),
  active: pointer(nodeConfigSource, 2, "Configuration that the node uses."),
  lastKnownGood: pointer(nodeConfigSource, 3, "Last configuration that worked."),
  error: optional(text, 4, "Error of the assigned configuration."),
};

export interface NodeConfigStatus extends FieldsOf<typeof nodeConfigStatusFields> {}

export const nodeConfigStatus: StructSchema<NodeConfigStatus> = struct(
  "core/v1.NodeConfigStatus",
  "State of a node's dynamic configuration. Not used.",
  nodeConfigStatusFields,
);
