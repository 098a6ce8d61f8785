import { describe } from "vitest";
import { notQualifiedName } from "../support/format-messages.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();

/** Matches a cause whose value is printed as a Quantity struct of the reference. */
function cause(part: string, why: string): RegExp {
  const text = (one: string): string => one.replace(/[.[\]/]/g, "\\$&");
  return new RegExp(`^spec\\.limits\\[0\\]\\.${text(part)}: Invalid value: resource\\.Quantity\\{.*\\}: ${text(why)}$`);
}

describe("a LimitRange", () => {
  const ranges = new Refusals(server, "/api/v1/namespaces/default/limitranges", {
    spec: { limits: [{ type: "Container", max: { cpu: "2" } }] },
  });
  const limits =
    (...items: readonly object[]) =>
    (range: { spec: object }) =>
      void Object.assign(range.spec, { limits: items });

  ranges.create(
    "[LimitRange#1] a limit whose type is no qualified name is rejected",
    limits({ type: "example.com/a b" }),
    [`spec.limits[0].type: Invalid value: "example.com/a b": ${notQualifiedName}`],
  );
  ranges.create("[LimitRange#2] a limit of an unknown type without a domain is rejected", limits({ type: "Image" }), [
    'spec.limits[0].type: Invalid value: "Image": must be a standard limit type or fully qualified',
  ]);
  ranges.accepts(
    "a limit of a type with a domain is accepted",
    limits({ type: "example.com/Image", max: { "example.com/size": "1Gi" } }),
  );
  ranges.create(
    "[LimitRange#3] two limits of the same type are rejected",
    limits({ type: "Pod", max: { cpu: "4" } }, { type: "Container" }, { type: "Pod", min: { cpu: "1" } }),
    ['spec.limits[2].type: Duplicate value: "Pod"'],
  );
  ranges.create(
    "a limit of a resource that containers do not have is rejected",
    limits({ type: "Container", max: { pods: "1" } }),
    [
      "spec.limits[0].max[pods]: Invalid value: pods: must be a standard resource for containers",
      "spec.limits[0].default[pods]: Invalid value: pods: must be a standard resource for containers",
      "spec.limits[0].defaultRequest[pods]: Invalid value: pods: must be a standard resource for containers",
    ],
  );
  ranges.create("[LimitRange#4] a default for Pods is rejected", limits({ type: "Pod", default: { cpu: "1" } }), [
    "spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
  ]);
  ranges.create(
    "[LimitRange#5] a defaultRequest for Pods is rejected",
    limits({ type: "Pod", defaultRequest: { cpu: "1" } }),
    ["spec.limits[0].defaultRequest: Forbidden: may not be specified when `type` is 'Pod'"],
  );
  ranges.create(
    "[LimitRange#6] a limit for claims without min and max is rejected",
    limits({ type: "PersistentVolumeClaim" }),
    [
      "spec.limits[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided",
    ],
  );
  ranges.accepts("a LimitRange without limits is accepted", (range) => {
    range.spec = {};
  });
  ranges.accepts(
    "a limit for claims with only a max is accepted",
    limits({ type: "PersistentVolumeClaim", max: { storage: "1Gi" } }),
  );

  ranges.create(
    "[LimitRange#7] a min above the max is rejected",
    limits({ type: "Pod", min: { cpu: "2" }, max: { cpu: "1500m" } }),
    [cause("min[cpu]", "min value 2 is greater than max value 1500m")],
  );
  ranges.accepts("a min equal to the max is accepted", limits({ type: "Pod", min: { cpu: "2" }, max: { cpu: "2" } }));

  const container = { type: "Container" };
  ranges.create(
    "[LimitRange#8] a defaultRequest below the min is rejected",
    limits({ ...container, min: { cpu: "2" }, defaultRequest: { cpu: "1" }, default: { cpu: "2" } }),
    [cause("defaultRequest[cpu]", "min value 2 is greater than default request value 1")],
  );
  ranges.create(
    "[LimitRange#9] a defaultRequest above the max is rejected",
    limits({ ...container, max: { cpu: "2" }, defaultRequest: { cpu: "3" } }),
    [
      cause("defaultRequest[cpu]", "default request value 3 is greater than max value 2"),
      cause("defaultRequest[cpu]", "default request value 3 is greater than default limit value 2"),
    ],
  );
  ranges.create(
    "[LimitRange#10] a defaultRequest above the default is rejected",
    limits({ ...container, default: { cpu: "1" }, defaultRequest: { cpu: "2" } }),
    [cause("defaultRequest[cpu]", "default request value 2 is greater than default limit value 1")],
  );
  ranges.create(
    "[LimitRange#11] a default below the min is rejected",
    limits({ ...container, min: { cpu: "2" }, default: { cpu: "1" }, defaultRequest: { cpu: "1" } }),
    [
      cause("defaultRequest[cpu]", "min value 2 is greater than default request value 1"),
      cause("default[cpu]", "min value 2 is greater than default value 1"),
    ],
  );
  ranges.create(
    "[LimitRange#12] a default above the max is rejected",
    limits({ ...container, max: { cpu: "1" }, default: { cpu: "2" }, defaultRequest: { cpu: "1" } }),
    [cause("default[cpu]", "default value 2 is greater than max value 1")],
  );

  ranges.create(
    "[LimitRange#13] a maxLimitRequestRatio below 1 is rejected",
    limits({ type: "Pod", maxLimitRequestRatio: { cpu: "900m" } }),
    [cause("maxLimitRequestRatio[cpu]", "ratio 900m is less than 1")],
  );
  ranges.create(
    "[LimitRange#14] a maxLimitRequestRatio above max/min is rejected",
    limits({ type: "Pod", min: { cpu: "300m" }, max: { cpu: "1" }, maxLimitRequestRatio: { cpu: "4" } }),
    [cause("maxLimitRequestRatio[cpu]", "ratio 4 is greater than max/min = 3.333333")],
  );
  ranges.accepts(
    "a maxLimitRequestRatio equal to max/min is accepted",
    limits({ type: "Pod", min: { cpu: "250m" }, max: { cpu: "1" }, maxLimitRequestRatio: { cpu: "4" } }),
  );
  ranges.create(
    "[LimitRange#15] a defaultRequest of an extended resource that differs from its default is rejected",
    limits({ ...container, default: { "example.com/gpu": "2" }, defaultRequest: { "example.com/gpu": "1" } }),
    [
      cause(
        "defaultRequest[example.com/gpu]",
        "default value 2 must equal to defaultRequest value 1 in example.com/gpu",
      ),
    ],
  );
});
