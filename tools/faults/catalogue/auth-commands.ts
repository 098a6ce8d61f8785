/** Faults of the commands about permissions, of explanations, and of permissions in process. */
import type { FaultRoom } from "../fault.ts";

export const authCommandFaults: FaultRoom = {
  room: "commands about permissions",
  faults: [
    {
      name: "can-i-always-succeeds",
      breaks: "`orch auth can-i` exits with 0 although the action is not allowed",
      file: "src/cli/auth/can-i.ts",
      find: "return allowed ? exitCodes.fine : exitCodes.failed;",
      replace: "return exitCodes.fine;",
      tests: ["src/cli/auth/can-i.test.ts"],
    },
    {
      name: "why-reads-as-impersonated-user",
      breaks: "`orch auth why --as` reads the roles as the other user, who may not read them",
      file: "src/cli/auth/why.ts",
      find: 'listRoles(action.isResource ? action.namespace : "", context),',
      replace: 'listRoles(action.isResource ? action.namespace : "", { ...context, caller: context.client }),',
      tests: ["src/cli/auth/why.test.ts"],
    },
    {
      name: "grants-of-other-namespaces",
      breaks: "`orch auth who-can` lists subjects of RoleBindings in other namespaces",
      file: "src/meta/access/role-grants.ts",
      find: "bindings.filter((binding) => binding.namespace === namespace)",
      replace: 'bindings.filter((binding) => binding.namespace !== "")',
      tests: ["src/meta/access/role-grants.test.ts"],
    },
    {
      name: "proposed-role-names-created-object",
      breaks: "the role that `orch auth why` proposes for a creation names the object, so that it allows nothing",
      file: "src/meta/access/smallest-role.ts",
      find: '...(name === "" || isCreation ? {} : { resourceNames: [name] }), verbs };',
      replace: '...(name === "" ? {} : { resourceNames: [name] }), verbs };',
      tests: ["src/meta/access/role-grants.test.ts"],
    },
    {
      name: "reconcile-ignores-protection",
      breaks: "`orch auth reconcile` changes a role that opted out",
      file: "src/cli/auth/reconcile.ts",
      find: 'if (result.isProtected || command.dryRun === "client") return result;',
      replace: 'if (command.dryRun === "client") return result;',
      tests: ["src/cli/auth/reconcile.test.ts"],
    },
    {
      name: "denials-explained-to-everyone",
      breaks: "`--explain-denials` explains denials to users who may not list roles",
      file: "src/app/authorization/explain-denials.ts",
      find: "if (!roleLists(namespace, rbacGroup).every(mayList)) return decision;",
      replace: "",
      tests: ["test/authorization/explain-denials.test.ts"],
    },
    {
      name: "table-ignores-additional-permissions",
      breaks: "`permissionDifferences()` does not report users who may do more than the table says",
      file: "src/app/in-process/permission-table.ts",
      find: "if (isAllowed === isExpected) return undefined;",
      replace: "if (isAllowed || !isExpected) return undefined;",
      tests: ["test/authorization/permission-table.test.ts"],
    },
    {
      name: "account-without-groups-in-process",
      breaks: "a service account in process is not in the groups of service accounts",
      file: "src/app/in-process/authenticated-user.ts",
      find: "    ...(account ? accountGroups(account.namespace) : []),\n",
      replace: "",
      tests: ["test/authorization/permission-table.test.ts"],
    },
  ],
};
