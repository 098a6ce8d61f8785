import {
  boolean,
  bytes,
  type KindDeclaration,
  map,
  namedText,
  type ObjectOf,
  optional,
  pointer,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";

const secretFields = {
  immutable: pointer(boolean, 5, "Once true, neither the data nor this field can be changed."),
  data: optional(map(bytes), 2, "Bytes by key, as base64."),
  stringData: optional(
    map(text),
    4,
    "Texts by key, for writing only: they are merged into data, over keys of the same name.",
  ),
  type: optional(
    namedText("v1.SecretType"),
    3,
    "What the data is for; some types ask for certain keys. Cannot be changed. Default: Opaque.",
    { default: "Opaque" },
  ),
};

export interface Secret extends ObjectOf<typeof secretFields> {}

export const secret: KindDeclaration<Secret> = kind({
  group: "",
  version: "v1",
  kind: "Secret",
  package: "core",
  plural: "secrets",
  scope: "Namespaced",
  selectableFields: ["type"],
  rules: { updateChecks: { update: ["change", "hook", "create", "schema", "createHook"] } },
  doc: "Confidential data, up to 1 MiB in all.",
  fields: secretFields,
});
