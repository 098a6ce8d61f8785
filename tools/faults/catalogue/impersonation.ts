/** Faults of impersonation, of reviews, and of the attributes that authorizers see. */
import type { FaultRoom } from "../fault.ts";

const impersonationTests = ["src/server/filters/impersonate.test.ts", "test/authorization/impersonation.test.ts"];

export const impersonationFaults: FaultRoom = {
  room: "impersonation",
  faults: [
    {
      name: "only-first-claim-checked",
      breaks: "who may impersonate a user may add any group",
      file: "src/server/filters/impersonate.ts",
      find: "          return checkRemaining();\n",
      replace: "          return undefined;\n",
      tests: impersonationTests,
    },
    {
      name: "impersonation-without-user",
      breaks: "a request with only a group keeps its user",
      file: "src/server/filters/impersonate.ts",
      find: "if (!claimed.some(isUser)) throw userMissing",
      replace: "if (!claimed.some(isUser)) return next(call); if (!claimed.length) throw userMissing",
      tests: impersonationTests,
    },
    {
      name: "impersonation-headers-stay",
      breaks: "the headers are passed on to nodes and other servers",
      file: "src/server/filters/impersonate.ts",
      find: "  removeImpersonation(call.exchange);\n",
      replace: "",
      tests: impersonationTests,
    },
    {
      name: "unauthenticated-becomes-authenticated",
      breaks: "an impersonated user in system:unauthenticated has the rights of authenticated users, too",
      file: "src/meta/access/impersonated-groups.ts",
      find: "return isUnauthenticated || groups.includes(authenticatedGroup) ? groups",
      replace: "return groups.includes(authenticatedGroup) ? groups",
      tests: impersonationTests,
    },
    {
      name: "service-account-impersonated-as-user",
      breaks: "the right to impersonate users covers service accounts",
      file: "src/server/requests/impersonation-headers.ts",
      find: "  return account\n    ?",
      replace: '  return account && account.namespace === ""\n    ?',
      tests: impersonationTests,
    },
    {
      name: "selected-name-despite-malformed-limit",
      breaks: "a malformed list is authorized with the name in its field selector",
      file: "src/server/filters/info.ts",
      find: '    for (const parameter of ["limit", "timeoutSeconds"]) integerParameter(call, parameter);\n',
      replace: "",
      tests: ["src/server/filters/info.test.ts", "test/authorization/checks-of-verbs.test.ts"],
    },
    {
      name: "namespace-scope-of-cluster-resources",
      breaks: "a path in a namespace reads cluster-scoped objects with the rights in this namespace",
      file: "src/server/served/resource-table.ts",
      find: '  return namespace === "" || isOfNamespace;',
      replace: "  return true;",
      tests: ["test/conformance/path.test.ts"],
    },
    {
      name: "review-without-partial-selector",
      breaks: "a review ignores all requirements if one of them has an unknown operator",
      file: "src/kinds/authorization/reviewed-selectors.ts",
      find: "errors.length === 0 ? { requirements } : { requirements, parseError",
      replace: "errors.length === 0 ? { requirements } : { requirements: [], parseError",
      tests: ["src/kinds/authorization/reviewed-selectors.test.ts"],
    },
    {
      name: "parameters-not-checked",
      breaks: "a policy may name parameters that its user may not read",
      file: "src/registry/create.ts",
      find: "  await resource.checkAccess(() => canonical.object, undefined, user);\n",
      replace: "",
      tests: ["test/authorization/parameter-access.test.ts"],
    },
  ],
};
