/** Faults of the default roles, of the checks of those who grant permissions, and of aggregated roles. */
import type { FaultRoom } from "../fault.ts";

const escalationTest = "test/authorization/escalation.test.ts";
const restartTest = "test/authorization/default-roles-restart.test.ts";

export const roleFaults: FaultRoom = {
  room: "roles",
  faults: [
    {
      name: "aggregation-for-everybody",
      breaks: "users without all permissions of the cluster create roles that aggregate others",
      file: "src/kinds/rbac/authorize-role.ts",
      find: "const selectors = [write.object, write.old].flatMap",
      replace: "const selectors = [write.old].flatMap",
      tests: [escalationTest],
    },
    {
      name: "escalate-by-name-of-object",
      breaks: "a grant of the verb escalate for a name also counts for a POST, whose path has no name",
      file: "src/kinds/rbac/authorize-role.ts",
      find: "namespace, name: requestName }",
      replace: "namespace, name: object.metadata.name ?? requestName }",
      tests: [escalationTest],
    },
    {
      name: "bind-by-any-name",
      breaks: "a grant of the verb bind for a role counts for all roles",
      file: "src/kinds/rbac/authorize-binding.ts",
      find: 'verb: "bind", group, resource, namespace, name }',
      replace: 'verb: "bind", group, resource, namespace, name: "big" }',
      tests: [escalationTest],
    },
    {
      name: "grant-of-other-namespace",
      breaks: "permissions in one namespace count for roles in others, and in the whole cluster",
      file: "src/kinds/rbac/escalation.ts",
      find: "access.roles.rulesOfUser(user, namespace)",
      replace: 'access.roles.rulesOfUser(user, "shop")',
      tests: [escalationTest],
    },
    {
      name: "star-covered-by-part",
      breaks: "a user grants all names of objects who may access only some of them",
      file: "src/meta/access/rule-coverage.ts",
      find: "return !isEmpty(names) && every",
      replace: "return every",
      tests: ["src/meta/access/rule-coverage.test.ts"],
    },
    {
      name: "protection-ignored",
      breaks: "a start changes roles whose annotation forbids it",
      file: "src/app/bootstrap/default-roles.ts",
      find: "if (isProtected) {",
      replace: 'if (isProtected && operation === "create") {',
      tests: [restartTest],
    },
    {
      name: "extra-permissions-removed",
      breaks: "a start removes permissions and subjects that administrators have added",
      file: "src/app/bootstrap/default-roles.ts",
      find: "removesExtra: false",
      replace: "removesExtra: true",
      tests: [restartTest],
    },
    {
      name: "changed-rule-not-applied",
      breaks: "a changed rule of a selected role does not replace the old one in the role that aggregates it",
      file: "src/controllers/cluster-role-aggregation/decide.ts",
      find: "key === current[index]",
      replace: "key !== undefined || key === current[index]",
      tests: ["src/controllers/cluster-role-aggregation/decide.test.ts"],
    },
  ],
};
