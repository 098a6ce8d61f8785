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
  immutable: pointer(boolean, 4, "Once true, neither the data nor this field can be changed."),
  data: optional(map(text), 2, "UTF-8 texts by key. A key stands in data or in binaryData, not in both."),
  binaryData: optional(map(bytes), 3, "Bytes by key, for what is not UTF-8."),
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
  doc: "Configuration data for Pods to consume.",
  fields: configMapFields,
});
