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
  immutable: pointer(boolean, 5, "Whether the data is immutable. Once true, this field is immutable, too."),
  data: optional(map(bytes), 2, "Binary values by key, as base64."),
  stringData: optional(
    map(text),
    4,
    "Texts by key. Write-only: the server merges them into data, where they replace keys of the same name.",
  ),
  type: optional(
    namedText("v1.SecretType"),
    3,
    "Type of the Secret. Some types require certain keys. Immutable. Default: Opaque.",
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
  doc: "Confidential data, at most 1 MiB in all.",
  fields: secretFields,
});
