/** The controller that collects the rules of ClusterRoles in the ClusterRoles that aggregate them. */
import { type ClusterRole, clusterRole } from "../../api/rbac/v1/cluster-role.ts";
import { Controller, controllerSource } from "../../client/index.ts";
import { type ControllerContext, type ControllerSpec, reportFailure } from "../frame/index.ts";
import { controllerNames } from "../names.ts";
import { decide } from "./decide.ts";

/** The controller that keeps the rules of aggregated ClusterRoles up to date. */
export const clusterRoleAggregation: ControllerSpec = { ...controllerNames.clusterRoleAggregation, workers: 5, run };

async function run(context: ControllerContext, signal: AbortSignal): Promise<void> {
  const { client, clock, logger, metrics, workers, informers } = context;
  const roles = informers.of(clusterRole);
  const aggregatingNames = new Set<string>();
  /** Returns all roles that aggregate others, because a change of any role can concern all of them. */
  const affectedNames = ({ metadata: { name = "" }, aggregationRule }: Readonly<ClusterRole>): readonly string[] => {
    if (aggregationRule) aggregatingNames.add(name);
    return [...aggregatingNames];
  };
  const reconcile = async (name: string, until: AbortSignal): Promise<void> => {
    const role = roles.lister.get(name);
    if (!role?.aggregationRule) {
      aggregatingNames.delete(name);
      return;
    }
    const action = decide(role, roles.lister.list());
    if (action.type === "none") return;
    const { rules } = action;
    await client.api(clusterRole).apply(name, rules.length === 0 ? {} : { rules }, {
      fieldManager: controllerNames.clusterRoleAggregation.name,
      force: true,
      signal: until,
    });
  };
  const controller = new Controller({
    name: "ClusterRoleAggregator",
    clock,
    metrics,
    workers,
    sources: [controllerSource(roles, affectedNames)],
    reconcile,
    onError: (error, key) => reportFailure(logger, error, { clusterRole: key }),
  });
  await controller.run(signal);
}
