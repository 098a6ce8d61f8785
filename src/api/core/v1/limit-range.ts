import {
  type FieldsOf,
  type KindDeclaration,
  list,
  namedText,
  type ObjectOf,
  optional,
  required,
  type StructSchema,
  struct,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { resourceList } from "./resources.ts";

const limitRangeItemFields = {
  type: required(namedText("v1.LimitType"), 1, "What is limited: Pod, Container or PersistentVolumeClaim."),
  max: optional(resourceList, 2, "Most that one may use, by resource name."),
  min: optional(resourceList, 3, "Least that one must ask for, by resource name."),
  default: optional(resourceList, 4, "Limits of a container that sets none. Default: max."),
  defaultRequest: optional(
    resourceList,
    5,
    "Requests of a container that makes none. Default: its default limit, or else min.",
  ),
  maxLimitRequestRatio: optional(resourceList, 6, "How many times its request a limit may be at most."),
};

export interface LimitRangeItem extends FieldsOf<typeof limitRangeItemFields> {}

export const limitRangeItem: StructSchema<LimitRangeItem> = struct(
  "core/v1.LimitRangeItem",
  "Bounds and defaults for each object of one type.",
  limitRangeItemFields,
);

const limitRangeSpecFields = {
  limits: required(list(limitRangeItem, { type: "atomic" }), 1, "Bounds, by the type of what is limited."),
};

export interface LimitRangeSpec extends FieldsOf<typeof limitRangeSpecFields> {}

export const limitRangeSpec: StructSchema<LimitRangeSpec> = struct(
  "core/v1.LimitRangeSpec",
  "The bounds that a LimitRange sets.",
  limitRangeSpecFields,
);

const limitRangeFields = {
  spec: optional(limitRangeSpec, 2, "The bounds that hold."),
};

export interface LimitRange extends ObjectOf<typeof limitRangeFields> {}

export const limitRange: KindDeclaration<LimitRange> = kind({
  group: "",
  version: "v1",
  kind: "LimitRange",
  package: "core",
  plural: "limitranges",
  shortNames: ["limits"],
  scope: "Namespaced",
  rules: { updateChecks: { update: ["create", "schema", "hook"] }, createOnUpdate: true },
  doc: "Bounds on what a single object of a namespace may use, and defaults for what it does not say.",
  fields: limitRangeFields,
});
