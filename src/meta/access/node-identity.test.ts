import { expect, test } from "vitest";
import { nodeNameOf } from "./node-identity.ts";

test.each([
  ["system:node:a", ["system:nodes"], "a"],
  ["system:node:a.b.c", ["system:authenticated", "system:nodes"], "a.b.c"],
  ["system:node:system:node:a", ["system:nodes"], "system:node:a"],
  ["system:node:", ["system:nodes"], ""],
  ["system:node", ["system:nodes"], undefined],
  ["system:node:a", [], undefined],
  ["system:node:a", ["system:node"], undefined],
  ["system:node:a", ["System:nodes"], undefined],
  ["System:node:a", ["system:nodes"], undefined],
  [" system:node:a", ["system:nodes"], undefined],
  ["a", ["system:nodes"], undefined],
])("a user %j with the groups %j is the agent of the node %j", (name, groups, expected) => {
  expect(nodeNameOf({ name, groups })).toBe(expected);
});
