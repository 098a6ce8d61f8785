import { expect, test } from "vitest";
import { decidingAuthorizer } from "./deciding-authorizer.ts";

const ann = { name: "ann", groups: ["system:authenticated"] };
const node = { name: "system:node:a", groups: ["system:nodes"] };
const admin = { name: "root", groups: ["system:masters"] };
const byRole = 'RBAC: allowed by RoleBinding "readers/shop" of Role "reader" to User "ann"';

test.each([
  [ann, { allowed: true, reason: byRole }, "RBAC"],
  [node, { allowed: true, reason: byRole }, "RBAC"],
  [ann, { allowed: true, reason: "team policy" }, "Webhook"],
  [ann, { allowed: true, reason: "" }, "ABAC, AlwaysAllow or Webhook: the server gives no reason"],
  [node, { allowed: true }, "Node, ABAC, AlwaysAllow or Webhook: the server gives no reason"],
  [admin, { allowed: true }, "none is asked: members of the group system:masters may do everything"],
  [ann, { allowed: false, reason: byRole }, "none allows it"],
  [ann, { allowed: false, denied: true, reason: "closed" }, "Webhook, which denies it, so a role would not help"],
])("for the user %j and the status %j, the authorizer is described as %j", (user, status, expected) => {
  expect(decidingAuthorizer({ user, status })).toBe(expected);
});
