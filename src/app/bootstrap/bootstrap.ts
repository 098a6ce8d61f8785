/** Builds the objects that the API server writes by itself, at its start and while it runs. */
import { deferred } from "../../base/deferred.ts";
import type { Logger } from "../../base/logger.ts";
import type { PostStartHook } from "../../server/index.ts";
import { type AuthenticationTrust, authenticationTrustUpkeep } from "./authentication-trust.ts";
import { DanglingFlowSchemas } from "./dangling-flow-schemas.ts";
import { flowControlUpkeep } from "./flow-control-objects.ts";
import { identityLeaseUpkeeps, type ServerIdentity } from "./identity-lease.ts";
import { priorityClassesHook } from "./priority-classes.ts";
import type { SystemObjects } from "./system-objects.ts";
import { tokenTrackingHook } from "./token-tracking.ts";
import { Upkeep } from "./upkeep.ts";

/** Facts about this server that the objects state. */
export interface BootstrapConfig {
  /** Returns undefined for a server that authenticates nobody by certificate. */
  readonly trust: () => AuthenticationTrust | undefined;
  /** Absent for a server inside another program, which renews no Lease. */
  readonly identity?: ServerIdentity | undefined;
}

export class Bootstrap implements AsyncDisposable {
  /** In the order in which health checks list them. They need the system's namespaces. */
  readonly hooks: readonly PostStartHook[];
  readonly #kept: readonly AsyncDisposable[];

  constructor({ trust, identity }: BootstrapConfig, objects: SystemObjects, logger: Logger) {
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
    const others = [...upkeeps.map(({ hook }) => hook), tokenTrackingHook(objects), priorityClassesHook(objects)];
    this.hooks = [...others.filter((hook) => hook !== undefined), ...inOrder(flowControlHooks)];
    this.#kept = [...upkeeps, producer, consumer].filter((one) => one !== undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#kept.map((one) => one[Symbol.asyncDispose]()));
  }
}

/** Returns hooks that run one after another, even if all of them are started at once. */
function inOrder(hooks: readonly PostStartHook[]): readonly PostStartHook[] {
  let before: Promise<void> = Promise.resolve();
  return hooks.map((hook) => {
    const previous = before;
    const done = deferred();
    before = done.promise;
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
