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
  effect: required(
    taintEffect,
    3,
    "Effect on Pods without toleration: NoSchedule, PreferNoSchedule, or NoExecute, which also evicts them.",
  ),
  timeAdded: pointer(time, 4, "Time at which the taint was added. For NoExecute only."),
};

export interface Taint extends FieldsOf<typeof taintFields> {}

export const taint: StructSchema<Taint> = struct(
  "core/v1.Taint",
  "Mark of a node that repels Pods without a matching toleration.",
  taintFields,
);

const tolerationFields = {
  key: optional(text, 1, "Name of the tolerated taint. Empty with the operator Exists tolerates all taints."),
  operator: optional(
    enumText("v1.TolerationOperator", ["Equal", "Exists"]),
    2,
    "Exists tolerates any value. Equal compares the value. Default: Equal.",
    { unchecked: true },
  ),
  value: optional(text, 3, "Value of the tolerated taint. Empty with Exists."),
  effect: optional(taintEffect, 4, "Effect of the tolerated taint. Empty means every effect.", {
    unchecked: true,
  }),
  tolerationSeconds: pointer(
    int64,
    5,
    "Seconds for which a NoExecute taint is tolerated. Unset means forever, 0 or less evicts at once.",
  ),
};

export interface Toleration extends FieldsOf<typeof tolerationFields> {}

export const toleration: StructSchema<Toleration> = struct(
  "core/v1.Toleration",
  "Toleration of a taint, which allows a Pod to run on nodes with it.",
  tolerationFields,
);
