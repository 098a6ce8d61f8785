/** Sets up the objects that the API server itself creates at its start and maintains while it runs. */
import { deferred } from "../../base/deferred.ts";
import type { Logger } from "../../base/logger.ts";
import type { PostStartHook } from "../../server/index.ts";
import { type AuthenticationTrust, authenticationTrustUpkeep } from "./authentication-trust.ts";
import { type ClusterInfo, clusterInfoHook } from "./cluster-info.ts";
import { DanglingFlowSchemas } from "./dangling-flow-schemas.ts";
import { flowControlUpkeep } from "./flow-control-objects.ts";
import { identityLeaseUpkeeps, type ServerIdentity } from "./identity-lease.ts";
import { priorityClassesHook } from "./priority-classes.ts";
import type { SystemObjects } from "./system-objects.ts";
import { tokenTrackingHook } from "./token-tracking.ts";
import { Upkeep } from "./upkeep.ts";

/** Facts about this server that the bootstrap objects contain. */
export interface BootstrapConfig {
  /** Returns undefined for a server that accepts no client certificates. */
  readonly trust: () => AuthenticationTrust | undefined;
  /** Returns how clients reach the cluster. Undefined if the server does not publish it. */
  readonly clusterInfo?: (() => ClusterInfo | undefined) | undefined;
  /** Undefined for a server inside another program. Such a server has no identity Lease. */
  readonly identity?: ServerIdentity | undefined;
}

/** The start hooks and the upkeep of all bootstrap objects. */
export class Bootstrap implements AsyncDisposable {
  /** Start hooks, in the order in which health checks list them. They need the system namespaces. */
  readonly hooks: readonly PostStartHook[];
  readonly #upkeep: readonly AsyncDisposable[];

  constructor({ trust, clusterInfo, identity }: BootstrapConfig, objects: SystemObjects, logger: Logger) {
    const { clock } = objects.options;
    const upkeeps = [
      authenticationTrustUpkeep(trust, objects),
      ...(identity ? identityLeaseUpkeeps(identity, objects) : []),
    ]
      .filter((one) => one !== undefined)
      .map((one) => new Upkeep({ ...one, clock, logger }));
    const flowControl = flowControlUpkeep(objects);
    const producer = flowControl && new Upkeep({ ...flowControl, clock, logger });
    const consumer = DanglingFlowSchemas.of(objects, logger);
    const flowControlHooks = [producer?.hook, consumer?.hook].filter((hook) => hook !== undefined);
    const otherHooks = [
      ...upkeeps.map(({ hook }) => hook),
      tokenTrackingHook(objects),
      clusterInfo && clusterInfoHook(clusterInfo, objects),
      priorityClassesHook(objects),
    ];
    this.hooks = [...otherHooks.filter((hook) => hook !== undefined), ...inOrder(flowControlHooks)];
    this.#upkeep = [...upkeeps, producer, consumer].filter((one) => one !== undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#upkeep.map((one) => one[Symbol.asyncDispose]()));
  }
}

/** Returns hooks that run one after another, even if all of them are started at the same time. */
function inOrder(hooks: readonly PostStartHook[]): readonly PostStartHook[] {
  let lastHook: Promise<void> = Promise.resolve();
  return hooks.map((hook) => {
    const previous = lastHook;
    const done = deferred();
    lastHook = done.promise;
    return {
      name: hook.name,
      run: async () => {
        await previous;
        try {
          await hook.run();
        } finally {
          done.resolve();
        }
      },
    };
  });
}
