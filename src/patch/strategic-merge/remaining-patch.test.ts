/** Expected values are the patches in the reference's messages. */
import { expect, test } from "vitest";
import type { JsonObject } from "../../base/json-object.ts";
import { deployment } from "../testing/workload-schemas.ts";
import { remainingPatch } from "./remaining-patch.ts";

const original = {
  metadata: { name: "d" },
  spec: { strategy: { type: "Recreate" }, template: { spec: { containers: [{ name: "c" }] } } },
};

test.each<[string, JsonObject, JsonObject]>([
  ["keeps a null that removes a member", { metadata: null }, { metadata: null }],
  [
    "takes nulls and objects with a directive out of what it adds",
    { metadata: { labels: { a: null, b: { $patch: "delete" }, c: [{ $patch: "delete" }, { d: null }] } } },
    { metadata: { labels: { c: [{}] } } },
  ],
  [
    "keeps a list that it adds, with the items that have a directive",
    { metadata: { finalizers: [{ $patch: "delete" }, { a: null }] } },
    { metadata: { finalizers: [{ $patch: "delete" }, {}] } },
  ],
  [
    "loses a replace directive, and keeps a delete directive",
    { metadata: { $patch: "replace", a: 1 }, spec: { $patch: "delete" } },
    { metadata: { a: 1 }, spec: { $patch: "delete" } },
  ],
  [
    "loses the keys to retain and the order of lists, with the lists",
    {
      spec: {
        strategy: { $retainKeys: ["type"], type: "x" },
        template: { spec: { "$setElementOrder/containers": [{ name: "c" }], containers: [{ name: "c" }] } },
      },
    },
    { spec: { strategy: { type: "x" }, template: { spec: {} } } },
  ],
  [
    "changes items that it merges, and keeps items that it adds",
    {
      spec: {
        template: {
          spec: {
            containers: [
              { name: "c", env: { a: null } },
              { name: "d", env: { a: null } },
            ],
          },
        },
      },
    },
    {
      spec: {
        template: {
          spec: {
            containers: [
              { name: "c", env: {} },
              { name: "d", env: { a: null } },
            ],
          },
        },
      },
    },
  ],
])("remainingPatch() %s", (_title, patch, expected) => {
  expect(remainingPatch(original, patch, deployment)).toEqual(expected);
});
