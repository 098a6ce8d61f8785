/**
 * Composes the authorizers that the configuration enables. Each has its own file in this folder, which reads files and connects
 * the pure code of `authz/` with the cluster.
 */

import { abacAuthorizer } from "../../authz/abac/index.ts";
import type { PlainAuthorizerSettings } from "../../authz/configuration/index.ts";
import {
  allowEverything,
  authorizeBy,
  denyEverything,
  type ListedAuthorizer,
  listRulesBy,
  logDenials,
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
import type { LoadedAuthorization } from "../config/authorization-config.ts";
import type { ConfigurationWatch } from "../machine/configuration-watch.ts";
import { accessWebhooks } from "./access-webhook.ts";
import { DecisionMetrics } from "./decision-metrics.ts";
import { defaultPermissions } from "./default-permissions.ts";
import { nodeAuthorizer } from "./node-authorizer.ts";
import { clusterRbac } from "./rbac-authorizer.ts";
import { ReloadingChain } from "./reloading-chain.ts";
import { watchAuthorizationFile } from "./watch-authorization-file.ts";

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
  /** Whether the default roles apply although they are not stored. */
  readonly assumesDefaultRoles: boolean;
}

/** The authorization of a server, from its start to its end. */
export interface ServerAuthorization extends AccessControl, AsyncDisposable {
  /** Resolves when decisions can be made. */
  start(): Promise<void>;
  /** Returns the configuration with the authorizers and the content of the file that are in effect. */
  config(): LoadedAuthorization;
}

/** Returns the authorization that the configuration describes. */
export function composeAuthorization(
  config: LoadedAuthorization,
  services: AuthorizationServices,
): ServerAuthorization {
  const rbac = clusterRbac(services.resources, services.vocabulary);
  const nodes = nodeAuthorizer(services);
  const metrics = new DecisionMetrics(services.metrics);
  const askWebhook = accessWebhooks(services);
  const roles = services.assumesDefaultRoles ? withDefaultPermissions(rbac, services) : rbac;
  const { logger } = services;
  const lasting = lastingAuthorizers(config, {
    rbac: logDenials(roles, logger),
    nodes,
  });
  const chain = new ReloadingChain(config.authorizers, (settings) =>
    metrics.counting(settings, settings.type === "Webhook" ? askWebhook(settings.webhook) : lasting[settings.type]),
  );
  let watch: ConfigurationWatch | undefined;
  return {
    authorize: chain.authorize,
    listRules: chain.listRules,
    roles: rbac.roles,
    start: async () => {
      if (config.authorizers.some(({ type }) => type === "RBAC")) await rbac.load();
      watch ??= watchAuthorizationFile(config, chain, services);
      await watch?.firstLook;
    },
    config: () => {
      const configurationContent = watch?.contentInEffect ?? config.configurationContent;
      return { ...config, authorizers: chain.settings, configurationContent };
    },
    [Symbol.asyncDispose]: async () => {
      await watch?.[Symbol.asyncDispose]();
      rbac[Symbol.dispose]();
      nodes[Symbol.dispose]();
    },
  };
}

/** Returns the authorizer of roles for a server that does not store the default ones. */
function withDefaultPermissions(
  rbac: ListedAuthorizer,
  { vocabulary, isEnabled }: AuthorizationServices,
): ListedAuthorizer {
  const defaults = defaultPermissions(vocabulary, isEnabled);
  return {
    authorize: authorizeBy([defaults.authorize, rbac.authorize]),
    list: listRulesBy([defaults.list, rbac.list]),
  };
}

/** Returns the authorizers without settings, by type. */
function lastingAuthorizers(
  { policies = [] }: LoadedAuthorization,
  { rbac, nodes }: { readonly rbac: ListedAuthorizer; readonly nodes: ListedAuthorizer },
): Readonly<Record<PlainAuthorizerSettings["type"], ListedAuthorizer>> {
  return {
    AlwaysAllow: allowEverything(() => true),
    AlwaysDeny: denyEverything,
    ABAC: abacAuthorizer(policies),
    RBAC: rbac,
    Node: nodes,
  };
}
