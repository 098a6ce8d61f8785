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
    "[ControllerRevision#1] a ControllerRevision with a negative revision is rejected",
    (revision) => {
      revision.revision = -1;
    },
    [`revision: Invalid value: -1: ${notNegative}`],
  );
  revisions.create("[ControllerRevision#2] a ControllerRevision without data is rejected", holding(null), [
    "data: Required value: data is mandatory",
  ]);
  for (const data of [[], "state", 1, true]) {
    revisions.create(
      `[ControllerRevision#4] a ControllerRevision with the data ${JSON.stringify(data)} is rejected`,
      holding(data),
      ["data: Required value: data must be a valid JSON object"],
    );
  }
  revisions.accepts("a ControllerRevision with an empty object as data is accepted", holding({}));
  revisions.update("[ControllerRevision#5] an update that changes the data of a ControllerRevision is rejected", {
    change: holding({ a: 1 }),
    causes: [
      "data: Invalid value: runtime.RawExtension{Raw:[]uint8{0x7b, 0x22, 0x61, 0x22, 0x3a, 0x31, 0x7d}, " +
        "Object:runtime.Object(nil)}: field is immutable",
    ],
  });
});
