import { expect, test } from "vitest";
import { impersonatedGroups } from "./impersonated-groups.ts";

test.each([
  ["ann", [], ["system:authenticated"]],
  ["ann", ["dev"], ["dev", "system:authenticated"]],
  ["ann", ["system:authenticated"], ["system:authenticated"]],
  ["ann", ["system:unauthenticated"], ["system:unauthenticated"]],
  ["system:anonymous", [], ["system:unauthenticated"]],
  ["system:anonymous", ["system:authenticated"], ["system:authenticated", "system:unauthenticated"]],
  [
    "system:serviceaccount:shop:web",
    [],
    ["system:serviceaccounts", "system:serviceaccounts:shop", "system:authenticated"],
  ],
  ["system:serviceaccount:shop:web", ["dev"], ["dev", "system:authenticated"]],
])("the impersonated user %s with the groups %j has the groups %j", (name, requested, groups) => {
  expect(impersonatedGroups(name, requested)).toEqual(groups);
});
