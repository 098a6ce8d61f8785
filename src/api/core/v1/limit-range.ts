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
  type: required(namedText("v1.LimitType"), 1, "Type of the limited objects: Pod, Container or PersistentVolumeClaim."),
  max: optional(resourceList, 2, "Largest allowed amount, by resource name."),
  min: optional(resourceList, 3, "Smallest allowed amount, by resource name."),
  default: optional(resourceList, 4, "Default limits of containers. Default: max."),
  defaultRequest: optional(resourceList, 5, "Default requests of containers. Default: the default limit, or else min."),
  maxLimitRequestRatio: optional(resourceList, 6, "Largest allowed ratio of limit and request."),
};

export interface LimitRangeItem extends FieldsOf<typeof limitRangeItemFields> {}

export const limitRangeItem: StructSchema<LimitRangeItem> = struct(
  "core/v1.LimitRangeItem",
  "Limits and defaults for objects of one type.",
  limitRangeItemFields,
);

const limitRangeSpecFields = {
  limits: required(list(limitRangeItem, { type: "atomic" }), 1, "Limits by type of the objects."),
};

export interface LimitRangeSpec extends FieldsOf<typeof limitRangeSpecFields> {}

export const limitRangeSpec: StructSchema<LimitRangeSpec> = struct(
  "core/v1.LimitRangeSpec",
  "Limits of a LimitRange.",
  limitRangeSpecFields,
);

const limitRangeFields = {
  spec: optional(limitRangeSpec, 2, "Limits."),
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
  doc: "Limits on the resources of single objects in a namespace, and defaults for them.",
  fields: limitRangeFields,
});
