/**
 * Composes the authorizers that the configuration enables. Each has its own file in this folder, which reads files and connects
 * the pure code of `authz/` with the cluster.
 */
import {
  allowEverything,
  authorizeBy,
  authorizePrivilegedGroup,
  type ListedAuthorizer,
  listPrivilegedGroup,
  listRulesBy,
  noOpinion,
  noRules,
  requireUnsafeProxy,
} from "../../authz/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import type { Random } from "../../base/random.ts";
import type { SendEgressRequest } from "../../egress/index.ts";
import type { AccessControl } from "../../meta/access/access-control.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { StoredResources } from "../../server/index.ts";
import type { AuthorizationMode, LoadedAuthorization } from "../config/authorization-config.ts";
import { type ClusterRbac, clusterRbac } from "./rbac-authorizer.ts";
import { temporaryRules } from "./temporary-rules.ts";

/** Everything that authorizers use. */
export interface AuthorizationServices {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly vocabulary: Vocabulary;
  readonly metrics: MetricRegistry;
  readonly isEnabled: IsEnabled;
  /** The resources of the cluster, whose caches hold roles, bindings, Nodes and Pods. */
  readonly resources: StoredResources;
  /** Name of this API server among those that share a store. */
  readonly serverName: () => string;
  /** Sends requests to webhooks. */
  readonly send: SendEgressRequest;
}

/** The authorization of a server, from its start to its end. */
export interface ServerAuthorization extends AccessControl, AsyncDisposable {
  /** Resolves when decisions can be made. */
  start(): Promise<void>;
}

/** Returns the authorization that the configuration describes. */
export function composeAuthorization(
  config: LoadedAuthorization,
  services: AuthorizationServices,
): ServerAuthorization {
  const rbac = clusterRbac(services.resources, services.vocabulary);
  const authorizers = config.modes.flatMap((mode) => authorizersOf(mode, services, rbac));
  return {
    // This group is asked first, so that no other authorizer can deny anything to it.
    authorize: authorizeBy([authorizePrivilegedGroup, ...authorizers.map(({ authorize }) => authorize)]),
    listRules: listRulesBy([listPrivilegedGroup, ...authorizers.map(({ list }) => list)]),
    roles: rbac.roles,
    start: async () => {
      if (config.modes.includes("RBAC")) await rbac.load();
    },
    [Symbol.asyncDispose]: async () => rbac[Symbol.dispose](),
  };
}

function authorizersOf(
  mode: AuthorizationMode,
  { vocabulary }: AuthorizationServices,
  rbac: ClusterRbac,
): readonly ListedAuthorizer[] {
  switch (mode) {
    case "AlwaysAllow":
      return [allowEverything(() => true)];
    case "RBAC":
      return [temporaryRules(vocabulary), { authorize: requireUnsafeProxy(rbac.authorize), list: rbac.list }];
    default:
      return [{ authorize: () => noOpinion, list: () => noRules }];
  }
}
