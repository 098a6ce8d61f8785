import {
  boolean,
  bytes,
  type KindDeclaration,
  map,
  type ObjectOf,
  optional,
  pointer,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";

const configMapFields = {
  immutable: pointer(boolean, 4, "Whether the data is immutable. Once true, this field is immutable, too."),
  data: optional(map(text), 2, "UTF-8 texts by key. A key cannot be both in data and in binaryData."),
  binaryData: optional(map(bytes), 3, "Binary values by key."),
};

export interface ConfigMap extends ObjectOf<typeof configMapFields> {}

export const configMap: KindDeclaration<ConfigMap> = kind({
  group: "",
  version: "v1",
  kind: "ConfigMap",
  package: "core",
  plural: "configmaps",
  shortNames: ["cm"],
  scope: "Namespaced",
  rules: { updateChecks: { update: ["change", "hook", "create", "schema"] } },
  doc: "Configuration data for Pods.",
  fields: configMapFields,
});
