import { describe } from "vitest";
import { notNegative } from "../support/controllers.ts";
import { type Change, Refusals, ruleServer } from "../support/refusals.ts";

describe("a ControllerRevision", () => {
  const revisions = new Refusals(ruleServer(), "/apis/apps/v1/namespaces/default/controllerrevisions", {
    data: { spec: {} },
    revision: 1,
  });
  const holding =
    (data: unknown): Change =>
    (revision) => ({ ...revision, data });

  revisions.create(
    "[ControllerRevision#1] has no place below 0",
    (revision) => {
      revision.revision = -1;
    },
    [`revision: Invalid value: -1: ${notNegative}`],
  );
  revisions.create("[ControllerRevision#2] holds a state", holding(null), ["data: Required value: data is mandatory"]);
  for (const data of [[], "state", 1, true]) {
    revisions.create(`[ControllerRevision#4] holds an object, not ${JSON.stringify(data)}`, holding(data), [
      "data: Required value: data must be a valid JSON object",
    ]);
  }
  revisions.accepts("may hold an empty object", holding({}));
  revisions.update("[ControllerRevision#5] keeps its state", {
    change: holding({ a: 1 }),
    causes: [
      "data: Invalid value: runtime.RawExtension{Raw:[]uint8{0x7b, 0x22, 0x61, 0x22, 0x3a, 0x31, 0x7d}, " +
        "Object:runtime.Object(nil)}: field is immutable",
    ],
  });
});
