/** Faults of the chain of authorizers: its order, policies, files, and the questions of the second thread. */
import type { FaultRoom } from "../fault.ts";

export const authorizationChainFaults: FaultRoom = {
  room: "authorization chain",
  faults: [
    {
      name: "no-opinion-ends-chain",
      breaks: "an authorizer without an opinion prevents later ones from being asked",
      file: "src/authz/authorizer.ts",
      find: '    if (answer.decision !== "no opinion") return answer;\n',
      replace: "    if (answer !== noOpinion) return answer;\n",
      tests: ["src/authz/authorizer.test.ts", "test/authorization/modes.test.ts"],
    },
    {
      name: "star-policy-includes-anonymous",
      breaks: "a policy for all users also applies to anonymous ones",
      file: "src/authz/abac/policy-schema.ts",
      find: 'return user === "*" || group === "*" ? { user: "", group: allAuthenticated } : { user, group };',
      replace: "return { user, group };",
      tests: ["src/authz/abac/read-policies.test.ts", "test/authorization/abac.test.ts"],
    },
    {
      name: "policy-path-prefix-unlimited",
      breaks: "a policy for one path also allows the paths that begin like it",
      file: "src/authz/abac/abac-authorizer.ts",
      find: "return pathMatches(policy.nonResourcePath, attributes.path);",
      replace: 'return policy.nonResourcePath !== "" && pathMatches(`${policy.nonResourcePath}*`, attributes.path);',
      tests: ["test/authorization/abac.test.ts"],
    },
    {
      name: "reload-removes-authorizer",
      breaks: "a new configuration file may remove an authorizer with which the server has started",
      file: "src/authz/configuration/read-configuration.ts",
      find: '  const missing = initialTypes.filter((type) => type !== "Webhook" && !types.has(type));\n',
      replace: '  const missing = initialTypes.filter((type) => type === "Webhook" && !types.has(type));\n',
      tests: ["test/authorization/configuration-file.test.ts"],
    },
    {
      name: "anonymous-with-always-allow",
      breaks: "requests without credentials are allowed everything in the mode AlwaysAllow",
      file: "src/app/config/authorization-config.ts",
      find: 'return modes.includes("AlwaysAllow");',
      replace: 'return modes[0] === "AlwaysAllow";',
      tests: ["test/authorization/modes.test.ts"],
    },
    {
      name: "thread-allows-creations",
      breaks: "a large PUT or apply creates an object without the right to create it",
      file: "src/app/cluster/compose-cluster.ts",
      find: "    ? withoutUpkeep(options.access, options.authorization)\n",
      replace: "    ? withoutUpkeep({ ...options.access, authorize: () => allowed }, options.authorization)\n",
      tests: ["test/authorization/large-requests.test.ts"],
    },
  ],
};
