import { expect, test } from "vitest";
import type { FlowSchemaSpec } from "../api/index.ts";
import type { User } from "../meta/user.ts";
import type { ActiveFlowSchema } from "./flow-schema.ts";
import { SchemasOfUsers } from "./schemas-of-users.ts";

type Subject = NonNullable<NonNullable<FlowSchemaSpec["rules"]>[number]["subjects"]>[number];

/** Number of times that the rules of a schema were read. */
let reads = 0;

function schemaFor(name: string, subject: Subject): ActiveFlowSchema {
  const resourceRules = [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"], clusterScope: true }];
  const rules = [{ subjects: [subject], resourceRules }];
  const spec = {
    get rules() {
      reads++;
      return rules;
    },
  };
  return { name, spec } as unknown as ActiveFlowSchema;
}

const schemas = new SchemasOfUsers([
  schemaFor("ann", { kind: "User", user: { name: "ann" } }),
  schemaFor("admins", { kind: "Group", group: { name: "admins" } }),
  schemaFor("all", { kind: "Group", group: { name: "*" } }),
]);
const request = { isResource: true, verb: "get", resource: "pods", group: "", namespace: "a" } as never;
const schemaOf = (user: User): string | undefined => schemas.find(user, request)?.name;

test("users with the same list of groups get the schemas of their names, also in turns", () => {
  const groups = ["everyone"];
  for (let turn = 0; turn < 3; turn++) {
    expect(schemaOf({ name: "ann", groups })).toBe("ann");
    expect(schemaOf({ name: "bob", groups })).toBe("all");
  }
});

test("users with the same name get the schemas of their groups", () => {
  expect(schemaOf({ name: "cid", groups: ["admins"] })).toBe("admins");
  expect(schemaOf({ name: "cid", groups: ["everyone"] })).toBe("all");
});

test("the schemas of a user are found once for all tokens that share the list of groups", () => {
  const groups = ["everyone"];
  reads = 0;
  for (const id of ["1", "2", "3"]) schemaOf({ name: "dan", groups, extra: { id: [id] } });
  expect(reads).toBe(3);
});
