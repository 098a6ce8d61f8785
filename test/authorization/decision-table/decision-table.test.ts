import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { RbacAuthorizer, RbacIndex } from "../../../src/authz/index.ts";
import { type PlainBinding, type PlainRole, slowlyAllows } from "../../../src/authz/rbac/testing/slow-evaluator.ts";
import { attributesOf, type DecisionTable, rowOf } from "./table.ts";

/** Roles of the reference 1.32.13 and its decisions about them, recorded by `compare/authorization/record-decisions.ts`. */
const table = JSON.parse(readFileSync(new URL("./reference.json", import.meta.url), "utf8")) as DecisionTable;

const user = "jane";

/** Returns the binding that grants only this role to the user. */
function bindingOf({ metadata: { name, namespace } }: PlainRole): PlainBinding {
  return {
    metadata: { name: "only", ...(namespace === undefined ? {} : { namespace }) },
    roleRef: { kind: namespace === undefined ? "ClusterRole" : "Role", name },
    subjects: [{ kind: "User", name: user }],
  };
}

/** Returns the row of a role, as the index decides in which all roles are. */
function rowOfIndex(role: PlainRole): number[] {
  const index = new RbacIndex();
  for (const { metadata, rules } of table.roles) index.setRole(metadata.namespace ?? "", metadata.name, rules);
  const { metadata, roleRef, subjects } = bindingOf(role);
  index.setBinding(metadata.namespace ?? "", metadata.name, { roleRef, subjects });
  const rbac = new RbacAuthorizer(index, "rbac.example");
  const namespace = metadata.namespace ?? "";
  return rowOf(table, (target, verb) => {
    const attributes = attributesOf(target, { verb, namespace });
    const decision = rbac.authorize({ name: user, groups: [] }, attributes);
    if (decision instanceof Promise) throw new Error("a user with few bindings does not wait");
    return decision.decision === "allow";
  });
}

/** Returns the row of a role, as the slow evaluator decides. */
function rowOfSlowEvaluator(role: PlainRole): number[] {
  const namespace = role.metadata.namespace ?? "";
  return rowOf(table, (target, verb) =>
    slowlyAllows([role], [bindingOf(role)], { user, groups: [], verb, namespace, ...target }),
  );
}

test("the recorded table has the default roles, and decisions that are allowed and others that are not", () => {
  const names = table.roles.map(({ metadata }) => metadata.name);
  expect(names).toEqual(expect.arrayContaining(["cluster-admin", "admin", "edit", "view", "system:node"]));
  expect(table.roles.length).toBeGreaterThan(70);
  const everything = 2 ** table.verbs.length - 1;
  const masksOf = (name: string): readonly number[] =>
    (table.allowed[names.indexOf(name)] ?? []).filter((_, position) => position % 2 === 1);
  expect(masksOf("cluster-admin")).toEqual(table.targets.map(() => everything));
  expect(masksOf("view").length).toBeGreaterThan(20);
  expect(masksOf("view")).not.toContain(everything);
});

describe.each(table.roles.map((role, position) => ({ role, position, name: role.metadata.name })))(
  "the default role $name",
  ({ role, position }) => {
    test("the index and the slow evaluator allow each verb on each target exactly where the reference does", () => {
      const expected = table.allowed[position];
      expect(rowOfSlowEvaluator(role)).toEqual(expected);
      expect(rowOfIndex(role)).toEqual(expected);
    });
  },
);
