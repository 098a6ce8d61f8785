import { describe } from "vitest";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer();

const badPart =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

/** The cause whose value is a quantity of the reference. */
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

  ranges.create("[LimitRange#1] limits what has a name", limits({ type: "example.com/a b" }), [
    `spec.limits[0].type: Invalid value: "example.com/a b": ${badPart}`,
  ]);
  ranges.create("[LimitRange#2] limits what is known, or has a domain", limits({ type: "Image" }), [
    'spec.limits[0].type: Invalid value: "Image": must be a standard limit type or fully qualified',
  ]);
  ranges.accepts(
    "limits what others define",
    limits({ type: "example.com/Image", max: { "example.com/size": "1Gi" } }),
  );
  ranges.create(
    "[LimitRange#3] limits each type once",
    limits({ type: "Pod", max: { cpu: "4" } }, { type: "Container" }, { type: "Pod", min: { cpu: "1" } }),
    ['spec.limits[2].type: Duplicate value: "Pod"'],
  );
  ranges.create("names resources that containers have", limits({ type: "Container", max: { pods: "1" } }), [
    "spec.limits[0].max[pods]: Invalid value: pods: must be a standard resource for containers",
    "spec.limits[0].default[pods]: Invalid value: pods: must be a standard resource for containers",
    "spec.limits[0].defaultRequest[pods]: Invalid value: pods: must be a standard resource for containers",
  ]);
  ranges.create("[LimitRange#4] has no default for Pods", limits({ type: "Pod", default: { cpu: "1" } }), [
    "spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
  ]);
  ranges.create(
    "[LimitRange#5] has no default request for Pods",
    limits({ type: "Pod", defaultRequest: { cpu: "1" } }),
    ["spec.limits[0].defaultRequest: Forbidden: may not be specified when `type` is 'Pod'"],
  );
  ranges.create("[LimitRange#6] bounds the size of claims", limits({ type: "PersistentVolumeClaim" }), [
    "spec.limits[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided",
  ]);
  ranges.accepts("limits nothing", (range) => {
    range.spec = {};
  });
  ranges.accepts(
    "bounds the size of claims on one side",
    limits({ type: "PersistentVolumeClaim", max: { storage: "1Gi" } }),
  );

  ranges.create(
    "[LimitRange#7] has a least that is no more than the most",
    limits({ type: "Pod", min: { cpu: "2" }, max: { cpu: "1500m" } }),
    [cause("min[cpu]", "min value 2 is greater than max value 1500m")],
  );
  ranges.accepts("has a least that is the most", limits({ type: "Pod", min: { cpu: "2" }, max: { cpu: "2" } }));

  const container = { type: "Container" };
  ranges.create(
    "[LimitRange#8] requests the least at least",
    limits({ ...container, min: { cpu: "2" }, defaultRequest: { cpu: "1" }, default: { cpu: "2" } }),
    [cause("defaultRequest[cpu]", "min value 2 is greater than default request value 1")],
  );
  ranges.create(
    "[LimitRange#9] requests the most at most",
    limits({ ...container, max: { cpu: "2" }, defaultRequest: { cpu: "3" } }),
    [
      cause("defaultRequest[cpu]", "default request value 3 is greater than max value 2"),
      cause("defaultRequest[cpu]", "default request value 3 is greater than default limit value 2"),
    ],
  );
  ranges.create(
    "[LimitRange#10] requests no more than the limit",
    limits({ ...container, default: { cpu: "1" }, defaultRequest: { cpu: "2" } }),
    [cause("defaultRequest[cpu]", "default request value 2 is greater than default limit value 1")],
  );
  ranges.create(
    "[LimitRange#11] limits to the least at least",
    limits({ ...container, min: { cpu: "2" }, default: { cpu: "1" }, defaultRequest: { cpu: "1" } }),
    [
      cause("defaultRequest[cpu]", "min value 2 is greater than default request value 1"),
      cause("default[cpu]", "min value 2 is greater than default value 1"),
    ],
  );
  ranges.create(
    "[LimitRange#12] limits to the most at most",
    limits({ ...container, max: { cpu: "1" }, default: { cpu: "2" }, defaultRequest: { cpu: "1" } }),
    [cause("default[cpu]", "default value 2 is greater than max value 1")],
  );

  ranges.create(
    "[LimitRange#13] lets limits be as high as requests",
    limits({ type: "Pod", maxLimitRequestRatio: { cpu: "900m" } }),
    [cause("maxLimitRequestRatio[cpu]", "ratio 900m is less than 1")],
  );
  ranges.create(
    "[LimitRange#14] has a ratio that the bounds allow",
    limits({ type: "Pod", min: { cpu: "300m" }, max: { cpu: "1" }, maxLimitRequestRatio: { cpu: "4" } }),
    [cause("maxLimitRequestRatio[cpu]", "ratio 4 is greater than max/min = 3.333333")],
  );
  ranges.accepts(
    "has the ratio of the bounds",
    limits({ type: "Pod", min: { cpu: "250m" }, max: { cpu: "1" }, maxLimitRequestRatio: { cpu: "4" } }),
  );
  ranges.create(
    "[LimitRange#15] requests as much of a device as it limits to",
    limits({ ...container, default: { "example.com/gpu": "2" }, defaultRequest: { "example.com/gpu": "1" } }),
    [
      cause(
        "defaultRequest[example.com/gpu]",
        "default value 2 must equal to defaultRequest value 1 in example.com/gpu",
      ),
    ],
  );
});
