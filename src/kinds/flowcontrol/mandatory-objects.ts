/** Objects of this group that every cluster has. Their specs cannot be changed. */
import type { FlowSchemaSpec, PriorityLevelConfigurationSpec } from "../../api/index.ts";

/** Name of the FlowSchema and the priority level for requests without limits. */
export const exempt = "exempt";
const catchAll = "catch-all";

const resourceRules = [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] }];
const nonResourceRules = [{ verbs: ["*"], nonResourceURLs: ["*"] }];

/** Returns rules that match all requests of these groups of users. */
function everythingOf(...groups: readonly string[]): NonNullable<FlowSchemaSpec["rules"]> {
  const subjects = groups.map((name) => ({ kind: "Group", group: { name } }));
  return [{ subjects, resourceRules, nonResourceRules }];
}

/** Specs of the mandatory FlowSchemas by name. */
export const mandatoryFlowSchemas: ReadonlyMap<string, FlowSchemaSpec> = new Map([
  [
    exempt,
    {
      priorityLevelConfiguration: { name: exempt },
      matchingPrecedence: 1,
      rules: everythingOf("system:masters"),
    },
  ],
  [
    catchAll,
    {
      priorityLevelConfiguration: { name: catchAll },
      matchingPrecedence: 10_000,
      distinguisherMethod: { type: "ByUser" },
      rules: everythingOf("system:unauthenticated", "system:authenticated"),
    },
  ],
]);

/** Specs of the mandatory priority levels by name. Clients may change `exempt` in the level of the same name. */
export const mandatoryPriorityLevels: ReadonlyMap<string, PriorityLevelConfigurationSpec> = new Map([
  [exempt, { type: "Exempt", exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } }],
  [
    catchAll,
    {
      type: "Limited",
      limited: { nominalConcurrencyShares: 5, limitResponse: { type: "Reject" }, lendablePercent: 0 },
    },
  ],
]);
