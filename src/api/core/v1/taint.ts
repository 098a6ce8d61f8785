import {
  enumText,
  type FieldsOf,
  int64,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
  time,
} from "../../../schema/index.ts";

export const taintEffects = ["NoSchedule", "PreferNoSchedule", "NoExecute"] as const;

const taintEffect = enumText("v1.TaintEffect", taintEffects);

const taintFields = {
  key: required(text, 1, "Name of the taint."),
  value: optional(text, 2, "Value of the taint."),
  effect: required(taintEffect, 3, "What happens to Pods without toleration: not placed, avoided, or also evicted."),
  timeAdded: pointer(time, 4, "When the taint was added. For NoExecute only."),
};

export interface Taint extends FieldsOf<typeof taintFields> {}

export const taint: StructSchema<Taint> = struct(
  "core/v1.Taint",
  "Keeps Pods away from a node unless they tolerate it.",
  taintFields,
);

const tolerationFields = {
  key: optional(text, 1, "Name of the tolerated taint. Empty, with operator Exists, tolerates all."),
  operator: optional(
    enumText("v1.TolerationOperator", ["Equal", "Exists"]),
    2,
    "Exists accepts any value; Equal compares it. Default: Equal.",
    { unchecked: true },
  ),
  value: optional(text, 3, "Value of the tolerated taint; empty with Exists."),
  effect: optional(taintEffect, 4, "Effect of the tolerated taint. Empty means every effect.", {
    unchecked: true,
  }),
  tolerationSeconds: pointer(
    int64,
    5,
    "How long a NoExecute taint is tolerated, in seconds. Unset means forever; 0 or less evicts at once.",
  ),
};

export interface Toleration extends FieldsOf<typeof tolerationFields> {}

export const toleration: StructSchema<Toleration> = struct(
  "core/v1.Toleration",
  "Lets a Pod run on nodes with a matching taint.",
  tolerationFields,
);
