/** The objects of this group that every cluster has, and whose specs nobody changes. */
import type { FlowSchemaSpec, PriorityLevelConfigurationSpec } from "../../api/index.ts";

export const exempt = "exempt";
const catchAll = "catch-all";

const resourceRules = [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"], clusterScope: true, namespaces: ["*"] }];
const nonResourceRules = [{ verbs: ["*"], nonResourceURLs: ["*"] }];

/** All requests of these groups. */
function everythingOf(...groups: readonly string[]): NonNullable<FlowSchemaSpec["rules"]> {
  const subjects = groups.map((name) => ({ kind: "Group", group: { name } }));
  return [{ subjects, resourceRules, nonResourceRules }];
}

/** By name. */
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

/** By name. Administrators may change `exempt` of the exempt level. */
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
